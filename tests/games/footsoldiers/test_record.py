"""The game record's lines (§9) and state messages (§13.2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plowshares.core.errors import InvalidRecord
from plowshares.games.footsoldiers.lines import format_turn, last_turn, parse_turn, replay
from plowshares.games.footsoldiers.messages import read_state, state_message, state_object
from plowshares.games.footsoldiers.options import Options
from tests.amounts import amount
from tests.games.footsoldiers.table import MAP_A, SMALL, VARIANTS, begin, options_for, play, position, turns_of

LINES = [
    "100: Build Scout (1, 4) (65, 3) Down | No-op",
    "7: Move (1, 2) to (3, 4) | Change attack direction (5, 6) to Up",
    "99: Build Tank (4, 2) (4, 2) Up {failed: build_conflict} | Move (1, 1) to (2, 2) {failed: no_soldier}",
]


@pytest.mark.parametrize("line", LINES)
def test_lines_read_back(line: str) -> None:
    assert format_turn(parse_turn(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "100: No-op",
        "100: No-op | Noop",
        "x: No-op | No-op",
        "100: No-op | No-op {failed: bad_luck}",
        "100: No-op {failed} | No-op",
        "100: No-op | No-op | No-op",
    ],
)
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(InvalidRecord):
        parse_turn(line)


def test_a_resolved_turn_has_its_line() -> None:
    s = play(position(plan=SMALL), "Build Scout (4, 2) (4, 2) Up", "Build Scout (4, 2) (9, 9) Down")
    assert format_turn(last_turn(s)) == (
        "100: Build Scout (4, 2) (4, 2) Up | Build Scout (4, 2) (9, 4) Down {failed: build_conflict}"
    )


def test_a_record_replays() -> None:
    for options in VARIANTS[: amount(6, 3)]:
        states = [after for _, _, after in turns_of(options, 21)]
        lines = [format_turn(last_turn(s)) for s in states]
        s, last = replay(options, lines), states[-1]
        # A failed command is replayed as No-op, which is all that may differ.
        s.last[:] = last.last
        s.failed[:] = last.failed
        assert s.tobytes() == last.tobytes()


def test_a_bots_failed_command_replays_as_no_op() -> None:
    s = replay(options_for(), ["100: Build Tank (3, 3) (5, 3) Up {failed: money} | No-op"])
    assert (s.sides[0].money, s.sides[0].count, s.turns) == (13, 0, 99)


@pytest.mark.parametrize(
    ("lines", "number", "words"),
    [
        (["100: No-op | No-op", "98: No-op | No-op"], 2, "turn 98 where 99 turns remain"),
        (["100: Move (3, 3) to (1, 1) | No-op"], 1, "no_soldier"),
        (["100: No-op"], 1, "not a turn"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line(lines: list[str], number: int, words: str) -> None:
    with pytest.raises(InvalidRecord, match=words) as caught:
        replay(options_for(), lines)
    assert caught.value.line == number


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(InvalidRecord, match="all over"):
        replay(Options(total_turns=1), ["1: No-op | No-op", "0: No-op | No-op"])


# State messages


def message_of(**changes: Any) -> dict[str, Any]:
    s = position("P1 Assassin (6,1)→(6,3) health 5 Up")
    data: dict[str, Any] = json.loads(state_message(s, 0))
    return {**data, **changes}


SOLDIER = {
    "position": {"x": 5, "y": 1},
    "type": "Tank",
    "health": 12,
    "team": "player2",
    "destination": {"x": 6, "y": 3},
    "attack-direction": "Up",
}


def with_entry(**changes: Any) -> dict[str, Any]:
    data = message_of()
    entry = {**SOLDIER, **changes}
    data["map"] = [*data["map"], {key: value for key, value in entry.items() if value is not None}]
    return data


def test_the_state_log_has_no_receiver() -> None:
    s = position("P1 Assassin (6,1)→(6,3) health 5 Up", "P2 Tank (5,1)→(6,3) Up")
    assert list(state_object(s)) == ["map", "turns-remaining", "player1", "player2"]
    again = read_state(options_for(), json.dumps(state_object(s)))
    assert again.tobytes() == s.tobytes()
    assert read_state(options_for(), json.dumps(with_entry())).tobytes() == s.tobytes()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "not a state message"),
        (message_of(map=[]), "rocks and bases"),
        (message_of(player1={**message_of()["player1"], "base": {"x": 0, "y": 1}}), "rocks and bases"),
        (message_of(player1=message_of()["player2"], player2=message_of()["player1"]), "not a player"),
        (message_of(player1={**message_of()["player1"], "health": 41}), "not a player"),
        (message_of(player1={**message_of()["player1"], "money": -1}), "not a state message"),
        (message_of(**{"turns-remaining": 101}), "101 turns remain of 100"),
        (message_of(extra=1), "not a state message"),
        (with_entry(team=None), "lacks a field"),
        (with_entry(health=None), "lacks a field"),
        (with_entry(health=13), "too healthy"),
        (with_entry(health=0), "too weak"),
        (with_entry(position={"x": 6, "y": 1}), "cannot be there"),
        (with_entry(position={"x": 1, "y": 2}), "cannot be there"),
        (with_entry(destination={"x": 11, "y": 1}), "cannot be there"),
        (with_entry(type="Archer"), "not a state message"),
    ],
)
def test_messages_of_another_match_are_refused(data: Any, words: str) -> None:
    with pytest.raises(InvalidRecord, match=words):
        read_state(options_for(), json.dumps(data))


def test_a_broken_message_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="not a state message"):
        read_state(options_for(), b'{"you":')
    with pytest.raises(InvalidRecord, match="not a state message"):
        read_state(options_for(), b"\xff")


def test_a_finished_match_is_read_as_finished() -> None:
    s = play(position("P1 Assassin (8,2) Right", bases=(40, 4)))
    again = read_state(Options(map=MAP_A), state_message(s, 1))
    assert (again.result, again.reason) == (s.result, s.reason)


def test_both_players_get_the_same_position() -> None:
    s = begin(Options())
    first, second = json.loads(state_message(s, 0)), json.loads(state_message(s, 1))
    assert (first.pop("you"), second.pop("you")) == ("player1", "player2")
    assert first == second
