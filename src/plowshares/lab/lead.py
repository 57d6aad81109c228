"""Who leads: the opinion of the game's own heuristics about the full State."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.game import Heuristics
from plowshares.core.jit import factory, kernel
from plowshares.core.seats import NOBODY

LEAD = 0.05
"""How far a seat's value must be above all others' to lead; values lie in [-1, 1], so this is 2.5 % of a win."""
LOWEST = -2.0  # below every value


@factory
def make_leader(heuristics: Heuristics) -> Any:
    """Return a kernel that finds the seat that leads clearly, or NOBODY; the State comes as an array of one.

    Numba takes ten times as long to recognise a single record as this takes for all seats.
    """

    @kernel
    def leader(states: Any, seats: int, margin: float) -> int:
        s = states[0]
        ahead, best, second = NOBODY, LOWEST, LOWEST
        for seat in range(seats):
            value = heuristics.value(s, seat)
            if value > best:
                ahead, best, second = seat, value, best
            elif value > second:
                second = value
        return ahead if best - second >= margin else NOBODY

    return leader


def array_of(s: Any) -> Any:
    """Return a State as an array of one: its own memory, or a copy if it is part of something larger."""
    base = s.base
    if isinstance(base, np.ndarray) and base.size == 1 and base.dtype == type(s).layout:
        return base.reshape(1)
    return np.frombuffer(bytearray(s.tobytes()), type(s).layout)
