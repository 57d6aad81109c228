"""Fit a mixture of kinds of set-up to how people set up, and write it as the module that the sampler of worlds reads.

    python -m research.fit_stratego_setups GAMES [--out FILE] [--kinds 16] [--rounds 60] [--seed 1] [--held-out 8]

Expectation-maximization over tables P(type | cell) with a free left-right flip. Set-ups that are alike in ALIKE cells
are one family, and every family counts once, so that a popular set-up does not become a kind of its own. Our own
set-ups are one further kind, because our players meet each other too. Every n-th game is held out and scored.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plowshares.games.stratego.heuristics.setups import make_setup
from plowshares.games.stratego.pieces import TYPES, VARIANTS
from research.human_games import SPOTS, read_games

WIDTH = 10
ALIKE = 24  # cells in which set-ups of one family agree at least
PSEUDO = 20.0  # set-ups of the overall table that each kind is mixed with
OURS_SHARE, UNIFORM_SHARE = 0.25, 0.03  # weights of our own set-ups, and of any order at all
STEPS = 10.0  # stored are round(-STEPS ln P) …
MOST = 90  # … up to this, as one printable character each
FIRST_CHARACTER = 35  # '#': no quotes, no blanks; a backslash is never needed, see `pack`
Floats = npt.NDArray[np.float64]
ARMY = VARIANTS["classic"].army


def one_hot(setups: Iterable[Sequence[int]]) -> npt.NDArray[np.float32]:
    """Return set-ups as 0 and 1: set-up, cell × type."""
    types = np.array(list(setups))
    out = np.zeros((len(types), SPOTS, TYPES), np.float32)
    np.put_along_axis(out, types[:, :, None], 1.0, axis=2)
    return out.reshape(len(types), -1)


def flip(tables: Any) -> Any:
    """Exchange left and right of tables by cell and type."""
    rows = tables.reshape(len(tables), -1, WIDTH, TYPES)
    return rows[:, :, ::-1].reshape(tables.shape)


def weigh_families(data: Any) -> Floats:
    """Return 1 / (how many set-ups are like each), its mirror images included."""
    weights = np.zeros(len(data))
    for begin in range(0, len(data), 1000):
        part = data[begin : begin + 1000]
        alike = (part @ data.T >= ALIKE) | (part @ flip(data).T >= ALIKE)
        weights[begin : begin + 1000] = 1.0 / alike.sum(axis=1)
    return weights


def fit(data: Any, weights: Floats, kinds: int, rounds: int, seed: int) -> tuple[Floats, Floats]:
    """Return the shares of the kinds and their tables (kind, cell × type)."""
    rng = np.random.default_rng(seed)
    overall = _normalise(weights @ data + weights @ flip(data) + 1e-3)
    tables = _normalise(data[rng.choice(len(data), kinds, p=weights / weights.sum())] * 2.0 + overall)
    shares = np.full(kinds, 1.0 / kinds)
    for _ in range(rounds):
        here, there = _share_out(data, tables, shares)
        here, there = here * weights[:, None], there * weights[:, None]
        found = here.T @ data + flip(there.T @ data)
        tables = _normalise(found + PSEUDO * overall)
        shares = (here.sum(axis=0) + there.sum(axis=0)) / weights.sum()
    return shares, tables


def _normalise(tables: Any) -> Any:
    cells = tables.reshape(*tables.shape[:-1], SPOTS, TYPES)
    return (cells / cells.sum(axis=-1, keepdims=True)).reshape(tables.shape)


def _share_out(data: Any, tables: Any, shares: Floats) -> tuple[Any, Any]:
    """Return how far each set-up belongs to each kind as it stands, and flipped."""
    logs = np.log(np.maximum(tables, 1e-12))
    both = np.concatenate([data @ logs.T, data @ flip(logs).T], axis=1) + np.log(np.tile(shares / 2, 2) + 1e-12)
    both = np.exp(both - both.max(axis=1, keepdims=True))
    both /= both.sum(axis=1, keepdims=True)
    return both[:, : len(shares)], both[:, len(shares) :]


def score(data: Any, tables: Any, shares: Floats) -> float:
    """Return the mean log-loss a cell of set-ups that nobody has seen anything of, under the mixture as a whole."""
    logs = np.log(np.maximum(tables, 1e-12))
    both = np.concatenate([data @ logs.T, data @ flip(logs).T], axis=1) + np.log(np.tile(shares / 2, 2) + 1e-12)
    top = both.max(axis=1)
    return float(-(top + np.log(np.exp(both - top[:, None]).sum(axis=1))).mean() / SPOTS)


def complete(tables: Floats, shares: Floats, seed: int, own: int = 400) -> tuple[Floats, Floats]:
    """Add a kind made of our own set-ups, and one in which anything stands anywhere."""
    ours = one_hot(make_setup(WIDTH, SPOTS // WIDTH, ARMY, seed + i, 1 + 63 * (i % 2)) for i in range(own))
    table = _normalise(ours.sum(axis=0) + flip(ours).sum(axis=0) + 4.0)
    uniform = np.tile(np.array(ARMY) / SPOTS, SPOTS)
    rest = 1.0 - OURS_SHARE - UNIFORM_SHARE
    return np.vstack([tables, table, uniform]), np.concatenate([shares * rest, [OURS_SHARE, UNIFORM_SHARE]])


def pack(tables: Floats) -> list[list[str]]:
    """Write tables as text: for each kind a line per row of cells and half, a character per cell and type."""
    numbers = np.minimum(MOST, np.rint(-STEPS * np.log(np.maximum(tables, 1e-9)))).astype(int)
    characters = "".join(chr(c) for c in range(FIRST_CHARACTER, 127) if chr(c) != "\\") + "~"
    return [["".join(characters[n] for n in part) for part in kind.reshape(8, WIDTH // 2 * TYPES)] for kind in numbers]


def write_module(path: Path, tables: Floats, shares: Floats, note: str) -> None:
    """Write the numbers as a module, so that the cache of compiled kernels notices when they change."""
    lines = [
        '"""How people set up, as numbers. Written by `python -m research.fit_stratego_setups`: do not edit.',
        "",
        *note.splitlines(),
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "# For each kind of set-up its share in ten thousand, and -10 ln P(type | cell), a character for each type of",
        "# each cell, from '#' for 0 on; half a row of cells a line, the back row first, types from the flag on.",
        "KINDS: tuple[tuple[int, tuple[str, ...]], ...] = (",
    ]
    for share, rows in zip(shares, pack(tables), strict=True):
        lines += ["    (", f"        {max(1, round(10000 * share))},", "        ("]
        lines += [*(f'            "{row}",' for row in rows), "        ),", "    ),"]
    path.write_text("\n".join([*lines, ")", ""]), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, score, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--kinds", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held-out", type=int, default=8)
    given = parser.parse_args(arguments)
    games = list(read_games(given.games))
    kept = {setup for i, game in enumerate(games) if i % given.held_out for setup in game.setups}
    data = one_hot(sorted(kept))
    test = one_hot(setup for i, game in enumerate(games) if i % given.held_out == 0 for setup in game.setups)
    shares, tables = fit(data, weigh_families(data), given.kinds, given.rounds, given.seed)
    tables, shares = complete(tables, shares, given.seed)
    loss = score(test, tables, shares)
    note = (
        f"Fitted to {len(data)} different set-ups of people, with every {given.held_out}th game held out: "
        f"{given.kinds} kinds,\n"
        f"{given.rounds} rounds, seed {given.seed}; then one kind of our own set-ups, and one of any order at all.\n"
        f"Log-loss a cell of the {len(test)} set-ups held out: {loss:.3f} nats."
    )
    print(note)
    if given.out is not None:
        write_module(given.out, tables, shares, note)


if __name__ == "__main__":
    main()
