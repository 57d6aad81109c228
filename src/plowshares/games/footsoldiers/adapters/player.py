"""Where the arena meets Footsoldiers: a bot of its protocol as a player; state messages, command lines, options."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from plowshares.agents import Ask
from plowshares.arena.bot import BotSettings, drop_if_empty, errors_file
from plowshares.arena.bot_definition import Definition
from plowshares.arena.player import Fault, Faults
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.game import Game
from plowshares.core.seats import seat_bit
from plowshares.engine.match import Command, Match, Result
from plowshares.games.footsoldiers import GAME, messages, notation, rules
from plowshares.games.footsoldiers.adapters.slots import LONGEST_LINE, SlotBot, SlotSettings
from plowshares.games.footsoldiers.config import RUNNER_PRESETS, Config, RunnerOptions, parse_config
from plowshares.games.footsoldiers.grammar import format_written, match_command
from plowshares.games.footsoldiers.lookup import SEAT_NAMES

NO_OP = "No-op"

__all__ = [
    "NO_OP",
    "RUNNER_PRESETS",
    "SEAT_NAMES",
    "Config",
    "FootsoldiersBot",
    "Reading",
    "RunnerOptions",
    "conflict_in",
    "game",
    "parse_config",
    "read_command",
    "read_map_file",
    "result_after_disqualification",
    "result_line",
    "slot_settings",
    "state_line",
    "state_message",
]


def game() -> Game:
    """Return the game."""
    return GAME


class Reading(NamedTuple):
    """A bot's line as the referee takes it."""

    command: str  # in its canonical form; No-op if the line is none or fails
    written: str | None  # the command as it was meant, None if the line is malformed
    refusal: IllegalCommand | None  # why it fails


def read_command(view: Any, seat: int, line: str, mode: str = "strict") -> Reading:
    """Read a bot's line in the position; whatever is wrong with it makes it a No-op (§13.5)."""
    written = match_command(line, "search" if mode == "search" else "strict") if len(line) <= LONGEST_LINE else None
    if written is None:
        return Reading(NO_OP, None, None)
    text = format_written(written)
    try:
        notation.read_written(view, seat, written)
    except IllegalCommand as refusal:
        return Reading(NO_OP, text, refusal)
    return Reading(text, text, None)


def state_message(view: Any, seat: int) -> bytes:
    """Return the state message for a seat."""
    return messages.state_message(view, seat)


def state_line(s: Any) -> bytes:
    """Return the state for the state log, which has no receiver."""
    return msgspec.json.encode(messages.state_object(s))


def conflict_in(s: Any, seat: int) -> str:
    """Say that a seat's build of the turn before failed because the other's command had filled the cell."""
    return "build_conflict: the cell was filled by the other player's command" if s.failed[seat] else ""


def result_after_disqualification(s: Any, seats: Sequence[int]) -> str:
    """Return the result line when these seats are disqualified before the turn is resolved (§6)."""
    copy = s.clone()
    rules.disqualify(copy, sum(int(seat_bit(seat)) for seat in seats))
    return notation.result_line(copy)


def result_line(s: Any) -> str:
    """Return the result line of a finished position."""
    return notation.result_line(s)


def slot_settings(runner: RunnerOptions, isolation: str = "best", hidden: tuple[Path, ...] = ()) -> SlotSettings:
    """Return the wire's settings from the runner's options."""
    return SlotSettings(
        runner.bot_initialisation_time,
        runner.turn_time_limit,
        runner.max_restarts,
        runner.pause,
        runner.bot_memory_limit_kib << 10,
        runner.stderr_limit_kib << 10,
        isolation,
        hidden,
    )


def read_map_file(path: Path) -> str:
    """Return the text of a map file."""
    try:
        return path.read_text()
    except OSError as error:
        raise InvalidOption(f"cannot read the map {str(path)!r}: {(error.strerror or '').lower()}") from None
    except UnicodeDecodeError:
        raise InvalidOption(f"the map {str(path)!r} is not text") from None


class FootsoldiersBot:
    """A bot of the Footsoldiers protocol as a player at any table of the arena."""

    def __init__(self, definition: Definition, settings: BotSettings | None = None) -> None:
        self.definition = definition
        self.settings = settings or BotSettings()
        self.name = definition.name
        self.spent: float | None = None
        self.isolation = ""
        self.faults = Faults()
        self.notes: list[str] = []
        self._bot: SlotBot | None = None
        self._errors: Path | None = None

    def begin(self, match: Match, seat: int) -> None:
        """Start the process; one that is not ready is started again in its first slot."""
        settings = self.settings
        wire = SlotSettings(
            start_seconds=settings.start_seconds,
            pause=settings.pause,
            memory=settings.limits.memory,
            errors_limit=settings.limits.errors,
            isolation=settings.isolation,
            hidden=settings.hidden,
        )
        self._errors = errors_file(settings.errors, seat, self.name)
        self._bot = SlotBot(self.definition, wire, self._errors, self.notes.append)
        self.isolation = "container" if self.definition.image else self._bot.level.level
        self._bot.start()

    def choose(self, ask: Ask) -> Command:
        """Give the bot its slot: an illegal command counts as a No-op; a bot that is dead for good raises Fault."""
        assert self._bot is not None
        restarts = self._bot.restarts
        limit = ask.seconds if np.isfinite(ask.seconds) else None
        slot = self._bot.slot(state_message(ask.view, ask.seat), limit)
        self.spent = slot.seconds
        self.faults.restarts += self._bot.restarts - restarts
        self.faults.stale = self._bot.stale
        self.faults.crash += not slot.is_running and not self._bot.is_disqualified
        if self._bot.is_disqualified:
            words = f"; {self.notes[-1]}" if self.notes else ""
            raise Fault("crash", f"{self.name!r} is not running and has no restart left{words}")
        if slot.line is None:
            self.faults.time += slot.is_running
            return NO_OP
        reading = read_command(ask.view, ask.seat, slot.line)
        self.faults.malformed += reading.written is None
        self.faults.illegal += reading.refusal is not None
        return reading.command

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """A command that was read is legal: this is a bug."""
        raise refusal

    def restart(self, match: Match, seat: int) -> None:
        """Restarts are made in the slots."""
        raise Fault("crash", f"{self.name!r} has no restart left")

    def end(self, result: Result, news: Sequence[str]) -> None:
        """The protocol has no message for the end."""

    def stop(self) -> None:
        """End the process."""
        if self._bot is not None:
            self._bot.stop()
            drop_if_empty(self._errors)
