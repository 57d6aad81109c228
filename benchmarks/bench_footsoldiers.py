"""Footsoldiers: random play on one core, beside OpenSpiel's laser_tag driven from Python.

    python benchmarks/bench_footsoldiers.py [seconds per part]

Both play uniformly random legal actions. A decision is one player's: an action of a joint move
counts as one for each player. Times are CPU times of this process, the best of some rounds, since
other work on the machine only ever slows a round down.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import numpy as np

from plowshares.core.options import read_options
from plowshares.core.rng import Rng, seed_rng
from plowshares.engine.playout import make_playout
from plowshares.games.footsoldiers import GAME

ROUNDS = 20
LEAST = 1_000_000  # decisions a second that compiled random play is to reach
TIMES = 3.0  # how much faster than laser_tag it is to be at least


def measure(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Return decisions and matches a second, of the best round."""
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        decisions = matches = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / ROUNDS:
            decisions += play()
            matches += 1
        best = max(best, (decisions / spent, matches / spent))
    return best


def footsoldiers(preset: str) -> Callable[[], int]:
    """Return a function that plays one random match, all of it compiled."""
    s = GAME.start(read_options(GAME.options, GAME.presets[preset]), 0)
    playout = make_playout(GAME.rules)
    rng, actions = Rng.new(), np.zeros(int(s.actions.size), np.int32)
    seed_rng(rng, np.uint64(1), 0)

    def play() -> int:
        GAME.rules.setup(s, np.uint64(0))
        return int(playout(s, rng, 1_000_000, actions))

    play()  # compiles
    return play


def laser_tag() -> Callable[[], int]:
    """Return a function that plays one random match of OpenSpiel's laser_tag from Python."""
    import pyspiel

    game = pyspiel.load_game("laser_tag")

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_actions([random.choice(state.legal_actions(player)) for player in range(2)])
                decisions += 2
        return decisions

    return play


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    size = GAME.start(GAME.options(), 0).dtype.itemsize
    print(f"State of the default preset: {size} bytes")
    rates = {}
    for name, play in (
        ("footsoldiers default, compiled", footsoldiers("default")),
        ("footsoldiers tournament, compiled", footsoldiers("tournament")),
        ("laser_tag (OpenSpiel), from Python", laser_tag()),
    ):
        decisions, matches = measure(play, seconds)
        rates[name] = decisions
        print(f"{name:36} {decisions:12,.0f} decisions/s {matches:10,.1f} matches/s")
    ours, *_, theirs = rates.values()
    print(f"{ours / LEAST:.2f} times the bar of {LEAST:,}; {ours / theirs:.1f} times laser_tag (bar {TIMES:g})")
    if ours < LEAST or ours < TIMES * theirs:
        sys.exit("below the bar")


if __name__ == "__main__":
    main()
