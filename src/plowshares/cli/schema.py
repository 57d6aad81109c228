"""`plowshares schema WHAT`: the JSON schemas of everything that programs read and write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from plowshares import registry
from plowshares.arena.bot_definition import DefinitionFile
from plowshares.arena.protocol import Answer
from plowshares.core.errors import InvalidOption
from plowshares.core.fields import schema_of
from plowshares.core.game import Game
from plowshares.core.parsing import suggest
from plowshares.engine.record import Header, Line

PLAIN: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "definition": (DefinitionFile,),
    "answer": (Answer,),
    "record": (Header, Line),  # the first line, and all others
}


def schema(what: str, game: str | None = None, /) -> None:
    """Print a JSON schema.

    Parameters
    ----------
    what
        `definition` (a bot's definition.json), `answer` (a line from a bot), `record` (the lines of a record), or, with
        a game, `board` (what a seat knows) or `options`.
    game
        The game of a `board` or of `options`.
    """
    print(msgspec.json.format(msgspec.json.encode(find_schema(what, game))).decode())


def find_schema(what: str, game: str | None) -> dict[str, Any]:
    """Return a schema by its name; raise InvalidOption that says which there are."""
    of_games: dict[str, Callable[[Game], dict[str, Any]]] = {"board": _board, "options": _options}
    if what in PLAIN:
        forms, parts = msgspec.json.schema_components(PLAIN[what], ref_template="#/$defs/{name}")
        return {"anyOf": list(forms), "$defs": parts}
    if what not in of_games:
        known = [*PLAIN, *of_games]
        raise InvalidOption(f"no schema is called {what!r}{suggest(what, known)}; there are: {', '.join(known)}")
    if game is None:
        names = ", ".join(registry.names())
        raise InvalidOption(f"name the game: plowshares schema {what} GAME; there are: {names}")
    return of_games[what](registry.find(game))


def _board(game: Game) -> dict[str, Any]:
    if game.fields is None:
        raise InvalidOption(f"{game.title} offers no named fields")
    return schema_of(game.fields.View)


def _options(game: Game) -> dict[str, Any]:
    return msgspec.json.schema(game.options)
