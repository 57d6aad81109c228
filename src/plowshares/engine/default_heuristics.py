"""Default kernels for optional hooks (`core/hooks.py`): no guesses, every position is quiescent, no root penalties."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel


@kernel
def guess(s: Any, seat: int, bits: Any) -> int:
    """Return the first action."""
    return 0


@kernel
def is_quiet(s: Any) -> bool:
    """Take every position for quiescent."""
    return True


@kernel
def root_penalty(s: Any, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write no root penalties."""
    for i in range(count):
        out[i] = 0.0
