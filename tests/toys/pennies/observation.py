"""Pennies for learners."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from tests.toys.pennies.actions import COINS
from tests.toys.pennies.options import Options
from tests.toys.pennies.state import State

__all__ = ["dtype", "encode", "shape"]


def shape(options: Options) -> tuple[int, ...]:
    """Return round, own coins, all points."""
    return (1 + COINS + options.seats,)


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int8)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write round, own coins, all points."""
    out[0] = s.round
    for coin in range(COINS):
        out[1 + coin] = s.hand[seat, coin] if 0 <= seat < s.options.seats else 0
    for other in range(s.options.seats):
        out[1 + COINS + other] = s.points[other]
