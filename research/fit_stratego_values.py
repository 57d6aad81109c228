"""Fit what pieces are worth to who won from positions of people's games, and write it as a module of the heuristics.

    python -m research.fit_stratego_values GAMES [--out FILE] [--games 4000] [--every 15] [--held-out 5]

A logistic regression. Each piece counts by its type, bombs and officers once more while the enemy does not know them;
a spy counts more while the enemy has a marshal. All of it is multiplied by the root of FEW / (pieces on the board),
since the same lead decides more when little is left. The danger of the flag is fitted beside it, and not written. The
log-loss on the games held out is printed by ply beside that of the rating as it is now, and the calibration.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plowshares.games.stratego import GAME
from plowshares.games.stratego.board import owner_of
from plowshares.games.stratego.heuristics.rating import draw_chart, measure_danger
from plowshares.games.stratego.pieces import LETTERS, TYPES, Type
from plowshares.games.stratego.state import HALVES, NOWHERE, SIDES
from research.human_games import NOBODY, HumanGame, read_games, replay

FEW = 20.0  # pieces of both sides at which a lead counts in full
FIRST_PLY = 10
SPY_NEEDED, DANGER = 2 * TYPES, 2 * TYPES + 1
FEATURES = 2 * TYPES + 2
SECRETS = (Type.BOMB, Type.MAJOR, Type.COLONEL, Type.GENERAL, Type.MARSHAL)  # types that are worth more while hidden
PLIES = (0, 60, 120, 200, 300, 10_000)
Floats = npt.NDArray[np.float64]


def count_features(s: Any, side: int) -> Floats:
    """Return what a side has: pieces by type, hidden pieces by type, needed spies, danger of its flag."""
    out = np.zeros(FEATURES)
    enemy = np.zeros(TYPES)
    flag = NOWHERE
    for piece in range(int(s.pieces)):
        type_ = int(s.types[piece])
        if s.squares[piece] == NOWHERE:
            continue
        if owner_of(s, piece) != side:
            enemy[type_] += 1
            continue
        out[type_] += 1
        out[TYPES + type_] += type_ in SECRETS and not s.shown[piece]
        flag = int(s.squares[piece]) if type_ == Type.FLAG else flag
    out[SPY_NEEDED] = out[Type.SPY] * (enemy[Type.MARSHAL] > 0)
    chart = np.zeros((2, SIDES, TYPES + 1, HALVES), np.int64)
    draw_chart(s, chart)
    out[DANGER] = -measure_danger(s, side, chart, flag) if flag != NOWHERE else 0.0
    return out


def collect(games: Sequence[HumanGame], every: int) -> tuple[Floats, Floats, Floats, npt.NDArray[np.int64], Floats]:
    """Return features (Red less Blue), who won, the ply, the game, and the present rating, of every so manieth ply."""
    rows, won, plies, numbers, rated = [], [], [], [], []
    for number, game in enumerate(games):
        for s in replay(game):
            if s.ply < FIRST_PLY or (s.ply + number) % every:
                continue
            left = sum(int(s.squares[piece]) != NOWHERE for piece in range(int(s.pieces)))
            lead = count_features(s, 0) - count_features(s, 1)
            lead[:DANGER] *= np.sqrt(FEW / left)
            rows.append(lead)
            won.append(float(game.winner == 0))
            plies.append(float(s.ply))
            numbers.append(number)
            rated.append(float(GAME.heuristics.value(s, 0)))
    return np.array(rows), np.array(won), np.array(plies), np.array(numbers), np.array(rated)


def regress(features: Floats, won: Floats, rounds: int = 25, ridge: float = 1.0) -> Floats:
    """Return the weights of a logistic regression without a constant: both sides are alike."""
    spread = features.std(axis=0) + 1e-9
    scaled = features / spread
    weights = np.zeros(features.shape[1])
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chance - won) + ridge * weights
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + ridge * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    found: Floats = weights / spread
    return found


def losses(chances: Floats, won: Floats) -> Floats:
    """Return the log-loss of each prediction."""
    sure = np.clip(chances, 1e-4, 1 - 1e-4)
    found: Floats = -(won * np.log(sure) + (1 - won) * np.log(1 - sure))
    return found


def report(chances: Floats, rated: Floats, won: Floats, plies: Floats) -> list[str]:
    """Compare the fit with the rating as it is, by ply, and say how well it is calibrated."""
    lines = []
    for low, high in itertools.pairwise(PLIES):
        part = (plies >= low) & (plies < high)
        if part.any():
            now = losses((1 + rated[part]) / 2, won[part]).mean()
            lines.append(
                f"ply {low}..: fitted {losses(chances[part], won[part]).mean():.3f}, rating {now:.3f} of {part.sum()}"
            )
    for share in np.arange(0.0, 1.0, 0.2):
        part = (chances >= share) & (chances < share + 0.2)
        if part.any():
            lines.append(f"foretold {chances[part].mean():.2f}: won {won[part].mean():.2f} of {part.sum()}")
    return lines


def write_module(path: Path, weights: Floats, note: str) -> None:
    """Write the weights as a module of numbers."""

    def row(name: str, begin: int) -> str:
        numbers = ", ".join(f"{weight:.2f}" for weight in weights[begin : begin + TYPES])
        return f"{name} = ({numbers})"

    lines = [
        '"""What pieces are worth. Written by `python -m research.fit_stratego_values`: do not edit.',
        "",
        *note.splitlines(),
        '"""',
        "",
        "from __future__ import annotations",
        "",
        f"# By type, in the order {LETTERS}: on the board, and more while the enemy does not know it.",
        row("WORTH", 0),
        row("HIDDEN", TYPES),
        f"SPY_NEEDED = {weights[SPY_NEEDED]:.2f}  # more for a spy while the enemy has a marshal",
        f"FEW = {FEW}  # pieces of both sides at which all but danger counts in full",
        "",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--every", type=int, default=15)
    parser.add_argument("--held-out", type=int, default=5)
    given = parser.parse_args(arguments)
    games = [game for game in read_games(given.path) if game.winner != NOBODY]
    games = games[:: max(1, len(games) // given.games)]
    features, won, plies, numbers, rated = collect(games, given.every)
    test = numbers % given.held_out == 0
    weights = regress(features[~test], won[~test])
    chances = 1 / (1 + np.exp(-features[test] @ weights))
    loss, now = losses(chances, won[test]).mean(), losses((1 + rated[test]) / 2, won[test]).mean()
    note = (
        f"Fitted to {(~test).sum()} positions of {len(games)} games of people, every {given.held_out}th held out.\n"
        f"Log-loss on those: {loss:.3f}; of the rating before: {now:.3f} (knowing nothing: 0.693)."
    )
    print(note, *report(chances, rated[test], won[test], plies[test]), sep="\n")
    print(*(f"{weight:.3f}" for weight in weights))
    if given.out is not None:
        write_module(given.out, weights, note)


if __name__ == "__main__":
    main()
