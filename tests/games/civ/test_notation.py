"""Text, JSON, picks and refusals (§9, §11)."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plowshares.core.errors import IllegalCommand
from plowshares.games.civ import notation
from plowshares.games.civ.actions import Kind, space
from plowshares.games.civ.notation.commands import TEXT_KINDS
from plowshares.games.civ.state import Result, State
from tests.amounts import amount, some
from tests.games.civ.table import at, give, legal, options, play, position, random_match, start, view_of


def code_of(s: State, command: Any, seat: int = 0) -> str:
    """Return the code a command is refused with; nothing changes."""
    seen = view_of(s, seat)
    before = seen.tobytes()
    read = notation.parse if isinstance(command, str) else notation.parse_json
    with pytest.raises(IllegalCommand) as caught:
        read(seen, seat, command)
    assert seen.tobytes() == before
    assert str(command)[:20] in str(caught.value)
    return caught.value.code


def read(s: State, command: Any) -> tuple[int, ...]:
    parse = notation.parse if isinstance(command, str) else notation.parse_json
    return parse(view_of(s, int(s.current)), int(s.current), command)


def test_all_kinds_are_numbered_as_in_the_table() -> None:
    assert [kind.name for kind in space(options()).kinds] == [kind.name.lower() for kind in Kind]
    assert space(options()).size == 23 * 256 + 1 + 2 + 251


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "attack",
        "+A",
        "+A 3",
        "+A 3,4,5",
        "+A 3 4",
        "+A 3,4 N",
        "+A x,y",
        "+A 1.5,2",
        "end now",
        "R",
        "R attack",
        "W 3,4",
        "W 3,4 X",
        "W 3,4 NE",
        "W 3,4 N 1 2",
        "W 3,4 N two",
        "W 3,4 N 1w",
        "A 3,4 N 1.5",
        "A 3,4 N ww",
        "count",
        "count x",
        "count 1w",
        "A " * 60,
    ],
)
def test_syntax_is_refused(text: str) -> None:
    with pytest.raises(IllegalCommand) as caught:
        notation.parse(view_of(position(), 0), 0, text)
    assert caught.value.code == "syntax"


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "end",
        {},
        {"kind": 3},
        {"kind": "fly"},
        {"kind": "end", "x": 1},
        {"kind": "army", "x": 1},
        {"kind": "army", "x": 1, "y": True},
        {"kind": "army", "x": 1, "y": "2"},
        {"kind": "army", "x": 1.0, "y": 2},
        {"kind": "research"},
        {"kind": "research", "what": "off"},
        {"kind": "research", "what": ["offence"]},
        {"kind": "count", "count": "*"},
        {"kind": "move_workers", "x": 1, "y": 1, "dir": "N", "weakest": True},
        {"kind": "move_armies", "x": 1, "y": 1, "dir": 0},
        {"kind": "move_armies", "x": 1, "y": 1, "dir": "Q"},
        {"kind": "move_armies", "x": 1, "y": 1, "dir": "N", "count": "all"},
        {"kind": "move_armies", "x": 1, "y": 1, "dir": "N", "count": 1.5},
        {"kind": "move_armies", "x": 1, "y": 1, "dir": "N", "count": True},
        {"kind": "move_armies", "x": 1, "y": 1, "dir": "N", "weakest": 1},
    ],
)
def test_json_syntax_is_refused(data: Any) -> None:
    with pytest.raises(IllegalCommand) as caught:
        notation.parse_json(view_of(position(), 0), 0, data)
    assert caught.value.code == "syntax"


def test_game_over_comes_before_everything_but_syntax() -> None:
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100")
    play(s, "A 4,4 E 1")
    assert s.result == Result.CONQUEST
    assert code_of(s, "end") == "game_over"
    assert code_of(s, "+A 99,99", 1) == "game_over"
    assert code_of(s, "nonsense") == "syntax"


def test_not_your_turn_comes_before_pending() -> None:
    s = position(units="0:4,4:2@100")
    play(s, "A 4,4 N ?")
    assert code_of(s, "count 1", 1) == "not_your_turn"
    assert code_of(s, "end", 1) == "not_your_turn"


def test_pending_works_both_ways_and_comes_before_the_board() -> None:
    s = position(units="0:4,4:2@100")
    assert code_of(s, "count 1") == "pending"
    play(s, "A 4,4 N ?")
    for text in ("end", "+A 99,99", "A 4,4 N 1", "R off"):
        assert code_of(s, text) == "pending"
    assert code_of(s, "count 0") == "count"
    assert code_of(s, "count 3") == "count"


def test_off_board_comes_before_the_phase() -> None:
    s = position(units="0:0,0:2w")
    play(s, "W 0,0 E 1")
    for text in ("+A 16,0", "+C 0,-1", "W -1,0 E 1", "W 0,0 N 1", "A 15,0 E 1", "M 0,15 S 1", "+C 999999999,0"):
        assert code_of(s, text) == "off_board"
    assert code_of(s, {"kind": "city", "x": 10**30, "y": 0}) == "off_board"


def test_phase_comes_before_the_city() -> None:
    s = position(units="0:0,0:2w")
    play(s, "W 0,0 E 1")
    for text in ("+A 5,5", "+C 9,9", "R off"):
        assert code_of(s, text) == "phase"


def test_not_your_city_comes_before_production() -> None:
    s = position()
    assert code_of(s, "+A 5,5") == "not_your_city"
    assert code_of(s, "+W 15,15") == "not_your_city"
    assert code_of(s, "+A 0,0") == "production"


def test_production_and_trade_say_need_and_have() -> None:
    s = position()
    give(s, production=7, trade=3)
    for text, code, words in (
        ("+W 0,0", "production", "a worker needs 10 production, you have 7"),
        ("+C 9,9", "production", "a city needs 30 production, you have 7"),
        ("R def", "trade", "research needs 20 trade, you have 3"),
    ):
        with pytest.raises(IllegalCommand, match=words) as caught:
            read(s, text)
        assert caught.value.code == code


def test_founding_is_refused_in_order() -> None:
    s = position(cities="0:0,0 1:15,15 1:9,9 1:2,0", units="1:2,0:1w; 1:1,1:1w; 1:8,8:1w")
    give(s, production=30)
    assert code_of(s, "+C 9,9") == "hidden"
    assert code_of(s, "+C 8,8") == "hidden"
    assert code_of(s, "+C 2,0") == "city_exists"
    assert code_of(s, "+C 1,1") == "occupied"


def test_occupied_comes_before_the_unit_limit() -> None:
    s = position(cities="0:0,0 0:5,5 1:15,15", units="0:0,0:20w; 1:5,5:1@100", unit_limit=20)
    give(s, production=30)
    assert code_of(s, "+A 5,5") == "occupied"
    assert code_of(s, "+A 0,0") == "unit_limit"


def test_research_limit() -> None:
    s = position()
    give(s, trade=100, offence=1000)
    assert code_of(s, "R off") == "research_limit"
    play(s, "R def")
    assert "R off" not in [notation.format(s, 0, (a,)) for a in legal(s)]


def test_no_unit_comes_before_the_count() -> None:
    s = position(units="0:4,4:1w; 1:9,9:1@100")
    assert code_of(s, "A 4,4 N 7") == "no_unit"
    assert code_of(s, "W 5,5 N 0") == "no_unit"
    assert code_of(s, "A 9,9 N 1") == "no_unit"


def test_the_count_message_tells_moved_from_missing() -> None:
    s = position(units="0:4,4:3@100")
    assert code_of(s, "A 4,4 N 0") == "count"
    assert code_of(s, "A 4,4 N -1") == "count"
    with pytest.raises(IllegalCommand, match=r"3 armies can move from 4,4:") as caught:
        read(s, "A 4,4 N 4")
    assert caught.value.code == "count"
    play(s, "A 4,4 N 1")
    with pytest.raises(IllegalCommand, match=r"0 armies can move from 4,3, 1 of 1 have moved already"):
        read(s, "A 4,3 N *")
    with pytest.raises(IllegalCommand, match="moved already"):
        read(s, "A 4,3 N ?")


def test_group_comes_before_muster() -> None:
    s = position("codekata", units="0:4,4:2@100; 1:5,4:1@100")
    assert code_of(s, "A 4,4 E 2") == "group"
    assert code_of(s, "A 4,4 E *") == "group"
    assert code_of(s, "M 4,4 E 1") == "group"
    assert code_of(s, "M 4,4 N 1") == "group"
    assert code_of(s, "A 4,4 E 3") == "count"
    assert len(read(s, "A 4,4 N 2")) == 2


def test_muster_needs_an_enemy() -> None:
    s = position(units="0:4,4:2@100; 1:5,4:1@100")
    assert code_of(s, "M 4,4 N 1") == "muster"
    assert read(s, "M 4,4 E 2")


def test_selection_is_refused_only_in_field_form() -> None:
    s = position(units="0:4,4:2@100")
    weakest = space(options()).encode("move_armies", at(s, "4,4"), 4)
    assert notation.explain(view_of(s, 0), 0, weakest).code == "selection"
    assert read(s, "A 4,4 N 1w") == read(s, "A 4,4 N 1")
    assert read(s, "A 4,4 N ?w") == read(s, "A 4,4 N ?")
    s = position(units="0:4,4:1@100 1@50")
    assert read(s, "A 4,4 N 2w") == read(s, "A 4,4 N *") == read(s, "A 4,4 N *w")
    assert read(s, "A 4,4 N 1w") == (weakest,)


def test_worker_city_is_the_last_refusal() -> None:
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1w")
    assert code_of(s, "W 4,4 E 2") == "count"
    assert code_of(s, "W 4,4 E 1") == "worker_city"


def test_explain_refuses_numbers_that_are_no_action() -> None:
    s = view_of(position(), 0)
    assert notation.explain(s, 0, -1).code == "syntax"
    assert notation.explain(s, 0, int(s.actions.size)).code == "syntax"
    assert notation.explain(s, 0, int(s.actions.size) - 1).code == "pending"


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("end", {"kind": "end"}),
        ("+A 0,0", {"kind": "army", "x": 0, "y": 0}),
        ("+W 0,0", {"kind": "worker", "x": 0, "y": 0}),
        ("+C 1,1", {"kind": "city", "x": 1, "y": 1}),
        ("R off", {"kind": "research", "what": "offence"}),
        ("R def", {"kind": "research", "what": "defence"}),
        ("W 4,4 E 2", {"kind": "move_workers", "x": 4, "y": 4, "dir": "E", "count": 2}),
        ("A 4,4 N 2", {"kind": "move_armies", "x": 4, "y": 4, "dir": "N", "count": 2, "weakest": False}),
        ("A 4,4 N 2w", {"kind": "move_armies", "x": 4, "y": 4, "dir": "N", "count": 2, "weakest": True}),
        ("A 4,4 N ?w", {"kind": "move_armies", "x": 4, "y": 4, "dir": "N", "count": "?", "weakest": True}),
        ("M 4,4 W 3", {"kind": "muster", "x": 4, "y": 4, "dir": "W", "count": 3, "weakest": False}),
        ("W 4,4 E ?", {"kind": "move_workers", "x": 4, "y": 4, "dir": "E", "count": "?"}),
    ],
)
def test_text_and_json_are_twins(text: str, data: dict[str, Any]) -> None:
    s = position(units="0:4,4:2w 1@100 2@50; 1:3,4:1@100")
    give(s, production=30, trade=20)
    actions = read(s, text)
    assert read(s, data) == actions
    seen = view_of(s, 0)
    assert notation.format(seen, 0, actions) == text
    assert notation.to_json(seen, 0, actions) == data
    assert read(s, text.lower()) == actions
    assert read(s, f"  {text.upper().replace(' ', '   ')} ") == actions


def test_what_may_be_left_out() -> None:
    s = position(units="0:4,4:2w 3@100")
    assert read(s, "W 4,4 E") == read(s, "W 4,4 E 1")
    assert read(s, "W 4,4 E *") == read(s, "W 4,4 E 2")
    short = {"kind": "move_armies", "x": 4, "y": 4, "dir": "n"}
    assert read(s, short) == read(s, "A 4,4 N 1")
    assert read(s, {**short, "count": "*"}) == read(s, "A 4,4 N 3")
    assert read(s, "A 4,4 N w") == read(s, "A 4,4 N 1")


def test_a_move_with_one_possible_number_is_one_decision() -> None:
    s = position(units="0:4,4:1@100 1@50")
    seen = view_of(s, 0)
    first = read(s, "A 4,4 N 1w")
    assert len(first) == 1
    assert notation.format(seen, 0, first) == "A 4,4 N 1w"
    s = position("codekata", units="0:4,4:3@100; 1:5,4:1@100")
    assert len(read(s, "A 4,4 E 1")) == 1
    assert read(s, "A 4,4 E ?") == read(s, "A 4,4 E 1")


def test_count_is_a_command_of_its_own() -> None:
    s = position(units="0:4,4:3@100")
    play(s, "A 4,4 N ?")
    seen = view_of(s, 0)
    action = read(s, "count 2")
    assert notation.format(seen, 0, action) == "count 2"
    assert notation.to_json(seen, 0, action) == {"kind": "count", "count": 2}
    assert read(s, {"kind": "count", "count": 2}) == action
    assert notation.picks(seen, 0, action[0]) == ("number 2",)


def test_picks() -> None:
    s = position(units="0:4,4:2w 1@100 1@50; 0:8,8:1@100; 1:5,4:1@100; 1:8,7:1@100")
    give(s, production=30, trade=20)
    seen = view_of(s, 0)
    paths = {notation.picks(seen, 0, action) for action in legal(s)}
    assert len(paths) == len(legal(s))
    assert {
        ("button end turn",),
        ("city 0,0", "button army"),
        ("city 0,0", "button worker"),
        ("button found city", "cell 1,1"),
        ("button research offence",),
        ("workers 4,4", "cell 4,3"),
        ("armies 4,4", "cell 4,3", "button move strongest first"),
        ("armies 4,4", "cell 5,4", "button muster weakest first"),
        ("armies 8,8", "cell 8,7", "button move"),
        ("armies 8,8", "cell 8,7", "button muster"),
        ("armies 8,8", "cell 8,9"),
    } <= paths


@pytest.mark.parametrize("preset", ["quick", "codekata"])
def test_every_decision_of_random_matches_reads_back(preset: str) -> None:
    s = start(preset, 2, players=2, size=9, max_rounds=20, start_armies=3, start_food=60)
    for i, (seat, _) in some(enumerate(random_match(s, 2))):
        if i % amount(2, 15):
            continue
        seen = view_of(s, seat)
        texts = {}
        for action in legal(s):
            text = notation.format(seen, seat, (action,))
            assert notation.parse(seen, seat, text) == (action,)
            assert notation.parse_json(seen, seat, notation.to_json(seen, seat, (action,))) == (action,)
            texts[text] = action
        assert len(texts) == len(legal(s))


@settings(deadline=None, max_examples=amount(300, 40))
@given(st.text(alphabet="+AaWwCcMRrendoffut 0123456789,?*NESW-", max_size=24))
def test_anything_typed_is_read_or_refused(text: str) -> None:
    s = position(units="0:4,4:2w 3@100; 1:5,4:1@100")
    seen = view_of(s, 0)
    actions: tuple[int, ...] = ()
    with contextlib.suppress(IllegalCommand):  # and nothing else
        actions = notation.parse(seen, 0, text)
    assert not actions or actions[0] in legal(s)
    assert not actions or notation.parse(seen, 0, notation.format(seen, 0, actions)) == actions


def test_help_names_every_kind() -> None:
    assert all(word in notation.HELP for word in TEXT_KINDS.values())


def test_prompt_and_result() -> None:
    s = position(units="0:4,4:3@100", max_rounds=1)
    assert notation.prompt(view_of(s, 0), 0) == "Round 1 of 1: spend, move, or end your turn."
    assert notation.prompt(view_of(s, 1), 1) == "Round 1 of 1: Player 0 is to move."
    play(s, "A 4,4 N ?")
    assert notation.prompt(view_of(s, 0), 0) == "Round 1 of 1: how many, 1 to 3?"
    play(s, "count 2")
    assert notation.prompt(view_of(s, 0), 0) == "Round 1 of 1: move on, or end your turn."
    play(s, "end", "end")
    assert notation.describe_result(s) == ("cap", "Player 0 wins on points after round 1.")
    assert notation.prompt(s, 1).startswith("The match is over.")
    s = position(max_rounds=1)
    play(s, "end", "end")
    assert notation.describe_result(s) == ("cap", "Player 0 and Player 1 share the first place after round 1.")
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100")
    play(s, "A 4,4 E 1")
    assert notation.describe_result(s) == ("conquest", "Player 0 owns every city and wins.")
    assert [notation.seat_name(s, seat) for seat in (-1, 0, 1)] == ["Spectator", "Player 0", "Player 1"]
