"""The doctor for bots of the Footsoldiers protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec

from plowshares.agents import Random
from plowshares.agents.base import ask_for
from plowshares.arena.bot import BotSettings, errors_file
from plowshares.arena.bot_definition import Definition
from plowshares.arena.doctor import FREEZE, GOODBYE, Finding, last_words
from plowshares.arena.process import BadBot
from plowshares.engine.match import Match
from plowshares.games.footsoldiers.adapters import player as foot
from plowshares.games.footsoldiers.adapters.slots import SlotBot, SlotSettings

TURNS = 5
LIMIT = 2.0  # seconds a turn: longer than the usual one, so that slowness can be told from silence
SOLDIERS = 60  # of the huge state


class FootsoldiersDoctor:
    """Examines a bot with states of a real match, in which it is player1 and player2 plays at random."""

    def __init__(self, definition: Definition, settings: BotSettings) -> None:
        self.definition = definition
        self.settings = settings
        self.notes: list[str] = []
        wire = SlotSettings(start_seconds=settings.start_seconds, turn_seconds=LIMIT, isolation=settings.isolation)
        errors = errors_file(settings.errors, 0, definition.name)
        self.bot = SlotBot(definition, wire, errors, self.notes.append)
        game = foot.game()
        self.match = Match(game, game.options(), 0, now=lambda: 0.0)
        self.other = Random(game, 1)

    def examine(self) -> Iterator[Finding]:
        """Try everything; stop at the first thing after which nothing else can be tried."""
        steps: list[Callable[[], Finding]] = [
            self.check_program,
            self.check_ready,
            self.check_turns,
            self.check_frozen,
            self.check_huge,
            self.check_end,
        ]
        try:
            for step in steps:
                finding = step()
                yield finding
                if finding.verdict == "bad":
                    return
        finally:
            self.bot.stop()

    def bad(self, name: str, words: str, advice: str) -> Finding:
        """Return a bad finding with the bot's last words."""
        said = last_words(self.settings.errors)
        return Finding(name, "bad", words, advice + (f"\nits last words on standard error:\n{said}" if said else ""))

    def check_program(self) -> Finding:
        """Is there something to start?"""
        try:
            self.definition.check()
        except BadBot as error:
            return Finding("program", "bad", str(error))
        return Finding("program", "good", f"{' '.join(self.definition.words)} in {self.definition.directory}")

    def check_ready(self) -> Finding:
        """Does it print Ready?"""
        began = time.monotonic()
        self.bot.start()
        if self.bot.is_running:
            return Finding("handshake", "good", f"Ready after {time.monotonic() - began:.2f} s")
        advice = "Its first line must be exactly Ready, and its output must be flushed."
        return self.bad("handshake", "; ".join(self.notes), advice)

    def check_turns(self) -> Finding:
        """Does it answer with commands, in time?"""
        times: list[float] = []
        errors: list[str] = []
        for _ in range(TURNS):
            view = self.match.view(0)
            slot = self.bot.slot(foot.state_message(view, 0))
            if slot.line is None:
                reason = self.notes[-1] if self.notes and not slot.is_running else f"no line within {LIMIT:g} s"
                return self.bad("normal turns", reason, FRAMING_ADVICE)
            times.append(slot.seconds)
            reading = foot.read_command(view, 0, slot.line)
            if reading.written is None:
                errors.append(f"{slot.line[:80]!r} is not a command")
            elif reading.refusal:
                errors.append(str(reading.refusal))
            self.match.play(0, reading.command)
            while 1 in self.match.to_act() and 0 not in self.match.to_act():
                self.match.play(1, self.other.choose(ask_for(self.match, 1)))
        usual = sorted(times)[len(times) // 2]
        words = f"{TURNS} answers, usually in {usual * 1000:.1f} ms"
        if errors:
            return Finding("normal turns", "warning", f"{words}; {len(errors)} failed: {errors[0]}", "See RULES.md §9.")
        if self.definition.framing == "auto" and usual >= LIMIT / 2:
            advice = 'It reads lines: write "framing": "line" in its definition.json, or it answers late every turn.'
            return Finding("normal turns", "warning", words, advice)
        return Finding("normal turns", "good", words)

    def check_frozen(self) -> Finding:
        """Does it go on after having been stopped for a while?"""
        time.sleep(FREEZE)
        if self.bot.slot(foot.state_message(self.match.view(0), 0)).line is None:
            return self.bad("frozen", f"does not answer after {FREEZE:g} s of being frozen", "Do not rely on timers.")
        return Finding("frozen", "good", f"answers after {FREEZE:g} s of being frozen")

    def check_huge(self) -> Finding:
        """Can it read a state that comes in several pieces?"""
        state = msgspec.json.decode(foot.state_message(self.match.view(0), 0))
        soldier = {
            "type": "Tank",
            "health": 12,
            "team": "player2",
            "destination": {"x": 0, "y": 0},
            "attack-direction": "Up",
        }
        width = max(entry["position"]["x"] for entry in state["map"])
        taken = {(entry["position"]["x"], entry["position"]["y"]) for entry in state["map"]}
        free = [(x, y) for x in range(width // 2, width) for y in range(1, 6) if (x, y) not in taken][:SOLDIERS]
        state["map"] += [{"position": {"x": x, "y": y}, **soldier} for x, y in free]
        state["map"].sort(key=lambda entry: (entry["position"]["x"], entry["position"]["y"]))
        if self.bot.slot(msgspec.json.encode(state)).line is None:
            advice = "A state may come in several pieces: read until the object is complete."
            return self.bad("huge turn", f"does not answer a state with {len(free)} more soldiers", advice)
        return Finding("huge turn", "good", f"answers a state with {len(free)} more soldiers")

    def check_end(self) -> Finding:
        """Does it leave when its input ends?"""
        if self.bot.leaves(GOODBYE):
            return Finding("end", "good", "ends by itself when its input ends")
        return Finding("end", "warning", f"still runs {GOODBYE:g} s after its input was closed", "It is then killed.")


FRAMING_ADVICE = (
    'Does it flush? A bot that reads lines needs "framing": "line" in its definition.json;'
    ' one that reads objects needs "framing": "bare", because a newline may stall it.'
)
