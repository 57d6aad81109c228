"""Learners name tiles as the observation does; the map is the same for every seat, and other seats are not named."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.layout import ActionLayout, LayoutBuilder
from plowshares.games.civ.actions import CHOICES, WAYS, space
from plowshares.games.civ.observation import (
    MOST,
    PART,
    THOUSAND,
    Number,
    Plane,
    SeatNumber,
    SeatPlane,
    count_planes,
    shape,
)
from plowshares.games.civ.options import Options
from plowshares.games.civ.pieces import FULL

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
    low, high = np.zeros(whole, np.int16), np.full(whole, options.unit_limit, np.int16)
    high[: Plane.UNMOVED_WORKERS] = 1
    for turn in range(options.players):
        first = Plane.FIRST_OF_SEATS + SeatPlane.COUNT * turn
        high[first + SeatPlane.CITIES] = 1
        high[first + SeatPlane.HIT_POINTS] = min(MOST, options.unit_limit * (FULL // PART))
    write_number_bounds(options, high[count_planes(options.players) :].reshape(-1))
    return low, high


def write_number_bounds(options: Options, high: Any) -> None:
    """Write the largest values of the numbers behind the planes; nothing stands behind them."""
    high[:] = 0
    high[[Number.OWN_TURN, Number.MOVING]] = 1
    high[Number.ROUND] = THOUSAND
    for turn in range(options.players):
        first = Number.FIRST_OF_SEATS + SeatNumber.COUNT * turn
        high[first : first + SeatNumber.COUNT] = MOST
        high[first + SeatNumber.IN_PLAY] = 1
