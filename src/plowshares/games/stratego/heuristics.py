"""How good a position is, and what to try first."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.games.stratego.state import State


@kernel
def value(s: State, seat: int) -> float:
    """Estimate the seat's outcome."""
    return 0.0


@kernel
def prior(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Weigh actions."""
    for i in range(count):
        out[i] = 1.0
