"""What to buy: research, strikes, defence, and whatever makes the realm grow fastest."""

from __future__ import annotations

import numpy as np

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.civ.actions import Kind, Research
from plowshares.games.civ.heuristics.rating import harvested_food
from plowshares.games.civ.heuristics.sheet import Sheet, count_armies_on, is_seen
from plowshares.games.civ.heuristics.strikes import NOTHING, buy_strike
from plowshares.games.civ.pieces import NOWHERE, column_of, count_armies, distance, is_army, row_of, tile_of
from plowshares.games.civ.rules.legal import MOST_RESEARCHES, can_place_unit
from plowshares.games.civ.rules.turns import YIELD
from plowshares.games.civ.state import State, Terrain

TRADE = 0.4  # worth of a unit of trade against one of production
FOOD = np.array([0.35, 0.9, 1.6])  # of food: with plenty, with enough, with hunger ahead
PLENTY = 2  # units that the harvests could feed beside those there are
FORESIGHT = 4  # rounds for which food must last
NEW_LAND = 0.06  # of each tile that comes into reach with a city
DELAY = 0.93  # what is left of a gain for each step to it
CITIES_AN_ARMY = 3
DISPLACED = 0.3  # of a tile's worth that a city adds where a worker harvests it already
# One more terrain, which yields nothing: unknown.
YIELDS = np.concatenate([YIELD, np.zeros((len(YIELD), 1, YIELD.shape[2]), np.int64)], axis=1)


@kernel
def tile_worth(s: State, tile: int, food: float) -> float:
    """Return what a harvest of a tile is worth, in production."""
    gain = YIELDS[1 if s.options.codekata_yields else 0, s.terrain[tile]]
    return float(gain[1] + food * gain[0] + TRADE * gain[2])


@kernel
def surplus(s: State, seat: int) -> int:
    """Return how much food a turn brings beyond what the units eat."""
    return harvested_food(s, seat) - int(s.options.unit_food) * int(s.players[seat].unit_count)


@kernel
def rounds_left(s: State) -> int:
    """Return how many more turns everybody has after this one."""
    return int(s.options.max_rounds - s.round)


@kernel
def can_feed(s: State, seat: int, gain: int, more: int) -> bool:
    """Ask whether the food lasts with a gain of `gain` a turn and some more units."""
    turns = min(FORESIGHT, rounds_left(s))
    return bool(s.players[seat].food + turns * (gain - more * int(s.options.unit_food)) >= 0)


@kernel
def food_worth(s: State, seat: int, gain: int) -> float:
    """Return what a unit of food is worth, given the gain of a turn."""
    if not can_feed(s, seat, gain, 1):
        return float(FOOD[2])
    return float(FOOD[0] if gain >= PLENTY * int(s.options.unit_food) else FOOD[1])


@kernel
def find_site(s: State, seat: int, sheet: Sheet, food: float) -> tuple[int, float]:
    """Return the best tile for a city, and what it brings a turn; NOWHERE if none can be founded."""
    best, most = NOWHERE, -1.0
    for tile in range(int(s.options.size) * int(s.options.size)):
        if s.city[tile] != NOBODY or not is_seen(s, tile) or sheet.threat[tile] > 0:
            continue
        if s.holder[tile] != NOBODY and s.holder[tile] != seat:
            continue
        worth = tile_worth(s, tile, food) * (DISPLACED if sheet.workers[tile] > 0 and sheet.reach[tile] else 1.0)
        if worth + 12 * NEW_LAND > most:
            worth += NEW_LAND * count_new_land(s, tile, sheet)
            if worth > most:
                best, most = tile, worth
    return best, most


@kernel
def count_new_land(s: State, tile: int, sheet: Sheet) -> int:
    """Count the tiles seen around one that no city of the seat reaches yet, oceans and mountains excepted."""
    end = int(s.options.size) - 1
    x, y = column_of(s, tile), row_of(s, tile)
    found = 0
    for row in range(max(0, y - 2), min(end, y + 2) + 1):
        wide = 2 - abs(row - y)
        for column in range(max(0, x - wide), min(end, x + wide) + 1):
            land = row * (end + 1) + column
            if sheet.reach[land] or s.city[land] != NOBODY or not is_seen(s, land):
                continue
            found += 1 if Terrain.OCEAN.value < s.terrain[land] < Terrain.MOUNTAINS.value else 0
    return found


@kernel
def count_idle(s: State, seat: int, sheet: Sheet) -> int:
    """Count workers that harvest nothing."""
    p = s.players[seat]
    idle = 0
    last = NOWHERE
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            continue
        tile = tile_of(p.units[i])
        idle += 1 if tile == last or s.city[tile] == seat or not sheet.reach[tile] else 0
        last = tile
    return idle


@kernel
def find_field(s: State, seat: int, sheet: Sheet, food: float) -> tuple[int, float]:
    """Return the city to buy a worker in, and what its harvest brings a turn; NOWHERE if there is no field for it."""
    idle = count_idle(s, seat, sheet)
    field, most = NOWHERE, -1.0
    left = idle
    best_so_far = 1e9
    for _ in range(idle + 1):  # the best fields are for those who are idle
        field, most = NOWHERE, -1.0
        for tile in range(int(s.options.size) * int(s.options.size)):
            if not sheet.reach[tile] or sheet.workers[tile] > 0 or s.city[tile] != NOBODY or sheet.threat[tile] > 0:
                continue
            worth = tile_worth(s, tile, food) - tile * 1e-6
            if worth > most and worth < best_so_far:
                field, most = tile, worth
        if field == NOWHERE:
            return NOWHERE, 0.0
        best_so_far = most
        left -= 1
    city, far = nearest_city(s, seat, field)
    return city, most * DELAY**far - food * int(s.options.unit_food)


@kernel
def nearest_city(s: State, seat: int, tile: int) -> tuple[int, int]:
    """Return the nearest city in which the seat can place units, and its distance; or NOWHERE."""
    p = s.players[seat]
    best, least = NOWHERE, 1 << 20
    for i in range(p.city_count):
        city = int(p.cities[i])
        far = distance(s, city, tile)
        if far < least and can_place_unit(s, seat, city):
            best, least = city, far
    return best, least


@kernel
def find_threatened(s: State, seat: int, sheet: Sheet) -> int:
    """Return a city that armies beside it could take, and that can still be held; or NOWHERE."""
    p = s.players[seat]
    best, least = NOWHERE, 1 << 20
    for i in range(p.city_count):
        city = int(p.cities[i])
        missing = int(sheet.threat[city]) - count_armies_on(s, seat, city)
        if missing > 0 and can_place_unit(s, seat, city) and missing < least:
            best, least = city, missing
    if best != NOWHERE and least * int(s.options.army_cost) > p.production:
        return NOWHERE
    return best


@kernel
def find_frontier(s: State, seat: int) -> int:
    """Return the city in which an army is most needed: near to rivals that are seen, and without armies."""
    p = s.players[seat]
    best, least = NOWHERE, 1e9
    for i in range(p.city_count):
        city = int(p.cities[i])
        if can_place_unit(s, seat, city):
            far = nearest_rival(s, seat, city) + 3.0 * count_armies_on(s, seat, city)
            if far < least:
                best, least = city, far
    return best


@kernel
def nearest_rival(s: State, seat: int, tile: int) -> int:
    """Return the distance to the nearest city of a rival that is seen, two boards if there is none."""
    nearest = 2 * int(s.options.size)
    for other in range(s.options.players):
        q = s.players[other]
        for i in range(q.city_count if other != seat else 0):
            city = int(q.cities[i])
            if is_seen(s, city):
                nearest = min(nearest, distance(s, city, tile))
    return nearest


@kernel
def buy(s: State, seat: int, sheet: Sheet) -> int:
    """Return the next purchase of a turn, or NOTHING."""
    p = s.players[seat]
    if p.trade >= s.options.research_cost and min(p.offence, p.defence) < MOST_RESEARCHES:
        what = Research.DEFENCE.value if p.defence < p.offence else Research.OFFENCE.value
        return int(encode(s.actions, Kind.RESEARCH.value, what, 0, 0))
    if p.production < min(s.options.army_cost, s.options.worker_cost, s.options.city_cost):
        return NOTHING
    bought = buy_strike(s, seat, sheet)
    if bought != NOTHING:
        return bought
    has_room = p.unit_count < s.options.unit_limit
    if has_room and p.production >= s.options.army_cost:
        city = find_threatened(s, seat, sheet)
        if city != NOWHERE:
            return place(s, Kind.ARMY.value, city)
    return grow(s, seat, sheet, has_room)


@kernel
def grow(s: State, seat: int, sheet: Sheet, has_room: bool) -> int:
    """Return the purchase that makes the realm grow fastest, or NOTHING to save for it."""
    p = s.players[seat]
    gain = surplus(s, seat)
    if rounds_left(s) == 0:
        return spend_all(s, seat, sheet, has_room)
    can_buy_army = has_room and p.production >= s.options.army_cost and can_feed(s, seat, gain, 1)
    armies = count_armies(p)
    if can_buy_army and armies < 1 + int(p.city_count) // CITIES_AN_ARMY:
        city = find_frontier(s, seat)
        if city != NOWHERE:
            return place(s, Kind.ARMY.value, city)
    food = food_worth(s, seat, gain)
    site, city_gain = find_site(s, seat, sheet, food)
    if has_room and p.production >= s.options.worker_cost and can_feed(s, seat, gain, 1):
        city, worker_gain = find_field(s, seat, sheet, food)
        if city != NOWHERE and worker_gain * s.options.city_cost >= city_gain * s.options.worker_cost:
            return place(s, Kind.WORKER.value, city)
    if site != NOWHERE:
        return place(s, Kind.CITY.value, site) if p.production >= s.options.city_cost else NOTHING
    if can_buy_army:
        city = find_frontier(s, seat)
        if city != NOWHERE:
            return place(s, Kind.ARMY.value, city)
    return NOTHING


@kernel
def spend_all(s: State, seat: int, sheet: Sheet, has_room: bool) -> int:
    """Return a purchase for points alone: in the last turn nobody eats and harvests any more."""
    p = s.players[seat]
    if p.production >= s.options.city_cost:
        site, _ = find_site(s, seat, sheet, 1.0)
        if site != NOWHERE:
            return place(s, Kind.CITY.value, site)
    if has_room and p.production >= s.options.army_cost:
        city = find_frontier(s, seat)
        if city != NOWHERE:
            return place(s, Kind.ARMY.value, city)
    return NOTHING


@kernel
def place(s: State, kind: int, tile: int) -> int:
    """Return the action that places something on a tile."""
    return int(encode(s.actions, kind, tile, 0, 0))
