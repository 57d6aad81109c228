"""What may not be repeated: the two-square rule (§5.5) and the more-squares rule (§5.6).

Both live on public memory. `walks` holds the last moves of each side by one and the same piece, and that
is enough for both rules: the two-square rule asks only about turns of one piece, and an enemy piece Y is in
a side's `threat` exactly if the square that Y has just left is next to the one where that side's last move ended.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import mix
from plowshares.games.stratego.board import STEP
from plowshares.games.stratego.state import CHASE_MEMORY, NONE, STRIDE, State, Walk

# A position is kept as 64 bits. Since the memory is emptied by every battle, all positions that are compared have
# the same pieces; they are told apart by a keyed mix of (piece, square). With 128 positions remembered, the chance
# that a move is ever mistaken for a repetition is below 2^-57.
POSITION_KEY = np.uint64(0x506C6F7773686172)


@kernel
def is_watched(s: State, side: int, at: int) -> bool:
    """Ask whether either rule could forbid a move of the piece on a square; false means that neither does."""
    return s.options.more_squares or is_worn_out(s, side, at)


@kernel
def is_worn_out(s: State, side: int, at: int) -> bool:
    """Ask whether the piece on a square made all the moves that the two-square rule counts."""
    walk = s.walks[side]
    return 0 < s.options.two_square <= walk.steps and walk.piece == s.board[at]


@kernel
def is_worn(s: State, side: int, at: int, to: int) -> bool:
    """Ask whether the move crosses a border that each of the side's last moves crossed (§5.5)."""
    if not is_worn_out(s, side, at):
        return False
    walk = s.walks[side]
    low, high = min(at, to), max(at, to)
    upright = is_upright(at, to)
    for i in range(walk.steps):
        one, other = int(walk.trail[i]), int(walk.trail[i + 1])
        if is_upright(one, other) != upright:
            return False
        # Moves of one piece follow each other, so those in the same direction lie on one line.
        low, high = max(low, min(one, other)), min(high, max(one, other))
    return low < high


@kernel
def is_upright(at: int, to: int) -> bool:
    """Ask whether a straight move runs along a column."""
    return abs(at - to) >= STRIDE


@kernel
def is_endless_chase(s: State, side: int, at: int, to: int) -> bool:
    """Ask whether a move without battle continues a chase into a position of it (§5.6)."""
    if not s.options.more_squares:
        return False
    chased = find_chased(s, side)
    if chased == NONE or not continues_chase(s, side, to, chased):
        return False
    walk = s.walks[side]
    if walk.piece == s.board[at] and walk.trail[walk.steps - 1] == to:
        return False  # straight back to the cell it left is the two-square rule's business
    return has_seen(s.chases[side], s.drift ^ shift_of(s.board[at], at, to))


@kernel
def find_chased(s: State, side: int) -> int:
    """Return the enemy piece that has just moved away from the side's threat, or NONE."""
    own, enemy = s.walks[side], s.walks[1 - side]
    if own.steps == 0 or enemy.steps == 0:
        return NONE
    left, ended = int(enemy.trail[enemy.steps - 1]), int(own.trail[own.steps])
    return int(enemy.piece) if is_adjacent(left, ended) else NONE


@kernel
def is_adjacent(one: int, other: int) -> bool:
    """Ask whether two squares share a side."""
    apart = abs(one - other)
    return apart in (1, STRIDE)


@kernel
def continues_chase(s: State, side: int, to: int, chased: int) -> bool:
    """Ask whether the chased piece or an earlier evader is next to where a move ends."""
    for direction in range(4):
        piece = int(s.board[to + STEP[direction]])
        if piece >= 0 and (piece == chased or s.chases[side].evader[piece]):
            return True
    return False


@kernel
def shift_of(piece: int, at: int, to: int) -> Any:
    """Return how a move changes the digest of the position."""
    return mix(POSITION_KEY, piece, at) ^ mix(POSITION_KEY, piece, to)


@kernel
def has_seen(chase: Any, position: Any) -> bool:
    """Ask whether a position is remembered."""
    for i in range(min(chase.added, CHASE_MEMORY)):
        if chase.seen[i] == position:
            return True
    return False


@kernel
def remember_chase(s: State, side: int, at: int, to: int) -> None:
    """Continue or begin the side's chase memory; the move is not yet made (§5.6)."""
    chased = find_chased(s, side)
    chase = s.chases[side]
    s.drift ^= shift_of(s.board[at], at, to)
    if chased != NONE and continues_chase(s, side, to, chased):
        chase.evader[chased] = 1
    else:
        forget_chase(chase)
    chase.seen[chase.added % CHASE_MEMORY] = s.drift
    chase.added += 1


@kernel
def remember_walk(s: State, side: int, piece: int, at: int, to: int) -> None:
    """Add a move without battle to the side's walk, or begin a new one."""
    walk = s.walks[side]
    if walk.piece != piece:
        forget_walk(walk)
        walk.piece = piece
        walk.trail[0] = at
    elif walk.steps >= max(1, s.options.two_square):
        for i in range(walk.steps):
            walk.trail[i] = walk.trail[i + 1]
        walk.steps -= 1
    walk.steps += 1
    walk.trail[walk.steps] = to


@kernel
def forget_repetition(s: State) -> None:
    """A battle clears the memory of both sides (§5.5, §5.6)."""
    for side in range(2):
        forget_walk(s.walks[side])
        if s.options.more_squares:
            forget_chase(s.chases[side])
    s.drift = np.uint64(0)


@kernel
def forget_walk(walk: Walk) -> None:
    """Empty a walk."""
    walk.piece = NONE
    walk.steps = 0
    walk.trail[:] = 0


@kernel
def forget_chase(chase: Any) -> None:
    """Empty a chase memory."""
    chase.added = 0
    chase.seen[:] = np.uint64(0)
    chase.evader[:] = 0
