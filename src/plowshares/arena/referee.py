"""A match of the arena: players on its seats, and a referee that asks them one after the other.

The match's own clock stands still. Each seat is charged for the time its own answers took, so that it does not pay
for the time of other players, of the referee or of a busy machine.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from plowshares.agents.base import Ask
from plowshares.agents.referee import Referee
from plowshares.arena.html_report import write_file
from plowshares.arena.player import Fault, Faults, Metered, Player, Usage, add_faults
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.engine.clock import TimeControl
from plowshares.engine.log import Log
from plowshares.engine.match import Listener, Match, Result, tell_all
from plowshares.engine.record import Recorder

STAND_IN_STREAM = 0x7F00  # of the match's seed, plus the seat
WAYS = ("forfeit", "random")


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to a bot that fails: it loses, or a random legal command is played for it."""

    tries: int = 3  # answers to one question before it counts as failed
    illegal: str = "forfeit"
    time: str = "forfeit"
    crash: str = "forfeit"
    restarts: int = 0  # of a crashed bot, per match, before `crash` applies
    most_faults: int = 50  # of all kinds, before the bot loses regardless of the policy

    def __post_init__(self) -> None:
        for name in ("illegal", "time", "crash"):
            if getattr(self, name) not in WAYS:
                raise InvalidOption(f"policy {name} is {getattr(self, name)!r}; it can be: {', '.join(WAYS)}")


class Played(msgspec.Struct, frozen=True):
    """A finished match as the arena knows it."""

    game: str
    seed: str
    names: tuple[str, ...]
    result: Result
    commands: int
    faults: tuple[Faults, ...]
    notes: tuple[str, ...]  # what went wrong, in words
    isolation: tuple[str, ...]
    seconds: float
    usage: tuple[Usage | None, ...] = ()  # of each seat, where it is counted


class ArenaReferee(Referee):
    """Lets seats that failed leave when the round is over, so that seats that choose at the same time are equals."""

    def __init__(self, match: Match, tries: int) -> None:
        super().__init__(match, order=list, tries=tries)
        self._table = match
        self._leaving: dict[int, str] = {}

    def leave(self, seat: int, reason: str) -> None:
        """Ask a seat no more, and let it leave the match after this round."""
        self._leaving[seat] = reason
        self._round = [each for each in self._round if each != seat]

    def _begin_round(self, waiting: Sequence[int]) -> Sequence[int]:
        leaving, self._leaving = self._leaving, {}
        match = self._table
        playing = [seat for seat in range(match.seats) if seat not in match.left]
        if not match.result and len(playing) > 1 and leaving.keys() >= set(playing):
            match.abandon()  # no player is left to win
            return []
        for seat, reason in leaving.items():
            if not match.result:
                match.resign(seat, reason)
        return match.waiting() if leaving else waiting


class RefereedMatch:
    """One match being played."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: int,
        players: Sequence[Player],
        time_control: TimeControl | None = None,
        policy: Policy | None = None,
        listener: Listener | None = None,
    ) -> None:
        self.players = list(players)
        self.policy = policy or Policy()
        self.record: list[bytes] = []
        self.notes: list[str] = []
        self.log = Log(game, len(self.players))
        # Only processes read the log; making it for others would cost every turn.
        self.log.lines = {i: [] for i, each in enumerate(self.players) if each.isolation != "built-in"}
        listeners: list[Listener] = [Recorder(self.record.append), self.log, *([listener] if listener else [])]
        names = unique_names([player.name for player in self.players])
        self.match = Match(game, options, seed, names, time_control, tell_all(*listeners), now=lambda: 0.0)
        self.referee = ArenaReferee(self.match, self.policy.tries)
        self.faults = [Faults() for _ in self.players]
        self._thought = [0.0] * len(self.players)  # seconds of the command in the making
        self._chance: dict[int, Rng] = {}

    def play(self) -> Played:
        """Play the match to its end; every player is stopped, even after an error."""
        began = time.monotonic()
        try:
            for seat in range(len(self.players)):
                self._begin(seat)
            while (ask := self.referee.next_question()) is not None:
                self._put(ask)
            assert self.match.result is not None
            self._end(self.match.result)
        finally:
            for player in self.players:
                player.stop()
        return self._report(time.monotonic() - began)

    def save(self, path: Path) -> None:
        """Write the record, whole or not at all. It is written after the end, when it can tell a bot nothing."""
        write_file(path, b"".join(line + b"\n" for line in self.record))

    # One decision

    def _put(self, ask: Ask) -> None:
        """Put a question to its seat once, and deal with the answer or the lack of one."""
        seat = ask.seat
        try:
            command = self.players[seat].choose(dataclasses.replace(ask, news=self._news(seat)))
            self._charge(seat)
            if self.referee.take(seat, command):
                self._thought[seat] = 0.0
        except IllegalCommand as refusal:
            self.faults[seat].illegal += 1
            self._refuse(seat, refusal)
        except Fault as fault:
            self._charge(seat)
            if fault.kind == "malformed":
                self.faults[seat].malformed += 1
                self._refuse(seat, IllegalCommand("malformed", str(fault)))
            else:
                self.referee.forgive(seat)
                self._handle(seat, fault)

    def _charge(self, seat: int) -> None:
        self._thought[seat] += self.players[seat].spent or 0.0
        self.match.clocks.charge(seat, self._thought[seat])

    def _news(self, seat: int) -> list[str]:
        lines = self.log.lines.get(seat)
        if not lines:
            return []
        news = list(lines)
        lines.clear()
        return news

    def _refuse(self, seat: int, refusal: IllegalCommand) -> None:
        left = self.referee.refuse(seat)
        self._note(seat, str(refusal))
        self.players[seat].refuse(refusal, left)
        if not self._loses_by_count(seat, "illegal") and left == 0:
            self.referee.forgive(seat)
            self._fail(seat, "illegal", self.policy.illegal)

    def _handle(self, seat: int, fault: Fault) -> None:
        self._note(seat, str(fault))
        if fault.kind == "resigned":
            self.referee.leave(seat, "resigned")
        elif fault.kind == "time":
            self.faults[seat].time += 1
            if not self._loses_by_count(seat, "time"):
                self._fail(seat, "time", self.policy.time)
        else:
            self.faults[seat].crash += 1
            if not self._loses_by_count(seat, "crash") and not self._revive(seat):
                self._fail(seat, "crash", self.policy.crash)

    def _loses_by_count(self, seat: int, reason: str) -> bool:
        if self.faults[seat].total < self.policy.most_faults:
            return False
        self.referee.leave(seat, reason)
        return True

    def _fail(self, seat: int, reason: str, way: str) -> None:
        """Let a seat lose, or play for it."""
        bank = self.match.clocks.banks[seat] - self._thought[seat]
        if way == "forfeit" or bank <= 0:
            self.referee.leave(seat, reason)
            return
        self.match.clocks.charge(seat, min(self._thought[seat], self.match.clocks.left(seat) + self._thought[seat]))
        self._play_for(seat)

    def _play_for(self, seat: int) -> None:
        """Complete the seat's command at random."""
        chance = self._chance.get(seat)
        if chance is None:
            chance = self._chance[seat] = Rng.new()
            seed_rng(chance, np.uint64(self.match.seed), STAND_IN_STREAM + seat)
        while seat in self.match.waiting():
            legal = self.match.legal(seat)
            if self.referee.take(seat, legal[below(chance, len(legal))]):
                self._thought[seat] = 0.0
                return

    # Beginning, crashes, end

    def _begin(self, seat: int) -> None:
        try:
            self.players[seat].begin(self.match, seat)
        except Fault as fault:
            self._note(seat, str(fault))
            self.faults[seat].crash += 1
            if not self._revive(seat) and self.policy.crash == "forfeit":
                self.referee.leave(seat, "crash")

    def _revive(self, seat: int) -> bool:
        while self.faults[seat].restarts < self.policy.restarts:
            self.faults[seat].restarts += 1
            try:
                self.players[seat].restart(self.match, seat)
            except Fault as fault:
                self._note(seat, str(fault))
                self.faults[seat].crash += 1
                continue
            return True
        return False

    def _end(self, result: Result) -> None:
        for seat, player in enumerate(self.players):
            player.end(result, self._news(seat))

    def _note(self, seat: int, words: str) -> None:
        self.notes.append(f"turn {len(self.match.history) + 1}, seat {seat}: {words}")

    def _report(self, seconds: float) -> Played:
        assert self.match.result is not None
        for player, faults in zip(self.players, self.faults, strict=True):
            add_faults(faults, player.faults)
        return Played(
            self.match.game.name,
            f"{self.match.seed:#x}",
            self.match.names,
            self.match.result,
            len(self.match.history),
            tuple(self.faults),
            tuple(self.notes),
            tuple(player.isolation for player in self.players),
            round(seconds, 3),
            tuple(player.usage if isinstance(player, Metered) else None for player in self.players),
        )


def usage_at(played: Played, seat: int) -> Usage | None:
    """Return what a seat used, if that was counted; matches of earlier versions know nothing of it."""
    return played.usage[seat] if seat < len(played.usage) else None


def unique_names(names: Sequence[str]) -> list[str]:
    """Return the names with a number behind those that occur again."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return found
