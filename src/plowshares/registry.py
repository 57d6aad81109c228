"""The list of games: our five, and those that other packages add by an entry point."""

from __future__ import annotations

import functools
import importlib
from importlib.metadata import entry_points

from plowshares.core.errors import UnknownGame
from plowshares.core.game import Game
from plowshares.core.reading import suggest

GROUP = "plowshares.games"
# By name and not by import, so that a program that needs one game does not load the others.
OURS = {
    "stratego": "plowshares.games.stratego:GAME",
}


@functools.cache
def places() -> dict[str, str]:
    """Return where every known game is to be found; ours cannot be replaced by an entry point."""
    added = {point.name: point.value for point in entry_points(group=GROUP)}
    return {**added, **OURS}


def names() -> list[str]:
    """List the names of all games, ours first."""
    return sorted(places(), key=lambda name: (name not in OURS, name))


@functools.cache
def find(name: str) -> Game:
    """Return the game of that name; `farmer-soldier` and `farmer_soldier` are the same."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted not in places():
        raise UnknownGame(f"no game is called {name!r}{suggest(wanted, places())}; there are: {', '.join(names())}")
    module, _, attribute = places()[wanted].partition(":")
    game = getattr(importlib.import_module(module), attribute)
    if not isinstance(game, Game):
        raise UnknownGame(f"{places()[wanted]!r}, where {name!r} should be, is no Game")
    return game
