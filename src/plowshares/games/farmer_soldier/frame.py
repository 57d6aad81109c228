"""Learners name cells and neighbours as the observation does; the board is the same for every seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.layout import ActionLayout, LayoutBuilder
from plowshares.games.farmer_soldier.actions import THINGS, Thing, space
from plowshares.games.farmer_soldier.observation import ARRIVED, CELL_PLANES, PEOPLE_NUMBERS, PHASES, SCALE, shape
from plowshares.games.farmer_soldier.options import Options
from plowshares.games.farmer_soldier.state import PEOPLE

__all__ = ["bounds", "layout"]


def layout(options: Options, seat: int) -> ActionLayout:
    """Return a plane for every thing and neighbour to move to; amounts and `done` are single."""
    actions = space(options)
    _, (_, cells, slots) = actions.kinds[0], actions.kinds[1].fields
    builder = LayoutBuilder(actions, (cells.size,))
    for what in range(THINGS):
        for slot in range(slots.size):
            name = f"move {Thing(what).name.lower()} to neighbour {slot}"
            builder.plane(name, [actions.encode("move", what, cell, slot) for cell in range(cells.size)])
    for name in ("done", "amount"):
        builder.kind(name)
    return builder.build()


def bounds(options: Options) -> tuple[Any, Any]:
    """Return the least and the largest value of every entry."""
    whole, stack = shape(options), options.max_stack * SCALE
    low, high = np.zeros(whole, np.float32), np.ones(whole, np.float32)
    first = THINGS * options.players  # the plane behind those of the seats
    high[: first + ARRIVED + 1] = stack  # what stands there, has arrived and is due to be born
    numbers = first + CELL_PLANES + PHASES
    high[[numbers + at for at in PEOPLE_NUMBERS]] = PEOPLE * stack
    return low, high
