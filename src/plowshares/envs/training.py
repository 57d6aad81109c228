"""Training by PPO on a batch: against oneself, random play or a league; `plowshares train` runs it.

At intervals the learner plays some hundred matches against a yardstick, half of them on each seat, and takes the action
it holds best. The outcomes are a curve, which can be written, read and drawn. The network is in `plowshares.envs.ppo`.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.envs.batch import Batch
from plowshares.envs.best_response import rivals_of
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.league import League
from plowshares.envs.ppo import Learner, Rivals, Settings, collect, measure, new_rollout, random_rivals

Rival = Literal["self", "random", "league"]
Tell = Callable[[str], None]
SNAPSHOT = 20  # updates between two snapshots that join the league


@dataclass(frozen=True)
class Course:
    """How long the learner trains and against whom, and how it is measured."""

    rival: Rival = "self"
    minutes: float = 4.0  # of processor time for learning; measuring comes on top
    updates: int = 0  # of the network, instead of minutes: exact to repeat
    matches: int = 256  # played side by side
    steps: int = 64  # of each match for one update
    every: int = 10  # updates between two measurements
    measured: int = 512  # matches of one measurement
    yardstick: str = "random"  # whom to measure against: a built-in agent, or policy:FILE
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True)
class Point:
    """One point of the curve."""

    seconds: float
    steps: int
    wins: float
    draws: float

    def __str__(self) -> str:
        return f"{self.seconds:6.0f} s {self.steps:9,} steps  wins {self.wins:6.1%}  draws {self.draws:6.1%}"


def train(game: Game, options: Options, course: Course, tell: Tell, save: Path | None = None) -> list[Point]:
    """Learn, tell every measurement, and return the curve; `save` is where the network goes (TorchScript)."""
    seed = course.settings.seed
    with (
        Batch(game, options, course.matches, seed, threads=1) as one,
        Batch(game, options, course.measured, 2, threads=1) as other,
    ):
        framed, judge = FramedBatch(one), FramedBatch(other)
        learner = Learner(framed, course.settings)
        curve = _improve(course, learner, framed, judge, tell)
        if save:
            learner.save(save, framed)
        return curve


def _improve(course: Course, learner: Learner, framed: FramedBatch, judge: FramedBatch, tell: Tell) -> list[Point]:
    """Play, learn and measure by turns."""
    rollout, curve, league = new_rollout(framed, course.steps), list[Point](), League(course.settings.seed)
    rivals: Rivals | None = {"self": None, "random": random_rivals, "league": league}[course.rival]
    yardstick = find_yardstick(course.yardstick, judge)
    spent, update = 0.0, 0
    while True:
        is_done = update >= course.updates if course.updates else spent > 60 * course.minutes
        if update % course.every == 0 or is_done:
            earned = measure(judge, 10_000 + update, learner.best, yardstick)
            curve.append(point_of(spent, update * rollout.actions.size, earned))
            tell(str(curve[-1]))
        if is_done:
            return curve
        start = time.process_time()
        if course.rival == "league" and update % SNAPSHOT == 0:
            league.add(f"update {update}", learner.snapshot())
        collect(framed, rollout, learner.choose, rivals)
        learner.learn(rollout)
        spent += time.process_time() - start
        update += 1


def find_yardstick(word: str, judge: FramedBatch) -> Rivals:
    """Return the player that a learner is measured against."""
    return random_rivals if word == "random" else rivals_of(word, judge.batch.game, judge.batch.options, 1)


def point_of(spent: float, steps: int, earned: Any) -> Point:
    """Return a point of the curve from the outcomes of a measurement."""
    return Point(spent, steps, float(np.mean(earned > 0)), float(np.mean(earned == 0)))


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
