"""What may not be repeated: the two-square rule (§5.5) and the more-squares rule (§5.6).

Both live on public memory. `walks` holds the last moves of each side by one and the same piece, and that
is enough for both rules: the two-square rule asks only about turns of one piece, and an enemy piece Y is in
a side's `threat` exactly if the square that Y has just left is next to the one where that side's last move ended.
"""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.games.stratego.board import STEP
from plowshares.games.stratego.state import CHASE_MEMORY, LOG, NONE, NOWHERE, STRIDE, State, Walk


@kernel
def find_worn_out(s: State, side: int) -> int:
    """Return where the piece stands that made all the moves that the two-square rule counts, or NOWHERE."""
    walk = s.walks[side]
    if 0 < s.options.two_square <= walk.steps:
        return int(walk.trail[walk.steps])
    return NOWHERE


@kernel
def is_worn(s: State, side: int, at: int, to: int) -> bool:
    """Ask whether the move crosses a border that each of the side's last moves crossed (§5.5)."""
    if at != find_worn_out(s, side):
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
    return has_seen(s, side, at, to)


@kernel
def has_seen(s: State, side: int, at: int, to: int) -> bool:
    """Ask whether a move makes a position that the side remembers.

    The log is walked backwards from the position that would be made, counting the pieces that stood elsewhere
    then: the positions are the same when none did.
    """
    piece, elsewhere = int(s.board[at]), 1  # before the move, its piece stands elsewhere
    ply = int(s.quiet)
    for _ in range(s.chases[side].seen):
        ply -= 1  # the enemy's answer
        elsewhere += count_change(s, ply, piece, to)
        if elsewhere == 0:
            return True
        ply -= 1  # the side's own move that made that position
        elsewhere += count_change(s, ply, piece, to)
    return False


@kernel
def count_change(s: State, ply: int, piece: int, to: int) -> int:
    """Return how many more pieces stood elsewhere before a move of the log than after it; `piece` is to be on `to`."""
    step = s.log[ply % LOG]
    place = to if step.piece == piece else int(s.squares[step.piece])
    return int(step.start != place) - int(step.end != place)


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
def remember_chase(s: State, side: int, piece: int, at: int, to: int) -> None:
    """Continue or begin the side's chase memory; the move is not yet made (§5.6)."""
    chased = find_chased(s, side)
    chase = s.chases[side]
    if chased != NONE and continues_chase(s, side, to, chased):
        chase.evader[chased] = 1
    else:
        forget_chase(chase)
    chase.seen = min(chase.seen + 1, CHASE_MEMORY)
    step = s.log[s.quiet % LOG]
    step.piece = piece
    step.start = at
    step.end = to


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
        forget_chase(s.chases[side])
    if s.options.more_squares:
        for step in s.log:
            step.piece = 0
            step.start = 0
            step.end = 0


@kernel
def forget_walk(walk: Walk) -> None:
    """Empty a walk."""
    walk.piece = NONE
    walk.steps = 0
    walk.trail[:] = 0


@kernel
def forget_chase(chase: Any) -> None:
    """Empty a chase memory."""
    chase.seen = 0
    chase.evader[:] = 0
