"""Frames per second of a whole PPO loop, side by side with the same loop on games of other libraries, in one run.

    build/learn/bin/python -m benchmarks.bench_ppo_loop --seconds 6 --write docs/learners.md

Everybody gets the same network (two layers of 128), the same rollout (matches times steps) and the same update, on one
core. A frame is one decision that was observed, chosen by the network, played and learned from. Each contestant is
measured in turn, several times; the best round counts. Rewards of games for more than two mean nothing here: only the
speed counts.
"""

from __future__ import annotations

import argparse
import os
import random
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np

from benchmarks.contestants import OURS
from benchmarks.side_by_side import QUIET
from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.ppo import Learner, Settings, collect, new_rollout

STEPS = 32
BUSY = " **The machine was busy with other work**: only large differences mean anything."
START, END = "<!-- results of bench_ppo_loop -->", "<!-- end of results -->"
SPIEL = ("dark_chess", "hearts", "laser_tag")


class Foreign:
    """Matches of another library in the form that our PPO takes: two seats, arrays of what the next one sees."""

    def __init__(self, count: int, size: int, actions: int) -> None:
        self.batch: Any = self
        self.count, self.players, self.frames = count, 2, SimpleNamespace(size=actions)
        self.observations = np.zeros((count, size), np.float32)
        self.masks = np.zeros((count, actions), np.int8)
        self.seats = np.zeros(count, np.int32)
        self.rewards = np.zeros((count, 2))
        self.over, self.cut = np.zeros(count, np.bool_), np.zeros(count, np.bool_)

    def step(self, actions: Any) -> None:
        """Play one action in every match."""
        raise NotImplementedError


class Spiel(Foreign):
    """A game of OpenSpiel; simultaneous ones are made turn-based by OpenSpiel itself."""

    def __init__(self, name: str, count: int) -> None:
        import pyspiel

        self.game = pyspiel.load_game(name)
        if self.game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            self.game = pyspiel.convert_to_turn_based(self.game)
        self.seen = self.game.get_type().provides_observation_tensor
        shape = self.game.observation_tensor_shape() if self.seen else self.game.information_state_tensor_shape()
        super().__init__(count, int(np.prod(shape)), self.game.num_distinct_actions())
        self.states = [self.begin() for _ in range(count)]
        for i in range(count):
            self.show(i)

    def begin(self) -> Any:
        """Return a new state after all chance."""
        return self.settle(self.game.new_initial_state())

    def settle(self, state: Any) -> Any:
        """Let chance play until a player is to act."""
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        return state

    def show(self, i: int) -> None:
        """Write what the player to act sees."""
        state, player = self.states[i], self.states[i].current_player()
        self.observations[i] = state.observation_tensor(player) if self.seen else state.information_state_tensor(player)
        self.masks[i] = 0
        self.masks[i, state.legal_actions()] = 1
        self.seats[i] = player % 2

    def step(self, actions: Any) -> None:
        """Play one action in every match."""
        for i, state in enumerate(self.states):
            state.apply_action(int(actions[i]))
            self.settle(state)
            self.over[i] = state.is_terminal()
            if self.over[i]:
                self.rewards[i] = np.clip(state.returns()[:2], -1, 1)
                self.states[i] = self.begin()
            self.show(i)


class ZooChess(Foreign):
    """PettingZoo's chess."""

    def __init__(self, count: int) -> None:
        from pettingzoo.classic import chess_v6

        self.envs = [chess_v6.env() for _ in range(count)]
        super().__init__(count, 8 * 8 * 111, 4672)
        for i, env in enumerate(self.envs):
            env.reset(seed=i)
            self.show(i)

    def show(self, i: int) -> None:
        """Write what the agent to act sees."""
        seen = self.envs[i].observe(self.envs[i].agent_selection)
        self.observations[i] = seen["observation"].reshape(-1)
        self.masks[i] = seen["action_mask"]
        self.seats[i] = self.envs[i].agents.index(self.envs[i].agent_selection)

    def step(self, actions: Any) -> None:
        """Play one action in every match."""
        for i, env in enumerate(self.envs):
            env.step(int(actions[i]))
            self.over[i] = any(env.terminations.values()) or any(env.truncations.values())
            if self.over[i]:
                self.rewards[i] = [env.rewards[agent] for agent in env.possible_agents]
                env.reset()
            self.show(i)


class Pgx(Foreign):
    """A game of Pgx, stepped by one compiled call."""

    def __init__(self, name: str, count: int) -> None:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(name)
        self.jax, self.key = jax, jax.random.PRNGKey(1)
        self.run = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(self.key, count))
        super().__init__(count, int(np.prod(self.state.observation.shape[1:])), env.num_actions)
        self.show()

    def show(self) -> None:
        """Copy what the players to act see."""
        self.observations[:] = np.asarray(self.state.observation).reshape(self.count, -1)
        self.masks[:] = np.asarray(self.state.legal_action_mask)
        self.seats[:] = np.asarray(self.state.current_player)

    def step(self, actions: Any) -> None:
        """Play one action in every match."""
        self.key, key = self.jax.random.split(self.key)
        self.state = self.run(self.state, self.jax.numpy.asarray(actions), self.jax.random.split(key, self.count))
        self.over[:] = np.asarray(self.state.terminated)
        self.rewards[:] = np.asarray(self.state.rewards)
        self.show()


def ours(name: str, count: int) -> Any:
    """Return one of our games."""
    game, preset, more = OURS[name]
    return FramedBatch(Batch(*read_game(game, preset, **more), count, 1, threads=1))


def contestants(count: int) -> dict[str, Any]:
    """Return everybody that can be imported."""
    made: dict[str, Any] = {f"Plowshares {name}": lambda name=name: ours(name, count) for name in OURS}
    made |= {f"OpenSpiel {name}": lambda name=name: Spiel(name, count) for name in SPIEL}
    made |= {
        "PettingZoo chess": lambda: ZooChess(min(8, count)),
        "Pgx gardner_chess": lambda: Pgx("gardner_chess", count),
    }
    found = {}
    for name, make in made.items():
        try:
            found[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}", flush=True)
    return found


def main() -> None:
    """Measure everybody in turn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=6.0, help="of one round of one contestant")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--write", type=Path, help="a page with marks, such as docs/learners.md")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    table = table_of(*measure(asked))
    print(table)
    if asked.write:
        remark = f"Rounds of {asked.seconds:g} s, {asked.rounds} of each; the load was {load:.1f} when it began."
        whole = textwrap.fill(remark + (BUSY if load > QUIET else ""), 100)
        write(asked.write, f"{whole}\n\n{table}")


def measure(asked: argparse.Namespace) -> tuple[dict[str, float], dict[str, float]]:
    """Return everybody's best rate, and the share of time that was play in that round."""
    loops = {}
    for name, framed in contestants(asked.matches).items():
        loops[name] = (framed, Learner(framed, Settings()), new_rollout(framed, STEPS))
    best, playing = dict.fromkeys(loops, 0.0), dict.fromkeys(loops, 0.0)
    for _ in range(asked.rounds):
        for name, loop in loops.items():
            rate, share = run(*loop, asked.seconds)
            if rate > best[name]:
                best[name], playing[name] = rate, share
    return best, playing


def run(framed: Any, learner: Learner, rollout: Any, seconds: float) -> tuple[float, float]:
    """Play and learn for some seconds of processor time; return frames per second, and the share of play."""
    frames, played, start = 0, 0.0, time.process_time()
    while time.process_time() - start < seconds:
        begun = time.process_time()
        collect(framed, rollout, learner.choose)
        played += time.process_time() - begun
        learner.learn(rollout)
        frames += rollout.actions.size
    spent = time.process_time() - start
    return frames / spent, played / spent


def table_of(best: dict[str, float], playing: dict[str, float]) -> str:
    """Return the results in Markdown."""
    lines = ["| loop | frames per second of processor time | of it playing |", "| --- | ---: | ---: |"]
    return "\n".join([*lines, *(f"| {name} | {rate:,.0f} | {playing[name]:.0%} |" for name, rate in best.items())])


def write(page: Path, text: str) -> None:
    """Put the results between the marks of a page."""
    before, start, rest = page.read_text(encoding="utf-8").partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise SystemExit(f"{page} has no place for the results between {START} and {END}")
    page.write_text(f"{before}{START}\n\n{text}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
