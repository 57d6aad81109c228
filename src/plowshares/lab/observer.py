"""What is noted down about every match, whatever the game, and what a game wants counted besides."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from bisect import bisect
from collections import Counter
from typing import Any, Protocol

import msgspec
import numpy as np

from plowshares.core.actions import ActionSpace
from plowshares.core.game import Game
from plowshares.core.seats import NOBODY
from plowshares.lab.lead import LEAD, array_of, make_leader


class Extra(msgspec.Struct):
    """What a game counts in one match."""

    numbers: dict[str, float] = {}  # one number a match
    tags: dict[str, list[list[str]]] = {}  # for each seat, the words that apply to it: its class, cards it played
    series: dict[str, list[float]] = {}  # one number a round


class Watch(Protocol):
    """A game's own counting of one match. Plain Python, over full States."""

    def turn(self, s: Any, seat: int, actions: tuple[int, ...], /) -> None:
        """Look at the State after a command."""

    def end(self, s: Any, /) -> Extra:
        """Return what was counted."""


class Measures(Protocol):
    """The room that a game may offer: `measures` in its own package, or here under its name."""

    HELP: dict[str, str]  # what each number, tag and series is
    CAPS: tuple[str, ...]  # reasons that mean a match was cut off by a limit
    KEYS: tuple[str, ...]  # numbers that variants are compared by, and tags whose words are compared with even

    def rounds(self, s: Any, /) -> int:
        """Return how many rounds were played."""

    def watch(self, s: Any, /) -> Watch:
        """Begin to count a match from its first State."""


def round_of(s: Any) -> int:
    """Return how many rounds were played, of a game that counts them itself."""
    return int(s.round)


class Rounds:
    """What the counting of such games has in common: some numbers after each round."""

    names: tuple[str, ...] = ()  # of the numbers

    def __init__(self, s: Any) -> None:
        self.round = int(s.round)
        self.series: dict[str, list[float]] = {name: [] for name in self.names}

    def look(self, s: Any) -> None:
        """Note the numbers if another round has begun."""
        if s.round != self.round:
            self.round = int(s.round)
            self.note(s)

    def note(self, s: Any) -> None:
        """Note the numbers now."""
        for row, number in zip(self.series.values(), self.count(s), strict=True):
            row.append(float(number))

    def count(self, s: Any) -> tuple[float, ...]:
        """Return the numbers, in the order of their names."""
        raise NotImplementedError


class Row(msgspec.Struct, frozen=True):
    """One match, as it is kept."""

    variant: int
    number: int  # of the match within its variant
    group: int  # matches of one group have the same seed
    turn: int  # how far the players were moved round the table
    seed: str
    players: tuple[str, ...]  # in the order of the seats
    outcome: tuple[float, ...]
    scores: tuple[float, ...]
    reason: str
    rounds: int
    commands: int
    decisions: int
    options: float  # legal actions per decision, on average
    lead_from: float | None  # part of the match after which the winner led for good; nothing if nobody won alone
    lead_changes: int
    variety: float  # kinds of action as many as if all were used equally often
    distinct: int  # different actions
    kinds: dict[str, int]
    extra: Extra


def measures_of(game: Game) -> Measures | None:
    """Return what a game wants counted, or nothing."""
    return _find_measures(game.home, game.name)


@functools.cache
def _find_measures(home: str, name: str) -> Measures | None:
    for place in (f"{home}.measures", f"plowshares.lab.measures.{name}"):
        if importlib.util.find_spec(place) is not None:
            room: Any = importlib.import_module(place)
            found: Measures = room
            return found
    return None


class Observer:
    """Notes down one match, told of every action and of every command."""

    def __init__(self, game: Game, space: ActionSpace, s: Any, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.space = space
        self.commands = self.choices = 0
        self.taken: list[int] = []  # actions, in their order
        self.find_leader = make_leader(game.heuristics)
        self.leader = NOBODY
        self.lead_changes = 0
        self.led_since = 0
        self.turns = [0] * seats
        self.last = NOBODY
        self.measures = measures_of(game)
        self.watch = self.measures.watch(s) if self.measures else None

    def decide(self, count: int, action: int) -> None:
        """Note an action, and out of how many it was chosen."""
        self.choices += count
        self.taken.append(action)

    def command(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Note a whole command and the State after it."""
        self.commands += 1
        if seat != self.last:
            self.last = seat
            self.turns[seat] += 1
            self._look_who_leads(s)
        if self.watch is not None:
            self.watch.turn(s, seat, actions)

    def _look_who_leads(self, s: Any) -> None:
        ahead = self.find_leader(array_of(s), self.seats, LEAD)
        if ahead not in (NOBODY, self.leader):
            self.lead_changes += self.leader != NOBODY
            self.leader = ahead
            self.led_since = len(self.taken)

    def finish(self, s: Any, reason: str, outcome: tuple[float, ...]) -> dict[str, Any]:
        """Return what was noted."""
        self._look_who_leads(s)
        decisions, used = len(self.taken), Counter(self.taken)
        kinds = Counter[str]()
        for action, count in used.items():
            kinds[self.space.kinds[bisect(self.space.first, action) - 1].name] += count
        rounds = self.measures.rounds(s) if self.measures else max(self.turns)
        return {
            "reason": reason,
            "rounds": int(rounds),
            "commands": self.commands,
            "decisions": decisions,
            "options": round(self.choices / max(1, decisions), 4),
            "lead_from": self._lead_from(outcome),
            "lead_changes": self.lead_changes,
            "variety": round(effective_number(list(kinds.values())), 4),
            "distinct": len(used),
            "kinds": dict(sorted(kinds.items())),
            "extra": self.watch.end(s) if self.watch is not None else Extra(),
        }

    def _lead_from(self, outcome: tuple[float, ...]) -> float | None:
        if outcome.count(max(outcome)) != 1:
            return None
        if self.leader != outcome.index(max(outcome)):
            return 1.0
        return round(self.led_since / max(1, len(self.taken)), 4)


def effective_number(counts: list[int]) -> float:
    """Return how many equally frequent things would be as varied as these: the exponential of the entropy."""
    shares = np.array([count for count in counts if count], float)
    if not len(shares):
        return 0.0
    shares /= shares.sum()
    return float(np.exp(-(shares * np.log(shares)).sum()))
