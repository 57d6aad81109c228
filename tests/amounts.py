"""How much to test: interpreted kernels are some thousand times slower than compiled ones."""

from __future__ import annotations

import os

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


def amount(compiled: int, interpreted: int) -> int:
    """Return how many rounds of something to run in this mode."""
    return interpreted if INTERPRETED else compiled
