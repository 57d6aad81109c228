"""Numbers for learners."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.skeleton.options import Options
from plowshares.skeleton.state import State

__all__ = ["dtype", "encode", "shape"]


def shape(options: Options) -> tuple[int, ...]:
    """Return the stones that are left, and whether it is the seat's turn."""
    return (2,)


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int8)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write them."""
    out[0] = s.stones
    out[1] = 1 if seat == s.seat else 0
