"""For games whose actions look the same to everybody and can be judged by all: see `make_search`."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel


@kernel
def face(s: Any, seat: int, action: int) -> int:
    """Return what only the acting seat knows about an action: nothing."""
    return 0


@kernel
def is_blind(s: Any, seat: int, action: int) -> bool:
    """Ask whether an action turns on what the acting seat does not know: never."""
    return False


@kernel
def guess(s: Any, seat: int, bits: Any) -> int:
    """Return a likely action: without a way to guess, the first there is."""
    return 0
