"""`plowshares games`: what can be played, and with which options."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from plowshares import registry
from plowshares.core.options import describe
from plowshares.terminal.layout import span


def games(name: str | None = None, /) -> None:
    """List the games, or the options and presets of one.

    Parameters
    ----------
    name
        A game, such as `stratego`.
    """
    console = Console(markup=False, emoji=False)
    if name is None:
        table = Table("name", "players", "length", "what it is")
        for each in registry.names():
            game = registry.find(each)
            table.add_row(game.name, span(game.seats), game.length, game.summary)
        console.print(table)
        return
    game = registry.find(name)
    console.print(f"{game.title}: {game.summary}")
    table = Table("option", "takes", "default", "meaning")
    for option, bounds, default, words in describe(game.options):
        table.add_row(option, bounds, in_words(default), words)
    console.print(table)
    for preset, values in game.presets.items():
        changed = ", ".join(f"{option}={in_words(value)}" for option, value in values.items())
        usual = " (the usual one)" if preset == game.default_preset else ""
        console.print(f"preset {preset}{usual}: {changed or 'the defaults'}")


def in_words(value: Any) -> str:
    """Return the value of an option as it is typed; a dash stands for none."""
    if isinstance(value, bool):
        return "true" if value else "false"
    plain = msgspec.to_builtins(value)
    if isinstance(plain, dict):
        return ", ".join(f"{name}={in_words(each)}" for name, each in plain.items()) or "-"
    if isinstance(plain, list | tuple):
        return ", ".join(map(in_words, plain)) or "-"
    return "-" if plain in (None, "") else str(plain)
