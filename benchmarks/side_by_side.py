"""Our games beside those of OpenSpiel, PettingZoo, Pgx, RLCard and python-chess: same machine, same run.

    python benchmarks/side_by_side.py [--seconds 2] [--write docs/benchmarks.md]

Everybody plays random legal actions. Figures on one core are per second of processor time, the best of some rounds
taken in turn, since other work on a machine only ever slows a round down; on two cores per second of the clock.
What is not installed, or does not run here, is left out with the reason.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

from plowshares.core.game import Rules
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import Rng, seed_rng
from plowshares.core.seats import first_seat
from plowshares.engine.playout import make_playout
from plowshares.envs.batch import Batch
from plowshares.envs.seats import read_game

ROUNDS = 8
MATCHES = 512
Play = Callable[[], int]  # does some of the work; returns how much

OURS = {
    "Stratego": ("stratego", "classic", {"red_setup": "random", "blue_setup": "random"}),
    "Civ": ("civ", "classic", {}),
    "Battle Farm": ("battle_farm", "two", {}),
    "Footsoldiers": ("footsoldiers", "default", {}),
    "Footsoldiers, short map": ("footsoldiers", "short", {}),
    "Farmer Soldier": ("farmer_soldier", "standard", {}),
}
NEAREST = {
    "Stratego": "OpenSpiel dark_chess",
    "Civ": "OpenSpiel dark_chess",
    "Battle Farm": "OpenSpiel hearts",
    "Footsoldiers": "OpenSpiel laser_tag",
    "Footsoldiers, short map": "OpenSpiel laser_tag",
    "Farmer Soldier": "OpenSpiel dark_chess",
}
PACKAGES = ("plowshares", "numba", "numpy", "open_spiel", "pettingzoo", "pgx", "jax", "rlcard", "chess")


@dataclass(frozen=True)
class Figure:
    """One thing measured: how many a second."""

    who: str
    what: str
    rate: float


@factory
def make_advance(rules: Rules) -> Any:
    """Return a kernel that plays one action and lists the next ones: one call from Python for a whole turn."""

    @kernel
    def advance(states: Any, i: int, action: int, out: Any) -> int:
        s = states[i]
        rules.step(s, first_seat(rules.to_act(s)), action)
        if rules.is_over(s) or rules.needs_room(s):
            return 0
        return rules.legal_actions(s, first_seat(rules.to_act(s)), out)

    return advance


# Ours


def our_steps(game: Any, options: Any) -> Play:
    """Play one match from Python, a call and a choice for each action."""
    first = game.state.new(options)
    states, out = np.zeros(1, type(first).layout), np.zeros(game.actions.space(options).size, np.int32)
    advance, seeds, choose = make_advance(game.rules), iter(range(1 << 30)), random.Random(1).randrange

    def play() -> int:
        states[0] = first
        game.rules.setup(states[0], np.uint64(next(seeds)))
        count = game.rules.legal_actions(states[0], int(first_seat(game.rules.to_act(states[0]))), out)
        done = 0
        while count and done < 2000:
            count = advance(states, 0, int(out[choose(count)]), out)
            done += 1
        return done

    return play


def our_playout(game: Any, options: Any) -> Play:
    """Play one match, all of it compiled."""
    s, rng = game.start(options, 0), Rng.new()
    seed_rng(rng, np.uint64(1), 0)
    out, run, seeds = (
        np.zeros(game.actions.space(options).size, np.int32),
        make_playout(game.rules),
        iter(range(1 << 30)),
    )

    def play() -> int:
        game.rules.setup(s, np.uint64(next(seeds)))
        return int(run(s, rng, 2000, out))

    return play


def our_batch(game: Any, options: Any, threads: int) -> Play:
    """Step a batch: every observation and mask is written."""
    batch = Batch(game, options, MATCHES, 1, threads)
    for _ in range(60):  # into mid-game
        batch.step(batch.random_actions())

    def play() -> int:
        batch.step(batch.random_actions())
        return MATCHES

    return play


def our_clone(game: Any, options: Any) -> Play:
    """Copy a position."""
    clone = game.start(options, 0).clone

    def play() -> int:
        for _ in range(500):
            clone()
        return 500

    return play


def our_plays(name: str, preset: str, more: dict[str, Any]) -> dict[str, Play]:
    """Return all that is measured of one of our games."""
    game, options = read_game(name, preset, **more)
    return {
        "steps": our_steps(game, options),
        "playouts": our_playout(game, options),
        "seen": our_batch(game, options, 1),
        "seen on two cores": our_batch(game, options, 2),
        "clones": our_clone(game, options),
    }


# The others


def spiel_plays(name: str) -> dict[str, Play]:
    """Return what is measured of a game of OpenSpiel: steps without and with an observation each, clones."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    by_information = not game.get_type().provides_observation_tensor

    def look(state: Any, player: int) -> None:
        state.information_state_tensor(player) if by_information else state.observation_tensor(player)

    def turn(state: Any, seen: bool) -> int:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            return 0
        players = range(game.num_players()) if state.is_simultaneous_node() else [state.current_player()]
        chosen = []
        for player in players:
            if seen:
                look(state, player)
            chosen.append(rng.choice(state.legal_actions(player)))
        state.apply_actions(chosen) if state.is_simultaneous_node() else state.apply_action(chosen[0])
        return len(chosen)

    def play(seen: bool) -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal() and done < 500:
            done += turn(state, seen)
        return done

    middle = game.new_initial_state()
    for _ in range(20):
        turn(middle, False)

    def clone() -> int:
        for _ in range(500):
            middle.clone()
        return 500

    return {"steps": lambda: play(False), "seen": lambda: play(True), "clones": clone}


def zoo_plays() -> dict[str, Play]:
    """Return what is measured of PettingZoo's chess: every step comes with an observation and a mask."""
    from pettingzoo.classic import chess_v6

    env, rng = chess_v6.env(), np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=1)
        done = 0
        for _ in env.agent_iter(60):
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
        return done

    return {"seen": play}


def pgx_plays(name: str) -> dict[str, Play]:
    """Return what is measured of a game of Pgx: a batch with observations, compiled by JAX; it uses all cores."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))
    key = jax.random.PRNGKey(1)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, choosing, starting = jax.random.split(key, 3)
        actions = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask.astype("float32")))
        return step(state, actions, jax.random.split(starting, MATCHES)), key

    run, held = jax.jit(advance), [jax.jit(jax.vmap(env.init))(jax.random.split(key, MATCHES)), key]

    def play() -> int:
        held[0], held[1] = run(held[0], held[1])
        held[0].observation.block_until_ready()
        return MATCHES

    return {"seen on two cores": play}


def rlcard_plays(name: str) -> dict[str, Play]:
    """Return what is measured of a game of RLCard: every step comes with an observation."""
    import rlcard

    env, rng = rlcard.make(name), random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            done += 1
        return done

    return {"seen": play}


def chess_plays() -> dict[str, Play]:
    """Return what is measured of python-chess: steps, and copies."""
    import chess

    rng = random.Random(1)

    def play() -> int:
        board, done = chess.Board(), 0
        while done < 60:
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(rng.choice(legal))
            done += 1
        return done

    def clone() -> int:
        board = chess.Board()
        for _ in range(200):
            board.copy(stack=False)
        return 200

    return {"steps": play, "clones": clone}


OTHERS: dict[str, Callable[[], dict[str, Play]]] = {
    "OpenSpiel dark_chess": lambda: spiel_plays("dark_chess"),
    "OpenSpiel hearts": lambda: spiel_plays("hearts"),
    "OpenSpiel gin_rummy": lambda: spiel_plays("gin_rummy"),
    "OpenSpiel laser_tag": lambda: spiel_plays("laser_tag"),
    "PettingZoo chess": zoo_plays,
    "Pgx gardner_chess": lambda: pgx_plays("gardner_chess"),
    "RLCard gin-rummy": lambda: rlcard_plays("gin-rummy"),
    "python-chess": chess_plays,
}


# Measuring


def measure(plays: dict[tuple[str, str], Play], seconds: float) -> list[Figure]:
    """Measure everything in turn, some rounds each, and keep the best round."""
    best = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for (who, what), play in plays.items():
            clock = time.perf_counter if what == "seen on two cores" else time.process_time
            done, start = 0, clock()
            while (spent := clock() - start) < seconds / ROUNDS:
                done += play()
            best[who, what] = max(best[who, what], done / spent)
    return [Figure(who, what, rate) for (who, what), rate in best.items()]


def gather() -> tuple[dict[tuple[str, str], Play], dict[str, str]]:
    """Return all that can be measured here, each tried once, and why the rest cannot."""
    plays: dict[tuple[str, str], Play] = {}
    missing: dict[str, str] = {}
    makers: dict[str, Callable[[], dict[str, Play]]] = {
        name: lambda place=place: our_plays(*place)  # type: ignore[misc]  # binds each place to its own function
        for name, place in OURS.items()
    }
    for who, make in (makers | OTHERS).items():
        print(f"preparing {who}", flush=True)
        try:
            found = make()
            for play in found.values():
                play()  # compiles, and shows whether it works
        except Exception as error:  # whatever somebody else's package raises, the others are still measured
            if who in makers:
                raise
            missing[who] = f"{type(error).__name__}: {str(error).partition(chr(10))[0][:120]}"
            continue
        plays |= {(who, what): play for what, play in found.items()}
    return plays, missing


# Writing


def table(rows: list[list[str]]) -> str:
    """Return rows as a table in Markdown; the first is the head."""
    head, *body = rows
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *body]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def number(rate: float | None) -> str:
    """Write a rate, rounded to what is meant by it."""
    return "" if rate is None else f"{float(f'{rate:.3g}'):,.0f}"


COLUMNS = ("steps", "playouts", "seen", "seen on two cores", "clones")


def figures_table(rates: dict[tuple[str, str], float]) -> str:
    """Return all that was measured."""
    names = list(dict.fromkeys(who for who, _ in rates))
    rows = [["", *(f"{what} /s" for what in COLUMNS)]]
    return table(rows + [[who, *(number(rates.get((who, what))) for what in COLUMNS)] for who in names])


def times(mine: float, other: float | None) -> str:
    """Write how many times as fast we are."""
    return "" if not other else f"{mine / other:,.1f}×"


def ratios_table(rates: dict[tuple[str, str], float]) -> str:
    """Return each of our games against the nearest one and against PettingZoo's chess."""
    head = ["", "nearest", "steps", "batch, one core", "batch, two cores", "batch against PettingZoo chess", "clone"]
    rows = [head]
    for who in OURS:
        near = NEAREST[who]
        seen, chess = rates.get((near, "seen")), rates.get(("PettingZoo chess", "seen"))
        both = rates[who, "seen on two cores"]
        rows.append(
            [
                who,
                near,
                times(rates[who, "steps"], rates.get((near, "steps"))),
                times(rates[who, "seen"], seen),
                times(both, seen),
                times(both, chess),
                times(rates[who, "clones"], rates.get((near, "clones"))),
            ]
        )
    return table(rows)


def versions() -> str:
    """Name what was measured on what."""
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    load = os.getloadavg()[0]
    return (
        f"Python {platform.python_version()}, {', '.join(found)}; {os.cpu_count()} cores, load {load:.1f} at the end."
    )


NOTES = """
Read with care, since no two of these games are the same. Classic Stratego has 92 cells and up to 12,927 actions, of
which a mask is written for every step; chess has 64 cells and OpenSpiel lists its legal actions instead. The default
map of Footsoldiers has 469 cells where laser_tag has 56, so its observation is 28 kB against 0.9 kB: the short map,
27 cells, is the fairer neighbour. Farmer Soldier has no neighbour; dark_chess is only a yardstick there. Hearts gives
OpenSpiel's information state, since it has no observation. Ours are written as whole arrays by compiled code;
OpenSpiel's come as Python lists, RLCard's and PettingZoo's as NumPy arrays made by Python. Pgx runs on the processor
here and is made for accelerators; a batch of it has 512 matches as ours do, and uses all cores. *steps* are taken
from Python one at a time, with the legal actions listed; *playouts* are whole matches in compiled code; *seen* means
with an observation at each step. Where two cores are compared, the other side has one: two processes of it would do
up to twice as much.
"""


def write_page(path: Path, rates: dict[tuple[str, str], float], missing: dict[str, str]) -> None:
    """Write the page and the plot beside it."""
    plot = path.with_suffix(".svg")
    left_out = "".join(f"- {who} was left out: {why}\n" for who, why in missing.items())
    path.write_text(
        "# Benchmarks\n\n`make bench` measures and writes this page: everybody plays at random, in one run.\n"
        f"\n{versions()}\n\n## How many times as fast as the nearest game\n\n{ratios_table(rates)}\n"
        f"\n![Steps with an observation each, a second]({plot.name})\n"
        f"\n## All figures, a second\n\n{figures_table(rates)}\n"
        f"{NOTES}{left_out}",
        encoding="utf-8",
    )
    draw(rates, plot)


def draw(rates: dict[tuple[str, str], float], path: Path) -> None:
    """Plot steps with an observation each, as far as everybody got on this machine."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "plowshares"
    from matplotlib import pyplot

    names = list(dict.fromkeys(who for who, _ in rates))
    most = {who: max(rates.get((who, what), 0.0) for what in ("seen", "seen on two cores")) for who in names}
    order = sorted((who for who in names if most[who]), key=lambda who: most[who])
    figure, axes = pyplot.subplots(figsize=(8, 4.8))
    bars = axes.barh(order, [most[who] for who in order], color=["#2b6cb0" if w in OURS else "#a0aec0" for w in order])
    for bar, who in zip(bars, order, strict=True):
        bar.set_hatch("" if who in OURS else "//")
    axes.bar_label(bars, [f" {number(most[who])}" for who in order])
    axes.set(xscale="log", xlabel="steps a second with an observation each (plain: ours, hatched: others)")
    axes.margins(x=0.15)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--write", type=Path, default=Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md")
    asked = parser.parse_args()
    plays, missing = gather()
    rates = {(f.who, f.what): f.rate for f in measure(plays, asked.seconds)}
    print(figures_table(rates), ratios_table(rates), versions(), sep="\n\n")
    for who, why in missing.items():
        print(f"left out: {who}: {why}")
    write_page(asked.write, rates, missing)


if __name__ == "__main__":
    main()
