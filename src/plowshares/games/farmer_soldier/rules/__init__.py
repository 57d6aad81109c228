"""The rules: what may be done, and what then happens (§5)."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode, fields_of
from plowshares.core.boards import surround
from plowshares.core.jit import kernel
from plowshares.core.rng import below, seed_rng
from plowshares.core.seats import has_seat, seat_bit
from plowshares.games.farmer_soldier.actions import THINGS, Kind
from plowshares.games.farmer_soldier.rules.combat import resolve_combat
from plowshares.games.farmer_soldier.rules.eating import answer_starve
from plowshares.games.farmer_soldier.rules.ending import outcome, places, scores
from plowshares.games.farmer_soldier.rules.finishing import arm, place_in_round
from plowshares.games.farmer_soldier.rules.marking import answer_mark, mark_range
from plowshares.games.farmer_soldier.rules.moving import choose_move, end_moves, list_moves, move_amount
from plowshares.games.farmer_soldier.rules.pieces import FOOD, change, clear_news, owner_of
from plowshares.games.farmer_soldier.rules.raising import begin_turn, raise_children
from plowshares.games.farmer_soldier.state import Phase, State

__all__ = [
    "is_over",
    "is_unfinished",
    "legal_actions",
    "needs_room",
    "outcome",
    "places",
    "question_range",
    "scores",
    "settle",
    "setup",
    "step",
    "to_act",
]


@kernel
def setup(s: State, seed: Any) -> None:
    """Put everybody's first people and food on the board; player 0, or the player drawn by lot, begins (§4)."""
    seed_rng(s.rng, seed, 0)
    if s.options.lot:
        s.options.beginner = below(s.rng, s.options.seats)
        s.seat = s.options.beginner
    if s.options.deal_homes:
        deal_homes(s)
    for seat in range(s.options.seats):
        home = int(s.homes[seat])
        for what in range(THINGS):
            number = int(s.options.start[what])
            if what == FOOD:
                number += place_in_round(s, seat) * s.options.seat_bonus
            settle(s, home, seat, what, number)
        s.living[seat] = 1
    s.count_living = s.options.seats
    begin_turn(s)


@kernel
def deal_homes(s: State) -> None:
    """Shuffle who lives where."""
    for seat in range(s.options.seats - 1, 0, -1):
        other = below(s.rng, seat + 1)
        home = int(s.homes[seat])
        s.homes[seat] = s.homes[other]
        s.homes[other] = home


@kernel
def settle(s: State, cell: int, seat: int, what: int, number: int) -> None:
    """Put new people or food into a cell."""
    if number == 0:
        return
    change(s, cell, owner_of(s, seat, what), what, number)
    if what != FOOD:
        s.people[seat] += number
    surround(s.board, cell)


@kernel
def to_act(s: State) -> int:
    """Return who owes a decision: in combat all with an open choice, else the current player."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.MARK:
        return s.marking
    return seat_bit(s.seat)


@kernel
def legal_actions(s: State, seat: int, out: Any) -> int:
    """Write every action the seat may take now, ascending; return how many."""
    if seat < 0 or not has_seat(to_act(s), seat):
        return 0
    if s.phase == Phase.MOVE:
        out[0] = encode(s.actions, Kind.DONE, 0, 0, 0)
        return list_moves(s, 1, out)
    low, high = question_range(s, seat)
    first = encode(s.actions, Kind.AMOUNT, low, 0, 0)
    for n in range(high - low + 1):
        out[n] = first + n
    return high - low + 1


@kernel
def question_range(s: State, seat: int) -> tuple[int, int]:
    """Return the lowest and the highest number that answer the seat's question."""
    if s.phase == Phase.MARK:
        return mark_range(s, seat)
    return s.low, s.high


@kernel
def step(s: State, seat: int, action: int) -> None:
    """Play one legal action and all that follows from it."""
    if s.phase == Phase.MOVE:
        if action == encode(s.actions, Kind.DONE, 0, 0, 0):
            clear_news(s)
            end_moves(s)
        else:
            choose_move(s, action)
        return
    n, _, _ = fields_of(s.actions, Kind.AMOUNT, action)
    answer(s, seat, n)


@kernel
def answer(s: State, seat: int, n: int) -> None:
    """Play the answer to the question the seat is asked."""
    clear_news(s)
    match s.phase:
        case Phase.RAISE:
            raise_children(s, n)
        case Phase.AMOUNT:
            move_amount(s, n)
        case Phase.FEED:
            answer_starve(s, n)
        case Phase.MARK:
            answer_mark(s, seat, n)
            if s.marking == 0:
                resolve_combat(s)
        case Phase.ARM:
            arm(s, n)


@kernel
def is_unfinished(s: State, seat: int) -> bool:
    """Ask whether the seat has chosen a move and not yet its amount."""
    return s.phase == Phase.AMOUNT and s.seat == seat


@kernel
def is_over(s: State) -> bool:
    """Ask whether the match has ended."""
    return s.phase == Phase.OVER


@kernel
def needs_room(s: State) -> bool:
    """Ask whether one step could need more cells or more marks than this capacity has."""
    cells, seats = len(s.holders), len(s.people)
    # A step puts things into one cell, whose neighbours are created.
    if min(s.board.limit, s.board.count + s.board.slots) > cells:
        return True
    # A step makes at most one new army, which may face all the others: two questions for each pair.
    return len(s.marks) < cells * seats * (seats - 1) and s.rivalries + 2 * (seats - 1) > len(s.marks)
