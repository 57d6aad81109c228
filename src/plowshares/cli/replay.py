"""`plowshares replay FILE`: look at a match again, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plowshares import registry
from plowshares.cli.pages import show_page
from plowshares.engine.record import read_record
from plowshares.terminal.replayer import Replayer
from plowshares.terminal.screen import Screen
from plowshares.terminal.session import finder, read_file


def replay(
    file: Path,
    /,
    *,
    as_: Annotated[str | None, Parameter(name="--as")] = None,
    print_: Annotated[bool, Parameter(name="--print", negative="")] = False,
    browser: Annotated[bool, Parameter(negative="")] = False,
    game: str | None = None,
) -> None:
    """Step through a record.

    Parameters
    ----------
    file
        A record as `plowshares play` and `plowshares match` write it.
    as_
        Whose eyes to see it with: a seat by name or number, `spectator`, or `all` once the match is over.
    print_
        Print all positions and what happened instead of asking for keys.
    browser
        Write a page beside the record that replays the finished match, and open it.
    game
        Where the game is, if it is not a registered one: `package.module:NAME`.
    """
    if browser:
        print(f"page: {show_page(file)}")
        return
    record = read_record(read_file(file), whole=False)
    replayer = Replayer(record, finder(registry.find(game) if game else None), as_, Screen())
    if print_:
        replayer.print_all()
    else:
        replayer.run()
