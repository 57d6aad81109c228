"""Numbers for a learner, from the seat's view."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.state import State


def shape(options: Options) -> tuple[int, ...]:
    """Return the shape."""
    width, height, _ = options.size
    return 1, height, width


def dtype() -> np.dtype[Any]:
    """Return the type."""
    return np.dtype(np.int8)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write."""
    out[:] = 0
