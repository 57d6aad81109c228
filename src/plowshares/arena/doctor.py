"""The doctor: tries a bot in every situation of a match and says in plain words what is wrong and how to fix it."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from plowshares.agents import Ask, Random
from plowshares.agents.base import ask_for
from plowshares.arena.bot import Bot, BotSettings
from plowshares.arena.bot_definition import Definition
from plowshares.arena.player import Fault
from plowshares.arena.process import BadBot
from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.engine.match import Match, Result

TURNS = 30  # commands of the bot that are tried
SLOW = 5.0  # seconds after which an answer counts as slow
FREEZE = 0.5
PADDING = "x" * (1 << 20)
GOODBYE = 1.0
LAST_WORDS = 5  # lines of standard error that are shown


class Finding(msgspec.Struct, frozen=True):
    """What one examination found."""

    name: str
    verdict: str  # good, warning, bad
    words: str
    advice: str = ""


class Sick(Exception):
    """An examination that found the bot unable to go on."""

    def __init__(self, words: str, advice: str = "") -> None:
        super().__init__(words)
        self.advice = advice


ADVICE = {
    "time": "Does it flush its output after every line? Does it read whole lines, and only one before it answers?",
    "crash": "Start it by hand in its own directory and type a line: it must not end before its input does.",
    "malformed": "Print nothing but one JSON object a line to standard output; everything else goes to standard error.",
}


class Patient(Bot):
    """A bot under examination."""

    padding = ""

    def _turn(self, ask: Ask) -> dict[str, Any]:
        message = super()._turn(ask)
        return {**message, "padding": self.padding} if self.padding else message

    def leaves(self, seconds: float) -> bool:
        """Close the bot's input; return whether it then ends by itself."""
        return self._process is None or self._process.say_goodbye(seconds)


class Doctor:
    """Examines a bot of the one protocol on a match of one game; seat 0 is the bot's, the others play at random."""

    def __init__(
        self, definition: Definition, game: Game, options: Options, settings: BotSettings, seed: int = 1
    ) -> None:
        self.definition = definition
        self.game = game
        self.settings = settings
        self.bot = Patient(definition, settings)
        names = [definition.name, *(f"random {i}" for i in range(1, game.state.count_seats(options)))]
        self.match = Match(game, options, seed, names, now=lambda: 0.0)
        self.others = Random(game, seed)
        self.times: list[float] = []

    def examine(self) -> Iterator[Finding]:
        """Try everything; stop at the first thing after which nothing else can be tried."""
        steps: list[tuple[str, Callable[[], Finding]]] = [
            ("program", self.check_program),
            ("handshake", self.check_handshake),
            ("first turn", self.check_first),
            ("frozen", self.check_frozen),
            ("huge turn", self.check_huge),
            ("refusal", self.check_refusal),
            ("more turns", self.check_turns),
            ("result", self.check_result),
        ]
        try:
            for name, step in steps:
                try:
                    yield step()
                except (Sick, Fault, BadBot, IllegalCommand) as problem:
                    yield self.describe(name, problem)
                    return
        finally:
            self.bot.stop()

    def describe(self, name: str, problem: Exception) -> Finding:
        """Turn a failure into a finding, with the bot's last words."""
        advice = problem.advice if isinstance(problem, Sick) else ""
        if isinstance(problem, Fault):
            advice = ADVICE.get(problem.kind, "")
        self.bot.stop()
        words = last_words(self.settings.errors)
        if words:
            advice += f"\nits last words on standard error:\n{words}"
        return Finding(name, "bad", str(problem), advice.strip())

    # The examinations

    def check_program(self) -> Finding:
        """Is there something to start?"""
        self.definition.check()
        return Finding("program", "good", f"{' '.join(self.definition.words)} in {self.definition.directory}")

    def check_handshake(self) -> Finding:
        """Does it start and say ready?"""
        began = time.monotonic()
        self.bot.begin(self.match, 0)
        seconds = time.monotonic() - began
        words = f"ready after {seconds:.2f} s, wants {', '.join(self.bot.wants) or 'nothing'}"
        if seconds > self.settings.start_seconds / 2:
            return Finding("handshake", "warning", words, "Starting takes more than half of the time there is.")
        return Finding("handshake", "good", words)

    def check_first(self) -> Finding:
        """Does it answer at all?"""
        self.come_to_turn()
        self.turn()
        return Finding("first turn", "good", f"a legal answer after {self.times[0] * 1000:.1f} ms")

    def check_turns(self) -> Finding:
        """Does it play legally and in time?"""
        for _ in range(TURNS):
            if not self.come_to_turn():
                break
            self.turn()
        worst, usual = max(self.times), sorted(self.times)[len(self.times) // 2]
        words = f"{len(self.times)} legal answers, usually in {usual * 1000:.1f} ms, at worst {worst * 1000:.1f} ms"
        stale = self.bot.faults.stale
        if stale:
            return Finding("more turns", "warning", f"{words}; {stale} lines came unasked", ADVICE["malformed"])
        if worst > SLOW:
            return Finding("more turns", "warning", words, f"Answers of more than {SLOW:g} s lose on most clocks.")
        return Finding("more turns", "good", words)

    def check_frozen(self) -> Finding:
        """Does it go on after having been stopped for a while?"""
        if not self.come_to_turn():
            return Finding("frozen", "good", "not tried: the match was over")
        time.sleep(FREEZE)
        self.turn()
        return Finding("frozen", "good", f"answers after {FREEZE:g} s of being frozen")

    def check_huge(self) -> Finding:
        """Can it read a very long line with a key it does not know?"""
        if not self.come_to_turn():
            return Finding("huge turn", "good", "not tried: the match was over")
        self.bot.padding = PADDING
        try:
            self.turn()
        except Fault as fault:
            advice = "It must read lines of any length (here 1 MiB) and ignore keys it does not know."
            raise Sick(str(fault), advice) from None
        finally:
            self.bot.padding = ""
        return Finding("huge turn", "good", "reads a line of 1 MiB with an unknown key")

    def check_refusal(self) -> Finding:
        """Does it answer again when an answer is not taken?"""
        if not self.come_to_turn():
            return Finding("refusal", "good", "not tried: the match was over")
        ask = self.ask()
        self.bot.choose(ask)
        self.bot.refuse(IllegalCommand("doctor", "this refusal is a test: answer again"), 2)
        try:
            self.match.play(0, self.bot.choose(ask))
        except Fault as fault:
            advice = 'After {"type":"refused", …, "left": n} with n above 0 it must answer the same turn again.'
            return Finding("refusal", "warning", str(fault), advice)
        return Finding("refusal", "good", "answers again after a refusal")

    def check_result(self) -> Finding:
        """Does it hear the result and leave?"""
        zeros = (0.0,) * self.match.seats
        self.bot.end(Result("doctor", "The examination is over.", zeros, zeros), [])
        if self.bot.leaves(GOODBYE):
            return Finding("result", "good", "ends by itself after the result")
        advice = "It must end when its input ends; now it has to be killed after every match."
        return Finding("result", "warning", f"still runs {GOODBYE:g} s after its input was closed", advice)

    # Playing

    def come_to_turn(self) -> bool:
        """Play for the others until the bot is to act; return False if the match is over."""
        while 0 not in self.match.to_act():
            if self.match.result:
                return False
            seat = self.match.to_act()[0]
            self.match.play(seat, self.others.choose(self.ask(seat)))
        return True

    def ask(self, seat: int = 0) -> Ask:
        """Return what the seat is asked now."""
        return dataclasses.replace(ask_for(self.match, seat), news=["The doctor says hello."])

    def turn(self) -> None:
        """Let the bot make one decision."""
        command = self.bot.choose(self.ask())
        self.times.append(self.bot.spent or 0.0)
        try:
            self.match.play(0, command)
        except IllegalCommand as refusal:
            advice = "Answer with the number, the text or the object of one of the legal actions of this turn."
            raise Sick(f"answered {command!r}, which is refused: {refusal}", advice) from None


def last_words(errors: Path | None) -> str:
    """Return the last lines of what the bot wrote to standard error."""
    if errors is None or not errors.is_dir():
        return ""
    lines: list[str] = []
    for file in sorted(errors.iterdir()):
        lines += file.read_text(errors="replace").splitlines()
    return "\n".join(lines[-LAST_WORDS:])


def is_healthy(findings: Sequence[Finding]) -> bool:
    """Ask whether nothing bad was found."""
    return all(finding.verdict != "bad" for finding in findings)
