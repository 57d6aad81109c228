"""Whole numbers of one width, so that kernels are compiled once and not for every small type they are called with."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from plowshares.core.jit import kernel


def constant(value: int) -> int:
    """Return a number for kernels to pass on; a plain one is a literal to Numba, and another compilation."""
    return cast(int, np.int64(value))


@kernel
def wide(number: Any) -> int:
    """Return a number out of a small field as 64 bits: `int` keeps the small type when compiled."""
    return np.int64(number)  # type: ignore[return-value]  # an int to readers, int64 to Numba
