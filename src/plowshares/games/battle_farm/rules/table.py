"""How many sit here and how large their gardens are, as wide whole numbers: one kernel, one compilation."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.battle_farm.state import State


@kernel
def players(s: State) -> int:
    """Return how many play."""
    return int(s.options.players)


@kernel
def beds(s: State, seat: int) -> int:
    """Return how many beds the seat has."""
    return int(s.bed_count[seat])


@kernel
def whose_turn(s: State) -> int:
    """Return the seat whose turn it is."""
    return int(s.current)


@kernel
def hand_size(s: State, seat: int) -> int:
    """Return how many cards the seat holds."""
    return int(s.hand_count[seat])
