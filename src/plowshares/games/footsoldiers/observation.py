"""Numbers for a learner: planes over the map, seen from a seat; of a pair of opposites, its own is above zero.

A plane is indexed by column and then row, as cells are written (x, y). Columns are as long as in the State, a power of
two with rock below the map: so a plane is one piece of memory there and here. To write an observation takes as long as
it has bytes, so an entry is one byte, and who owns a thing is a sign and not another plane. What is one number for the
whole match stands once, behind the planes. How far a cell is from a base past rocks never changes in a match, and can
be counted once from the rocks; so it is not shown.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.maps import load_map
from plowshares.games.footsoldiers.movement import first_side
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.state import SEATS, Piece, Stage, State, cell_at

__all__ = ["dtype", "encode", "encode_after", "shape"]

MOST = 127  # what an entry holds
HUNDRED = 100
DIGITS = 3  # entries of a number that may be larger: ones, hundreds, ten thousands
LARGEST = HUNDRED**DIGITS - 1  # larger numbers are cut to it
SITE, AIM = 1, 2  # on the cell of the own unfinished command and on its destination; their sum where it is the same


class Plane(IntEnum):
    """What each plane shows. Plus is the seat's own, minus the other's."""

    ROCK = 0
    BASE = 1  # 1 or -1
    SOLDIER = 2  # health by type, in units of `health_unit`; 3 planes
    FACING = 5  # of the soldier on the cell: 1 to the right or -1 to the left, then 1 down or -1 up; 2 planes
    ACROSS = 7  # how far to the right its destination is
    DOWN = 8  # how far down; both are cut to MOST
    COMMAND = 9  # see SITE
    NUMBERS = 10  # see Number, one after another over the cells of as many planes as they need


class Number(IntEnum):
    """What stands in the planes from NUMBERS on. Of each pair, the seat's own comes first."""

    MONEY = 0  # 2 times DIGITS
    HEALTH = 6  # of the bases; 2 times DIGITS
    TURNS = 12  # DIGITS
    FIRST = 15  # 1 if the seat is first side
    CHOSEN = 16  # 1 if the command of the turn is complete; 2 entries
    STAGE = 18  # 1 for what is due: first decision, aim, turn; 3 entries
    BUILD = 21  # 1 for the type that the own command builds; 3 entries
    MOVE = 24  # 1 if it moves a soldier
    COUNT = 25


PLANES = Plane.NUMBERS.value  # of the map
NUMBERS = Number.COUNT.value
# By facing.
RIGHTWARD = np.array([0, -1, 0, 1], np.int8)
DOWNWARD = np.array([1, 0, -1, 0], np.int8)


def shape(options: Options) -> tuple[int, ...]:
    """Return planes, columns and rows."""
    plan = load_map(options.map, options.map_width, options.map_height)
    column = 1 << plan.height.bit_length()
    return PLANES - (-NUMBERS // (plan.width * column)), plan.width, column


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int8)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write everything. Those who only watch see it as player1, whose commands they do not know."""
    own = seat if 0 <= seat < SEATS else 0
    flat = out.flat  # reshaped it would take as long as all of a small map
    cells = out.shape[1] * out.shape[2]
    mark_rocks(s.board[cell_at(s, 0, 0) :], cells, flat)
    clear(cells, out.size, flat)
    for turn in range(SEATS):
        encode_side(s, own ^ turn, 1 - 2 * turn, cells, flat)
    encode_numbers(s, own, PLANES * cells, flat)
    encode_decided(s, own, cells, flat)


@kernel
def encode_after(s: State, seat: int, before: int, out: Any) -> None:
    """Write what differs from what `before` was last shown of the same match in the same array."""
    own = seat if 0 <= seat < SEATS else 0
    flat = out.flat
    cells = out.shape[1] * out.shape[2]
    numbers = PLANES * cells
    same = shows_turn(s, numbers, flat)  # nothing moves before the turn is over
    if same and seat == before:
        clear(numbers + Number.STAGE, numbers + NUMBERS, flat)
        encode_decided(s, own, cells, flat)
        return
    if flat[numbers + Number.STAGE] == 0:  # a first decision was due, and no cell is marked
        clear(Plane.COMMAND * cells, numbers, flat)
    if not same:
        clear(Plane.SOLDIER * cells, Plane.COMMAND * cells, flat)  # rocks and bases stay where they are
    for turn in range(SEATS):
        if same:
            encode_owner(s, own ^ turn, 1 - 2 * turn, cells, flat)
        else:
            encode_side(s, own ^ turn, 1 - 2 * turn, cells, flat)
    clear(numbers, numbers + NUMBERS, flat)
    encode_numbers(s, own, numbers, flat)
    encode_decided(s, own, cells, flat)


@kernel
def shows_turn(s: State, numbers: int, out: Any) -> bool:
    """Ask whether an observation shows as many turns as remain."""
    left, i = int(s.turns), numbers + Number.TURNS
    for _ in range(DIGITS - 1):
        if out[i] != left % HUNDRED:
            return False
        left //= HUNDRED
        i += 1
    return bool(out[i] == left)


@kernel
def encode_owner(s: State, seat: int, sign: int, cells: int, out: Any) -> None:
    """Write a side's base and the health of its soldiers, the entries that tell whose they are."""
    side = s.sides[seat]
    halves, column = health_unit(s), int(s.options.column)
    out[Plane.BASE * cells + place_of(side.base, column)] = sign
    for i in range(int(side.count)):
        health = (int(side.health[i]) + (1 << halves) - 1) >> halves
        out[(Plane.SOLDIER + int(side.type[i])) * cells + place_of(int(side.cell[i]), column)] = sign * health


@kernel
def mark_rocks(pieces: Any, count: int, out: Any) -> None:
    """Mark the rocks; theirs is the first plane."""
    for i in range(count):
        out[i] = pieces[i] == Piece.ROCK


@kernel
def clear(begin: int, end: int, out: Any) -> None:
    """Write 0 into some entries."""
    for i in range(begin, end):
        out[i] = 0


@kernel
def place_of(cell: int, column: int) -> int:
    """Return where a cell is in a plane, which lacks the frame's column before the first."""
    return cell - column


@kernel
def health_unit(s: State) -> int:
    """Return how often health is halved, rounding up, so that every type's fits an entry: not at all up to MOST."""
    most = max(int(s.options.health[0]), int(s.options.health[1]), int(s.options.health[2]))
    halves = 0
    while most > MOST << halves:
        halves += 1
    return halves


@kernel
def encode_side(s: State, seat: int, sign: int, cells: int, out: Any) -> None:
    """Write a side's base and soldiers; the sign says whether they are the own ones."""
    side = s.sides[seat]
    # Read once: for all the compiler knows, each entry that is written may be one of these, or the count.
    shift, column, halves = int(s.options.shift), int(s.options.column), health_unit(s)
    rows = column - 1
    out[Plane.BASE * cells + place_of(side.base, column)] = sign
    for i in range(int(side.count)):
        cell, aim, facing = int(side.cell[i]), int(side.aim[i]), int(side.facing[i])
        place = place_of(cell, column)
        health = (int(side.health[i]) + (1 << halves) - 1) >> halves
        out[(Plane.SOLDIER + int(side.type[i])) * cells + place] = sign * health
        out[Plane.FACING * cells + place] = RIGHTWARD[facing]
        out[(Plane.FACING + 1) * cells + place] = DOWNWARD[facing]
        out[Plane.ACROSS * cells + place] = cut((aim >> shift) - (cell >> shift))
        out[Plane.DOWN * cells + place] = cut((aim & rows) - (cell & rows))


@kernel
def cut(number: int) -> int:
    """Return the nearest number that an entry holds."""
    return max(-MOST, min(number, MOST))


@kernel
def encode_decided(s: State, own: int, cells: int, out: Any) -> None:
    """Write what is due and what is decided of the own command, where nothing of it is shown yet, or less."""
    command = s.commands[own]
    numbers = PLANES * cells
    if command.stage < Stage.DONE:
        out[numbers + Number.STAGE + int(command.stage)] = 1
    if command.stage == Stage.FIRST or command.kind == Kind.NOOP:
        return
    site, aim = place_of(command.cell, s.options.column), place_of(command.aim, s.options.column)
    out[Plane.COMMAND * cells + site] = SITE
    if command.stage != Stage.AIM and command.kind != Kind.FACE:
        out[Plane.COMMAND * cells + aim] = SITE + AIM if site == aim else AIM
    if command.kind == Kind.BUILD:
        out[numbers + Number.BUILD + int(command.type)] = 1
    out[numbers + Number.MOVE] = command.kind == Kind.MOVE


@kernel
def encode_numbers(s: State, own: int, first: int, out: Any) -> None:
    """Write the numbers of the match from an entry on, as far as both seats know them; all of them are zero so far."""
    for turn in range(SEATS):
        side = s.sides[own ^ turn]
        write_digits(side.money, first + Number.MONEY + DIGITS * turn, out)
        write_digits(side.base_health, first + Number.HEALTH + DIGITS * turn, out)
        out[first + Number.CHOSEN + turn] = s.chosen[own ^ turn]
    write_digits(s.turns, first + Number.TURNS.value, out)
    out[first + Number.FIRST.value] = first_side(s) == own


@kernel
def write_digits(number: int, first: int, out: Any) -> None:
    """Write a number as ones, hundreds and ten thousands, where only zeros are so far."""
    left, i = min(number, LARGEST), first
    while left >= HUNDRED:
        out[i] = left % HUNDRED
        left //= HUNDRED
        i += 1
    out[i] = left
