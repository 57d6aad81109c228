"""The worked examples of the rules (§10)."""

from __future__ import annotations

import hashlib

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.games.footsoldiers import notation
from plowshares.games.footsoldiers.lookup import soldiers_of
from plowshares.games.footsoldiers.messages import state_message
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.rules import is_unfinished, step
from plowshares.games.footsoldiers.state import State
from tests.games.footsoldiers.table import (
    CORRIDOR,
    ROCKY,
    SMALL,
    bases,
    begin,
    cells,
    healths,
    legal,
    money,
    play,
    position,
    read,
    result,
    to_act,
    view_of,
)

SCOUTS = ("Build Scout (1, 4) (65, 3) Down", "Build Scout (65, 4) (1, 3) Down")


def refusal(s: State, seat: int, text: str) -> str:
    before = s.tobytes()
    with pytest.raises(IllegalCommand) as caught:
        read(s, seat, text)
    assert s.tobytes() == before
    return caught.value.code


def test_e01_both_build_a_scout_below_their_base() -> None:
    s = play(begin(Options()), *SCOUTS)
    assert (cells(s, 0), cells(s, 1)) == ([(7, 4)], [(59, 4)])
    assert (money(s), s.turns) == ((3, 3), 99)


def test_e02_ties_go_to_the_smaller_x() -> None:
    s = play(play(begin(Options()), *SCOUTS))
    assert (cells(s, 0), cells(s, 1)) == ([(12, 3)], [(53, 4)])
    assert (money(s), s.turns) == ((6, 6), 98)


def test_e03_three_cells_tie_and_the_smallest_x_wins() -> None:
    assert cells(play(position("P1 Tank (4,1)→(6,3)")), 0) == [(4, 3)]


@pytest.mark.parametrize(("t", "first", "second"), [(100, (5, 1), (6, 1)), (99, (4, 1), (5, 1))])
def test_e04_e05_the_first_side_gets_the_cell(t: int, first: tuple[int, int], second: tuple[int, int]) -> None:
    s = play(position("P1 Tank (3,1)→(5,1)", "P2 Tank (7,1)→(5,1)", t=t))
    assert healths(s, 0) == {first: 10}
    assert healths(s, 1) == {second: 10}
    assert (s.turns, money(s)) == (t - 1, (13, 13))


@pytest.mark.parametrize(("t", "builder", "left"), [(100, 0, (3, 13)), (99, 1, (13, 3))])
def test_e06_two_builds_on_one_cell(t: int, builder: int, left: tuple[int, int]) -> None:
    s = position(plan=SMALL, t=t)
    play(s, "Build Scout (4, 2) (4, 2) Down", "Build Scout (4, 2) (4, 2) Up")
    assert cells(s, builder) == [(4, 2)]
    assert cells(s, 1 - builder) == []
    assert money(s) == left
    assert s.failed.tolist() == [int(builder == 1), int(builder == 0)]


def test_e07_the_one_behind_moves_first_and_is_blocked() -> None:
    assert cells(play(position("P1 Tank (3,1)→(5,1)", "P1 Tank (4,1)→(9,1)")), 0) == [(3, 1), (6, 1)]


def test_e08_a_tank_stays_before_the_rock() -> None:
    assert cells(play(position("P1 Tank (2,2)→(7,2)", plan=ROCKY)), 0) == [(2, 2)]


def test_e09_an_assassin_goes_round_the_rock() -> None:
    assert cells(play(position("P1 Assassin (2,2)→(7,2)", plan=ROCKY)), 0) == [(5, 2)]


@pytest.mark.parametrize(("t", "first", "second"), [(98, (4, 1), (5, 1)), (99, (2, 1), (3, 1))])
def test_e10_e11_nobody_passes_in_a_corridor(t: int, first: tuple[int, int], second: tuple[int, int]) -> None:
    s = play(position("P1 Scout (2,1)→(7,1) Right", "P2 Scout (5,1)→(1,1) Left", plan=CORRIDOR, t=t))
    assert healths(s, 0) == {first: 6}
    assert healths(s, 1) == {second: 6}


def test_e12_a_destination_off_the_map_is_clamped() -> None:
    s = play(position("P1 Scout (3,2)"), "Move (3, 2) to (999, 0)")
    (soldier,) = soldiers_of(s, 0)
    assert (soldier.at, soldier.to) == ((7, 0), (10, 0))


@pytest.mark.parametrize(("facing", "up", "right"), [("Left", 7, 12), ("Right", 12, 7)])
def test_e13_e14_the_first_target_clockwise_is_hit(facing: str, up: int, right: int) -> None:
    s = play(position(f"P1 Assassin (5,2) {facing}", "P2 Tank (5,1) Up", "P2 Tank (6,2) Up"))
    assert healths(s, 1) == {(5, 1): up, (6, 2): right}
    assert healths(s, 0) == {(5, 2): 2}


def test_e15_two_assassins_fell_each_other() -> None:
    s = play(position("P1 Assassin (4,1) health 5", "P2 Assassin (5,1) health 5"))
    assert (cells(s, 0), cells(s, 1)) == ([], [])


CROWD = ("P1 Scout (4,1) Right", "P1 Scout (5,2) Up", "P2 Scout (5,1) health 3 Up", "P2 Tank (6,2) Right")


@pytest.mark.parametrize(("removal", "tank"), [("after-all", 12), ("at-once", 9)])
def test_e16_e17_the_fallen_are_targets_until_they_are_removed(removal: str, tank: int) -> None:
    s = play(position(*CROWD, removal=removal))
    assert healths(s, 0) == {(4, 1): 9, (5, 2): 4}
    assert healths(s, 1) == {(6, 2): tank}


def test_e18_both_bases_fall() -> None:
    s = play(position("P1 Scout (8,2) Right", "P2 Tank (2,2) Left", bases=(2, 3)))
    assert (bases(s), result(s)) == ((0, 0), "Draw")


def test_e19_a_fallen_base_counts_before_the_cap() -> None:
    s = play(position("P1 Scout (8,2) Right", bases=(2, 3), t=1))
    assert (bases(s), result(s)) == ((2, 0), "Winner player1")


@pytest.mark.parametrize(("cap_result", "ending"), [("draw", "Draw"), ("health", "Winner player2")])
def test_e20_no_turns_are_left(cap_result: str, ending: str) -> None:
    assert result(play(position(bases=(1, 40), t=1, cap_result=cap_result))) == ending


def test_e21_health_stops_at_zero() -> None:
    s = play(position("P1 Assassin (8,2) Right", bases=(40, 4)))
    assert (bases(s), result(s)) == ((40, 0), "Winner player1")


def test_e22_the_edge_and_a_rock_are_no_targets() -> None:
    s = play(position("P1 Scout (10,2) Right", "P2 Tank (10,1) Up"))
    assert bases(s) == (40, 37)
    assert healths(s, 0) == {(10, 2): 7}


def test_e23_no_money_no_build() -> None:
    s = position(money=(9, 10))
    assert refusal(s, 0, "Build Scout (1, 1) (9, 2) Up") == "money"
    assert money(play(s)) == (12, 13)


def test_e24_the_build_range_is_five() -> None:
    s = position(money=(30, 10))
    assert refusal(s, 0, "Build Scout (5, 4) (9, 2) Up") == "distance"
    assert money(play(s.clone())) == (33, 13)
    assert money(play(s, "Build Tank (5, 3) (5, 3) Up")) == (21, 13)
    assert cells(s, 0) == [(5, 3)]


@pytest.mark.parametrize(("cell", "code"), [("(1, 2)", "occupied"), ("(0, 0)", "occupied"), ("(11, 2)", "off_map")])
def test_e25_builds_need_an_empty_cell_of_the_map(cell: str, code: str) -> None:
    assert refusal(position(), 0, f"Build Scout {cell} (9, 2) Up") == code


def test_e26_only_own_soldiers_are_moved() -> None:
    s = position("P2 Tank (5,1)")
    assert refusal(s, 0, "Move (5, 1) to (9, 2)") == "enemy_soldier"
    assert refusal(s, 1, "Move (4, 4) to (1, 1)") == "no_soldier"


@pytest.mark.parametrize(
    ("command", "up", "right"), [("Change attack direction (5, 2) to Right", 12, 9), ("No-op", 9, 12)]
)
def test_e27_a_soldier_turns_before_it_attacks(command: str, up: int, right: int) -> None:
    s = position("P1 Scout (5,2) Left", "P2 Tank (5,1) Up", "P2 Tank (5,3) Up", "P2 Tank (6,2) Right")
    assert healths(play(s, command), 1) == {(5, 1): up, (5, 3): 12, (6, 2): right}


def test_e28_a_new_soldier_moves_and_attacks_at_once() -> None:
    s = play(position("P2 Tank (6,1) Up"), "Build Scout (2, 1) (5, 1) Right")
    assert healths(s, 0) == {(5, 1): 7}
    assert healths(s, 1) == {(6, 1): 9}
    assert money(s) == (3, 13)


def test_e29_three_idle_turns() -> None:
    s = play(play(play(position())))
    assert (money(s), s.turns) == ((19, 19), 97)


def test_e30_state_message_of_a_tiny_map() -> None:
    s = begin(Options(map="1 X 2"))
    assert state_message(s, 0) == (
        b'{"you":"player1","map":[{"type":"Base","position":{"x":0,"y":0},"team":"player1"},'
        b'{"position":{"x":2,"y":0},"type":"Rock"},{"type":"Base","position":{"x":4,"y":0},"team":"player2"}],'
        b'"turns-remaining":100,"player1":{"team":"player1","money":10,"base":{"x":0,"y":0},"health":40},'
        b'"player2":{"team":"player2","money":10,"base":{"x":4,"y":0},"health":40}}'
    )


@pytest.mark.parametrize(
    ("seat", "digest"),
    [
        (0, "a3b5be597df7068932c4ea084d5c6a46133111e69bb673066595456b9ec7b92a"),
        (1, "c2721f2451a7a0665f88ca6336b2878c6da5462aa2687ea805334e0278e4c5d4"),
    ],
)
def test_e31_state_message_of_the_opening(seat: int, digest: str) -> None:
    message = state_message(begin(Options()), seat)
    assert len(message) == 3330
    assert hashlib.sha256(message).hexdigest() == digest


def scout_bot(s: State, seat: int) -> str:
    """Do what the published example bots do."""
    return SCOUTS[seat] if s.sides[seat].money >= 10 else "No-op"


def test_e32_the_published_bots_against_each_other() -> None:
    s = begin(Options())
    turns = 0
    while not result(s):
        play(s, scout_bot(s, 0), scout_bot(s, 1))
        turns += 1
        if turns == 6:
            assert s.turns == 94
            assert healths(s, 0) == {(12, 3): 9, (34, 3): 9}
            assert healths(s, 1) == {(31, 3): 9, (53, 4): 9}
        if turns == 9:
            assert healths(s, 0)[12, 3] == 6
            assert healths(s, 1)[13, 3] == 6
        if turns == 12:
            assert bases(s) == (37, 37)
    assert (turns, s.turns, bases(s), result(s)) == (20, 80, (0, 0), "Draw")


@pytest.mark.parametrize("seat", [0, 1])
def test_e33_the_published_bot_against_nobody(seat: int) -> None:
    s = begin(Options())
    turns = 0
    while not result(s):
        commands = ["No-op", "No-op"]
        commands[seat] = scout_bot(s, seat)
        play(s, *commands)
        turns += 1
    assert (turns, result(s)) == (20, f"Winner player{seat + 1}")
    assert bases(s)[seat] == 40
    assert (money(s)[seat], money(s)[1 - seat]) == (10, 70)


@pytest.mark.parametrize("line", ["No-op", "  No-op \r", "Move (007, 3) to (1, 2)"])
def test_e34_accepted_lines(line: str) -> None:
    assert notation.match_command(line, "strict") is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "no-op",
        "No-op!",
        "Build Scout (1,4) (65,3) Down",
        "Build Scout (1, 4) (65, 3)",
        "Build Infantry (1, 4) (65, 3) Down",
        "Move (-1, 3) to (1, 2)",
        "Move (1, 3)  to (1, 2)",
    ],
)
def test_e34_rejected_lines(line: str) -> None:
    assert notation.match_command(line, "strict") is None
    assert refusal(begin(Options()), 0, line) == "syntax"


def test_e35_a_command_in_three_decisions() -> None:
    s = begin(Options())
    opening = view_of(s, 1).tobytes()
    counts = []
    for text in ("Build Scout (1, 4)", "Aim (65, 3)", "Turn Down"):
        assert view_of(s, 1).tobytes() == opening
        counts.append(len(legal(s, 0)))
        (action,) = read(s, 0, text)
        step(s, 0, action)
    assert [*counts, len(legal(s, 0))] == [32, 469, 4, 0]
    seen = view_of(s, 1)
    assert seen.chosen.tolist() == [1, 0]
    seen.chosen[0] = 0
    assert seen.tobytes() == opening
    step(s, 1, *read(s, 1, "No-op"))
    assert s.tobytes() == play(begin(Options()), SCOUTS[0], "No-op").tobytes()


def test_e36_an_unfinished_command_must_be_gone_on_with() -> None:
    s = begin(Options())
    step(s, 0, *read(s, 0, "Build Scout (1, 4)"))
    for text in ("No-op", "Turn Down", "Move (7, 4) to (1, 1)"):
        assert refusal(s, 0, text) == "stage"
    assert is_unfinished(s, 0)
    assert to_act(s) == [0, 1]
    with pytest.raises(IllegalCommand) as caught:
        notation.parse_json(view_of(s, 0), 0, {"kind": "aim", "to": {"x": 999, "y": 9}})
    assert caught.value.code == "off_map"
    assert read(s, 0, "Aim (999, 9)") == read(s, 0, "Aim (66, 6)")


def test_e37_the_smaller_x_moves_first() -> None:
    s = play(position("P1 Tank (3,3)→(5,3)", "P1 Assassin (4,2)→(5,3)"))
    assert [(soldier.type, soldier.at) for soldier in soldiers_of(s, 0)] == [(1, (4, 3)), (2, (5, 3))]


@pytest.mark.parametrize(("removal", "tank"), [("at-once", 9), ("after-all", 12)])
def test_e38_attackers_act_by_their_cells_after_movement(removal: str, tank: int) -> None:
    s = position(
        "P1 Scout (3,2) Right", "P1 Scout (2,1)→(4,1) Down", "P2 Scout (4,2) health 3", "P2 Tank (5,1)", removal=removal
    )
    play(s)
    assert healths(s, 1) == {(5, 1): tank}
    assert healths(s, 0) == {(3, 2): 6, (4, 1): 7}
