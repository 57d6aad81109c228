"""What a move costs beyond what a search sees: who walks to and fro, shows a marshal, or probes with what is dear.

In a search the rival finds out what we hide by trying, so that to hide it looks worth little; and whatever takes a
piece looks the better the higher it is. The tolls are small beside what is won or lost, and were tried in matches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import kind_of
from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.heuristics.rating import WORTH, ends_of, place_of
from plowshares.games.stratego.pieces import UNKNOWN, Type
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import NOWHERE, State

RETURN = 0.05  # to take back the last step, for whoever is not behind
SHOW = 0.2  # to show a marshal for less than an officer that is known, where there are spies
# To attack what is unknown and has never moved: less than 0, a gain, for those who shall find out what it is.
#                 f    b    s    2      3      4      5      6      7    8    9    m
PROBE = np.array([0.0, 0.0, 0.0, -0.05, -0.03, -0.05, -0.04, -0.02, 0.0, 0.0, 0.0, 0.2])


@kernel
def toll(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write what each of the first count actions costs beyond what a search sees."""
    is_behind = count_losses(s, seat) > count_losses(s, 1 - seat)
    for i in range(count):
        out[i] = 0.0
        if kind_of(s.actions, actions[i]) == Kind.MOVE:
            at, to = ends_of(s, actions[i])
            out[i] = toll_move(s, seat, int(s.board[at]), to, is_behind)


@kernel
def toll_move(s: State, seat: int, piece: int, to: int, is_behind: bool) -> float:
    """Return the toll of a move of a piece to a square, where there may be a battle."""
    defender = int(s.board[to])
    if defender < 0:
        return RETURN if takes_back(s, seat, piece, to) and not is_behind else 0.0
    if s.types[defender] == UNKNOWN and not s.moved[defender]:
        return float(PROBE[s.types[piece]])
    return SHOW if shows_marshal(s, piece, s.types[defender]) else 0.0


@kernel
def count_losses(s: State, side: int) -> float:
    """Return the worth of what a side has lost."""
    total = 0.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.squares[piece] == NOWHERE:
            total += WORTH[place_of(s.types[piece])]
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
