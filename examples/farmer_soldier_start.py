"""Which start of Farmer Soldier favours no seat? The first seat's points between two greedy players.

    python examples/farmer_soldier_start.py [games per line]

Both players take the action that looks best one step ahead, as `greedy` does; equals are decided by chance. All of it
is compiled: 4,000 games take about 20 seconds. A draw is half a point.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.engine.workspace import copy_words, new_scratch_state, words_of
from plowshares.games.farmer_soldier import GAME
from plowshares.games.farmer_soldier.heuristics import value
from plowshares.games.farmer_soldier.rules import is_over, legal_actions, scores, step

SAME = 1e-9
SEED = 7
LINES: tuple[dict[str, Any], ...] = (
    {"size": "3x3", "start": "1f 2g", "seat_bonus": 0},
    {"size": "3x3", "start": "1f 2g", "seat_bonus": 1},
    {"size": "3x3", "start": "1f 2g", "seat_bonus": 2},
    {"size": "4x3", "start": "1f 3g", "seat_bonus": 1},
    {"size": "4x3", "start": "1f 3g", "seat_bonus": 2},
    {"size": "4x3", "start": "1f 3g", "seat_bonus": 3},
    {"size": "4x3", "start": "1f 1s 4g"},
    {"size": "4x3", "start": "1f 1s 4g", "first_turn": "lot"},
    {"size": "4x3", "start": "1f 1s 4g", "first_turn": "lot", "homes": "lot"},
)


@kernel
def choose(
    words: Any, second: Any, second_words: Any, seat: int, actions: Any, count: int, values: Any, rng: Rng
) -> int:
    """Return the place of a best action."""
    best = -2.0
    for i in range(count):
        copy_words(words, second_words)
        step(second[0], seat, actions[i])
        values[i] = value(second[0], seat)
        best = max(best, values[i])
    equals = 0
    for i in range(count):
        equals += 1 if values[i] >= best - SAME else 0
    wanted = below(rng, equals)
    for i in range(count):
        if values[i] >= best - SAME:
            if wanted == 0:
                return i
            wanted -= 1
    return 0


@kernel
def play(s: Any, words: Any, second: Any, second_words: Any, actions: Any, values: Any, rng: Rng) -> None:
    """Play a match of two; with two players nobody is ever asked for marks."""
    while not is_over(s):
        seat = s.seat
        count = legal_actions(s, seat, actions)
        step(
            s, seat, actions[choose(words, second, second_words, seat, actions, count, values, rng) if count > 1 else 0]
        )


def measure(given: dict[str, Any], games: int) -> tuple[float, float]:
    """Return the first seat's share of the points, and half the width of its 95 % interval."""
    options = read_options(GAME.options, given)
    size = GAME.actions.space(options).size
    actions, values, out = np.zeros(size, np.int32), np.zeros(size), np.zeros(GAME.state.count_seats(options))
    rng = Rng.new()
    seed_rng(rng, np.uint64(SEED), 0)
    first = GAME.start(options, SEED)
    (s, words), (second, second_words) = new_scratch_state(first), new_scratch_state(first)
    points = np.zeros(games)
    for game in range(games):
        copy_words(words_of(GAME.start(options, SEED + game)), words)  # lots may be drawn for the first turn
        play(s[0], words, second, second_words, actions, values, rng)
        scores(s[0], out)
        points[game] = out[0]
    return float(points.mean()), float(1.96 * points.std() / np.sqrt(games))


def main(games: int) -> None:
    """Print a line for each start."""
    for given in LINES:
        share, half = measure(given, games)
        words = ", ".join(f"{name} {each}" for name, each in given.items())
        print(f"{words}: {100 * share:.1f} % ± {100 * half:.1f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
