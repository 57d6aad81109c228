"""Making the world: start tiles, terrain and the first pieces (§4)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int32s
from plowshares.core.rng import below, shuffle
from plowshares.core.seats import NOBODY
from plowshares.games.civ.pieces import FULL, GONE, NOWHERE, add_city, add_unit, column_of, new_army, new_worker, row_of
from plowshares.games.civ.state import Map, State, Terrain

CORNERS = 4  # up to this many players begin in corners, more on the edges
RING = 8
CELL = 4  # the lattice has a height at every fourth tile
HEIGHTS = 256
SUMMIT = CELL * CELL * HEIGHTS  # higher than every tile
HILLS_PERCENT = 35
FOREST_DIE = 8
NEEDED = 2  # of Grassland, and of Hills and Forest together, near a start
STARTS = 300  # where the start tiles lie in the scratch, behind the lattice


@kernel
def start_tile(size: int, players: int, place: int) -> int:
    """Return the start tile of a place in the list, before shuffling (§4 step 2)."""
    last = size - 1
    if players == 2:
        return place * (size * size - 1)
    if players <= CORNERS:
        return (place // 2) * last * size + (place % 2) * last
    i = RING * place // players
    near = size // 4
    far = last - near
    x = (near, far, last, last, far, near, 0, 0)[i]
    y = (0, 0, near, far, last, last, far, near)[i]
    return y * size + x


@kernel
def choose_starts(s: State, starts: Int32s) -> None:
    """Write the start tile of every seat."""
    players = int(s.options.players)
    for seat in range(players):
        starts[seat] = start_tile(int(s.options.size), players, seat)
    if s.options.shuffle_seats:
        shuffle(s.rng, starts, players)


@kernel
def fold(s: State, tile: int) -> int:
    """Return the tile of the domain that a tile repeats (§4.1 step 1)."""
    if s.options.map != Map.FAIR:
        return tile
    size = int(s.options.size)
    x = min(column_of(s, tile), size - 1 - column_of(s, tile))
    y = min(row_of(s, tile), size - 1 - row_of(s, tile))
    return max(x, y) * size + min(x, y)


@kernel
def domain_rows(s: State) -> int:
    """Return how many rows the domain has."""
    return (int(s.options.size) + 1) // 2 if s.options.map == Map.FAIR else int(s.options.size)


@kernel
def domain_width(s: State, y: int) -> int:
    """Return how many tiles row y of the domain has."""
    return y + 1 if s.options.map == Map.FAIR else int(s.options.size)


@kernel
def domain_size(s: State) -> int:
    """Return how many tiles the domain has."""
    rows = domain_rows(s)
    return rows * (rows + 1) // 2 if s.options.map == Map.FAIR else rows * rows


@kernel
def lattice_side(s: State) -> int:
    """Return how many lattice points lie along a side (§4.1 step 2)."""
    return (int(s.options.size) - 1) // CELL + 2


@kernel
def raise_lattice(s: State) -> None:
    """Draw the heights of the lattice points into the scratch (§4.1 step 2)."""
    side = lattice_side(s)
    for i in range(side * side):
        s.scratch[i] = below(s.rng, HEIGHTS)


@kernel
def height(s: State, x: int, y: int) -> int:
    """Return the height of a tile, between its four lattice points (§4.1 step 3)."""
    side = lattice_side(s)
    corner = y // CELL * side + x // CELL
    a = x % CELL
    b = y % CELL
    north = (CELL - a) * int(s.scratch[corner]) + a * int(s.scratch[corner + 1])
    south = (CELL - a) * int(s.scratch[corner + side]) + a * int(s.scratch[corner + side + 1])
    return (CELL - b) * north + b * south


@kernel
def count_lower(s: State, level: int) -> int:
    """Count the tiles of the domain that lie lower than a level."""
    found = 0
    for y in range(domain_rows(s)):
        for x in range(domain_width(s, y)):
            if height(s, x, y) < level:
                found += 1
    return found


@kernel
def water_line(s: State, count: int) -> int:
    """Return the highest level that at most count tiles of the domain lie below."""
    low = 0
    high = SUMMIT
    while low < high:
        middle = (low + high + 1) // 2
        if count_lower(s, middle) <= count:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def cover_lowest(s: State, count: int, terrain: int) -> None:
    """Give the first count tiles of the domain, by height and then by row and column, a terrain (§4.1 step 4)."""
    size = int(s.options.size)
    level = water_line(s, count)
    ties = count - count_lower(s, level)  # how many tiles on the level itself belong too
    for y in range(domain_rows(s)):
        for x in range(domain_width(s, y)):
            here = height(s, x, y)
            if here > level or (here == level and ties == 0):
                continue
            if here == level:
                ties -= 1
            s.terrain[y * size + x] = terrain


@kernel
def lay_bands(s: State) -> None:
    """Lay Ocean, Grassland, Hills and Mountains by height (§4.1 step 4)."""
    total = domain_size(s)
    oceans = total * int(s.options.ocean_percent) // 100
    mountains = total * int(s.options.mountain_percent) // 100
    hills = (total - oceans - mountains) * HILLS_PERCENT // 100
    cover_lowest(s, total, Terrain.MOUNTAINS.value)
    cover_lowest(s, total - mountains, Terrain.HILLS.value)
    cover_lowest(s, total - mountains - hills, Terrain.GRASSLAND.value)
    cover_lowest(s, oceans, Terrain.OCEAN.value)


@kernel
def count_forest_around(s: State, x: int, y: int) -> int:
    """Count the surrounding tiles, up to 8, whose domain tile is Forest."""
    size = int(s.options.size)
    found = 0
    for row in range(max(0, y - 1), min(size - 1, y + 1) + 1):
        for column in range(max(0, x - 1), min(size - 1, x + 1) + 1):
            if (row != y or column != x) and s.terrain[fold(s, row * size + column)] == Terrain.FOREST:
                found += 1
    return found


@kernel
def plant_forest(s: State) -> None:
    """Turn some Grassland and Hills into Forest, more easily beside Forest (§4.1 step 5)."""
    size = int(s.options.size)
    for y in range(domain_rows(s)):
        for x in range(domain_width(s, y)):
            tile = y * size + x
            if s.terrain[tile] != Terrain.GRASSLAND and s.terrain[tile] != Terrain.HILLS:
                continue
            if below(s.rng, FOREST_DIE) < 1 + count_forest_around(s, x, y):
                s.terrain[tile] = Terrain.FOREST


@kernel
def nth_near(s: State, start: int, place: int) -> int:
    """Return a tile of the list of those at distance 1 or 2, by distance, row, column; NOWHERE past its end."""
    size = int(s.options.size)
    x = column_of(s, start)
    y = row_of(s, start)
    for far in range(1, 3):
        for row in range(max(0, y - far), min(size - 1, y + far) + 1):
            width = far - abs(row - y)
            for column in range(x - width, x + width + 1, max(1, 2 * width)):
                if 0 <= column < size:
                    if place == 0:
                        return row * size + column
                    place -= 1
    return NOWHERE


@kernel
def repair_start(s: State, start: int) -> None:
    """Make the surroundings of a start worth living in (§4.1 step 6)."""
    s.terrain[fold(s, start)] = Terrain.GRASSLAND
    grassland = 0
    rising = 0
    count = 0
    while nth_near(s, start, count) != NOWHERE:
        terrain = s.terrain[fold(s, nth_near(s, start, count))]
        if terrain == Terrain.GRASSLAND:
            grassland += 1
        if terrain == Terrain.HILLS or terrain == Terrain.FOREST:  # plain comparisons compile smaller
            rising += 1
        count += 1
    if grassland >= NEEDED and rising >= NEEDED:
        return
    for i in range(NEEDED):
        s.terrain[fold(s, nth_near(s, start, i))] = Terrain.GRASSLAND
    for i in range(count - NEEDED, count):
        s.terrain[fold(s, nth_near(s, start, i))] = Terrain.FOREST


@kernel
def make_terrain(s: State, starts: Int32s) -> None:
    """Make the terrain of the whole board; a map of rows is there already (§4.1)."""
    tiles = int(s.options.size) * int(s.options.size)
    if s.options.map == Map.ROWS:
        return
    if s.options.map == Map.FLAT:
        s.terrain[:tiles] = Terrain.GRASSLAND
        return
    raise_lattice(s)
    lay_bands(s)
    plant_forest(s)
    for seat in range(s.options.players):
        repair_start(s, int(starts[seat]))
    for tile in range(tiles):
        s.terrain[tile] = s.terrain[fold(s, tile)]


@kernel
def place_first_pieces(s: State, seat: int, start: int) -> None:
    """Give a seat its first city, units and stores (§4 step 4)."""
    p = s.players[seat]
    add_city(s, seat, start)
    for _ in range(s.options.start_workers):
        add_unit(s, seat, new_worker(start))
    for _ in range(s.options.start_armies):
        add_unit(s, seat, new_army(start, FULL))
    p.food = s.options.start_food
    p.production = s.options.start_production
    p.trade = s.options.start_trade


@kernel
def make_world(s: State) -> None:
    """Make the board and the first pieces, in the order of §4."""
    s.city[:] = NOBODY
    s.holder[:] = NOBODY
    for seat in range(len(s.players)):
        s.players[seat].units[:] = np.int32(GONE)
    starts = s.scratch[STARTS:]
    choose_starts(s, starts)
    make_terrain(s, starts)
    for seat in range(s.options.players):
        place_first_pieces(s, seat, int(starts[seat]))
    s.scratch[:] = 0
