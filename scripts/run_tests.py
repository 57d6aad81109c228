"""Run the checks of the project, stage by stage, and close with one line of counts.

`run_tests.py` runs the quick tier. With `--rest` the tests follow that it leaves out compiled or bounds-checked, with
`--all` the long tests too. `run_tests.py lint compiled` runs only the named stages. Stages that need one core run side
by side. A failing stage does not stop the others. With CI=true a skipped test is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CORES = min(os.cpu_count() or 1, 8)
SLOWEST = 10  # tests that are listed at the end
REPORTS = ROOT / "build/tests"  # what pytest reports of every stage, with the seconds of each test
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
# Neighbours stay on one worker, since they use the same kernels, until the other has nothing left to do.
SHARED = [*PYTEST, "-n", str(CORES), "--dist", "worksteal"]
PROJECT = "tests/project"
# Rules, engine and agents do the same in every mode of compilation. The API, terminals, bots and pages use no other
# kernels; the API runs interpreted too, since positions are read and written through it.
KERNELS = [f"tests/{part}" for part in ("core", "engine", "contract", "games", "agents")]
ALL = ["tests", f"--ignore={PROJECT}"]
# The markers are explained in pyproject.toml; tests/conftest.py gives `interpreted_only` to most tests of the games and
# `rest` to most files.
QUICK = ["-m", "not long"]
COMPILED = ["-m", "not long and not interpreted_only and not rest"]
REST = ["-m", "not long and not interpreted_only and rest"]
# Some of these compile for minutes, so a machine with other work needs a longer limit for one test than the usual one.
LONG = ["-m", "long and not newest", "-o", "timeout=1500"]
NEWEST = ["-m", "newest"]


@dataclass(frozen=True)
class Stage:
    """One thing to run: a program that succeeds or fails, or a run of pytest that counts."""

    name: str
    command: list[str]
    counts: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    cores: int = 1  # that it keeps busy; stages share the machine as long as it has enough
    tier: str = "quick"  # or one of those that an option adds
    is_advisory: bool = False  # its failures are reported and fail nothing: they come from outside the project


@dataclass
class Outcome:
    """What came of a stage."""

    name: str
    seconds: float
    passed: int
    failed: int
    skipped: int
    slowest: list[tuple[float, str]] = field(default_factory=list)
    is_advisory: bool = False


BOUNDS = {"NUMBA_BOUNDSCHECK": "1"}
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
COVERAGE = ["-W", "error", "--cov", "--cov-report", "term"]
# Stages of one core come first, the longest of them before the others, so that no core waits for long. Two processes
# would compile many kernels twice, so bounds-checked tests, which nothing has compiled for before, have only one.
STAGES = [
    Stage("system", [str(ROOT / "scripts/system_packages")]),
    Stage("warm", [str(BIN / "plowshares"), "warm"]),
    Stage("bounds", [*PYTEST, *COMPILED, *KERNELS], counts=True, environment=BOUNDS),
    Stage("types", [str(BIN / "mypy")]),
    Stage("format", [str(BIN / "ruff"), "format", "--check", "."]),
    Stage("lint", [str(BIN / "ruff"), "check", "--output-format=concise", "."]),
    Stage("layers", [str(BIN / "lint-imports"), "--no-logo"]),
    Stage(
        "interpreted",
        [*SHARED, *QUICK, *KERNELS, "tests/api", *COVERAGE],
        counts=True,
        environment=INTERPRETED,
        cores=CORES,
    ),
    Stage("compiled", [*SHARED, *COMPILED, *ALL], counts=True, cores=CORES),
    Stage("project", [*SHARED, *QUICK, PROJECT], counts=True, cores=CORES),
    # What the quick tier leaves out in these modes, then the tests that are long themselves.
    Stage("bounds-rest", [*PYTEST, *REST, *KERNELS], counts=True, environment=BOUNDS, tier="rest"),
    Stage("compiled-rest", [*PYTEST, *REST, *ALL], counts=True, tier="rest"),
    Stage("long", [*SHARED, *LONG, "tests"], counts=True, cores=CORES, tier="long"),
    # A package that was released today may break here, and nothing of ours has changed.
    Stage("newest", [*SHARED, *NEWEST, PROJECT], counts=True, cores=CORES, tier="long", is_advisory=True),
]


TIERS = {"--rest": ["quick", "rest"], "--all": ["quick", "rest", "long"]}


def main(arguments: list[str]) -> int:
    """Run the named stages, those of the quick tier, or with an option more of them; return the exit code."""
    known = {stage.name: stage for stage in STAGES}
    names = [name for name in arguments if name not in TIERS]
    for name in names:
        if name not in known:
            print(f"no stage is called {name!r}; there are: {', '.join(known)}", file=sys.stderr)
            return 2
    if names:
        return report(run_all([known[name] for name in names]))
    wanted = TIERS[arguments[0]] if arguments else ["quick"]
    return report(run_all([stage for stage in STAGES if stage.tier in wanted]))


def run_all(stages: list[Stage]) -> list[Outcome]:
    """Run stages in their order, each as soon as enough cores are free; return what came of them in that order."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    free, outcomes = CORES, dict[str, Outcome]()
    changed = threading.Condition()

    def work(stage: Stage) -> None:
        nonlocal free
        outcome = run(stage)
        with changed:
            free += stage.cores
            outcomes[stage.name] = outcome
            changed.notify_all()

    threads = []
    for stage in stages:
        with changed:
            while free < stage.cores:
                changed.wait()
            free -= stage.cores
        threads.append(threading.Thread(target=work, args=(stage,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    return [outcomes[stage.name] for stage in stages]


def run(stage: Stage) -> Outcome:
    """Run one stage; show its output as it comes if it has the machine to itself, otherwise when it has ended."""
    print(f"\n== {stage.name}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tally, said = REPORTS / f"{stage.name}.xml", Path(folder) / "said.txt"
        tally.unlink(missing_ok=True)
        command = [sys.executable, *stage.command, f"--junitxml={tally}"] if stage.counts else stage.command
        with said.open("wb") as output:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env=environment_of(stage),
                stdin=subprocess.DEVNULL,
                stdout=output if stage.cores < CORES else None,
                stderr=subprocess.STDOUT if stage.cores < CORES else None,
                check=False,
            )
        suites = read_suites(tally) if stage.counts else []
        passed, failed, skipped = count(suites) if stage.counts else (int(done.returncode == 0), 0, 0)
        seconds = time.monotonic() - began
        print(f"\n== {stage.name}: {seconds:.1f} s\n{said.read_text(errors='replace')}", flush=True)
    if done.returncode and not failed:
        failed = 1  # the stage itself: coverage, a crash, nothing collected
    return Outcome(stage.name, seconds, passed, failed, skipped, find_slowest(stage.name, suites), stage.is_advisory)


def environment_of(stage: Stage) -> dict[str, str]:
    """Return the environment of a stage: no mode of compilation but its own, and bytecode cached in one place.

    Tests start hundreds of processes. Without cached bytecode each compiles Numba's sources again, and pytest rewrites
    the asserts of all tests in every worker.
    """
    dropped = "PYTHONDONTWRITEBYTECODE"
    plain = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_") and name != dropped}
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**plain, "PATH": path, "PYTHONPYCACHEPREFIX": str(ROOT / "build/bytecode"), **stage.environment}


def read_suites(tally: Path) -> list[ElementTree.Element]:
    """Return what pytest itself reports about a run."""
    return list(ElementTree.parse(tally).getroot().iter("testsuite")) if tally.exists() else []


def count(suites: Iterable[ElementTree.Element]) -> tuple[int, int, int]:
    """Return how many tests passed, failed and were skipped."""
    total, failures, errors, skipped = (
        sum(int(suite.get(word, 0)) for suite in suites) for word in ("tests", "failures", "errors", "skipped")
    )
    return total - failures - errors - skipped, failures + errors, skipped


def find_slowest(stage: str, suites: Iterable[ElementTree.Element]) -> list[tuple[float, str]]:
    """List the slowest tests of a stage with the seconds they took, their fixtures included."""
    cases = [
        (float(case.get("time", 0)), f"{case.get('classname')}::{case.get('name')} ({stage})")
        for suite in suites
        for case in suite.iter("testcase")
    ]
    return sorted(cases, reverse=True)[:SLOWEST]


def report(outcomes: list[Outcome]) -> int:
    """Print the slowest tests, a row for each stage and the closing line; return the exit code."""
    slowest = sorted((case for each in outcomes for case in each.slowest), reverse=True)[:SLOWEST]
    if slowest:
        print(f"\nThe slowest {len(slowest)} tests")
    for seconds, name in slowest:
        print(f"{seconds:>8.1f} s  {name}")
    print(f"\n{'stage':<14}{'seconds':>8}{'passed':>8}{'failed':>8}{'skipped':>8}")
    for each in outcomes:
        mark = ("  <- failed, reported only" if each.is_advisory else "  <- failed") if each.failed else ""
        print(f"{each.name:<14}{each.seconds:>8.1f}{each.passed:>8}{each.failed:>8}{each.skipped:>8}{mark}")
    counted = [each for each in outcomes if not each.is_advisory]
    passed, failed, skipped = (sum(getattr(each, word) for each in counted) for word in ("passed", "failed", "skipped"))
    strict = os.environ.get("CI") == "true"
    if strict and skipped:
        print("skipped tests count as failures here (CI=true)")
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return int(bool(failed or (strict and skipped)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
