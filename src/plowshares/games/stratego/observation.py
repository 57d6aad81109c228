"""Numbers for a learner, from the seat's view: planes of the board as the seat sits, own side at the bottom.

What is one number for the whole match stands once, behind the planes: repeated on every cell it made half of an
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
# There is no other room: these two planes are written last, and hold those numbers until then.
PIECES = Plane.WALKED.value  # by piece
CELLS = Plane.LAND.value  # by cell
NO_PIECE = 2  # entries before the first piece's: EMPTY and WALL count down from -1


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
    # Planes and cells, since loops over rows and columns are not compiled to the machine's wide instructions.
    cells = int(s.options.width) * int(s.options.height)
    planes = out.reshape((out.shape[0], cells))
    own = max(seat, 0)
    number_pieces(s, own, planes)
    number_cells(s, own, planes)
    encode_pieces(planes)
    encode_land(s, own, planes)
    encode_last(s, own, cells, planes)
    for side in range(SIDES):
        encode_walk(s, own, side, cells, planes)
    encode_numbers(s, own, planes)
    encode_area(s, own, planes)


@kernel
def number_pieces(s: State, seat: int, out: Any) -> None:
    """Write the number of each piece, on the board or not."""
    blue, own_is_blue = int(s.blue), seat == Side.BLUE
    for i in range(NO_PIECE):
        out[PIECES, i] = 0
    for piece in range(s.pieces):
        more = s.shown[piece] * SHOWN if (piece >= blue) == own_is_blue else ENEMY
        out[PIECES, NO_PIECE + piece] = s.types[piece] + 1 + s.moved[piece] * MOVED + more


@kernel
def number_cells(s: State, seat: int, out: Any) -> None:
    """Write the number of the piece on each cell, as the seat sits; 0 for none."""
    width, height = int(s.options.width), int(s.options.height)
    start, way = (0, 1) if seat == Side.RED else (width * height - 1, -1)
    for row in range(height):
        for column in range(width):
            piece = int(s.board[(row + 1) * STRIDE + 1 + column])
            out[CELLS, start + way * (row * width + column)] = out[PIECES, NO_PIECE + piece]


@kernel
def encode_pieces(out: Any) -> None:
    """Write the planes of types and of what is known of pieces."""
    for plane in range(len(PART)):
        part, value = PART[plane], VALUE[plane]
        for cell in range(out.shape[1]):
            out[plane, cell] = (out[CELLS, cell] & part) == value


@kernel
def encode_land(s: State, seat: int, out: Any) -> None:
    """Mark what is no lake."""
    width, cells = int(s.options.width), out.shape[1]
    for cell in range(cells):
        out[Plane.LAND.value, cell] = 1
    for row in range(int(s.options.height)):
        lakes = ~(int(s.land[row // HALF_ROWS]) >> (row % HALF_ROWS * MOST_COLUMNS)) & ((1 << width) - 1)
        for column in range(width if lakes != 0 else 0):
            cell = row * width + column
            out[Plane.LAND.value, cell if seat == 0 else cells - 1 - cell] = 1 - ((lakes >> column) & 1)


@kernel
def encode_last(s: State, seat: int, cells: int, out: Any) -> None:
    """Mark where the last move began and ended, and what was fought for."""
    for plane in range(Plane.LAST_START, out.shape[0]):
        for cell in range(cells):
            out[plane, cell] = 0
    if s.last.start != NOWHERE:
        out[Plane.LAST_START.value, seen_at(s, seat, s.last.start, cells)] = 1
    if s.last.end != NOWHERE:
        out[Plane.LAST_END.value, seen_at(s, seat, s.last.end, cells)] = 1
    if s.last.contested != NOWHERE:
        out[Plane.LAST_BATTLE.value, seen_at(s, seat, s.last.contested, cells)] = 1


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
            out[plane, seen_at(s, seat, walk.trail[i], cells)] += 1


@kernel
def encode_area(s: State, seat: int, out: Any) -> None:
    """Write what the seat has placed; its spots are cells as it sits."""
    if s.phase != Phase.SETUP:
        return
    for spot in range(s.options.spots):
        if s.area[seat, spot] != EMPTY:
            out[Plane.OWN.value + int(s.area[seat, spot]), spot] = 1


@kernel
def encode_numbers(s: State, seat: int, planes: Any) -> None:
    """Write the numbers of the match; all of them are zero so far."""
    out = planes.reshape(planes.size)[PLANES * planes.shape[1] :]
    for type_ in range(TYPES):
        out[Number.RESERVE.value + type_] = s.reserve[seat, type_]
        out[Number.LEFT.value + type_] = s.options.army[type_]
    count_fallen(s, 1 - seat, out)
    out[Number.SETUP.value] = s.phase == Phase.SETUP
    in_setup = s.phase == Phase.SETUP and not s.ready[seat]
    out[Number.TO_ACT.value] = in_setup or (s.phase == Phase.PLAY and s.turn == seat)
    out[Number.QUIET.value] = int(s.quiet) * FULL // max(1, int(s.options.no_battle_limit))
    out[Number.PLY.value] = int(s.ply) * FULL // max(1, int(s.options.move_cap))


@kernel
def count_fallen(s: State, side: int, out: Any) -> None:
    """Take from an army what is known to be removed."""
    for piece in range(first_piece(s, side), end_piece(s, side)):
        # Without asking, since no processor can guess which have fallen. What is not known takes nothing, one before.
        fallen = int(s.squares[piece] == NOWHERE) & int(s.types[piece] != UNKNOWN)
        out[Number.LEFT.value + int(s.types[piece])] -= fallen
