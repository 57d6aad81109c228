"""Stratego beside OpenSpiel's dark_chess, the nearest game there: random play, steps from Python, copying, compiling.

    python benchmarks/bench_stratego.py [seconds per part]

Both sides of every ratio are measured in turn in this process. Times are CPU times, the best of some rounds,
since other work on the machine only ever slows a round down.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from plowshares.core.game import Rules
from plowshares.core.jit import factory, kernel
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import first_seat
from plowshares.engine.playout import make_playout
from plowshares.games.stratego import GAME

ROUNDS = 60  # short ones, so that some of them are undisturbed
MATCHES = 8  # of one call
READY = {"red_setup": "random", "blue_setup": "random"}
COMPILE = """
import time
start = time.process_time()
import numpy as np
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, seed_rng
from plowshares.engine.playout import make_playout
from plowshares.games.stratego import GAME
s = GAME.start(read_options(GAME.options, {}), 0)
rng, actions = Rng.new(), np.zeros(int(s.actions.size), np.int32)
seed_rng(rng, np.uint64(1), 0)
make_playout(GAME.rules)(s, rng, 1_000_000, actions)
print(time.process_time() - start)
"""

Play = Callable[[], int]


@factory
def make_advance(rules: Rules) -> Any:
    """Return a kernel that plays one action and lists the next ones: one call from Python for a whole turn."""

    @kernel
    def advance(states: Any, i: int, action: int, out: Any) -> int:
        s = states[i]
        rules.step(s, first_seat(rules.to_act(s)), action)
        return rules.legal_actions(s, first_seat(rules.to_act(s)), out)

    return advance


@factory
def make_matches(rules: Rules) -> Any:
    """Return a kernel that plays some random matches, set-up and all: a call from Python takes as long as 40 plies."""

    @kernel
    def play_matches(s: Any, rng: Rng, seed: int, matches: int, actions: Any) -> int:
        played = 0
        for match in range(matches):
            rules.setup(s, np.uint64(seed + match))
            while not rules.is_over(s):
                seat = first_seat(rules.to_act(s))
                count = rules.legal_actions(s, seat, actions)
                rules.step(s, seat, actions[below(rng, count)])
                played += 1
        return played

    return play_matches


def compiled_play() -> Play:
    """Return a function that plays some random classic matches, all of it compiled."""
    s = GAME.start(read_options(GAME.options, READY), 0)
    matches = make_matches(GAME.rules)
    rng, actions = Rng.new(), np.zeros(int(s.actions.size), np.int32)
    seed_rng(rng, np.uint64(1), 0)
    seeds = iter(range(0, 1 << 30, MATCHES))

    def play() -> int:
        return int(matches(s, rng, next(seeds), MATCHES, actions))

    return play


def python_play() -> Play:
    """Return a function that plays one random classic match from Python: one call and one choice a ply."""
    s = GAME.start(read_options(GAME.options, READY), 0)
    states = np.zeros(1, type(s).layout)
    advance, out = make_advance(GAME.rules), np.zeros(int(s.actions.size), np.int32)
    seeds, choose = iter(range(1 << 30)), random.Random(1).randrange

    def play() -> int:
        states[0] = s
        GAME.rules.setup(states[0], np.uint64(next(seeds)))
        count, plies = GAME.rules.legal_actions(states[0], 0, out), 0
        while count:
            count = advance(states, 0, int(out[choose(count)]), out)
            plies += 1
        return plies

    return play


def dark_chess_play() -> Play:
    """Return a function that plays one random match of dark_chess from Python."""
    import pyspiel

    game, choose = pyspiel.load_game("dark_chess"), random.Random(1).randrange

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        legal = state.legal_actions()
        while legal:
            state.apply_action(legal[choose(len(legal))])
            legal = state.legal_actions()
            plies += 1
        return plies

    return play


def our_clone() -> Play:
    """Return a function that copies a position in mid-game."""
    s = GAME.start(read_options(GAME.options, READY), 0)
    rng, actions = Rng.new(), np.zeros(int(s.actions.size), np.int32)
    make_playout(GAME.rules)(s, rng, 100, actions)
    clone = s.clone

    def play() -> int:
        for _ in range(1000):
            clone()
        return 1000

    return play


def dark_chess_clone() -> Play:
    """Return a function that copies a position of dark_chess in mid-game."""
    import pyspiel

    state = pyspiel.load_game("dark_chess").new_initial_state()
    choose = random.Random(1).choice
    for _ in range(20):
        state.apply_action(choose(state.legal_actions()))
    clone = state.clone

    def play() -> int:
        for _ in range(1000):
            clone()
        return 1000

    return play


def measure_in_turn(plays: dict[str, Play], seconds: float) -> dict[str, float]:
    """Return what each does in a second of CPU time: the best of some rounds, taken in turn."""
    best = dict.fromkeys(plays, 0.0)
    for play in plays.values():
        play()  # compiles
    for _ in range(ROUNDS):
        for name, play in plays.items():
            done, start = 0, time.process_time()
            while (spent := time.process_time() - start) < seconds / ROUNDS:
                done += play()
            best[name] = max(best[name], done / spent)
    return best


def measure_compilation() -> float:
    """Return the CPU seconds that a playout takes in a process of its own, with nothing compiled before."""
    with tempfile.TemporaryDirectory() as cache:
        run = [sys.executable, "-c", COMPILE]
        environment = os.environ | {"PLOWSHARES_CACHE": cache}
        return float(subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    plays = {"compiled": compiled_play(), "python": python_play(), "chess": dark_chess_play()}
    rates = measure_in_turn(plays, seconds)
    copies = measure_in_turn({"ours": our_clone(), "chess": dark_chess_clone()}, seconds / 5)
    size = GAME.start(read_options(GAME.options, {}), 0).dtype.itemsize
    chase = GAME.start(read_options(GAME.options, {"more_squares": True}), 0).dtype.itemsize
    print(f"compiled random play       {rates['compiled']:12,.0f} plies/s (bar 2,000,000)")
    print(f"  against dark_chess       {rates['compiled'] / rates['chess']:12.1f} times")
    print(f"step + legal from Python   {rates['python']:12,.0f} plies/s")
    print(f"dark_chess from Python     {rates['chess']:12,.0f} plies/s")
    print(f"  ours against dark_chess  {rates['python'] / rates['chess']:12.2f} times (bar 2)")
    print(f"clone                      {1e6 / copies['ours']:12.2f} µs")
    print(f"dark_chess clone           {1e6 / copies['chess']:12.2f} µs")
    print(f"  ours against dark_chess  {copies['ours'] / copies['chess']:12.2f} times as fast")
    print(f"State                      {size:12,} bytes (bar 1,024), {chase:,} with the chase memory")
    print(f"cold compilation           {measure_compilation():12.1f} s of CPU time (bar 10)")


if __name__ == "__main__":
    main()
