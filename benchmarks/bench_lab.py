"""What the lab adds to the time of the same games played bare.

    python benchmarks/bench_lab.py [rounds] [game …]

Bare is the same loop over the same seeds and players with nothing noted down and nothing kept; the referee is
what `plowshares match` takes for them. Processor time on one core; rounds of half a second take turns, bare and in the
lab, and the best of each counts, since whatever else the machine does only ever adds. The bar is 25 % over bare.
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
from plowshares.lab import match
from plowshares.lab.design import Design, define, variants_of
from plowshares.lab.study import Study

BAR = 0.25
ROUNDS = 10
LEAST = 0.5  # seconds that one round of bare games should take: a study is not over in a blink
MOST_GAMES = 480
STEP = 6  # whole rotations of two seats and of three
GAMES: dict[str, dict[str, Any]] = {
    "farmer_soldier": {},
    "stratego": {"options": {"variant": "barrage", "red_setup": "random", "blue_setup": "random"}},
    "footsoldiers": {},
    "civ": {"preset": "quick", "options": {"max_rounds": 15}},
    "battle_farm": {"preset": "three"},
}
WHAT = [{"game": game, "seats": [seat], **what} for game, what in GAMES.items() for seat in ("greedy", "random")]


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
    noting: Any = match
    kept = noting.Observer
    noting.Observer = Nothing
    jobs = jobs_of(design)
    options = read_options(game.options, jobs[0].options)
    try:
        for job in jobs:
            match.play_directly(job, game, options)
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


def size_of(design: Design) -> Design:
    """Return the study with as many games as a round should have."""
    for play in (play_lab, play_bare, play_refereed):
        play(msgspec.structs.replace(design, games=2))  # compiles
    times = max(1, math.ceil(LEAST / seconds(play_bare, design)))
    return msgspec.structs.replace(design, games=min(MOST_GAMES, times * design.games))


def main(rounds: int, names: list[str]) -> None:
    """Print one line for each game and kind of player."""
    print(f"{'':28}{'games':>6}{'bare ms':>9}{'lab ms':>9}{'added':>8}{'referee ms':>12}   a game")
    worst = 0.0
    for what in [each for each in WHAT if not names or each["game"] in names]:
        design = size_of(define({**what, "games": STEP, "samples": 0}))
        times = [[seconds(play, design) for play in (play_bare, play_lab)] for _ in range(rounds)]
        bare, lab = (1000 * min(column) / design.games for column in zip(*times, strict=True))
        referee = 1000 * seconds(play_refereed, msgspec.structs.replace(design, games=STEP)) / STEP
        worst = max(worst, lab / bare - 1)
        name = f"{design.game}, {design.seats[0]}"
        print(f"{name:28}{design.games:>6}{bare:>9.2f}{lab:>9.2f}{lab / bare - 1:>8.1%}{referee:>12.2f}", flush=True)
    print(f"largest addition {worst:.1%}, bar {BAR:.0%}: {'met' if worst <= BAR else 'NOT met'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS, sys.argv[2:])
