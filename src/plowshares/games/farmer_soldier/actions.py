"""The three kinds of action: end the moves, choose a move, answer with a number (§5)."""

from __future__ import annotations

from enum import IntEnum

from plowshares.core.actions import ActionSpace, kind
from plowshares.games.farmer_soldier.options import Options

AMOUNTS = 1024  # numbers that can answer a question: 0 … 1023


class Kind(IntEnum):
    """Kinds of action, in the order of the space."""

    DONE = 0
    MOVE = 1
    AMOUNT = 2


class Thing(IntEnum):
    """What lies in a cell and can move."""

    FARMER = 0
    SOLDIER = 1
    CHILD = 2
    FOOD = 3


THINGS = len(Thing)
LETTERS = "fscg"


def space(options: Options) -> ActionSpace:
    """Return the action space: as many cells as the board has, or may come to have."""
    grid = options.board
    cells = options.max_cells if grid.is_infinite else len(grid.places)
    return ActionSpace(
        kind("done"),
        kind("move", what=THINGS, cell=cells, slot=grid.slots),
        kind("amount", n=AMOUNTS),
    )
