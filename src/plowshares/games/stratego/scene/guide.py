"""The guided first match: a small board, a scripted opponent, ten steps."""

from __future__ import annotations

from plowshares.core.i18n import _
from plowshares.core.scene import Guide, GuideStep

BLUE = "layout b2573m/fs29b3"


def guide() -> Guide:
    """Return the guided first match."""
    return Guide(
        preset="mini",
        options={"memory_aid": True},
        seed=1,
        seat=0,
        opening=((1, BLUE), (1, "ready")),
        steps=_STEPS,
        done=_("You know enough: ranks, Scouts, Miners, the Spy and the Flag. Play a match of your own now!"),
    )


_STEPS = (
    GuideStep(
        _("Your army"),
        _("You lead twelve pieces. The other side sees only their backs. Choose the set-up Standard."),
        "button load standard",
        "load standard",
    ),
    GuideStep(
        _("Swap two pieces"),
        _("The Flag must not be lost: it stands between Bombs. Drag the Miner on f1 to the front, onto f2."),
        "cell f1",
        "swap f1 f2",
    ),
    GuideStep(
        _("Ready"),
        _("When you like your army, press Ready. The battle begins, and you move first."),
        "button ready",
        "ready",
    ),
    GuideStep(
        _("Scouts run"),
        _("All pieces go one square. Only Scouts run as far as the way is free. Attack the hidden piece on a5!"),
        "cell a2",
        "a2-a5",
        ("a5-a4",),
    ),
    GuideStep(
        _("The higher rank wins"),
        _("That was the Marshal, rank 10: your Scout fell, but now you know. The Marshal comes. Move your Spy to a2."),
        "cell b2",
        "b2-a2",
        ("a4-a3",),
    ),
    GuideStep(
        _("The Spy takes the Marshal"),
        _("A Spy has rank 1: every other rank beats it. But if it attacks the Marshal, the Marshal falls. Attack a3!"),
        "cell a2",
        "a2-a3",
        ("c5-c4",),
    ),
    GuideStep(
        _("What never moves"),
        _("A dot marks a piece that has moved: it is not a Bomb. The one on f5 never moved. Send your Miner there."),
        "cell f2",
        "f2-f3",
        ("c4-c5",),
    ),
    GuideStep(
        _("Go on"),
        _("Nobody but a Miner survives a Bomb, so let the Miner look first. One more step."),
        "cell f3",
        "f3-f4",
        ("c5-c4",),
    ),
    GuideStep(
        _("Miners clear Bombs"),
        _("A red ring is an attack. Look at the forecast before you click, then attack f5."),
        "cell f5",
        "f4-f5",
        ("d5-d4",),
    ),
    GuideStep(
        _("Capture the Flag"),
        _("It was a Bomb, and your Miner cleared it. What did it guard? Attack f6."),
        "cell f6",
        "f5-f6",
    ),
)
