"""Heuristics of Pennies by which every coin but the last costs something that a search does not see."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from tests.toys.pennies.actions import COINS, Kind
from tests.toys.pennies.heuristics import prior, value
from tests.toys.pennies.state import State

__all__ = ["PENALTY", "prior", "root_penalty", "value"]

PENALTY = 0.75


@kernel
def root_penalty(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write the root_penalty of each of the first count actions."""
    for i in range(count):
        out[i] = 0.0
        if kind_of(s.actions, actions[i]) == Kind.LAY and fields_of(s.actions, Kind.LAY, actions[i])[0] < COINS - 1:
            out[i] = PENALTY
