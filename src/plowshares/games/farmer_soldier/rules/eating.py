"""Step 3: everybody eats or starves (§5)."""

from __future__ import annotations

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.rules.combat import begin_combat
from plowshares.games.farmer_soldier.rules.ending import eliminate
from plowshares.games.farmer_soldier.rules.pieces import (
    CHILD,
    FARMER,
    FOOD,
    SOLDIER,
    ask,
    change,
    count,
    count_people,
    next_held,
    pantry,
    remove_people,
)
from plowshares.games.farmer_soldier.state import Phase, State


@kernel
def eat_from(s: State, cell: int) -> None:
    """Let the people of the next cells eat, until one cell needs a choice or all have eaten."""
    cell = next_cell(s.held[s.seat], cell)
    while cell != NOWHERE:
        if not eat(s, cell):
            return
        cell = next_held(s, s.seat, cell)
    eliminate(s)
    if s.phase != Phase.OVER:
        begin_combat(s)


@kernel
def eat(s: State, cell: int) -> bool:
    """Feed one cell; return False if the player must choose who starves."""
    mouths = count_people(s, cell, s.seat)
    if mouths == 0:
        return True
    keeper = pantry(s, s.seat)
    food = count(s, cell, keeper, FOOD)
    if food >= mouths:
        change(s, cell, keeper, FOOD, -mouths)
        return True
    s.short = mouths - food
    children = count(s, cell, s.seat, CHILD)
    low = max(0, s.short - (mouths - children))
    high = min(children, s.short)
    if low < high:
        ask(s, Phase.FEED, cell, CHILD, low, high)
        return False
    return choose_children(s, cell, low)


@kernel
def choose_children(s: State, cell: int, children: int) -> bool:
    """Let this many children starve; return False if the player must also choose how many soldiers do."""
    farmers = count(s, cell, s.seat, FARMER)
    left = s.short - children
    low = max(0, left - farmers)
    high = min(count(s, cell, s.seat, SOLDIER), left)
    s.chosen = children
    if low < high:
        ask(s, Phase.FEED, cell, SOLDIER, low, high)
        return False
    starve(s, cell, low)
    return True


@kernel
def starve(s: State, cell: int, soldiers: int) -> None:
    """Remove all the food of the cell and those who got none: the farmers are the remainder."""
    keeper = pantry(s, s.seat)
    change(s, cell, keeper, FOOD, -count(s, cell, keeper, FOOD))
    lose(s, cell, CHILD, s.chosen)
    lose(s, cell, SOLDIER, soldiers)
    lose(s, cell, FARMER, s.short - s.chosen - soldiers)


@kernel
def lose(s: State, cell: int, what: int, number: int) -> None:
    """Remove starved people of the current player."""
    remove_people(s, cell, s.seat, what, number)
    s.news.starved[s.seat, what] += number
    s.news.is_fresh = True


@kernel
def answer_starve(s: State, number: int) -> None:
    """Go on after a choice of who starves."""
    cell = s.cell
    if s.what == SOLDIER:
        starve(s, cell, number)
    elif not choose_children(s, cell, number):
        return
    eat_from(s, cell + 1)
