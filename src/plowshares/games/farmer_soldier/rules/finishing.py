"""Steps 5 and 6 and the end of the turn: harvest, switch of roles, next player (§5)."""

from __future__ import annotations

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.rules.ending import apply_caps
from plowshares.games.farmer_soldier.rules.pieces import (
    FARMER,
    FOOD,
    SOLDIER,
    ask,
    change,
    clear_question,
    count,
    first_held,
    next_held,
    pantry,
)
from plowshares.games.farmer_soldier.rules.raising import begin_turn
from plowshares.games.farmer_soldier.state import Phase, State


@kernel
def harvest(s: State) -> None:
    """Every cell with farmers of the current player yields food (R10–R13)."""
    cell = first_held(s, s.seat)
    while cell != NOWHERE:
        farmers = count(s, cell, s.seat, FARMER)
        if farmers > 0:
            gather(s, cell, s.options.food_yield * (farmers if s.options.per_farmer else 1))
        cell = next_held(s, s.seat, cell)
    s.news.is_fresh = s.news.is_fresh or s.news.harvested > 0


@kernel
def gather(s: State, cell: int, food: int) -> None:
    """Put food into the cell; what is over max_stack is lost (R47)."""
    keeper = pantry(s, s.seat)
    room = s.options.max_stack - count(s, cell, keeper, FOOD)
    food = min(food, room)
    change(s, cell, keeper, FOOD, food)
    s.news.harvested += food


@kernel
def arm_from(s: State, cell: int) -> None:
    """Ask who is a soldier in the next cell; when all are asked, the turn ends (R46)."""
    cell = next_cell(s.held[s.seat], cell) if s.options.switch else NOWHERE
    while cell != NOWHERE:
        adults = count(s, cell, s.seat, FARMER) + count(s, cell, s.seat, SOLDIER)
        if adults > 0:
            ask(s, Phase.ARM, cell, SOLDIER, 0, adults)
            return
        cell = next_held(s, s.seat, cell)
    end_turn(s)


@kernel
def arm(s: State, soldiers: int) -> None:
    """Give the adults of the cell their roles."""
    cell = s.cell
    more = soldiers - count(s, cell, s.seat, SOLDIER)
    change(s, cell, s.seat, SOLDIER, more)
    change(s, cell, s.seat, FARMER, -more)
    arm_from(s, cell + 1)


@kernel
def next_living(s: State, seat: int) -> int:
    """Return the living player who follows the seat in cyclic order (R2)."""
    seat = (seat + 1) % s.options.seats
    while not s.living[seat]:
        seat = (seat + 1) % s.options.seats
    return seat


@kernel
def place_in_round(s: State, seat: int) -> int:
    """Return how many seats have their turn before this one in a round."""
    return (seat - s.options.beginner) % s.options.seats


@kernel
def end_turn(s: State) -> None:
    """Pass the turn on; after a full round test the caps."""
    clear_question(s)
    if s.options.alternating:
        pass_back_and_forth(s)
    else:
        before = s.seat
        s.seat = next_living(s, before)
        if place_in_round(s, s.seat) <= place_in_round(s, before):
            end_round(s)
    if s.phase != Phase.OVER:
        begin_turn(s)


@kernel
def pass_back_and_forth(s: State) -> None:
    """Pass the turn on where every second round goes backwards: whoever ended a round begins the next one."""
    seat = next_in_row(s, s.seat, way_of(s.round))
    if not 0 <= seat < s.options.seats:
        end_round(s)
        way = way_of(s.round)
        seat = next_in_row(s, -1 if way > 0 else int(s.options.seats), way)
    s.seat = seat


@kernel
def way_of(number: int) -> int:
    """Return which way a round goes, counted from 0: even ones upwards, odd ones downwards."""
    return 1 if number % 2 == 0 else -1


@kernel
def next_in_row(s: State, seat: int, way: int) -> int:
    """Return the next living seat this way; beyond the seats if there is none."""
    seat += way
    while 0 <= seat < s.options.seats and not s.living[seat]:
        seat += way
    return seat


@kernel
def end_round(s: State) -> None:
    """Count the round, and whether it was a quiet one."""
    s.round += 1
    s.quiet = 0 if s.is_bloody else s.quiet + 1
    s.is_bloody = False
    apply_caps(s)
