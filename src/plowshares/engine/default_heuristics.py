"""For games that do not say what a seat is likely to do, when a position can be rated, or what has a toll.

See `make_search`.
"""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel


@kernel
def guess(s: Any, seat: int, bits: Any) -> int:
    """Return a likely action: without a way to guess, the first there is."""
    return 0


@kernel
def is_quiet(s: Any) -> bool:
    """Ask whether a position can be rated: without a way to tell, any."""
    return True


@kernel
def toll(s: Any, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write what each of the first count actions costs beyond what a search sees: nothing."""
    for i in range(count):
        out[i] = 0.0
