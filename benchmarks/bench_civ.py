"""Civ: random play on one core, what a copy costs, and how the cost of an action grows with the board.

    python benchmarks/bench_civ.py [seconds per part] [--plot docs/games/civ-cost.svg]

Beside it OpenSpiel's dark_chess, a game of hidden information, driven from Python as its users do. Both play uniformly
random legal actions. Times are CPU times of this process, the best of some rounds, since other work on the machine
only ever slows a round down.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import Rng, seed_rng
from plowshares.core.svg import label, picture, tag
from plowshares.engine.playout import make_playout
from plowshares.games.civ import GAME
from plowshares.games.civ.options import Options

ROUNDS = 40  # short ones: on a busy machine only some are left alone
LEAST = {(16, 2): 2_000_000, (32, 4): 1_000_000}  # actions a second that compiled random play is to reach
MOST_CLONE = 2e-6  # seconds
SIDES = (8, 12, 16, 24, 32, 48, 64)
STARTS = 16  # different maps to begin from


def measure(play: Callable[[], int], seconds: float) -> float:
    """Return how many a second, in the best round."""
    best = 0.0
    for _ in range(ROUNDS):
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / ROUNDS:
            done += play()
        best = max(best, done / spent)
    return best


class Player:
    """Plays random matches from the same few first positions, all of it compiled."""

    def __init__(self, **given: Any) -> None:
        options = Options(**given)
        self.starts = [GAME.start(options, seed) for seed in range(STARTS)]
        self.rng = Rng.new()
        seed_rng(self.rng, np.uint64(1), 0)
        self.actions = np.zeros(int(self.starts[0].actions.size), np.int32)
        self.playout = make_playout(GAME.rules)
        self.next = 0
        self.units = 0  # at the ends of the matches
        self.matches = 0
        self.play()

    def play(self) -> int:
        """Play one match; return its actions."""
        s = self.starts[self.next % STARTS].clone()
        self.next += 1
        played = int(self.playout(s, self.rng, 10_000_000, self.actions))
        self.units += sum(int(p.unit_count) for p in s.players)
        self.matches += 1
        return played


def dark_chess() -> Callable[[], int]:
    """Return a function that plays one random match of OpenSpiel's dark_chess from Python."""
    import pyspiel

    game = pyspiel.load_game("dark_chess")

    def play() -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            actions += 1
        return actions

    return play


@kernel
def copy_often(states: Any, times: int) -> None:
    """Copy the first State over the others, again and again."""
    for i in range(times):
        states[1 + i % (len(states) - 1)] = states[0]


def compiled_copy(s: Any) -> Callable[[], int]:
    """Return a function that copies a State a thousand times, compiled."""
    states = np.zeros(8, type(s).layout)
    states[0] = s
    copy_often(states, 1)

    def play() -> int:
        copy_often(states, 1000)
        return 1000

    return play


def python_clone(s: Any) -> Callable[[], int]:
    """Return a function that clones a State a thousand times from Python."""

    def play() -> int:
        for _ in range(1000):
            s.clone()
        return 1000

    return play


def plot(rows: list[tuple[int, float, float]]) -> str:
    """Draw the cost of an action over the side of the board, beside what growing with the area would be."""
    width, height, left, top = 640, 360, 60, 30
    most = 2.0 * max(cost for _, cost, _ in rows)

    def point(side: float, cost: float) -> tuple[float, float]:
        return left + (width - left - 30) * side / 64, height - 40 - (height - 40 - top) * min(cost, most) / most

    def line(points: list[tuple[float, float]], colour: str, dashes: str | None = None) -> str:
        d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        return tag("path", d=d, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dashes)

    first = rows[0][1]
    area = [point(x, first * (x / 8) ** 2) for x in np.linspace(8, 64, 57) if first * (x / 8) ** 2 <= most]
    parts = [tag("rect", width=width, height=height, fill="#fff"), line(area, "#999", "6 4")]
    parts.append(label("growing with the area", area[-1][0] + 70, area[-1][1] + 8, font_size=12, fill="#666"))
    parts.append(line([point(side, cost) for side, cost, _ in rows], "#1f4e9c"))
    for side, cost, units in rows:
        x, y = point(side, cost)
        parts.append(tag("circle", cx=x, cy=y, r=4, fill="#1f4e9c"))
        parts.append(label(f"{cost:.0f} ns", x, y - 14, font_size=12, fill="#1f4e9c"))
        parts.append(label(f"{units:.0f} units", x, y + 16, font_size=10, fill="#555"))
        parts.append(label(str(side), x, height - 24, font_size=12))
    parts.append(label("side of the board, in tiles", width / 2, height - 8, font_size=12))
    parts.append(
        label(
            "CPU time of one random action, legal list and all; units are those at the ends",
            width / 2,
            14,
            font_size=12,
        )
    )
    words = "; ".join(f"{side} by {side}: {cost:.0f} ns, {units:.0f} units" for side, cost, units in rows)
    return picture(width, height, "Civ: cost of an action by board size", words, parts, "text{font-family:sans-serif}")


def verdict(holds: bool) -> str:
    """Say whether a bar was reached."""
    return "reached" if holds else "MISSED"


def main() -> None:
    """Measure and print."""
    words = sys.argv[1:]
    target = Path(words[words.index("--plot") + 1]) if "--plot" in words else None
    seconds = float(words[0]) if words and not words[0].startswith("-") else 5.0
    chess = measure(dark_chess(), seconds)
    print(f"OpenSpiel dark_chess from Python   {chess:12,.0f} actions/s")
    for (side, players), least in LEAST.items():
        rate = measure(Player(size=side, players=players).play, seconds)
        times = f"{rate / chess:.0f} times dark_chess; bar {least:,} {verdict(rate >= least)}"
        print(f"civ {side}x{side}, {players} players, compiled   {rate:12,.0f} actions/s, {times}")
    s = GAME.start(Options(), 1)
    for name, play in (("compiled", compiled_copy(s)), ("from Python", python_clone(s))):
        cost = 1 / measure(play, seconds / 5)
        bar = f"bar {MOST_CLONE * 1e6:.0f} µs {verdict(cost <= MOST_CLONE)}"
        print(f"clone of 16x16 ({s.layout.itemsize} bytes), {name}: {cost * 1e6:.2f} µs; {bar}")
    rows = []
    for side in SIDES:
        player = Player(size=side)
        cost = 1e9 / measure(player.play, seconds / 2)
        rows.append((side, cost, player.units / player.matches))
        print(f"civ {side}x{side}, 2 players: {cost:6.0f} ns an action, {rows[-1][2]:.0f} units at the end")
    if target:
        target.write_text(plot(rows) + "\n")
        print(f"plot written to {target}")


if __name__ == "__main__":
    main()
