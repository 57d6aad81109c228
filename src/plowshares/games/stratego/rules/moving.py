"""Which moves a side may make (§5.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import DIRECTIONS, STRIKES, Kind, Strike
from plowshares.games.stratego.board import ROW, STEP, owner_of, square_at
from plowshares.games.stratego.pieces import EMPTY, MOST_COLUMNS, Type
from plowshares.games.stratego.rules.repetition import find_worn_out, is_endless_chase, is_worn
from plowshares.games.stratego.state import HALF_ROWS, HALVES, SCOUTS, WALL, Scout, State

# Small sets are whole numbers: bit i stands for member i. Here they are sets of cells, directions and strikes.
PRIME = np.uint64(53)  # powers of two below 2**52 leave different remainders
LOWEST = np.zeros(int(PRIME), np.int8)
for _member in range(HALF_ROWS * MOST_COLUMNS):
    LOWEST[(1 << _member) % int(PRIME)] = _member
FIRST_COLUMN = sum(1 << row * MOST_COLUMNS for row in range(HALF_ROWS))
LAST_COLUMN = FIRST_COLUMN << (MOST_COLUMNS - 1)
FAR_ROW = MOST_COLUMNS * (HALF_ROWS - 1)  # the first bit of a half's last row
ENDING = np.array([0, 0, 1, 0, 2, 0, 1, 0], np.int8)  # the lowest of a set of strikes
PLAIN = 1 << Strike.NONE
AIM = np.array(
    [[0, STEP[way - 1], STEP[(way + 1) % DIRECTIONS]] for way in range(DIRECTIONS)]
)  # left and right of a way


@kernel
def list_moves(s: State, side: int, out: Any) -> int:
    """Write every legal move of a side, ascending."""
    # `out` is handed on only where a piece needs a closer look: Numba counts the references to an array at each call.
    # What does not change is read before the loops: Numba has to expect that writing to `out` changes the State.
    count: Any = np.int64(0)  # not a constant to Numba, which would compile what it is passed to once more
    first, per_direction = int(s.actions.first[Kind.MOVE]), int(s.options.reach) * int(s.actions.last[Kind.MOVE])
    width, worn_out, strict = int(s.options.width), find_worn_out(s, side), s.options.more_squares
    for half in range(HALVES):
        north, east, south, west = find_free_ways(s, side, half)
        mobile, scouts = north | east | south | west, int(s.movers[side, SCOUTS + half])
        while mobile != 0:
            place = lowest(mobile)
            mobile &= mobile - 1
            row = int(ROW[MOST_COLUMNS, half * HALF_ROWS * MOST_COLUMNS + place])
            column = place - (row - half * HALF_ROWS) * MOST_COLUMNS
            at = square_at(row, column)
            action = first + (row * width + column) * DIRECTIONS * per_direction
            if scouts >> place & 1:
                count = list_scout_moves(s, side, at, action, count, out)
            elif strict or at == worn_out:
                count = list_steps(s, side, at, action, count, out)
            else:
                # Write first and count afterwards: there is room for one more, and no branch to mispredict.
                out[count] = action
                count += north >> place & 1
                out[count] = action + per_direction
                count += east >> place & 1
                out[count] = action + 2 * per_direction
                count += south >> place & 1
                out[count] = action + 3 * per_direction
                count += west >> place & 1
    return count  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def lowest(members: int) -> int:
    """Return the lowest member of a set of cells that is not empty."""
    return int(LOWEST[np.uint64(members & -members) % PRIME])


@kernel
def find_free_ways(s: State, side: int, half: int) -> tuple[int, int, int, int]:
    """Return the movable pieces of a half that may step north, east, south and west as far as others leave room."""
    movers, here = int(s.movers[side, half]), int(s.open[side, half])
    other = int(s.open[side, 1 - half])
    north, south = here >> MOST_COLUMNS, here << MOST_COLUMNS
    if half == 0:
        north |= other << FAR_ROW
    else:
        south |= other >> FAR_ROW
    east, west = (here >> 1) & ~LAST_COLUMN, (here << 1) & ~FIRST_COLUMN
    return movers & north, movers & east, movers & south, movers & west


@kernel
def list_steps(s: State, side: int, at: int, action: int, count: int, out: Any) -> int:
    """Add the steps of a piece that the rules of repetition may hold back; `action` is its step to the north."""
    ways = find_steps(s, side, at)
    for direction in range(DIRECTIONS):
        if ways >> direction & 1:
            out[count] = action + direction * s.options.reach * s.actions.last[Kind.MOVE]
            count += 1
    return count


@kernel
def has_move(s: State, side: int) -> bool:
    """Ask whether a side has any legal move; as a rule any movable piece beside a free cell has one."""
    worn_out = find_worn_out(s, side)
    for half in range(HALVES):
        north, east, south, west = find_free_ways(s, side, half)
        mobile = north | east | south | west
        while mobile != 0:
            place = lowest(mobile)
            mobile &= mobile - 1
            at = square_at(half * HALF_ROWS + place // MOST_COLUMNS, place % MOST_COLUMNS)
            if at != worn_out and not s.options.more_squares:
                return True
            if find_steps(s, side, at) != 0 or has_scout_move(s, side, at):
                return True
    return False


@kernel
def find_steps(s: State, side: int, at: int) -> int:
    """Return the directions in which the movable piece on a square may go by one cell."""
    ways = 0
    for direction in range(DIRECTIONS):
        if find_endings(s, side, at, at + STEP[direction], direction) & PLAIN:
            ways |= 1 << direction
    return ways


@kernel
def list_scout_moves(s: State, side: int, at: int, action: int, count: int, out: Any) -> int:
    """Add a scout's moves along its four lines, with their strikes; `action` is its first move."""
    if s.options.more_squares or s.options.scout == Scout.EXTRA_FAR or at == find_worn_out(s, side):
        return list_careful_scout_moves(s, side, at, action, count, out)
    strikes, reach, adjacent = int(s.actions.last[Kind.MOVE]), int(s.options.reach), s.options.scout == Scout.ADJACENT
    low = int(s.blue) if side == 0 else 0
    high = int(s.pieces) if side == 0 else int(s.blue)
    for direction in range(DIRECTIONS):
        step, left, right = STEP[direction], AIM[direction, 1], AIM[direction, 2]
        to, way = at + step, action
        there = int(s.board[to])
        while there == EMPTY:
            out[count] = way
            count += 1
            if strikes == STRIKES:
                out[count] = way + 1
                count += low <= int(s.board[to + left]) < high
                out[count] = way + 2
                count += low <= int(s.board[to + right]) < high
            to += step
            way += strikes
            there = int(s.board[to])
        out[count] = way
        count += low <= there < high and not (adjacent and way != action)
        action += reach * strikes
    return count


@kernel
def list_careful_scout_moves(s: State, side: int, at: int, action: int, count: int, out: Any) -> int:
    """The same for a scout that the rules of repetition may hold back, or that strikes from afar."""
    strikes = s.actions.last[Kind.MOVE]
    for direction in range(DIRECTIONS):
        to = at
        for distance in range(s.options.reach):
            to += STEP[direction]
            endings = find_endings(s, side, at, to, direction)
            while endings != 0:
                out[count] = action + distance * strikes + int(ENDING[endings])
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
