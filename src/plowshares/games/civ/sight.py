"""Sight: which tiles a seat sees, as one row of bits for each row of the board (§7).

Nothing about sight is stored. Rows of bits make the whole view of a seat so cheap to compute (a few words for
each stack) that it is done when needed: on founding cities, on making views, and on telling of fights.
"""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int64s
from plowshares.core.seats import NOBODY, seat_bit
from plowshares.games.civ.pieces import NOWHERE, tile_of
from plowshares.games.civ.state import State

MOST_SIZE = 64


def _spans() -> Int64s:
    """Build the table of rows in which the tiles first … last are set."""
    table = np.zeros((MOST_SIZE, MOST_SIZE), np.uint64)
    for first in range(MOST_SIZE):
        for last in range(first, MOST_SIZE):
            table[first, last] = sum(1 << x for x in range(first, last + 1))
    return table.view(np.int64)


SPAN = _spans()
ONE = np.int64(1)


@kernel
def look(s: State, seat: int, rows: Int64s) -> None:
    """Add every tile the seat sees to the rows."""
    p = s.players[seat]
    last = NOWHERE
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if tile != last:
            look_from(s, tile, rows)
        last = tile
    for i in range(p.city_count):
        look_from(s, int(p.cities[i]), rows)


@kernel
def look_from(s: State, tile: int, rows: Int64s) -> None:
    """Add the tiles within vision of one tile to the rows."""
    size = int(s.options.size)
    reach = int(s.options.vision)
    y = tile // size
    x = tile - y * size
    for row in range(max(0, y - reach), min(size - 1, y + reach) + 1):
        width = reach - abs(row - y)
        rows[row] |= SPAN[max(0, x - width), min(size - 1, x + width)]


@kernel
def is_set(rows: Int64s, size: int, tile: int) -> bool:
    """Ask whether a tile is in the rows."""
    return (rows[tile // size] >> np.int64(tile % size)) & ONE == ONE  # type: ignore[no-any-return]


@kernel
def set_tile(rows: Int64s, size: int, tile: int) -> None:
    """Put a tile into the rows."""
    rows[tile // size] |= SPAN[tile % size, tile % size]


@kernel
def clear(rows: Int64s) -> None:
    """Leave the scratch as it was found."""
    rows[:] = 0


@kernel
def seats_that_see(s: State, tile: int) -> int:
    """Return the set of seats that see a tile."""
    size = int(s.options.size)
    reach = int(s.options.vision)
    y = tile // size
    x = tile - y * size
    seats = 0
    for row in range(max(0, y - reach), min(size - 1, y + reach) + 1):
        width = reach - abs(row - y)
        for near in range(row * size + max(0, x - width), row * size + min(size - 1, x + width) + 1):
            if s.holder[near] != NOBODY:
                seats |= seat_bit(s.holder[near])
            if s.city[near] != NOBODY:
                seats |= seat_bit(s.city[near])
    return seats


@kernel
def sees(s: State, seat: int, tile: int) -> bool:
    """Ask whether a seat sees a tile now."""
    return (seats_that_see(s, tile) >> seat) & 1 == 1


@kernel
def remember(s: State) -> None:
    """Bring the remembered terrain of all players up to date (§7)."""
    if not s.options.remember_terrain:
        return
    for seat in range(s.options.players):
        look(s, seat, s.players[seat].remembered)
