"""How good a position of Pennies is."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from tests.toys.pennies.state import State

__all__ = ["prior", "value"]


@kernel
def value(s: State, seat: int) -> float:
    """Compare own points with the best other's."""
    best = 0
    for other in range(s.options.seats):
        if other != seat:
            best = max(best, int(s.points[other]))
    return max(-1.0, min(1.0, (int(s.points[seat]) - best) / 10.0))


@kernel
def prior(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Weigh all actions alike."""
    for i in range(count):
        out[i] = 1.0
