"""People and food in cells, and the sets of cells that are kept in step with them (§3.3)."""

from __future__ import annotations

from plowshares.core.boards import add_cell, next_cell, remove_cell
from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.state import State

FARMER, SOLDIER, CHILD, FOOD = (thing.value for thing in Thing)


@kernel
def pantry(s: State, seat: int) -> int:
    """Return the seat that the seat's food lies with: common food is filed under seat 0 (R20)."""
    return 0 if s.options.common else seat


@kernel
def owner_of(s: State, seat: int, what: int) -> int:
    """Return the seat under which a thing that this seat handles is stored."""
    return pantry(s, seat) if what == FOOD else seat


@kernel
def count(s: State, cell: int, seat: int, what: int) -> int:
    """Return how many of a thing are stored for the seat in the cell."""
    return int(s.things[cell, seat, what])


@kernel
def count_people(s: State, cell: int, seat: int) -> int:
    """Return how many people of the seat are in the cell."""
    return count(s, cell, seat, FARMER) + count(s, cell, seat, SOLDIER) + count(s, cell, seat, CHILD)


@kernel
def holds(s: State, cell: int, seat: int) -> bool:
    """Ask whether the seat has anything in the cell."""
    here = s.things[cell, seat]
    return here[FARMER] > 0 or here[SOLDIER] > 0 or here[CHILD] > 0 or here[FOOD] > 0  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def first_held(s: State, seat: int) -> int:
    """Return the seat's first cell, or NOWHERE."""
    return next_cell(s.held[seat], 0)


@kernel
def next_held(s: State, seat: int, cell: int) -> int:
    """Return the seat's next cell after this one, or NOWHERE."""
    return next_cell(s.held[seat], cell + 1)


@kernel
def change(s: State, cell: int, seat: int, what: int, by: int) -> None:
    """Add to (or with a negative number take from) what the seat has in the cell."""
    if by == 0:
        return
    had = holds(s, cell, seat)
    before = count(s, cell, seat, what)
    s.things[cell, seat, what] = before + by
    if what == SOLDIER:
        muster(s, cell, before, before + by)
    has = holds(s, cell, seat)
    if has and not had:
        move_in(s, cell, seat)
    elif had and not has:
        move_out(s, cell, seat)


@kernel
def muster(s: State, cell: int, before: int, after: int) -> None:
    """Keep count of the armies that face each other."""
    if before == 0 and after > 0:
        s.rivalries += 2 * int(s.armies[cell])
        s.armies[cell] += 1
    elif before > 0 and after == 0:
        s.armies[cell] -= 1
        s.rivalries -= 2 * int(s.armies[cell])


@kernel
def move_in(s: State, cell: int, seat: int) -> None:
    """The seat has something in the cell from now on."""
    add_cell(s.held[seat], cell)
    s.holders[cell] += 1
    if s.holders[cell] == 2:
        add_cell(s.shared, cell)


@kernel
def move_out(s: State, cell: int, seat: int) -> None:
    """The seat has nothing in the cell any more."""
    remove_cell(s.held[seat], cell)
    s.holders[cell] -= 1
    if s.holders[cell] == 1:
        remove_cell(s.shared, cell)


@kernel
def remove_people(s: State, cell: int, seat: int, what: int, number: int) -> None:
    """Take people of the seat off the board."""
    change(s, cell, seat, what, -number)
    s.people[seat] -= number


@kernel
def clear_news(s: State) -> None:
    """Forget what the action before did."""
    if not s.news.is_fresh:
        return
    s.news.starved[:] = 0
    s.news.fallen[:] = 0
    s.news.looted[:] = 0
    s.news.harvested = 0
    s.news.born = 0
    s.news.is_fresh = False


@kernel
def ask(s: State, phase: int, cell: int, what: int, low: int, high: int) -> None:
    """Wait for a number from the current player."""
    s.phase = phase
    s.cell = cell
    s.what = what
    s.low = low
    s.high = high


@kernel
def clear_question(s: State) -> None:
    """Nothing is being asked; equal positions then have equal bytes."""
    s.cell = 0
    s.slot = 0
    s.what = 0
    s.low = 0
    s.high = 0
    s.short = 0
    s.chosen = 0
