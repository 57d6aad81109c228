"""The worked examples of §10, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.stratego import GAME
from plowshares.games.stratego.pieces import UNKNOWN
from plowshares.games.stratego.state import NONE, Phase
from tests.games.stratego.table import BLUE, RED, Table

SAME: dict[str, Any] = {"red": "m@e5", "blue": "b@e6"}


def test_x1_new_game_both_set_up_in_secret() -> None:
    table = Table.start()
    assert table.to_act() == [RED, BLUE]
    for seat in (RED, BLUE):
        view = table.view(seat)
        assert view.reserve[seat].sum() == 40
        assert view.reserve[1 - seat].sum() == 0
        assert not view.ready.any()
        assert "not ready" in GAME.text.board(view, seat)


def test_x2_one_flag_only() -> None:
    table = Table.start().do("place f e1", seat=RED)
    assert table.refusal("place f a1", RED) == "none-left"


def test_x3_outside_the_area() -> None:
    table = Table.start()
    assert table.refusal("place m e5", RED) == "outside-area"
    assert table.refusal("place m c10", RED) == "outside-area"


def test_x4_swap_with_an_empty_cell_and_lift() -> None:
    table = Table.start().do("place f e1", "swap e1 e2", seat=RED)
    assert table.placed(RED) == {14: "f"}
    table.do("lift e2", seat=RED)
    assert table.placed(RED) == {}
    assert table.s.reserve[RED, 0] == 1


def test_x5_ready_needs_the_whole_army() -> None:
    table = Table.start().do("load balanced", "lift a1", seat=RED)
    before = table.view(BLUE)
    assert table.refusal("ready", RED) == "not-complete"
    table.do("fill", seat=RED)
    assert "ready" in table.texts(RED)
    table.do("ready", seat=RED)
    after = table.view(BLUE)
    assert (before.ready[RED], after.ready[RED]) == (0, 1)
    before.ready[RED] = 1
    assert before.tobytes() == after.tobytes()


def test_x6_blue_loads_corner_turned() -> None:
    table = Table.start().do("load corner", seat=BLUE)
    table.do("ready", seat=BLUE).do("load corner", "ready", seat=RED)
    assert table.on("j10") == "bf"
    assert {name for name in ("j9", "b9", "i10", "g10", "e10", "b10") if table.on(name) == "bb"} == {
        "j9", "b9", "i10", "g10", "e10", "b10",
    }  # fmt: skip
    assert table.on("j7") == "b2"


def test_x7_locked_in_from_the_start() -> None:
    table = Table.start(red_setup="bb77bb88bb/2222222233/3334444555/5666679smf", blue_setup="balanced")
    assert table.result() == (BLUE, "blocked")
    assert table.s.ply == 0


def test_x8_first_moves_of_balanced() -> None:
    table = Table.start(red_setup="balanced", blue_setup="balanced")
    assert sorted(table.texts()) == [
        "a4-a5", "b4-b5", "b4-b6", "b4-b7", "e4-e5", "f4-f5", "i4-i5", "i4-i6", "i4-i7", "j4-j5",
    ]  # fmt: skip


def test_x9_higher_rank_wins() -> None:
    table = Table.at("7@e5", "5@e6").do("e5-e6")
    assert (table.on("e5"), table.on("e6")) == ("", "r7")
    assert table.shown("e6")
    assert table.seat() == BLUE


def test_x10_lower_rank_loses() -> None:
    table = Table.at("5@e5", "7@e6").do("e5-e6")
    assert table.lost(RED) == ["5"]
    assert (table.on("e5"), table.on("e6")) == ("", "b7")
    assert table.shown("e6")


def test_x11_equal_ranks_fall_together() -> None:
    table = Table.at("6@e5", "6@e6").do("e5-e6")
    assert (table.lost(RED), table.lost(BLUE)) == (["6"], ["6"])
    assert (table.on("e5"), table.on("e6")) == ("", "")


def test_x12_a_bomb_removes_the_marshal_and_stays() -> None:
    table = Table.at(**SAME).do("e5-e6")
    assert table.lost(RED) == ["m"]
    assert table.on("e6") == "bb"
    assert table.shown("e6")


def test_x13_a_bomb_that_does_not_stay() -> None:
    table = Table.at(**SAME, bomb_stays=False).do("e5-e6")
    assert (table.lost(RED), table.lost(BLUE), table.on("e6")) == (["m"], ["b"], "")


@pytest.mark.parametrize(
    ("name", "attacker", "defender", "stands", "red_lost", "blue_lost"),
    [
        ("x14", "3", "b", "r3", [], ["b"]),
        ("x15", "s", "m", "rs", [], ["m"]),
        ("x16", "m", "s", "rm", [], ["s"]),
        ("x17", "s", "9", "b9", ["s"], []),
        ("x18", "2", "s", "r2", [], ["s"]),
        ("x19", "s", "s", "", ["s"], ["s"]),
        ("x20", "s", "b", "bb", ["s"], []),
        ("x23", "3", "4", "b4", ["3"], []),
    ],
)
def test_x14_to_x20_and_x23_battles(
    name: str, attacker: str, defender: str, stands: str, red_lost: list[str], blue_lost: list[str]
) -> None:
    table = Table.at(f"{attacker}@e5", f"{defender}@e6").do("e5-e6")
    assert (table.on("e5"), table.on("e6")) == ("", stands), name
    assert (table.lost(RED), table.lost(BLUE)) == (red_lost, blue_lost), name


def test_x21_a_spy_takes_the_flag() -> None:
    table = Table.at("s@j9").do("j9-j10")
    assert table.result() == (RED, "flag")
    assert table.on("j10") == "rs"


def test_x22_a_spy_that_may_not_take_the_flag() -> None:
    table = Table.at("s@j9", spy_takes_flag=False).do("j9-j10")
    assert (table.lost(RED), table.on("j10")) == (["s"], "bf")
    assert table.shown("j10")
    assert table.seat() == BLUE


def test_x24_a_scout_goes_far_and_is_known() -> None:
    table = Table.at("2@a4").do("a4-a9")
    assert table.on("a9") == "r2"
    assert table.shown("a9")
    assert table.s.quiet == 1


def test_x25_a_scout_attacks_from_afar() -> None:
    table = Table.at("2@a4", "3@a8").do("a4-a8")
    assert (table.lost(RED), table.on("a8")) == (["2"], "b3")
    assert table.shown("a8")
    assert Table.at("2@a4", "3@a8", scout="adjacent").refusal("a4-a8") == "too-far"


def test_x26_lakes() -> None:
    table = Table.at("2@c4")
    assert (table.refusal("c4-c5"), table.refusal("c4-c7")) == ("lake", "blocked")


def test_x27_own_pieces_in_the_way() -> None:
    table = Table.at("2@a4 5@a6")
    assert (table.refusal("a4-a7"), table.refusal("a4-a6")) == ("blocked", "own-piece")


def test_x28_a_strike_that_wins() -> None:
    table = Table.at("2@e4", "s@f7").do("e4-e7xf7")
    assert (table.lost(BLUE), table.on("f7"), table.on("e4"), table.on("e7")) == (["s"], "r2", "", "")


def test_x29_a_strike_that_loses() -> None:
    table = Table.at("2@e4", "6@f7").do("e4-e7xf7")
    assert (table.lost(RED), table.on("f7"), table.on("e4"), table.on("e7")) == (["2"], "b6", "", "")
    assert table.shown("f7")


def test_x30_three_ways_to_end_one_step() -> None:
    table = Table.at("2@e6", "2@d7 5@f7")
    assert table.texts(start="e6-e7") == ["e6-e7", "e6-e7xd7", "e6-e7xf7"]
    quiet = Table.at("2@e6", "2@d7 5@f7").do("e6-e7")
    view = quiet.view(BLUE)
    assert quiet.on("e7", view) == "r?"
    assert view.moved[quiet.piece("e7")]
    both = table.do("e6-e7xd7")
    assert (both.lost(RED), both.lost(BLUE)) == (["2"], ["2"])


def test_x31_a_strike_straight_ahead_is_the_longer_move() -> None:
    table = Table.at("2@e4", "5@e8")
    view = table.view(RED)
    actions = GAME.notation.parse(view, RED, "e4-e7xe8")
    assert GAME.notation.format(view, RED, actions) == "e4-e8"
    assert actions == GAME.notation.parse_json(view, RED, {"kind": "move", "from": "e4", "to": "e7", "strike": "e8"})
    table.do("e4-e7xe8")
    assert (table.lost(RED), table.on("e8")) == (["2"], "b5")


def test_x32_only_scouts_strike() -> None:
    assert Table.at("5@e4", "6@f5").refusal("e4-e5xf5") == "bad-strike"


@pytest.mark.parametrize(("scout", "count"), [("extra", 16), ("line", 16), ("adjacent", 14), ("extra-far", 17)])
def test_x33_a_scouts_moves_by_option(scout: str, count: int) -> None:
    texts = Table.at("2@e4", "6@e8 7@i6 9@j4", scout=scout).texts(start="e4-")
    assert len(texts) == count
    assert ("e4-i4xi6" in texts) == (scout == "extra-far")
    assert ("e4-j4" in texts, "e4-e8" in texts) == ((scout != "adjacent",) * 2)


def test_x34_no_strike_with_line() -> None:
    assert Table.at("2@e4", "s@f7", scout="line").refusal("e4-e7xf7") == "bad-strike"


def test_x35_pieces_that_cannot_be_moved() -> None:
    table = Table.at("b@e4")
    codes = [table.refusal(text) for text in ("e4-e5", "a1-a2", "i10-i9", "e5-e6")]
    assert codes == ["immovable", "immovable", "not-your-piece", "empty-cell"]


def test_x36_one_step_straight() -> None:
    table = Table.at("5@e4")
    codes = [table.refusal(text) for text in ("e4-f5", "e4-e6", "e4-e4")]
    assert codes == ["not-straight", "too-far", "not-straight"]


TO_AND_FRO = ("e4-e5", "j8-j7", "e5-e4", "j7-j8", "e4-e5", "j8-j7")


def test_x37_two_squares() -> None:
    table = Table.at("5@e4", "6@j8").do(*TO_AND_FRO)
    assert table.refusal("e5-e4") == "two-square"
    assert "e5-e4" not in table.texts()
    assert "e5-e6" in table.texts()
    assert "b1-b2" in table.texts()
    assert table.do("b1-b2").refusal("j7-j8") == "two-square"


def test_x38_two_squares_with_five_turns() -> None:
    assert "e5-e4" in Table.at("5@e4", "6@j8", two_square=5).do(*TO_AND_FRO).texts()


def test_x39_two_squares_for_scouts() -> None:
    table = Table.at("2@a4", "6@j8").do("a4-a6", "j8-j7", "a6-a5", "i10-i9", "a5-a6", "j7-j6")
    assert (table.refusal("a6-a5"), table.refusal("a6-a4")) == ("two-square", "two-square")
    assert table.texts(start="a6-")[0] == "a6-a7"


@pytest.mark.parametrize("more_squares", [True, False])
def test_x40_more_squares(more_squares: bool) -> None:
    moves = ("a4-a5", "b5-b6", "a5-b5", "b6-a6", "b5-b6", "a6-a5", "b6-a6", "a5-b5")
    table = Table.at("9@a4", "6@b5", more_squares=more_squares).do(*moves)
    if more_squares:
        assert table.refusal("a6-a5") == "more-squares"
        assert "a6-a5" not in table.texts()
    else:
        assert "a6-a5" in table.texts()


def test_x41_both_armies_gone() -> None:
    table = Table.at("f@a1 6@e5", "f@j10 6@e6", frame=False).do("e5-e6")
    assert table.result() == (NONE, "mutual")


def test_x42_the_movers_army_gone() -> None:
    table = Table.at("f@a1 6@e5", "f@j10 b@e6 4@j9", frame=False).do("e5-e6")
    assert table.result() == (BLUE, "army")


def test_x43_the_enemys_army_gone() -> None:
    table = Table.at("f@a1 b@b1 7@e5", "f@j10 6@e6", frame=False).do("e5-e6")
    assert table.result() == (RED, "army")


def test_x44_blocked() -> None:
    table = Table.at("f@b1 6@b3", "f@j10 b@j9 b@i10 b@h9 b@i8 4@i9", frame=False).do("b3-b4")
    assert table.result() == (RED, "blocked")


def test_x45_no_battle() -> None:
    table = Table.at("", no_battle_limit=2).do("b1-b2", "i10-i9")
    assert table.result() == (NONE, "no-battle")


def test_x46_material_at_the_cap() -> None:
    table = Table.at("9@e4", move_cap=1, cap_scoring="material").do("e4-e5")
    assert table.result() == (RED, "move-cap")


def test_x47_silent_battle() -> None:
    table = Table.at("5@e5", "7@e6", battle_reveal="silent").do("e5-e6")
    assert table.lost(RED, table.view(BLUE)) == ["5"]
    assert table.on("e6", table.view(RED)) == "b?"
    assert not table.shown("e6")


def test_x48_outcome_only() -> None:
    table = Table.at("7@e5", "5@e6", battle_reveal="outcome").do("e5-e6")
    assert table.on("e6", table.view(BLUE)) == "r?"
    assert table.lost(BLUE, table.view(RED)) == ["?"]
    assert table.lost(BLUE, table.view(SPECTATOR)) == ["?"]


@pytest.mark.parametrize("memory_aid", [False, True])
def test_x49_known_but_drawn_face_down(memory_aid: bool) -> None:
    table = Table.at("7@e5", "5@e6", memory_aid=memory_aid).do("e5-e6")
    view = table.view(BLUE)
    assert table.on("e6", view) == "r7"
    assert view.moved[table.piece("e6")]
    assert ("r7" in GAME.text.board(view, BLUE)) == memory_aid
    assert ("e6: Red major, has moved" in GAME.svg.board(view, BLUE)) == memory_aid
    assert ("e6: Red piece, has moved" in GAME.svg.board(view, BLUE)) != memory_aid


def test_x50_a_whole_micro_match() -> None:
    table = Table.start(variant="micro", red_setup="standard", blue_setup="standard")
    assert table.position() == "red: m@a1 f@b1 b@c1 3@d1; blue: 3@a4 b@b4 f@c4 m@d4; red to move"
    table.do("a1-a2", "d4-d3", "a2-b2", "d3-d2", "b2-b3", "d2-d1")
    assert (table.lost(RED), table.s.ply) == (["3"], 6)
    table.do("b3-c3", "d1-c1")
    assert (table.lost(BLUE), table.on("c1"), table.s.ply) == (["m"], "rb", 8)
    table.do("c3-c4")
    assert table.result() == (RED, "flag")
    assert (table.s.ply, int(table.s.phase)) == (9, Phase.OVER)
    assert UNKNOWN not in table.view(BLUE).types[: table.s.pieces]
