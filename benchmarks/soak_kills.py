"""Kill a server often under play, and compare what it acknowledged with what is on disk.

    python -m benchmarks.soak_kills --kills 200 [--postgres] [--warm]

The tests do the same a few times (`tests/server/killing.py`).
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from pathlib import Path

from tests.server.killing import kill_often
from tests.server.postgres import postgres


def main() -> None:
    """Run the kills and print a report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after that many")
    parser.add_argument("--warm", action="store_true", help="servers that have everything imported: many more kills")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        cluster = stack.enter_context(postgres()) if given.postgres else None
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = cluster.url if cluster else f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        report = kill_often(database, given.kills, cluster, given.seed, given.minutes, given.warm)
    print(
        f"{report.kills} kills of a server on {'PostgreSQL' if given.postgres else 'SQLite'}: {report.tables} tables,"
        f" {report.finished} played to the end, {report.written} commands on disk, of them"
        f" {report.undone} undone again and {report.unanswered} whose answer did not get out; no acknowledged one lost;"
        f" every table there again {max(report.started):.1f} s after the start of a server at the latest"
    )


if __name__ == "__main__":
    main()
