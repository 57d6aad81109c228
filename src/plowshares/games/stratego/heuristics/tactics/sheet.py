"""What a look ahead writes to: arrays that are made once for every call of the search."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.pieces import MOST_PIECES, TYPES
from plowshares.games.stratego.state import HALVES, SIDES, SQUARES

MOST_PLIES = 24  # actions after the first one that are looked at
MOST_MOVES = 96  # moves of a position that are looked at
UNSET = 9.0
# Columns of `marks` and of `bounds`.
COUNT, NEXT, DEPTH, PASSED, SIDE = range(5)
ALPHA, BETA, BEST, STATIC, SHARE = range(5)


class Sheet(NamedTuple):
    """The memory of a look ahead: a stack by ply, and what was prepared before it began."""

    stack: Any  # the words of the position at each ply
    moves: Any  # by ply, what is looked at there …
    orders: Any  # … and what comes first
    marks: Any  # by ply: how many moves, the next of them, plies left, whether the last move was passed over
    bounds: Any  # by ply: window, best value, value without a move, and how likely the move that is looked at is
    worth: Any  # of a piece, by side and type …
    hidden: Any  # … and how much more while the enemy does not know it
    counts: Any  # by piece and type: sampled worlds in which it is of that type
    gain: Any  # by piece and the attacker's type: what the searcher expects to win by attacking it
    flag: Any  # by piece: the chance that it is the flag
    field: Any  # by side, type and square: what it is worth to stand there
    base: Any  # by depth: the value of a world after a first action that matters to nobody, or UNSET
    before: Any  # what that world is rated at without looking ahead
    chart: Any  # see `rating.draw_chart`
    tally: Any  # positions looked at, worlds noted


@kernel
def new_sheet(words: int) -> Any:
    """Return an empty sheet for States of this many words."""
    return Sheet(
        np.empty((MOST_PLIES, words), np.uint64),
        np.empty((MOST_PLIES, MOST_MOVES), np.int32),
        np.empty((MOST_PLIES, MOST_MOVES), np.float64),
        np.zeros((MOST_PLIES, 5), np.int64),
        np.zeros((MOST_PLIES, 5), np.float64),
        np.zeros((SIDES, TYPES), np.float64),
        np.zeros((SIDES, TYPES), np.float64),
        np.zeros((MOST_PIECES, TYPES), np.float64),
        np.zeros((MOST_PIECES, TYPES), np.float64),
        np.zeros(MOST_PIECES, np.float64),
        np.zeros((SIDES, TYPES, SQUARES), np.float64),
        np.full(MOST_PLIES, UNSET),
        np.zeros(1, np.float64),
        np.zeros((2, SIDES, TYPES + 1, HALVES), np.int64),
        np.zeros(2, np.int64),
    )
