"""Step 2: people and food move, each at most one step (§5)."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode, fields_of
from plowshares.core.boards import NOWHERE, neighbour, surround
from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.actions import THINGS, Kind
from plowshares.games.farmer_soldier.rules.eating import eat_from
from plowshares.games.farmer_soldier.rules.pieces import (
    FOOD,
    ask,
    change,
    clear_news,
    clear_question,
    count,
    count_people,
    first_held,
    next_held,
    owner_of,
    pantry,
)
from plowshares.games.farmer_soldier.state import Phase, State


@kernel
def count_movable(s: State, cell: int, what: int) -> int:
    """Return how many the current player could move out of the cell, leaving room elsewhere aside."""
    if what == FOOD and s.options.escort and count_people(s, cell, s.seat) == 0:
        return 0
    return count(s, cell, owner_of(s, s.seat, what), what) - int(s.arrived[cell, what])


@kernel
def count_room(s: State, cell: int, what: int) -> int:
    """Return how many of a thing of the current player the cell can still take (R47)."""
    return s.options.max_stack - count(s, cell, owner_of(s, s.seat, what), what)


@kernel
def list_moves(s: State, found: int, out: Any) -> int:
    """Write every legal move after the first `found` actions; return how many there are then."""
    for what in range(THINGS):
        cell = first_held(s, s.seat)
        while cell != NOWHERE:
            if count_movable(s, cell, what) > 0:
                action = encode(s.actions, Kind.MOVE, what, cell, 0)
                for slot in range(s.board.slots):
                    to = neighbour(s.board, cell, slot)
                    if to != NOWHERE and count_room(s, to, what) > 0:
                        out[found] = action + slot
                        found += 1
            cell = next_held(s, s.seat, cell)
    return found


@kernel
def choose_move(s: State, action: int) -> None:
    """Move at once if only one amount is legal, else ask for the amount."""
    what, cell, slot = fields_of(s.actions, Kind.MOVE, action)
    to = neighbour(s.board, cell, slot)
    high = min(count_movable(s, cell, what), count_room(s, to, what))
    if high == 1:
        clear_news(s)
        move(s, what, cell, slot, 1)
    else:
        ask(s, Phase.AMOUNT, cell, what, 1, high)
        s.slot = slot


@kernel
def move_amount(s: State, number: int) -> None:
    """Carry out the move that waits for its amount."""
    what, cell, slot = s.what, s.cell, s.slot
    clear_question(s)
    s.phase = Phase.MOVE
    move(s, what, cell, slot, number)


@kernel
def move(s: State, what: int, cell: int, slot: int, number: int) -> None:
    """Carry people or food through a slot; where nobody has been, the board grows (§3.2)."""
    owner = owner_of(s, s.seat, what)
    to = neighbour(s.board, cell, slot)
    change(s, cell, owner, what, -number)
    change(s, to, owner, what, number)
    s.arrived[to, what] += number
    surround(s.board, to)


@kernel
def end_moves(s: State) -> None:
    """Forget who has moved and go on to eating."""
    clear_arrived(s, s.seat)
    if s.options.common:
        clear_arrived(s, pantry(s, s.seat))
    eat_from(s, 0)


@kernel
def clear_arrived(s: State, seat: int) -> None:
    """Forget arrivals; what arrived is still there, so only cells that hold something need a look."""
    cell = first_held(s, seat)
    while cell != NOWHERE:
        s.arrived[cell] = 0
        cell = next_held(s, seat, cell)
