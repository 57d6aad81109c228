"""What hidden pieces of smaller armies are likely to be, by the row that they began on.

The tables of people's set-ups (beliefs.py) are for full armies. Of smaller ones no games are known, so all that is
taken over is where types like to stand: miners and spies behind, scouts and officers in front. Flags and bombs have
rules of their own (view.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import below
from plowshares.games.stratego.beliefs import FINE, NOT_FOUND, ORDER
from plowshares.games.stratego.board import row_of
from plowshares.games.stratego.pieces import MOST_PIECES, TYPES, UNKNOWN, Type
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import NOWHERE, State

BACK, MIDDLE, FRONT, ANYWHERE = range(4)
# How often a type stands in the back row, between, and in front, against its share of all movable pieces there.
#    f    b    s     2     3     4     5     6     7     8     9     m
LIKELY = np.array(
    [
        [0.0, 0.0, 1.84, 0.34, 2.70, 1.72, 0.94, 0.33, 0.23, 0.17, 0.33, 0.25],
        [0.0, 0.0, 1.00, 1.00, 0.46, 1.05, 1.17, 1.24, 1.00, 1.13, 1.40, 1.38],
        [0.0, 0.0, 0.19, 1.50, 0.13, 0.55, 1.00, 1.24, 1.46, 1.30, 1.17, 1.25],
        [0.0, 0.0, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00],
    ]
)


@kernel
def deal_by_row(s: State, side: int) -> None:
    """Give the movable types in the side's reserve to its unknown pieces, as likely as their rows make them."""
    chances = np.zeros((MOST_PIECES, TYPES))
    weigh_rows(s, side, chances)
    for i in range(TYPES):
        type_ = int(ORDER[i])
        if type_ <= Type.BOMB:
            continue
        for _ in range(int(s.reserve[side, type_])):
            piece = draw_unknown(s, side, type_, chances)
            if piece != NOT_FOUND:
                s.types[piece] = type_
                s.reserve[side, type_] -= 1


@kernel
def count_unknown(s: State, side: int) -> int:
    """Return how many pieces of a side have no type yet."""
    count = 0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        count += 1 if s.types[piece] == UNKNOWN else 0
    return count


@kernel
def weigh_rows(s: State, side: int, chances: Any) -> None:
    """Write what share of the reserve's movable types each unknown piece has."""
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] != UNKNOWN:
            continue
        depth, total = depth_of(s, side, piece), 0.0
        for type_ in range(Type.SPY.value, TYPES):
            chances[piece, type_] = LIKELY[depth, type_]
            total += int(s.reserve[side, type_]) * LIKELY[depth, type_]
        chances[piece] /= max(1.0, total)


@kernel
def depth_of(s: State, side: int, piece: int) -> int:
    """Return how far in front a piece began: its number tells it if the army fills its area, else its square."""
    rows, place = int(s.options.rows), piece - first_piece(s, side)
    count = end_piece(s, side) - first_piece(s, side)
    if count == s.options.spots:
        row = (place if side == 0 else count - 1 - place) // int(s.options.width)
    elif s.moved[piece] or s.squares[piece] == NOWHERE:
        return ANYWHERE
    else:
        row = row_of(int(s.squares[piece]))
        row = row if side == 0 else int(s.options.height) - 1 - row
    if row == 0:
        return BACK
    return FRONT if row == rows - 1 else MIDDLE


@kernel
def draw_unknown(s: State, side: int, type_: int, chances: Any) -> int:
    """Return an unknown piece for a type, by their chances; NOT_FOUND if there is none."""
    total = 0.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        total += chances[piece, type_] if s.types[piece] == UNKNOWN else 0.0
    left, last = total * below(s.rng[side], FINE) / FINE, NOT_FOUND
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] == UNKNOWN:
            left -= chances[piece, type_]
            last = piece
            if left < 0.0:
                break
    return last
