"""What a side leaves to enemies that it knows: the part of a position that needs no guessing.

A search sees it too, but only as the mean of all that an enemy may do. Here it counts as if the enemy took its best.
"""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import DIRECTIONS
from plowshares.games.stratego.board import STEP, is_movable, owner_of
from plowshares.games.stratego.pieces import EMPTY, UNKNOWN, Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.state import NOWHERE, Result, State


@kernel
def takes(s: State, attacker: int, piece: int) -> bool:
    """Ask whether a piece would remove another, and stay; who is unknown is not expected to."""
    if not is_movable(s.types[attacker]) or s.types[piece] == UNKNOWN:
        return False
    return bool(decide(s.options, s.types[attacker], s.types[piece]) == Result.DEFENDER_FALLS)


@kernel
def is_avenged(s: State, side: int, piece: int, taker: int) -> bool:
    """Ask whether another piece of the side stands beside this one and would remove who has taken it."""
    for direction in range(DIRECTIONS):
        other = int(s.board[int(s.squares[piece]) + STEP[direction]])
        if other >= 0 and owner_of(s, other) == side and takes(s, other, taker):
            return True
    return False


@kernel
def find_taker(s: State, side: int, piece: int) -> int:
    """Return an enemy beside a piece that would remove it, one that would not be avenged if there is such; or EMPTY."""
    found = EMPTY
    for direction in range(DIRECTIONS):
        other = int(s.board[int(s.squares[piece]) + STEP[direction]])
        if other >= 0 and owner_of(s, other) != side and takes(s, other, piece):
            if not is_avenged(s, side, piece, other):
                return other
            found = other
    return found


@kernel
def can_be_taken(s: State, piece: int) -> bool:
    """Ask whether it is a piece on the board that others could want to take: no flag, which is another matter."""
    return bool(s.squares[piece] != NOWHERE and s.types[piece] != UNKNOWN and s.types[piece] > Type.BOMB)
