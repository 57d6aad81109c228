"""Pennies: everybody lays a coin in secret and something on top; the highest single sum takes the round."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode, fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.core.rng import below, seed_rng
from plowshares.core.seats import NOBODY, seat_bit
from tests.toys.pennies.actions import COINS, EXTRAS, Kind
from tests.toys.pennies.state import EMPTY, State

HIGHEST = 6


@kernel
def setup(s: State, seed: Any) -> None:
    """Deal every seat its coins."""
    seed_rng(s.rng, seed, 0)
    for seat in range(s.options.seats):
        for coin in range(COINS):
            s.hand[seat, coin] = 1 + below(s.rng, HIGHEST)
    begin_round(s)


@kernel
def begin_round(s: State) -> None:
    """Clear the table."""
    s.coin[:] = EMPTY
    s.extra[:] = EMPTY
    s.done[:] = 0


@kernel
def to_act(s: State) -> int:
    """Return the seats that have not laid both."""
    mask = 0
    if not s.over:
        for seat in range(s.options.seats):
            if not s.done[seat]:
                mask |= seat_bit(seat)
    return mask


@kernel
def legal_actions(s: State, seat: int, out: Any) -> int:
    """List coins not yet spent, or what may go on top."""
    count = 0
    if s.over or seat >= s.options.seats or s.done[seat]:
        return 0
    if s.coin[seat] == EMPTY:
        for coin in range(COINS):
            if s.hand[seat, coin] > 0:
                out[count] = encode(s.actions, Kind.LAY, coin, 0, 0)
                count += 1
        return count
    for extra in range(EXTRAS):
        out[count] = encode(s.actions, Kind.ADD, extra, 0, 0)
        count += 1
    return count


@kernel
def step(s: State, seat: int, action: int) -> None:
    """Lay a coin or something on top; the last one resolves the round."""
    kind = kind_of(s.actions, action)
    value, _, _ = fields_of(s.actions, kind, action)
    match kind:
        case Kind.LAY:
            s.coin[seat] = value
        case Kind.ADD:
            s.extra[seat] = value
            s.done[seat] = 1
    if to_act(s) == 0:
        resolve(s)


@kernel
def resolve(s: State) -> None:
    """Show what was laid, give the point, and go on."""
    for seat in range(s.options.seats):
        s.shown[seat] = s.hand[seat, s.coin[seat]] + s.extra[seat]
        s.hand[seat, s.coin[seat]] = 0
    winner = find_winner(s)
    if winner != NOBODY:
        s.points[winner] += 1 + below(s.rng, 2)
    s.round += 1
    s.over = s.round == s.options.rounds
    begin_round(s)


@kernel
def find_winner(s: State) -> int:
    """Return the seat with the highest sum that nobody else has, or NOBODY."""
    best = 0
    winner = NOBODY
    for seat in range(s.options.seats):
        if s.shown[seat] > best:
            best = s.shown[seat]
            winner = seat
        elif s.shown[seat] == best:
            winner = NOBODY
    return winner


@kernel
def is_unfinished(s: State, seat: int) -> bool:
    """Ask whether the seat has laid a coin and must add something."""
    return bool(s.coin[seat] != EMPTY and s.done[seat] == 0)


@kernel
def is_over(s: State) -> bool:
    """Ask whether all rounds are played."""
    return s.over


@kernel
def needs_room(s: State) -> bool:
    """Answer no: the State is always large enough."""
    return False


@kernel
def scores(s: State, out: Any) -> None:
    """Write the points."""
    for seat in range(s.options.seats):
        out[seat] = s.points[seat]


@kernel
def outcome(s: State, out: Any) -> None:
    """Compare every seat with every other."""
    seats = s.options.seats
    for seat in range(seats):
        out[seat] = 0.0
        for other in range(seats):
            if s.points[seat] > s.points[other]:
                out[seat] += 1.0 / (seats - 1)
            if s.points[seat] < s.points[other]:
                out[seat] -= 1.0 / (seats - 1)
