"""The two-square and more-squares rules (§5.5, §5.6) where the examples do not reach."""

from __future__ import annotations

import pytest

from plowshares.games.stratego.rules.moving import has_scout_move
from plowshares.games.stratego.state import CHASE_MEMORY
from tests.games.stratego.table import BLUE, RED, Table

CHASE = ("a4-a5", "b5-b6", "a5-b5", "b6-a6", "b5-b6", "a6-a5", "b6-a6", "a5-b5")


def test_another_piece_in_between_starts_the_count_again() -> None:
    table = Table.at("5@e4 6@g4", "6@j8").do("e4-e5", "j8-j7", "e5-e4", "j7-j8", "g4-g3", "i10-i9")
    assert table.do("e4-e5", "i9-i10", "e5-e4", "j8-j7").refusal("e4-e5") == "accepted"


def test_a_battle_clears_the_memory_of_both() -> None:
    table = Table.at("5@e4 6@a5", "6@j8 4@a6").do("e4-e5", "j8-j7", "e5-e4", "j7-j8", "a5-a6")
    assert [int(table.s.walks[side].steps) for side in (RED, BLUE)] == [0, 0]
    table.do("j8-j7", "e4-e5", "j7-j8", "e5-e4", "j8-j7", "e4-e5")
    assert table.refusal("j7-j8") == "two-square"


def test_an_attack_over_a_worn_border_is_forbidden_too() -> None:
    table = Table.at("5@e4", "6@j8 4@f4").do("e4-e5", "j8-j7", "e5-e4", "j7-j8", "e4-e5", "f4-e4")
    assert table.refusal("e5-e4") == "two-square"


def test_turning_off_the_line_is_free() -> None:
    table = Table.at("2@a4", "6@j8", lakes="none").do("a4-a6", "j8-j7", "a6-a4", "j7-j6", "a4-a6", "j6-j5")
    assert table.refusal("a6-a3") == "two-square"
    assert table.refusal("a6-e6") == "accepted"


def test_different_borders_of_one_line_do_not_add_up() -> None:
    table = Table.at("2@a2", "6@j8").do("a2-a3", "j8-j7", "a3-a4", "j7-j6", "a4-a5", "j6-j5")
    assert table.refusal("a5-a6") == "accepted"
    assert table.refusal("a5-a4") == "accepted"


def test_two_square_1_forbids_going_straight_back() -> None:
    table = Table.at("5@e4", "6@j8", two_square=1).do("e4-e5", "j8-j7")
    assert table.refusal("e5-e4") == "two-square"
    assert table.refusal("e5-e6") == "accepted"


def test_straight_back_is_left_to_the_two_square_rule() -> None:
    table = Table.at("9@a4", "6@b5", more_squares=True, two_square=0)
    table.do("a4-a5", "b5-b6", "a5-a6", "b6-b5", "a6-a5", "b5-b6")
    assert table.refusal("a5-a6") == "accepted"


def test_a_chase_may_end_in_a_battle() -> None:
    table = Table.at("9@a4", "6@b5", more_squares=True).do(*CHASE)
    assert "a6-a5" not in table.texts()
    assert table.refusal("a6-b6") == "accepted"


def test_a_battle_ends_the_chase() -> None:
    table = Table.at("9@a4 5@e5", "6@b5 4@e6", more_squares=True).do(*CHASE, "e5-e6", "b5-b6", "a6-a5", "b6-a6")
    assert table.s.chases[RED].seen == 1
    assert table.refusal("a5-b5") == "accepted"


def test_leaving_off_forgets_the_chase() -> None:
    table = Table.at("9@a4", "6@b5", more_squares=True).do(*CHASE[:6])
    assert table.s.chases[RED].seen > 1
    table.do("b1-c1")
    assert table.s.chases[RED].seen == 1
    assert not table.s.chases[RED].evader.any()


@pytest.mark.parametrize("scout", ["extra", "line"])
def test_a_scout_that_may_not_step_may_go_farther(scout: str) -> None:
    # Red's scout chases round the same square; the step is forbidden, the longer move is not.
    table = Table.at("2@a4", "6@b5", more_squares=True, scout=scout, lakes="none").do(*CHASE)
    assert "a6-a5" not in table.texts()
    assert "a6-a4" in table.texts()
    assert has_scout_move(table.s, RED, table.square("a6"))
    assert not has_scout_move(table.s, RED, table.square("b1"))


def test_the_chase_memory_is_a_ring() -> None:
    table = Table.at("9@a4", "6@b5", more_squares=True, two_square=0, no_battle_limit=0)
    chase = table.s.chases[RED]
    table.do("a4-a5", "b5-b6")
    for _ in range(70):
        table.do("a5-a6", "b6-b5", "a6-a5", "b5-b6")
    assert chase.seen == CHASE_MEMORY
    assert table.refusal("a5-a6") == "accepted"
    assert table.refusal("a5-b5") == "accepted"
