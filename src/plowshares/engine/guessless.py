"""For games that offer no guess of what a seat does: see `make_search`."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel


@kernel
def guess(s: Any, seat: int, bits: Any) -> int:
    """Return a likely action: without a way to guess, the first there is."""
    return 0
