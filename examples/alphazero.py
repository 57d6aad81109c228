"""AlphaZero in one file: self-play by search with a network, on a batch of a small two-player game.

    pip install plowshares[ppo]
    python examples/alphazero.py stratego --preset micro --option red_setup=random blue_setup=random --save micro-az.pt

All matches of the batch are searched at once (`plowshares.envs.network_search`): one call of the network evaluates a
leaf of every search. The network learns the visits of the search and the outcome of the match. At intervals it is
measured by itself against random play or another --yardstick; at the end also with search, and with --against FILE.pt
also against another network. With --start FILE.pt it begins with a network, such as that of `plowshares train --save`.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np

from plowshares import registry
from plowshares.core.options import read_words
from plowshares.envs.batch import Batch
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.network_search import NOBODY, NetworkSearch
from plowshares.envs.ppo import Learner, Rivals, Settings, random_rivals
from plowshares.envs.ppo import measure as measure_network
from plowshares.envs.training import Point, find_yardstick, point_of, write_curve

KEPT = 40_000  # decisions that are learned from
NOISE, OPENING = 0.25, 12  # share of noise at the root; decisions of a match that are drawn and not the best
VALUE = 1.0


class SelfPlay:
    """Plays matches by search, and remembers for every decision what the search preferred and who won."""

    def __init__(self, framed: FramedBatch, learner: Learner, simulations: int, seed: int) -> None:
        self.framed, self.learner = framed, learner
        batch = framed.batch
        self.search = NetworkSearch(batch.game, batch.options, batch.count, self.evaluate, simulations, seed=seed)
        self.random = np.random.default_rng(seed)
        self.open: list[list[Any]] = [[] for _ in range(batch.count)]  # decisions of the matches that go on
        self.kept: deque[Any] = deque(maxlen=KEPT)

    def evaluate(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Return priors and values of leaves."""
        torch = self.learner.torch
        with torch.no_grad():
            logits, values = self.learner.judge(observations, masks)
            return torch.softmax(logits, 1).numpy(), values.numpy()

    def step(self) -> None:
        """Decide once in every match."""
        framed, batch = self.framed, self.framed.batch
        found = self.search.search(batch.states, batch.seats, NOISE)
        policy = found.policy()
        early = np.array([len(rows) < OPENING for rows in self.open])
        drawn = (policy.cumsum(1) > self.random.random((batch.count, 1))).argmax(1)
        seen, masks, seats = framed.observations.copy(), framed.masks.copy(), batch.seats.copy()
        for i in range(batch.count):
            self.open[i].append((seen[i], masks[i], policy[i].astype(np.float32), int(seats[i])))
        framed.step(np.where(early, drawn, found.best()))
        for ended in np.flatnonzero(batch.over | batch.cut).tolist():
            for seen_, mask, wanted, seat in self.open[ended]:
                self.kept.append((seen_, mask, wanted, np.float32(batch.rewards[ended, seat])))
            self.open[ended] = []

    def learn(self, size: int) -> None:
        """Take one step towards what the search preferred and what came of it."""
        torch, learner = self.learner.torch, self.learner
        rows = [self.kept[i] for i in self.random.integers(len(self.kept), size=size)]
        seen, masks, wanted, outcomes = (np.stack(column) for column in zip(*rows, strict=True))
        logits, values = learner.judge(seen, masks)
        logs = torch.log_softmax(logits, 1).clamp(min=-50)
        miss = (values - torch.from_numpy(outcomes)).pow(2).mean()
        loss = VALUE * miss - (torch.from_numpy(wanted) * logs).sum(1).mean()
        learner.optimizer.zero_grad()
        loss.backward()
        learner.optimizer.step()


def measure(play: SelfPlay, judge: FramedBatch, simulations: int, rivals: Rivals, seed: int) -> Any:
    """Return the outcome of one match for each place: by search, or without (0 simulations)."""
    if simulations == 0:
        return measure_network(judge, seed, play.learner.best, rivals)
    batch, places = judge.batch, np.arange(judge.batch.count)
    judge.reset(seed)
    search = NetworkSearch(batch.game, batch.options, batch.count, play.evaluate, simulations, seed=seed)
    own, open_, earned = places % 2, np.ones(batch.count, bool), np.zeros(batch.count)
    while open_.any():
        mine = batch.seats == own
        best = search.search(batch.states, np.where(mine & open_, batch.seats, NOBODY)).best()
        actions = np.where(mine & open_, best, random_rivals(judge, places))
        if not mine.all():
            actions[~mine] = rivals(judge, np.flatnonzero(~mine))
        judge.step(actions)
        ended = open_ & (batch.over | batch.cut)
        earned[ended] = batch.rewards[places, own][ended]
        open_ &= ~ended
    return earned


def train(asked: argparse.Namespace) -> tuple[list[Point], dict[str, tuple[float, float]]]:
    """Learn for the minutes of processor time asked for; return the curve, and what was measured at the end."""
    game = registry.find(asked.game)
    options = read_words(game.options, asked.option, game.presets[asked.preset])
    with (
        Batch(game, options, asked.matches, asked.seed, threads=1) as one,
        Batch(game, options, asked.measured, 2, threads=1) as other,
    ):
        framed, judge = FramedBatch(one), FramedBatch(other)
        learner = Learner(framed, Settings(asked.width, asked.rate, seed=asked.seed))
        if asked.start:
            learner.load(asked.start)
        play = SelfPlay(framed, learner, asked.simulations, asked.seed)
        curve = improve(asked, play, judge)
        if asked.save:
            learner.save(asked.save, framed)
        if asked.curve:
            write_curve(curve, asked.curve)
        return curve, report(asked, play, judge)


def improve(asked: argparse.Namespace, play: SelfPlay, judge: FramedBatch) -> list[Point]:
    """Play, learn and measure by turns. Measuring comes on top of the minutes."""
    yardstick, curve = find_yardstick(asked.yardstick, judge), list[Point]()
    play.search.search(play.framed.batch.states, play.framed.batch.seats)  # compiles before the clock runs
    spent, steps = 0.0, 0
    while True:
        is_done = spent > 60 * asked.minutes
        if steps % asked.every == 0 or is_done:
            curve.append(point_of(spent, steps * asked.matches, measure(play, judge, 0, yardstick, 10_000 + steps)))
            print(curve[-1], flush=True)
        if is_done:
            return curve
        start = time.process_time()
        play.step()
        if len(play.kept) >= 4 * asked.minibatch:
            for _ in range(asked.updates):
                play.learn(asked.minibatch)
        spent += time.process_time() - start
        steps += 1


def report(asked: argparse.Namespace, play: SelfPlay, judge: FramedBatch) -> dict[str, tuple[float, float]]:
    """Measure at the end, against the yardstick and a given network, without and with search."""
    found = {}
    rivals = {asked.yardstick: find_yardstick(asked.yardstick, judge)}
    if asked.against:
        rivals[asked.against.stem] = find_yardstick(f"policy:{asked.against}", judge)
    for name, rival in rivals.items():
        for simulations in (0, asked.simulations):
            earned = measure(play, judge, simulations, rival, 99)
            error = 1.96 * earned.std() / np.sqrt(len(earned))
            found[f"{name}, {simulations} simulations"] = float(earned.mean()), float(error)
    for name, (earned, error) in found.items():
        print(f"mean outcome against {name}: {earned:+.3f} ± {error:.3f}", flush=True)
    return found


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="stratego", help="a game for two")
    parser.add_argument("--preset", default="micro", help="a small one")
    parser.add_argument("--option", nargs="*", default=[], help="options of the game as name=value")
    parser.add_argument("--minutes", type=float, default=10.0, help="of processor time for learning")
    parser.add_argument("--matches", type=int, default=64, help="played and searched side by side")
    parser.add_argument("--simulations", type=int, default=32, help="of one search")
    parser.add_argument("--updates", type=int, default=4, help="of the network after each step of all matches")
    parser.add_argument("--minibatch", type=int, default=256, help="decisions for one step of the gradient")
    parser.add_argument("--width", type=int, default=128, help="of the two hidden layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--every", type=int, default=100, help="steps between two measurements")
    parser.add_argument("--measured", type=int, default=256, help="matches of one measurement")
    parser.add_argument("--yardstick", default="random", help="whom to measure against: a built-in agent, policy:FILE")
    parser.add_argument("--seed", type=int, default=1, help="decides all chance")
    parser.add_argument("--curve", type=Path, help="where to write the curve as CSV")
    parser.add_argument("--save", type=Path, help="where to write the network (.pt), for `plowshares evaluate`")
    parser.add_argument("--start", type=Path, help="a network (.pt) to begin with, such as PPO's")
    parser.add_argument("--against", type=Path, help="another network (.pt) to measure against at the end")
    return parser.parse_args(words)


if __name__ == "__main__":
    train(read_arguments())
