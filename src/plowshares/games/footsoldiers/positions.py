"""Positions as text, to begin a match from one: whose soldiers stand where, with what health, on their way where to.

    player1: money 12, base 40, scout 4,1 to 6,3 health 5 right; player2: base 38, tank 9,2; turns 80

Everything left out is as at the beginning: money and health of bases, full health of soldiers, no way to go, and as
many turns left as the number of soldiers allows. A position is between two turns.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import bad_position, need_between, parts_of, quote
from plowshares.games.footsoldiers import rules, state
from plowshares.games.footsoldiers.field import place_soldier
from plowshares.games.footsoldiers.lookup import SEAT_NAMES, is_on_map, piece_at, soldiers_of
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.state import FACING_NAMES, SEATS, TYPE_NAMES, Piece, State, cell_at

MOST_MONEY = 1_000_000
_SIDE = re.compile(r"(player[12])\s*:(.*)", re.ASCII)
_TURNS = re.compile(r"turns ([0-9]{1,6})", re.ASCII)
_NUMBER = re.compile(r"(money|base) ([0-9]{1,7})", re.ASCII)
_CELL = r"([0-9]{1,3}),([0-9]{1,3})"
_SOLDIER = re.compile(
    rf"([a-z]+) {_CELL}(?: to {_CELL})?(?: health ([0-9]{{1,5}}))?(?: ({'|'.join(FACING_NAMES).lower()}))?", re.ASCII
)
# Between the parts of a side; the comma of a cell has no blank behind it.
_BETWEEN = re.compile(r",\s+")


def read(options: Options, text: str, seed: int) -> State:
    """Return the State of a position; raise IllegalCommand that says what is wrong."""
    s = state.new(options)
    rules.setup(s, np.uint64(seed))
    turns, seen = None, set[str]()
    for part in parts_of(text):
        side, left = _SIDE.fullmatch(part), _TURNS.fullmatch(part)
        if left and turns is None:
            turns = int(left[1])
        elif side and side[1] not in seen:
            seen.add(side[1])
            _read_side(s, SEAT_NAMES.index(side[1]), side[2])
        else:
            raise bad_position(f"write 'player1: scout 4,1, …; player2: …; turns 80', not {quote(part)}")
    if not seen:
        raise bad_position(f"a position says what the players have, 'player1: …; player2: …': {quote(text)}")
    s.turns = _check_turns(s, turns)
    return s


def _check_turns(s: State, given: int | None) -> int:
    """Return how many turns are left; each turn that is over can have brought a soldier."""
    soldiers = max(int(s.sides[seat].count) for seat in range(SEATS))
    most = int(s.options.total_turns) - soldiers
    turns = most if given is None else given
    if not 1 <= turns <= most:
        raise bad_position(f"with {soldiers} soldiers on a side, 1 to {most} turns can be left, not {turns}")
    return turns


def _read_side(s: State, seat: int, text: str) -> None:
    for part in filter(None, (each.strip() for each in _BETWEEN.split(text))):
        number, soldier = _NUMBER.fullmatch(part), _SOLDIER.fullmatch(part)
        if number and number[1] == "money":
            s.sides[seat].money = need_between(int(number[2]), 0, MOST_MONEY, part)
        elif number:
            s.sides[seat].base_health = need_between(int(number[2]), 1, int(s.options.base_health), part)
        elif soldier and soldier[1] in _TYPES:
            _place(s, seat, soldier, part)
        else:
            raise bad_position(
                f"{quote(part)} is not of the form 'money 12', 'base 40' or 'scout 4,1 to 6,3 health 5 right'"
            )


_TYPES = tuple(name.lower() for name in TYPE_NAMES)


def _place(s: State, seat: int, found: re.Match[str], part: str) -> None:
    kind, at = _TYPES.index(found[1]), (int(found[2]), int(found[3]))
    to = (int(found[4]), int(found[5])) if found[4] else at
    for cell in (at, to):
        if not is_on_map(s, cell):
            raise bad_position(f"{cell[0]},{cell[1]} is not on the map: {quote(part)}")
    if piece_at(s, at) != Piece.EMPTY:
        raise bad_position(f"{at[0]},{at[1]} is not empty: {quote(part)}")
    whole = int(s.options.health[kind])
    health = need_between(int(found[6]), 1, whole, part) if found[6] else whole
    facing = [name.lower() for name in FACING_NAMES].index(found[7]) if found[7] else 0
    if int(s.sides[seat].count) + 1 >= int(s.options.total_turns):
        raise bad_position(f"too many soldiers for a match of {int(s.options.total_turns)} turns: {quote(part)}")
    place_soldier(s, seat, kind, cell_at(s, *at), health, cell_at(s, *to), facing)


def write(s: Any) -> str:
    """Write a position between two turns; raise IllegalCommand at other times."""
    if s.result != state.Result.RUNNING:
        raise IllegalCommand("wrong-phase", "the match is over: there is no position to play on from")
    if s.chosen.any() or any(int(command.stage) for command in s.commands):
        raise IllegalCommand("wrong-phase", "a position is written at the beginning of a turn, before anybody chooses")
    sides = [f"{SEAT_NAMES[seat]}: {', '.join(_side_words(s, seat))}" for seat in range(SEATS)]
    return "; ".join([*sides, f"turns {int(s.turns)}"])


def _side_words(s: State, seat: int) -> list[str]:
    side = s.sides[seat]
    words = [f"money {int(side.money)}", f"base {int(side.base_health)}"]
    for soldier in soldiers_of(s, seat):
        way = f" to {soldier.to[0]},{soldier.to[1]}" if soldier.to != soldier.at else ""
        health = f" health {soldier.health}" if soldier.health != int(s.options.health[soldier.type]) else ""
        facing = f" {FACING_NAMES[soldier.facing].lower()}"
        words.append(f"{_TYPES[soldier.type]} {soldier.at[0]},{soldier.at[1]}{way}{health}{facing}")
    return words
