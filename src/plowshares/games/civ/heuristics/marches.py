"""Where units go: armies to rivals, workers to the best land."""

from __future__ import annotations

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.civ.actions import WAYS, Kind
from plowshares.games.civ.heuristics.growth import TRADE, food_worth, surplus, tile_worth
from plowshares.games.civ.heuristics.sheet import Sheet, count_armies_on, is_seen
from plowshares.games.civ.heuristics.strikes import (
    NOTHING,
    armies_needed,
    find_prey,
    free_armies,
    strike,
    take_for_cities,
)
from plowshares.games.civ.pieces import (
    FULL,
    NOWHERE,
    column_of,
    distance,
    has_moved,
    is_army,
    is_enemy_held,
    neighbour,
    row_of,
    tile_of,
)
from plowshares.games.civ.rules.legal import most_movable, read_move
from plowshares.games.civ.rules.turns import CITY_TRADE
from plowshares.games.civ.rules.world import start_tile
from plowshares.games.civ.state import State

WINDOW = 4  # steps that a worker looks around
NEARER = 0.9  # what is left of a field's worth for each step to it
BETTER = 0.25  # how much more a field must bring for a worker to leave its own
CLOSE = 4  # distance to a rival's city at which one army stays at home


@kernel
def move(s: State, seat: int, sheet: Sheet) -> int:
    """Return the next move of a turn, or NOTHING."""
    target = take_for_cities(s, seat, sheet)
    if target != NOWHERE:
        return strike(s, seat, target)
    target = find_prey(s, seat, sheet)
    if target != NOWHERE:
        return strike(s, seat, target)
    action = march(s, seat, sheet)
    return action if action != NOTHING else walk(s, seat, sheet)


@kernel
def march(s: State, seat: int, sheet: Sheet) -> int:
    """Return a step of armies towards a rival, or NOTHING."""
    p = s.players[seat]
    last = NOWHERE
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if tile == last or not is_army(p.units[i]) or has_moved(p.units[i]):
            continue
        last = tile
        count = free_armies(s, seat, tile, sheet) - garrison(s, seat, tile, sheet)
        if count <= 0:
            continue
        goal = find_goal(s, seat, tile)
        way = step_towards(s, seat, tile, goal, count, sheet)
        if way != NOTHING:
            return int(encode(s.actions, Kind.MOVE_ARMIES.value, tile, way, 0))
    return NOTHING


@kernel
def garrison(s: State, seat: int, tile: int, sheet: Sheet) -> int:
    """Return how many armies stay on a tile: in a city against those who can attack it, else none."""
    if s.city[tile] != seat:
        return 0
    return max(int(sheet.threat[tile]), 1 if is_rival_close(s, seat, tile) else 0)


@kernel
def is_rival_close(s: State, seat: int, tile: int) -> bool:
    """Ask whether a rival has a city near a tile."""
    for other in range(s.options.players):
        q = s.players[other]
        for i in range(q.city_count if other != seat else 0):
            city = int(q.cities[i])
            if distance(s, city, tile) <= CLOSE and is_seen(s, city):
                return True
    return False


@kernel
def find_goal(s: State, seat: int, tile: int) -> int:
    """Return the nearest city of a rival that is seen, else the nearest start that is out of sight, or NOWHERE."""
    best, least = NOWHERE, 1 << 20
    for other in range(s.options.players):
        q = s.players[other]
        for i in range(q.city_count if other != seat else 0):
            city = int(q.cities[i])
            far = distance(s, city, tile)
            if far < least and is_seen(s, city):
                best, least = city, far
    if best != NOWHERE:
        return best
    for place in range(s.options.players):
        start = start_tile(int(s.options.size), int(s.options.players), place)
        far = distance(s, start, tile)
        if far < least and not is_seen(s, start) and s.city[start] != seat:
            best, least = start, far
    return best


@kernel
def step_towards(s: State, seat: int, tile: int, goal: int, count: int, sheet: Sheet) -> int:
    """Return the way of a safe step that leads nearer to a goal, along the longer axis first; or NOTHING."""
    if goal == NOWHERE:
        return NOTHING
    across, down = column_of(s, goal) - column_of(s, tile), row_of(s, goal) - row_of(s, tile)
    best, most = NOTHING, 0
    for way in range(WAYS):
        target = neighbour(s, tile, way)
        if target == NOWHERE or distance(s, target, goal) >= distance(s, tile, goal):
            continue
        if is_enemy_held(s, seat, target) or sheet.threat[target] > count + count_armies_on(s, seat, target):
            continue
        length = abs(across) if way % 2 == 1 else abs(down)
        if length > most:
            best, most = way, length
    return best


@kernel
def walk(s: State, seat: int, sheet: Sheet) -> int:
    """Return a step of a worker to better land, or NOTHING."""
    p = s.players[seat]
    food = food_worth(s, seat, surplus(s, seat))
    last = NOWHERE
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if tile == last or is_army(p.units[i]):
            continue
        last = tile
        if has_moved(p.units[i]):
            continue
        goal = find_better(s, seat, tile, sheet, food)
        way = step_towards(s, seat, tile, goal, 0, sheet)
        if way != NOTHING:
            return int(encode(s.actions, Kind.MOVE_WORKERS.value, tile, way, 0))
    return NOTHING


@kernel
def find_better(s: State, seat: int, tile: int, sheet: Sheet, food: float) -> int:
    """Return the land near a tile where one of its workers would harvest most, NOWHERE if it is better to stay."""
    end = int(s.options.size) - 1
    x, y = column_of(s, tile), row_of(s, tile)
    best, most = NOWHERE, worth_here(s, seat, tile, sheet, food) + BETTER
    for row in range(max(0, y - WINDOW), min(end, y + WINDOW) + 1):
        wide = WINDOW - abs(row - y)
        for column in range(max(0, x - wide), min(end, x + wide) + 1):
            field = row * (end + 1) + column
            if not sheet.reach[field] or sheet.workers[field] > 0 or s.city[field] != NOBODY or sheet.threat[field] > 0:
                continue
            worth = tile_worth(s, field, food) * NEARER ** distance(s, field, tile)
            if worth > most:
                best, most = field, worth
    return best


@kernel
def worth_here(s: State, seat: int, tile: int, sheet: Sheet, food: float) -> float:
    """Return what the worker of a tile that would leave it brings where it is."""
    if sheet.threat[tile] > 0 and s.city[tile] != seat:
        return -1.0
    if s.city[tile] == seat:
        return float(TRADE * CITY_TRADE)
    if sheet.workers[tile] > 1 or not sheet.reach[tile]:
        return 0.0
    return tile_worth(s, tile, food)


@kernel
def choose_count(s: State, seat: int, sheet: Sheet) -> int:
    """Return how many go where a number is owed: one worker; all armies that nothing else needs."""
    kind, tile, choice = read_move(s, int(s.owed))
    most = most_movable(s, seat, int(s.owed))
    target = neighbour(s, tile, choice % WAYS)
    if kind == Kind.MOVE_WORKERS:
        return 1
    take_for_cities(s, seat, sheet)
    if kind == Kind.MUSTER or is_enemy_held(s, seat, target):
        need = min(armies_needed(s, seat, tile, target, FULL), int(sheet.taken[tile]))
        return max(1, min(most, most - int(sheet.taken[tile]) + need))
    return max(1, min(most, most - int(sheet.taken[tile]) - garrison(s, seat, tile, sheet)))
