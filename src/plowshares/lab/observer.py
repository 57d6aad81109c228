"""What a study records about every match: the same for all games, plus the game's own measures."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from typing import Any

import msgspec
import numpy as np

from plowshares.core.actions import ActionSpace
from plowshares.core.game import Game
from plowshares.core.measures import Extra, Measures
from plowshares.core.seats import NOBODY
from plowshares.lab.lead import LEAD, array_of, make_leader


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
    found: Measures | None = game.find_part("measures")
    return found


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
