"""Standing still: a player who buys, trades and plants nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.actions import kind_of
from plowshares.games.battle_farm.actions import Kind

STILL = (Kind.DONE, Kind.DECLINE)


def idle(s: Any, seat: int, legal: Sequence[int]) -> int:
    """Return the end of the step or a refusal, where one is legal; else the first action."""
    return next((action for action in legal if kind_of(s.actions, action) in STILL), legal[0])
