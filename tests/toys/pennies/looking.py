"""Heuristics of Pennies that look ahead on their own: one more position for every ply, and then a plain rating."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plowshares.core.jit import kernel
from tests.toys.pennies.heuristics import prior, value
from tests.toys.pennies.state import State

__all__ = [
    "can_look_ahead",
    "look_ahead",
    "new_sheet",
    "note_world",
    "plan_world",
    "prepare_lookahead",
    "prior",
    "value",
]


class Sheet(NamedTuple):
    """What is counted: positions, worlds noted, plans, deepest look."""

    tally: Any


@kernel
def can_look_ahead(s: State) -> bool:
    """Every match is searched so."""
    return True


@kernel
def new_sheet(words: int) -> Any:
    """Return an empty sheet."""
    return Sheet(np.zeros(4, np.int64))


@kernel
def note_world(s: State, seat: int, sheet: Any) -> None:
    """Count a world."""
    sheet.tally[1] += 1


@kernel
def prepare_lookahead(s: State, seat: int, sheet: Any) -> None:
    """Nothing needs to be prepared."""


@kernel
def plan_world(s: State, seat: int, sheet: Any) -> None:
    """Count a plan."""
    sheet.tally[2] += 1


@kernel
def look_ahead(s: State, words: Any, seat: int, depth: int, legal: Any, sheet: Any) -> float:
    """Rate a position, which costs more the deeper one looks."""
    sheet.tally[0] += 1 + depth
    return float(value(s, seat))
