"""The list of games: our five, and those that other packages add by an entry point."""

from __future__ import annotations

import functools
import importlib
from importlib.metadata import entry_points

from plowshares.core.errors import UnknownGame
from plowshares.core.game import Game
from plowshares.core.parsing import suggest

GROUP = "plowshares.games"
# By name and not by import, so that a program that needs one game does not load the others.
OURS = {
    "farmer_soldier": "plowshares.games.farmer_soldier:GAME",
    "battle_farm": "plowshares.games.battle_farm:GAME",
    "civ": "plowshares.games.civ:GAME",
    "stratego": "plowshares.games.stratego:GAME",
    "footsoldiers": "plowshares.games.footsoldiers:GAME",
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
    """Return the game of that name; `farmer-soldier` and `farmer_soldier` are the same.

    A place such as `my_package.my_game:GAME` is taken as well, so that a game can be tried before it is registered.
    """
    if ":" in name:
        return load(name)
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted not in places():
        raise UnknownGame(f"no game is called {name!r}{suggest(wanted, places())}; there are: {', '.join(names())}")
    return load(places()[wanted])


def load(place: str) -> Game:
    """Return the game at a place of the form `package.module:NAME`."""
    module, _, attribute = place.partition(":")
    try:
        game = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"there is no game at {place!r}: {error}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"what is at {place!r} is no Game")
    return game
