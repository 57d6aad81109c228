"""Choices that are made at once (`core.hooks.Simultaneity`): a search begins where nobody else has made one."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of


def take_back(game: Game, view: Any, seat: int) -> Any:
    """Return a view as if nobody else had chosen yet what is chosen at once."""
    reconsider = hooks_of(game.heuristics).reconsider
    if reconsider is None:
        return view
    changed = view.clone()
    reconsider(changed, seat)
    return changed
