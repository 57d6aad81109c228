"""How good a position is, and what to try first.

The value looks at positions as they will be after the turn: who will have eaten, with food that can still be
carried over from next door, who will have fallen, what will have been harvested. So a player who only compares
values, action by action, can carry out a plan of several moves, and ending the turn changes no value by itself.
"""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.boards import NOWHERE, has_cell, neighbour, next_cell
from plowshares.core.boards.graph import PERIODIC
from plowshares.core.boards.grids import ADJACENCIES, KINDS
from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.actions import THINGS, Kind
from plowshares.games.farmer_soldier.rules.pieces import (
    CHILD,
    FARMER,
    FOOD,
    SOLDIER,
    change,
    count,
    count_people,
    first_held,
    next_held,
    owner_of,
    pantry,
)
from plowshares.games.farmer_soldier.state import Phase, State

__all__ = ["in_any_order", "prior", "turn_number", "value"]

HEXAGONS, BY_CORNER = KINDS.index("hex"), ADJACENCIES.index("corner")
RESERVED, FED = 0, 1  # columns of a plan
CURRENT, WAITING = 0, 2  # the first column of the plan of the current player, and of another

# Worth of things in points; only their proportions matter.
FARM = 10.0  # a farmed cell
SETTLER = 5.0  # a further farmer who has free land next door
CROWD = 1.5  # a further farmer who has not
SOLDIER_BASE = 3.0
SOLDIER_NEAR = 6.0  # more, divided by the distance to the nearest people of others
BABY = 2.5
EATEN = 0.8  # food that somebody will eat
SPARE = 0.2  # food beyond that
HUNGER = 1.0  # a person without food next turn
MOVED = 0.05  # lost with everything that moves, so that nothing moves in vain
THREAT = 0.4  # part of a cell's worth that is lost with stronger soldiers next door
STEADY = 10.0  # keeps small differences small
FAR = 8  # distances beyond this do not matter
LOOKED_AT = 48  # cells of another player that are looked at
AMOUNTS_TRIED = 8


@kernel
def turn_number(s: State) -> int:
    """Return a number of the turn."""
    return int(s.round * s.options.seats + s.seat)


@kernel
def in_any_order(s: State) -> bool:
    """Ask whether moves can be chosen: they come in any order."""
    return bool(s.phase == Phase.MOVE)


@kernel
def value(s: State, seat: int) -> float:
    """Estimate the seat's outcome: its strength against the strongest other player's."""
    if s.phase == Phase.OVER:
        return final_value(s, seat)
    if s.phase == Phase.AMOUNT:
        return best_amount(s, seat)
    return balance(s, seat)


@kernel
def final_value(s: State, seat: int) -> float:
    """Return the outcome of a finished match for one seat."""
    winners = 0
    for other in range(s.options.seats):
        winners += int(s.winners[other])
    points = 1.0 / winners if s.winners[seat] != 0 else 0.0
    return (s.options.seats * points - 1.0) / (s.options.seats - 1.0)


@kernel
def best_amount(s: State, seat: int) -> float:
    """Return the value of the move that waits for its amount, with the amount that suits its player."""
    what, cell = s.what, s.cell
    to, owner = neighbour(s.board, cell, s.slot), owner_of(s, s.seat, what)
    best = -2.0 if s.seat == seat else 2.0
    for number in range(s.low, s.high + 1):
        if AMOUNTS_TRIED < number < s.high:
            continue
        carry(s, owner, what, cell, to, number)
        found = balance(s, seat)
        best = max(best, found) if s.seat == seat else min(best, found)
        carry(s, owner, what, to, cell, number)
        s.arrived[to, what] -= number
        s.arrived[cell, what] -= number
    return best


@kernel
def carry(s: State, owner: int, what: int, cell: int, to: int, number: int) -> None:
    """Try a move, or take it back."""
    change(s, cell, owner, what, -number)
    change(s, to, owner, what, number)
    s.arrived[to, what] += number


@kernel
def balance(s: State, seat: int) -> float:
    """Compare the seat's strength with the strongest other's."""
    if is_before_meals(s):
        plan_meals(s, s.seat, CURRENT)
    own = strength(s, seat, seat)
    best = 0.0
    for other in range(s.options.seats):
        if other != seat and s.people[other] > 0:
            best = max(best, strength(s, other, seat))
    if is_before_meals(s):
        clear_plan(s, s.seat, CURRENT)
    return max(-1.0, min(1.0, (own - best) / (own + best + STEADY)))


@kernel
def is_before_meals(s: State) -> bool:
    """Ask whether the current player's people have yet to eat, some of them at least."""
    return s.phase <= Phase.FEED


@kernel
def strength(s: State, seat: int, viewer: int) -> float:
    """Return what a seat's people, land and food are worth after this turn; of others who wait, after their next."""
    if s.seat == seat and is_before_meals(s):
        return strength_by_plan(s, seat, CURRENT)
    if s.seat != seat and seat != viewer:
        plan_meals(s, seat, WAITING)
        total = strength_by_plan(s, seat, WAITING)
        clear_plan(s, seat, WAITING)
        return total
    total = 0.0
    cell = first_held(s, seat)
    while cell != NOWHERE:
        food = count(s, cell, pantry(s, seat), FOOD)
        farmers, soldiers = count(s, cell, seat, FARMER), count(s, cell, seat, SOLDIER)
        total += cell_worth(s, seat, cell, farmers, soldiers, count(s, cell, seat, CHILD), food)
        cell = next_held(s, seat, cell)
    return max(total, 0.0)


@kernel
def strength_by_plan(s: State, seat: int, plan: int) -> float:
    """Return what will be left after the planned meals and the harvest."""
    total = 0.0
    cell = first_held(s, seat)
    while cell != NOWHERE:
        fed = int(s.plan[cell, plan + FED])
        spared = count_spared(s, seat, cell)
        soldiers = count_fed_soldiers(s, seat, cell, fed - spared)
        farmers = min(count(s, cell, seat, FARMER), fed - spared - soldiers)
        children = min(count(s, cell, seat, CHILD) + count_births(s, seat, cell), fed - farmers - soldiers)
        food = count(s, cell, pantry(s, seat), FOOD) - int(s.plan[cell, plan + RESERVED])
        if farmers > 0:
            food += s.options.food_yield * (farmers if s.options.per_farmer else 1)
        total += cell_worth(s, seat, cell, farmers, soldiers, children, food)
        if s.seat == seat:
            total -= MOVED * count_moved(s, cell)
        cell = next_held(s, seat, cell)
    return max(total, 0.0)


@kernel
def count_spared(s: State, seat: int, cell: int) -> int:
    """Return how many children will eat because their player has just chosen so."""
    if s.seat == seat and s.phase == Phase.FEED and s.what == SOLDIER and s.cell == cell:
        return count(s, cell, seat, CHILD) - s.chosen
    return 0


@kernel
def count_moved(s: State, cell: int) -> int:
    """Return how much has moved into the cell this turn."""
    moved = 0
    for what in range(THINGS):
        moved += int(s.arrived[cell, what])
    return moved


@kernel
def count_fed_soldiers(s: State, seat: int, cell: int, fed: int) -> int:
    """Return how many soldiers are among those who eat: one farmer comes first, then they."""
    first = min(1, count(s, cell, seat, FARMER))
    return max(0, min(count(s, cell, seat, SOLDIER), fed - first))


@kernel
def count_births(s: State, seat: int, cell: int) -> int:
    """Return how many children will be born in the cell before the seat's people eat."""
    if s.seat != seat:
        return count(s, cell, seat, FARMER)
    return int(s.births[cell])


@kernel
def plan_meals(s: State, seat: int, plan: int) -> None:
    """Set food aside: first for a farmer and the soldiers of each cell, then for others; at home, then next door."""
    may_carry = s.seat != seat or s.phase != Phase.FEED
    for stage in range(4):
        cell = first_held(s, seat)
        while cell != NOWHERE:
            hungry = count_hungry(s, seat, cell, stage < 2, plan)
            if hungry > 0 and has_eaten(s, seat, cell):
                s.plan[cell, plan + FED] += hungry
            elif hungry > 0 and stage % 2 == 0:
                reserve(s, cell, cell, min(hungry, count_free_food(s, seat, cell, plan)), plan)
            elif hungry > 0 and may_carry:
                fetch(s, seat, cell, hungry, plan)
            cell = next_held(s, seat, cell)


@kernel
def has_eaten(s: State, seat: int, cell: int) -> bool:
    """Ask whether the meals of the cell are over: cells eat in their order."""
    return s.seat == seat and s.phase == Phase.FEED and cell < s.cell


@kernel
def count_hungry(s: State, seat: int, cell: int, first_only: bool, plan: int) -> int:
    """Return how many in the cell have no meal yet; with first_only one farmer and the soldiers."""
    people = count_people(s, cell, seat) + count_births(s, seat, cell)
    if first_only:
        people = min(1, count(s, cell, seat, FARMER)) + count(s, cell, seat, SOLDIER)
    return people - int(s.plan[cell, plan + FED])


@kernel
def count_free_food(s: State, seat: int, cell: int, plan: int) -> int:
    """Return how much food of the cell is not set aside."""
    return count(s, cell, pantry(s, seat), FOOD) - int(s.plan[cell, plan + RESERVED])


@kernel
def reserve(s: State, cell: int, eaters: int, meals: int, plan: int) -> None:
    """Set food of a cell aside for people in that cell or the next."""
    s.plan[cell, plan + RESERVED] += meals
    s.plan[eaters, plan + FED] += meals


@kernel
def fetch(s: State, seat: int, cell: int, hungry: int, plan: int) -> None:
    """Set food next door aside that has not moved yet."""
    for slot in range(s.board.slots):
        near = neighbour(s.board, cell, slot)
        if near != NOWHERE and hungry > 0 and not (s.options.escort and count_people(s, near, seat) == 0):
            unmoved = count(s, near, pantry(s, seat), FOOD)
            if s.seat == seat:
                unmoved -= int(s.arrived[near, FOOD])
            meals = max(0, min(hungry, min(unmoved, count_free_food(s, seat, near, plan))))
            reserve(s, near, cell, meals, plan)
            hungry -= meals


@kernel
def clear_plan(s: State, seat: int, plan: int) -> None:
    """Forget a plan."""
    for owner in (seat, pantry(s, seat)):
        cell = first_held(s, owner)
        while cell != NOWHERE:
            s.plan[cell, plan + RESERVED] = 0
            s.plan[cell, plan + FED] = 0
            cell = next_held(s, owner, cell)


@kernel
def cell_worth(s: State, seat: int, cell: int, farmers: int, soldiers: int, children: int, food: int) -> float:
    """Return the worth of what the seat will have in a cell, once the soldiers there have fought."""
    opposing = count_others(s, seat, cell)
    if opposing > soldiers:
        farmers = children = 0
    soldiers = max(0, soldiers - opposing)
    people = farmers + soldiers + children
    worth = SPARE * food + (EATEN - SPARE) * min(food, people + farmers) - HUNGER * max(0, people - food)
    if farmers > 0:
        free = count_free_land(s, seat, cell)
        worth += FARM + SETTLER * min(farmers - 1, free) + CROWD * max(0, farmers - 1 - free)
    if soldiers > 0:
        worth += soldiers * (SOLDIER_BASE + SOLDIER_NEAR / find_distance(s, seat, cell))
    worth += BABY * children
    if people > 0 and worth > 0 and count_raiders(s, seat, cell) > soldiers:
        worth -= THREAT * worth
    return worth


@kernel
def count_others(s: State, seat: int, cell: int) -> int:
    """Return how many soldiers of others will stand in the cell: those of the current player only if they eat."""
    others = 0
    if s.armies[cell] > 0:
        for other in range(s.options.seats):
            if other == s.seat and other != seat and is_before_meals(s):
                others += count_fed_soldiers(s, other, cell, int(s.plan[cell, CURRENT + FED]))
            elif other != seat:
                others += count(s, cell, other, SOLDIER)
    return others


@kernel
def count_free_land(s: State, seat: int, cell: int) -> int:
    """Return how many cells next door the seat does not farm and nobody else guards."""
    free = 0
    for slot in range(s.board.slots):
        near = neighbour(s.board, cell, slot)
        if near != NOWHERE and s.things[near, seat, FARMER] == 0 and count_others(s, seat, near) == 0:
            free += 1
    return free


@kernel
def count_raiders(s: State, seat: int, cell: int) -> int:
    """Return the soldiers of others who could reach the cell on their next turn."""
    raiders = 0
    for slot in range(s.board.slots):
        near = neighbour(s.board, cell, slot)
        if near != NOWHERE:
            raiders += count_others(s, seat, near)
    return raiders


@kernel
def find_distance(s: State, seat: int, cell: int) -> int:
    """Return about how many steps it is to the nearest people of others: at least 1, at most FAR."""
    nearest = FAR
    for other in range(s.options.seats):
        looked = 0
        at = first_held(s, other) if other != seat and s.people[other] > 0 else NOWHERE
        while at != NOWHERE and looked < LOOKED_AT:
            if count_people(s, at, other) > 0:
                nearest = min(nearest, gap(s, cell, at))
                looked += 1
            at = next_cell(s.held[other], at + 1)
    return max(1, nearest)


@kernel
def gap(s: State, a: int, b: int) -> int:
    """Return the distance of two cells by their coordinates; exact on open square, cubic and hexagonal boards."""
    board = s.board
    steps, largest, turned = 0, 0, 0
    for axis in range(board.axes):
        by = int(board.places[b, axis]) - int(board.places[a, axis])
        if board.ends[axis] == PERIODIC:
            size = int(board.lengths[axis])
            by = by % size
            by = by - size if 2 * by > size else by
        steps += abs(by)
        largest = max(largest, abs(by))
        turned += by
    if board.kind == HEXAGONS:  # a step along both axes at once where they turn against each other
        return max(largest, abs(turned))
    return largest if board.adjacency == BY_CORNER else steps


@kernel
def prior(s: State, seat: int, actions: Any, number: int, out: Any) -> None:
    """Write a weight for each action: new land, food for the hungry and attacks first."""
    for i in range(number):
        action = int(actions[i])
        out[i] = 1.0
        if kind_of(s.actions, action) == Kind.MOVE:
            what, cell, slot = fields_of(s.actions, Kind.MOVE, action)
            out[i] = move_weight(s, seat, what, neighbour(s.board, cell, slot))
        elif kind_of(s.actions, action) == Kind.DONE:
            out[i] = 2.0


@kernel
def move_weight(s: State, seat: int, what: int, to: int) -> float:
    """Return how promising it is to bring something to a cell."""
    if what == FARMER:
        return 3.0 if s.things[to, seat, FARMER] == 0 and count_others(s, seat, to) == 0 else 0.5
    if what == SOLDIER:
        return 4.0 if s.holders[to] > (1 if has_cell(s.held[seat], to) else 0) else 1.0
    if what == FOOD:
        return 3.0 if count_people(s, to, seat) > count(s, to, pantry(s, seat), FOOD) else 0.3
    return 0.5
