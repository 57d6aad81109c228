"""Real faults in a separate process: a full disk, and Ctrl-C."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from plowshares.lab.design import define
from plowshares.lab.report import Results, to_csv
from plowshares.lab.store import NAME
from plowshares.lab.study import Study
from tests.lab.toy import TOY, toy

ROOT = Path(__file__).parents[2]
SMALL = 60_000  # bytes that a file may have
COMMAND = "import sys; from plowshares.cli import main; main()"


def lab(place: Path, games: int, **how: Any) -> subprocess.Popen[str]:
    words = [TOY, "--vary", "rounds=2,4", "--seats", "random", "--samples", "0", "--jobs", "1"]
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "lab", *words, "--games", str(games), "--save", str(place)],
        cwd=ROOT,
        # No bytecode: where files are kept small it would be cut short, and kept for later runs.
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT)]), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **how,
    )


def keep_files_small() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))


def test_a_disk_that_takes_no_more_loses_no_finished_game(tmp_path: Path) -> None:
    stopped = lab(tmp_path, 240, preexec_fn=keep_files_small)
    said = " ".join(stopped.communicate()[1].split())
    assert stopped.returncode == 2, said
    study = Study(define(toy(games=240)), tmp_path)
    assert 0 < study.store.count < 480
    assert f"{study.store.count} finished games are kept; start again to go on" in said
    study.store.close()
    again = lab(tmp_path, 240)
    assert "report.html" in "".join(again.communicate()[0].split())
    whole = Results(Study(define(toy(games=240))).run(workers=1))
    assert (tmp_path / "games.csv").read_text() == to_csv(whole.rows())
    assert (tmp_path / "findings.csv").read_text() == to_csv(whole.findings())


def kept(place: Path) -> int:
    """Return how many games lie in a study that another process may be writing."""
    try:
        with sqlite3.connect(f"file:{place / NAME}?mode=ro", uri=True) as database:
            return int(database.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:  # not there yet
        return 0


def hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests in the background of a script were told to ignore them


def test_an_interrupt_leaves_a_word_and_all_finished_games(tmp_path: Path) -> None:
    running = lab(tmp_path, 100_000, preexec_fn=hear_interrupts)
    while not kept(tmp_path):
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    said = " ".join(running.communicate()[1].split())
    assert running.returncode == 130, said
    assert "interrupted; all finished games are kept in" in said
    assert "the same command goes on" in said
    assert "Traceback" not in said
    assert 0 < kept(tmp_path) < 200_000
