"""Numbers for a learner: planes over the board, from a view. Other seats follow in turn order after one's own.

Numbers of the whole match, or of a seat, stand once, behind the planes: repeated on every tile they
made half of an observation.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.core.seats import SPECTATOR
from plowshares.games.civ.healths import hp_of
from plowshares.games.civ.options import Options
from plowshares.games.civ.pieces import FULL, NOWHERE, has_moved, is_army, mustered_way, neighbour, tile_of
from plowshares.games.civ.sight import ONE, look
from plowshares.games.civ.state import NOTHING_OWED, State

__all__ = ["dtype", "encode", "shape"]


class Plane(IntEnum):
    """The planes that do not depend on the number of seats."""

    OCEAN = 0  # to MOUNTAINS: terrain
    MOUNTAINS = 4
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
    HIT_POINTS = 3  # of all armies there together, in hundredths of a full army, each rounded up
    COUNT = 4


class Number(IntEnum):
    """What stands behind the planes, one after another over the tiles of as many planes as it needs."""

    OWN_TURN = 0
    MOVING = 1
    ROUND = 2  # in thousandths of the last round
    FIRST_OF_SEATS = 3


class SeatNumber(IntEnum):
    """The numbers of each seat, in turn order from one's own."""

    FOOD = 0
    PRODUCTION = 1
    TRADE = 2
    OFFENCE = 3  # strengths, in tenths: 10 at first
    DEFENCE = 4
    IN_PLAY = 5
    COUNT = 6


MOST = 32767  # what an entry holds; larger numbers, stores above all, are cut to it
THOUSAND = 1000
TEN = 10  # tenths: the strength of an army without research
PART = FULL // 100  # hit points are written in these


def shape(options: Options) -> tuple[int, ...]:
    """Return the shape of the observation array: planes, rows, columns."""
    numbers = int(Number.FIRST_OF_SEATS + SeatNumber.COUNT * options.players)
    return count_planes(options.players) - (-numbers // options.size**2), options.size, options.size


def count_planes(players: int) -> int:
    """Return how many planes show the board; the numbers come after them."""
    return int(Plane.FIRST_OF_SEATS + SeatPlane.COUNT * players)


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int16)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write every entry of `out` from the seat's view; a spectator's seats begin with seat 0."""
    # Planes and tiles, and all of it in one row: several times faster to fill than rows and columns apart.
    size, players = int(s.options.size), int(s.options.players)
    planes, flat = out.reshape((out.shape[0], size * size)), out.reshape(out.size)
    encode_terrain(s.terrain, planes)
    clear(flat[Plane.IN_SIGHT.value * size * size :])
    numbers = flat[(Plane.FIRST_OF_SEATS.value + SeatPlane.COUNT.value * players) * size * size :]
    encode_match(s, seat, numbers)
    for turn in range(players):
        other = (max(seat, 0) + turn) % players
        encode_seat(s, other, Plane.FIRST_OF_SEATS + SeatPlane.COUNT * turn, planes)
        encode_numbers(s, other, Number.FIRST_OF_SEATS + SeatNumber.COUNT * turn, numbers)
    if seat != SPECTATOR:
        encode_sight(s, seat, out)
        encode_own(s, seat, planes)


@kernel
def encode_terrain(terrain: Any, out: Any) -> None:
    """Write the planes of terrain."""
    for plane in range(Plane.MOUNTAINS + 1):
        for tile in range(out.shape[1]):
            out[plane, tile] = terrain[tile] == plane


@kernel
def clear(out: Any) -> None:
    """Write zeros everywhere."""
    for i in range(len(out)):  # a loop from 0 over one axis compiles to the machine's own fill
        out[i] = 0


@kernel
def encode_match(s: State, seat: int, out: Any) -> None:
    """Write the numbers of the match."""
    out[Number.OWN_TURN.value] = s.current == seat
    out[Number.MOVING.value] = s.moving
    out[Number.ROUND.value] = int(s.round) * THOUSAND // max(1, int(s.options.max_rounds))


@kernel
def encode_seat(s: State, seat: int, first: int, out: Any) -> None:
    """Write the planes of one seat; all of them are zero so far."""
    p = s.players[seat]
    for i in range(p.city_count):
        out[first + SeatPlane.CITIES, p.cities[i]] = 1
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if is_army(p.units[i]):
            out[first + SeatPlane.ARMIES, tile] += 1
            points = int(out[first + SeatPlane.HIT_POINTS, tile]) + (hp_of(s, p.units[i]) + PART - 1) // PART
            out[first + SeatPlane.HIT_POINTS, tile] = min(points, MOST)
        else:
            out[first + SeatPlane.WORKERS, tile] += 1


@kernel
def encode_numbers(s: State, seat: int, first: int, out: Any) -> None:
    """Write the numbers of one seat."""
    p = s.players[seat]
    out[first + SeatNumber.FOOD] = min(p.food, MOST)
    out[first + SeatNumber.PRODUCTION] = min(p.production, MOST)
    out[first + SeatNumber.TRADE] = min(p.trade, MOST)
    out[first + SeatNumber.OFFENCE] = min(TEN + s.options.research_step * p.offence, MOST)
    out[first + SeatNumber.DEFENCE] = min(TEN + s.options.research_step * p.defence, MOST)
    out[first + SeatNumber.IN_PLAY] = p.fallen == 0


@kernel
def encode_own(s: State, seat: int, out: Any) -> None:
    """Write what only the seat itself knows: sight, who can still move, musters, the owed count."""
    p = s.players[seat]
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        way = mustered_way(p.units[i])
        if way != NOWHERE:
            out[Plane.MUSTER_TARGETS.value, neighbour(s, tile, way)] += 1
        if not has_moved(p.units[i]):
            plane = Plane.UNMOVED_ARMIES.value if is_army(p.units[i]) else Plane.UNMOVED_WORKERS.value
            out[plane, tile] += 1
    if s.owed != NOTHING_OWED:
        tile, _, _ = fields_of(s.actions, kind_of(s.actions, int(s.owed)), int(s.owed))
        out[Plane.OWED_FROM.value, tile] = 1


@kernel
def encode_sight(s: State, seat: int, out: Any) -> None:
    """Mark the tiles that the seat sees."""
    look(s, seat, s.sight)
    for y in range(out.shape[1]):
        row = s.sight[y]
        for x in range(out.shape[2]):
            out[Plane.IN_SIGHT.value, y, x] = (row >> np.int64(x)) & ONE
    clear(s.sight)
