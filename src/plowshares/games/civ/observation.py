"""Numbers for a learner: planes over the board, from a view. Other seats follow in turn order after one's own.

What is one number for the whole match, or for a seat, stands once, behind the planes: repeated on every tile it
made half of an observation.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.core.seats import SPECTATOR
from plowshares.games.civ.options import Options
from plowshares.games.civ.pieces import FULL, NOWHERE, has_moved, hp_of, is_army, mustered_way, neighbour, tile_of
from plowshares.games.civ.sight import ONE, clear, look
from plowshares.games.civ.state import NOTHING_OWED, State, Terrain


class Plane(IntEnum):
    """The planes that do not depend on the number of seats."""

    OCEAN = 0  # to MOUNTAINS = 4: terrain
    IN_SIGHT = 5
    OWED_FROM = 6  # the tile of the move whose count is owed
    UNMOVED_WORKERS = 7
    UNMOVED_ARMIES = 8
    MUSTER_TARGETS = 9
    FIRST_OF_SEATS = 10


class SeatPlane(IntEnum):
    """The planes of each seat, in turn order from one's own."""

    CITIES = 0
    WORKERS = 1
    ARMIES = 2
    HIT_POINTS = 3  # in full armies
    COUNT = 4


class Number(IntEnum):
    """What stands behind the planes, one after another over the tiles of as many planes as it needs."""

    OWN_TURN = 0
    MOVING = 1
    ROUND = 2  # as a part of the last round
    FIRST_OF_SEATS = 3


class SeatNumber(IntEnum):
    """The numbers of each seat, in turn order from one's own."""

    FOOD = 0
    PRODUCTION = 1
    TRADE = 2
    OFFENCE = 3  # strengths, 1.0 at first
    DEFENCE = 4
    IN_PLAY = 5
    COUNT = 6


STORE = 100.0  # stores are written in hundreds


def shape(options: Options) -> tuple[int, ...]:
    """Return the shape of the observation array: planes, rows, columns."""
    numbers = int(Number.FIRST_OF_SEATS + SeatNumber.COUNT * options.players)
    return count_planes(options.players) - (-numbers // options.size**2), options.size, options.size


def count_planes(players: int) -> int:
    """Return how many planes show the board; the numbers come after them."""
    return int(Plane.FIRST_OF_SEATS + SeatPlane.COUNT * players)


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.float32)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write every entry of `out` from the seat's view; a spectator's seats begin with seat 0."""
    size = int(s.options.size)
    # Planes and tiles: several times faster to fill than rows and columns apart.
    planes = out.reshape((out.shape[0], size * size))
    fill(out.reshape(out.size), 0.0)
    for tile in range(size * size):
        if s.terrain[tile] != Terrain.UNKNOWN:
            planes[s.terrain[tile], tile] = 1.0
    first, players = max(seat, 0), int(s.options.players)
    numbers = out.reshape(out.size)[(Plane.FIRST_OF_SEATS.value + SeatPlane.COUNT.value * players) * size * size :]
    numbers[Number.OWN_TURN.value] = s.current == seat
    numbers[Number.MOVING.value] = s.moving
    numbers[Number.ROUND.value] = s.round / s.options.max_rounds
    for turn in range(players):
        other = (first + turn) % players
        encode_seat(s, other, planes[Plane.FIRST_OF_SEATS.value + SeatPlane.COUNT.value * turn :])
        encode_numbers(s, other, numbers[Number.FIRST_OF_SEATS.value + SeatNumber.COUNT.value * turn :])
    if seat != SPECTATOR:
        encode_own(s, seat, planes)


@kernel
def fill(out: Any, value: float) -> None:
    """Write the same number everywhere."""
    for i in range(len(out)):  # a loop from 0 over one axis compiles to the widest stores the machine has
        out[i] = value


@kernel
def encode_seat(s: State, seat: int, out: Any) -> None:
    """Write the planes of one seat; all of them are zero so far."""
    p = s.players[seat]
    for i in range(p.city_count):
        out[SeatPlane.CITIES.value, p.cities[i]] = 1.0
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if is_army(p.units[i]):
            out[SeatPlane.ARMIES.value, tile] += 1.0
            out[SeatPlane.HIT_POINTS.value, tile] += hp_of(p.units[i]) / FULL
        else:
            out[SeatPlane.WORKERS.value, tile] += 1.0


@kernel
def encode_numbers(s: State, seat: int, out: Any) -> None:
    """Write the numbers of one seat."""
    p = s.players[seat]
    out[SeatNumber.FOOD.value] = p.food / STORE
    out[SeatNumber.PRODUCTION.value] = p.production / STORE
    out[SeatNumber.TRADE.value] = p.trade / STORE
    out[SeatNumber.OFFENCE.value] = 1.0 + s.options.research_step * p.offence / 10.0
    out[SeatNumber.DEFENCE.value] = 1.0 + s.options.research_step * p.defence / 10.0
    out[SeatNumber.IN_PLAY.value] = p.fallen == 0


@kernel
def encode_own(s: State, seat: int, out: Any) -> None:
    """Write what only the seat itself knows: sight, who can still move, musters, the owed count."""
    p = s.players[seat]
    encode_sight(s, seat, out[Plane.IN_SIGHT.value])
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        way = mustered_way(p.units[i])
        if way != NOWHERE:
            out[Plane.MUSTER_TARGETS.value, neighbour(s, tile, way)] += 1.0
        if not has_moved(p.units[i]):
            plane = Plane.UNMOVED_ARMIES.value if is_army(p.units[i]) else Plane.UNMOVED_WORKERS.value
            out[plane, tile] += 1.0
    if s.owed != NOTHING_OWED:
        tile, _, _ = fields_of(s.actions, kind_of(s.actions, int(s.owed)), int(s.owed))
        out[Plane.OWED_FROM.value, tile] = 1.0


@kernel
def encode_sight(s: State, seat: int, out: Any) -> None:
    """Mark the tiles that the seat sees."""
    size = int(s.options.size)
    look(s, seat, s.sight)
    for y in range(size):
        row = s.sight[y]
        for x in range(size):
            out[y * size + x] = (row >> np.int64(x)) & ONE
    clear(s.sight)
