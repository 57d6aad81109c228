"""Names of what a view of Stratego hides: enemy pieces on the board whose type was not told."""

from __future__ import annotations

from typing import Any

from plowshares.games.stratego.pieces import NAMES, UNKNOWN
from plowshares.games.stratego.state import NOWHERE


def hidden_kinds(view: Any, world: Any, seat: int) -> dict[str, str]:
    """Return the type of every unknown piece on the board in a world, by `piece` and its number."""
    return {
        f"piece {piece}": NAMES[world.types[piece]]
        for piece in range(int(view.pieces))
        if view.types[piece] == UNKNOWN and view.squares[piece] != NOWHERE
    }
