"""How long a warm `plowshares play` takes to show its first board, beside importing Numba alone.

The bar is one second. `python benchmarks/first_board.py` measures in a pseudo-terminal, as a person waits.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

import pexpect

ALLOWED = 1.0  # seconds
TIMES = 7
PATIENCE = 300  # seconds
BARE = [sys.executable, "-c", "import numba"]


def measure_board(records: str) -> float:
    """Return the seconds from the start of the program to the prompt below its first board."""
    environment = {**os.environ, "PLOWSHARES_RECORDS": records, "TERM": "xterm"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # people have their imports compiled
    began = time.perf_counter()
    program = pexpect.spawn(
        sys.executable, ["-m", "plowshares.cli", "play", "stratego"], env=environment, timeout=PATIENCE
    )
    program.expect_exact("\r\n> ")
    seconds = time.perf_counter() - began
    program.close(force=True)
    return seconds


def measure_bare() -> float:
    """Return the seconds that Python takes to import Numba and end."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    subprocess.run(BARE, check=True, env=environment)
    return time.perf_counter() - began


def main() -> None:
    """Measure both in turn, so that a busy machine is busy for both, and print ratios."""
    with tempfile.TemporaryDirectory() as records:
        measure_board(records)  # compiles what is not in the cache
        measure_bare()
        pairs = [(measure_board(records), measure_bare()) for _ in range(TIMES)]
    board, bare = ([pair[i] for pair in pairs] for i in range(2))
    print(f"first board: best {min(board):.2f} s, median {statistics.median(board):.2f} s of {TIMES}")
    print(f"import numba alone: best {min(bare):.2f} s, median {statistics.median(bare):.2f} s")
    print(
        f"first board / allowed: {min(board) / ALLOWED:.2f}   first board / import numba: {min(board) / min(bare):.2f}"
    )


if __name__ == "__main__":
    main()
