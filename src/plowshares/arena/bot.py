"""A bot process that speaks the one protocol, as a player."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from plowshares.agents import Ask
from plowshares.arena import protocol
from plowshares.arena.bot_definition import Definition
from plowshares.arena.isolation import choose_level
from plowshares.arena.player import Fault, Faults
from plowshares.arena.process import BadBot, BotProcess, Limits
from plowshares.core.errors import IllegalCommand
from plowshares.engine.match import Command, Match, Result

FAREWELL = 0.5  # seconds to read the result and end by itself
CPU_LOOK = 0.02  # seconds between two looks at a bot's processor clock


class BotSettings(msgspec.Struct, frozen=True):
    """How bots are run; the same for all bots of a match."""

    start_seconds: float = 15.0
    patience: float = 60.0  # seconds for one answer when no clock ends it earlier; wall time in every mode
    clock: str = "wall"  # or cpu
    pause: bool = True
    isolation: str = "best"
    limits: Limits = Limits()
    errors: Path | None = None  # directory for what bots write to standard error
    hidden: tuple[Path, ...] = ()


class Program:
    """The process of a bot, whatever protocol it speaks. One process plays one match."""

    def __init__(self, definition: Definition, settings: BotSettings | None = None) -> None:
        self.definition = definition
        self.settings = settings or BotSettings()
        self.name = definition.name
        self.spent: float | None = None
        self.isolation = ""
        self.faults = Faults()
        self._process: BotProcess | None = None
        self._farewell = 0.0
        self._errors: Path | None = None
        self._match: Match | None = None
        self._seat = 0

    def _start(self, match: Match, seat: int) -> BotProcess:
        """Start the process; raise Fault if it cannot be started."""
        self._match, self._seat = match, seat
        level = choose_level(self.settings.isolation)
        self.isolation = level.level
        self._errors = errors_file(self.settings.errors, seat, self.name)
        try:
            command = self.definition.command(self.settings.hidden)
            self._process = BotProcess(command, self.settings.limits, level, self._errors)
        except BadBot as error:
            raise Fault("crash", str(error)) from None
        return self._process

    def _running(self) -> BotProcess:
        """Return the process; raise Fault if it has ended."""
        if self._process is None or self._process.ended:
            raise Fault("crash", f"{self.name!r} is not running")
        return self._process

    def stop(self) -> None:
        """End the process."""
        if self._process:
            self._process.stop(farewell=self._farewell)
            self._process = None
            drop_if_empty(self._errors)

    def kill(self) -> None:
        """End the process and its children at once. Other threads may call it while one waits for an answer."""
        process = self._process
        for pid in process.pids() if process is not None else ():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


class Bot(Program):
    """A program that plays a seat by our own protocol."""

    def __init__(self, definition: Definition, settings: BotSettings | None = None) -> None:
        super().__init__(definition, settings)
        self.wants: tuple[str, ...] = protocol.DEFAULT_WANTS
        self._asked = 0
        self._sent_view: dict[str, Any] = {}
        self._refusal: dict[str, Any] | None = None

    # The beginning and the end

    def begin(self, match: Match, seat: int) -> None:
        """Start the process and shake hands."""
        process = self._start(match, seat)
        self._sent_view = {}
        hello = protocol.hello(match.game, match.options, seat, match.names, match.clocks.control, self.settings.clock)
        process.send(protocol.encode(hello))
        answer = self._hear(time.monotonic() + self.settings.start_seconds, "start")
        if answer.type != "ready":
            raise Fault(
                "malformed", f'{self.name!r} must answer the hello with {{"type":"ready"}}, not {answer.type!r}'
            )
        self.wants = tuple(answer.wants) if answer.wants is not None else protocol.DEFAULT_WANTS
        self._pause()

    def restart(self, match: Match, seat: int) -> None:
        """Start a new process for the same match."""
        self.stop()
        self.begin(match, seat)

    def end(self, result: Result, news: Sequence[str]) -> None:
        """Tell the result; the bot may still write it down."""
        if self._process and not self._process.ended:
            self._process.resume()
            self._process.send(protocol.encode(protocol.result_message(result, self._seat, news)))
            self._farewell = FAREWELL

    # A decision

    def choose(self, ask: Ask) -> Command:
        """Send the turn, or the refusal of the last answer, and wait for a command."""
        process = self._running()
        if self._refusal is None:
            self._asked += 1
            message = self._turn(ask)
        else:
            message, self._refusal = self._refusal, None
        line = protocol.encode(message)
        self.spent = None
        self.faults.stale += len(process.take_waiting())
        began, used = time.monotonic(), self._cpu()
        try:
            process.send(line)
            process.resume()  # when there is something to read already, the bot wakes up once and not twice
            return self._listen(ask, began, used)
        finally:
            self.spent = max(0.0, min(self._elapsed(began, used), ask.seconds))
            self._pause()

    def _listen(self, ask: Ask, began: float, used: float) -> Command:
        while True:
            answer = self._hear_in_time(ask, began, used)
            if answer.id is not None and answer.id != self._asked:
                self.faults.stale += 1  # the answer to a question whose time was up
            elif answer.type == "legal":
                self._send_page(ask, answer)
            elif answer.type == "resign":
                raise Fault("resigned", f"{self.name!r} resigns")
            elif answer.type == "ready":
                raise Fault("malformed", f'{self.name!r} said "ready" when it was its turn')
            elif answer.command is not None:
                return answer.command

    def _hear_in_time(self, ask: Ask, began: float, used: float) -> protocol.Answer:
        patience = began + self.settings.patience
        if self.settings.clock != "cpu":
            return self._hear(min(began + ask.seconds, patience), "answer")
        while True:
            with contextlib.suppress(_NothingYet):
                return self._hear(min(time.monotonic() + CPU_LOOK, patience), "", quietly=True)
            if self._elapsed(began, used) > ask.seconds:
                raise Fault("time", f"{self.name!r} used more than {ask.seconds:g} s of processor time")
            if time.monotonic() >= patience:
                raise Fault("time", f"{self.name!r} did not answer within {self.settings.patience:g} s")

    def _hear(self, deadline: float, what: str, quietly: bool = False) -> protocol.Answer:
        process = self._process
        if process is None:
            raise Fault("crash", f"{self.name!r} is not running")
        line = process.read_line(deadline)
        if line is None:
            if process.ended:
                raise Fault("crash", f"{self.name!r} {process.death}")
            if quietly:
                raise _NothingYet
            raise Fault("time", f"{self.name!r} did not {what} in time")
        try:
            return protocol.parse_answer(line, self.settings.limits.line)
        except protocol.Malformed as error:
            raise Fault("malformed", f"{self.name!r} wrote {error}") from None

    def _turn(self, ask: Ask) -> dict[str, Any]:
        assert self._match is not None
        game, seat = self._match.game, ask.seat
        clocks = self._match.clocks
        bank = clocks.banks[seat]
        message: dict[str, Any] = {
            "type": "turn",
            "id": self._asked,
            "seat": seat,
            "prompt": game.notation.prompt(ask.view, seat),
            "time": {
                "left": None if ask.seconds == float("inf") else round(ask.seconds, 3),
                "bank": None if bank == float("inf") else round(bank, 3),
            },
            "count": len(ask.legal),
        }
        makers: dict[str, Callable[[], Any]] = {
            "board": lambda: protocol.board_of(game, ask.view, seat),
            "view": lambda: protocol.view_to_plain(ask.view),
            "changes": lambda: self._changes(ask),
            "picture": lambda: game.text.board(ask.view, seat, ()),
            "log": lambda: list(ask.news),
            "numbers": lambda: list(ask.legal),
            "legal": lambda: protocol.legal_page(game, ask.view, seat, ask.legal),
        }
        message.update({want: makers[want]() for want in self.wants})
        return message

    def _changes(self, ask: Ask) -> dict[str, Any]:
        view = protocol.view_to_plain(ask.view)
        changes, self._sent_view = protocol.changed(self._sent_view, view), view
        return changes

    def _send_page(self, ask: Ask, answer: protocol.Answer) -> None:
        assert self._match is not None
        assert self._process is not None
        page = protocol.legal_page(self._match.game, ask.view, ask.seat, ask.legal, answer.start, answer.count)
        self._process.send(protocol.encode({"type": "legal", "id": self._asked, **page}))

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """Tell why an answer was not taken: when the bot is asked again, or at once if it is not asked again."""
        message = protocol.refused(self._asked, refusal.code, str(refusal.args[0]), left)
        if left:
            self._refusal = message
        elif self._process:
            self._process.send(protocol.encode(message))

    # Clocks

    def _cpu(self) -> float:
        return self._process.cpu_seconds() if self._process and self.settings.clock == "cpu" else 0.0

    def _elapsed(self, began: float, used: float) -> float:
        return self._cpu() - used if self.settings.clock == "cpu" else time.monotonic() - began

    def _pause(self) -> None:
        if self._process and self.settings.pause:
            self._process.pause()


def errors_file(directory: Path | None, seat: int, name: str) -> Path | None:
    """Return where a bot's standard error goes; a name may hold anything, a file's name may not."""
    if directory is None:
        return None
    directory.mkdir(parents=True, exist_ok=True)
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)[:60]
    return directory / f"seat{seat}-{plain}.stderr"


def drop_if_empty(file: Path | None) -> None:
    """Remove an empty file, and its directory if that was all there was."""
    if file is None or not file.exists() or file.stat().st_size:
        return
    file.unlink()
    with contextlib.suppress(OSError):
        file.parent.rmdir()


class _NothingYet(Exception):
    """No line came between two looks at the processor clock."""
