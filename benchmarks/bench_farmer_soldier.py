"""Farmer Soldier: random play on one core, what a decision costs on larger boards, and what a copy costs.

    python benchmarks/bench_farmer_soldier.py [seconds per part] [picture.svg]

A decision is a list of legal actions, a random choice and the step. Times are CPU times of this process, the best of
some rounds, since other work on the machine only ever slows a round down. In the part about board sizes no State is
copied: a copy grows with the board and drives everything else out of the nearest cache, so that the decisions after it
would be charged for it. The same matches are played again and again, and after each only the bytes that it changed,
found out beforehand, are put back.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from plowshares.core.jit import factory, kernel
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import has_seat
from plowshares.core.svg import label, picture, tag
from plowshares.games.farmer_soldier import GAME, rules

ROUNDS = 5
MATCHES = 200
TURNS = 8
BARS: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("3x3, 2 players", {}, 2_000_000),
    ("32x32 torus, 8 players", {"size": "32x32", "edges": "pp", "players": 8}, 500_000),
)
MOST_CLONE = 0.5  # microseconds
BOARDS: dict[str, dict[str, Any]] = {
    **{f"{n}x{n}": {"size": f"{n}x{n}"} for n in (3, 4, 8, 16, 32, 64)},
    "endless": {"edges": "ii"},
}


@kernel
def copy_bytes(start: Any, to: Any, number: int) -> int:
    """Copy a State some times, as memory: Numba copies records field by field, and very large ones not at all."""
    for i in range(number):
        to[0] = i & 1  # so that no copy can be left out
        for k in range(len(start)):
            to[k] = start[k]
    return int(to[len(to) // 2])


@kernel
def put_back(memory: Any, first: Any, places: Any, begin: int, end: int) -> None:
    """Restore some bytes of a State."""
    for k in range(begin, end):
        memory[places[k]] = first[places[k]]


@factory
def make_matches(rules: ModuleType) -> Any:
    """Return a kernel that plays random matches, each from the same first State.

    Each begins with a copy; or, when it is told which bytes each match changes, ends by putting back those.
    """

    @kernel
    def matches(
        states: Any, memory: Any, first: Any, rng: Rng, number: int, actions: Any, places: Any, ends: Any
    ) -> int:
        played = 0
        for match in range(number):
            if len(ends) == 0:
                copy_bytes(first, memory, 1)
            seed_rng(rng, np.uint64(match), 0)
            s = states[0]
            while not rules.is_over(s) and not rules.needs_room(s):
                seat, mask = 0, rules.to_act(s)
                while not has_seat(mask, seat):
                    seat += 1
                count = rules.legal_actions(s, seat, actions)
                rules.step(s, seat, actions[below(rng, count)])
                played += 1
            if len(ends) > 0:
                put_back(memory, first, places, ends[match - 1] if match else 0, ends[match])
        return played

    return matches


@kernel
def copy_records(states: Any, number: int) -> int:
    """Copy the first State over the others, as records."""
    for i in range(number):
        states[1 + i % 7] = states[0]
    return int(states[3].round)


class Bench:
    """Some States of one layout, with what random play needs."""

    def __init__(self, options: dict[str, Any]) -> None:
        first = GAME.start(read_options(GAME.options, options), 1)
        self.states = type(first).array(8)
        self.states[0] = first
        self.memory = self.states[:1].view(np.uint8)
        self.first = self.memory.copy()
        self.actions = np.zeros(int(first.actions.size), np.int32)
        self.rng = Rng.new()
        self.places, self.ends = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self.kernel = make_matches(rules)
        self.play(1)

    def play(self, matches: int) -> int:
        """Play matches; return the number of decisions."""
        played = self.kernel(
            self.states, self.memory, self.first, self.rng, matches, self.actions, self.places, self.ends
        )
        return int(played)

    def learn_changes(self, matches: int) -> None:
        """Find out which bytes each match changes, so that no State need be copied."""
        changed = []
        for match in range(matches):
            self.play(match + 1)  # the last one's end is left to be seen
            changed.append(np.flatnonzero(self.memory != self.first))
        self.memory[:] = self.first
        self.places, self.ends = np.concatenate(changed), np.cumsum([len(places) for places in changed])


def best_time(run: Callable[[], Any], seconds: float) -> float:
    """Return the least CPU seconds of one run."""
    best, spent = float("inf"), 0.0
    for number in range(1000):
        start = time.process_time()
        run()
        took = time.process_time() - start
        best, spent = min(best, took), spent + took
        if number >= ROUNDS and spent > seconds:
            break
    return best


def measure_rate(bench: Bench, matches: int, seconds: float) -> float:
    """Return decisions a second over the same matches again and again."""
    return bench.play(matches) / best_time(lambda: bench.play(matches), seconds)


def measure_costs(seconds: float) -> dict[str, float]:
    """Return nanoseconds per decision of each board, without copies; in turn, since a machine's speed varies."""
    benches = {name: Bench(options) for name, options in BOARDS.items()}
    costs = dict.fromkeys(benches, math.inf)
    for bench in benches.values():
        bench.learn_changes(MATCHES)
    for _ in range(TURNS):
        for name, bench in benches.items():
            costs[name] = min(costs[name], 1e9 / measure_rate(bench, MATCHES, seconds / TURNS))
    return costs


def draw(costs: dict[str, float], path: Path) -> None:
    """Draw the cost of a decision by board as bars."""
    most = max(costs.values())
    parts = []
    for i, (name, cost) in enumerate(costs.items()):
        y = 40 + 34 * i
        parts.append(label(name, 96, y + 11, text_anchor="end", font_size=15))
        parts.append(tag("rect", x=104, y=y, width=400 * cost / most, height=22, fill="#1f4e9c"))
        parts.append(label(f"{cost:.0f} ns", 112 + 400 * cost / most, y + 11, text_anchor="start", font_size=15))
    parts.append(label("One random decision, two players, by board", 300, 18, font_size=17))
    style = "text{font-family:system-ui,sans-serif}"
    words = "; ".join(f"{name} {cost:.0f} ns" for name, cost in costs.items())
    path.write_text(picture(600, 50 + 34 * len(costs), "Cost of a decision by board", words, parts, style) + "\n")


def main(seconds: float, path: Path | None) -> bool:
    """Print all measurements; return whether every bar is met."""
    good = True
    for name, options, least in BARS:
        rate = measure_rate(Bench(options), 2000, seconds)
        good &= rate >= least
        print(f"{name:24} {rate:12,.0f} decisions/s  bar {least:,}: {'met' if rate >= least else 'MISSED'}")
    costs = measure_costs(seconds)
    for name, cost in costs.items():
        print(f"{name:24} {cost:8.0f} ns a decision, {costs[name] / costs['3x3']:.2f} times 3x3")
    bench = Bench({})
    times = 20_000
    copy_records(bench.states, 1)
    by_bytes = best_time(lambda: copy_bytes(bench.first, bench.memory, times), seconds) / times * 1e6
    by_record = best_time(lambda: copy_records(bench.states, times), seconds) / times * 1e6
    in_python = best_time(lambda: [bench.states[0].clone() for _ in range(1000)], seconds) / 1000 * 1e6
    good &= by_record <= MOST_CLONE
    verdict = "met" if by_record <= MOST_CLONE else "MISSED"
    print(
        f"copy of a 3x3 State of {len(bench.first)} bytes: {by_record:.3f} µs as a record, bar {MOST_CLONE}: {verdict};"
    )
    print(f"  {by_bytes:.3f} µs as bytes; {in_python:.2f} µs by clone() in Python")
    if path:
        draw(costs, path)
    return good


if __name__ == "__main__":
    where = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    sys.exit(0 if main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0, where) else 1)
