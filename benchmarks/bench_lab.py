"""What the lab adds to the time of the same games played bare.

    python benchmarks/bench_lab.py [least games of each] [game …]

Bare is the same loop over the same seeds and players with nothing noted down and nothing kept; the referee is
what `plowshares match` takes for them. Processor time, the best of three rounds, one core. The bar is 25 % over bare.
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from plowshares import registry
from plowshares.arena.job import Job, derive, run_job
from plowshares.arena.series import rotate
from plowshares.core.options import read_options
from plowshares.lab import playing
from plowshares.lab.design import Design, define, variants_of
from plowshares.lab.running import Study

BAR = 0.25
ROUNDS = 3
LEAST, MOST_TIMES = (
    2.0,
    20,
)  # seconds that the bare games should take, else more are played: a study is not over in a blink
WHAT: list[dict[str, Any]] = [
    {"game": "farmer_soldier", "seats": ["greedy"]},
    {"game": "farmer_soldier", "seats": ["random"]},
    {"game": "stratego", "options": {"variant": "barrage", "red_setup": "random", "blue_setup": "random"}},
    {"game": "footsoldiers"},
    {"game": "civ", "preset": "quick", "options": {"max_rounds": 15}},
    {"game": "battle_farm", "preset": "three"},
    {"game": "battle_farm", "preset": "three", "seats": ["random"]},
]


class Nothing:
    """Stands where the observer would, and notes nothing."""

    def __init__(self, *about: Any) -> None:
        pass

    def decide(self, count: int, action: int) -> None:
        """Note nothing."""

    def command(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Note nothing."""

    def finish(self, s: Any, reason: str, outcome: tuple[float, ...]) -> dict[str, Any]:
        """Return nothing."""
        return {}


def jobs_of(design: Design) -> list[Job]:
    """Return the games of a design as the match runner takes them."""
    (variant,) = variants_of(design)
    seats = len(variant.entrants)
    return [
        Job(turn, design.game, variant.options, derive(design.seed, group), tuple(rotate(variant.entrants, turn)))
        for group, turn in (divmod(number, seats) for number in range(design.games))
    ]


def play_bare(design: Design) -> None:
    """Play the games and note nothing."""
    game = registry.find(design.game)
    noting: Any = playing
    kept = noting.Observer
    noting.Observer = Nothing
    jobs = jobs_of(design)
    options = read_options(game.options, jobs[0].options)
    try:
        for job in jobs:
            playing.play_directly(job, game, options)
    finally:
        noting.Observer = kept


def play_refereed(design: Design) -> None:
    """Play the games as `plowshares match` does."""
    for job in jobs_of(design):
        run_job(job)


def play_lab(design: Design) -> None:
    """Play the games as a study, measured and kept on disk."""
    with tempfile.TemporaryDirectory() as place:
        study = Study(design, Path(place))
        study.run(workers=1)
        study.store.close()


def seconds(play: Callable[[Design], None], design: Design) -> float:
    """Return the processor time of one round."""
    began = time.process_time()
    play(design)
    return time.process_time() - began


def main(games: int, names: list[str]) -> None:
    """Print one line for each game."""
    print(f"{'':28}{'games':>6}{'bare s':>9}{'lab s':>9}{'added':>8}{'referee s':>11}")
    worst = 0.0
    for what in [each for each in WHAT if not names or each["game"] in names]:
        design = define({**what, "games": -(-games // 6) * 6, "samples": 0})
        play_lab(design)  # compiles
        times = min(MOST_TIMES, math.ceil(LEAST / seconds(play_bare, design)))
        design = msgspec.structs.replace(design, games=design.games * times)
        plays = (play_bare, play_lab, play_refereed)
        rounds = [[seconds(play, design) for play in plays] for _ in range(ROUNDS)]
        bare, lab, referee = (min(column) for column in zip(*rounds, strict=True))
        worst = max(worst, lab / bare - 1)
        name = f"{design.game}, {design.seats[0]}"
        print(f"{name:28}{design.games:>6}{bare:>9.2f}{lab:>9.2f}{lab / bare - 1:>8.1%}{referee:>11.2f}", flush=True)
    print(f"largest addition {worst:.1%}, bar {BAR:.0%}: {'met' if worst <= BAR else 'NOT met'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2:])
