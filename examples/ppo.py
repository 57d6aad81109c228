"""PPO: learn a two-player game on a batch, against oneself, random play or a league.

    pip install plowshares[ppo]
    python examples/ppo.py stratego --preset micro --minutes 4 --save micro.pt

At intervals the learner plays some hundred matches against random play or another --yardstick, half of them on each
seat, and takes the action it holds best. The curve is printed, written as CSV with --curve, and drawn with --plot. The
network is in `plowshares.envs.ppo`; with --save it is written as TorchScript, which `plowshares evaluate` plays.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plowshares.envs.batch import Batch
from plowshares.envs.best_response import rivals_of
from plowshares.envs.common import read_game
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.league import League
from plowshares.envs.ppo import Learner, Rivals, Settings, collect, measure, new_rollout, random_rivals

# What makes a game small enough: Stratego begins with its pieces already placed.
READY: dict[str, dict[str, Any]] = {"stratego": {"red_setup": "random", "blue_setup": "random"}}
SNAPSHOT = 20  # updates between two snapshots that join the league


@dataclass(frozen=True)
class Point:
    """One point of the curve."""

    seconds: float
    steps: int
    wins: float
    draws: float


def train(asked: argparse.Namespace) -> list[Point]:
    """Learn for the minutes of processor time asked for; return the curve. Measuring comes on top."""
    game, options = read_game(asked.game, asked.preset, **READY.get(asked.game, {}))
    with Batch(game, options, asked.matches, asked.seed) as one, Batch(game, options, asked.measured, 2) as other:
        framed, judge = FramedBatch(one), FramedBatch(other)
        settings = Settings(asked.width, asked.rate, asked.epochs, asked.minibatch, asked.threads, asked.seed)
        learner, league = Learner(framed, settings), League(asked.seed)
        curve = improve(asked, framed, judge, learner, league)
        if asked.save:
            learner.save(asked.save, framed)
        return curve


def improve(
    asked: argparse.Namespace, framed: FramedBatch, judge: FramedBatch, learner: Learner, league: League
) -> list[Point]:
    """Play, learn and measure by turns."""
    rollout, curve = new_rollout(framed, asked.steps), []
    rivals: Rivals | None = {"self": None, "random": random_rivals, "league": league}[asked.rival]
    spent, update = 0.0, 0
    while True:
        is_done = update >= asked.updates if asked.updates else spent > 60 * asked.minutes
        if update % asked.every == 0 or is_done:
            earned = measure(judge, 10_000 + update, learner.best, find_yardstick(asked, framed))
            curve.append(note(spent, update * asked.matches * asked.steps, earned))
        if is_done:
            return curve
        start = time.process_time()
        if asked.rival == "league" and update % SNAPSHOT == 0:
            league.add(f"update {update}", learner.snapshot())
        collect(framed, rollout, learner.choose, rivals)
        learner.learn(rollout)
        spent += time.process_time() - start
        update += 1


def find_yardstick(asked: argparse.Namespace, framed: FramedBatch) -> Rivals:
    """Return the player that the learner is measured against."""
    if asked.yardstick == "random":
        return random_rivals
    return rivals_of(asked.yardstick, framed.batch.game, framed.batch.options, 1)


def note(spent: float, steps: int, earned: Any) -> Point:
    """Print and return a point of the curve."""
    point = Point(spent, steps, float(np.mean(earned > 0)), float(np.mean(earned == 0)))
    print(f"{spent:6.0f} s {steps:9,} steps  wins {point.wins:6.1%}  draws {point.draws:6.1%}", flush=True)
    return point


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
    axes.set(xlabel="minutes of learning on one core", ylabel="wins, %", ylim=(0, 101), xlim=(0, None))
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
    parser.add_argument("--rival", choices=("self", "random", "league"), default="self", help="whom to learn against")
    parser.add_argument(
        "--minutes", type=float, default=4.0, help="of processor time for learning; measuring comes on top"
    )
    parser.add_argument("--updates", type=int, default=0, help="of the network, instead of --minutes: exact to repeat")
    parser.add_argument("--matches", type=int, default=256, help="played side by side")
    parser.add_argument("--steps", type=int, default=64, help="of each match for one update")
    parser.add_argument("--epochs", type=int, default=2, help="how often one rollout is learned from")
    parser.add_argument("--minibatch", type=int, default=512, help="decisions for one step of the gradient")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; so small a network gains little by more")
    parser.add_argument("--width", type=int, default=128, help="of the two hidden layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--every", type=int, default=10, help="updates between two measurements")
    parser.add_argument("--measured", type=int, default=512, help="matches of one measurement")
    parser.add_argument("--yardstick", default="random", help="whom to measure against: a built-in agent, policy:FILE")
    parser.add_argument("--seed", type=int, default=1, help="decides all chance")
    parser.add_argument("--save", type=Path, help="where to write the network (.pt), for `plowshares evaluate`")
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
