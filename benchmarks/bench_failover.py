"""Workers killed at random under play on PostgreSQL: what is lost, what is made twice, how soon tables go on.

`--kills 200` is the bar: no acknowledged action lost, none made twice, clocks right within a second, and the tables of
a killed worker played at again within 5 s. `--sum FILE` adds up several shorter runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
from pathlib import Path

import msgspec

from tests.server.killing_workers import LATE, Report, kill_workers
from tests.server.postgres import postgres

BAR = 5.0  # seconds


def add_up(file: Path, found: Report) -> Report:
    """Add a report to those in a file."""
    before = msgspec.json.decode(file.read_bytes(), type=Report) if file.exists() else Report()
    total = Report(**{name: value + getattr(found, name) for name, value in vars(before).items()})
    file.write_bytes(msgspec.json.encode(total))
    return total


def describe(report: Report, workers: int) -> str:
    """Write what came of it."""
    gaps = sorted(report.gaps)
    soon = sum(gap <= BAR for gap in gaps)
    lines = [
        (
            f"{report.kills} kills of one of {workers} workers, {report.tables} tables: {report.acknowledged} actions"
            f" acknowledged, {report.written} on disk, {report.unanswered} requests without an answer;"
            " none lost, none made twice, every clock as the record has it"
        ),
    ]
    if gaps:
        lines.append(
            f"{len(gaps)} tables of killed workers went on after {statistics.median(gaps):.1f} s in the middle,"
            f" {gaps[-1]:.1f} s at most; {soon} of them within {BAR:g} s"
        )
    if report.forgiven:
        lines.append(f"clocks: at most {max(0.0, *report.forgiven):.2f} s of a player's time forgiven for a kill")
    return "\n".join(lines)


def main() -> None:
    """Do it and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after this long, with fewer kills")
    parser.add_argument("--late", type=float, default=LATE, help="seconds a clock may be off; more on a busy machine")
    parser.add_argument("--sum", type=Path, help="file in which runs are added up")
    given = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with postgres() as cluster:
        how = (given.seed, lambda words: print(words, flush=True), given.late, given.minutes)
        found = kill_workers(cluster.url, given.kills, given.workers, *how)
    print(describe(found, given.workers))
    if given.sum is not None:
        print(f"in all: {describe(add_up(given.sum, found), given.workers)}")
    print(f"load average after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
