"""A match of Footsoldiers bots as the original runner plays it, with its result and log files (§13.4 to §13.6)."""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from plowshares.arena.bot_definition import Definition
from plowshares.engine.match import Listener, Match, tell_all
from plowshares.games.footsoldiers.adapters import player as foot
from plowshares.games.footsoldiers.adapters.slots import Slot, SlotBot


@dataclass(frozen=True)
class Files:
    """Where results and logs go, and which of them are printed too."""

    result: Path = Path("game-result")
    turns: Path = Path("turn-logs")
    moves: Path = Path("move-logs")
    states: Path = Path("state-logs")
    errors: tuple[Path, Path] = (Path("player1-errs"), Path("player2-errs"))
    printed: frozenset[str] = field(default_factory=frozenset)  # of turns, moves, states, errors


class Logs:
    """The three logs of a match, flushed every turn."""

    def __init__(self, files: Files, show: Callable[[str], None], stack: contextlib.ExitStack) -> None:
        self.files = files
        self.show = show
        self._open: dict[str, TextIO] = {}
        for name in ("turns", "moves", "states"):
            path: Path = getattr(files, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open[name] = stack.enter_context(path.open("w", encoding="utf-8"))

    def write(self, name: str, line: str) -> None:
        """Add a line to a log."""
        self._open[name].write(line + "\n")
        if name in self.files.printed:
            self.show(line)

    def flush(self) -> None:
        """Put everything on its way to the disk."""
        for file in self._open.values():
            file.flush()


class FootsoldiersMatch:
    """Two bots, one match."""

    def __init__(
        self,
        config: foot.Config,
        definitions: Sequence[Definition],
        files: Files | None = None,
        isolation: str = "best",
        show: Callable[[str], None] = lambda _: None,
        listener: Listener | None = None,
    ) -> None:
        self.config = config
        self.files = files or Files()
        self.show = show
        names = [definition.name for definition in definitions]
        listeners = [listener] if listener else []
        self.match = Match(foot.game(), config.options, 0, names, listener=tell_all(*listeners), now=lambda: 0.0)
        settings = foot.slot_settings(config.runner, isolation)
        for path in self.files.errors:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"")
        self.bots = [
            SlotBot(definition, settings, self.files.errors[seat].absolute(), self._noter(seat))
            for seat, definition in enumerate(definitions)
        ]
        self.logs: Logs | None = None
        self.missed = [0] * len(self.bots)  # turns in which a bot gave no command

    def never_started(self) -> list[int]:
        """List the seats whose bot was never ready to play."""
        return [seat for seat, bot in enumerate(self.bots) if not bot.was_ready]

    def describe_troubles(self) -> list[str]:
        """Say what went wrong with the bots: who never started, was disqualified, or missed turns."""
        return [words for seat in range(len(self.bots)) if (words := self._describe_trouble(seat))]

    def _describe_trouble(self, seat: int) -> str:
        bot, who = self.bots[seat], f"{foot.SEAT_NAMES[seat]} ({self.match.names[seat]})"
        if not bot.was_ready:
            return f"{who} never started: {bot.trouble}"
        if bot.is_disqualified:
            return f"{who} was disqualified after {bot.restarts} restarts: {bot.trouble}"
        if self.missed[seat]:
            turns = len(self.match.history) // len(self.bots)
            limit = bot.settings.turn_seconds
            return f"{who} gave no command in {self.missed[seat]} of {turns} turns (limit {limit:g} s)"
        return ""

    def play(self) -> str:
        """Play to the end; return the line of the result file. Whatever happens, everything is stopped."""
        with contextlib.ExitStack() as stack:
            self.logs = Logs(self.files, self.show, stack)
            for bot in self.bots:
                stack.callback(bot.stop)
            for bot in self.bots:
                bot.start()
            result = ""
            while not result:
                result = self._turn()
                self.logs.flush()
        self.files.result.parent.mkdir(parents=True, exist_ok=True)
        self.files.result.write_text(result + "\n", encoding="utf-8")
        if "errors" in self.files.printed:
            for path in self.files.errors:
                self.show(path.read_text(errors="replace"))
        return result

    def _turn(self) -> str:
        """Play one turn; return the result line if the match is over."""
        before = self.match.state
        slots = self._slots()
        out = [seat for seat, bot in enumerate(self.bots) if bot.is_disqualified]
        if out:
            for seat in out:
                self._log("turns", seat, "disqualified: not running, and no restart is left")
            return foot.result_after_disqualification(before, out)
        readings = [self._read(seat, slot) for seat, slot in enumerate(slots)]
        for seat, reading in enumerate(readings):
            self.match.play(seat, reading.command if reading else foot.NO_OP)
        for seat, (slot, reading) in enumerate(zip(slots, readings, strict=True)):
            self._log_move(seat, slot, reading)
        self._write("states", foot.state_line(self.match.state).decode())
        return foot.result_line(self.match.state) if self.match.result else ""

    def _slots(self) -> list[Slot]:
        def give(seat: int) -> Slot:
            return self.bots[seat].slot(foot.state_message(self.match.view(seat), seat))

        seats = range(len(self.bots))
        if not self.config.runner.concurrent:
            return [give(seat) for seat in seats]
        with concurrent.futures.ThreadPoolExecutor(len(self.bots)) as pool:
            return list(pool.map(give, seats))

    def _read(self, seat: int, slot: Slot) -> foot.Reading | None:
        if slot.line is None:
            self._log("turns", seat, "didn't provide a move")
            self.missed[seat] += 1
            return None
        return foot.read_command(self.match.view(seat), seat, slot.line, self.config.runner.command_match)

    def _log_move(self, seat: int, slot: Slot, reading: foot.Reading | None) -> None:
        name = foot.SEAT_NAMES[seat]
        if reading is None:
            self._write("moves", f"Player {name} didn't provide a move")
            return
        if reading.written is None:
            self._write("moves", f"Player {name} provided invalid move '{slot.line}'")
            return
        self._write("moves", f"Player {name}, Move {reading.written}")
        reason = str(reading.refusal) if reading.refusal else foot.conflict_in(self.match.state, seat)
        if reason:
            self._write("moves", reason)

    def _noter(self, seat: int) -> Callable[[str], None]:
        return lambda words: self._log("turns", seat, words)

    def _log(self, name: str, seat: int, words: str) -> None:
        turns = turns_of(self.match.state)
        self._write(name, f"{turns}: {foot.SEAT_NAMES[seat]}: {words}")

    def _write(self, name: str, line: str) -> None:
        if self.logs is not None:
            self.logs.write(name, line)


def turns_of(s: Any) -> int:
    """Return the turns that remain."""
    return int(s.turns)
