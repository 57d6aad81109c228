"""Should farmers and soldiers be able to switch roles? A first answer by play.

    python examples/farmer_soldier_roles.py [games per line]

Two equal players look one action ahead with the game's own heuristics; a little noise on every value makes
each game different. All of it is compiled. The noise is the same for both: the players differ only in their seat.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from plowshares.core.jit import factory, kernel
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.engine.intervals import wilson
from plowshares.games.farmer_soldier import GAME, heuristics, rules
from plowshares.games.farmer_soldier.state import Reason

NOISE = 0.01  # added to a value, at most; values lie in [-1, 1]
GRAINS = 1000  # steps of the noise
WIN, DRAW, LOSS = 1.0, 0.5, 0.0

LINES: dict[str, dict[str, Any]] = {
    "as written (yield 2)": {},
    "yield 2, switch": {"switch": True},
    "yield 1": {"food_yield": 1},
    "yield 1, switch": {"food_yield": 1, "switch": True},
    "yield 2, bonus 1": {"seat_bonus": 1},
    "yield 2, bonus 1, switch": {"seat_bonus": 1, "switch": True},
    "yield 1, armed start": {"food_yield": 1, "start": "1f 1s 9g"},
    "yield 1, armed start, switch": {"food_yield": 1, "start": "1f 1s 9g", "switch": True},
}


@factory
def make_duel(rules: ModuleType, heuristics: ModuleType) -> Any:
    """Return a kernel that plays one match between two players who look one action ahead."""

    @kernel
    def duel(states: Any, rng: Rng, actions: Any) -> int:
        played = 0
        s = states[0]
        while not rules.is_over(s):
            seat = s.seat
            count = rules.legal_actions(s, seat, actions)
            best, chosen = -2.0, actions[0]
            for i in range(count):
                value = NOISE * below(rng, GRAINS) / GRAINS
                if count > 1:
                    states[1] = states[0]
                    rules.step(states[1], seat, actions[i])
                    value += heuristics.value(states[1], seat)
                if value > best:
                    best, chosen = value, actions[i]
            rules.step(s, seat, chosen)
            played += 1
        return played

    return duel


@dataclass
class Tally:
    """What happened in the games of one line."""

    name: str
    scores: list[float]  # of player 0
    reasons: list[int]
    rounds: list[int]
    actions: list[int]
    hunger: list[bool]  # whether the last to fall starved, and did not fall in combat

    def describe(self) -> str:
        """Write one line of the table."""
        games = len(self.scores)
        ended = sum(reason in (Reason.LAST_STANDING, Reason.WIPED_OUT) for reason in self.reasons)
        decided = [score for score in self.scores if score != DRAW]
        first = sum(decided)
        low, high = wilson(ended / games, games)
        words = f"{self.name:30} {games:6} {ended / games:7.1%} ({low:.1%}–{high:.1%})"
        words += f" {sum(self.hunger) / max(1, ended):7.0%} {len(decided) / games:8.1%}"
        words += f" {np.median(self.rounds):7.0f} {np.median(self.actions):8.0f}"
        if decided:
            low, high = wilson(first / len(decided), len(decided))
            words += f"   {first / len(decided):6.1%} ({low:.1%}–{high:.1%})"
        return words


def play_line(name: str, options: dict[str, Any], games: int) -> Tally:
    """Play the games of one line."""
    tally = Tally(name, [], [], [], [], [])
    duel = make_duel(rules, heuristics)
    first = GAME.start(read_options(GAME.options, options), 1)
    states = type(first).array(2)
    actions = np.zeros(int(first.actions.size), np.int32)
    rng = Rng.new()
    for game in range(games):
        seed_rng(rng, np.uint64(game), 7)
        states[0] = first
        tally.actions.append(int(duel(states, rng, actions)))
        s = states[0]
        points = np.zeros(2)
        rules.scores(s, points)
        tally.scores.append(float(points[0]))
        tally.reasons.append(int(s.reason))
        tally.rounds.append(int(s.round))
        tally.hunger.append(s.reason == Reason.LAST_STANDING and not s.news.fallen.any())
    return tally


def main(games: int) -> None:
    """Print one line for every variant."""
    print(
        "eliminated: ended because only one player had people, not by a cap; hunger: those of them whose loser starved."
    )
    print("decided: not drawn, for whatever reason.")
    print("first player: its part of the decided games. Intervals are Wilson's, 95 %.")
    heads = f"{'games':>6} {'eliminated':>21} {'hunger':>7} {'decided':>8} {'rounds':>7} {'actions':>8}"
    print(f"{'':30} {heads}   first player")
    for name, options in LINES.items():
        print(play_line(name, options, games).describe(), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
