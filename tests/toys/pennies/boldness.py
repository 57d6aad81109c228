"""Heuristics of Pennies that guess: everybody lays the most they have."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from tests.toys.pennies.actions import COINS, EXTRAS, Kind
from tests.toys.pennies.heuristics import prior, value
from tests.toys.pennies.state import EMPTY, State

__all__ = ["guess", "prior", "value"]


@kernel
def guess(s: State, seat: int, bits: Any) -> int:
    """Lay the highest coin, with the most on top."""
    if s.coin[seat] != EMPTY:
        return encode(s.actions, Kind.ADD, EXTRAS - 1, 0, 0)
    best = 0
    for coin in range(COINS):
        if s.hand[seat, coin] > s.hand[seat, best]:
            best = coin
    return encode(s.actions, Kind.LAY, best, 0, 0)
