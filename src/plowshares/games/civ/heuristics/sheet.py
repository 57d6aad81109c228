"""What a planned turn looks at again and again: one entry for each tile."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.civ.actions import WAYS
from plowshares.games.civ.pieces import NOWHERE, column_of, first_on, is_army, neighbour, row_of, tile_of
from plowshares.games.civ.sight import is_set
from plowshares.games.civ.state import State


class Sheet(NamedTuple):
    """What a seat knows about each tile."""

    reach: Any  # whether workers of the seat would harvest there
    threat: Any  # armies of others that can step there
    workers: Any  # own workers there
    taken: Any  # own armies there that are needed for another strike


@kernel
def new_sheet(s: State, seat: int) -> Sheet:
    """Return the sheet of a position; the seat's sight lies in `s.sight`."""
    tiles = int(s.options.size) * int(s.options.size)
    sheet = Sheet(
        np.zeros(tiles, np.int8), np.zeros(tiles, np.int16), np.zeros(tiles, np.int16), np.zeros(tiles, np.int16)
    )
    p = s.players[seat]
    for i in range(p.city_count):
        mark_reach(s, int(p.cities[i]), sheet)
    for i in range(p.unit_count):
        if not is_army(p.units[i]):
            sheet.workers[tile_of(p.units[i])] += 1
    for other in range(s.options.players):
        if other != seat:
            mark_threats(s, other, sheet)
    return sheet


@kernel
def mark_reach(s: State, city: int, sheet: Sheet) -> None:
    """Note which tiles are near enough to a city to be harvested for it."""
    end, reach = int(s.options.size) - 1, int(s.options.harvest_range)
    x, y = column_of(s, city), row_of(s, city)
    for row in range(max(0, y - reach), min(end, y + reach) + 1):
        wide = reach - abs(row - y)
        for column in range(max(0, x - wide), min(end, x + wide) + 1):
            sheet.reach[row * (end + 1) + column] = 1


@kernel
def mark_threats(s: State, other: int, sheet: Sheet) -> None:
    """Note where the armies of a rival that the seat sees can step."""
    q = s.players[other]
    for i in range(q.unit_count):
        tile = tile_of(q.units[i])
        if not is_army(q.units[i]) or not is_set(s, s.sight, tile):
            continue
        sheet.threat[tile] += 1
        for way in range(WAYS):
            beside = neighbour(s, tile, way)
            if beside != NOWHERE:
                sheet.threat[beside] += 1


@kernel
def count_armies_on(s: State, seat: int, tile: int) -> int:
    """Count a seat's armies on a tile."""
    p = s.players[seat]
    found = 0
    for i in range(first_on(p, tile), p.unit_count):
        if tile_of(p.units[i]) != tile:
            break
        found += 1 if is_army(p.units[i]) else 0
    return found


@kernel
def is_seen(s: State, tile: int) -> bool:
    """Ask whether the seat whose sight was looked up sees a tile."""
    return is_set(s, s.sight, tile)
