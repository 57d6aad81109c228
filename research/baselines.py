"""Train the baselines: PPO and AlphaZero on every game's small preset with several seeds; draw and measure them.

    python -m research.baselines train --seeds 3   # a run with its curve and its checkpoint is not trained again
    python -m research.baselines evaluate          # plays them against fixed opponents
    python -m research.baselines duel              # AlphaZero against PPO that learned for as long
    python -m research.baselines exploit           # lets a learner train against them
    python -m research.baselines write             # docs/learning-curves.svg, docs/research/baselines.md

Curves and results are kept in docs/research/baselines, checkpoints in build/baselines (TorchScript, for `plowshares
evaluate`). It takes the environment of the learners' examples: `scripts/set_up build/learn learn`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from plowshares import registry
from plowshares.cli.evaluate import evaluate
from plowshares.cli.flags import GameFlags, PlaceFlags
from plowshares.cli.train import Learning, Measuring
from plowshares.cli.train import train as train_ppo
from plowshares.core.options import read_words
from plowshares.engine.intervals import wilson
from plowshares.envs.best_response import respond
from plowshares.envs.policies import MARK
from plowshares.envs.training import Point, read_curve, write_curve

ROOT = Path(__file__).resolve().parent.parent
KEPT, CHECKPOINTS = ROOT / "docs/research/baselines", ROOT / "build/baselines"
ANCHORS = "random,greedy,easy@64"
YARDSTICK = "random"
SIMULATIONS = 32
MEASURED = 256  # matches for one point of a curve


@dataclass(frozen=True)
class Small:
    """The small preset of a game, and how long a learner trains on it."""

    preset: str
    matches: tuple[int, int]  # of a batch of PPO, and of AlphaZero: fewer where matches are long
    minutes: float  # of processor time for one run
    every: tuple[int, int]  # updates of PPO, and steps of AlphaZero, between two measurements
    games: tuple[int, int]  # against each fixed opponent, and of a duel: fewer where they take long


GAMES = {
    "battle_farm": Small("duel", (64, 16), 1.5, (10, 200), (20, 20)),
    "civ": Small("quick", (64, 16), 1.5, (10, 150), (20, 20)),
    "farmer_soldier": Small("standard", (256, 64), 2.0, (8, 50), (40, 100)),
    "footsoldiers": Small("short", (256, 64), 1.0, (6, 60), (40, 100)),
    "stratego": Small("micro", (256, 64), 2.5, (15, 60), (40, 100)),
}
# Stratego begins with its pieces already placed, at random.
OPTIONS = {"stratego": ("red_setup=random", "blue_setup=random")}
METHODS = {"ppo": "PPO", "alphazero": "AlphaZero"}
HEAD = """# Baselines

Small networks (two hidden layers of 128) for small presets of the games, trained on one core by
`plowshares train` and `examples/alphazero.py`. They are yardsticks for your own learners, not strong
players. How opponents and intervals are measured: [measure a policy](../how-to/evaluate.md).

Both methods get the same processor time. AlphaZero spends the first half of it on PPO and continues
from that network, so its curve begins as PPO's; "AlphaZero" below always means both halves.

![Wins against random play while learning](../learning-curves.svg)

Wins against random play, half of the matches on each seat, without search; the lines are means of
the seeds, the shades reach from the worst to the best. Random play is a weak yardstick; the tables
below say how they fare against stronger players.

"""
DUELS = """## AlphaZero against PPO

Each network of AlphaZero against the one of PPO with the same seed, every match once from each seat.
Scores are AlphaZero's, of all seeds together, with 95 % intervals; a draw is half a win. Minutes are
processor time of training, on one core.

"""
EXPLOITS = """## Exploitability

A new PPO learner trained against each player, for the seconds of processor time in the table. What
it earns is its mean outcome, from -1 to 1, of 256 games, with a 95 % interval. A best response
earns at least as much as this learner would on average, so the lower end of the interval, where it
is above 0, is how far the player can be exploited at least; below 0 the learner has found nothing.
Random play shows how much such a learner finds in that time.

"""
COMMANDS = """
## To repeat it

```text
scripts/set_up build/learn learn
build/learn/bin/python -m research.baselines train --seeds 3
build/learn/bin/python -m research.baselines evaluate
build/learn/bin/python -m research.baselines duel
build/learn/bin/python -m research.baselines exploit --minutes 1
build/learn/bin/python -m research.baselines write
```

A run that has its curve and its checkpoint is not trained again, and a line that is there is not
played again: delete the files of a game in `docs/research/baselines` to start again.

One line of the tables alone, for instance:

```text
plowshares evaluate build/baselines/farmer_soldier-alphazero-1.pt@32 --game farmer_soldier \\
  --preset standard --games 40 --seed 1 --against random,greedy,easy@64 \\
  --anchors docs/research/baselines/farmer_soldier-anchors.json
```
"""


def name_of(game: str, method: str, seed: int) -> str:
    """Return the name of a run's files."""
    return f"{game}-{method}-{seed}"


def curve_of(name: str) -> Path:
    """Return where the curve of a run is kept."""
    return KEPT / f"{name}.csv"


def checkpoint_of(name: str) -> Path:
    """Return where the network of a run is kept."""
    return CHECKPOINTS / f"{name}.pt"


def flags_of(game: str, seed: int) -> GameFlags:
    """Return the small preset of a game as the command line takes it."""
    return GameFlags(preset=GAMES[game].preset, option=list(OPTIONS.get(game, ())), seed=seed)


def title_of(game: str) -> str:
    """Return how the page calls the small preset of a game."""
    return f"{registry.find(game).title} `{GAMES[game].preset}`"


def train(asked: argparse.Namespace) -> None:
    """Train what is not there yet; everything with one seed before the next."""
    KEPT.mkdir(parents=True, exist_ok=True)
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    for seed in range(1, asked.seeds + 1):
        for game in asked.only or GAMES:
            for method in asked.methods or METHODS:
                name = name_of(game, method, seed)
                if not (curve_of(name).exists() and checkpoint_of(name).exists()):
                    print(f"== {name}", flush=True)
                    train_one(game, method, seed, asked.minutes or GAMES[game].minutes)


def train_one(game: str, method: str, seed: int, minutes: float) -> None:
    """Train one network; keep its curve and its checkpoint."""
    name = name_of(game, method, seed)
    if method == "ppo":
        by_ppo(game, seed, minutes, checkpoint_of(name), curve_of(name))
    else:
        by_alphazero(game, seed, minutes, name)


def by_ppo(game: str, seed: int, minutes: float, save: Path, curve: Path) -> None:
    """Let PPO learn against itself."""
    small = GAMES[game]
    learning = Learning(minutes=minutes, matches=small.matches[0], seed=seed)
    measuring = Measuring(small.every[0], MEASURED, YARDSTICK, save, curve)
    train_ppo(game, preset=small.preset, option=OPTIONS.get(game, ()), learning=learning, measuring=measuring)


def by_alphazero(game: str, seed: int, minutes: float, name: str) -> None:
    """Let PPO learn for the first half of the minutes, and AlphaZero go on from its network for the other half."""
    from examples import alphazero

    small, option = GAMES[game], OPTIONS.get(game, ())
    start, first, second = checkpoint_of(f"{name}-start"), CHECKPOINTS / f"{name}-1.csv", CHECKPOINTS / f"{name}-2.csv"
    by_ppo(game, seed, minutes / 2, start, first)
    words = [game, "--preset", small.preset, "--option", *option, "--minutes", str(minutes / 2), "--seed", str(seed)]
    words += ["--measured", str(MEASURED), "--every", str(small.every[1]), "--yardstick", YARDSTICK]
    words += [
        "--simulations",
        str(SIMULATIONS),
        "--matches",
        str(small.matches[1]),
        "--start",
        str(start),
        "--curve",
        str(second),
    ]
    alphazero.train(alphazero.read_arguments([*words, "--save", str(checkpoint_of(name))]))
    write_curve(join_curves(read_curve(first), read_curve(second)), curve_of(name))


def join_curves(first: list[Point], second: list[Point]) -> list[Point]:
    """Return the curve of a run in two parts; the second part began where the first one ended."""
    seconds, steps = first[-1].seconds, first[-1].steps
    return first + [Point(p.seconds + seconds, p.steps + steps, p.wins, p.draws) for p in second[1:]]


def players_of(game: str) -> dict[str, str]:
    """Return who is measured: names in the table to words of `plowshares evaluate`."""
    found = {"`easy@16`": "easy@16"}
    for method, name in METHODS.items():
        path = checkpoint_of(name_of(game, method, 1))
        if path.exists():
            found[name] = str(path)
            if method == "alphazero":
                found[f"{name}, {SIMULATIONS} simulations"] = f"{path}@{SIMULATIONS}"
    return found


def games_of(game: str, asked: argparse.Namespace) -> int:
    """Return how many matches are played against each opponent: in a duel, or of a table."""
    return int(asked.games or GAMES[game].games[asked.what == "duel"])


def kept(game: str, what: str) -> dict[str, Any]:
    """Read results of a game that were kept."""
    path = KEPT / f"{game}-{what}.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Any]) if path.exists() else {}


def keep(game: str, what: str, results: dict[str, Any]) -> None:
    """Keep results of a game."""
    (KEPT / f"{game}-{what}.json").write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")


def play(game: str, word: str, against: str, games: int, anchors: Path | None = None) -> Any:
    """Return what `plowshares evaluate` finds."""
    print(f"== {game}: {word} against {against}", flush=True)
    variant, place = flags_of(game, 1), PlaceFlags(jobs=1)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "result.json"
        evaluate(word, game=game, against=against, games=games, anchors=anchors, json=out, variant=variant, place=place)
        return msgspec.json.decode(out.read_bytes())


def measure(asked: argparse.Namespace) -> None:
    """Play the first seed's networks against the anchors; what is there already is not measured again."""
    for game in asked.only or GAMES:
        results = kept(game, "results")
        for name, word in players_of(game).items():
            if name not in results:
                results[name] = play(game, word, ANCHORS, games_of(game, asked), KEPT / f"{game}-anchors.json")
                keep(game, "results", results)


def duel(asked: argparse.Namespace) -> None:
    """Play AlphaZero's networks, without and with search, against those of PPO with the same seed."""
    for game in asked.only or GAMES:
        results = kept(game, "duels")
        for seed in range(1, asked.seeds + 1):
            one, other = (checkpoint_of(name_of(game, method, seed)) for method in ("alphazero", "ppo"))
            for search in ("", f"@{SIMULATIONS}"):
                name = f"{seed}{search}"
                if name not in results and one.exists() and other.exists():
                    results[name] = play(game, f"{one}{search}", f"{MARK}{other}", games_of(game, asked))["rows"][0]
                    keep(game, "duels", results)


def exploit(asked: argparse.Namespace) -> None:
    """Let a learner train against random play and the first seed's networks, for as many minutes as those learned."""
    for game in asked.only or GAMES:
        results, small = kept(game, "exploits"), GAMES[game]
        found = registry.find(game)
        options = read_words(found.options, OPTIONS.get(game, ()), found.presets[small.preset])
        words = {name: f"{MARK}{word}" for name, word in players_of(game).items() if name in METHODS.values()}
        for name, word in {"`random`": "random", **words}.items():
            if name not in results:
                print(f"== {game}: a learner against {name}", flush=True)
                results[name] = respond(word, found, options, asked.minutes or small.minutes, games=256)
                keep(game, "exploits", results)


def read_curves(game: str, method: str) -> list[list[Point]]:
    """Return the curves of all seeds."""
    return [read_curve(path) for path in sorted(KEPT.glob(f"{game}-{method}-*.csv"))]


def training_table() -> str:
    """Return what the curves came to, as a table in Markdown."""
    lines = [
        "| game | method | seeds | decisions | minutes | wins against random play at first | at the end |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game in GAMES:
        for method, name in METHODS.items():
            runs = read_curves(game, method)
            if runs:
                lines.append(f"| {title_of(game)} | {name} | {training_row(runs)} |")
    return "\n".join(lines)


def spent_on(runs: list[list[Point]]) -> float:
    """Return how many minutes of one core a run has learned, on average."""
    return float(np.mean([run[-1].seconds for run in runs])) / 60


def training_row(runs: list[list[Point]]) -> str:
    """Return the numbers of one line of the table."""
    first, last = [100 * run[0].wins for run in runs], [100 * run[-1].wins for run in runs]
    steps, minutes = np.mean([run[-1].steps for run in runs]), spent_on(runs)
    ends = f"{np.mean(last):.0f} % ({min(last):.0f} – {max(last):.0f})"
    return f"{len(runs)} | {steps:,.0f} | {minutes:.1f} | {np.mean(first):.0f} % | {ends}"


def result_table(game: str) -> str:
    """Return the results of one game as a table in Markdown."""
    results = kept(game, "results")
    if not results:
        return ""
    anchors = next(iter(results.values()))["anchors"]
    heads = [f"against `{name}` ({elo:.0f})" for name, elo in anchors.items()]
    lines = [f"| player | Elo | {' | '.join(heads)} |", f"| --- | ---: |{' ---: |' * len(anchors)}"]
    for name, result in results.items():
        elo = "{elo:.0f} ({low:.0f} to {high:.0f})".format(**result["elo"])
        cells = ["{score:.2f} of {games} ({low:.2f}–{high:.2f})".format(**row) for row in result["rows"]]
        lines.append(f"| {name} | {elo} | {' | '.join(cells)} |")
    return f"## {title_of(game)}\n\n" + "\n".join(lines) + "\n"


def duel_table() -> str:
    """Return how AlphaZero did against PPO as a table in Markdown."""
    head = f"| game | seeds | minutes, AlphaZero | minutes, PPO | network alone | with {SIMULATIONS} simulations |"
    lines = [head, "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for game in GAMES:
        rows = kept(game, "duels")
        if rows:
            alone, searching = (
                [row for name, row in rows.items() if ("@" in name) == search] for search in (False, True)
            )
            spent = " | ".join(f"{spent_on(read_curves(game, method)):.1f}" for method in ("alphazero", "ppo"))
            lines.append(f"| {title_of(game)} | {len(alone)} | {spent} | {pooled(alone)} | {pooled(searching)} |")
    return DUELS + "\n".join(lines) + "\n" if len(lines) > 2 else ""


def pooled(rows: list[Any]) -> str:
    """Return the mean score of some rows with its interval."""
    games = sum(row["games"] for row in rows)
    score = sum(row["games"] * row["score"] for row in rows) / max(1, games)
    low, high = wilson(score, games)
    return f"{score:.2f} of {games} ({low:.2f}–{high:.2f})"


def exploit_table() -> str:
    """Return what learners earned from each player as a table in Markdown."""
    lines = ["| game | player | seconds | decisions | the learner earns |", "| --- | --- | ---: | ---: | ---: |"]
    for game in GAMES:
        for name, row in kept(game, "exploits").items():
            earned = "{earned:+.2f} ({low:+.2f} to {high:+.2f})".format(**row)
            lines.append(f"| {title_of(game)} | {name} | {row['seconds']:.0f} | {row['steps']:,} | {earned} |")
    return EXPLOITS + "\n".join(lines) + "\n" if len(lines) > 2 else ""


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
        axes.set(title=title_of(game).replace("`", ""), ylim=(0, 101), xlim=(0, None))
        axes.grid(alpha=0.3)
    places.flat[-1].axis("off")
    known = max((axes.get_legend_handles_labels() for axes in places.flat), key=lambda found: len(found[1]))
    places.flat[-1].legend(*known, loc="center")
    figure.supxlabel("minutes of learning on one core")
    figure.supylabel("wins against random play, %")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def plot_runs(axes: Any, runs: list[list[Point]], name: str) -> None:
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
    tables = [table for table in (*map(result_table, GAMES), duel_table(), exploit_table()) if table]
    page = HEAD + training_table() + "\n\n" + "\n".join(tables) + COMMANDS
    (ROOT / "docs/research/baselines.md").write_text(page, encoding="utf-8")


def main(words: list[str] | None = None) -> None:
    """Train, measure, or write what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    what: dict[str, Callable[[argparse.Namespace], None]] = {
        "train": train,
        "evaluate": measure,
        "duel": duel,
        "exploit": exploit,
        "write": write,
    }
    parser.add_argument("what", choices=tuple(what))
    parser.add_argument("--minutes", type=float, help="of processor time for one run; each game has its own")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--games", type=int, help="against each opponent; each game has its own number")
    parser.add_argument("--only", nargs="*", choices=tuple(GAMES), help="these games only")
    parser.add_argument("--methods", nargs="*", choices=tuple(METHODS), help="these methods only")
    asked = parser.parse_args(words)
    what[asked.what](asked)


if __name__ == "__main__":
    main()
