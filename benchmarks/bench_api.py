"""The public Python API: how long `match.play(text)` and `ps.new` take, beside what they took without two short cuts.

`make bench BENCH=bench_api`. "Before" is the same code with NumPy's own `data` of a record, which describes all
fields at every call of a kernel, and with the options' annotations worked out for every option, in the same run.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np

import plowshares as ps
from plowshares.core import options
from plowshares.core.records import Record

COMMANDS = 400
MATCHES = 200
BAR_PLAY, BAR_NEW = 60.0, 500.0  # microseconds
QUICK_DATA: Any = Record.__dict__["data"]
QUICK_HINTS: Any = options.hints_of
OPTIONS: dict[str, Any] = {"variant": "classic", "scout": "line", "two_square": 3, "memory_aid": True}


def before() -> None:
    """Take the short cuts away."""
    plain: Any = np.void.data
    type.__setattr__(Record, "data", property(plain.__get__))
    options.hints_of = lambda cls: get_type_hints(cls, include_extras=True)  # type: ignore[assignment]  # the slow way


def after() -> None:
    """Put them back."""
    type.__setattr__(Record, "data", QUICK_DATA)
    options.hints_of = QUICK_HINTS


def time_play() -> float:
    """Return the median microseconds of a move in classic Stratego, by text."""
    chance = random.Random(1)
    match = ps.new("stratego", seed=5, **OPTIONS)
    for seat in (0, 1):
        match.play("fill", seat)
        match.play("ready", seat)
    times: list[float] = []
    while match.result is None and len(times) < COMMANDS:
        text = chance.choice(match.legal())
        began = time.perf_counter()
        match.play(text)
        times.append(time.perf_counter() - began)
    return 1e6 * statistics.median(times)


def time_new() -> float:
    """Return the median microseconds of beginning a match with some options."""
    times = []
    for seed in range(MATCHES):
        began = time.perf_counter()
        ps.new("stratego", seed=seed, **OPTIONS)
        times.append(time.perf_counter() - began)
    return 1e6 * statistics.median(times)


def compare(name: str, measure: Callable[[], float], bar: float) -> None:
    """Measure both ways in turns, and print the best of each."""
    times: dict[str, list[float]] = {"before": [], "after": []}
    for _ in range(3):
        for way, prepare in (("before", before), ("after", after)):
            prepare()
            times[way].append(measure())
    slow, quick = min(times["before"]), min(times["after"])
    verdict = "within" if quick <= bar else "ABOVE"
    print(f"{name:22}{slow:9.1f} µs before {quick:9.1f} µs now {slow / quick:6.1f} times as fast; {verdict} {bar:g} µs")


def main() -> None:
    """Print both figures."""
    time_play()  # compiles
    compare("match.play(text)", time_play, BAR_PLAY)
    compare("ps.new(…)", time_new, BAR_NEW)


if __name__ == "__main__":
    main()
