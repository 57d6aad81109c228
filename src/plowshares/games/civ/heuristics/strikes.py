"""Strikes: which enemy tiles can be taken this turn, by armies that are there and such as can still be bought."""

from __future__ import annotations

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.civ.actions import WAYS, Kind
from plowshares.games.civ.healths import hp_of
from plowshares.games.civ.heuristics.sheet import Sheet, count_armies_on, is_seen
from plowshares.games.civ.pieces import (
    ARMY,
    FULL,
    NOWHERE,
    count_available,
    distance,
    first_on,
    is_army,
    is_foreign,
    is_foreign_city,
    mustered_way,
    neighbour,
    tile_of,
)
from plowshares.games.civ.rules.moves import damage, defence_of, modifier, offence_of
from plowshares.games.civ.state import State

MOST = 60  # armies of one strike
NOTHING = -1
WORTH = 2.0  # what a strike may cost at most, against what it wins: the rival loses that too


@kernel
def toughest_on(s: State, seat: int, tile: int) -> int:
    """Return the hit points of a seat's strongest army on a tile, 0 if there is none."""
    p = s.players[seat]
    best = 0
    for i in range(first_on(p, tile), p.unit_count):
        if tile_of(p.units[i]) != tile:
            break
        if is_army(p.units[i]):
            best = max(best, hp_of(s, p.units[i]))
    return best


@kernel
def armies_needed(s: State, seat: int, tile: int, target: int, health: int) -> int:
    """Return how many armies on a tile it takes to get into one beside it, the best of this health; else MOST."""
    other = int(s.holder[target])
    defenders = count_armies_on(s, other, target) if is_foreign(s, seat, target) else 0
    if defenders == 0:
        return 1
    own, ground = modifier(s, seat, tile), modifier(s, other, target)
    hit = offence_of(s, seat) * FULL * own
    struck = offence_of(s, other) * FULL * defenders * ground
    hardness, own_hardness = defence_of(s, other) * defenders * ground, defence_of(s, seat) * own
    toughest = toughest_on(s, other, target)
    if s.options.single_attacks:
        each = damage(s, hit, hardness)
        fights = MOST if each == 0 else (toughest + each - 1) // each
        return min(MOST, fights if damage(s, struck, own_hardness) < health else fights + 1)
    for count in range(1, MOST):
        if damage(s, hit * count, hardness) >= toughest and damage(s, struck, own_hardness * count) < health:
            return count
    return MOST


@kernel
def count_mustered(s: State, seat: int, tile: int, way: int) -> int:
    """Count a seat's armies on a tile that are mustered in a direction."""
    p = s.players[seat]
    found = 0
    for i in range(first_on(p, tile), p.unit_count):
        if tile_of(p.units[i]) != tile:
            break
        found += 1 if is_army(p.units[i]) and mustered_way(p.units[i]) == way else 0
    return found


@kernel
def opposite(way: int) -> int:
    """Return the direction that leads back."""
    return (way + 2) % WAYS


@kernel
def free_armies(s: State, seat: int, tile: int, sheet: Sheet) -> int:
    """Count unmoved armies of a seat on a tile that no other strike needs."""
    if tile == NOWHERE or s.holder[tile] != seat:
        return 0
    return max(0, count_available(s.players[seat], tile, ARMY) - int(sheet.taken[tile]))


@kernel
def count_strikers(s: State, seat: int, target: int, sheet: Sheet) -> int:
    """Count a seat's armies beside a tile that can strike it now."""
    total = 0
    for way in range(WAYS):
        tile = neighbour(s, target, way)
        if tile != NOWHERE and s.holder[tile] == seat:
            total += free_armies(s, seat, tile, sheet) + count_mustered(s, seat, tile, opposite(way))
    return total


@kernel
def worst_need(s: State, seat: int, target: int, sheet: Sheet) -> int:
    """Return how many armies a strike from where there are armies takes, from the worst ground among it."""
    need = 0
    for way in range(WAYS):
        tile = neighbour(s, target, way)
        if tile != NOWHERE and s.holder[tile] == seat and count_available(s.players[seat], tile, ARMY) > 0:
            need = max(need, armies_needed(s, seat, tile, target, toughest_on(s, seat, tile)))
            if not s.options.terrain_combat:
                break
    return need if need > 0 else MOST


@kernel
def is_ready(s: State, seat: int, target: int, sheet: Sheet) -> bool:
    """Ask whether the armies beside a tile are enough to get into it."""
    strikers = count_strikers(s, seat, target, sheet)
    return strikers > 0 and strikers >= worst_need(s, seat, target, sheet)


@kernel
def take(s: State, seat: int, target: int, sheet: Sheet) -> None:
    """Keep the armies that a strike needs from being used for another one."""
    need = worst_need(s, seat, target, sheet)
    for way in range(WAYS):
        tile = neighbour(s, target, way)
        if tile != NOWHERE and s.holder[tile] == seat:
            used = min(need, free_armies(s, seat, tile, sheet))
            sheet.taken[tile] += used
            need -= used


@kernel
def take_for_cities(s: State, seat: int, sheet: Sheet) -> int:
    """Keep the armies for all cities that can be taken now; return the first of these, or NOWHERE."""
    first = NOWHERE
    for other in range(s.options.players):
        q = s.players[other]
        for i in range(q.city_count if other != seat else 0):
            target = int(q.cities[i])
            if is_seen(s, target) and is_ready(s, seat, target, sheet):
                take(s, seat, target, sheet)
                first = target if first == NOWHERE else first
    return first


@kernel
def prize(s: State, target: int) -> float:
    """Return what a city is worth to its captor, with the units around it that change sides."""
    former = int(s.city[target])
    q = s.players[former]
    total = float(s.options.city_cost)
    for i in range(q.unit_count):
        tile = tile_of(q.units[i])
        if distance(s, tile, target) <= s.options.capture_range and is_seen(s, tile):
            total += s.options.army_cost
    return total


@kernel
def find_base(s: State, seat: int, target: int) -> tuple[int, int]:
    """Return where armies against a tile can be bought, and what it costs to found a city there; or NOWHERE."""
    best, most = NOWHERE, -1
    for way in range(WAYS):
        tile = neighbour(s, target, way)
        if tile == NOWHERE or not is_seen(s, tile) or is_foreign(s, seat, tile):
            continue
        if s.city[tile] == seat:
            return tile, 0
        if s.city[tile] == NOBODY:
            ground = modifier(s, seat, tile)
            if ground > most:
                best, most = tile, ground
    return best, int(s.options.city_cost)


@kernel
def strike_price(s: State, seat: int, target: int, sheet: Sheet) -> tuple[int, int]:
    """Return what is to be paid until a city can be taken, and where armies for it are bought; or NOWHERE."""
    base, price = find_base(s, seat, target)
    if base == NOWHERE:
        return NOWHERE, 0
    need = armies_needed(s, seat, base, target, FULL)
    missing = max(0, need - count_strikers(s, seat, target, sheet))
    if need >= MOST or s.players[seat].unit_count + missing > s.options.unit_limit:
        return NOWHERE, 0
    return base, price + missing * int(s.options.army_cost)


@kernel
def buy_strike(s: State, seat: int, sheet: Sheet) -> int:
    """Return the next purchase for the city that is the best to take, NOTHING if none can be taken."""
    stock = int(s.players[seat].production)
    best, where, ratio = NOWHERE, NOWHERE, 1.0 / WORTH
    for other in range(s.options.players):
        q = s.players[other]
        for i in range(q.city_count if other != seat else 0):
            target = int(q.cities[i])
            if not is_seen(s, target) or is_ready(s, seat, target, sheet):
                continue
            base, price = strike_price(s, seat, target, sheet)
            if base == NOWHERE or price > stock or price == 0:
                continue
            gain = prize(s, target) / price
            if gain > ratio:
                best, where, ratio = target, base, gain
    if best == NOWHERE:
        return NOTHING
    if s.city[where] != seat:
        return int(encode(s.actions, Kind.CITY.value, where, 0, 0))
    return int(encode(s.actions, Kind.ARMY.value, where, 0, 0))


@kernel
def strike(s: State, seat: int, target: int) -> int:
    """Return the next move of a strike: all tiles but the last muster first."""
    best, most, camps = NOWHERE, 0, 0
    for way in range(WAYS):
        tile = neighbour(s, target, way)
        if tile != NOWHERE and s.holder[tile] == seat:
            count = count_available(s.players[seat], tile, ARMY)
            camps += 1 if count > 0 else 0
            if count > most:
                best, most = way, count
    tile = neighbour(s, target, best)
    mustered = 0
    for way in range(WAYS):
        beside = neighbour(s, target, way)
        if beside != NOWHERE and s.holder[beside] == seat:
            mustered += count_mustered(s, seat, beside, opposite(way))
    enough = most + mustered >= armies_needed(s, seat, tile, target, FULL)
    kind = Kind.MOVE_ARMIES.value if enough or camps == 1 or s.options.single_attacks else Kind.MUSTER.value
    return int(encode(s.actions, kind, tile, opposite(best), 0))


@kernel
def find_prey(s: State, seat: int, sheet: Sheet) -> int:
    """Return a tile with units of others, and no city, that can be taken now; or NOWHERE."""
    best, most = NOWHERE, 0
    for other in range(s.options.players):
        q = s.players[other]
        last = NOWHERE
        for i in range(q.unit_count if other != seat else 0):
            tile = tile_of(q.units[i])
            if tile == last:
                continue
            last = tile
            if is_foreign_city(s, seat, tile) or not is_seen(s, tile) or not is_ready(s, seat, tile, sheet):
                continue
            count = units_on(s, other, tile)
            if count > most:
                best, most = tile, count
    return best


@kernel
def units_on(s: State, seat: int, tile: int) -> int:
    """Count a seat's units on a tile."""
    p = s.players[seat]
    found = 0
    for i in range(first_on(p, tile), p.unit_count):
        if tile_of(p.units[i]) != tile:
            break
        found += 1
    return found
