"""What an action costs beyond what a search sees: what it gives away for nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import kind_of
from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.heuristics.rating import ends_of, value
from plowshares.games.stratego.pieces import UNKNOWN
from plowshares.games.stratego.state import State

RETURN = 0.05  # to take back the last step, for whoever is not behind
#                  f    b    s    2    3    4    5    6    7    8    9    m
REVEAL = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.02, 0.04, 0.08])  # an unknown piece becomes known
PROBE = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.02, 0.03, 0.05, 0.05, 0.05])  # attacks what never moved


@kernel
def toll(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write what each of the first count actions costs beyond what a search sees."""
    is_behind = value(s, seat) < 0.0
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
        return 0.0 if is_behind or not takes_back(s, seat, piece, to) else RETURN
    type_ = s.types[piece]
    total = 0.0 if s.shown[piece] else float(REVEAL[type_])
    if s.types[defender] == UNKNOWN and not s.moved[defender]:
        total += PROBE[type_]
    return total


@kernel
def takes_back(s: State, seat: int, piece: int, to: int) -> bool:
    """Ask whether a piece goes back to where its side's last move took it from."""
    walk = s.walks[seat]
    return bool(walk.piece == piece and walk.steps > 0 and walk.trail[walk.steps - 1] == to)
