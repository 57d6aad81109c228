"""Learners sit at the bottom of the board, whichever side they play: Blue's actions are turned like its observation."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.layout import NO_ACTION, ActionLayout, LayoutBuilder
from plowshares.games.stratego.actions import DIRECTIONS, reach_of, space, strikes_of
from plowshares.games.stratego.observation import FULL, NUMBERS, PLANES, Plane, shape
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import NAMES, TYPES
from plowshares.games.stratego.state import Phase, Side

__all__ = ["SETUP_KINDS", "bounds", "is_setup", "layout"]

WAYS = ("forward", "right", "back", "left")
STRIKES = ("", ", strike left", ", strike right")
MOST_STEPS = 127  # that a walk is counted up to


def layout(options: Options, seat: int) -> ActionLayout:
    """Return planes for placing, lifting and moving; spots and cells are counted as the seat sits."""
    width, height, rows = options.size
    actions, cells, spots = space(options), width * height, width * rows
    builder = LayoutBuilder(actions, (height, width))
    beyond = [NO_ACTION] * (cells - spots)
    for type_ in range(TYPES):
        builder.plane(f"place {NAMES[type_]}", [actions.encode("place", type_, i) for i in range(spots)] + beyond)
    builder.plane("lift", [actions.encode("lift", i) for i in range(spots)] + beyond)
    for direction in range(DIRECTIONS):
        for distance in range(reach_of(options)):
            for strike in range(strikes_of(options)):
                name = f"move {WAYS[direction]} {distance + 1}{STRIKES[strike]}"
                builder.plane(name, _moves(options, seat, direction, distance, strike))
    for name in ("swap", "fill", "clear", "load", "ready"):
        builder.kind(name)
    return builder.build()


def _moves(options: Options, seat: int, direction: int, distance: int, strike: int) -> list[int]:
    """Return the match's move of each cell; Blue's cells and directions are turned half round, its strikes are not."""
    width, height, _ = options.size
    actions, cells = space(options), width * height
    turned = seat == Side.BLUE
    way = (direction + 2 * turned) % DIRECTIONS * reach_of(options) + distance
    return [actions.encode("move", cells - 1 - cell if turned else cell, way, strike) for cell in range(cells)]


def bounds(options: Options) -> tuple[Any, Any]:
    """Return the least and the largest value of every entry."""
    whole = shape(options)
    low, high = np.zeros(whole, np.int8), np.zeros(whole, np.int8)
    high[:PLANES] = 1
    high[Plane.WALKED : Plane.NUMBERS] = MOST_STEPS
    high.reshape(-1)[PLANES * whole[1] * whole[2] :][:NUMBERS] = FULL
    return low, high


SETUP_KINDS = ("place", "ready")  # what a set-up needs; the rest of its actions are for people who change their minds


def is_setup(s: Any) -> bool:
    """Ask whether the armies are still being placed."""
    return bool(s.phase == Phase.SETUP)
