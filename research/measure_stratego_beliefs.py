"""Measure how well imagined worlds foretell hidden pieces, on games of people that nothing was fitted to.

    python -m research.measure_stratego_beliefs GAMES [--games 100] [--worlds 100] [--held-out 8] [--plies 40 100]

For each enemy piece on the board that has not been shown, from both seats: the mean log-loss of its true type (counts
over the worlds, smoothed with two worlds of what counting alone gives), and how often the true flag is the likeliest
piece, or among the three likeliest.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from plowshares.games.stratego import GAME
from plowshares.games.stratego.pieces import TYPES, UNKNOWN, Type
from plowshares.games.stratego.state import NOWHERE
from research.human_games import HumanGame, read_games, replay

SMOOTH = 2.0  # worlds of plain counting that are added
Sampler = Callable[[Any, int, Any], None]


class Tally:
    """Sums over the hidden pieces of some views."""

    def __init__(self) -> None:
        self.pieces = self.views = 0
        self.loss = self.first = self.third = 0.0

    def __str__(self) -> str:
        n, views = max(1, self.pieces), max(1, self.views)
        return f"loss {self.loss / n:.3f} of {self.pieces}, flag {self.first / views:.3f} / {self.third / views:.3f}"


def count_types(view: Any, seat: int, worlds: int, sample: Sampler) -> Any:
    """Return in how many worlds each piece is of each type."""
    counts = np.zeros((int(view.pieces), TYPES))
    for seed in range(worlds):
        world = view.clone()
        sample(world, seat, np.uint64(seed + 1))
        counts[np.arange(len(counts)), world.types[: len(counts)]] += 1
    return counts


def score_view(s: Any, seat: int, worlds: int, tally: Tally, sample: Sampler) -> None:
    """Add what the worlds of one view foretell to a tally."""
    view = GAME.view_of(s, seat)
    hidden = [i for i in range(int(s.pieces)) if view.types[i] == UNKNOWN and view.squares[i] != NOWHERE]
    if not hidden:
        return
    counts = count_types(view, seat, worlds, sample)
    even = np.bincount(s.types[hidden], minlength=TYPES) / len(hidden)
    chances = (counts[hidden] + SMOOTH * even) / (worlds + SMOOTH)
    tally.pieces += len(hidden)
    tally.loss -= sum(math.log(chances[row, s.types[piece]]) for row, piece in enumerate(hidden))
    flags = [row for row, piece in enumerate(hidden) if s.types[piece] == Type.FLAG]
    if flags:
        better = int((chances[:, Type.FLAG] > chances[flags[0], Type.FLAG]).sum())
        tally.views += 1
        tally.first += better == 0
        tally.third += better < 3


def measure(
    games: Sequence[HumanGame], plies: Sequence[int], worlds: int, sample: Sampler = GAME.view.sample_for
) -> dict[int, Tally]:
    """Return a tally for each ply."""
    tallies: dict[int, Tally] = defaultdict(Tally)
    for game in games:
        for s in replay(game):
            if s.ply in plies:
                for seat in (0, 1):
                    score_view(s, seat, worlds, tallies[int(s.ply)], sample)
            if s.ply >= max(plies):
                break
    return tallies


def main() -> None:
    """Measure the sampler of worlds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--held-out", type=int, default=8)
    parser.add_argument("--plies", type=int, nargs="+", default=[40, 100, 200, 300])
    given = parser.parse_args()
    held_out = [game for i, game in enumerate(read_games(given.path)) if i % given.held_out == 0]
    step = max(1, len(held_out) // given.games)
    for ply, tally in sorted(measure(held_out[::step], given.plies, given.worlds).items()):
        print(f"ply {ply}: {tally}", flush=True)


if __name__ == "__main__":
    main()
