"""How a match stands between two turns: what everybody owns and will harvest, in units of production."""

from __future__ import annotations

import math

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.civ.healths import hp_of
from plowshares.games.civ.heuristics.growth import YIELDS, rounds_left
from plowshares.games.civ.heuristics.rating import final_value
from plowshares.games.civ.pieces import FULL, NOWHERE, is_army, tile_of
from plowshares.games.civ.rules.turns import CITY_TRADE, is_in_range
from plowshares.games.civ.state import Result, State

SCALE = 120.0  # a lead of this much production is worth half a win
LEAST_SCALE = 30.0  # the same in the last round
HORIZON = 14.0  # rounds for which income is looked ahead
INCOME = np.array([0.6, 1.0, 0.35])  # of food, production and trade
FOREVER = 4  # rounds for which units eat that harvests cannot feed
STORE = 0.9  # of unspent production
TRADE = 0.3
FOOD = 0.15
MOST_FOOD = 30
RESEARCH = 8.0
WOUNDED = 0.5  # part of an army's worth that does not depend on its hit points


@kernel
def harvests(s: State, seat: int) -> tuple[float, float, float]:
    """Return the food, production and trade of a seat's harvest."""
    p = s.players[seat]
    table = YIELDS[1 if s.options.codekata_yields else 0]
    food, production, trade = 0.0, 0.0, 0.0
    for i in range(p.city_count):
        gain = table[s.terrain[p.cities[i]]]
        food, production, trade = food + gain[0], production + gain[1], trade + gain[2]
    last = NOWHERE
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if is_army(p.units[i]):
            continue
        if s.city[tile] == seat:
            trade += CITY_TRADE
        elif tile != last and is_in_range(s, seat, tile):
            gain = table[s.terrain[tile]]
            food, production, trade = food + gain[0], production + gain[1], trade + gain[2]
        last = tile
    return food, production, trade


@kernel
def pieces_worth(s: State, seat: int) -> float:
    """Return what a seat's cities and units are worth."""
    p = s.players[seat]
    total = float(s.options.city_cost) * p.city_count
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            total += s.options.army_cost * (WOUNDED + (1.0 - WOUNDED) * hp_of(s, p.units[i]) / FULL)
        else:
            total += s.options.worker_cost
    return total


@kernel
def wealth(s: State, seat: int) -> float:
    """Return what a seat owns and will harvest."""
    p = s.players[seat]
    left = float(rounds_left(s))
    ahead = HORIZON * (1.0 - math.exp(-left / HORIZON))
    food, production, trade = harvests(s, seat)
    hungry = s.options.unit_food * p.unit_count - food
    total = pieces_worth(s, seat) + ahead * (INCOME[1] * production + INCOME[2] * trade)
    # What units eat is taken off, since food has no other use; hunger costs units, sooner or later.
    total += INCOME[0] * ahead * min(food, float(s.options.unit_food * p.unit_count))
    if hungry > 0 and s.options.unit_food > 0 and left > 0:
        starve = max(0.0, hungry - p.food / min(left, FOREVER)) / s.options.unit_food
        total -= starve * s.options.worker_cost
    soon = min(1.0, (left + 1.0) / 3.0)
    total += soon * (STORE * p.production + TRADE * min(int(p.trade), 2 * int(s.options.research_cost)))
    total += FOOD * min(MOST_FOOD, int(p.food)) * min(1.0, left / 4.0)
    return float(total + RESEARCH * (research_worth(s, int(p.offence)) + research_worth(s, int(p.defence))))


@kernel
def research_worth(s: State, count: int) -> float:
    """Return what researches of one sort are worth, the further ones less."""
    return math.sqrt(count * int(s.options.research_step))


@kernel
def standing(s: State, seat: int) -> float:
    """Estimate the seat's outcome, in [-1, 1]."""
    if s.result != Result.NONE:
        return final_value(s, seat)
    if s.players[seat].fallen > 0:
        return -1.0
    own = wealth(s, seat)
    best, total, rivals = 0.0, 0.0, 0
    for other in range(s.options.players):
        if other != seat and s.players[other].fallen == 0:
            worth = wealth(s, other)
            best = max(best, worth)
            total += worth
            rivals += 1
    lead = own - 0.5 * best - 0.5 * total / max(1, rivals)
    scale = LEAST_SCALE + (SCALE - LEAST_SCALE) * min(1.0, rounds_left(s) / HORIZON)
    return lead / (abs(lead) + scale) * 0.97
