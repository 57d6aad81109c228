"""Run every check of the project, stage by stage, and close with one line of counts.

`run_tests.py` runs all stages, `run_tests.py lint compiled` only those. A failing stage does not
stop the others. With CI=true a skipped test is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WORKERS = str(min(os.cpu_count() or 1, 8))
PYTEST = ["-m", "pytest", "-q", "-n", WORKERS, "-p", "no:cacheprovider", "--durations=12"]
# Neighbours stay on one worker, since they use the same kernels, until the other has nothing left to do.
RULES = [*PYTEST, "--dist", "worksteal"]
ALL = ["tests", "--ignore=tests/project"]
# Kernels must do the same in every mode of compilation; terminals, bots and pages use no others than these.
KERNELS = [f"tests/{part}" for part in ("core", "engine", "contract", "games", "agents")]


@dataclass(frozen=True)
class Stage:
    """One thing to run: a program that succeeds or fails, or a run of pytest that counts."""

    name: str
    command: list[str]
    counts: bool = False
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Outcome:
    """What came of a stage."""

    name: str
    seconds: float
    passed: int
    failed: int
    skipped: int


STAGES = [
    Stage("system", [str(ROOT / "scripts/system_packages")]),
    Stage("format", [str(BIN / "ruff"), "format", "--check", "."]),
    Stage("lint", [str(BIN / "ruff"), "check", "--output-format=concise", "."]),
    Stage("types", [str(BIN / "mypy")]),
    Stage("layers", [str(BIN / "lint-imports"), "--no-logo"]),
    Stage("compiled", [*RULES, *ALL], counts=True),
    Stage(
        "interpreted",
        [*RULES, *KERNELS, "-W", "error", "--cov", "--cov-report", "term"],
        counts=True,
        environment={"NUMBA_DISABLE_JIT": "1"},
    ),
    Stage("bounds", [*RULES, *KERNELS], counts=True, environment={"NUMBA_BOUNDSCHECK": "1"}),
    Stage("project", [*PYTEST, "--dist", "loadfile", "tests/project"], counts=True),
]


def main(names: list[str]) -> int:
    """Run the named stages, or all; return the exit code."""
    known = {stage.name: stage for stage in STAGES}
    for name in names:
        if name not in known:
            print(f"no stage is called {name!r}; there are: {', '.join(known)}", file=sys.stderr)
            return 2
    outcomes = [run(known[name]) for name in names or known]
    return report(outcomes)


def run(stage: Stage) -> Outcome:
    """Run one stage with its output shown as it comes."""
    print(f"\n== {stage.name}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tally = Path(folder) / "tally.xml"
        command = [sys.executable, *stage.command, f"--junitxml={tally}"] if stage.counts else stage.command
        done = subprocess.run(command, cwd=ROOT, env=environment_of(stage), stdin=subprocess.DEVNULL, check=False)
        passed, failed, skipped = read_tally(tally) if stage.counts else (int(done.returncode == 0), 0, 0)
    if done.returncode and not failed:
        failed = 1  # the stage itself: coverage, a crash, nothing collected
    return Outcome(stage.name, time.monotonic() - began, passed, failed, skipped)


def environment_of(stage: Stage) -> dict[str, str]:
    """Return the environment of a stage: no mode of compilation but its own."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return {**plain, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}", **stage.environment}


def read_tally(tally: Path) -> tuple[int, int, int]:
    """Return how many tests passed, failed and were skipped, from pytest's own report."""
    if not tally.exists():
        return 0, 0, 0
    suites = list(ElementTree.parse(tally).getroot().iter("testsuite"))
    total, failures, errors, skipped = (
        sum(int(suite.get(word, 0)) for suite in suites) for word in ("tests", "failures", "errors", "skipped")
    )
    return total - failures - errors - skipped, failures + errors, skipped


def report(outcomes: list[Outcome]) -> int:
    """Print a row for each stage and the closing line; return the exit code."""
    print(f"\n{'stage':<12}{'seconds':>8}{'passed':>8}{'failed':>8}{'skipped':>8}")
    for each in outcomes:
        mark = "  <- failed" if each.failed else ""
        print(f"{each.name:<12}{each.seconds:>8.1f}{each.passed:>8}{each.failed:>8}{each.skipped:>8}{mark}")
    passed, failed, skipped = (
        sum(getattr(each, word) for each in outcomes) for word in ("passed", "failed", "skipped")
    )
    strict = os.environ.get("CI") == "true"
    if strict and skipped:
        print("skipped tests count as failures here (CI=true)")
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return int(bool(failed or (strict and skipped)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
