"""The tree of picks: the possible next picks, and the action of a complete path."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking, label_all, short
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

PATHS = {
    1: ("cell a1", "cell a2"),
    2: ("cell a1", "cell b1", "button no strike"),
    3: ("cell a1", "cell b1", "cell B2"),
    4: ("hand 3", "cell a1"),
    5: ("hand 3", "number 3"),
    6: ("number 3",),
    7: ("button Done",),
}


class Notes:
    """A notation with only these paths of picks."""

    def picks(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        return PATHS[action]


@pytest.fixture
def picking() -> Picking:
    notation: Any = Notes()
    return Picking(notation, None, 0, list(PATHS))


def test_first_picks_are_named_once_and_in_order(picking: Picking) -> None:
    assert picking.next() == ["cell a1", "hand 3", "number 3", "button Done"]


def test_a_path_leads_on_until_it_is_whole(picking: Picking) -> None:
    assert picking.next(["cell a1"]) == ["cell a2", "cell b1"]
    assert picking.action(["cell a1"]) is None
    assert picking.action(["cell a1", "cell a2"]) == 1
    assert picking.next(["cell a1", "cell a2"]) == []
    assert picking.action(["cell a1", "cell b1", "cell B2"]) == 3


def test_every_action_is_reached_by_its_own_path(picking: Picking) -> None:
    for action, path in PATHS.items():
        for length, pick in enumerate(path):
            assert pick in picking.next(path[:length])
        assert picking.action(path) == action
        assert picking.actions(path) == [action]


def test_actions_that_begin_with_a_path(picking: Picking) -> None:
    assert picking.actions() == [1, 2, 3, 4, 5, 6, 7]
    assert picking.actions(["cell a1", "cell b1"]) == [2, 3]
    assert picking.actions(["cell z9"]) == []
    assert picking.next(["cell z9"]) == []


def test_typed_text_names_a_pick_in_full_or_without_its_kind(picking: Picking) -> None:
    assert picking.find("a1") == "cell a1"
    assert picking.find("CELL  A1") == "cell a1"
    assert picking.find("done") == "button Done"
    assert picking.find("b2", ["cell a1", "cell b1"]) == "cell B2"
    assert picking.find("a2") is None


def test_text_that_could_be_two_picks_is_refused(picking: Picking) -> None:
    with pytest.raises(IllegalCommand, match=r"'3' may be hand 3 or number 3"):
        picking.find("3")
    assert picking.find("hand 3") == "hand 3"


def test_names_are_short_where_that_is_clear() -> None:
    assert short("cell e4") == "e4"
    assert short("bed p1 b0") == "p1 b0"
    assert short("pass") == "pass"
    assert label_all(["cell e4", "hand 3", "number 3"]) == ["e4", "hand 3", "number 3"]


def test_a_real_game_is_picked_action_by_action() -> None:
    match = Match(GAME, Options(), 1)
    for _ in range(2):
        picking = Picking(GAME.notation, match.view(0), 0, match.legal(0))
        action = picking.action(picking.next()[:1])
        assert action in match.legal(0)
        match.play(0, [action])
    assert match.history[0].text == "lay 0 +0"
