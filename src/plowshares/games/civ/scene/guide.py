"""The guided first match: a small island of peace, until an army comes."""

from __future__ import annotations

from plowshares.core.i18n import _
from plowshares.core.scene import Guide, GuideStep

_MARCH = ((7, "N"), (4, "W"))  # how the other side's army comes from its city, steps and direction
_CORNER = 7


def guide() -> Guide:
    """Return the guided first match."""
    return Guide(
        preset="quick",
        options={"size": 8, "start_food": 60, "start_production": 30, "remember_terrain": True},
        seed=3,
        seat=0,
        opening=_opening(),
        steps=_STEPS,
        done=_("You know enough to rule. Explore, found cities, and take theirs: play a match of your own now!"),
    )


def _opening() -> tuple[tuple[int, str], ...]:
    """Let the other side's army walk to the learner's city while nothing else happens."""
    x = y = _CORNER
    played: list[tuple[int, str]] = []
    for steps, way in _MARCH:
        for _step in range(steps):
            played += [(0, "end"), (1, f"A {x},{y} {way}"), (1, "end")]
            x, y = (x, y - 1) if way == "N" else (x - 1, y)
    return tuple(played)


_STEPS = (
    GuideStep(
        _("Your city"),
        _(
            "It harvests its own tile each turn. Workers harvest the tiles inside the dashed line. "
            "You can see 3 tiles away."
        ),
        "city 0,0",
    ),
    GuideStep(
        _("Train a worker"),
        _("Production pays for it: 10. Choose Worker."),
        "city 0,0",
        "+W 0,0",
    ),
    GuideStep(
        _("Put it to work"),
        _("Send one worker south, to the grassland: 2 food and 1 production each turn."),
        "workers 0,0",
        "W 0,0 S 1",
    ),
    GuideStep(
        _("End the turn"),
        _("Every unit moves one step a turn. End the turn and watch: somebody is coming from the east."),
        "button end turn",
        "end",
        ("A 3,0 W", "end"),
    ),
    GuideStep(
        _("Everybody eats"),
        _("After the harvest each unit eats 2 food. Your store and its change stand beside your name."),
        "board",
    ),
    GuideStep(
        _("Train an army"),
        _("One army against one is a draw. Two against one win. Train a second one."),
        "city 0,0",
        "+A 0,0",
    ),
    GuideStep(
        _("Wait for them"),
        _("End the turn. Both your armies stand in the city."),
        "button end turn",
        "end",
        ("A 2,0 W", "end"),
    ),
    GuideStep(
        _("Attack"),
        _("There is no luck in a battle: the forecast shows how it ends. Attack to the east with both armies."),
        "armies 0,0",
        "A 0,0 E *",
    ),
    GuideStep(
        _("Take cities"),
        _("Move an army into an enemy city and it is yours, with the enemies near it. Own them all to win."),
        "board",
    ),
)
