"""Moving: walking, entering, combat, capture, musters (§5.3 to §5.6)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY, seat_bit
from plowshares.games.civ.healths import hurt, is_exact
from plowshares.games.civ.pieces import (
    ARMY,
    FLAGS,
    FULL,
    GONE,
    MOVED,
    MUSTER_MASK,
    MUSTER_OF,
    NOWHERE,
    add_city,
    add_unit,
    distance,
    drop_city,
    first_on,
    has_moved,
    is_army,
    is_foreign,
    is_foreign_city,
    moved_to,
    mustered_way,
    neighbour,
    release,
    tidy,
    tile_of,
    wound_of,
    wounded,
)
from plowshares.games.civ.rules.ending import count_fallen, end_if_conquered, fall, fall_together
from plowshares.games.civ.rules.reports import report_capture, report_combat
from plowshares.games.civ.sight import seats_that_see
from plowshares.games.civ.state import Result, State

TENTHS = 10  # strength of a player without researches
HALVES = np.array([1, 2, 3, 3, 4], np.int64)  # combat modifier of each terrain, doubled (§3.1)
BARE = 2  # what that is multiplied by to give quarters …
WALLED = 3  # … and in a city of the army's owner
PLAIN = 4  # quarters, without `terrain_combat`
CENTS = 100
STRIKER = MUSTER_MASK  # in the muster bits: belongs to the group that strikes now


@kernel
def run_end(s: State, seat: int, first: int) -> int:
    """Return the place behind the last unit that stands on the same tile as the one at a place of the list."""
    p = s.players[seat]
    last = first
    while last < p.unit_count and tile_of(p.units[last]) == tile_of(p.units[first]):
        last += 1
    return last


@kernel
def choose(s: State, seat: int, tile: int, kind: int, weakest: bool, count: int, flags: int) -> None:
    """Give `count` unmoved units of a kind on a tile these flags: the strongest ones, or the weakest (R31)."""
    p = s.players[seat]
    first = first_on(p, tile)
    last = run_end(s, seat, first)
    for place in range(first, last):
        i = first + last - 1 - place if weakest else place
        if count > 0 and p.units[i] & ARMY == kind and not has_moved(p.units[i]):
            p.units[i] = (p.units[i] & ~FLAGS) | flags
            count -= 1


@kernel
def call_mustered(s: State, seat: int, target: int) -> int:
    """Let every army mustered against a tile strike now; return how many."""
    p = s.players[seat]
    called = 0
    for way in range(4):
        origin = neighbour(s, target, way)
        if origin == NOWHERE or s.holder[origin] != seat:
            continue
        for i in range(first_on(p, origin), p.unit_count):
            if tile_of(p.units[i]) != origin:
                break
            if mustered_way(p.units[i]) == (way + 2) % 4:
                p.units[i] = (p.units[i] & ~FLAGS) | STRIKER
                called += 1
    return called


@kernel
def is_striker(unit: int) -> bool:
    """Ask whether a unit is of the group that strikes now."""
    return unit & FLAGS == STRIKER


@kernel
def settle(s: State, seat: int, target: int) -> None:
    """Put a seat's list in order after units around a tile died or left their tiles for it."""
    tidy(s.players[seat])
    if s.holder[target] == seat:
        release(s, seat, target)
    for way in range(4):
        origin = neighbour(s, target, way)
        if origin != NOWHERE and s.holder[origin] == seat:
            release(s, seat, origin)


@kernel
def find_army(s: State, seat: int, tile: int, weakest: bool) -> int:
    """Return the place of the strongest unmoved army on a tile, or of the weakest."""
    p = s.players[seat]
    place = first_on(p, tile)
    found = NOWHERE
    while place < p.unit_count and tile_of(p.units[place]) == tile:
        if is_army(p.units[place]) and not has_moved(p.units[place]):
            found = place
            if not weakest:
                break
        place += 1
    return found


@kernel
def step_alone(s: State, seat: int, place: int, target: int) -> None:
    """Move one unit to a tile without foreign units: what `land_strikers` and `settle` do, for the usual case."""
    p = s.players[seat]
    tile = tile_of(p.units[place])
    unit = moved_to(p.units[place], target)
    last = int(p.unit_count) - 1
    i = place
    while i < last and p.units[i + 1] < unit:
        p.units[i] = p.units[i + 1]
        i += 1
    while i > 0 and p.units[i - 1] > unit:
        p.units[i] = p.units[i - 1]
        i -= 1
    p.units[i] = unit
    s.holder[target] = seat
    release(s, seat, tile)


@kernel
def land_strikers(s: State, seat: int, target: int) -> None:
    """Let the striking group stand on the tile, moved; NOWHERE leaves each where it was (§5.4)."""
    p = s.players[seat]
    for i in range(p.unit_count):
        if is_striker(p.units[i]):
            p.units[i] = moved_to(p.units[i], tile_of(p.units[i]) if target == NOWHERE else target)
    if target != NOWHERE:
        s.holder[target] = seat


@kernel
def kill_strikers(s: State, seat: int) -> None:
    """Remove the striking group."""
    p = s.players[seat]
    for i in range(p.unit_count):
        if is_striker(p.units[i]):
            p.units[i] = GONE


@kernel
def kill_workers(s: State, seat: int, tile: int) -> int:
    """Remove a seat's workers on a tile; return how many."""
    p = s.players[seat]
    killed = 0
    for i in range(first_on(p, tile), p.unit_count):
        if tile_of(p.units[i]) != tile or is_army(p.units[i]):
            break
        p.units[i] = GONE
        killed += 1
    tidy(p)
    release(s, seat, tile)
    return killed


@kernel
def find_witnesses(s: State, target: int, seat: int, other: int) -> int:
    """Return the seats that are told of a fight: both sides, and all who see the tile."""
    # Only the two sides' own sight changes by the fight, so who sees the tile before it is enough.
    return seats_that_see(s, target) | seat_bit(seat) | seat_bit(other)


@kernel
def walk(s: State, seat: int, tile: int, target: int, count: int) -> None:
    """Move workers one step; where another player's units stand, the workers of both sides die (§5.4 WALK)."""
    if count == 1 and not is_foreign(s, seat, target):
        step_alone(s, seat, first_on(s.players[seat], tile), target)  # an unmoved worker comes first on a tile
        return
    choose(s, seat, tile, 0, False, count, STRIKER)
    if not is_foreign(s, seat, target):
        land_strikers(s, seat, target)
        settle(s, seat, target)
        return
    other = int(s.holder[target])
    witnesses = find_witnesses(s, target, seat, other)
    armies = run_end(s, other, first_on(s.players[other], target)) - first_on(s.players[other], target)
    kill_strikers(s, seat)
    settle(s, seat, target)
    killed = kill_workers(s, other, target)
    report_combat(s, witnesses, target, seat, other, (0, 0, count), (armies - killed, 0, killed))
    if s.options.exiles:
        fall_together(s, seat, other)


@kernel
def offence_of(s: State, seat: int) -> int:
    """Return a player's offensive strength in tenths."""
    return TENTHS + int(s.options.research_step) * int(s.players[seat].offence)


@kernel
def defence_of(s: State, seat: int) -> int:
    """Return a player's defensive strength in tenths."""
    return TENTHS + int(s.options.research_step) * int(s.players[seat].defence)


@kernel
def modifier(s: State, seat: int, tile: int) -> int:
    """Return what the tile does for an army of the seat on it, in quarters (§5.5)."""
    if not s.options.terrain_combat:
        return PLAIN
    return int(HALVES[s.terrain[tile]]) * (WALLED if s.city[tile] == seat else BARE)


@kernel
def damage(s: State, strength: int, against: int) -> int:
    """Round a quotient of strengths to hundredths of a hit point; more than kills is the same as what kills."""
    if s.options.whole_damage:
        return min(FULL, CENTS * (strength // (CENTS * against)))
    return min(FULL, (strength + against - 1) // against)


@kernel
def strike(s: State, seat: int, i: int, strength: int, against: int) -> None:
    """Take a quotient of strengths, in hundredths, off the army at a place of a seat's list."""
    p = s.players[seat]
    if is_exact(s):
        hurt(s, seat, i, strength, against)
    else:
        p.units[i] = wounded(p.units[i], damage(s, strength, against))


@kernel
def exchange(s: State, seat: int, other: int, tile: int, strikers: int, defenders: int) -> tuple[int, int]:
    """Strike and be struck at the same time (§5.5); return how many strikers and how many defenders die."""
    p = s.players[seat]
    q = s.players[other]
    ground = modifier(s, other, tile)
    weight = 0
    for i in range(p.unit_count):
        if is_striker(p.units[i]):
            weight += modifier(s, seat, tile_of(p.units[i]))
    hit = offence_of(s, seat) * FULL * weight
    struck = offence_of(s, other) * defenders * FULL * ground
    lost = 0
    for i in range(p.unit_count):
        if is_striker(p.units[i]):
            own = modifier(s, seat, tile_of(p.units[i]))
            strike(s, seat, i, struck, defence_of(s, seat) * strikers * own)
            lost += 1 if p.units[i] == GONE else 0
    killed = 0
    first = first_on(q, tile)
    for i in range(first, first + defenders):
        strike(s, other, i, hit, defence_of(s, other) * defenders * ground)
        killed += 1 if q.units[i] == GONE else 0
    return lost, killed


@kernel
def fight(s: State, seat: int, target: int, strikers: int) -> bool:
    """Fight the units of another player on a tile (§5.4 ENTER step 1); return whether the way in is free."""
    other = int(s.holder[target])
    q = s.players[other]
    witnesses = find_witnesses(s, target, seat, other)
    workers = kill_workers(s, other, target)
    first = first_on(q, target)
    defenders = run_end(s, other, first) - first if s.holder[target] == other else 0
    lost = 0
    killed = 0
    if defenders > 0:
        lost, killed = exchange(s, seat, other, target, strikers, defenders)
        tidy(q)
        release(s, other, target)
    report_combat(s, witnesses, target, seat, other, (strikers, lost, 0), (defenders, killed, workers))
    return killed == defenders and lost < strikers


@kernel
def enter(s: State, seat: int, target: int, strikers: int) -> None:
    """Let the striking group enter a tile (§5.4 ENTER)."""
    other = int(s.holder[target])
    if is_foreign(s, seat, target):
        is_free = fight(s, seat, target, strikers)
        land_strikers(s, seat, target if is_free else NOWHERE)
        settle(s, seat, target)
        if s.options.exiles:
            fall_together(s, seat, other)
        if not is_free:
            return
    else:
        land_strikers(s, seat, target)
        settle(s, seat, target)
    if is_foreign_city(s, seat, target):
        capture(s, seat, target)


@kernel
def changes_sides(s: State, former: int, target: int, unit: int) -> bool:
    """Ask whether a unit of the city's former owner goes over with the city (§5.6 step 2)."""
    if unit == GONE or distance(s, tile_of(unit), target) > s.options.capture_range:
        return False
    return not (s.options.loyal_garrisons and s.city[tile_of(unit)] == former)


@kernel
def find_weakest_convert(s: State, former: int, target: int) -> int:
    """Return the place of the army with the lowest hp among those that change sides, the last one of equals."""
    p = s.players[former]
    found = NOWHERE
    for i in range(p.unit_count):
        if not is_army(p.units[i]) or not changes_sides(s, former, target, p.units[i]):
            continue
        if found == NOWHERE or wound_of(p.units[i]) >= wound_of(p.units[found]):
            found = i
    return found


@kernel
def find_last_worker_convert(s: State, former: int, target: int) -> int:
    """Return the place of the last worker among those that change sides, or NOWHERE."""
    p = s.players[former]
    for i in range(p.unit_count - 1, -1, -1):
        if not is_army(p.units[i]) and changes_sides(s, former, target, p.units[i]):
            return i
    return NOWHERE


@kernel
def remove_surplus(s: State, seat: int, former: int, target: int) -> None:
    """Remove units that would change sides until the rest fits the limit (§5.6 step 3)."""
    p = s.players[former]
    gained = 0
    for i in range(p.unit_count):
        if changes_sides(s, former, target, p.units[i]):
            gained += 1
    surplus = gained - (int(s.options.unit_limit) - int(s.players[seat].unit_count))
    while surplus > 0:
        place = find_last_worker_convert(s, former, target)
        if place == NOWHERE:
            place = find_weakest_convert(s, former, target)
        # All units of a tile change sides together, so nobody of the former owner is left on it.
        s.holder[tile_of(p.units[place])] = NOBODY
        p.units[place] = GONE
        surplus -= 1


@kernel
def convert_units(s: State, seat: int, former: int, target: int) -> None:
    """Let the units around a captured city change sides, moved (§5.6 steps 2, 3)."""
    p = s.players[former]
    remove_surplus(s, seat, former, target)
    for i in range(p.unit_count):
        unit = p.units[i]
        if changes_sides(s, former, target, unit):
            p.units[i] = GONE
            add_unit(s, seat, moved_to(unit, tile_of(unit)))
    tidy(p)


@kernel
def capture(s: State, seat: int, target: int) -> None:
    """Take the city on a tile and what changes sides with it (§5.6)."""
    former = int(s.city[target])
    witnesses = seats_that_see(s, target) | seat_bit(former)  # the captor's army stands there
    drop_city(s, former, target)
    add_city(s, seat, target)
    convert_units(s, seat, former, target)
    report_capture(s, witnesses, target, seat, former)
    p = s.players[former]
    if p.city_count == 0 and (p.unit_count == 0 or not s.options.exiles):
        fall(s, former, 1 + count_fallen(s))
    end_if_conquered(s)


@kernel
def march(s: State, seat: int, tile: int, way: int, weakest: bool, count: int) -> None:
    """Move armies one step, together with every army mustered against the same tile (§5.3)."""
    target = neighbour(s, tile, way)
    called = call_mustered(s, seat, target)
    if count + called == 1 and not is_foreign(s, seat, target):
        step_alone(s, seat, find_army(s, seat, tile, weakest), target)
        if is_foreign_city(s, seat, target):
            capture(s, seat, target)
        return
    choose(s, seat, tile, ARMY, weakest, count, STRIKER)
    enter(s, seat, target, count + called)


@kernel
def muster(s: State, seat: int, tile: int, way: int, weakest: bool, count: int) -> None:
    """Commit armies to strike a tile together with others (§5.3)."""
    choose(s, seat, tile, ARMY, weakest, count, MOVED | int(MUSTER_OF[way]))
    tidy(s.players[seat])


@kernel
def next_muster_target(s: State, seat: int, above: int) -> int:
    """Return the lowest tile above a tile index that armies are mustered against, or NOWHERE."""
    p = s.players[seat]
    lowest = NOWHERE
    for i in range(p.unit_count):
        way = mustered_way(p.units[i])
        if way == NOWHERE:
            continue
        target = neighbour(s, tile_of(p.units[i]), way)
        if target > above and (lowest == NOWHERE or target < lowest):
            lowest = target
    return lowest


@kernel
def strike_musters(s: State, seat: int) -> None:
    """Carry out the musters still pending, by ascending tile index (§5.7 step 1)."""
    target = next_muster_target(s, seat, NOWHERE)
    while target != NOWHERE and s.result == Result.NONE:
        enter(s, seat, target, call_mustered(s, seat, target))
        target = next_muster_target(s, seat, target)
