"""The guided first match, and the game in pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plowshares.core.i18n import Text, _
from plowshares.core.options import read_options
from plowshares.core.scene import Guide, GuideStep, Picture, Viewer
from plowshares.games.farmer_soldier.options import Options
from plowshares.games.farmer_soldier.positions import read_position
from plowshares.games.farmer_soldier.scene.board import draw
from plowshares.games.farmer_soldier.scene.places import plan_of

_NAMES = re.compile(r' data-(?:pick|thing)="[^"]*"')
NEIGHBOUR = ("raise a2 0s", "done")  # the family next door grows up without a soldier


def guide() -> Guide:
    """Return the guided first match: a family grows, settles a second field and takes a third."""
    return Guide(
        preset="standard",
        options={"homes": "a1,a2", "start": "1f 4g"},
        seed=1,
        seat=0,
        opening=((0, "done"), (1, "done")),
        steps=_steps(),
        done=_("You know enough. Play a real game now?"),
    )


def _steps() -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            _("This is your family"),
            _("One farmer, one child and four food live in a1. The farmer grows 2 food every turn and has a child."),
            point="cell a1",
        ),
        GuideStep(
            _("Straw hat or helmet?"),
            _("Your child is grown up. Give it a straw hat: a second farmer can work a second field."),
            point="cell a1",
            do="raise a1 0s",
        ),
        GuideStep(
            _("Settle a second field"),
            _("Another farmer in a1 would not grow more. Click a1, then Farmers, then b1, and send one."),
            point="cell b1",
            do="a1>b1 1f",
        ),
        GuideStep(
            _("Take food along"),
            _("Everybody eats one food in their own field. The label warns you: 1 will starve. Send 1 food to b1 too."),
            point="cell b1",
            do="a1>b1 1g",
        ),
        GuideStep(
            _("All fed"),
            _("Press Done moving. Everybody eats, then your two fields bring in 4 food."),
            point="button done",
            do="done",
            reply=NEIGHBOUR,
        ),
        GuideStep(
            _("A helmet this time"),
            _("Another child is grown up. The family in a2 has no soldier. Raise one."),
            point="cell a1",
            do="raise a1 1s",
        ),
        GuideStep(
            _("Go next door"),
            _("Send the soldier to a2, with 1 food to eat there. Soldiers do not eat what belongs to others."),
            point="cell a2",
            do="a1>a2 1s 1g",
        ),
        GuideStep(
            _("The last family wins"),
            _("At the end of the turn farmers and children without a guard fall. Press Done moving."),
            point="button done",
            do="done",
        ),
    )


def how_to_play() -> Sequence[Picture]:
    """Explain the game in pictures."""
    return (
        _picture(
            "a1 p0 1f 2g; b1 p0 1f 1c 2g",
            _("Farm"),
            _("A farmer grows 2 food in their field every turn and has a child. A second farmer grows no more there."),
        ),
        _picture(
            "a1 p0 1f 1c 3g; b1 p0 1s 1g",
            _("Grow up"),
            _("At the start of your turn your children grow up and become farmers or soldiers."),
        ),
        _picture(
            "a1 p0 1f 1c 2g; b1 p0 1f 1g",
            _("Move"),
            _("People and food move one field a turn, one by one or together."),
        ),
        _picture(
            "a1 p0 2f 1c 3g; b1 p0 1f 1c 1g",
            _("Eat"),
            _("Then everybody eats one food in their own field. Labels tell you beforehand who will starve."),
        ),
        _picture(
            "a1 p0 1f 1g; b1 p0 3s 3g p1 2s 1f",
            _("Fight"),
            _(
                "Where soldiers meet, each strikes one of the others. If only one side has soldiers left, the other"
                " side’s farmers and children fall."
            ),
        ),
        _picture("a1 p0 3f 2c 6g; b1 p0 2s 2g", _("Win"), _("The last family on the land wins.")),
    )


def _picture(position: str, title: Text, text: Text) -> Picture:
    s = read_position(read_options(Options, {"size": "2x1"}), position)
    viewer = Viewer(0, ("", ""))
    drawing = draw(s, viewer, plan_of(s)).replace('class="pick"', "")  # nothing can be picked in an example
    return Picture(_NAMES.sub("", drawing), text, title)
