"""When a match ends and who has won (§6)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.stratego.board import owner_of
from plowshares.games.stratego.pieces import RANK, Type
from plowshares.games.stratego.rules.moving import has_move
from plowshares.games.stratego.state import NONE, NOWHERE, Phase, Reason, Result, Scoring, State


@kernel
def check_end(s: State) -> None:
    """End the match if a line of the table in §6 applies; the first one decides. `turn` is the side now to move."""
    enemy = 1 - s.turn
    own = 1 - enemy
    if s.quiet == 0:  # armies change in battles only
        if is_flag_captured(s):
            return finish(s, enemy, Reason.FLAG)
        own_army, enemy_army = has_army(s, own), has_army(s, enemy)
        if not own_army and not enemy_army:
            return finish(s, NONE, Reason.MUTUAL)
        if not own_army:
            return finish(s, enemy, Reason.ARMY)
        if not enemy_army:
            return finish(s, own, Reason.ARMY)
    if not has_move(s, own):
        return finish(s, enemy, Reason.BLOCKED)
    if s.ply == s.options.move_cap:
        return finish(s, find_leader(s), Reason.MOVE_CAP)
    if s.quiet == s.options.no_battle_limit and s.quiet > 0:
        return finish(s, find_leader(s), Reason.NO_BATTLE)
    return None


@kernel
def finish(s: State, winner: int, reason: int) -> None:
    """End the match."""
    s.phase = Phase.OVER
    s.winner = winner
    s.reason = reason


@kernel
def is_flag_captured(s: State) -> bool:
    """Ask whether the last battle removed a flag."""
    if s.last.defender == NONE or s.last.result == Result.ATTACKER_FALLS:
        return False
    return s.types[s.last.defender] == Type.FLAG  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def has_army(s: State, side: int) -> bool:
    """Ask whether a side has a movable piece on the board."""
    return s.movers[side, 0] != 0 or s.movers[side, 1] != 0  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def first_piece(s: State, side: int) -> int:
    """Return the lowest piece number of a side."""
    return 0 if side == 0 else int(s.blue)


@kernel
def end_piece(s: State, side: int) -> int:
    """Return the number after the last piece of a side."""
    return int(s.blue) if side == 0 else int(s.pieces)


@kernel
def find_leader(s: State) -> int:
    """Return who wins when a limit is reached: nobody, or the side with more rank on the board."""
    if s.options.cap_scoring == Scoring.DRAW:
        return NONE
    lead = 0
    for piece in range(s.pieces):
        if s.squares[piece] != NOWHERE:
            rank = RANK[s.types[piece]]
            lead += rank if owner_of(s, piece) == 0 else -rank
    if lead == 0:
        return NONE
    return 0 if lead > 0 else 1
