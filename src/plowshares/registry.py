"""The list of games: the folders under `games`, and those that other packages add by an entry point."""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.util
import pkgutil
from importlib.metadata import entry_points
from pathlib import Path

from plowshares.core.errors import UnknownGame
from plowshares.core.game import Game
from plowshares.core.parsing import suggest

GROUP = "plowshares.games"
# By name and not by import, so that a program that needs one game does not load the others.
_FOLDER = importlib.import_module(GROUP).__path__  # `from plowshares import games` is the function of the API
OURS = {each.name: f"{GROUP}.{each.name}:GAME" for each in pkgutil.iter_modules(_FOLDER) if each.ispkg}


@functools.cache
def places() -> dict[str, str]:
    """Return where every known game is to be found; ours cannot be replaced by an entry point."""
    added = {point.name: point.value for point in entry_points(group=GROUP)}
    return {**added, **OURS}


def names() -> list[str]:
    """List the names of all games, ours first."""
    return sorted(places(), key=lambda name: (name not in OURS, name))


def packages() -> list[str]:
    """List the packages of all games; none of them is imported."""
    return [places()[name].partition(":")[0] for name in names()]


@functools.cache
def find(name: str) -> Game:
    """Return the game of that name; hyphens and spaces are as good as underscores.

    A place such as `my_package.my_game:GAME` is taken as well, so that a game can be tried before it is registered.
    """
    return load(name) if ":" in name else find_named(name)


def find_named(name: str) -> Game:
    """Return the game of that name, never one at a place: for names from strangers, who must not import modules."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted not in places():
        raise UnknownGame(f"no game is called {name!r}{suggest(wanted, places())}; there are: {', '.join(names())}")
    return load(places()[wanted])


def commands() -> dict[str, tuple[str, str]]:
    """Return the commands that games add: where each is, and what it does.

    It is in `adapters/commands`, a function in a file of its name, whose first line says what it does after a colon.
    No game is imported for this.
    """
    found = {}
    for entry in places().values():
        package = entry.partition(":")[0]
        try:
            spec = importlib.util.find_spec(package)
        except ImportError:
            continue  # a package that is broken; using the game says how
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            place = Path(folder, "adapters", "commands")
            for each in pkgutil.iter_modules([str(place)]):
                function = f"{package}.adapters.commands.{each.name}:{each.name}"
                found[each.name.replace("_", "-")] = function, _summary(place / f"{each.name}.py")
    return found


def _summary(file: Path) -> str:
    """Return what the first line of a module says after its colon."""
    words = (ast.get_docstring(ast.parse(file.read_bytes())) or "").partition("\n")[0]
    summary = words.partition(": ")[2] or words
    return summary[:1].upper() + summary[1:]


def load(place: str) -> Game:
    """Return the game at a place of the form `package.module:NAME`."""
    module, _, attribute = place.partition(":")
    try:
        game = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"there is no game at {place!r}: {error}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"what is at {place!r} is not a Game")
    return game
