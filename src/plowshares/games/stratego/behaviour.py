"""What the enemy's last move tells of its hidden pieces: who walks up to a known piece seldom loses to it.

And who stands beside a known piece while another moves can seldom take it. A view shows both without any memory. The
chances are rounder than those of people's games, since programs bluff by accident.
"""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.rng import Rng, below
from plowshares.games.stratego.actions import DIRECTIONS
from plowshares.games.stratego.board import STEP, is_movable, owner_of
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import NOWHERE, Result, State

WALKED_UP = 0.3  # chance to believe that a piece walks up to one that would beat it …
STAYED = 0.3  # … and that one leaves a piece alone that it could take
FINE = 1 << 20  # steps of a random share


@kernel
def is_believable(s: State, side: int, rng: Rng) -> bool:
    """Draw whether to believe the types of a side that has just moved, by what its hidden pieces did."""
    if s.turn == side:
        return True
    chance = 1.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.squares[piece] != NOWHERE and not s.shown[piece] and is_movable(s.types[piece]):
            chance *= believe(s, side, piece)
    return chance >= 1.0 or below(rng, FINE) < chance * FINE


@kernel
def believe(s: State, side: int, piece: int) -> float:
    """Return the chance to believe what a hidden piece did, if it is of its type."""
    chance, walked = 1.0, s.last.piece == piece
    for direction in range(DIRECTIONS):
        other = int(s.board[int(s.squares[piece]) + STEP[direction]])
        if other < 0 or owner_of(s, other) == side or not s.shown[other]:
            continue
        result = decide(s.options, s.types[piece], s.types[other])
        if walked and result == Result.ATTACKER_FALLS:
            chance = min(chance, WALKED_UP)
        if not walked and result == Result.DEFENDER_FALLS:
            chance = min(chance, STAYED)
    return chance
