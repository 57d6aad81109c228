"""The turn's beginning and end: harvest, feeding, spoilage, passing on (§5.1, §5.7)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import shuffle
from plowshares.core.seats import NOBODY, seat_bit
from plowshares.games.civ.pieces import (
    ARMY,
    FLAGS,
    GONE,
    NOWHERE,
    city_distance,
    count_armies,
    is_army,
    tidy,
    tile_of,
    wound_of,
)
from plowshares.games.civ.rules.ending import end_by_cap, fall_if_nothing_left
from plowshares.games.civ.rules.reports import report_hunger
from plowshares.games.civ.sight import seats_that_see
from plowshares.games.civ.state import Result, State

# Food, production and trade of each terrain, Ocean to Mountains: `classic`, then `codekata` (§3.1).
YIELD = np.array(
    [
        [[1, 0, 2], [2, 1, 0], [1, 2, 1], [1, 3, 0], [0, 1, 0]],
        [[1, 0, 2], [2, 1, 0], [2, 2, 1], [2, 3, 0], [1, 1, 0]],
    ],
    np.int64,
)
CITY_TRADE = 2  # of each worker in a city of its owner
INDEX_BITS = 11  # a place in a list of units
DISTANCE_BITS = 7
INDEX_MASK = (1 << INDEX_BITS) - 1
LEAST_RANK = -(1 << 31)  # ranks fill 32 bits: the lowest is the least number of a scratch entry


@kernel
def rouse(s: State, seat: int) -> None:
    """Make all units of a seat unmoved, without musters."""
    p = s.players[seat]
    for i in range(p.unit_count):
        p.units[i] &= ~FLAGS  # the lowest bits: the list stays in order


@kernel
def harvest_tile(s: State, seat: int, tile: int) -> None:
    """Bring in what a tile yields."""
    p = s.players[seat]
    table = YIELD[1] if s.options.codekata_yields else YIELD[0]
    gain = table[s.terrain[tile]]
    p.food += gain[0]
    p.production += gain[1]
    p.trade += gain[2]


@kernel
def is_in_range(s: State, seat: int, tile: int) -> bool:
    """Ask whether a worker on the tile is near enough to a city of the seat to harvest."""
    return s.players[seat].city_count > 0 and city_distance(s, seat, tile) <= s.options.harvest_range


@kernel
def harvest(s: State, seat: int) -> None:
    """Harvest each city and each tile with a worker in range once; workers in cities add trade (§5.1 step 2)."""
    p = s.players[seat]
    for i in range(p.city_count):
        harvest_tile(s, seat, int(p.cities[i]))
    last = NOWHERE
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            continue
        tile = tile_of(p.units[i])
        if s.city[tile] == seat:
            p.trade += CITY_TRADE
        elif tile != last and is_in_range(s, seat, tile):
            harvest_tile(s, seat, tile)
        last = tile


@kernel
def count_fed(s: State, seat: int, mouths: int) -> int:
    """Feed up to `mouths` units of one kind; return how many ate."""
    e = int(s.options.unit_food)
    if e == 0:
        return mouths
    p = s.players[seat]
    fed = min(mouths, p.food // e)
    p.food -= fed * e
    return fed


@kernel
def list_by_hunger(s: State, seat: int, kind: int) -> int:
    """Write a number for each unit of a kind into the scratch: the first to starve has the largest."""
    p = s.players[seat]
    count = 0
    for i in range(p.unit_count):
        if p.units[i] & ARMY != kind:
            continue
        # The list is ascending by tile, so the place in it stands for the tile index.
        rank = (city_distance(s, seat, tile_of(p.units[i])) << INDEX_BITS) | i
        if kind == ARMY:
            rank |= wound_of(p.units[i]) << (INDEX_BITS + DISTANCE_BITS)
        s.scratch[count] = rank + LEAST_RANK
        count += 1
    return count


@kernel
def starve_weakest(s: State, seat: int, kind: int, deaths: int) -> None:
    """Let `deaths` units of a kind starve: lowest hp, then farthest from a city, then highest tile index."""
    count = list_by_hunger(s, seat, kind)
    for _ in range(deaths):
        worst = 0
        for i in range(1, count):
            if s.scratch[i] > s.scratch[worst]:
                worst = i
        starve(s, seat, s.scratch[worst] & INDEX_MASK)
        count -= 1
        s.scratch[worst] = s.scratch[count]


@kernel
def starve_random(s: State, seat: int, kind: int, fed: int) -> None:
    """Shuffle the units of a kind; the first `fed` eat, the others starve."""
    p = s.players[seat]
    count = 0
    for i in range(p.unit_count):
        if p.units[i] & ARMY == kind:
            s.scratch[count] = i
            count += 1
    shuffle(s.rng, s.scratch, count)
    for i in range(fed, count):
        starve(s, seat, s.scratch[i])


@kernel
def starve(s: State, seat: int, place: int) -> None:
    """Mark one unit as starved. It keeps its place in the list until the dead are counted tile by tile."""
    p = s.players[seat]
    p.units[place] |= FLAGS  # no unit is mustered so: a mark that only this module uses


@kernel
def feed(s: State, seat: int) -> None:
    """Feed workers, then armies; units without food die (§5.1 step 3)."""
    p = s.players[seat]
    armies = count_armies(p)
    workers = int(p.unit_count) - armies
    hungry = starve_kind(s, seat, 0, workers)
    hungry += starve_kind(s, seat, ARMY, armies)
    if hungry > 0:
        s.scratch[: p.unit_count] = 0
        bury(s, seat)


@kernel
def starve_kind(s: State, seat: int, kind: int, mouths: int) -> int:
    """Feed as many units of a kind as there is food for; return how many starve."""
    fed = count_fed(s, seat, mouths)
    if fed == mouths:
        return 0
    if s.options.random_starvation:
        starve_random(s, seat, kind, fed)
    else:
        starve_weakest(s, seat, kind, mouths - fed)
    return mouths - fed


@kernel
def bury(s: State, seat: int) -> None:
    """Remove the starved, and tell of them tile by tile."""
    p = s.players[seat]
    first = 0
    while first < p.unit_count:
        tile = tile_of(p.units[first])
        last = first
        workers = 0
        armies = 0
        while last < p.unit_count and tile_of(p.units[last]) == tile:
            if p.units[last] & FLAGS != 0:
                armies += 1 if is_army(p.units[last]) else 0
                workers += 0 if is_army(p.units[last]) else 1
            last += 1
        if workers + armies > 0:
            witnesses = seats_that_see(s, tile) | seat_bit(seat)
            report_hunger(s, witnesses, tile, seat, workers, armies)
        if workers + armies == last - first:
            s.holder[tile] = NOBODY
        first = last
    for i in range(p.unit_count):
        if p.units[i] & FLAGS != 0:
            p.units[i] = GONE
    tidy(p)


@kernel
def begin_turn(s: State) -> None:
    """Do all that happens by itself when a turn begins (§5.1)."""
    seat = int(s.current)
    p = s.players[seat]
    rouse(s, seat)
    s.moving = False
    harvest(s, seat)
    feed(s, seat)
    p.food = int(p.food) * (4 - int(s.options.spoil_quarters)) // 4
    if s.options.exiles:
        fall_if_nothing_left(s, seat)


@kernel
def next_in_play(s: State, seat: int) -> int:
    """Return the next player, cyclically, who is not eliminated."""
    players = int(s.options.players)
    after = (seat + 1) % players
    while s.players[after].fallen > 0:
        after = (after + 1) % players
    return after


@kernel
def pass_on(s: State) -> None:
    """Hand the turn to the next player who can take one, or end the match by the cap (§5.7 steps 3, 4)."""
    while s.result == Result.NONE:
        after = next_in_play(s, int(s.current))
        if after <= s.current:
            if s.round == s.options.max_rounds:
                end_by_cap(s)
                return
            s.round += 1
        s.current = after
        begin_turn(s)
        if s.players[after].fallen == 0:
            return
