"""A table without a terminal, in this process: typed lines go in, and everything shown comes out."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from plowshares.engine.clock import TimeControl
from plowshares.terminal import session
from plowshares.terminal.players import seat_all
from plowshares.terminal.screen import Screen
from plowshares.terminal.session import Session
from plowshares.terminal.table import TerminalTable
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options


def sit_down(folder: Path, seats: str, seed: int = 3, control: TimeControl | None = None, **options: Any) -> Session:
    """Begin a match of Pennies on a record file in the folder."""
    words = seats.split(",")
    sitters = seat_all(GAME, words, seed)
    chosen = Options(seats=len(words), **options)
    names = [sitter.name for sitter in sitters]
    return session.begin(GAME, chosen, seed, names, control or TimeControl(), folder / "match.jsonl")


def play(sitting: Session, seats: str, *lines: str, clears: bool = False) -> str:
    """Let people type these lines; return everything that was shown, on a screen that can be cleared or not."""
    sitters = seat_all(GAME, seats.split(","), 3)
    shown = io.StringIO()
    with sitting.file:
        screen = Screen(io.StringIO("".join(f"{line}\n" for line in lines)), shown)
        screen.clears = clears
        TerminalTable(sitting, sitters, screen).run()
    return shown.getvalue()
