"""A bot of the UCC 2012 line protocol as a player.

It is told its colour, answers with a set-up, and then for each turn gets the enemy's last move with its outcome and
the board as it sees it. Anything the protocol cannot say (a strike after moving, refusals) is left out.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

from plowshares.agents import Ask
from plowshares.arena.bot import BotSettings, Program
from plowshares.arena.bot_definition import Definition
from plowshares.arena.player import Fault
from plowshares.core.errors import IllegalCommand
from plowshares.core.formats import InvalidFile
from plowshares.core.parsing import cell_name, quote
from plowshares.engine.match import Command, Match, Result
from plowshares.games.stratego.adapters.formats import ucc
from plowshares.games.stratego.adapters.formats.boards import CELLS, SIZE, board_of, cell_of_square, layout_of
from plowshares.games.stratego.adapters.formats.gravon import LAKES
from plowshares.games.stratego.pieces import UNKNOWN
from plowshares.games.stratego.rules.arranging import count_reserve
from plowshares.games.stratego.state import Phase

ROWS = 4
FAREWELL = 0.5  # seconds to read the end and stop by itself
_LETTERS = re.compile(r"[1-9sSBFbf.]{10}\Z")


class UccBot(Program):
    """A program that speaks the protocol."""

    def __init__(self, definition: Definition, settings: BotSettings | None = None) -> None:
        super().__init__(definition, settings)
        self._moved = False  # an own move whose outcome the bot has not been told
        self._refused = False

    def begin(self, match: Match, seat: int) -> None:
        """Start the process and tell it its colour."""
        width, height, _ = match.options.size  # type: ignore[attr-defined]  # Stratego's own options
        if (width, height) != (SIZE, SIZE):
            raise Fault("crash", f"{self.name!r} plays on boards of 10x10 only, not {width}x{height}")
        self._start(match, seat)
        rival = "_".join(match.names[1 - seat].split()) or "rival"
        self._say(f"{ucc.COLOURS[seat]} {rival} {SIZE} {SIZE}")

    def restart(self, match: Match, seat: int) -> None:
        """Not possible: the protocol cannot tell a new process what has happened."""
        raise Fault("crash", f"{self.name!r} cannot be started again in the middle of a match")

    def end(self, result: Result, news: Sequence[str]) -> None:
        """Tell the outcome of the last move, and that it is over."""
        if self._process and not self._process.ended:
            self._process.resume()
            self._echo()
            self._say("QUIT")
            self._farewell = FAREWELL

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """Tell the bot that its move was illegal, the only word that the protocol has for it."""
        self._moved = False
        self._refused = True
        if self._process and not self._process.ended:
            self._say("ILLEGAL")

    def choose(self, ask: Ask) -> Command:
        """Ask for the set-up or for a move."""
        process = self._running()
        began = time.monotonic()
        deadline = began + min(ask.seconds, self.settings.patience)
        process.resume()
        try:
            if ask.view.phase == Phase.SETUP:
                return self._set_up(ask.view, deadline)
            return self._move(ask.view, deadline)
        finally:
            self.spent = max(0.0, min(time.monotonic() - began, ask.seconds))
            if self.settings.pause:
                process.pause()

    def _set_up(self, view: Any, deadline: float) -> str:
        if not int(count_reserve(view, self._seat)):
            return "ready"
        rows = [self._hear(deadline) for _ in range(ROWS)]
        for row in rows:
            if not _LETTERS.match(row):
                raise Fault("malformed", f"{self.name!r} wrote {quote(row)}, which is not a row of a set-up")
        rows = [row.replace("b", "B").replace("f", "F") for row in rows]
        empty = ["." * SIZE] * ROWS
        board = ucc.read_rows(rows, empty) if self._seat == 0 else ucc.read_rows(empty, rows)
        return f"layout {layout_of(board, self._seat)}"

    def _move(self, view: Any, deadline: float) -> str:
        if not self._refused:
            self._echo()
            self._say("START" if view.ply == 0 else f"{self._last_line(view)} {ucc.outcome_of(view)}")
            for row in board_rows(view, self._seat):
                self._say(row)
        self._refused = False
        line = self._hear(deadline)
        if line.upper().startswith(("SURRENDER", "QUIT")):
            raise Fault("resigned", f"{self.name!r} surrenders")
        try:
            text = ucc.read_line(line)
        except InvalidFile as error:
            raise Fault("malformed", f"{self.name!r}: {error}") from None
        self._moved = True
        return text

    def _echo(self) -> None:
        """Tell the bot what its own last move did."""
        step = self._match.last_step(self._seat) if self._match and self._moved else None
        if step is not None and self._match is not None:
            view = self._match.game.view_of(step.after, self._seat)
            self._say(f"{self._last_line(view)} {ucc.outcome_of(view)}")
        self._moved = False

    def _last_line(self, view: Any) -> str:
        """Write the last move; of a strike after moving only the straight part."""
        places = [divmod(cell_of_square(int(square)), SIZE) for square in (view.last.start, view.last.end)]
        return ucc.write_line("-".join(cell_name(column, row) for row, column in places))

    def _say(self, line: str) -> None:
        if self._process:
            self._process.send(f"{line}\n".encode())

    def _hear(self, deadline: float) -> str:
        """Return the next line that is not empty."""
        process = self._process
        assert process is not None
        while True:
            line = process.read_line(deadline)
            if line is None:
                if process.ended:
                    raise Fault("crash", f"{self.name!r} {process.death}")
                raise Fault("time", f"{self.name!r} did not answer in time")
            words = line.decode(errors="replace").strip()
            if words:
                return words


def board_rows(view: Any, seat: int) -> list[str]:
    """Write the board as a seat sees it, the top row first: own letters, # enemy, + lake, . empty."""
    board = board_of(view)
    letters = []
    for cell in range(CELLS):
        man = board.get(cell)
        if man is None:
            letters.append("+" if cell in LAKES else ".")
        else:
            letters.append(ucc.RANK_OF[man.type] if man.side == seat and man.type != UNKNOWN else "#")
    return ["".join(letters[i : i + SIZE]) for i in range(0, CELLS, SIZE)]
