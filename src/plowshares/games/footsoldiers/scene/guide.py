"""The guided first match: a short field, a scripted opponent, seven steps."""

from __future__ import annotations

from plowshares.core.i18n import _
from plowshares.core.scene import Guide, GuideStep

FIELD = "X     X     X\n1           2\nX     X     X"


def guide() -> Guide:
    """Return the guided first match."""
    return Guide(
        preset="short",
        options={"map": FIELD, "base_health": 15, "initial_money": 24},
        seed=1,
        seat=0,
        steps=_STEPS,
        done=_("You know enough: build, march, strike. Play a match of your own now!"),
    )


_STEPS = (
    GuideStep(
        _("Two castles"),
        _("The left castle is yours. Bring the other one down before yours falls. The bars show their health."),
        "castle 0",
    ),
    GuideStep(
        _("Build a Scout"),
        _("Coins buy soldiers. Click the glowing cell before your castle, choose the Scout, and give the order."),
        "cell 1,1",
        "Build Scout (1, 1) (12, 1) Right",
        ("No-op",),
    ),
    GuideStep(
        _("It marches by itself"),
        _("The dots show its way, the numbers where it stands after each turn. Wait one turn and watch."),
        "button No-op",
        "No-op",
        ("Build Tank (11, 1) (0, 1) Left",),
    ),
    GuideStep(
        _("Both choose at once"),
        _("While you waited, a Tank was built against you. Build an Assassin to meet it."),
        "cell 5,1",
        "Build Assassin (5, 1) (12, 1) Right",
        ("No-op",),
    ),
    GuideStep(
        _("Another goal"),
        _("A soldier can also guard a place. Build a Tank and send it only a few steps, before your castle."),
        "cell 2,1",
        "Build Tank (2, 1) (4, 1) Right",
        ("No-op",),
    ),
    GuideStep(
        _("Where it faces"),
        _("A soldier strikes what it faces first, then clockwise. Turn your Assassin left, to face the Tank."),
        "cell 10,1",
        "Change attack direction (10, 1) to Left",
        ("No-op",),
    ),
    GuideStep(
        _("Bring the castle down"),
        _("The castle has 3 health left, and your Scout hits for 3. Wait one more turn."),
        "button No-op",
        "No-op",
        ("No-op",),
    ),
)
