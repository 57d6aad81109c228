"""Filling views: a random world behind the fog that agrees with everything the seat sees and knows."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.core.rng import below, seed_rng
from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ.pieces import (
    FULL,
    NOWHERE,
    add_city,
    add_unit,
    column_of,
    neighbour,
    new_army,
    new_worker,
    row_of,
)
from plowshares.games.civ.rules.world import domain_rows, domain_width, fold, start_tile
from plowshares.games.civ.sight import clear, is_set, look, remember
from plowshares.games.civ.state import Map, Result, State, Terrain

ROUNDS_A_CITY = 20  # a guess: a player founds one more city in this many rounds …
ROUNDS_A_UNIT = 6  # … and gains one more unit than it loses in this many
MOST_GUESSED_ROUNDS = 60
TRIES = 6
AROUND = 3  # most columns and rows between a guessed piece and a city of its owner
MOST_FOOD = 40
MOST_PRODUCTION = 30
MOST_TRADE = 20
ROUNDS_A_RESEARCH = 15


@kernel
def sample_for(s: State, seat: int, seed: Any) -> None:
    """Fill the blanks of a view with one possibility that agrees with all the seat knows."""
    if s.result != Result.NONE:
        return
    seed_rng(s.rng, seed, 0)
    if seat != SPECTATOR:
        look(s, seat, s.sight)
    guess_terrain(s)
    guess_start_cities(s, seat)
    for other in range(s.options.players):
        if other != seat and s.players[other].fallen == 0:
            guess_last_resort(s, other)
    for other in range(s.options.players):
        if other != seat and s.players[other].fallen == 0:
            guess_pieces(s, other)
            if not s.options.open_stats:
                guess_stats(s, other)
    clear(s.sight)
    remember(s)


@kernel
def is_hidden(s: State, tile: int) -> bool:
    """Ask whether the tile is out of the sight that was just looked up."""
    return not is_set(s, s.sight, tile)


@kernel
def guess_terrain(s: State) -> None:
    """Draw the unknown terrain; a fair map is known wherever one of its eight images is."""
    size = int(s.options.size)
    mirrored = size if s.options.map == Map.FAIR else 0  # rows that repeat others
    for y in range(mirrored):
        for x in range(size):
            if s.terrain[y * size + x] != Terrain.UNKNOWN:
                s.terrain[fold_at(size, x, y)] = s.terrain[y * size + x]
    if s.options.map == Map.FAIR or s.options.map == Map.NATURAL:  # compiles
        for place in range(s.options.players):
            start = start_tile(size, int(s.options.players), place)
            s.terrain[fold(s, start)] = Terrain.GRASSLAND  # §4.1 step 6
    for y in range(domain_rows(s)):
        for tile in range(y * size, y * size + domain_width(s, y)):
            if s.terrain[tile] == Terrain.UNKNOWN:
                s.terrain[tile] = draw_terrain(s, tile)
    for y in range(mirrored):
        for x in range(size):
            if s.terrain[y * size + x] == Terrain.UNKNOWN:
                s.terrain[y * size + x] = s.terrain[fold_at(size, x, y)]


@kernel
def fold_at(size: int, column: int, row: int) -> int:
    """Return what `fold` does on a fair map, for a column and row, without a division for each tile."""
    x, y = min(column, size - 1 - column), min(row, size - 1 - row)
    return max(x, y) * size + min(x, y)


@kernel
def draw_terrain(s: State, tile: int) -> int:
    """Draw a terrain: often that of a neighbour, since land is not scattered evenly."""
    if s.options.map == Map.FLAT:
        return Terrain.GRASSLAND.value
    beside = neighbour(s, tile, below(s.rng, 4))
    if beside != NOWHERE and s.terrain[beside] != Terrain.UNKNOWN and below(s.rng, 3) > 0:
        return int(s.terrain[beside])
    die = below(s.rng, 100)
    if die < s.options.ocean_percent:
        return Terrain.OCEAN.value
    if die < s.options.ocean_percent + s.options.mountain_percent:
        return Terrain.MOUNTAINS.value
    return Terrain.GRASSLAND.value + below(s.rng, 3)  # Grassland, Hills, Forest


@kernel
def guess_start_cities(s: State, seat: int) -> None:
    """Put a city on every hidden start tile: cities are never destroyed, so there is one."""
    players = int(s.options.players)
    for place in range(players):
        tile = start_tile(int(s.options.size), players, place)
        # The player that began here most likely still lives here, and must live somewhere.
        if not s.options.shuffle_seats and is_hidden(s, tile) and needs_city(s, seat, place):
            add_city(s, place, tile)
    for place in range(players):
        tile = start_tile(int(s.options.size), players, place)
        if is_hidden(s, tile) and s.city[tile] == NOBODY:
            add_city(s, guess_owner(s, seat, place), tile)


@kernel
def needs_city(s: State, seat: int, other: int) -> bool:
    """Ask whether a rival in play has no city yet."""
    return other != seat and s.players[other].fallen == 0 and s.players[other].city_count == 0


@kernel
def guess_owner(s: State, seat: int, place: int) -> int:
    """Choose who owns a hidden start city: a rival without a city, else the one that began there, else any rival."""
    players = int(s.options.players)
    first = below(s.rng, players)
    rival = NOBODY
    for i in range(players):
        other = (first + i) % players
        if needs_city(s, seat, other):
            return other
        if other != seat and s.players[other].fallen == 0:
            rival = other
    if not s.options.shuffle_seats and place != seat and s.players[place].fallen == 0:
        return place
    return rival


@kernel
def guess_last_resort(s: State, other: int) -> None:
    """Give a rival that must own a city one on any hidden tile."""
    if s.players[other].city_count > 0:
        return
    tiles = int(s.options.size) * int(s.options.size)
    free = 0
    for tile in range(tiles):
        if is_hidden(s, tile) and s.city[tile] == NOBODY:
            free += 1
    if free == 0:
        return  # only an exile can be without a city when every tile is in sight or taken
    chosen = below(s.rng, free)
    for tile in range(tiles):
        if is_hidden(s, tile) and s.city[tile] == NOBODY:
            if chosen == 0:
                add_city(s, other, tile)
                return
            chosen -= 1


@kernel
def guess_pieces(s: State, other: int) -> None:
    """Give a rival some more cities and units near its cities, out of sight."""
    rounds = min(int(s.round), MOST_GUESSED_ROUNDS)
    p = s.players[other]
    for _ in range(below(s.rng, 1 + rounds // ROUNDS_A_CITY)):
        tile = find_hidden_near(s, other)
        if tile != NOWHERE and s.city[tile] == NOBODY:
            add_city(s, other, tile)
    for _ in range(below(s.rng, 2 + rounds // ROUNDS_A_UNIT)):
        tile = find_hidden_near(s, other)
        if tile != NOWHERE and p.unit_count < s.options.unit_limit:
            add_unit(s, other, new_worker(tile) if below(s.rng, 3) == 0 else new_army(tile, FULL))


@kernel
def find_hidden_near(s: State, other: int) -> int:
    """Return a hidden tile near a city of the player on which nobody else has anything, or NOWHERE."""
    p = s.players[other]
    size = int(s.options.size)
    for _ in range(TRIES if p.city_count > 0 else 0):
        city = int(p.cities[below(s.rng, int(p.city_count))])
        x = column_of(s, city) + below(s.rng, 2 * AROUND + 1) - AROUND
        y = row_of(s, city) + below(s.rng, 2 * AROUND + 1) - AROUND
        tile = y * size + x
        if x < 0 or y < 0 or x >= size or y >= size or not is_hidden(s, tile):
            continue
        if (s.city[tile] == NOBODY or s.city[tile] == other) and (s.holder[tile] == NOBODY or s.holder[tile] == other):
            return tile
    return NOWHERE


@kernel
def guess_stats(s: State, other: int) -> None:
    """Draw stores and researches that are not public."""
    p = s.players[other]
    p.food = below(s.rng, MOST_FOOD)
    p.production = below(s.rng, MOST_PRODUCTION)
    p.trade = below(s.rng, MOST_TRADE)
    p.offence = below(s.rng, 1 + min(1000, int(s.round) // ROUNDS_A_RESEARCH))
    p.defence = below(s.rng, 1 + min(1000, int(s.round) // ROUNDS_A_RESEARCH))
