"""How fast Battle Farm is: random play against OpenSpiel in the same run, copying, compiling.

python benchmarks/bench_battle_farm.py            # all of it
python benchmarks/bench_battle_farm.py compile    # only the cold compilation, in a fresh cache
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

SECONDS = 2.0
BARS = {"decisions/s": 1_000_000, "gin_rummy": 5.0, "hearts": 2.0, "clone µs": 2.0, "compile s": 20.0}


def cpu() -> float:
    """Return the CPU seconds this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def bench_playout(players: int) -> float:
    """Return decisions per CPU second of compiled random play on one core."""
    from plowshares.core.rng import Rng, seed_rng
    from plowshares.engine.playout import make_playout
    from plowshares.games.battle_farm import GAME, rules
    from plowshares.games.battle_farm.options import Options

    options = Options(players=players)
    playout: Any = make_playout(rules)
    rng = Rng.new()
    seed_rng(rng, np.uint64(1), 0)
    actions = np.zeros(GAME.actions.space(options).size, np.int32)
    playout(GAME.start(options, 0), rng, 10, actions)
    played, spent, seed = 0, 0.0, 0
    while spent < SECONDS:
        s = GAME.start(options, seed)
        begun = cpu()
        played += playout(s, rng, 1_000_000, actions)
        spent += cpu() - begun
        seed += 1
    return played / spent


def bench_open_spiel(name: str) -> float:
    """Return decisions per CPU second of random play of an OpenSpiel game driven from Python; chance is not counted."""
    import pyspiel

    game = pyspiel.load_game(name)
    choose = random.Random(1)
    decisions = 0
    begun = cpu()
    while cpu() - begun < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[choose.randrange(len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[choose.randrange(len(legal))])
                decisions += 1
    return decisions / (cpu() - begun)


def bench_clone() -> float:
    """Return CPU microseconds to copy a State from Python."""
    from plowshares.games.battle_farm import GAME
    from plowshares.games.battle_farm.options import Options

    s = GAME.start(Options(players=6), 1)
    best = 1e9
    for _ in range(5):
        begun = cpu()
        for _ in range(20_000):
            s.clone()
        best = min(best, (cpu() - begun) / 20_000 * 1e6)
    return best


def bench_compile() -> float:
    """Return CPU seconds to compile everything a playout uses, in a fresh cache and process."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PLOWSHARES_CACHE": folder}
        command = [sys.executable, __file__, "compile"]
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(result.stdout.split()[-1])


def compile_here() -> None:
    """Compile set-up and playout in this process and print the CPU seconds."""
    from plowshares.core.rng import Rng
    from plowshares.engine.playout import make_playout
    from plowshares.games.battle_farm import GAME, rules
    from plowshares.games.battle_farm.options import Options

    begun = cpu()
    s = GAME.start(Options(players=2), 1)
    playout: Any = make_playout(rules)
    playout(s, Rng.new(), 1, np.zeros(3000, np.int32))
    print(cpu() - begun)


def main() -> None:
    """Measure and print one line each."""
    from plowshares.games.battle_farm.state import State

    begun = time.time()
    rates = {players: bench_playout(players) for players in (2, 6)}
    for players, rate in rates.items():
        print(
            f"random play, {players} players: {rate / 1e6:.2f} million decisions/s (bar {BARS['decisions/s'] / 1e6:g})"
        )
    slowest = min(rates.values())
    for name in ("gin_rummy", "hearts"):
        rate = bench_open_spiel(name)
        ratio = f"ratio {slowest / rate:.1f} (bar {BARS[name]:g})"
        print(f"OpenSpiel {name} from Python: {rate / 1e6:.3f} million decisions/s; {ratio}")
    print(f"clone: {bench_clone():.2f} µs for {State.layout.itemsize} bytes (bar {BARS['clone µs']:g})")
    print(f"cold compile: {bench_compile():.1f} s CPU (bar {BARS['compile s']:g})")
    print(f"took {time.time() - begun:.0f} s, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    if sys.argv[1:] == ["compile"]:
        compile_here()
    else:
        main()
