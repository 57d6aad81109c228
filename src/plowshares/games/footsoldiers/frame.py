"""Learners see the map by rows, with their own base where the first player's is: the second player's map is turned."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.layout import ActionLayout, LayoutBuilder, Reframe
from plowshares.games.footsoldiers.actions import FACINGS, TYPES, space
from plowshares.games.footsoldiers.maps import load_map
from plowshares.games.footsoldiers.observation import HUNDRED, MOST, NUMBERS, PLANES, Number, Plane
from plowshares.games.footsoldiers.observation import shape as game_shape
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.state import FACING_NAMES, TYPE_NAMES

__all__ = ["bounds", "layout", "reframe"]

SIGNED = (Plane.FACING, Plane.FACING + 1, Plane.ACROSS, Plane.DOWN)  # planes whose values turn with the map


def shape(options: Options) -> tuple[int, ...]:
    """Return planes, rows and columns; there is no padding."""
    plan = load_map(options.map, options.map_width, options.map_height)
    return PLANES - (-NUMBERS // (plan.width * plan.height)), plan.height, plan.width


def layout(options: Options, seat: int) -> ActionLayout:
    """Return planes for building, choosing a soldier, its facing and its destination."""
    plan = load_map(options.map, options.map_width, options.map_height)
    actions, cells = space(options), plan.width * plan.height
    places = [cells - 1 - cell if seat == 1 else cell for cell in range(cells)]
    facings = [(facing + 2 * seat) % FACINGS for facing in range(FACINGS)]
    builder = LayoutBuilder(actions, (plan.height, plan.width))
    for type_ in range(TYPES):
        builder.plane(f"build {TYPE_NAMES[type_]}", [actions.encode("build", type_, cell) for cell in places])
    builder.plane("move", [actions.encode("move", cell) for cell in places])
    for name, facing in zip(FACING_NAMES, facings, strict=True):
        builder.plane(f"face {name}", [actions.encode("face", cell, facing) for cell in places])
    builder.plane("aim", [actions.encode("aim", cell) for cell in places])
    builder.kind("noop")
    for name, facing in zip(FACING_NAMES, facings, strict=True):
        builder.single(f"turn {name}", actions.encode("turn", facing))
    return builder.build()


def reframe(options: Options, seat: int) -> Reframe:
    """Return how an observation by columns with padding becomes one by rows without, turned for the second player."""
    _, width, column = game_shape(options)
    planes, rows, columns = shape(options)
    index = np.zeros((planes, rows, columns), np.int32)
    sign = np.ones((planes, rows, columns), np.int8)
    y, x = np.indices((rows, columns))
    if seat == 1:
        y, x = rows - 1 - y, columns - 1 - x
        sign[list(SIGNED)] = -1
    for plane in range(PLANES):
        index[plane] = plane * width * column + x * column + y
    numbers = index[PLANES:].reshape(-1)
    numbers[:] = PLANES * width * column + np.arange(len(numbers)) % (width * column)
    sign[PLANES:].reshape(-1)[NUMBERS:] = 0
    return Reframe((planes, rows, columns), index.reshape(-1), sign.reshape(-1))


def bounds(options: Options) -> tuple[Any, Any]:
    """Return the least and the largest value of every entry."""
    whole = shape(options)
    low, high = np.zeros(whole, np.int8), np.ones(whole, np.int8)
    low[Plane.BASE] = -1
    low[Plane.SOLDIER : Plane.COMMAND], high[Plane.SOLDIER : Plane.COMMAND] = -MOST, MOST
    low[Plane.FACING : Plane.ACROSS], high[Plane.FACING : Plane.ACROSS] = -1, 1
    high[Plane.COMMAND] = 3
    numbers = high[PLANES:].reshape(-1)
    numbers[: Number.FIRST] = HUNDRED - 1
    numbers[NUMBERS:] = 0
    return low, high
