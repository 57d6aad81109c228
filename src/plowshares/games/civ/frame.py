"""Learners name tiles as the observation does; the map is the same for every seat, and other seats are not named."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.layout import ActionLayout, LayoutBuilder
from plowshares.games.civ.actions import CHOICES, WAYS, space
from plowshares.games.civ.observation import MOST, Plane, shape
from plowshares.games.civ.options import Options

__all__ = ["bounds", "layout"]

DIRECTIONS = ("north", "east", "south", "west")


def layout(options: Options, seat: int) -> ActionLayout:
    """Return planes for producing, founding and moving."""
    actions, size = space(options), options.size
    tiles = range(size * size)
    builder = LayoutBuilder(actions, (size, size))
    for name in ("army", "worker", "city"):
        builder.plane(name, [actions.encode(name, tile) for tile in tiles])
    for name, ways in (("move_workers", WAYS), ("move_armies", CHOICES), ("muster", CHOICES)):
        for way in range(ways):
            weakest = ", weakest first" if way >= WAYS else ""
            words = f"{name} {DIRECTIONS[way % WAYS]}{weakest}"
            builder.plane(words, [actions.encode(name, tile, way) for tile in tiles])
    for name in ("end", "research", "count"):
        builder.kind(name)
    return builder.build()


def bounds(options: Options) -> tuple[Any, Any]:
    """Return the least and the largest value of every entry."""
    whole = shape(options)
    low, high = np.zeros(whole, np.int16), np.full(whole, MOST, np.int16)
    high[: Plane.UNMOVED_WORKERS] = 1
    return low, high
