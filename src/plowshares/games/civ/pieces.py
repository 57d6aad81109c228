"""Pieces: a unit is one number, a player's units are one ascending list of such numbers (§3.2, §7).

From the highest bit down: tile, army or worker, hundredths of a hit point lost (exact hit points: healths.py), moved,
muster target. So the numeric order is the canonical order of the rules: by tile, workers before armies, hp descending,
unmoved first, then the muster target ascending. Equal units are equal numbers, and nothing tells them apart.
"""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int32s
from plowshares.core.seats import NOBODY
from plowshares.games.civ.state import RECIPROCAL_BITS, Player, State

FULL = 10000
"""Hit points of a new army, in hundredths."""
NOWHERE = -1
TILE_SHIFT = 19
ARMY = 1 << 18
WOUND_SHIFT = 4
WOUND_MASK = (1 << 14) - 1
MOVED = 1 << 3
MUSTER_MASK = MOVED - 1
FLAGS = MOVED | MUSTER_MASK
GONE = (1 << 31) - 1
"""No unit: larger than every unit, so that it sorts to the end."""

STEP_X = np.array([0, 1, 0, -1], np.int64)
STEP_Y = np.array([-1, 0, 1, 0], np.int64)
MUSTER_OF = np.array([1, 3, 4, 2], np.int64)
"""The muster bits of each direction: ascending with the target's tile index (north, west, east, south)."""
WAY_OF = np.array([NOWHERE, 0, 3, 1, 2, NOWHERE, NOWHERE, NOWHERE], np.int64)
"""The direction of each value of the muster bits."""


@kernel
def new_worker(tile: int) -> int:
    """Return an unmoved worker."""
    return tile << TILE_SHIFT


@kernel
def new_army(tile: int, hp: int) -> int:
    """Return an unmoved army."""
    return (tile << TILE_SHIFT) | ARMY | ((FULL - hp) << WOUND_SHIFT)


@kernel
def tile_of(unit: int) -> int:
    """Return the tile a unit stands on."""
    return unit >> TILE_SHIFT


@kernel
def is_army(unit: int) -> bool:
    """Ask whether a unit is an army."""
    return unit & ARMY != 0


@kernel
def wound_of(unit: int) -> int:
    """Return the hundredths of a hit point that an army has lost; or its rank, with exact hit points (healths.py)."""
    return (unit >> WOUND_SHIFT) & WOUND_MASK


@kernel
def has_moved(unit: int) -> bool:
    """Ask whether a unit has used its move."""
    return unit & MOVED != 0


@kernel
def mustered_way(unit: int) -> int:
    """Return the direction a unit is mustered in, or NOWHERE."""
    return int(WAY_OF[unit & MUSTER_MASK])


@kernel
def moved_to(unit: int, tile: int) -> int:
    """Return the unit as it stands on a tile after moving there (or staying), without a muster."""
    return (unit & ((1 << TILE_SHIFT) - 1) & ~FLAGS) | (tile << TILE_SHIFT) | MOVED


@kernel
def wounded(unit: int, damage: int) -> int:
    """Return an army after damage in hundredths, or GONE."""
    if damage >= FULL - wound_of(unit):
        return GONE
    return unit + (damage << WOUND_SHIFT)


@kernel
def row_of(s: State, tile: int) -> int:
    """Return the row of a tile."""
    return (int(tile) * int(s.options.reciprocal)) >> RECIPROCAL_BITS


@kernel
def column_of(s: State, tile: int) -> int:
    """Return the column of a tile."""
    return tile - row_of(s, tile) * int(s.options.size)


@kernel
def tile_beside(size: int, x: int, y: int, way: int) -> int:
    """Return the tile one step from a column and row, or NOWHERE off the board."""
    column = x + STEP_X[way]
    row = y + STEP_Y[way]
    if column < 0 or row < 0 or column >= size or row >= size:
        return NOWHERE
    return int(row * size + column)


@kernel
def neighbour(s: State, tile: int, way: int) -> int:
    """Return the tile one step away, or NOWHERE off the board."""
    return tile_beside(int(s.options.size), column_of(s, tile), row_of(s, tile), way)


@kernel
def distance(s: State, one: int, other: int) -> int:
    """Return the Manhattan distance of two tiles."""
    return abs(row_of(s, one) - row_of(s, other)) + abs(column_of(s, one) - column_of(s, other))


@kernel
def city_distance(s: State, seat: int, tile: int) -> int:
    """Return the distance to the seat's nearest city, 0 if it has none (§5.1)."""
    p = s.players[seat]
    nearest = 0
    for i in range(p.city_count):
        here = distance(s, int(p.cities[i]), tile)
        if i == 0 or here < nearest:
            nearest = here
    return nearest


@kernel
def first_on(p: Player, tile: int) -> int:
    """Return where in the player's list the units of a tile begin (or would)."""
    low = 0
    high = int(p.unit_count)
    wanted = tile << TILE_SHIFT
    while low < high:
        middle = (low + high) >> 1
        if p.units[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def count_available(p: Player, tile: int, kind: int) -> int:
    """Count the unmoved workers (kind 0) or armies (kind ARMY) of a player on a tile."""
    found = 0
    i = first_on(p, tile)
    while i < p.unit_count and tile_of(p.units[i]) == tile:
        if p.units[i] & ARMY == kind and not has_moved(p.units[i]):
            found += 1
        i += 1
    return found


@kernel
def differ_in_hp(p: Player, tile: int) -> bool:
    """Ask whether the unmoved armies of a player on a tile are not all equal in hp (§5.3)."""
    wound = NOWHERE
    i = first_on(p, tile)
    while i < p.unit_count and tile_of(p.units[i]) == tile:
        if is_army(p.units[i]) and not has_moved(p.units[i]):
            if wound != NOWHERE and wound_of(p.units[i]) != wound:
                return True
            wound = wound_of(p.units[i])
        i += 1
    return False


@kernel
def sort(units: Int32s, count: int) -> None:
    """Put a list in order again after a few of its entries were changed."""
    for i in range(1, count):
        unit = units[i]
        j = i
        while j > 0 and units[j - 1] > unit:
            units[j] = units[j - 1]
            j -= 1
        units[j] = unit


@kernel
def tidy(p: Player) -> None:
    """Put a player's list in order and drop the units that are GONE."""
    sort(p.units, p.unit_count)
    while p.unit_count > 0 and p.units[p.unit_count - 1] == GONE:
        p.unit_count -= 1


@kernel
def add_unit(s: State, seat: int, unit: int) -> None:
    """Give a seat one more unit."""
    p = s.players[seat]
    i = int(p.unit_count)
    while i > 0 and p.units[i - 1] > unit:
        p.units[i] = p.units[i - 1]
        i -= 1
    p.units[i] = unit
    p.unit_count += 1
    s.holder[tile_of(unit)] = seat


@kernel
def release(s: State, seat: int, tile: int) -> None:
    """Note that the tile is free if the seat has no unit on it any more; the list must be tidy."""
    p = s.players[seat]
    i = first_on(p, tile)
    if i == p.unit_count or tile_of(p.units[i]) != tile:
        s.holder[tile] = NOBODY


@kernel
def add_city(s: State, seat: int, tile: int) -> None:
    """Give a seat the city on a tile."""
    p = s.players[seat]
    i = int(p.city_count)
    while i > 0 and p.cities[i - 1] > tile:
        p.cities[i] = p.cities[i - 1]
        i -= 1
    p.cities[i] = tile
    p.city_count += 1
    s.city[tile] = seat


@kernel
def drop_city(s: State, seat: int, tile: int) -> None:
    """Take the city on a tile from a seat."""
    p = s.players[seat]
    i = 0
    while p.cities[i] != tile:
        i += 1
    p.city_count -= 1
    while i < p.city_count:
        p.cities[i] = p.cities[i + 1]
        i += 1
    p.cities[i] = 0
    s.city[tile] = NOBODY


@kernel
def drop_all_units(s: State, seat: int) -> None:
    """Remove every unit of a seat."""
    p = s.players[seat]
    for i in range(p.unit_count):
        s.holder[tile_of(p.units[i])] = NOBODY
        p.units[i] = GONE
    p.unit_count = 0


@kernel
def count_armies(p: Player) -> int:
    """Count a player's armies."""
    found = 0
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            found += 1
    return found


@kernel
def is_foreign(s: State, seat: int, tile: int) -> bool:
    """Ask whether units of another player than the seat stand on a tile."""
    return bool(s.holder[tile] != NOBODY and s.holder[tile] != seat)


@kernel
def is_foreign_city(s: State, seat: int, tile: int) -> bool:
    """Ask whether a city of another player is on a tile."""
    return bool(s.city[tile] != NOBODY and s.city[tile] != seat)


@kernel
def is_enemy_held(s: State, seat: int, tile: int) -> bool:
    """Ask whether units or a city of another player are on a tile."""
    return is_foreign(s, seat, tile) or is_foreign_city(s, seat, tile)
