"""The game record: one line per turn (§9)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from plowshares.core.errors import IllegalCommand, InvalidRecord
from plowshares.core.parsing import quote
from plowshares.games.footsoldiers.grammar import NO_OP, Written, format_written, match_command
from plowshares.games.footsoldiers.lookup import written_of
from plowshares.games.footsoldiers.notation import read_written
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.rules import is_over, setup, step
from plowshares.games.footsoldiers.state import SEATS, State, new

FAILURES = (
    "off_map",
    "money",
    "distance",
    "occupied",
    "no_soldier",
    "enemy_soldier",
    "build_conflict",
)
_LINE = re.compile(r"([0-9]{1,9}): (.+?)(?: \{failed: (\w+)\})? \| (.+?)(?: \{failed: (\w+)\})?")


class TurnLine(NamedTuple):
    """What a turn's line says: the turns remaining before it, and both commands with why they failed, if they did."""

    turns: int
    commands: tuple[Written, Written]
    failures: tuple[str, str] = ("", "")


def format_turn(line: TurnLine) -> str:
    """Write a turn's line."""
    words = [
        format_written(command) + (f" {{failed: {failure}}}" if failure else "")
        for command, failure in zip(line.commands, line.failures, strict=True)
    ]
    return f"{line.turns}: {' | '.join(words)}"


def parse_turn(text: str) -> TurnLine:
    """Read a turn's line; raise InvalidRecord if it is none."""
    found = _LINE.fullmatch(text)
    if found is None:
        raise InvalidRecord(0, f"not a turn of the form 't: command | command': {quote(text)}")
    commands = (match_command(found[2]), match_command(found[4]))
    failures = (found[3] or "", found[5] or "")
    for failure in failures:
        if failure and failure not in FAILURES:
            raise InvalidRecord(0, f"{failure!r} is not a reason to fail in {quote(text)}")
    if commands[0] is None or commands[1] is None:
        raise InvalidRecord(0, f"not two commands: {quote(text)}")
    return TurnLine(int(found[1]), (commands[0], commands[1]), failures)


def last_turn(s: State) -> TurnLine:
    """Return the line of the turn that was resolved last."""
    commands = (written_of(s, s.last[0]), written_of(s, s.last[1]))
    failures = ("build_conflict" if s.failed[0] else "", "build_conflict" if s.failed[1] else "")
    return TurnLine(int(s.turns) + 1, commands, failures)


def replay(options: Options, lines: Iterable[str]) -> State:
    """Play the turns of a record from the start; a failed command counts as No-op."""
    s = new(options)
    setup(s, np.uint64(0))
    for number, text in enumerate(lines, 1):
        try:
            play_turn(s, parse_turn(text))
        except (InvalidRecord, IllegalCommand) as error:
            raise InvalidRecord(number, str(error)) from None
    return s


def play_turn(s: State, line: TurnLine) -> None:
    """Play one turn of a record."""
    if is_over(s) or line.turns != s.turns:
        raise InvalidRecord(0, f"turn {line.turns} where {s.turns} turns remain{', all over' if is_over(s) else ''}")
    commands = [NO_OP if failure else command for command, failure in zip(line.commands, line.failures, strict=True)]
    actions = [read_written(s, seat, commands[seat]) for seat in range(SEATS)]
    for seat in range(SEATS):
        for action in actions[seat]:
            step(s, seat, action)
