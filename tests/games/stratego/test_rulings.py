"""The rulings of §8.1, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.stratego import GAME
from plowshares.games.stratego.layouts import name_of_cell
from plowshares.games.stratego.pieces import TYPE_OF_WORD, VARIANTS, Type
from plowshares.games.stratego.state import NONE
from tests.games.stratego.table import BLUE, RED, Table, options_of

READY_MADE: dict[str, Any] = {"red_setup": "balanced", "blue_setup": "balanced"}


def test_r1_the_army_is_forty() -> None:
    assert {name: sum(variant.army) for name, variant in VARIANTS.items()} == {
        "classic": 40, "barrage": 8, "quick": 24, "mini": 12, "micro": 4, "custom": 40,
    }  # fmt: skip


def test_r2_marshal_in_both_spellings() -> None:
    assert (
        TYPE_OF_WORD["marshal"] == TYPE_OF_WORD["marshall"] == TYPE_OF_WORD["m"] == TYPE_OF_WORD["10"] == Type.MARSHAL
    )


def test_r3_two_lakes_of_four_cells_or_single_ones() -> None:
    assert [name_of_cell(10, c) for c in options_of().lake_cells] == ["c5", "d5", "g5", "h5", "c6", "d6", "g6", "h6"]
    assert [name_of_cell(10, c) for c in options_of(lakes="single").lake_cells] == ["d5", "g6"]


def test_r4_cells_alternate_and_lakes_differ() -> None:
    drawn = GAME.text.board(Table.start().view(RED), RED)
    rows = drawn.splitlines()[1:11]
    assert rows[-1].startswith(" 1   .       .")
    assert rows[-2].startswith(" 2       .       .")
    assert sum(row.count("~~") for row in rows) == 8


def test_r5_areas_are_the_nearest_four_rows() -> None:
    table = Table.start()
    assert "place f a4" in table.texts(RED)
    assert table.refusal("place f a5", RED) == "outside-area"
    assert "place f j7" in table.texts(BLUE)
    assert table.refusal("place f j6", BLUE) == "outside-area"


def test_r6_all_pieces_must_be_used() -> None:
    table = Table.start(variant="micro").do("place f a1", "place b b1", "place 3 c1", seat=RED)
    assert table.refusal("ready", RED) == "not-complete"
    assert "ready" not in table.texts(RED)
    assert "ready" in table.do("place m d1", seat=RED).texts(RED)


def test_r7_both_set_up_at_once_in_any_order() -> None:
    ways = (
        [(RED, "load standard"), (RED, "ready"), (BLUE, "fill"), (BLUE, "ready")],
        [(BLUE, "fill"), (RED, "load standard"), (BLUE, "ready"), (RED, "ready")],
    )
    ends = []
    for way in ways:
        table = Table.start(variant="mini")
        for seat, text in way:
            table.do(text, seat=seat)
        ends.append(table.s.tobytes())
    assert ends[0] == ends[1]


def test_r8_any_placement_inside_the_own_area() -> None:
    table = Table.start()
    places = {text for text in table.texts(RED) if text.startswith("place")}
    assert len(places) == 12 * 40


def test_r9_locking_oneself_in_is_allowed_and_loses() -> None:
    table = Table.start(red_setup="bb88bb77bb/2222222233/3334444555/5666679smf", blue_setup="balanced")
    assert table.result() == (BLUE, "blocked")


def test_r9_front_ends_warn() -> None:
    table = Table.start().do("layout bb77bb88bb/2222222233/3334444555/5666679smf", seat=RED)
    assert "no piece of yours has a free cell" in GAME.notation.prompt(table.view(RED), RED)
    assert "ready" in table.texts(RED)


def test_r10_the_set_up_is_limited() -> None:
    table = Table.start(variant="micro", setup_limit=5)
    table.do("place f a1", "lift a1", "place f a1", "lift a1", seat=RED)
    assert table.to_act() == [RED, BLUE]
    table.do("place f b1", seat=RED)
    assert table.to_act() == [BLUE]
    assert sorted(table.placed(RED).values()) == ["3", "b", "f", "m"]
    assert table.placed(RED)[1] == "f"
    assert table.s.reserve[RED].sum() == 0


def test_r11_red_is_player_0_and_begins() -> None:
    table = Table.start(**READY_MADE)
    assert table.seat() == RED
    assert GAME.notation.seat_name(table.s, RED) == "Red"


def test_r12_one_move_and_no_pass() -> None:
    table = Table.start(**READY_MADE)
    assert table.refusal("pass") == "bad-syntax"
    assert table.do("a4-a5").seat() == BLUE


def test_r13_not_onto_an_own_piece() -> None:
    assert Table.at("5@e4 6@e5").refusal("e4-e5") == "own-piece"


@pytest.mark.parametrize("low", "s23456789")
def test_r14_the_higher_number_wins(low: str) -> None:
    high = "s23456789m"["s23456789m".index(low) + 1]
    assert Table.at(f"{high}@e5", f"{low}@e6").do("e5-e6").on("e6") == f"r{high}"


def test_r15_scouts_neither_jump_nor_cross_lakes() -> None:
    table = Table.at("2@c4 5@c2", "6@f4")
    assert table.refusal("c4-c1") == "blocked"
    assert table.refusal("c4-c8") == "blocked"
    assert table.refusal("c4-g4") == "blocked"


def test_r16_a_scouts_move_may_be_an_attack_at_any_distance() -> None:
    assert "a4-a10" in Table.at("2@a4", "6@a10").texts()


def test_r17_a_strike_is_one_step_at_right_angles() -> None:
    table = Table.at("2@e4", "6@g7 5@d8")
    assert "e4-e8xd8" in table.texts()
    assert table.refusal("e4-e7xg7") == "bad-strike"
    assert "e4-e7xg7" in Table.at("2@e4", "6@g7 5@d8", scout="extra-far").texts()


def test_r18_one_battle_a_turn() -> None:
    assert Table.at("2@e4", "6@e7 5@f7").refusal("e4-e7xf7") == "bad-strike"


def test_r19_no_strike_without_moving() -> None:
    table = Table.at("2@e4", "6@f4")
    assert table.texts(start="e4-f4") == ["e4-f4"]
    assert table.refusal("e4-e4xf4") == "not-straight"


def test_r20_the_source_is_the_default() -> None:
    assert options_of().scout == "extra"


def test_r21_a_quiet_step_gives_nothing_away() -> None:
    pair = [Table.at(f"{letter}@e6", "2@d7").do("e6-e7").view(BLUE) for letter in "25"]
    assert pair[0].tobytes() == pair[1].tobytes()


def test_r22_bombs_stay() -> None:
    assert Table.at("5@e5", "b@e6").do("e5-e6").on("e6") == "bb"
    assert Table.at("5@e5", "b@e6", bomb_stays=False).do("e5-e6").on("e6") == ""


def test_r23_the_miner_stands_where_the_bomb_was() -> None:
    assert Table.at("3@e5", "b@e6", bomb_stays=False).do("e5-e6").on("e6") == "r3"


def test_r24_the_winner_has_the_contested_cell() -> None:
    assert Table.at("5@e5", "6@e6").do("e5-e6").on("e6") == "b6"
    assert Table.at("6@e5", "6@e6").do("e5-e6").on("e6") == ""


@pytest.mark.parametrize("attacker", "23456789m")
def test_r25_an_attacked_spy_is_removed(attacker: str) -> None:
    assert Table.at(f"{attacker}@e5", "s@e6").do("e5-e6").on("e6") == f"r{attacker}"


def test_r26_a_spy_on_a_bomb() -> None:
    assert Table.at("s@e5", "b@e6").do("e5-e6").on("e6") == "bb"


def test_r27_whether_a_spy_takes_the_flag() -> None:
    assert Table.at("s@j9").do("j9-j10").result() == (RED, "flag")
    assert Table.at("s@j9", spy_takes_flag=False).do("j9-j10").on("j10") == "bf"


@pytest.mark.parametrize("letter", "s23456789m")
def test_r28_every_movable_piece_takes_the_flag(letter: str) -> None:
    assert Table.at(f"{letter}@j9").do("j9-j10").result() == (RED, "flag")


def test_r29_flag_and_bombs_are_rearranged_in_the_set_up() -> None:
    table = Table.start().do("place f a1", "place b b1", "swap a1 b1", "swap b1 c3", seat=RED)
    assert table.placed(RED) == {0: "b", 22: "f"}


def test_r30_armies_are_counted_after_every_ply() -> None:
    assert Table.at("f@a1 5@e5", "f@j10 4@e6", frame=False).do("e5-e6").result() == (RED, "army")


def test_r31_moves_are_asked_for_when_the_turn_begins() -> None:
    # Blue's only movable piece is shut in until Red opens the way on its own turn.
    table = Table.at("f@a1 5@i8", "f@j10 b@j9 b@i10 b@h9 4@i9", frame=False)
    assert table.do("i8-h8").texts() == ["i9-i8"]


def test_r32_mutual_or_blocked() -> None:
    assert Table.at("f@a1 6@e5", "f@j10 6@e6", frame=False).do("e5-e6").result() == (NONE, "mutual")
    shut: dict[str, Any] = {"red": "f@b1 b@b2 5@a1 b@a2", "blue": "f@j9 b@i10 5@j10", "frame": False}
    assert Table.at(**shut).result() == (BLUE, "blocked")
    assert Table.at(**shut, turn="blue").result() == (RED, "blocked")


@pytest.mark.parametrize(
    ("reveal", "attacker", "defender", "known"),
    [
        ("both", "7", "5", (True, True)),
        ("both", "5", "7", (True, True)),
        ("silent", "7", "5", (True, True)),
        ("silent", "5", "7", (True, False)),
        ("silent", "6", "6", (True, True)),
        ("outcome", "7", "5", (False, False)),
        ("outcome", "5", "7", (False, False)),
    ],
)
def test_r33_what_a_battle_tells(reveal: str, attacker: str, defender: str, known: tuple[bool, bool]) -> None:
    table = Table.at(f"{attacker}@e5", f"{defender}@e6", battle_reveal=reveal)
    pieces = table.piece("e5"), table.piece("e6")
    table.do("e5-e6")
    assert tuple(bool(table.s.shown[piece]) for piece in pieces) == known
    for viewer, hidden in ((BLUE, pieces[0]), (RED, pieces[1]), (SPECTATOR, pieces[0]), (SPECTATOR, pieces[1])):
        assert (table.view(viewer).types[hidden] >= 0) == known[pieces.index(hidden)]


def test_r34_known_pieces_are_drawn_face_down_again() -> None:
    table = Table.at("7@e5", "5@e6").do("e5-e6")
    assert "r?" in GAME.text.board(table.view(BLUE), BLUE)
    assert "r7" not in GAME.text.board(table.view(BLUE), BLUE)


def test_r35_positions_are_visible_types_are_not() -> None:
    table = Table.start(**READY_MADE)
    drawn = GAME.text.board(table.view(RED), RED)
    assert drawn.count("b?") == 40
    assert "r9" in drawn


def test_r36_nothing_of_an_army_is_in_the_prompt() -> None:
    # The curtain is the screen's; what it shows is the prompt, which must name no piece.
    table = Table.start(**READY_MADE)
    assert GAME.notation.prompt(table.view(BLUE), BLUE) == "Red is to move."


def test_r37_a_wrong_choice_costs_nothing() -> None:
    table = Table.start(**READY_MADE)
    assert table.refusal("a1-a2") == "own-piece"
    assert (table.seat(), table.s.ply) == (RED, 0)


def test_r38_every_legal_destination_is_marked() -> None:
    table = Table.at("5@e4", "6@e5")
    ends = [path[1] for path in table.paths() if path[0] == "cell e4"]
    assert ends == ["cell e5", "cell f4", "cell e3", "cell d4"]
    drawn = GAME.text.board(table.view(RED), RED, ends)
    assert ">b?<" in drawn
    assert drawn.count("[") == 3 + 1  # the legend has one


def test_r39_a_contested_cell_is_an_enemys_by_move_or_strike() -> None:
    moved = Table.at("2@e4", "6@e7").do("e4-e7")
    struck = Table.at("2@e4", "6@f7").do("e4-e7xf7")
    assert moved.s.last.contested == moved.square("e7")
    assert struck.s.last.contested == struck.square("f7")


def test_r40_a_scout_that_goes_far_is_known() -> None:
    assert Table.at("2@a4", battle_reveal="outcome").do("a4-a6").shown("a6")
    assert not Table.at("2@a4").do("a4-a5").shown("a5")
    struck = Table.at("2@e6", "s@f7", battle_reveal="outcome").do("e6-e7xf7")
    assert struck.shown("f7")


def test_r41_draws_are_mutual_or_by_limit() -> None:
    assert Table.at("9@e4", move_cap=1).do("e4-e5").result() == (NONE, "move-cap")
    assert Table.at("", no_battle_limit=1).do("b1-b2").result() == (NONE, "no-battle")


def test_r42_two_square_is_on_by_default() -> None:
    assert options_of().two_square == 3
    moves = ("e4-e5", "j8-j7", "e5-e4", "j7-j8", "e4-e5", "j8-j7", "e5-e4", "j7-j8", "e4-e5", "j8-j7")
    assert Table.at("5@e4", "6@j8", two_square=0).do(*moves).refusal("e5-e4") == "accepted"


def test_r43_more_squares_is_off_by_default() -> None:
    assert not options_of().more_squares


def test_r44_limits() -> None:
    assert (options_of().no_battle_limit, options_of().move_cap, options_of().cap_scoring) == (200, 2000, "draw")
    equal = Table.at("", no_battle_limit=1, cap_scoring="material").do("b1-b2")
    assert equal.result() == (NONE, "no-battle")
    blue = Table.at("", "9@e6", no_battle_limit=1, cap_scoring="material").do("b1-b2")
    assert blue.result() == (BLUE, "no-battle")
    flagged = Table.at("5@j9", move_cap=1, cap_scoring="material").do("j9-j10")
    assert flagged.result() == (RED, "flag")


def test_r45_nothing_but_a_repetition_left() -> None:
    # Red's only movable piece can but go to and fro between a1 and a2.
    table = Table.at("f@b2 b@b1 b@a3 5@a1", "f@j10 6@j8", frame=False)
    table.do("a1-a2", "j8-j7", "a2-a1", "j7-i7", "a1-a2")
    assert table.do("i7-h7").result() == (BLUE, "blocked")


@pytest.mark.parametrize("text", ["resign", "draw", "offer draw", "undo"])
def test_r46_resigning_and_draws_are_not_part_of_the_rules(text: str) -> None:
    assert Table.start(**READY_MADE).refusal(text) == "bad-syntax"
