"""Compare our way to compile kernels with plain Numba: time to compile, random playouts, batches.

    python -m benchmarks.bench_jit [game ...]

Each way runs in a process of its own with an empty cache; CPU times, one thread, the best of some rounds. The last
column says how many times as good the fast way is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

from plowshares import registry
from plowshares.core.rng import Rng, seed_rng
from plowshares.engine.playout import make_playout
from plowshares.engine.precompile import usual_options
from plowshares.envs.batch import Batch

ROUNDS, ACTIONS, MATCHES, STEPS = 5, 20_000, 64, 300


def best(run: Callable[[], float]) -> float:
    """Return the most that was done in a second of CPU time, of some rounds."""
    speeds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        done = run()
        speeds.append(done / (time.process_time() - began))
    return max(speeds)


def measure(name: str) -> dict[str, float]:
    """Measure one game in this process."""
    game = registry.find(name)
    options = usual_options(game)
    playout, buffer = make_playout(game.rules), np.zeros(game.actions.space(options).size, np.int32)
    chance = Rng.new()
    seed_rng(chance, np.uint64(1), 1)

    def play() -> float:
        done = 0
        while done < ACTIONS:
            s = game.start(options, done)
            done += playout(s, chance, ACTIONS - done, buffer)
        return float(done)

    began = time.process_time()
    play()
    compiled = time.process_time() - began
    speed = best(play)
    batch = Batch(game, options, MATCHES, threads=1)

    def step() -> float:
        for _ in range(STEPS):
            batch.step_randomly()
        return float(STEPS * MATCHES)

    step()
    return {"compile": compiled, "playout": speed, "batch": best(step)}


def run_apart(name: str, way: str) -> dict[str, float]:
    """Measure one game in another process with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PLOWSHARES_JIT": way, "PLOWSHARES_CACHE": cache}
        command = [sys.executable, "-m", "benchmarks.bench_jit", "--measure", name]
        said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = json.loads(said)
    return found


def main() -> None:
    """Print a table."""
    print("| game | | plain | fast | |\n| --- | --- | --- | --- | --- |")
    for name in sys.argv[1:] or registry.names():
        plain, fast = run_apart(name, "plain"), run_apart(name, "fast")
        for what, words in (("compile", "first playout, CPU s"), ("playout", "actions/s"), ("batch", "batch steps/s")):
            ratio = plain[what] / fast[what] if what == "compile" else fast[what] / plain[what]
            print(f"| {name} | {words} | {plain[what]:,.1f} | {fast[what]:,.1f} | {ratio:.2f} × |", flush=True)


if __name__ == "__main__":
    if "--measure" in sys.argv:
        print(json.dumps(measure(sys.argv[-1])))
    else:
        main()
