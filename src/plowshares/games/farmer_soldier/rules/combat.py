"""Step 4: combat in every cell at once (§5)."""

from __future__ import annotations

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.jit import kernel
from plowshares.core.rng import below
from plowshares.core.seats import NOBODY
from plowshares.games.farmer_soldier.rules.ending import eliminate
from plowshares.games.farmer_soldier.rules.finishing import arm_from, harvest
from plowshares.games.farmer_soldier.rules.marking import count_asked, has_choice, next_target, open_marking
from plowshares.games.farmer_soldier.rules.pieces import (
    CHILD,
    FARMER,
    FOOD,
    SOLDIER,
    change,
    clear_question,
    count,
    count_people,
    remove_people,
)
from plowshares.games.farmer_soldier.state import Phase, State


@kernel
def begin_combat(s: State) -> None:
    """Ask for marks where there is a choice; without any, fight at once."""
    clear_question(s)
    if s.rivalries > 0 and (s.options.seats > 2 or s.options.may_hold):
        open_marking(s)
    if s.marking != 0:
        s.phase = Phase.MARK
    else:
        resolve_combat(s)


@kernel
def resolve_combat(s: State) -> None:
    """All marks are in: fight everywhere, then go on with the turn."""
    for seat in range(s.options.seats):
        s.markers[seat].answered = 0  # from here on it counts the answers read
    cell = next_cell(s.shared, 0)
    while cell != NOWHERE:
        if s.armies[cell] >= 2:
            fight(s, cell)
        if s.armies[cell] >= 1:
            sack(s, cell)
        if s.options.looted:
            loot(s, cell)
        cell = next_cell(s.shared, cell + 1)
    eliminate(s)
    if s.phase != Phase.OVER:
        harvest(s)
        arm_from(s, 0)


@kernel
def fight(s: State, cell: int) -> None:
    """Soldiers fall, all at the same time (R33)."""
    for seat in range(s.options.seats):
        if s.things[cell, seat, SOLDIER] > 0:
            s.hits[seat] = draw_losses(s, cell, seat) if s.options.collide else count_losses(s, cell, seat)
    for seat in range(s.options.seats):  # before anybody falls: who is asked depends on who stands
        s.markers[seat].answered += count_asked(s, cell, seat)
    for seat in range(s.options.seats):
        if s.hits[seat] > 0:
            fall(s, cell, seat, SOLDIER, int(s.hits[seat]))
            s.hits[seat] = 0


@kernel
def count_marks(s: State, cell: int, seat: int, target: int) -> int:
    """Return how many marks the seat gave to the target's soldiers in the cell."""
    own = count(s, cell, seat, SOLDIER)
    if own == 0 or seat == target:
        return 0
    if not has_choice(s, cell, seat):
        return min(own, count(s, cell, target, SOLDIER))
    marker = s.markers[seat]
    at = marker.first + marker.answered
    used = 0
    other = next_target(s, cell, seat, 0)
    while other != target:
        used += int(s.marks[at])
        at += 1
        other = next_target(s, cell, seat, other + 1)
    if s.options.may_hold or next_target(s, cell, seat, target + 1) != NOBODY:
        return int(s.marks[at])
    return own - used  # the last target, §5 step 4.2


@kernel
def count_losses(s: State, cell: int, seat: int) -> int:
    """Return how many soldiers the seat loses when every mark finds its own man (R31)."""
    marks = 0
    for other in range(s.options.seats):
        marks += count_marks(s, cell, other, seat)
    return min(marks, count(s, cell, seat, SOLDIER))


@kernel
def draw_losses(s: State, cell: int, seat: int) -> int:
    """Return how many soldiers the seat loses when marks of different players may meet on one man."""
    soldiers = count(s, cell, seat, SOLDIER)
    for other in range(s.options.seats):
        draw_marked(s, soldiers, count_marks(s, cell, other, seat))
    lost = 0
    for i in range(soldiers):
        lost += int(s.drawn[i])
        s.drawn[i] = 0
    return lost


@kernel
def draw_marked(s: State, soldiers: int, marks: int) -> None:
    """Draw as many different soldiers as there are marks: always that many draws, whether or not they matter."""
    for i in range(soldiers):
        s.lots[i] = i
    for i in range(soldiers - 1, soldiers - marks - 1, -1):
        j = below(s.rng, i + 1)
        drawn = s.lots[j]
        s.lots[j] = s.lots[i]
        s.lots[i] = drawn
        s.drawn[drawn] = 1
    s.lots[:soldiers] = 0


@kernel
def fall(s: State, cell: int, seat: int, what: int, number: int) -> None:
    """Remove people in combat."""
    if number == 0:
        return
    remove_people(s, cell, seat, what, number)
    s.news.fallen[seat, what] += number
    s.news.is_fresh = True
    s.is_bloody = True


@kernel
def sack(s: State, cell: int) -> None:
    """Civilians fall to the soldiers who are left (R34, R35)."""
    armies = s.armies[cell]
    if armies > 1 and not s.options.any_army:
        return
    for seat in range(s.options.seats):
        if armies > 1 or s.things[cell, seat, SOLDIER] == 0:
            fall(s, cell, seat, FARMER, count(s, cell, seat, FARMER))
            fall(s, cell, seat, CHILD, count(s, cell, seat, CHILD))


@kernel
def loot(s: State, cell: int) -> None:
    """Where only one player has people, all food becomes that player's (§5 step 4.6)."""
    looter = NOBODY
    for seat in range(s.options.seats):
        if count_people(s, cell, seat) > 0:
            if looter != NOBODY:
                return
            looter = seat
    if looter == NOBODY:
        return
    for seat in range(s.options.seats):
        food = count(s, cell, seat, FOOD)
        if seat != looter and food > 0:
            taken = min(food, s.options.max_stack - count(s, cell, looter, FOOD))
            change(s, cell, seat, FOOD, -food)
            change(s, cell, looter, FOOD, taken)
            s.news.looted[looter] += taken
            s.news.is_fresh = True
