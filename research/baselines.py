"""Train the baselines: PPO on every game's small preset with several seeds, and draw their learning curves.

    python -m research.baselines train --minutes 2 --seeds 3     # what is there already is not trained again
    python -m research.baselines draw                            # docs/learning-curves.svg and the table

Curves are kept in docs/research/curves, checkpoints in build/baselines (TorchScript, for `plowshares evaluate`).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from examples import ppo

ROOT = Path(__file__).resolve().parent.parent
CURVES, CHECKPOINTS = ROOT / "docs/research/curves", ROOT / "build/baselines"
# The small preset of each game, and what differs from the example's own settings.
GAMES: dict[str, tuple[str, list[str]]] = {
    "battle_farm": ("duel", ["--matches", "64"]),
    "civ": ("quick", ["--matches", "64"]),
    "farmer_soldier": ("standard", []),
    "footsoldiers": ("short", []),
    "stratego": ("micro", []),
}


def curve_of(game: str, seed: int) -> Path:
    """Return where the curve of a run is kept."""
    return CURVES / f"{game}-{seed}.csv"


def train(asked: argparse.Namespace) -> None:
    """Train what is not there yet; all games with one seed before the next."""
    CURVES.mkdir(parents=True, exist_ok=True)
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    for seed in range(1, asked.seeds + 1):
        for game in asked.only or GAMES:
            if curve_of(game, seed).exists():
                continue
            preset, more = GAMES[game]
            saved = CHECKPOINTS / f"{game}-{seed}.pt"
            words = [game, "--preset", preset, "--minutes", str(asked.minutes), "--seed", str(seed), *more]
            words += ["--every", "8", "--measured", "128", "--save", str(saved)]
            print(f"== {game} {preset}, seed {seed}", flush=True)
            ppo.write_curve(ppo.train(ppo.read_arguments(words)), curve_of(game, seed))


def read_all() -> dict[str, list[list[ppo.Point]]]:
    """Return the curves of all runs that are there, by game."""
    found = {game: [ppo.read_curve(path) for path in sorted(CURVES.glob(f"{game}-*.csv"))] for game in GAMES}
    return {game: curves for game, curves in found.items() if curves}


def table(curves: dict[str, list[list[ppo.Point]]]) -> str:
    """Return the results as a table in Markdown."""
    lines = [
        "| game | seeds | steps | minutes | wins at first | wins at the end |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game, runs in curves.items():
        first, last = [100 * run[0].wins for run in runs], [100 * run[-1].wins for run in runs]
        steps, minutes = np.mean([run[-1].steps for run in runs]), np.mean([run[-1].seconds for run in runs]) / 60
        ends = f"{np.mean(last):.0f} % ({min(last):.0f} – {max(last):.0f})"
        name = f"{game} `{GAMES[game][0]}`"
        lines.append(f"| {name} | {len(runs)} | {steps:,.0f} | {minutes:.1f} | {np.mean(first):.0f} % | {ends} |")
    return "\n".join(lines)


def draw(curves: dict[str, list[list[ppo.Point]]], path: Path) -> None:
    """Plot wins against random play: the mean of the seeds, and from the least to the largest."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "plowshares"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7.2, 4.2))
    for game, runs in curves.items():
        length = min(len(run) for run in runs)
        wins = 100 * np.array([[point.wins for point in run[:length]] for run in runs])
        minutes = np.mean([[point.seconds / 60 for point in run[:length]] for run in runs], axis=0)
        axes.plot(minutes, wins.mean(0), linewidth=2, label=f"{game} {GAMES[game][0]}")
        axes.fill_between(minutes, wins.min(0), wins.max(0), alpha=0.2)
    axes.set(xlabel="minutes of learning on one core", ylabel="wins against random play, %", ylim=(0, 101))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main(words: list[str] | None = None) -> None:
    """Train, or draw what was trained."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("train", "draw"))
    parser.add_argument("--minutes", type=float, default=2.0, help="of processor time for one run")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=tuple(GAMES), help="these games only")
    asked = parser.parse_args(words)
    if asked.what == "train":
        train(asked)
        return
    curves: Any = read_all()
    draw(curves, ROOT / "docs/learning-curves.svg")
    print(table(curves))


if __name__ == "__main__":
    main()
