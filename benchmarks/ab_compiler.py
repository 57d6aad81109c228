"""Measure what each part of the fast compiler buys: all parts against all but one, round by round in one run.

    python -m benchmarks.ab_compiler [game ...]

Each variant runs in a process of its own with an empty cache; they take turns, so that other work on the machine slows
all of them down alike. CPU times on one thread: to compile the batch kernel, and its steps (the best round counts). The
columns say how much worse a game is without the part. A part that buys less than 5 % everywhere should go. One helper
for integers of all widths is not among them: without it the layer does not link.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from plowshares import registry
from plowshares.core import compiler
from plowshares.engine.precompile import usual_options
from plowshares.envs.batch import Batch

ROUNDS, MATCHES, STEPS = 12, 64, 200
layer: Any = compiler  # whose parts are replaced


def keep_counts() -> None:
    """Leave all reference counts where Numba puts them."""
    layer._borrows = lambda state: False


def wrap_indices() -> None:
    """Let negative indices count from the end."""
    layer._make_fix_index = lambda plain: plain


def tune_for_this_cpu() -> None:
    """Let LLVM choose by the cost model of this processor."""
    layer.platform = type("Elsewhere", (), {"machine": staticmethod(lambda: "")})


def keep_linkage() -> None:
    """Leave helpers visible outside the entry point."""
    optimise = layer._new_passes

    def run(self: Any) -> None:
        small: Any = {"opt": 0, "loop_vectorize": False, "slp_vectorize": False, "cost": "cheap"}
        for passes, builder in (self._codegen._module_pass_manager(**small), optimise(self._codegen)):
            passes.run(self._final_module, builder)

    layer._EntryPoint._optimize_final_module = run


def leave_helpers_untidied() -> None:
    """Run no passes over a function before it is linked."""

    def add(self: Any, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    layer._Library.add_llvm_module = add


def use_numbas_passes() -> None:
    """Optimise an entry point by the passes that Numba has for a module."""
    layer._new_passes = lambda generator: generator._module_pass_manager()


PARTS: dict[str, Callable[[], None]] = {
    "all parts": lambda: None,
    "removed reference counts": keep_counts,
    "indices that do not wrap": wrap_indices,
    "cost model of generic x86-64": tune_for_this_cpu,
    "internal linkage": keep_linkage,
    "helpers tidied before linking": leave_helpers_untidied,
    "own pass pipeline": use_numbas_passes,
}


def measure(part: str, name: str) -> None:
    """Compile without a part and say how long that took; then answer each line with the CPU seconds of a round."""
    PARTS[part]()
    game = registry.find(name)
    began = time.process_time()
    batch = Batch(game, usual_options(game), MATCHES, threads=1)
    batch.step_randomly()
    print(time.process_time() - began, flush=True)
    for _ in sys.stdin:
        began = time.process_time()
        for _ in range(STEPS):
            batch.step_randomly()
        print(time.process_time() - began, flush=True)


def run_parts(name: str) -> dict[str, tuple[float, float]]:
    """Return for each variant the CPU seconds to compile and of the best round."""
    found: dict[str, tuple[float, float]] = {}
    running: dict[str, subprocess.Popen[str]] = {}
    with tempfile.TemporaryDirectory() as cache:
        try:
            for number, part in enumerate(PARTS):
                environment = {**os.environ, "PLOWSHARES_JIT": "fast", "PLOWSHARES_CACHE": f"{cache}/{number}"}
                command = [sys.executable, "-m", "benchmarks.ab_compiler", "--measure", part, name]
                pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
                running[part] = subprocess.Popen(command, env=environment, **pipes)
                found[part] = float(say(running[part])), float("inf")
            for _ in range(ROUNDS):
                for part, process in running.items():
                    print("go", file=process.stdin, flush=True)
                    found[part] = found[part][0], min(found[part][1], float(say(process)))
        finally:
            for process in running.values():
                process.kill()
                process.wait()
    return found


def say(process: subprocess.Popen[str]) -> str:
    """Return the next line of a process."""
    assert process.stdout is not None
    return process.stdout.readline()


def main() -> None:
    """Print a table."""
    print("| game | without | compile, CPU s | | step, µs of CPU | |\n| --- | --- | --- | --- | --- | --- |")
    for name in sys.argv[1:] or registry.names():
        found = run_parts(name)
        whole = found["all parts"]
        for part, (compiled, round_) in found.items():
            without = "–" if part == "all parts" else part
            longer, slower = compiled / whole[0] - 1, round_ / whole[1] - 1
            step = 1e6 * round_ / STEPS / MATCHES
            print(f"| {name} | {without} | {compiled:.1f} | {longer:+.0%} | {step:.3f} | {slower:+.1%} |", flush=True)


if __name__ == "__main__":
    if "--measure" in sys.argv:
        measure(*sys.argv[-2:])
    else:
        main()
