"""Numbers for a learner, from the seat's view: planes of the board as the seat sits, own side at the bottom.

Numbers of the whole match stand once, behind the planes: repeated on every cell they made half of an
observation, and most of the time it takes to write one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import EMPTY, MOST_COLUMNS, TYPES, UNKNOWN
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import HALF_ROWS, NOWHERE, SIDES, SQUARES, STRIDE, Phase, Side, State

__all__ = ["dtype", "encode", "shape"]


class Plane(IntEnum):
    """The planes; those with a type take TYPES planes from their number on."""

    OWN = 0  # by type: an own piece of it is here
    ENEMY = OWN + TYPES  # by type: an enemy piece known to be of it is here
    OWN_SHOWN = ENEMY + TYPES  # the enemy knows what it is
    OWN_MOVED = OWN_SHOWN + 1
    ENEMY_HERE = OWN_MOVED + 1
    ENEMY_MOVED = ENEMY_HERE + 1
    LAND = ENEMY_MOVED + 1
    LAST_START = LAND + 1
    LAST_END = LAST_START + 1
    LAST_BATTLE = LAST_END + 1
    WALKED = LAST_BATTLE + 1  # where the own piece that the two-square rule watches has stood: how often
    ENEMY_WALKED = WALKED + 1
    NUMBERS = ENEMY_WALKED + 1  # see Number, one after another over the cells of as many planes as they need


class Number(IntEnum):
    """What stands in the planes from NUMBERS on; those with a type take TYPES entries from their number on."""

    RESERVE = 0  # by type: how many are not yet placed
    LEFT = RESERVE + TYPES  # by type: how many enemies of it are left, as far as is known
    TO_ACT = LEFT + TYPES
    SETUP = TO_ACT + 1
    QUIET = SETUP + 1  # hundredths of no_battle_limit
    PLY = QUIET + 1  # hundredths of move_cap


PLANES = Plane.NUMBERS.value  # of the board
NUMBERS = Number.PLY.value + 1
FULL = 100
# By width and square.
CELL = np.array(
    [[(q // STRIDE - 1) * width + q % STRIDE - 1 for q in range(SQUARES)] for width in range(MOST_COLUMNS + 1)],
    np.int16,
)

# A piece is written as one number, from which its planes are then read a whole plane at a time: type + 1, and these.
SHOWN = 16
MOVED = 32
ENEMY = 64
TYPE = 15
OF_TYPE = tuple(range(1, TYPES + 1))
# Of each plane that shows pieces: the part of the number that counts, and what it must be.
PART = np.array([TYPE | ENEMY] * 2 * TYPES + [SHOWN | ENEMY, MOVED | ENEMY, ENEMY, MOVED | ENEMY], np.int8)
VALUE = np.array([*OF_TYPE, *(ENEMY | t for t in OF_TYPE), SHOWN, MOVED, ENEMY, MOVED | ENEMY], np.int8)
# There is no other room: the numbers, by cell, lie from this plane on until those planes are written, last of all.
CELLS = Plane.LAST_BATTLE.value
# So many entries are written at a time, of a plane too: what goes beyond its end is written again with the next one.
WIDE = 32


def shape(options: Options) -> tuple[int, ...]:
    """Return planes, height and width."""
    width, height, _ = options.size
    return PLANES - (-NUMBERS // (width * height)), height, width


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int8)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write everything. Those who only watch see it as Red, whose secrets they do not know."""
    cells = int(s.options.width) * int(s.options.height)
    flat = out.flat  # planes one after another: loops over rows and columns are not compiled to wide instructions
    own = max(seat, 0)
    number_cells(s, own, cells, flat)
    encode_pieces(cells, flat)
    encode_land(s, own, cells, flat)
    encode_last(s, own, cells, out.size, flat)
    for side in range(SIDES):
        encode_walk(s, own, side, cells, flat)
    encode_numbers(s, own, PLANES * cells, flat)
    encode_area(s, own, cells, flat)


@kernel
def widen(cells: int) -> int:
    """Return how many entries are written for a plane."""
    return (cells + WIDE - 1) // WIDE * WIDE


@kernel
def number_cells(s: State, seat: int, cells: int, out: Any) -> None:
    """Write the number of the piece on each cell, as the seat sits; 0 for none."""
    first, wide = CELLS * cells, widen(cells)
    for i in range(first, first + wide):
        out[i] = 0
    blue, width, own_is_blue = int(s.blue), int(s.options.width), seat == Side.BLUE
    start, way = (first, 1) if seat == Side.RED else (first + cells - 1, -1)
    for piece in range(int(s.pieces)):
        more = int(s.shown[piece]) * SHOWN if (piece >= blue) == own_is_blue else ENEMY
        square = int(s.squares[piece])
        # Without asking, since no processor can guess which have fallen: those are written behind the last.
        place = first + wide if square == NOWHERE else start + way * int(CELL[width, square])
        out[place] = int(s.types[piece]) + 1 + int(s.moved[piece]) * MOVED + more


@kernel
def encode_pieces(cells: int, out: Any) -> None:
    """Write the planes of types and of what is known of pieces."""
    first, wide = CELLS * cells, widen(cells)
    for plane in range(len(PART)):
        part, value, begin = PART[plane], VALUE[plane], plane * cells
        for i in range(wide):
            out[begin + i] = (out[first + i] & part) == value


@kernel
def encode_land(s: State, seat: int, cells: int, out: Any) -> None:
    """Mark all cells but lakes."""
    width, first = int(s.options.width), Plane.LAND.value * cells
    for i in range(first, first + cells):
        out[i] = 1
    for row in range(int(s.options.height)):
        lakes = ~(int(s.land[row // HALF_ROWS]) >> (row % HALF_ROWS * MOST_COLUMNS)) & ((1 << width) - 1)
        for column in range(width if lakes != 0 else 0):
            cell = row * width + column
            out[first + (cell if seat == 0 else cells - 1 - cell)] = 1 - ((lakes >> column) & 1)


@kernel
def encode_last(s: State, seat: int, cells: int, size: int, out: Any) -> None:
    """Mark where the last move began and ended, and what was fought for; clear all that comes behind."""
    for i in range(Plane.LAST_START * cells, size):
        out[i] = 0
    if s.last.start != NOWHERE:
        out[Plane.LAST_START * cells + seen_at(s, seat, s.last.start, cells)] = 1
    if s.last.end != NOWHERE:
        out[Plane.LAST_END * cells + seen_at(s, seat, s.last.end, cells)] = 1
    if s.last.contested != NOWHERE:
        out[Plane.LAST_BATTLE * cells + seen_at(s, seat, s.last.contested, cells)] = 1


@kernel
def seen_at(s: State, seat: int, square: int, cells: int) -> int:
    """Return the cell of a square as the seat sits."""
    cell = int(CELL[s.options.width, square])
    return cell if seat == 0 else cells - 1 - cell


@kernel
def encode_walk(s: State, seat: int, side: int, cells: int, out: Any) -> None:
    """Count how often a side's walk has been on each cell (§5.5)."""
    plane = Plane.WALKED.value if side == seat else Plane.ENEMY_WALKED.value
    walk = s.walks[side]
    if walk.steps > 0:
        for i in range(walk.steps + 1):
            out[plane * cells + seen_at(s, seat, walk.trail[i], cells)] += 1


@kernel
def encode_area(s: State, seat: int, cells: int, out: Any) -> None:
    """Write what the seat has placed; its spots are cells as it sits."""
    if s.phase != Phase.SETUP:
        return
    for spot in range(s.options.spots):
        if s.area[seat, spot] != EMPTY:
            out[(Plane.OWN + int(s.area[seat, spot])) * cells + spot] = 1


@kernel
def encode_numbers(s: State, seat: int, first: int, out: Any) -> None:
    """Write the numbers of the match from an entry on; all of them are zero so far."""
    for type_ in range(TYPES):
        out[first + Number.RESERVE + type_] = s.reserve[seat, type_]
        out[first + Number.LEFT + type_] = s.options.army[type_]
    count_fallen(s, 1 - seat, first + Number.LEFT.value, out)
    out[first + Number.SETUP.value] = s.phase == Phase.SETUP
    in_setup = s.phase == Phase.SETUP and not s.ready[seat]
    out[first + Number.TO_ACT.value] = in_setup or (s.phase == Phase.PLAY and s.turn == seat)
    out[first + Number.QUIET.value] = int(s.quiet) * FULL // max(1, int(s.options.no_battle_limit))
    out[first + Number.PLY.value] = int(s.ply) * FULL // max(1, int(s.options.move_cap))


@kernel
def count_fallen(s: State, side: int, first: int, out: Any) -> None:
    """Take from an army what is known to be removed."""
    for piece in range(first_piece(s, side), end_piece(s, side)):
        # Without a branch, as above. An unknown type takes 0 from the entry before.
        fallen = int(s.squares[piece] == NOWHERE) & int(s.types[piece] != UNKNOWN)
        out[first + int(s.types[piece])] -= fallen
