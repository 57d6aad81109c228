"""Sight: which tiles a seat sees, as one row of bits for each row of the board (§7).

Nothing about sight is stored. Rows of bits make the whole sight of a seat so cheap to compute that it is done when
needed: on founding cities, on making views, and on telling of fights.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int64s
from plowshares.core.seats import NOBODY, seat_bit
from plowshares.games.civ.pieces import column_of, row_of, tile_of
from plowshares.games.civ.state import State

MOST_SIZE = 64
ONE = np.int64(1)
POSITIVE = (1 << 63) - 1
# A whole row of a board of each size. The highest bit is the sign, which bit operations do not mind.
WHOLE = np.array([(1 << size) - 1 for size in range(MOST_SIZE + 1)], np.uint64).view(np.int64)


@kernel
def look(s: State, seat: int, rows: Int64s) -> None:
    """Write every tile the seat sees to the rows, which must be empty."""
    p = s.players[seat]
    top = int(s.options.size)
    bottom = -1
    for i in range(p.unit_count):
        mark(s, rows, tile_of(p.units[i]))
    for i in range(p.city_count):
        mark(s, rows, p.cities[i])
    if p.unit_count > 0:  # the lists are ascending
        top = row_of(s, tile_of(p.units[0]))
        bottom = row_of(s, tile_of(p.units[p.unit_count - 1]))
    if p.city_count > 0:
        top = min(top, row_of(s, p.cities[0]))
        bottom = max(bottom, row_of(s, p.cities[p.city_count - 1]))
    for _ in range(s.options.vision):
        top = max(0, top - 1)
        bottom = min(int(s.options.size) - 1, bottom + 1)
        spread(rows, top, bottom, WHOLE[s.options.size])


@kernel
def mark(s: State, rows: Int64s, tile: int) -> None:
    """Put a tile into the rows."""
    y = row_of(s, tile)
    rows[y] |= ONE << np.int64(int(tile) - y * int(s.options.size))


@kernel
def spread(rows: Int64s, top: int, bottom: int, whole: int) -> None:
    """Let what is set in the rows grow by one step in all four directions."""
    above = np.int64(0)
    for y in range(top, bottom + 1):
        row = rows[y]
        below = rows[y + 1] if y < bottom else np.int64(0)
        # Shifting down would drag the sign along.
        rows[y] = row | (row << ONE & whole) | (row >> ONE & POSITIVE) | above | below
        above = row


@kernel
def is_set(s: State, rows: Int64s, tile: int) -> bool:
    """Ask whether a tile is in the rows."""
    return has(rows[row_of(s, tile)], column_of(s, tile))


@kernel
def has(row: Any, column: int) -> bool:
    """Ask whether a column is in one row."""
    return bool((row >> np.int64(column)) & ONE == ONE)


@kernel
def clear(rows: Int64s) -> None:
    """Leave the scratch as it was found."""
    rows[:] = 0


@kernel
def seats_that_see(s: State, tile: int) -> int:
    """Return the set of seats that see a tile."""
    size = int(s.options.size)
    reach = int(s.options.vision)
    y = row_of(s, tile)
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
        look(s, seat, s.sight)
        for y in range(s.options.size):
            s.players[seat].remembered[y] |= s.sight[y]
            s.sight[y] = 0
