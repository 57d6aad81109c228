"""Text, JSON, refusals, picks, prompts and the log."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.games.farmer_soldier import notation
from plowshares.games.farmer_soldier.options import Options
from plowshares.games.farmer_soldier.positions import format_position, read_position

from .helpers import Table, at, new

FIELD = "a1 p0 2f 2s 1c 9g; b1 p1 3g; c3 p1 1f 2g"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  A1 > B1   2F ", "a1>b1 2f"),
        ("a1>b1 2f", "a1>b1 2f"),
        ("0.0>1.0 2f", "a1>b1 2f"),
        ("DONE", "done"),
        ("a1>b1 c", "a1>b1 1c"),
    ],
)
def test_input_ignores_case_and_blanks(text: str, same: str) -> None:
    seen = at(FIELD).view(0)
    actions = notation.parse(seen, 0, text)
    assert notation.format(seen, 0, actions) == same
    assert notation.parse(seen, 0, same) == actions


SYNTAX = [
    "",
    "go",
    "a1>b1",
    "a1>b1>c1 2f",
    "a1 b1 2f",
    ">b1 2f",
    "a1>?? 2f",
    "a1>b1 f 2s",
    "a1>b1 2",
    "a1>b1 2x",
    "a1>b1 -1f",
    "a1>b1 1024f",
    "a1>b1 1.5f",
    "done now",
    "raise a1",
    "raise a1 1f",
    "raise a1 1s 1s",
    "raise ?? 1s",
    "starve a1",
    "starve a1 x",
    "mark b2 1 2",
    "mark b2 p1",
    "mark b2 p1 x",
    "arm a1 2f",
    "1024",
    "99999999999",
    "1 2",
    "-1",
]


@pytest.mark.parametrize("text", SYNTAX)
def test_bad_syntax(text: str) -> None:
    assert at(FIELD).refused(text) == "bad-syntax"


BAD_JSON: list[Any] = [
    None,
    [],
    {"kind": 3},
    {"kind": "fly"},
    {"kind": "done", "extra": 1},
    {"kind": "move", "from": "a1", "to": "b1"},
    {"kind": "move", "from": "a1", "to": 7, "what": "f"},
    {"kind": "move", "from": "a1", "to": "?", "what": "f"},
    {"kind": "move", "from": "a1", "to": "b1", "what": "x"},
    {"kind": "move", "from": "a1", "to": "b1", "what": "fs"},
    {"kind": "move", "from": "a1", "to": "b1", "what": ["f"]},
    {"kind": "move", "from": "a1", "to": "b1", "what": "f", "count": True},
    {"kind": "move", "from": "a1", "to": "b1", "what": "f", "count": "2"},
    {"kind": "amount", "count": -1},
    {"kind": "amount", "count": 1024},
    {"kind": "mark", "cell": "b2", "player": "p1", "count": 1},
    {"kind": "mark", "cell": "b2", "player": -1, "count": 1},
    {"kind": "raise", "cell": "a1", "soldiers": None},
]


@pytest.mark.parametrize("data", BAD_JSON, ids=str)
def test_bad_json(data: Any) -> None:
    with pytest.raises(IllegalCommand) as caught:
        notation.parse_json(at(FIELD).view(0), 0, data)
    assert caught.value.code == "bad-syntax"


MARKS = "b2 p0 1s 1g p1 1s p2 1s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f"
REFUSED = [
    ("p1 done", "not-your-turn"),
    ("p7 done", "not-your-turn"),
    ("raise a1 1s", "wrong-phase"),
    ("arm a1 1s", "wrong-phase"),
    ("starve a1 1c", "wrong-phase"),
    ("mark a1 p1 1", "wrong-phase"),
    ("2", "wrong-phase"),
    ("d4>a1 1f", "unknown-cell"),
    ("a1>a9 1f", "unknown-cell"),
    ("3>4 1f", "unknown-cell"),
    ("0.3>0.0 1f", "unknown-cell"),
    ("a1>a1 1f", "not-adjacent"),
    ("a1>c1 99f", "not-adjacent"),
    ("b1>c1 1g", "not-your-food"),
    ("b1>c1 99g", "not-your-food"),
    ("b2>c2 1g", "none-there"),
    ("b1>c1 1f", "none-there"),
    ("b2>c2 0f", "none-there"),
    ("a1>b1 3f", "too-many"),
    ("a1>b1 0f", "too-few"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_refusals_in_the_move_step(text: str, code: str) -> None:
    assert at(FIELD).refused(text) == code


def test_refusals_of_answers() -> None:
    table = at("a1 p0 2f 2s 2c 3g; c3 p1 1f 2g").play("done")
    assert table.refused("starve b2 1c") == "wrong-cell"
    assert table.refused("starve z9 1c") == "unknown-cell"
    assert table.refused("starve a1 1f") == table.refused("starve a1 1g") == "wrong-kind"
    assert table.refused("starve a1 1s") == "wrong-kind"
    assert table.refused("starve a1 3c") == table.refused("3") == "too-many"
    assert table.refused("done") == table.refused("a1>b1 1f") == "wrong-phase"
    assert at("a1 p0 1f 1c 9g; c3 p1 1f 2g", start=True).refused("raise a1 2s") == "too-many"
    short = at("a1 p0 1f 2s 1c 1g; c3 p1 1f 2g").play("done", "starve a1 1c")
    assert short.refused("starve a1 0s") == "too-few"


def test_refusals_while_marking() -> None:
    table = at(MARKS, players=3).play("done")
    assert table.refused("p0 mark a1 p1 1") == "wrong-cell"
    assert table.refused("p0 mark b2 p0 1") == "bad-target"
    assert table.refused("p0 mark b2 p2 1") == "bad-target"
    assert table.refused("p0 mark b2 p9 1") == "bad-target"
    assert table.refused("p0 mark b2 p1 2") == "too-many"
    table.play("p0 mark b2 p1 1")
    assert table.refused("p0 mark b2 p1 1") == "not-your-turn"


def test_refusals_of_amounts() -> None:
    table = at("a1 p0 3f 9g; b1 p0 2f 9g; c3 p1 1f 2g", max_stack=9).play("b1>a1 1f", "a1>a2 f")
    assert table.phase == "amount"
    assert table.refused("4") == "already-moved"
    assert table.refused("5") == "too-many"
    assert table.refused("0") == "too-few"
    assert table.refused("a1>a2 1f") == table.refused("done") == "wrong-phase"
    assert "a2 p0 2f" in table.play("2").position
    assert at("a1 p0 1f 3g; a2 p0 7g; c3 p1 1f 2g", max_stack=9).play("a1>a2 g").refused("3") == "stack-full"


def test_refusals_after_the_end() -> None:
    table = at("a1 p0 2s; c3 p1 1f 2g").play("done")
    assert table.refused("done") == table.refused("p1 done") == "game-over"


def test_r20_no_escort_after_the_amounts() -> None:
    table = at("a1 p0 1f food 5; b1 food 3; c3 p1 1f food 2", food_rule="common")
    assert table.refused("b1>b2 4g") == "too-many"
    assert table.refused("b1>b2 1g") == "no-escort"


def test_explain_gives_the_same_codes() -> None:
    table = at(FIELD)
    seen, first = table.view(0), int(table.s.actions.first[1])
    assert notation.explain(seen, 0, -1).code == "bad-syntax"
    assert notation.explain(seen, 0, int(table.s.actions.size)).code == "bad-syntax"
    assert notation.explain(seen, 1, 0).code == "not-your-turn"
    assert notation.explain(seen, 0, int(table.s.actions.first[2])).code == "wrong-phase"
    assert notation.explain(seen, 0, first + 1).code == "not-adjacent"  # west of a1
    assert notation.explain(seen, 0, first + 4).code == "none-there"
    with pytest.raises(ValueError, match="legal"):
        notation.explain(seen, 0, 0)
    endless = new(edges="ii")
    action = int(endless.s.actions.first[1]) + 4 * 4000
    assert notation.explain(endless.view(0), 0, action).code == "unknown-cell"


def test_several_amounts_in_one_line() -> None:
    table = at(FIELD)
    assert len(notation.parse(table.view(0), 0, "a1>b1 2f 1c 3g")) == 5
    assert "b1 p0 2f 1c 3g p1 3g" in table.play("a1>b1 2f 1c 3g").position
    assert at(FIELD).refused("a1>b1 1f 2f") == "too-many"
    assert at(FIELD).refused("a1>b1 2f 3s") == "too-many"
    hungry = at("a1 p0 1f 1s 1c 2g; c3 p1 1f 2g").play("done", "starve a1 0c 1s")
    assert hungry.position.startswith("a1 p0 1f 1c 2g;")
    assert at("a1 p0 1f 1s 1c 2g; c3 p1 1f 2g").play("done").refused("starve a1 1c 0s") == "not-your-turn"
    far = new(edges="ii", start="3f 3s 9g")
    assert len(notation.parse(far.view(0), 0, "0.0>0.-1 2f 1s 3g")) == 6


def test_commands_in_json_and_text() -> None:
    table = at(FIELD)
    seen = table.view(0)
    for text in ("a1>b1 2f", "done"):
        actions = notation.parse(seen, 0, text)
        data = notation.to_json(seen, 0, actions)
        assert notation.parse_json(seen, 0, data) == actions
        assert notation.format(seen, 0, actions) == text
    assert notation.to_json(seen, 0, notation.parse(seen, 0, "a1>b1 2f")) == {
        "kind": "move",
        "from": "a1",
        "to": "b1",
        "what": "f",
        "count": 2,
    }
    assert "count" not in notation.to_json(seen, 0, notation.parse(seen, 0, "a1>b1 f"))
    table.play("a1>b1 f")
    assert notation.to_json(table.view(0), 0, (table.legal(0)[1],)) == {"kind": "amount", "count": 2}
    assert table.texts(0) == ["1", "2"]


def test_picks() -> None:
    table = at(FIELD)
    move, amount = notation.parse(table.view(0), 0, "a1>b1 2s")
    assert notation.picks(table.view(0), 0, 0) == ("button done",)
    assert notation.picks(table.view(0), 0, move) == ("cell a1", "button soldiers", "cell b1")
    assert notation.picks(table.play("a1>b1 s").view(0), 0, amount) == ("number 2",)


def test_prompts() -> None:
    def ask(table: Table, seat: int = 0) -> str:
        return notation.prompt(table.view(seat), seat)

    assert "done" in ask(at(FIELD))
    assert ask(at(FIELD), 1) == ask(at(FIELD), -1) == "p0 is to act."
    assert "3 children in a1" in ask(at("a1 p0 3c 9g; c3 p1 1f 2g", start=True))
    assert "farmers move from a1 to b1? 1 to 2" in ask(at(FIELD).play("a1>b1 f"))
    assert "1 short in a1: how many children" in ask(at("a1 p0 1f 1s 1c 2g; c3 p1 1f 2g").play("done"))
    marking = at(MARKS, players=3).play("done")
    assert "soldiers of p1 do yours mark in b2" in ask(marking)
    assert "Others" in ask(marking, -1)
    assert "2 adults in a1" in ask(at("a1 p0 1f 1s 2g; c3 p1 1f 2g", switch=True).play("done"))
    assert "p1 wins" in ask(at("a1 p0 2s; c3 p1 1f 2g").play("done"))
    assert notation.seat_name(new().s, 1) == "p1"
    assert "a1>b1" in notation.HELP


def told(table: Table, text: str, viewer: int = -1) -> list[str]:
    before = table.view(viewer)
    table.play(text)
    return notation.tell(before, table.view(viewer), viewer)


def test_the_log_of_a_turn() -> None:
    table = at("a1 p0 1f 2c 4g; c3 p1 1f 2g", start=True)
    assert told(table, "raise a1 1s") == ["p0 raises 1 soldier and 1 farmer in a1.", "1 child of p0 is born."]
    assert told(table, "a1>b1 1g") == ["p0 moves 1 food from a1 to b1."]
    assert told(table, "a1>b1 2f") == ["p0 moves 2 farmers from a1 to b1."]
    assert told(table, "done") == [
        "p0 has done moving.",
        "p0 loses 1 farmer to hunger.",
        "p0 harvests 2 food.",
        "It is the turn of p1.",
        "1 child of p1 is born.",
    ]
    assert notation.tell(table.view(0), table.view(0), 0) == []


def test_the_log_of_hunger_combat_and_the_end() -> None:
    table = at("a1 p0 1s; b2 p0 3s 3g p1 2f 2s 1c")
    lines = told(table, "done")
    assert lines == [
        "p0 has done moving.",
        "p0 loses 1 soldier to hunger.",
        "p0 loses 2 soldiers in combat.",
        "p1 loses 2 farmers, 2 soldiers and 1 child in combat.",
        "p1 is eliminated.",
        "p0 wins: nobody else has people left.",
    ]
    loot = at("b2 p0 1s 1g p1 1f 5g; a1 p0 1f 1g; c3 p1 1f 2g; c1 p1 1s", food_rule="looted")
    assert "p0 takes 5 food." in told(loot, "done")


def test_the_log_of_secret_marks() -> None:
    table = at(MARKS, players=3).play("done")
    assert told(Table(table.s.clone()), "p1 mark b2 p0 1", 1) == [
        "p1 has chosen its marks.",
        "You mark 1 soldier of p0 in b2.",
    ]
    assert told(table, "p1 mark b2 p0 1", 2) == ["p1 has chosen its marks."]
    table.play("p0 mark b2 p1 0")
    lines = told(table, "p2 mark b2 p0 1")
    assert lines[:3] == [
        "p0 marked 0 soldiers of p1 in b2.",
        "p1 marked 1 soldier of p0 in b2.",
        "p2 marked 1 soldier of p0 in b2.",
    ]


def test_the_log_of_roles_and_rounds() -> None:
    table = at("a1 p0 1f 1s 2g; c3 p1 1s 2g", switch=True).play("done")
    lines = told(table, "arm a1 2s")
    assert lines[0] == "p0 now has 2 soldiers and 0 farmers in a1."
    table.play("done")
    assert "Round 1 is over." in told(table, "arm c3 1s")


def test_results_in_words() -> None:
    draw = at("b2 p0 1s 1g p1 1s").play("done")
    assert notation.describe_result(draw.s) == ("wiped-out", "p0 and p1 draw: nobody has people left.")
    three = at("a1 p0 1s 1g; b2 p1 1s 1g; c3 p2 1s", players=3, round_cap=1).play("done", "done", "done")
    assert notation.describe_result(three.s)[1].endswith("Places: 1 p0, 1 p1, 3 p2.")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "b2 p0 2s 1g p1 1f; c3 p1 1f 2g"),
        ({"food_rule": "common"}, "a1 p0 1f food 3; b1 food 2; c3 p1 1f"),
        ({"edges": "ii"}, "0.0 p0 1f 2g; -1.0 p1 1s"),
        ({}, ""),
    ],
)
def test_position_text_reads_back(options: dict[str, Any], text: str) -> None:
    s = read_position(Options(**options), text)
    assert format_position(s) == text


@pytest.mark.parametrize("text", ["z9 p0 1f", "a1 p7 1f", "a1 p0 f", "a1 x"])
def test_bad_position_text(text: str) -> None:
    with pytest.raises(ValueError, match="in '"):
        read_position(Options(), text)
