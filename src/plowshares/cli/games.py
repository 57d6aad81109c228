"""`plowshares games`: what can be played, and with which options."""

from __future__ import annotations

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
        table.add_row(option, bounds, str(default), words)
    console.print(table)
    for preset, values in game.presets.items():
        console.print(f"preset {preset}: {', '.join(f'{k}={v}' for k, v in values.items()) or 'the defaults'}")
