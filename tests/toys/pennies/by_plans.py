"""Heuristics of Pennies whose search plans whole rounds; every second round the order is said not to matter."""

from __future__ import annotations

from plowshares.core.jit import kernel
from tests.toys.pennies.dear import prior, root_penalty, value
from tests.toys.pennies.state import State

__all__ = ["in_any_order", "prior", "root_penalty", "turn_number", "value"]


@kernel
def turn_number(s: State) -> int:
    """Return the round."""
    return int(s.round)


@kernel
def in_any_order(s: State) -> bool:
    """Ask whether it is a round with an odd number."""
    return bool(s.round % 2 == 1)
