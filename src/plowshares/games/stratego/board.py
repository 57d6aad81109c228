"""The walled board: squares, cells and spots, and putting pieces on it and off it (§3.1, §5.1)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.pieces import EMPTY, MOST_CELLS, MOST_COLUMNS, Type
from plowshares.games.stratego.state import HALF_ROWS, NOWHERE, SCOUTS, SQUARES, STRIDE, Side, State

ROW = np.array([[cell // max(width, 1) for cell in range(MOST_CELLS)] for width in range(MOST_COLUMNS + 1)], np.int8)
STEP = np.array([STRIDE, 1, -STRIDE, -1], np.int64)  # by direction: north, east, south, west
# By square: in which half of a set of cells it is, and its bit there; walls have none.
HALF = np.array([min(max(square // STRIDE - 1, 0) // HALF_ROWS, 1) for square in range(SQUARES)], np.int8)
BIT = np.zeros(SQUARES, np.int64)
for _row in range(MOST_COLUMNS):
    for _column in range(MOST_COLUMNS):
        BIT[(_row + 1) * STRIDE + _column + 1] = 1 << (_row % HALF_ROWS * MOST_COLUMNS + _column)


@kernel
def square_at(row: int, column: int) -> int:
    """Return the square of a row and column counted from 0."""
    return (row + 1) * STRIDE + column + 1


@kernel
def row_of(square: int) -> int:
    """Return the row of a square, from 0."""
    return square // STRIDE - 1


@kernel
def column_of(square: int) -> int:
    """Return the column of a square, from 0."""
    return square % STRIDE - 1


@kernel
def square_of(s: State, cell: int) -> int:
    """Return the square of a cell number (§3.1)."""
    width = int(s.options.width)
    row = int(ROW[width, cell])
    return square_at(row, cell - row * width)


@kernel
def cell_of(s: State, square: int) -> int:
    """Return the cell number of a square (§3.1)."""
    return row_of(square) * int(s.options.width) + column_of(square)


@kernel
def square_of_spot(s: State, side: int, spot: int) -> int:
    """Return the square of a spot, which is counted as its owner sits (§5.1)."""
    if side == Side.RED:
        return square_of(s, spot)
    return square_of(s, int(s.options.width) * int(s.options.height) - 1 - spot)


@kernel
def is_land(s: State, square: int) -> bool:
    """Ask whether the square is on the board and no lake."""
    return (int(s.land[HALF[square]]) & BIT[square]) != 0  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def is_on_board(s: State, square: int) -> bool:
    """Ask whether the square is on the board, lake or not."""
    return 0 <= row_of(square) < s.options.height and 0 <= column_of(square) < s.options.width


@kernel
def owner_of(s: State, piece: int) -> int:
    """Return the side of a piece."""
    return 0 if piece < s.blue else 1


@kernel
def is_movable(type_: int) -> bool:
    """Ask whether a type moves; what is not known in a view does not."""
    return type_ > Type.BOMB


@kernel
def enter(s: State, piece: int, square: int) -> None:
    """Put a piece on an empty square."""
    side, half, bit = owner_of(s, piece), HALF[square], BIT[square]
    s.board[square] = piece
    s.squares[piece] = square
    s.open[side, half] -= bit
    if is_movable(s.types[piece]):
        s.movers[side, half] += bit
        if s.types[piece] == Type.SCOUT:
            s.movers[side, SCOUTS + half] += bit


@kernel
def leave(s: State, piece: int) -> None:
    """Take a piece off the board."""
    square = int(s.squares[piece])
    side, half, bit = owner_of(s, piece), HALF[square], BIT[square]
    s.board[square] = EMPTY
    s.squares[piece] = NOWHERE
    s.open[side, half] += bit
    if is_movable(s.types[piece]):
        s.movers[side, half] -= bit
        if s.types[piece] == Type.SCOUT:
            s.movers[side, SCOUTS + half] -= bit
