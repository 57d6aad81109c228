"""Train the baselines: PPO and AlphaZero on every game's small preset with several seeds; draw and measure them.

    python -m research.baselines train --minutes 1 --seeds 3     # what is there already is not trained again
    python -m research.baselines evaluate                        # plays them, and writes the results
    python -m research.baselines write                           # docs/learning-curves.svg, docs/research/baselines.md

Curves and results are kept in docs/research/baselines, checkpoints in build/baselines (TorchScript, for `plowshares
evaluate`). It takes the environment of the learners' examples: `scripts/set_up build/learn learn`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from examples import ppo
from plowshares.cli.evaluate import evaluate
from plowshares.cli.flags import GameFlags, PlaceFlags

ROOT = Path(__file__).resolve().parent.parent
KEPT, CHECKPOINTS = ROOT / "docs/research/baselines", ROOT / "build/baselines"
ANCHORS = "random,greedy,easy@64"
YARDSTICK = "greedy"
SIMULATIONS = 32
# The small preset of each game, and the matches of a batch: fewer where matches are long.
GAMES: dict[str, tuple[str, int]] = {
    "battle_farm": ("duel", 64),
    "civ": ("quick", 64),
    "farmer_soldier": ("standard", 256),
    "footsoldiers": ("short", 256),
    "stratego": ("micro", 256),
}
METHODS = {"ppo": "PPO", "alphazero": "AlphaZero"}
HEAD = """# Baselines

Small networks (two hidden layers of 128) for the small preset of each game, trained on one core. They
are yardsticks for your own learners, not strong players. How opponents and intervals are measured:
[measure a policy](../how-to/evaluate.md).

![Wins against greedy while learning](../learning-curves.svg)

Wins against `greedy`, half of the matches on each seat; the lines are means of the seeds, the shades
reach from the worst to the best.

"""
COMMANDS = """
## To repeat it

```text
scripts/set_up build/learn learn
build/learn/bin/python -m research.baselines train --minutes 1 --seeds 3
build/learn/bin/python -m research.baselines evaluate
build/learn/bin/python -m research.baselines write
```

One line of the tables alone, for instance:

```text
plowshares evaluate build/baselines/stratego-alphazero-1.pt@32 --game stratego --preset micro \\
  --option red_setup=random --option blue_setup=random --games 100 \\
  --anchors docs/research/baselines/stratego-anchors.json --against random,greedy,easy@64
```

The line of `easy@16` needs no training: `tests/cli/test_evaluate.py` plays it again with other seeds
and compares it with these tables.
"""


def name_of(game: str, method: str, seed: int) -> str:
    """Return the name of a run's files."""
    return f"{game}-{method}-{seed}"


def flags_of(game: str, seed: int) -> GameFlags:
    """Return the small preset of a game as the command line takes it."""
    given = [f"{name}={value}" for name, value in ppo.READY.get(game, {}).items()]
    return GameFlags(preset=GAMES[game][0], option=given, seed=seed)


def train(asked: argparse.Namespace) -> None:
    """Train what is not there yet; everything with one seed before the next."""
    KEPT.mkdir(parents=True, exist_ok=True)
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    for seed in range(1, asked.seeds + 1):
        for game in asked.only or GAMES:
            for method in asked.methods or METHODS:
                name = name_of(game, method, seed)
                if not (KEPT / f"{name}.csv").exists():
                    print(f"== {name}", flush=True)
                    train_one(game, method, seed, asked.minutes)


def train_one(game: str, method: str, seed: int, minutes: float) -> None:
    """Train one network; keep its curve and its checkpoint."""
    preset, matches = GAMES[game]
    name = name_of(game, method, seed)
    words = [game, "--preset", preset, "--minutes", str(minutes), "--seed", str(seed), "--measured", "64"]
    words += ["--yardstick", YARDSTICK, "--save", str(CHECKPOINTS / f"{name}.pt"), "--curve", str(KEPT / f"{name}.csv")]
    if method == "ppo":
        asked = ppo.read_arguments([*words, "--matches", str(matches), "--every", "16"])
        ppo.write_curve(ppo.train(asked), asked.curve)
    else:
        from examples import alphazero

        alphazero.train(alphazero.read_arguments([*words, "--simulations", str(SIMULATIONS), "--every", "60"]))


def players_of(game: str) -> dict[str, str]:
    """Return who is measured: names in the table to words of `plowshares evaluate`."""
    found = {"`easy@16`": "easy@16"}
    for method, name in METHODS.items():
        path = CHECKPOINTS / f"{name_of(game, method, 1)}.pt"
        if path.exists():
            found[name] = str(path)
            if method == "alphazero":
                found[f"{name}, {SIMULATIONS} simulations"] = f"{path}@{SIMULATIONS}"
    return found


def measure(asked: argparse.Namespace) -> None:
    """Play the first seed's networks against the anchors; what is there already is not measured again."""
    for game in asked.only or GAMES:
        path = KEPT / f"{game}-results.json"
        results: dict[str, Any] = msgspec.json.decode(path.read_bytes()) if path.exists() else {}
        for name, word in players_of(game).items():
            if name in results:
                continue
            out = CHECKPOINTS / "result.json"
            anchors = KEPT / f"{game}-anchors.json"
            print(f"== {game}: {name}", flush=True)
            evaluate(
                word,
                game=game,
                against=ANCHORS,
                games=asked.games,
                anchors=anchors,
                json=out,
                variant=flags_of(game, 1),
                place=PlaceFlags(jobs=1),
            )
            results[name] = msgspec.json.decode(out.read_bytes())
            path.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")


def read_curves(game: str, method: str) -> list[list[ppo.Point]]:
    """Return the curves of all seeds."""
    return [ppo.read_curve(path) for path in sorted(KEPT.glob(f"{game}-{method}-*.csv"))]


def training_table() -> str:
    """Return what the curves came to, as a table in Markdown."""
    lines = [
        "| game | method | seeds | decisions | minutes | wins against `greedy` at first | at the end |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game, (preset, _) in GAMES.items():
        for method, name in METHODS.items():
            runs = read_curves(game, method)
            if runs:
                lines.append(f"| {game} `{preset}` | {name} | {training_row(runs)} |")
    return "\n".join(lines)


def training_row(runs: list[list[ppo.Point]]) -> str:
    """Return the numbers of one line of the table."""
    first, last = [100 * run[0].wins for run in runs], [100 * run[-1].wins for run in runs]
    steps, minutes = np.mean([run[-1].steps for run in runs]), np.mean([run[-1].seconds for run in runs]) / 60
    ends = f"{np.mean(last):.0f} % ({min(last):.0f} – {max(last):.0f})"
    return f"{len(runs)} | {steps:,.0f} | {minutes:.1f} | {np.mean(first):.0f} % | {ends}"


def result_table(game: str) -> str:
    """Return the results of one game as a table in Markdown."""
    path = KEPT / f"{game}-results.json"
    if not path.exists():
        return ""
    results = msgspec.json.decode(path.read_bytes())
    anchors = next(iter(results.values()))["anchors"]
    heads = [f"against `{name}` ({elo:.0f})" for name, elo in anchors.items()]
    lines = [f"| player | Elo | {' | '.join(heads)} |", f"| --- | ---: |{' ---: |' * len(anchors)}"]
    for name, result in results.items():
        elo = "{elo:.0f} ({low:.0f} to {high:.0f})".format(**result["elo"])
        cells = ["{score:.2f} of {games} ({low:.2f}–{high:.2f})".format(**row) for row in result["rows"]]
        lines.append(f"| {name} | {elo} | {' | '.join(cells)} |")
    return f"## {game}, `{GAMES[game][0]}`\n\n" + "\n".join(lines) + "\n"


def draw(path: Path) -> None:
    """Plot wins over time, a picture for each game."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "plowshares"
    from matplotlib import pyplot

    figure, places = pyplot.subplots(2, 3, figsize=(9, 5.4), sharey=True)
    for axes, game in zip(places.flat, GAMES, strict=False):
        for method, name in METHODS.items():
            plot_runs(axes, read_curves(game, method), name)
        axes.set(title=f"{game} {GAMES[game][0]}", ylim=(0, 101))
        axes.grid(alpha=0.3)
    places.flat[-1].axis("off")
    places.flat[-1].legend(*places.flat[0].get_legend_handles_labels(), loc="center")
    figure.supxlabel("minutes of learning on one core")
    figure.supylabel("wins against greedy, %")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def plot_runs(axes: Any, runs: list[list[ppo.Point]], name: str) -> None:
    """Plot the mean of the seeds, and from the least to the largest."""
    length = min((len(run) for run in runs), default=0)
    if length == 0:
        return
    wins = 100 * np.array([[point.wins for point in run[:length]] for run in runs])
    minutes = np.mean([[point.seconds / 60 for point in run[:length]] for run in runs], axis=0)
    (line,) = axes.plot(minutes, wins.mean(0), linewidth=2, label=name)
    axes.fill_between(minutes, wins.min(0), wins.max(0), alpha=0.2, color=line.get_color())


def write(asked: argparse.Namespace) -> None:
    """Write the picture and the page."""
    draw(ROOT / "docs/learning-curves.svg")
    tables = [table for table in map(result_table, GAMES) if table]
    page = HEAD + training_table() + "\n\n" + "\n".join(tables) + COMMANDS
    (ROOT / "docs/research/baselines.md").write_text(page, encoding="utf-8")


def main(words: list[str] | None = None) -> None:
    """Train, measure, or write what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    what: dict[str, Callable[[argparse.Namespace], None]] = {"train": train, "evaluate": measure, "write": write}
    parser.add_argument("what", choices=tuple(what))
    parser.add_argument("--minutes", type=float, default=1.0, help="of processor time for one run")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--games", type=int, default=100, help="against each opponent, for evaluate")
    parser.add_argument("--only", nargs="*", choices=tuple(GAMES), help="these games only")
    parser.add_argument("--methods", nargs="*", choices=tuple(METHODS), help="these methods only")
    asked = parser.parse_args(words)
    what[asked.what](asked)


if __name__ == "__main__":
    main()
