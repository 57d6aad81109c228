"""The Footsoldiers protocol on the wire (§13 of its rules): Ready, framing, slots, restarts, late output.

Nothing here knows the game: states are bytes, commands are lines.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from plowshares.arena.bot_definition import Definition
from plowshares.arena.isolation import choose_level
from plowshares.arena.process import BadBot, BotProcess, Limits

READY = "Ready"
BLANKS = " \t\r"
LONGEST_LINE = 4096  # bytes; a longer one is malformed


class SlotSettings(msgspec.Struct, frozen=True):
    """The runner's settings that slots need (§2)."""

    start_seconds: float = 15.0
    turn_seconds: float = 1.0
    max_restarts: int = 4
    pause: bool = True
    memory: int = 2621440 << 10
    errors_limit: int = 1 << 20
    isolation: str = "best"
    hidden: tuple[Path, ...] = ()


class Slot(NamedTuple):
    """What came out of a turn slot: the command line, if there was one, and whether the bot was alive at its end."""

    line: str | None
    is_running: bool
    seconds: float


class SlotBot:
    """A bot that speaks the Footsoldiers protocol, through all its restarts."""

    def __init__(
        self,
        definition: Definition,
        settings: SlotSettings,
        errors: Path | None = None,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.definition = definition
        self.settings = settings
        self.errors = errors
        self.note = note
        self.restarts = 0
        self.stale = 0
        self.timed_out = False  # in its last slot
        self.was_ready = False  # at any time
        self.trouble = ""  # why it did not start, or ended, the last time
        self.level = choose_level("plain" if definition.image else settings.isolation)
        self._process: BotProcess | None = None

    @property
    def is_running(self) -> bool:
        """Whether the bot is alive and was ready."""
        return self._process is not None

    @property
    def is_disqualified(self) -> bool:
        """Whether the bot is dead for good."""
        return not self.is_running and self.restarts >= self.settings.max_restarts

    def start(self) -> None:
        """Start the process and wait for Ready (§13.4); it is not running if that does not come."""
        settings = self.settings
        limits = Limits(memory=settings.memory, errors=settings.errors_limit, line=LONGEST_LINE)
        try:
            command = self.definition.command(settings.hidden, settings.memory)
            process = BotProcess(command, limits, self.level, self.errors)
        except BadBot as error:
            self._complain(str(error))
            return
        try:
            line = process.read_line(time.monotonic() + settings.start_seconds)
        except BaseException:
            process.stop()
            raise
        if line is not None and text_of(line).strip(BLANKS) == READY and not process.ended:
            self._process = process
            self.timed_out = False
            self.was_ready = True
            self._pause()
            return
        if line is not None and text_of(line).strip(BLANKS) != READY:
            self._complain(f"printed {text_of(line)[:80]!r} instead of {READY!r}")
        else:
            self._complain(process.death or f"did not print {READY!r} within {settings.start_seconds:g} s")
        process.stop(grace=0.0)

    def slot(self, state: bytes, seconds: float | None = None) -> Slot:
        """Give the bot its turn (§13.5)."""
        limit = self.settings.turn_seconds if seconds is None else seconds
        if self._process is None and self.restarts < self.settings.max_restarts:
            self.restarts += 1
            self.note(f"restart {self.restarts} of {self.settings.max_restarts}")
            self.start()
        process = self._process
        if process is None:
            return Slot(None, False, 0.0)
        self._discard(process)
        began = time.monotonic()
        line = self._exchange(process, state, began, limit)
        spent = min(time.monotonic() - began, limit)
        self.timed_out = line is None and not process.ended
        if process.ended:
            self._bury(process)
        else:
            self._pause()
        return Slot(line, self.is_running, spent)

    def stop(self) -> None:
        """End the process (§13.6)."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def leaves(self, seconds: float) -> bool:
        """Close the bot's input; return whether it then ends by itself."""
        return self._process is None or self._process.say_goodbye(seconds)

    # Inside

    def _discard(self, process: BotProcess) -> None:
        stale = process.take_waiting()
        self.stale += len(stale)
        for line in stale[:10]:
            self.note(f"stale output {text_of(line)[:80]!r}")

    def _exchange(self, process: BotProcess, state: bytes, began: float, limit: float) -> str | None:
        """Send the state in the bot's framing and read its last line in time."""
        framing = self.definition.framing
        heard = process.received
        process.send(state + b"\n" if framing == "line" else state)
        process.resume()  # when there is something to read already, the bot wakes up once and not twice
        deadline, half = began + limit, began + limit / 2
        if framing == "auto":
            while not process.lines and not process.ended and process.received == heard and time.monotonic() < half:
                process.pump(half - time.monotonic())
            if process.received == heard and not process.ended:
                process.send(b"\n")
        first = process.read_line(deadline)
        if first is None:
            return None
        lines = [first]
        if self.timed_out:
            # The first line may be the late answer to the state before: wait for the answer to this one.
            end = min(time.monotonic() + limit / 2, deadline)
            while (more := process.read_line(end)) is not None:
                lines.append(more)
        lines += process.take_waiting()
        for line in lines[:-1][:10]:
            self.note(f"extra line {text_of(line)[:80]!r}")
        return text_of(lines[-1])

    def _bury(self, process: BotProcess) -> None:
        self._complain(process.death)
        process.stop(grace=0.0)
        self._process = None

    def _complain(self, words: str) -> None:
        self.trouble = words
        self.note(words)

    def _pause(self) -> None:
        if self._process is not None and self.settings.pause:
            self._process.pause()


def text_of(line: bytes) -> str:
    """Decode a bot's line; invalid UTF-8 is replaced, and an overlong line is marked so that no grammar accepts it."""
    text = line.decode(errors="replace")
    return text + "…" if len(line) > LONGEST_LINE else text
