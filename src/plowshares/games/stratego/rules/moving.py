"""Which moves a side may make (§5.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import DIRECTIONS, STRIKES, Kind, Strike
from plowshares.games.stratego.board import STEP, owner_of
from plowshares.games.stratego.pieces import EMPTY, MOST_COLUMNS, Type
from plowshares.games.stratego.rules.repetition import find_worn_out, is_endless_chase, is_worn
from plowshares.games.stratego.state import STRIDE, WALL, Scout, State

# Small sets are whole numbers: bit i stands for member i. Here they are sets of columns, directions and strikes.
LOWEST = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, 1 << MOST_COLUMNS)], np.int8)
PLAIN = 1 << Strike.NONE
AIM = np.array(
    [[0, STEP[way - 1], STEP[(way + 1) % DIRECTIONS]] for way in range(DIRECTIONS)]
)  # left and right of a way


@kernel
def list_moves(s: State, side: int, out: Any) -> int:
    """Write every legal move of a side, ascending."""
    # `out` is handed on for scouts only: Numba counts the references to an array at each call,
    # and with a kernel for every step that took four times as long as the rules themselves.
    count: Any = np.int64(0)  # not a constant to Numba, which would compile what it is passed to once more
    first, per_direction = s.actions.first[Kind.MOVE], s.options.reach * s.actions.last[Kind.MOVE]
    width, worn_out = int(s.options.width), find_worn_out(s, side)
    for row in range(1, s.options.height + 1):
        columns = find_mobile(s, side, row)
        while columns != 0:
            column = int(LOWEST[columns])
            columns &= columns - 1
            at = row * STRIDE + column + 1
            action = first + ((row - 1) * width + column) * DIRECTIONS * per_direction
            if s.types[s.board[at]] == Type.SCOUT:
                count = list_scout_moves(s, side, at, action, count, out)
                continue
            ways = find_steps(s, side, at, worn_out)
            for _ in range(DIRECTIONS):
                # Write first and count afterwards: there is room for one more, and no branch to mispredict.
                out[count] = action
                count += ways & 1
                ways >>= 1
                action += per_direction
    return count  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def has_move(s: State, side: int) -> bool:
    """Ask whether a side has any legal move; as a rule the first movable piece beside a free cell has one."""
    worn_out = find_worn_out(s, side)
    for row in range(1, s.options.height + 1):
        columns = find_mobile(s, side, row)
        while columns != 0:
            at = row * STRIDE + int(LOWEST[columns]) + 1
            columns &= columns - 1
            if find_steps(s, side, at, worn_out) != 0 or has_scout_move(s, side, at):
                return True
    return False


@kernel
def find_mobile(s: State, side: int, row: int) -> int:
    """Return the columns of a row where the side has a movable piece beside a cell that it may enter."""
    here = int(s.open[side, row])
    beside = (here << 1) | (here >> 1) | int(s.open[side, row - 1]) | int(s.open[side, row + 1])
    return int(s.movers[side, row]) & beside


@kernel
def find_steps(s: State, side: int, at: int, worn_out: int) -> int:
    """Return the directions in which the movable piece on a square may go by one cell."""
    row, column = at // STRIDE, at % STRIDE - 1
    here = int(s.open[side, row])
    north, south = int(s.open[side, row + 1]) >> column, int(s.open[side, row - 1]) >> column
    east, west = here >> (column + 1), (here << 1) >> column
    ways = (north & 1) | (east & 1) << 1 | (south & 1) << 2 | (west & 1) << 3
    if at == worn_out or s.options.more_squares:
        return keep_allowed(s, side, at, ways)
    return ways


@kernel
def keep_allowed(s: State, side: int, at: int, ways: int) -> int:
    """Return the directions that the rules of repetition leave."""
    for direction in range(DIRECTIONS):
        if find_endings(s, side, at, at + STEP[direction], direction) & PLAIN == 0:
            ways &= ~(1 << direction)
    return ways


@kernel
def list_scout_moves(s: State, side: int, at: int, action: int, count: int, out: Any) -> int:
    """Add a scout's moves along its four lines, with their strikes; `action` is its first move."""
    strikes = s.actions.last[Kind.MOVE]
    for direction in range(DIRECTIONS):
        to = at
        for distance in range(s.options.reach):
            to += STEP[direction]
            endings = find_endings(s, side, at, to, direction)
            while endings != 0:
                out[count] = action + distance * strikes + int(LOWEST[endings])
                count += 1
                endings &= endings - 1
            if s.board[to] != EMPTY:
                break
        action += s.options.reach * strikes
    return count


@kernel
def has_scout_move(s: State, side: int, at: int) -> bool:
    """Ask whether a scout has any move; it may have one though the rules of repetition forbid every single step."""
    if s.types[s.board[at]] != Type.SCOUT:
        return False
    for direction in range(DIRECTIONS):
        to = at + STEP[direction]
        while s.board[to] == EMPTY and find_endings(s, side, at, to, direction) == 0:
            to += STEP[direction]
        if find_endings(s, side, at, to, direction) != 0:
            return True
    return False


@kernel
def find_endings(s: State, side: int, at: int, to: int, direction: int) -> int:
    """Return the strikes, NONE among them, with which a move along a free line may end on a square."""
    there = int(s.board[to])
    if there == WALL or (there >= 0 and owner_of(s, there) == side):
        return 0
    if is_worn(s, side, at, to):
        return 0
    if there >= 0:
        is_too_far = s.options.scout == Scout.ADJACENT and to != at + STEP[direction]
        return 0 if is_too_far else PLAIN
    endings = 0 if is_endless_chase(s, side, at, to) else PLAIN
    if s.actions.last[Kind.MOVE] == STRIKES and s.types[s.board[at]] == Type.SCOUT:
        for strike in range(1, STRIKES):
            struck = int(s.board[find_struck(s, to, direction, strike)])
            if struck >= 0 and owner_of(s, struck) != side:
                endings |= 1 << strike
    return endings


@kernel
def find_struck(s: State, to: int, direction: int, strike: int) -> int:
    """Return the square that a strike aims at, whatever is on it."""
    step = AIM[direction, strike]
    square = to + step
    if s.options.scout == Scout.EXTRA_FAR:
        while s.board[square] == EMPTY:
            square += step
    return square  # type: ignore[no-any-return]  # NumPy's stubs lose the type
