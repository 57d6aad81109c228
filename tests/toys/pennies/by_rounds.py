"""Heuristics of Pennies that rate positions between rounds only."""

from __future__ import annotations

from plowshares.core.jit import kernel
from tests.toys.pennies.boldness import guess, prior, value
from tests.toys.pennies.state import EMPTY, State

__all__ = ["guess", "is_quiet", "prior", "value"]


@kernel
def is_quiet(s: State) -> bool:
    """Ask whether nobody has laid a coin yet."""
    for seat in range(s.options.seats):
        if s.coin[seat] != EMPTY:
            return False
    return True
