"""Which moves a side may make (§5.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import DIRECTIONS, STRIKES, Kind, Strike
from plowshares.games.stratego.board import STEP, is_movable, owner_of, square_at
from plowshares.games.stratego.pieces import EMPTY, MOST_COLUMNS, Type
from plowshares.games.stratego.rules.repetition import is_forbidden
from plowshares.games.stratego.state import WALL, Scout, State

LOWEST = np.array(
    [0] + [(n & -n).bit_length() - 1 for n in range(1, 1 << MOST_COLUMNS)], np.int8
)  # of a set of columns
TURN = np.array([0, 3, 1], np.int64)  # by strike: to the left is three quarters clockwise


@kernel
def list_moves(s: State, side: int, out: Any) -> int:
    """Write every legal move of a side, ascending."""
    count = 0
    for row in range(s.options.height):
        columns = find_mobile(s, side, row)
        while columns != 0:
            count = list_moves_from(s, side, row, LOWEST[columns], count, out)
            columns &= columns - 1
    return count


@kernel
def has_move(s: State, side: int) -> bool:
    """Ask whether a side has any legal move. Only the moves of one piece are looked at, as a rule."""
    for row in range(s.options.height):
        columns = find_mobile(s, side, row)
        while columns != 0:
            if list_moves_from(s, side, row, LOWEST[columns], 0, s.probe) > 0:
                s.probe[0] = 0
                return True
            columns &= columns - 1
    return False


@kernel
def find_mobile(s: State, side: int, row: int) -> int:
    """Return the columns of a row where the side has a piece with a neighbouring cell that it may enter."""
    i = row + 1  # in the walled board
    here = int(s.open[side, i])
    beside = (here << 1) | (here >> 1) | int(s.open[side, i - 1]) | int(s.open[side, i + 1])
    return (int(s.land[i]) ^ here) & beside


@kernel
def list_moves_from(s: State, side: int, row: int, column: int, count: int, out: Any) -> int:
    """Add the moves of the piece on a cell to `out`; what has no room there is only counted."""
    at = square_at(row, column)
    type_ = s.types[s.board[at]]
    if not is_movable(type_):
        return count
    action = encode(s.actions, Kind.MOVE, row * int(s.options.width) + column, 0, 0)
    for direction in range(DIRECTIONS):
        if type_ == Type.SCOUT:
            count = list_line(s, side, at, direction, action, count, out)
        else:
            count = list_step(s, side, at, at + STEP[direction], action, count, out)
        action += s.options.reach * s.actions.last[Kind.MOVE]
    return count


@kernel
def list_step(s: State, side: int, at: int, to: int, action: int, count: int, out: Any) -> int:
    """Add a move that ends on a certain square, if it is legal and the way is free."""
    there = int(s.board[to])
    if there == WALL or (there >= 0 and owner_of(s, there) == side):
        return count
    if is_forbidden(s, side, at, to, there >= 0):
        return count
    return add(action, count, out)


@kernel
def list_line(s: State, side: int, at: int, direction: int, action: int, count: int, out: Any) -> int:
    """Add a scout's moves in one direction, with their strikes."""
    step = STEP[direction]
    to = at + step
    while s.board[to] == EMPTY:
        count = list_step(s, side, at, to, action, count, out)
        if s.actions.last[Kind.MOVE] == STRIKES:
            count = list_strikes(s, side, at, to, direction, action, count, out)
        action += s.actions.last[Kind.MOVE]
        to += step
    if s.options.scout == Scout.ADJACENT and to != at + step:
        return count
    return list_step(s, side, at, to, action, count, out)


@kernel
def list_strikes(s: State, side: int, at: int, to: int, direction: int, action: int, count: int, out: Any) -> int:
    """Add the strikes that a scout can make after stopping on a square."""
    for strike in range(Strike.LEFT, STRIKES):
        struck = int(s.board[find_struck(s, to, direction, strike)])
        if struck >= 0 and owner_of(s, struck) != side and not is_forbidden(s, side, at, to, True):
            count = add(action + strike, count, out)
    return count


@kernel
def find_struck(s: State, to: int, direction: int, strike: int) -> int:
    """Return the square that a strike aims at, whatever is on it."""
    step = STEP[(direction + TURN[strike]) % DIRECTIONS]
    square = to + step
    if s.options.scout == Scout.EXTRA_FAR:
        while s.board[square] == EMPTY:
            square += step
    return square  # type: ignore[no-any-return]


@kernel
def add(action: int, count: int, out: Any) -> int:
    """Write an action if there is room; return the new count."""
    if count < len(out):
        out[count] = action
    return count + 1
