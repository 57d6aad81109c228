"""Simulations a second of our tree search, beside OpenSpiel's IS-MCTS on its own games with secrets.

    python benchmarks/bench_search.py [simulations]

One core, the same number of simulations from one decision in the middle of a match; CPU times, the best of some
rounds, since other work on the machine only ever slows a round down. OpenSpiel rates a new position by one random
playout to the end, which is the only way its C++ search offers; ours by the game's heuristics, and in the column
"playout" after playing on by the priors for up to 40 further actions.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from plowshares import registry
from plowshares.agents import make_agent
from plowshares.agents.base import Ask, ask_for
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.search import make_search
from plowshares.engine.tree import new_tree
from plowshares.engine.workspace import new_workspace, words_of

ROUNDS = 5
PLAYOUT = 40
OURS = (
    ("stratego", "classic", 160),
    ("farmer_soldier", "standard", 30),
    ("battle_farm", "two", 60),
    ("civ", "quick", 60),
    ("footsoldiers", "default", 40),
)
THEIRS = {"hearts": 1, "oh_hell": 1}  # and after how many random actions: later ones are nearer to the end


def best_time(run: Callable[[], Any]) -> float:
    """Return the CPU seconds of the fastest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        run()
        times.append(time.process_time() - begin)
    return min(times)


def ask_in_the_middle(name: str, preset: str, decisions: int) -> tuple[Any, Ask]:
    """Let greedy players begin a match; return the game and the next decision that is one."""
    game = registry.find(name)
    match = Match(game, read_options(game.options, dict(game.presets[preset])), 3)
    agent = make_agent("greedy", game, 1)
    while True:
        ask = ask_for(match, match.to_act()[0])
        if decisions <= 0 and len(ask.legal) > 1:
            return game, ask
        match.play(ask.seat, agent.choose(ask))
        decisions -= 1


def our_speed(game: Any, ask: Ask, simulations: int, rollout_length: int) -> float:
    """Return our simulations a second."""
    search = make_search(game.rules, game.view, game.heuristics, ask.view)
    root, workspace = words_of(ask.view), new_workspace(ask.view, int(ask.view.actions.size))

    def run() -> None:
        tree = new_tree(1 << 16, 1 << 18, rollout_length)
        search(tree[0], root, ask.seat, ask.seats, np.uint64(1), 0, simulations, workspace)

    run()
    return simulations / best_time(run)


def their_speed(name: str, actions_before: int, simulations: int) -> float:
    """Return OpenSpiel's simulations a second, after some random actions."""
    game = pyspiel.load_game(name)
    chance = random.Random(1)
    state = game.new_initial_state()
    played = 0
    while played < actions_before or state.is_chance_node():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            played += 1
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)

    def run() -> None:
        pyspiel.ISMCTSBot(1, evaluator, 1.4, simulations).step(state.clone())

    return simulations / best_time(run)


def main() -> None:
    """Print the table."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    theirs = {name: their_speed(name, begun, simulations) for name, begun in THEIRS.items()}
    for name, speed in theirs.items():
        print(f"OpenSpiel IS-MCTS, {name:22} {speed:10,.0f} simulations/s")
    for name, preset, decisions in OURS:
        game, ask = ask_in_the_middle(name, preset, decisions)
        leaf, playout = (our_speed(game, ask, simulations, rollout_length) for rollout_length in (0, PLAYOUT))
        ratios = ", ".join(f"{leaf / speed:.1f} x {rival}" for rival, speed in theirs.items())
        print(f"{name + ' ' + preset:29} {leaf:10,.0f} simulations/s ({ratios}), playout {playout:9,.0f}")


if __name__ == "__main__":
    main()
