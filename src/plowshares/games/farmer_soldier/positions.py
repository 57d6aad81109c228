"""Position text: `b2 p0 2s 1g p1 1f; c3 p1 1f 2g` (§9). Tests and pictures are written in it.

To begin a match from one, say also whose turn it is: `…; p1 begins` before its children grow up, `…; p1 to move` after
that. `…; round 7` may follow.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from plowshares.core.boards import NOWHERE, find_cell, grid_of, surround
from plowshares.core.errors import IllegalCommand
from plowshares.core.game import grow_if_full
from plowshares.core.parsing import parts_of, quote
from plowshares.games.farmer_soldier import rules, state
from plowshares.games.farmer_soldier.actions import LETTERS, THINGS, Thing
from plowshares.games.farmer_soldier.options import Options
from plowshares.games.farmer_soldier.rules.raising import begin_turn

_AMOUNT = re.compile(r"([0-9]{1,4})([fscg])\Z", re.ASCII)
_PLAYER = re.compile(r"p([0-9]{1,2})\Z", re.ASCII)


LEAST_LIVING = 2
_TURN = re.compile(r"p([0-9]{1,2}) (begins|to move)\Z", re.ASCII)
_ROUND = re.compile(r"round ([0-9]{1,6})\Z", re.ASCII)


def read(options: Options, text: str, seed: int) -> Any:
    """Return the State of a position with whose turn it is; raise IllegalCommand that says what is wrong."""
    parts = parts_of(text)
    number = _ROUND.match(parts[-1]) if parts else None
    if number:
        parts.pop()
    turn = _TURN.match(parts.pop()) if parts else None
    if not turn or int(turn[1]) >= options.players:
        raise IllegalCommand("bad-syntax", f"write whose turn it is at the end, '; p0 begins': {quote(text)}")
    try:
        s = read_position(options, "; ".join(parts), int(turn[1]), turn[2] == "begins", seed)
    except ValueError as error:
        raise IllegalCommand("bad-syntax", str(error)) from None
    if s.count_living < LEAST_LIVING or not s.living[int(turn[1])]:
        raise IllegalCommand("bad-syntax", f"two players need people, and whoever moves is one of them: {quote(text)}")
    s.round = int(number[1]) if number else 0
    return s


def write(s: Any) -> str:
    """Write a position at the beginning of a turn or before its first move; raise IllegalCommand at other times."""
    seat, phase = int(s.seat), int(s.phase)
    farmers, children = (s.things[:, seat, thing] for thing in (Thing.FARMER, Thing.CHILD))
    is_asked_first = bool(children.any()) and int(s.cell) == int(np.flatnonzero(children)[0])
    if phase == state.Phase.RAISE and is_asked_first and (s.births == farmers).all():
        moment = "begins"
    elif phase == state.Phase.MOVE and not s.arrived.any():
        moment = "to move"
    else:
        raise IllegalCommand("wrong-phase", "a position is written at the beginning of a turn, not within one")
    return f"{format_position(s)}; p{seat} {moment}; round {int(s.round)}"


def cell_name(s: Any, cell: int) -> str:
    """Return the name of a cell."""
    board = s.board
    return grid_of(board).name(board.places[cell][: board.axes])


def parse_cell(s: Any, name: str) -> int:
    """Return the cell of a name, or NOWHERE."""
    place = grid_of(s.board).parse_name(name)
    return NOWHERE if place is None else find_cell(s.board, place)


def occupied(s: Any) -> list[int]:
    """List the cells where anybody has anything, in cell order."""
    return [int(cell) for cell in np.flatnonzero(s.holders[: s.board.count])]


def owners(s: Any, cell: int) -> list[tuple[int, tuple[int, int, int, int]]]:
    """List who has what of their own in a cell; common food is nobody's and left out."""
    found = []
    for seat in range(s.options.seats):
        f, so, c, g = (int(n) for n in s.things[cell, seat])
        g = 0 if s.options.common else g
        if f or so or c or g:
            found.append((seat, (f, so, c, g)))
    return found


def common_food(s: Any, cell: int) -> int:
    """Return the food of a cell that belongs to nobody."""
    return int(s.things[cell, 0, Thing.FOOD]) if s.options.common else 0


def format_amounts(amounts: tuple[int, ...]) -> str:
    """Write `1f 2g`, zeros left out."""
    return " ".join(f"{n}{letter}" for n, letter in zip(amounts, LETTERS, strict=True) if n)


def format_position(s: Any) -> str:
    """Write who has what where, in cell order."""
    entries = []
    for cell in occupied(s):
        words = [cell_name(s, cell)]
        words += [f"p{seat} {format_amounts(amounts)}" for seat, amounts in owners(s, cell)]
        if common_food(s, cell):
            words.append(f"food {common_food(s, cell)}")
        entries.append(" ".join(words))
    return "; ".join(entries)


def read_position(options: Options, text: str, seat: int = 0, at_start: bool = False, seed: int = 0) -> Any:
    """Return a State with this position: in the seat's move step with nothing moved, or at the start of its turn."""
    s = state.new(options)
    for entry in filter(None, (part.strip() for part in text.lower().split(";"))):
        _read_entry(s, entry)
    s.rng.key = np.uint64(seed)
    for each in range(options.players):
        s.living[each] = s.people[each] > 0
        s.count_living += s.people[each] > 0
    s.seat = seat
    s.phase = state.Phase.MOVE.value
    if at_start:
        begin_turn(s)
    return grow_if_full(rules, state, s)


def _read_entry(s: Any, entry: str) -> None:
    name, *words = entry.split()
    cell = parse_cell(s, name)
    if cell == NOWHERE:
        raise ValueError(f"no such cell {quote(name)} in {quote(entry)}")
    seat, is_food = 0, False
    for word in words:
        player, amount = _PLAYER.match(word), _AMOUNT.match(word)
        if player and int(player[1]) < s.options.seats:
            seat, is_food = int(player[1]), False
        elif word == "food":
            is_food = True
        elif is_food and word.isdecimal():
            rules.settle(s, cell, 0, THINGS - 1, int(word))
        elif amount:
            rules.settle(s, cell, seat, LETTERS.index(amount[2]), int(amount[1]))
        else:
            raise ValueError(f"cannot read {quote(word)} in {quote(entry)}")
    surround(s.board, cell)
