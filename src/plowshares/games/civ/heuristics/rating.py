"""How good a position is and what to try first, for agents: rough weights in units of production."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plowshares.core.actions import encode, kind_of
from plowshares.core.jit import kernel
from plowshares.core.records import Int32s
from plowshares.core.seats import NOBODY
from plowshares.games.civ.actions import WAYS, Kind, Research
from plowshares.games.civ.healths import hp_of
from plowshares.games.civ.heuristics.sheet import count_armies_on
from plowshares.games.civ.pieces import (
    FULL,
    NOWHERE,
    column_of,
    distance,
    first_on,
    is_army,
    is_foreign,
    is_foreign_city,
    neighbour,
    row_of,
    tile_of,
)
from plowshares.games.civ.rules.ending import count_ties, rank_of
from plowshares.games.civ.rules.legal import may_spend, most_movable, read_move
from plowshares.games.civ.rules.moves import damage, defence_of, modifier, offence_of
from plowshares.games.civ.rules.turns import YIELD, is_in_range
from plowshares.games.civ.state import NOTHING_OWED, Result, State, Terrain

__all__ = ["SCRIPT_REASON", "hidden_kinds", "prior", "script", "value"]

SCALE = 150.0  # a lead of this much production is worth half a win
CITY = 30.0
WORKER = 8.0
ARMY = 10.0
SPARE_ARMY = 6.5  # of armies beyond what the realm needs: less than their production is worth
PRODUCTION = 0.7  # of unspent production …
SPENDABLE = 0.35  # … and more while it could still found a city this turn: spend first, then move
TRADE = 0.15  # of unspent trade, at most …
SAVED = 0.5  # … and never more than this share of the research that it buys: trade has no other use
FOOD = 0.05
MOST_FOOD = 40
HORIZON = 20.0  # rounds for which income is looked ahead
INCOME = (2.0, 10.0, 4.0)  # of food, production and trade each turn, at a full horizon
UNSUSTAINED = 6.0  # taken off for a unit that the harvests will not feed for long …
STARVING = 4.0  # … and once more for one that starves next turn
RESEARCH = 7.0
FORWARD = 4.0  # of an army that stands before an enemy city, against one a board away
TOGETHER = 0.5
MOST_TOGETHER = 6
SPOT_REACH = 4
NEARER = 0.75 ** np.arange(SPOT_REACH + 1)  # what is left of a spot's value, by the steps towards it
NEARNESS = (1.0, 1.0, 0.75, 0.6, 0.5)  # how much an army counts, by its distance in steps
THREAT_REACH = len(NEARNESS) - 1
# What the harvest of a terrain is worth at a full horizon, by the kind of yields; nothing where it is unknown.
HARVEST = np.append(YIELD @ np.array(INCOME), np.zeros((len(YIELD), 1)), axis=1)
MOST_HARVEST = HARVEST.max(axis=1)
KILL = 0.4  # part of an army's worth that lasts until it dies; the rest goes with its hit points
EXPOSED = 5.0
NO_ACTION = -1
SCRIPT_REASON = "Trade buys nothing else, and it helps every army you have."
OWN_TURN_OVER = 0.01  # so that ending the turn beats moving about for nothing


def hidden_kinds(view: Any, world: Any, seat: int) -> dict[str, str]:
    """Return the terrain of every tile that the view does not show in a world, by `cell` and its name."""
    return {
        f"cell {column_of(view, tile)},{row_of(view, tile)}": Terrain(int(world.terrain[tile])).name.lower()
        for tile in range(int(view.options.size) ** 2)
        if view.terrain[tile] == Terrain.UNKNOWN
    }


def script(s: Any, seat: int, seed: int, setup_candidates: int = 1) -> int:
    """Return a research whenever there is trade for one, of what was researched less; NO_ACTION otherwise."""
    p = s.players[seat]
    if s.current != seat or s.owed != NOTHING_OWED or not may_spend(s) or p.trade < s.options.research_cost:
        return NO_ACTION
    what = Research.DEFENCE if p.defence < p.offence else Research.OFFENCE
    return int(encode(s.actions, int(Kind.RESEARCH), int(what), 0, 0))


@kernel
def part_of_army(hp: int) -> float:
    """Return what an army is worth against a fresh one."""
    return KILL + (1.0 - KILL) * hp / FULL


@kernel
def part_lost(hp: int, hit: int) -> float:
    """Return how much of a fresh army's worth a hit destroys."""
    return part_of_army(hp) if hit >= hp else (1.0 - KILL) * hit / FULL


@kernel
def horizon(s: State) -> float:
    """Return how much income still matters, from 1 down to 0 in the last rounds."""
    return min(HORIZON, float(s.options.max_rounds - s.round)) / HORIZON


@kernel
def spot_value(s: State, tile: int) -> float:
    """Return what harvesting a tile every turn is worth."""
    return HARVEST[1 if s.options.codekata_yields else 0, s.terrain[tile]] * horizon(s)  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def is_free(s: State, tile: int) -> bool:
    """Ask whether there is nobody on a tile, and no city."""
    return bool(s.holder[tile] == NOBODY and s.city[tile] == NOBODY)


@kernel
def best_spot(s: State, seat: int, tile: int) -> float:
    """Return the value of the best free spot near a tile, less for each step that leads to it."""
    p = s.players[seat]
    x, y = column_of(s, tile), row_of(s, tile)
    most = MOST_HARVEST[1 if s.options.codekata_yields else 0]
    best = 0.0
    for i in range(p.city_count):
        city = int(p.cities[i])
        steps = max(0, distance(s, city, tile) - int(s.options.harvest_range))  # to the nearest spot of the city
        if steps <= SPOT_REACH and most * NEARER[steps] > best:
            best = max(best, best_spot_of(s, city, x, y))
    return best * horizon(s)


@kernel
def best_spot_of(s: State, city: int, x: int, y: int) -> float:
    """Return the same at a full horizon, of spots from which a worker harvests for this city."""
    harvest = HARVEST[1 if s.options.codekata_yields else 0]
    end, reach = int(s.options.size) - 1, int(s.options.harvest_range)
    column, row = column_of(s, city), row_of(s, city)
    best = 0.0
    for down in range(max(0, y - SPOT_REACH, row - reach), min(end, y + SPOT_REACH, row + reach) + 1):
        steps = abs(down - y)
        near, wide = SPOT_REACH - steps, reach - abs(down - row)
        for across in range(max(0, x - near, column - wide), min(end, x + near, column + wide) + 1):
            spot = down * (end + 1) + across
            value = harvest[s.terrain[spot]] * NEARER[steps + abs(across - x)]
            if value > best and is_free(s, spot):
                best = value
    return best


@kernel
def worth_of_workers(s: State, seat: int) -> float:
    """Return what a seat's workers are worth: the tiles they harvest, and the spots the idle ones can reach."""
    p = s.players[seat]
    total = 0.0
    last = NOWHERE
    share = 1.0
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            continue
        tile = tile_of(p.units[i])
        share = 1.0 if tile != last else share * 0.5
        total += WORKER
        if s.city[tile] == seat:
            total += 2 * INCOME[2] * horizon(s)
            total += share * max(0.0, best_spot(s, seat, tile) - 2 * INCOME[2] * horizon(s))
        elif tile != last and is_in_range(s, seat, tile):
            total += spot_value(s, tile)
        else:
            total += share * best_spot(s, seat, tile) * (0.5 if tile == last else 1.0)
        last = tile
    return total


@kernel
def worth_of_cities(s: State, seat: int) -> float:
    """Return what a seat's cities are worth with what they harvest."""
    p = s.players[seat]
    total = 0.0
    for i in range(p.city_count):
        total += CITY + spot_value(s, int(p.cities[i]))
    return total


@kernel
def worth_of_armies(s: State, seat: int) -> float:
    """Return what a seat's armies are worth; more than the realm needs are worth less."""
    p = s.players[seat]
    needed = 1.0 + p.city_count + s.round / 8.0
    total = 0.0
    count = 0
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            count += 1
            total += (ARMY if count <= needed else SPARE_ARMY) * part_of_army(hp_of(s, p.units[i]))
    return total


@kernel
def harvested_food(s: State, seat: int) -> int:
    """Return the food that the next harvest brings."""
    p = s.players[seat]
    table = YIELD[1] if s.options.codekata_yields else YIELD[0]
    food = 0
    for i in range(p.city_count):
        food += table[s.terrain[p.cities[i]], 0]
    last = NOWHERE
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if not is_army(p.units[i]) and tile != last and s.city[tile] != seat and is_in_range(s, seat, tile):
            food += table[s.terrain[tile], 0]
        if not is_army(p.units[i]):
            last = tile
    return food


@kernel
def worth_of_food(s: State, seat: int) -> float:
    """Return what the food is worth; units that it cannot feed are worth less, and least if they starve next turn."""
    p = s.players[seat]
    meal = max(1, int(s.options.unit_food))
    surplus = harvested_food(s, seat) - int(s.options.unit_food) * int(p.unit_count)
    total = FOOD * min(MOST_FOOD, int(p.food))
    if surplus < 0:
        lasts = min(1.0, p.food / (-surplus * HORIZON))
        total += UNSUSTAINED * surplus / meal * (1.0 - lasts)
    if p.food + surplus < 0:
        total += STARVING * (p.food + surplus) / meal
    return total


@kernel
def worth_of_stores(s: State, seat: int) -> float:
    """Return what stores and researches are worth; unspent stores are worth nothing at the end."""
    p = s.players[seat]
    left = min(1.0, (s.options.max_rounds - s.round) / 4.0)
    knowledge = worth_of_research(s, int(p.offence)) + worth_of_research(s, int(p.defence))
    fewer = min(int(p.offence), int(p.defence))
    next_ = worth_of_research(s, fewer + 1) - worth_of_research(s, fewer)
    trade = min(TRADE, SAVED * next_ / int(s.options.research_cost))
    price = PRODUCTION
    if seat == s.current and may_spend(s) and p.production >= s.options.city_cost:
        price += SPENDABLE
    return left * (price * p.production + trade * p.trade) + knowledge


@kernel
def worth_of_research(s: State, count: int) -> float:
    """Return the worth of `count` researches of one sort."""
    return RESEARCH * math.sqrt(count * int(s.options.research_step))


@kernel
def nearest_target(s: State, seat: int, tile: int) -> int:
    """Return the distance to the nearest city or army of another player, twice the board if none is known."""
    nearest = 2 * int(s.options.size)
    for other in range(s.options.players):
        if other == seat:
            continue
        q = s.players[other]
        for i in range(q.city_count):
            nearest = min(nearest, distance(s, int(q.cities[i]), tile))
    return nearest


@kernel
def count_hostile(s: State, seat: int, tile: int, reach: int) -> float:
    """Return how many armies of others stand near a tile, counting those farther off for less."""
    total = 0.0
    for other in range(s.options.players):
        if other == seat:
            continue
        q = s.players[other]
        for i in range(q.unit_count):
            if is_army(q.units[i]):
                far = distance(s, tile_of(q.units[i]), tile)
                if far <= reach:
                    total += part_of_army(hp_of(s, q.units[i])) * NEARNESS[far]
    return total


@kernel
def army_place(s: State, seat: int, tile: int, count: int) -> float:
    """Return the worth of `count` armies of a seat on a tile."""
    near = 1.0 - nearest_target(s, seat, tile) / (2.0 * s.options.size)
    danger = count_hostile(s, seat, tile, 1) - count
    total = FORWARD * near * count + TOGETHER * (min(count, MOST_TOGETHER) - 1)
    return total - (EXPOSED * min(danger, float(count)) if danger > 0 else 0.0)


@kernel
def worth_of_places(s: State, seat: int) -> float:
    """Return what the places of a seat's armies are worth, and how safe its cities are."""
    p = s.players[seat]
    total = 0.0
    i = 0
    while i < p.unit_count:
        tile = tile_of(p.units[i])
        count = 0
        while i < p.unit_count and tile_of(p.units[i]) == tile:
            count += 1 if is_army(p.units[i]) else 0
            i += 1
        if count > 0:
            total += army_place(s, seat, tile, count)
    for c in range(p.city_count):
        tile = int(p.cities[c])
        gap = count_hostile(s, seat, tile, THREAT_REACH) - count_armies_on(s, seat, tile)
        if gap > 0:
            total -= CITY * min(1.0, gap)
    return total


@kernel
def visible_worth(s: State, seat: int) -> float:
    """Return what a rival's pieces are worth; its stores change with every turn and would only blur the picture."""
    p = s.players[seat]
    workers = 0
    armies = 0
    force = 0.0
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            armies += 1
            force += part_of_army(hp_of(s, p.units[i]))
        else:
            workers += 1
    fed = count_fed_soon(s, seat)
    armies_fed = min(armies, max(0, fed - workers))
    return CITY * p.city_count + WORKER * min(workers, fed) + ARMY * force * armies_fed / max(1, armies)


@kernel
def count_fed_soon(s: State, seat: int) -> int:
    """Return how many units a rival can feed at its next turn start.

    Whoever starves there is not counted before it either: otherwise to end the turn would look like a blow.
    """
    p = s.players[seat]
    if seat == s.current or s.options.unit_food == 0:
        return int(p.unit_count)
    return min(int(p.unit_count), (int(p.food) + harvested_food(s, seat)) // int(s.options.unit_food))


@kernel
def worth(s: State, seat: int) -> float:
    """Return all that a seat's realm is worth."""
    pieces = worth_of_cities(s, seat) + worth_of_workers(s, seat) + worth_of_armies(s, seat)
    return pieces + worth_of_food(s, seat) + worth_of_stores(s, seat) + worth_of_places(s, seat)


@kernel
def final_value(s: State, seat: int) -> float:
    """Return the seat's outcome of a finished match."""
    place = rank_of(s, seat) - 1 + 0.5 * count_ties(s, seat)
    return 1.0 - 2.0 * place / (s.options.players - 1)


@kernel
def value(s: State, seat: int) -> float:
    """Estimate the seat's outcome, in [-1, 1]."""
    if s.result != Result.NONE:
        return final_value(s, seat)
    if s.players[seat].fallen > 0:
        return -1.0
    rivals = 0.0
    for other in range(s.options.players):
        if other != seat:
            rivals += visible_worth(s, other)
    lead = worth(s, seat) - rivals / (s.options.players - 1)
    if s.current != seat:
        lead += OWN_TURN_OVER
    elif s.owed != NOTHING_OWED:
        lead += appeal(s, seat, int(s.owed))
    return lead / (abs(lead) + SCALE) * 0.99


@kernel
def prospect(s: State, seat: int, tile: int) -> float:
    """Return what a worker can hope for on its tile and around it."""
    here = best_spot(s, seat, tile)
    if s.city[tile] != seat and is_in_range(s, seat, tile):
        here = max(here, spot_value(s, tile))
    return here


@kernel
def appeal_of_walk(s: State, seat: int, target: int, here: float) -> float:
    """Estimate what one worker gains by a step, from a tile with this prospect."""
    return -WORKER if is_foreign(s, seat, target) else best_spot(s, seat, target) - here


@kernel
def appeal_of_strike(s: State, seat: int, tile: int, target: int, count: int) -> float:
    """Estimate what `count` armies gain by a fight."""
    other = int(s.holder[target])
    defenders = count_armies_on(s, other, target)
    if defenders == 0:
        return WORKER
    own = modifier(s, seat, tile)
    ground = modifier(s, other, target)
    hit = damage(s, offence_of(s, seat) * FULL * count * own, defence_of(s, other) * defenders * ground)
    struck = damage(s, offence_of(s, other) * FULL * defenders * ground, defence_of(s, seat) * count * own)
    return losses_on(s, other, target, defenders, hit) - losses_on(s, seat, tile, count, struck)


@kernel
def losses_on(s: State, seat: int, tile: int, count: int, hit: int) -> float:
    """Return what the first `count` armies of a seat on a tile lose by a hit on each."""
    p = s.players[seat]
    total = 0.0
    for i in range(first_on(p, tile), p.unit_count):
        if count > 0 and is_army(p.units[i]) and tile_of(p.units[i]) == tile:
            total += ARMY * part_lost(hp_of(s, p.units[i]), hit)
            count -= 1
    return total


@kernel
def appeal_of_march(s: State, seat: int, tile: int, target: int, count: int) -> float:
    """Estimate what `count` armies gain by a step."""
    gain = 0.0
    if is_foreign_city(s, seat, target):
        gain += CITY
    if is_foreign(s, seat, target):
        return gain * 0.5 + appeal_of_strike(s, seat, tile, target, count)
    there = count_armies_on(s, seat, target)
    rest = count_armies_on(s, seat, tile) - count
    before = army_place(s, seat, tile, rest + count) + (army_place(s, seat, target, there) if there > 0 else 0.0)
    after = army_place(s, seat, target, there + count) + (army_place(s, seat, tile, rest) if rest > 0 else 0.0)
    return gain + after - before


@kernel
def appeal(s: State, seat: int, action: int) -> float:
    """Estimate what a move gains, in units of production, if as many go as may."""
    kind, tile, choice = read_move(s, action)
    target = neighbour(s, tile, choice % WAYS)
    if kind == Kind.MOVE_WORKERS:
        return appeal_of_walk(s, seat, target, prospect(s, seat, tile))
    gain = appeal_of_march(s, seat, tile, target, most_movable(s, seat, action))
    return gain - (2.0 if kind == Kind.MUSTER else 0.0)


@kernel
def appeal_of_purchase(s: State, seat: int, kind: int, field: int) -> float:
    """Estimate how good a purchase is against others: cities on rich land first, then research, then units."""
    if kind == Kind.CITY:
        return 5.0 + spot_value(s, field) / 10.0
    if kind == Kind.RESEARCH:
        return 4.0
    if kind == Kind.WORKER:
        return 1.0 + best_spot(s, seat, field) / 10.0
    return 1.0 + count_hostile(s, seat, field, THREAT_REACH)


@kernel
def prior(s: State, seat: int, actions: Int32s, count: int, out: Any) -> None:
    """Write a weight for each of the first count actions; larger is tried earlier."""
    start, here = NOWHERE, 0.0  # the actions of one tile follow each other, so its prospect is found once
    for i in range(count):
        action = int(actions[i])
        kind = kind_of(s.actions, action)
        field = action - int(s.actions.first[kind])
        if kind == Kind.END:
            out[i] = 6.0
        elif kind == Kind.COUNT:
            out[i] = field
        elif kind < Kind.MOVE_WORKERS:
            out[i] = 1.0 + appeal_of_purchase(s, seat, kind, field)
        elif kind == Kind.MOVE_WORKERS:
            _, tile, choice = read_move(s, action)
            if tile != start:
                start, here = tile, prospect(s, seat, tile)
            out[i] = weigh_gain(appeal_of_walk(s, seat, neighbour(s, tile, choice % WAYS), here))
        else:
            out[i] = weigh_gain(appeal(s, seat, action))


@kernel
def weigh_gain(gain: float) -> float:
    """Return the weight of an action by its gain."""
    return max(0.1, 1.0 + min(20.0, gain))
