"""The end: elimination, caps, scoring and places (§6)."""

from __future__ import annotations

from typing import Any

from plowshares.core.boards import NOWHERE
from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.rules.pieces import (
    FARMER,
    FOOD,
    change,
    clear_question,
    count,
    first_held,
    next_held,
)
from plowshares.games.farmer_soldier.state import Phase, Reason, State


@kernel
def eliminate(s: State) -> None:
    """Drop every player without people and see whether that ends the match (R39–R41)."""
    before = s.count_living
    for seat in range(s.options.seats):
        if s.living[seat] and s.people[seat] == 0:
            s.living[seat] = 0
            s.count_living -= 1
            s.fell_at[seat] = s.falls + 1
            if not s.options.common:
                clear_food(s, seat)
    if s.count_living < before:
        s.falls += 1
    if s.count_living == 1:
        end_match(s, Reason.LAST_STANDING)
    elif s.count_living == 0:
        end_match(s, Reason.WIPED_OUT)


@kernel
def clear_food(s: State, seat: int) -> None:
    """Take all food of an eliminated player away (R24)."""
    cell = first_held(s, seat)
    while cell != NOWHERE:
        change(s, cell, seat, FOOD, -count(s, cell, seat, FOOD))
        cell = next_held(s, seat, cell)


@kernel
def end_match(s: State, reason: int) -> None:
    """Find the winners and stop."""
    clear_question(s)
    s.phase = Phase.OVER
    s.reason = reason
    for seat in range(s.options.seats):
        s.winners[seat] = 1 if count_better(s, seat) == 0 else 0


@kernel
def apply_caps(s: State) -> None:
    """At the end of a round: has the match gone on too long (R43)?"""
    if s.round >= s.options.round_cap:
        end_match(s, Reason.ROUND_CAP)
    elif s.quiet >= s.options.quiet_rounds:
        end_match(s, Reason.QUIET)


@kernel
def count_farmed(s: State, seat: int) -> int:
    """Return in how many cells the seat has farmers."""
    farmed = 0
    cell = first_held(s, seat)
    while cell != NOWHERE:
        if s.things[cell, seat, FARMER] > 0:
            farmed += 1
        cell = next_held(s, seat, cell)
    return farmed


@kernel
def count_food(s: State, seat: int) -> int:
    """Return how much food is the seat's own; common food is nobody's."""
    if s.options.common:
        return 0
    food = 0
    cell = first_held(s, seat)
    while cell != NOWHERE:
        food += count(s, cell, seat, FOOD)
        cell = next_held(s, seat, cell)
    return food


@kernel
def compare(s: State, seat: int, other: int) -> int:
    """Return a positive number if the seat is placed better than the other, 0 if they share a place (R44)."""
    if s.living[seat] and s.living[other]:
        if s.options.cap_draw:
            return 0
        by = count_farmed(s, seat) - count_farmed(s, other)
        if by == 0:
            by = int(s.people[seat]) - int(s.people[other])
        if by == 0:
            by = count_food(s, seat) - count_food(s, other)
        return by
    if s.living[seat] != s.living[other]:
        return 1 if s.living[seat] else -1
    return int(s.fell_at[seat]) - int(s.fell_at[other])


@kernel
def count_better(s: State, seat: int) -> int:
    """Return how many players are placed better than the seat."""
    better = 0
    for other in range(s.options.seats):
        if compare(s, other, seat) > 0:
            better += 1
    return better


@kernel
def places(s: State, out: Any) -> None:
    """Write each seat's place in a finished match: 1, 2, 2, 4."""
    for seat in range(s.options.seats):
        out[seat] = 1 + count_better(s, seat)


@kernel
def scores(s: State, out: Any) -> None:
    """Write each seat's points: one point, shared by the winners."""
    winners = 0
    for seat in range(s.options.seats):
        if s.winners[seat]:
            winners += 1
    for seat in range(s.options.seats):
        out[seat] = 1.0 / winners if s.winners[seat] else 0.0


@kernel
def outcome(s: State, out: Any) -> None:
    """Write each seat's utility: points against an equal share, so that a sole winner has 1."""
    seats = s.options.seats
    scores(s, out)
    for seat in range(seats):
        # A match that still runs has no winners, and everybody 0.
        out[seat] = (seats * out[seat] - 1.0) / (seats - 1.0) if s.phase == Phase.OVER else 0.0
