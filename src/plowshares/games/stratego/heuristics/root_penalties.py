"""What a move costs beyond what a search sees: who walks to and fro, shows a marshal, or probes with what is dear.

In a search the opponent learns our secrets by trial, so hiding them looks worth little; and whatever takes a
piece looks the better the higher it is. The penalties are in the units of a piece's worth, so that they stay small
beside what is won or lost on every board and at every stage of a match.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import kind_of
from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.heuristics.exposure import can_be_taken, find_taker, is_avenged
from plowshares.games.stratego.heuristics.rating import (
    FEW_WORTH,
    FORKED,
    WORTH,
    chance_to_be_taken,
    ends_of,
    is_full,
    is_hanging,
    place_of,
    scale_of,
)
from plowshares.games.stratego.pieces import EMPTY, UNKNOWN, Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import NOWHERE, Result, State

# In full armies, in units of a piece's worth.
RETURN = 0.12  # to take back the last step, for whoever is not behind and does not flee
SHOW = 0.5  # to show a marshal for less than an officer that is known, where there are spies
# Attacking an unknown piece that never moved: below 0, a gain, for pieces meant to scout.
#                 f    b    s    2     3     4      5      6     7    8    9    m
PROBE = np.array([0.0, 0.0, 0.3, -0.1, -0.1, -0.15, -0.15, -0.1, 0.1, 0.4, 0.7, 0.8])
EARLY, TOO_EARLY = 30, 1.0  # plies in which finding out costs at least this much: scouts are needed later
LEFT = 0.5  # of what is left to known enemies, beyond what the search sees of it
FOLLY = 3.0  # to attack what is known to win
HALF_A_POINT = 0.5  # slope of a rating by its lead where both sides are even
# In smaller armies, on the scale of ratings.
FEW_RETURN, FEW_SHOW = 0.05, 0.2
FEW_PROBE = np.array([0.0, 0.0, 0.0, -0.05, -0.03, -0.05, -0.04, -0.02, 0.0, 0.0, 0.0, 0.2])


@kernel
def root_penalty(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write what each of the first count actions costs beyond what a search sees."""
    is_behind = count_losses(s, seat) > count_losses(s, 1 - seat)
    full = is_full(s)
    unit = HALF_A_POINT * scale_of(s, count_left(s)) if full else 1.0
    for i in range(count):
        out[i] = 0.0
        if kind_of(s.actions, actions[i]) == Kind.MOVE:
            at, to = ends_of(s, actions[i])
            out[i] = unit * toll_move(s, seat, int(s.board[at]), to, is_behind)
            if full:
                out[i] += unit * LEFT * rate_leavings(s, seat, at, to)


@kernel
def rate_leavings(s: State, seat: int, at: int, to: int) -> float:
    """Return the worth of what known enemies can take after a move; who attacks the unknown counts as gone with it."""
    piece, defender = int(s.board[at]), int(s.board[to])
    stays = defender < 0 or (s.types[defender] != UNKNOWN and not must_lose(s, s.types[piece], s.types[defender]))
    s.board[at] = EMPTY
    s.board[to] = piece if stays else EMPTY
    s.squares[piece] = to if stays else NOWHERE
    left = rate_exposure(s, seat)
    s.board[at], s.board[to] = piece, defender
    s.squares[piece] = at
    return left


@kernel
def rate_exposure(s: State, side: int) -> float:
    """Return the worth of the dearest piece that known enemies can take, and a part of all others."""
    dearest, others = 0.0, 0.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if not can_be_taken(s, piece):
            continue
        taker = find_taker(s, side, piece)
        if taker != EMPTY:
            loss = float(WORTH[s.types[piece]]) * chance_to_be_taken(s, piece)
            if is_avenged(s, side, piece, taker):
                loss = max(0.0, loss - float(WORTH[s.types[taker]]))
            others += min(dearest, loss)
            dearest = max(dearest, loss)
    return dearest + FORKED * others


@kernel
def toll_move(s: State, seat: int, piece: int, to: int, is_behind: bool) -> float:
    """Return the penalty of a move of a piece to a square, where there may be a battle."""
    defender, full = int(s.board[to]), is_full(s)
    if defender < 0:
        if is_behind or not takes_back(s, seat, piece, to) or (full and is_hanging(s, seat, piece)):
            return 0.0
        return RETURN if full else FEW_RETURN
    if s.types[defender] == UNKNOWN and not s.moved[defender]:
        return toll_probe(s, s.types[piece]) if full else float(FEW_PROBE[s.types[piece]])
    if full and s.types[defender] != UNKNOWN and must_lose(s, s.types[piece], s.types[defender]):
        return FOLLY
    if not shows_marshal(s, piece, s.types[defender]):
        return 0.0
    return SHOW if full else FEW_SHOW


@kernel
def must_lose(s: State, attacker: int, defender: int) -> bool:
    """Ask whether an attack on a known type only costs the attacker."""
    return decide(s.options, attacker, defender) == Result.ATTACKER_FALLS


@kernel
def toll_probe(s: State, type_: int) -> float:
    """Return the penalty of attacking what is unknown and has never moved with a type, in a full army."""
    penalty = float(PROBE[type_])
    return max(TOO_EARLY, penalty) if s.ply < EARLY else penalty


@kernel
def count_left(s: State) -> int:
    """Return how many pieces of both sides are on the board."""
    count = 0
    for piece in range(s.pieces):
        count += 1 if s.squares[piece] != NOWHERE else 0
    return count


@kernel
def count_losses(s: State, side: int) -> float:
    """Return the worth of what a side has lost."""
    total = 0.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.squares[piece] == NOWHERE:
            total += FEW_WORTH[place_of(s.types[piece])]
    return total


@kernel
def takes_back(s: State, seat: int, piece: int, to: int) -> bool:
    """Ask whether a piece goes back to where its side's last move took it from."""
    walk = s.walks[seat]
    return bool(walk.piece == piece and walk.steps > 0 and walk.trail[walk.steps - 1] == to)


@kernel
def shows_marshal(s: State, piece: int, victim: int) -> bool:
    """Ask whether an attack tells the enemy where our marshal is, for something unknown or of little worth."""
    is_hidden = s.types[piece] == Type.MARSHAL and not s.shown[piece]
    return bool(is_hidden and s.options.army[Type.SPY] > 0 and (victim == UNKNOWN or Type.FLAG < victim < Type.MAJOR))
