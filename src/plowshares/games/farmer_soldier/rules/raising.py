"""Step 1: children grow up, farmers bear children (§5)."""

from __future__ import annotations

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.rules.pieces import (
    CHILD,
    FARMER,
    SOLDIER,
    ask,
    change,
    clear_question,
    count,
    first_held,
    next_held,
)
from plowshares.games.farmer_soldier.state import Phase, State


@kernel
def begin_turn(s: State) -> None:
    """Note the births due and ask about the first children."""
    cell = first_held(s, s.seat)
    while cell != NOWHERE:
        s.births[cell] = s.things[cell, s.seat, FARMER]
        cell = next_held(s, s.seat, cell)
    raise_from(s, 0)


@kernel
def raise_from(s: State, cell: int) -> None:
    """Ask about the children of the next cell; when there are none left, children are born."""
    cell = next_cell(s.held[s.seat], cell)
    while cell != NOWHERE:
        children = count(s, cell, s.seat, CHILD)
        if children > 0:
            ask(s, Phase.RAISE, cell, CHILD, 0, children)
            return
        cell = next_held(s, s.seat, cell)
    bear_children(s)
    clear_question(s)
    s.phase = Phase.MOVE


@kernel
def raise_children(s: State, soldiers: int) -> None:
    """Turn `soldiers` children of the cell into soldiers, the others into farmers."""
    cell = s.cell
    children = count(s, cell, s.seat, CHILD)
    change(s, cell, s.seat, SOLDIER, soldiers)
    change(s, cell, s.seat, FARMER, children - soldiers)
    change(s, cell, s.seat, CHILD, -children)
    raise_from(s, cell + 1)


@kernel
def bear_children(s: State) -> None:
    """Every farmer from before the turn bears a child (R15, R16)."""
    cell = first_held(s, s.seat)
    while cell != NOWHERE:
        born = int(s.births[cell])
        s.births[cell] = 0
        change(s, cell, s.seat, CHILD, born)
        s.people[s.seat] += born
        s.news.born += born
        cell = next_held(s, s.seat, cell)
    s.news.is_fresh = s.news.is_fresh or s.news.born > 0
