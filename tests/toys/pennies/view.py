"""Who knows what in Pennies: one's own coins and choices, and what was shown."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.core.rng import Rng, below, seed_rng
from tests.toys.pennies.actions import COINS, EXTRAS
from tests.toys.pennies.rules import HIGHEST
from tests.toys.pennies.state import EMPTY, State

UNKNOWN = -2


@kernel
def blank_for(s: State, seat: int) -> None:
    """Hide the others' coins and choices, and the generator."""
    if s.over:
        return
    s.rng.key = 0
    s.rng.stream = 0
    s.rng.count = 0
    for other in range(s.options.seats):
        if other != seat:
            s.hand[other] = UNKNOWN
            s.coin[other] = UNKNOWN
            s.extra[other] = UNKNOWN


@kernel
def sample_for(s: State, seat: int, seed: Any) -> None:
    """Deal the others new coins and let those who are done have chosen anything."""
    if s.over:
        return
    seed_rng(s.rng, seed, 0)
    for other in range(s.options.seats):
        if other != seat:
            deal_unseen(s, other)


@kernel
def deal_unseen(s: State, other: int) -> None:
    """Give a seat a possible hand and a possible choice."""
    for coin in range(COINS):
        s.hand[other, coin] = 0 if coin < s.round else 1 + below(s.rng, HIGHEST)
    s.coin[other] = EMPTY
    s.extra[other] = EMPTY
    if s.done[other]:
        s.coin[other] = s.round + below(s.rng, COINS - s.round)
        s.extra[other] = below(s.rng, EXTRAS)


@kernel
def disturb(s: State, seat: int, seed: Any) -> None:
    """Change the others' hands, their choices and the generator."""
    if s.over:
        return
    other_rng(s.rng, seed)
    for other in range(s.options.seats):
        if other != seat:
            for coin in range(COINS):
                s.hand[other, coin] = 1 + below(s.rng, HIGHEST)
            s.coin[other] = below(s.rng, COINS)
            s.extra[other] = below(s.rng, EXTRAS)


@kernel
def other_rng(rng: Rng, seed: Any) -> None:
    """Start another generator, in a stream of its own."""
    seed_rng(rng, seed, 1)
