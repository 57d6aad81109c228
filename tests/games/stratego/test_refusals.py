"""Bad input (§11): every code, in the order of the table, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as inputs
from hypothesis import settings
from hypothesis import strategies as st

from plowshares.core.errors import IllegalCommand
from plowshares.core.seats import SPECTATOR
from plowshares.games.stratego import GAME
from plowshares.games.stratego.actions import Kind
from tests.amounts import amount
from tests.games.stratego.table import BLUE, RED, Table

READY_MADE: dict[str, Any] = {"red_setup": "balanced", "blue_setup": "balanced"}


@pytest.mark.parametrize(
    "command",
    [
        "", "   ", "{only a comment}", "hello", "e4", "e4-", "-e5", "e4--e5", "e4-e5-e6", "e4-e7xf7xg7", "e4 e7 f7",
        "x4-x5", "e4-x5", "e-5", "e123-e5", "ee4-e5", "é4-e5", "place", "place 3", "place 3 e2 e3", "place 3 33",
        "place e2 3", "lift", "lift e2 e3", "lift x2", "swap e2", "swap e2 e3 e4", "fill e2", "clear all", "load",
        "load the corner", "ready now", "layout", "layout 2", "layout ////", "layout " + "." * 10, "move(34,0,0)",
        {}, [], None, 5, "{", {"kind": 5}, {"kind": "nothing"}, {"kind": "move"}, {"kind": "move", "from": "e4"},
        {"kind": "move", "from": "e4", "to": 5}, {"kind": "move", "from": "e4", "to": "e5", "speed": "1"},
        {"kind": "move", "from": "e4", "to": "e5", "strike": None}, {"kind": "move", "from": "4e", "to": "e5"},
        {"kind": "place", "type": 3, "cell": "e2"}, {"kind": "place", "type": "3"}, {"kind": "fill", "a": "e2"},
        {"kind": "layout"}, {"kind": "layout", "text": "2/2"},
    ],
    ids=repr,
)  # fmt: skip
def test_bad_syntax(command: Any) -> None:
    over = Table.at("s@j9").do("j9-j10")
    for table in (Table.start(), Table.start(**READY_MADE), over):
        for seat in (RED, BLUE, SPECTATOR):
            assert table.refusal(command, seat) == "bad-syntax"


@pytest.mark.parametrize("text", ["e4-e5", "fill", "layout zz......../" + "/".join(["." * 10] * 3), "place zz z99"])
def test_game_over_comes_before_all_but_syntax(text: str) -> None:
    table = Table.at("s@j9").do("j9-j10")
    assert [table.refusal(text, seat) for seat in (RED, BLUE, SPECTATOR)] == ["game-over"] * 3


@pytest.mark.parametrize("text", ["a4-a5", "ready", "load nothing", "z9-z8"])
def test_not_your_turn_comes_before_the_phase(text: str) -> None:
    table = Table.start(**READY_MADE)
    assert [table.refusal(text, seat) for seat in (BLUE, SPECTATOR, 2, 99)] == ["not-your-turn"] * 4


def test_a_side_that_is_ready_has_no_more_turns() -> None:
    table = Table.start().do("fill", "ready", seat=RED)
    assert table.refusal("clear", RED) == "not-your-turn"
    assert table.refusal("e4-e5", RED) == "not-your-turn"


def test_wrong_phase_comes_before_cells() -> None:
    assert Table.start().refusal("z9-z8", RED) == "wrong-phase"
    table = Table.start(**READY_MADE)
    for text in ("place zz z9", "load nothing", "ready", "layout " + "/".join(["zz........"] * 4)):
        assert table.refusal(text) == "wrong-phase"


def test_cells_types_and_set_ups_in_this_order() -> None:
    table = Table.start()
    for text, code in (
        ("place zz k1", "unknown-cell"), ("lift a0", "unknown-cell"), ("lift a11", "unknown-cell"),
        ("swap a1 z9", "unknown-cell"), ("place zz e9", "unknown-type"), ("place 1 e2", "unknown-type"),
        ("place 11 e2", "unknown-type"), ("load standard", "unknown-setup"), ("lift a01", "unknown-cell"),
    ):  # fmt: skip
        assert table.refusal(text, RED) == code, text
    assert Table.at("5@e4").refusal("e4-e11") == "unknown-cell"
    assert Table.at("2@e4").refusal("e4-e5xk5") == "unknown-cell"
    assert Table.start(variant="custom").refusal("load balanced", RED) == "unknown-setup"
    assert Table.start(variant="micro").refusal("place s a1", RED) == "none-left"


def test_outside_area_comes_before_what_is_there() -> None:
    table = Table.start().do("place f e1", seat=RED)
    for text, code in (
        ("place f e9", "outside-area"), ("lift e5", "outside-area"), ("swap e1 e5", "outside-area"),
        ("place f e1", "cell-occupied"), ("place f e2", "none-left"), ("lift e2", "nothing-there"),
        ("swap e2 e3", "nothing-there"), ("swap e1 e1", "nothing-there"), ("ready", "not-complete"),
    ):  # fmt: skip
        assert table.refusal(text, RED) == code, text
    table = Table.start()
    assert table.refusal("clear", RED) == "nothing-there"
    assert table.do("load rush", seat=RED).refusal("fill", RED) == "none-left"


def test_moves_in_the_order_of_the_table() -> None:
    table = Table.at("2@e4 5@e2 b@a2 6@c4", "6@e8 5@f6 7@g4")
    for text, code in (
        ("d9-d10", "empty-cell"), ("c5-c6", "empty-cell"), ("e8-e9", "not-your-piece"), ("a2-b3", "immovable"),
        ("e4-f6", "not-straight"), ("c4-c6", "lake"), ("e2-e4", "own-piece"), ("e2-a2", "own-piece"),
        ("c4-c8", "too-far"), ("c4-c7", "too-far"), ("e4-e9", "blocked"), ("e4-e1", "blocked"),
        ("e4-e6xd6", "bad-strike"), ("e4-e6xe5", "bad-strike"), ("e4-e6xf7", "bad-strike"), ("e4-e6xc6", "bad-strike"),
        ("e4-e8xf8", "bad-strike"), ("e2-f2xf3", "bad-strike"), ("e4-e6xa1", "bad-strike"), ("e4-f4xg4", "accepted"),
    ):  # fmt: skip
        assert table.refusal(text) == code, text


def test_a_strike_is_refused_as_such_only_after_the_way() -> None:
    assert Table.at("2@e4 5@e6", "6@f8").refusal("e4-e8xf8") == "blocked"
    assert Table.at("5@e4", "6@f8").refusal("e4-e8xf8") == "too-far"


def test_two_square_comes_before_more_squares_and_after_strikes() -> None:
    table = Table.at("2@e4", "6@j8 5@d5", lakes="none")
    table.do("e4-e5", "j8-j7", "e5-e4", "j7-j8", "e4-e5", "j8-j7")
    assert table.refusal("e5-e4") == "two-square"
    assert table.refusal("e5-e4xd4") == "bad-strike"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("E4-E5", "e4-e5"), ("e4e5", "e4-e5"), ("e4 e5", "e4-e5"), ("e4xe5", "e4-e5"), ("  e4  -  e5 ", "e4-e5"),
        ("e4-e5 {3 x b: b removed}", "e4-e5"), ("e4-e6xf6", "e4-e6xf6"), ("e4e6xf6", "e4-e6xf6"),
        ("e4-e6xe7", "e4-e7"), ("e4-e5xe7", "e4-e7"),
    ],
)  # fmt: skip
def test_accepted_forms_of_a_move(text: str, canonical: str) -> None:
    table = Table.at("2@e4", "5@f6 6@e8")
    view = table.view(RED)
    assert GAME.notation.format(view, RED, GAME.notation.parse(view, RED, text)) == canonical


@pytest.mark.parametrize(
    ("text", "canonical", "atomic"),
    [
        ("e4-e5", "e4-e5", (Kind.MOVE, (34, 0, 0))), ("e4-e7xf7", "e4-e7xf7", (Kind.MOVE, (34, 2, 2))),
        ("e4-e7xd7", "e4-e7xd7", (Kind.MOVE, (34, 2, 1))), ("e4-j4", "e4-j4", (Kind.MOVE, (34, 13, 0))),
        ("e4-e1", "e4-e1", (Kind.MOVE, (34, 20, 0))), ("e4-a4", "e4-a4", (Kind.MOVE, (34, 30, 0))),
    ],
)  # fmt: skip
def test_moves_are_coded_as_the_rules_say(text: str, canonical: str, atomic: tuple[int, tuple[int, ...]]) -> None:
    table = Table.at("2@e4", "5@f7 6@d7")
    (action,) = GAME.notation.parse(table.view(RED), RED, text)
    assert GAME.notation.format(table.view(RED), RED, (action,)) == canonical
    assert table.space.decode(action) == atomic


@pytest.mark.parametrize(
    ("text", "canonical", "kind", "fields"),
    [
        ("place 3 e2", "place 3 e2", "place", (4, 14)), ("PLACE miner E2", "place 3 e2", "place", (4, 14)),
        ("place 10 a1", "place m a1", "place", (11, 0)), ("place marshall a1", "place m a1", "place", (11, 0)),
        ("lift a4", "lift a4", "lift", (30,)), ("swap f2 e2", "swap e2 f2", "swap", (14, 15)),
        ("swap a4 e2", "swap e2 a4", "swap", (14, 30)), ("clear", "clear", "clear", ()), ("fill", "fill", "fill", ()),
        ("load Corner", "load corner", "load", (1,)),
    ],
)  # fmt: skip
def test_set_up_commands(text: str, canonical: str, kind: str, fields: tuple[int, ...]) -> None:
    table = Table.start().do("place 2 a4", "place 4 f2", seat=RED)
    (action,) = GAME.notation.parse(table.view(RED), RED, text)
    assert GAME.notation.format(table.view(RED), RED, (action,)) == canonical
    assert action == table.space.encode(kind, *fields)


def test_json_ignores_case_and_blanks_too() -> None:
    table = Table.at("2@e4", "5@f6")
    data = {"kind": " Move", "from": "E4", "to": " e6 ", "strike": "F6"}
    assert GAME.notation.parse_json(table.view(RED), RED, data) == GAME.notation.parse(table.view(RED), RED, "e4-e6xf6")


def test_blue_counts_spots_from_its_own_side() -> None:
    table = Table.start()
    (action,) = GAME.notation.parse(table.view(BLUE), BLUE, "place m f9")
    assert table.space.decode(action) == (Kind.PLACE, (11, 14))


def test_layout_is_clear_and_places() -> None:
    table = Table.start(variant="micro").do("place m b1", seat=RED)
    view = table.view(RED)
    actions = GAME.notation.parse(view, RED, "layout 3.fm")
    texts = [GAME.notation.format(view, RED, (action,)) for action in actions]
    assert texts == ["clear", "place 3 a1", "place f c1", "place m d1"]
    assert GAME.notation.format(view, RED, actions) == "layout 3.fm"
    assert GAME.notation.parse_json(view, RED, GAME.notation.to_json(view, RED, actions)) == actions
    table.do("layout 3.fm", seat=RED)
    assert table.placed(RED) == {0: "3", 2: "f", 3: "m"}
    assert table.s.arranged[RED] == 5


def test_layout_rows_go_from_the_front_to_the_back() -> None:
    table = Table.start(variant="mini").do("layout m...../f....2", seat=BLUE)
    assert table.placed(BLUE) == {0: "f", 5: "2", 6: "m"}


@pytest.mark.parametrize(
    ("layout", "code"),
    [
        ("mfb", "bad-syntax"), ("mfb33", "bad-syntax"), ("m/fb3", "bad-syntax"), ("....", "bad-syntax"),
        ("mfbx", "unknown-type"), ("mf1.", "unknown-type"), ("mfm.", "none-left"), ("s...", "none-left"),
        ("M F B 3", "accepted"),
    ],
)  # fmt: skip
def test_layouts_that_are_refused(layout: str, code: str) -> None:
    assert Table.start(variant="micro").refusal(f"layout {layout}", RED) == code


def test_layout_must_fit_the_set_up_limit() -> None:
    table = Table.start(variant="micro", setup_limit=5)
    assert table.refusal("layout mfb3", RED) == "accepted"
    table.do("place m a1", seat=RED)
    assert table.refusal("layout mfb3", RED) == "not-your-turn"
    assert table.refusal("layout mfbz", RED) == "not-your-turn"
    assert table.refusal("layout mfb.", RED) == "accepted"
    table.do("layout mfb.", seat=RED)
    assert table.s.ready[RED]


def test_explain_gives_the_same_reasons() -> None:
    table = Table.at("5@e4 b@e3", "6@j4")
    view, space = table.view(RED), table.space
    for action, code in (
        (space.encode("move", 34, 1, 0), "too-far"), (space.encode("move", 34, 9 + 8, 0), "unknown-cell"),
        (space.encode("move", 34, 8, 0), "unknown-cell"), (space.encode("move", 34, 35, 0), "unknown-cell"),
        (space.encode("move", 24, 0, 0), "immovable"), (space.encode("move", 0, 27, 0), "unknown-cell"),
        (space.encode("move", 34, 0, 2), "bad-strike"), (space.encode("move", 99, 0, 0), "unknown-cell"),
        (space.encode("move", 99, 18, 0), "not-your-piece"), (space.encode("fill"), "wrong-phase"),
        (-1, "bad-syntax"), (space.size, "bad-syntax"),
    ):  # fmt: skip
        refusal = GAME.notation.explain(view, RED, action)
        assert (refusal.code, bool(refusal.args[0])) == (code, True), action


def test_explain_in_the_set_up() -> None:
    table = Table.start(variant="custom").do("place f a1", seat=RED)
    view, space = table.view(RED), table.space
    for action, code in (
        (space.encode("place", 0, 5), "none-left"), (space.encode("place", 1, 0), "cell-occupied"),
        (space.encode("lift", 7), "nothing-there"), (space.encode("swap", 7, 7), "nothing-there"),
        (space.encode("swap", 3, 0), "bad-syntax"), (space.encode("load", 0), "unknown-setup"),
        (space.encode("ready"), "not-complete"), (space.encode("move", 0, 0, 0), "wrong-phase"),
    ):  # fmt: skip
        assert GAME.notation.explain(view, RED, action).code == code


@settings(max_examples=amount(300, 60), deadline=None)
@inputs(st.text(alphabet="abefjxz0159m- {}~é", max_size=14))
def test_any_text_is_read_or_refused(text: str) -> None:
    table = Table.at("2@e4", "5@f7")
    assert table.refusal(text)
    assert Table.start(variant="micro").refusal(text, RED)


@settings(max_examples=amount(300, 60), deadline=None)
@inputs(
    st.dictionaries(
        st.sampled_from(["kind", "from", "to", "strike", "type", "cell", "a", "b", "name", "text"]),
        st.one_of(
            st.sampled_from(["move", "place", "swap", "load", "layout", "e4", "e5", "f7", "m", "z1"]), st.integers()
        ),
    )
)
def test_any_json_is_read_or_refused(data: dict[str, Any]) -> None:
    assert Table.at("2@e4", "5@f7").refusal(data)


def test_refusals_quote_the_input_and_name_no_enemy_type() -> None:
    table = Table.at("2@e4 4@d4", "b@e6")
    with pytest.raises(IllegalCommand, match="'e4-e7'") as refusal:
        table.do("e4-e7")
    assert "bomb" not in str(refusal.value)
