"""PPO in one file: learn a two-player game on a batch, against oneself or random play, and measure against random play.

    pip install plowshares[ppo]
    python examples/ppo.py stratego --preset mini --minutes 4

At intervals the learner plays some hundred matches against random play, half of them on each seat, and takes
the action it holds best. The curve is printed, written as CSV with --curve, and drawn with --plot. One network plays
both seats, since an observation shows the seat's own things first. The value of the next position counts with its
sign turned when the other seat is to act there: all that self-play takes in a zero-sum game.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game

# What makes a game small enough: Stratego begins with its pieces already placed.
READY = {"stratego": {"red_setup": "random", "blue_setup": "random"}}
Choose = Callable[[Any, Any], tuple[Any, Any, Any]]  # actions, their log-probabilities and values
EVEN = 1e-3  # log-probabilities that differ by less count as the same
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 0.995, 0.95, 0.2, 0.01, 0.5


@dataclass(frozen=True)
class Point:
    """One point of the curve."""

    seconds: float
    steps: int
    wins: float
    draws: float


@dataclass
class Rollout:
    """Some steps of all matches: what was seen, done and earned."""

    observations: Any
    masks: Any
    actions: Any
    chances: Any  # log-probability of the action when it was chosen
    values: Any
    seats: Any
    rewards: Any  # of the seat that acted
    ends: Any  # the match ended with this action
    own: Any  # the learner chose the action, and learns from it
    last_values: Any = field(default=None)
    last_seats: Any = field(default=None)


def new_rollout(batch: Batch, steps: int) -> Rollout:
    """Return room for a rollout; the batch writes observations and masks straight into it."""
    rows = (steps, batch.count)
    return Rollout(
        observations=np.zeros((steps + 1, *batch.observations.shape), batch.observations.dtype),
        masks=np.zeros((steps + 1, *batch.masks.shape), np.int8),
        actions=np.zeros(rows, np.int32),
        chances=np.zeros(rows, np.float32),
        values=np.zeros(rows, np.float32),
        seats=np.zeros(rows, np.int32),
        rewards=np.zeros(rows, np.float32),
        ends=np.zeros(rows, np.bool_),
        own=np.ones(rows, np.bool_),
    )


def play(batch: Batch, rollout: Rollout, choose: Choose, alone: bool = True) -> None:
    """Fill a rollout. The learner plays both seats, or not `alone`: then random play has one seat of every match."""
    everyone, steps = np.arange(batch.count), len(rollout.actions)
    for t in range(steps):
        rollout.seats[t] = batch.seats
        own = rollout.own[t] = alone | (batch.seats == everyone % 2)
        rollout.actions[t] = batch.random_actions()
        rollout.actions[t, own], rollout.chances[t, own], rollout.values[t, own] = choose(
            rollout.observations[t][own], rollout.masks[t][own]
        )
        batch.step(rollout.actions[t], rollout.observations[t + 1], rollout.masks[t + 1])
        rollout.rewards[t] = batch.rewards[everyone, rollout.seats[t]]
        rollout.ends[t] = batch.over | batch.cut
    rollout.last_values = choose(rollout.observations[steps], rollout.masks[steps])[2]
    rollout.last_seats = batch.seats.copy()


def go_on(rollout: Rollout) -> None:
    """Let the next rollout begin where this one ended."""
    rollout.observations[0] = rollout.observations[-1]
    rollout.masks[0] = rollout.masks[-1]


def estimate_advantages(rollout: Rollout) -> Any:
    """Return how much better each action was than expected, by generalised advantage estimation over both seats."""
    steps = len(rollout.actions)
    advantages = np.zeros_like(rollout.values)
    later, value, seat = np.zeros_like(rollout.last_values), rollout.last_values, rollout.last_seats
    for t in range(steps - 1, -1, -1):
        sign = np.where(rollout.seats[t] == seat, 1.0, -1.0) * ~rollout.ends[t]
        surprise = rollout.rewards[t] + GAMMA * sign * value - rollout.values[t]
        own = rollout.own[t]
        # What random play does is the world's doing: nothing is expected of it, so nothing can surprise.
        advantages[t] = later = np.where(own, surprise + GAMMA * LAMBDA * sign * later, sign * later)
        value, seat = np.where(own, rollout.values[t], rollout.rewards[t] + sign * value), rollout.seats[t]
    return advantages


def measure(batch: Batch, seed: int, choose: Callable[[Any, Any], Any]) -> tuple[float, float]:
    """Return the shares of wins and draws against random play: the first match of every place counts."""
    batch.reset(seed)
    own = np.arange(batch.count) % 2
    open_, wins, draws = np.ones(batch.count, bool), 0, 0
    while open_.any():
        actions = np.where(batch.seats == own, choose(batch.observations, batch.masks), batch.random_actions())
        batch.step(actions)
        ended = open_ & (batch.over | batch.cut)
        earned = batch.rewards[np.arange(batch.count), own]
        wins += int((earned[ended] > 0).sum())
        draws += int((earned[ended] == 0).sum())
        open_ &= ~ended
    return wins / batch.count, draws / batch.count


class Learner:
    """The network with its policy and update. PyTorch is imported here and not above, so the rest runs without."""

    def __init__(self, batch: Batch, asked: argparse.Namespace) -> None:
        import torch

        self.torch, self.order = torch, np.random.default_rng(1)
        torch.manual_seed(1)
        torch.set_num_threads(asked.threads)
        width, inputs = asked.width, int(np.prod(batch.observations.shape[1:]))
        self.body = torch.nn.Sequential(
            torch.nn.Linear(inputs, width), torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU()
        )
        self.policy = torch.nn.Linear(width, batch.actions)
        self.value = torch.nn.Linear(width, 1)
        torch.nn.init.zeros_(self.policy.weight)
        torch.nn.init.zeros_(self.policy.bias)
        parts = (self.body, self.policy, self.value)
        self.numbers = [number for part in parts for number in part.parameters()]
        self.optimizer = torch.optim.Adam(self.numbers, lr=asked.rate, eps=1e-5)

    def judge(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Return probabilities of all actions, their logarithms, and the value."""
        torch = self.torch
        numbers = torch.from_numpy(seen).reshape(len(seen), -1).float()
        hidden = self.body(torch.sign(numbers) * torch.log1p(numbers.abs()))  # counts and money tamed alike
        logits = self.policy(hidden).masked_fill(torch.from_numpy(mask) == 0, -1e9)
        # Not the exponentials of the logarithms: those of masked actions take torch fifty times as long as others.
        return torch.softmax(logits, 1), torch.log_softmax(logits, 1), torch.tanh(self.value(hidden)).squeeze(1)

    def choose(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Draw an action for every match."""
        with self.torch.no_grad():
            chances, logs, values = self.judge(seen, mask)
            sums = chances.cumsum(1)
            drawn = (1 - self.torch.rand(len(seen), 1)) * sums[:, -1:]  # above 0, where an illegal action would be met
            actions = (sums < drawn).sum(1, keepdim=True)
            return actions[:, 0].numpy(), logs.gather(1, actions)[:, 0].numpy(), values.numpy()

    def best(self, seen: Any, mask: Any) -> Any:
        """Return the likeliest action for every match, any of those that are alike: all are, before it has learned."""
        with self.torch.no_grad():
            logs = self.judge(seen, mask)[1]
            return (logs + EVEN * self.torch.rand_like(logs)).argmax(1).numpy()

    def learn(self, rollout: Rollout, epochs: int, size: int) -> None:
        """Improve policy and value with one rollout."""
        advantages = estimate_advantages(rollout)
        own = rollout.own
        rows = {
            "seen": rollout.observations[:-1][own],
            "mask": rollout.masks[:-1][own],
            "actions": rollout.actions[own].astype(np.int64),
            "chances": rollout.chances[own],
            "advantages": advantages[own],
            "goals": (advantages + rollout.values)[own],
        }
        count = len(rows["actions"])
        for _ in range(epochs):
            order = self.order.permutation(count)
            for at in range(0, count, size):
                self.improve({name: array[order[at : at + size]] for name, array in rows.items()})

    def improve(self, row: dict[str, Any]) -> None:
        """Take one step down the gradient of PPO's loss."""
        torch = self.torch
        chances, logs, values = self.judge(row["seen"], row["mask"])
        chosen = logs.gather(1, torch.from_numpy(row["actions"])[:, None])[:, 0]
        ratio = (chosen - torch.from_numpy(row["chances"])).exp()
        gain = torch.from_numpy((row["advantages"] - row["advantages"].mean()) / (row["advantages"].std() + 1e-8))
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        miss = (values - torch.from_numpy(row["goals"])).pow(2).mean()
        disorder = -(chances * logs.clamp(min=-1e3)).sum(1).mean()
        loss = policy + VALUE * miss - ENTROPY * disorder
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.numbers, 0.5)
        self.optimizer.step()


def train(asked: argparse.Namespace) -> list[Point]:
    """Learn for the minutes of processor time asked for; return the curve. Measuring comes on top."""
    game, options = read_game(asked.game, asked.preset, **READY.get(asked.game, {}))
    with Batch(game, options, asked.matches, 1) as batch, Batch(game, options, asked.measured, 2) as judge:
        if batch.players != 2:
            raise SystemExit(f"{asked.game} has {batch.players} seats with this preset; the example learns for two")
        learner, rollout = Learner(batch, asked), new_rollout(batch, asked.steps)
        batch.reset(1, rollout.observations[0], rollout.masks[0])
        curve: list[Point] = []
        spent, update = 0.0, 0
        while True:
            if update % asked.every == 0 or spent > 60 * asked.minutes:
                wins, draws = measure(judge, 10_000 + update, learner.best)
                curve.append(Point(spent, update * asked.matches * asked.steps, wins, draws))
                print(f"{spent:6.0f} s {curve[-1].steps:9,} steps  wins {wins:6.1%}  draws {draws:6.1%}", flush=True)
            if spent > 60 * asked.minutes:
                return curve
            start = time.process_time()
            play(batch, rollout, learner.choose, asked.rival == "self")
            learner.learn(rollout, asked.epochs, asked.minibatch)
            go_on(rollout)
            spent += time.process_time() - start
            update += 1


def write_curve(curve: Iterable[Point], path: Path) -> None:
    """Write a curve as CSV."""
    with path.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("seconds", "steps", "wins", "draws"))
        rows.writerows((round(p.seconds, 1), p.steps, round(p.wins, 4), round(p.draws, 4)) for p in curve)


def read_curve(path: Path) -> list[Point]:
    """Read what `write_curve` wrote."""
    with path.open(newline="") as file:
        return [
            Point(float(r["seconds"]), int(r["steps"]), float(r["wins"]), float(r["draws"]))
            for r in csv.DictReader(file)
        ]


def draw_curves(curves: dict[str, list[Point]], path: Path) -> None:
    """Plot the share of wins over time."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "plowshares"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7.2, 4.2))
    for (name, curve), style in zip(curves.items(), ("-", "--", ":", "-."), strict=False):
        axes.plot([p.seconds / 60 for p in curve], [100 * p.wins for p in curve], style, label=name, linewidth=2)
    axes.set(
        xlabel="minutes of learning on one core", ylabel="wins against random play, %", ylim=(0, 101), xlim=(0, None)
    )
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="stratego", help="a game for two")
    parser.add_argument("--preset", default="micro", help="one small enough to learn in minutes")
    parser.add_argument("--rival", choices=("self", "random"), default="self", help="whom to learn against")
    parser.add_argument(
        "--minutes", type=float, default=4.0, help="of processor time for learning; measuring comes on top"
    )
    parser.add_argument("--matches", type=int, default=256, help="played side by side")
    parser.add_argument("--steps", type=int, default=64, help="of each match for one update")
    parser.add_argument("--epochs", type=int, default=2, help="how often one rollout is learned from")
    parser.add_argument("--minibatch", type=int, default=512, help="decisions for one step of the gradient")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; so small a network gains little by more")
    parser.add_argument("--width", type=int, default=128, help="of the two hidden layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--every", type=int, default=10, help="updates between two measurements")
    parser.add_argument("--measured", type=int, default=512, help="matches of one measurement")
    parser.add_argument("--curve", type=Path, help="where to write the curve as CSV")
    parser.add_argument("--plot", type=Path, help="where to draw the curve (.svg or .png)")
    parser.add_argument(
        "--also", type=Path, nargs="*", default=[], help="curves of other runs (.csv) to draw beside it"
    )
    return parser.parse_args(words)


def main() -> None:
    """Learn, and write the curve."""
    asked = read_arguments()
    curve = train(asked)
    if asked.curve:
        write_curve(curve, asked.curve)
    if asked.plot:
        others = {path.stem: read_curve(path) for path in asked.also}
        draw_curves({**others, f"{asked.game} {asked.preset}": curve}, asked.plot)


if __name__ == "__main__":
    main()
