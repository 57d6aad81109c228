"""Bad input (§11): the codes, their order, and that nothing changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plowshares.core.errors import IllegalCommand
from plowshares.core.seats import SPECTATOR
from plowshares.games.footsoldiers import notation, rules
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.state import State
from tests.games.footsoldiers.table import MAP_A, begin, legal, play, position, read, view_of

BUILD = {"kind": "build", "type": "Scout", "at": {"x": 3, "y": 3}, "to": {"x": 9, "y": 2}, "facing": "Up"}


def refused(s: State, seat: int, command: Any) -> IllegalCommand:
    before = s.tobytes()
    reader = notation.parse if isinstance(command, str) else notation.parse_json
    with pytest.raises(IllegalCommand) as caught:
        reader(view_of(s, seat), seat, command)
    assert s.tobytes() == before
    return caught.value


def at_stage(stage: str) -> State:
    """Return a position where player1 is at a stage, owning a Tank on (3,2); player2 has one on (7,2)."""
    s = position("P1 Tank (3,2)", "P2 Tank (7,2)", money=(30, 30))
    texts = {"first": (), "aim": ("Build Scout (1, 1)",), "move": ("Move (3, 2)",)}
    texts["turn"] = ("Build Scout (1, 1)", "Aim (9, 2)")
    for text in texts[stage]:
        rules.step(s, 0, *read(s, 0, text))
    return s


def over() -> State:
    return play(position(t=1))


def chosen() -> State:
    s = position()
    rules.step(s, 0, *read(s, 0, "No-op"))
    return s


@pytest.mark.parametrize(
    ("s", "seat", "command", "code"),
    [
        (at_stage("first"), 0, "Buidl Scout (1, 1)", "syntax"),
        (at_stage("first"), 0, "", "syntax"),
        (over(), 0, "nonsense", "syntax"),
        (over(), 0, "No-op", "game_over"),
        (over(), SPECTATOR, "No-op", "game_over"),
        (chosen(), 0, "No-op", "already_chosen"),
        (chosen(), 0, "Aim (99, 99)", "already_chosen"),
        (chosen(), SPECTATOR, "No-op", "not_a_player"),
        (at_stage("first"), 2, "No-op", "not_a_player"),
        (at_stage("first"), 0, "Aim (1, 1)", "stage"),
        (at_stage("first"), 0, "Turn Up", "stage"),
        (at_stage("aim"), 0, "Turn Up", "stage"),
        (at_stage("aim"), 0, "Build Scout (99, 1)", "stage"),
        (at_stage("move"), 0, "Move (3, 2) to (1, 1)", "stage"),
        (at_stage("turn"), 0, "Aim (1, 1)", "stage"),
        (at_stage("first"), 0, "Move (11, 2) to (1, 1)", "off_map"),
        (at_stage("first"), 0, "Change attack direction (3, 5) to Up", "off_map"),
        (position(money=(9, 9)), 0, "Build Scout (9, 3)", "money"),
        (position(money=(9, 9)), 0, "Build Scout (99, 3)", "off_map"),
        (at_stage("first"), 0, "Build Scout (9, 2)", "distance"),
        (at_stage("first"), 0, "Build Scout (3, 2)", "occupied"),
        (at_stage("first"), 0, "Build Scout (1, 2)", "occupied"),
        (at_stage("first"), 0, "Build Scout (0, 0)", "occupied"),
        (at_stage("first"), 0, "Move (4, 4)", "no_soldier"),
        (at_stage("first"), 0, "Move (0, 0)", "no_soldier"),
        (at_stage("first"), 0, "Change attack direction (9, 2) to Up", "no_soldier"),
        (at_stage("first"), 0, "Move (7, 2)", "enemy_soldier"),
        (at_stage("first"), 0, "Change attack direction (7, 2) to Up", "enemy_soldier"),
    ],
)
def test_codes_of_text(s: State, seat: int, command: str, code: str) -> None:
    error = refused(s, seat, command)
    assert error.code == code
    assert repr(command) in str(error) or code != "syntax"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ([], "syntax"),
        ({}, "syntax"),
        ({"kind": 1}, "syntax"),
        ({"kind": "biuld"}, "syntax"),
        ({"kind": "noop", "at": {"x": 1, "y": 1}}, "syntax"),
        ({**BUILD, "type": "Infantry"}, "syntax"),
        ({**BUILD, "type": ["Scout"]}, "syntax"),
        ({**BUILD, "facing": "up"}, "syntax"),
        ({**BUILD, "facing": 2}, "syntax"),
        ({**BUILD, "at": [3, 3]}, "syntax"),
        ({**BUILD, "at": {"x": 3}}, "syntax"),
        ({**BUILD, "at": {"x": 3, "y": 3, "z": 3}}, "syntax"),
        ({**BUILD, "at": {"x": True, "y": 3}}, "syntax"),
        ({**BUILD, "to": {"x": 9.0, "y": 2}}, "syntax"),
        ({key: value for key, value in BUILD.items() if key != "facing"}, "syntax"),
        ({key: value for key, value in BUILD.items() if key != "to"}, "syntax"),
        ({key: value for key, value in BUILD.items() if key != "type"}, "syntax"),
        ({**BUILD, "at": {"x": -1, "y": 3}}, "off_map"),
        ({**BUILD, "to": {"x": 11, "y": 2}}, "off_map"),
        ({**BUILD, "to": {"x": 10**30, "y": 2}}, "off_map"),
        ({"kind": "move", "at": {"x": 3, "y": 2}, "to": {"x": 1, "y": -1}}, "off_map"),
        ({"kind": "aim", "to": {"x": 3, "y": 3}}, "stage"),
        ({"kind": "turn", "facing": "Up"}, "stage"),
    ],
)
def test_codes_of_json(command: Any, code: str) -> None:
    assert refused(at_stage("first"), 0, command).code == code


def test_messages_tell_what_is_needed() -> None:
    assert "costs 12, money is 10" in str(refused(position(), 0, "Build Tank (1, 1)"))
    assert "a rock" in str(refused(position(), 0, "Move (0, 0)"))
    assert "the base of player2" in str(refused(position(), 0, "Move (9, 2)"))
    assert "an empty cell" in str(refused(position(), 0, "Move (2, 2)"))
    assert "a soldier of player2" in str(refused(at_stage("first"), 0, "Move (7, 2)"))
    assert "did you mean 'No-op'" in str(refused(position(), 0, "no-op"))
    assert "did you mean 'build'" in str(refused(position(), 0, {"kind": "biuld"}))


def test_explain_gives_the_codes_for_actions() -> None:
    s = at_stage("first")
    space = int(s.actions.size)
    assert notation.explain(s, 0, space).code == "syntax"
    assert notation.explain(s, 0, -1).code == "syntax"
    allowed = set(legal(s, 0))
    codes = {notation.explain(s, 0, action).code for action in range(space) if action not in allowed}
    assert codes == {"stage", "distance", "occupied", "no_soldier", "enemy_soldier"}
    assert "is legal" in str(notation.explain(s, 0, min(allowed)))


def test_explain_and_legal_agree_on_every_action() -> None:
    for stage in ("first", "aim", "move", "turn"):
        s = at_stage(stage)
        allowed = set(legal(s, 0))
        for action in range(int(s.actions.size)):
            try:
                notation.check(s, 0, notation.decode(s, action))
            except IllegalCommand:
                assert action not in allowed
            else:
                assert action in allowed


@pytest.mark.parametrize("digits", ["9" * 5000, "0" * 5000 + "3", "00000000002"])
def test_long_numbers_are_read(digits: str) -> None:
    s = position("P1 Scout (3,2)")
    actions = read(s, 0, f"Move (3, 2) to ({digits}, 0)")
    expected = {"9": (10, 0), "0": (int(digits[-1]), 0)}[digits[0]]
    assert notation.join(s, actions).to == expected


OPENING = begin(Options(map=MAP_A))
CODES = {"syntax", "stage", "off_map", "money", "distance", "occupied", "no_soldier"}


def outcome_of(command: Any) -> str:
    """Return the code of a refusal in the opening, or `legal`."""
    reader = notation.parse if isinstance(command, str) else notation.parse_json
    try:
        actions = reader(OPENING, 0, command)
    except IllegalCommand as error:
        return error.code
    return "legal" if actions[0] in legal(OPENING, 0) else "wrong"


@given(st.text(alphabet="BuildMovetNp-ScoutAm (),0123456789\t\rDwU", max_size=40) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert outcome_of(text) in CODES | {"legal"}


NUMBERS = st.integers(0, 12).map(str)
CELLS = st.tuples(NUMBERS, NUMBERS).map(lambda xy: f"({xy[0]}, {xy[1]})")


@given(st.sampled_from(("Scout", "Tank")), CELLS, CELLS, st.sampled_from(("", " Up", " up")))
def test_near_commands_are_read_or_refused(name: str, at: str, to: str, facing: str) -> None:
    for text in (f"Build {name} {at} {to}{facing}", f"Move {at} to {to}", f"Move {at}", f"Build {name} {at}"):
        assert outcome_of(text) in CODES | {"legal"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("x", "y", "a")), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(("kind", "type", "at", "to", "facing")), JSON), st.sampled_from(list(BUILD)))
def test_any_json_is_read_or_refused(data: dict[str, Any], key: str) -> None:
    for command in (data, {**BUILD, **data}, {**BUILD, key: data.get(key)}):
        assert outcome_of(command) in CODES | {"legal"}


def test_build_conflict_is_found_only_at_resolution() -> None:
    s = position(plan="1     2", money=(10, 10))
    play(s, "Build Scout (3, 0) (3, 0) Up", "Build Scout (3, 0) (3, 0) Up")
    assert s.failed.tolist() == [0, 1]
    out = np.zeros(2)
    rules.outcome(s, out)
    assert out.tolist() == [0, 0]
