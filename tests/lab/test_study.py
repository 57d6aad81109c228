"""Whole studies: the same wherever they run, after being killed, on a full disk, and when stopped early."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plowshares import lab
from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.engine.record import verify
from plowshares.lab import study as running
from plowshares.lab.design import define
from plowshares.lab.match import Batch, run_batch
from plowshares.lab.observer import Row
from plowshares.lab.report import FILES, Results
from plowshares.lab.store import NAME
from plowshares.lab.study import Study
from plowshares.registry import find
from tests.amounts import INTERPRETED
from tests.lab.toy import TOY, toy

STRATEGO: dict[str, Any] = {
    "game": "stratego",
    "seats": ["random" if INTERPRETED else "hard@32,random"],  # a search takes minutes interpreted
    "games": 6,
    "samples": 0,
    "options": {"variant": "micro", "red_setup": "random", "blue_setup": "random", "no_battle_limit": 40},
    "vary": {"scout": ["extra", "line"]},
}
# Tells how many games are done; from a number on it waits to be killed.
VICTIM = """
import sys
from pathlib import Path
from plowshares.lab.design import define
from plowshares.lab.study import Study
from tests.lab.toy import toy

def tell(done, total):
    print(done, flush=True)
    if done >= 40:
        sys.stdin.readline()

Study(define(toy(games=int(sys.argv[2]), seats=[sys.argv[3]])), Path(sys.argv[1])).run(workers=2, tell=tell)
"""
# Every kind of player: random, one step ahead, and searching with blunders.
SEARCH = pytest.param("hard@16,medium@32", marks=pytest.mark.compiled_only)


def results(values: dict[str, Any], place: Path | None = None, **how: Any) -> Results:
    return Results(Study(define(values), place).run(**{"workers": 1, **how}))


@pytest.mark.parametrize("seats", ["random", "greedy", SEARCH])
def test_the_same_seed_gives_the_same_table_on_one_core_and_on_two(seats: str, tmp_path: Path) -> None:
    asked = toy(games=12, seats=[seats])
    one = results(asked)
    two = results(asked, tmp_path, workers=2)
    assert two.rows() == one.rows()
    assert two.table() == one.table()
    assert two.sentences() == one.sentences()
    assert results({**asked, "seed": 2}).rows() != one.rows()


@pytest.mark.long
def test_the_same_seed_gives_the_same_table_on_ray(tmp_path: Path) -> None:
    here = results(STRATEGO)
    there = results(STRATEGO, tmp_path, on="ray")
    assert there.rows() == here.rows()
    assert there.table() == here.table()


def test_variants_play_the_same_seeds_and_seats_in_turn() -> None:
    rows = results(toy(games=6)).outcome.rows
    first, second = (rows[:6], rows[6:])
    assert [(row.seed, row.turn, row.players) for row in first] == [(row.seed, row.turn, row.players) for row in second]
    assert {row.variant for row in second} == {1}
    assert {row.rounds for row in second} == {4}


@pytest.mark.long
@pytest.mark.parametrize("seats", ["random", SEARCH])
def test_killed_and_resumed_is_as_if_nothing_had_been(seats: str, tmp_path: Path) -> None:
    asked = toy(games=50, seats=[seats])
    root = Path(__file__).parents[2]
    victim = subprocess.Popen(
        [sys.executable, "-c", VICTIM, str(tmp_path), str(asked["games"]), seats],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert victim.stdout is not None
        done = next(int(line) for line in victim.stdout if int(line) >= 40)
    finally:
        os.kill(victim.pid, signal.SIGKILL)
        victim.communicate()
    study = Study(define(asked), tmp_path)
    total = 2 * asked["games"]
    assert 40 <= done <= study.store.count < total
    again: list[int] = []
    resumed = Results(study.run(workers=1, tell=lambda count, total: again.append(count)))
    assert again[0] > done
    assert again[-1] == total
    whole = results(asked)
    assert resumed.rows() == whole.rows()
    assert resumed.table() == whole.table()
    assert resumed.sentences() == whole.sentences()


def test_more_games_go_on_with_the_same_study(tmp_path: Path) -> None:
    results(toy(games=8), tmp_path)
    told: list[int] = []
    more = results(toy(games=12), tmp_path, tell=lambda done, total: told.append(done))
    assert told[0] > 16
    assert more.rows() == results(toy(games=12)).rows()
    assert len(results(toy(games=4), tmp_path).rows()) == 8


def test_a_full_disk_is_said_and_loses_no_finished_game(tmp_path: Path) -> None:
    study = Study(define(toy(games=300)), tmp_path)
    pages = study.store.database.execute("PRAGMA page_count").fetchone()[0]
    study.store.database.execute(f"PRAGMA max_page_count = {pages + 12}")
    with pytest.raises(PlowsharesError, match="database or disk is full") as raised:
        study.run(workers=1)
    kept = study.store.count
    assert f"{kept} finished games are kept; start again to go on" in str(raised.value)
    study.store.close()
    again = Study(define(toy(games=300)), tmp_path)
    assert again.store.count == kept > 0
    assert Results(again.run(workers=1)).rows() == results(toy(games=300)).rows()


def test_a_sample_that_cannot_be_written_is_said_and_played_again(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("a file where the records should go")
    asked = toy(games=6, samples=6)
    with pytest.raises(PlowsharesError, match=r"cannot write .*001-00001.jsonl'.*finished games are kept, start again"):
        results(asked, tmp_path, workers=2)
    (tmp_path / "records").unlink()
    again = results(asked, tmp_path, workers=2)
    assert again.rows() == results(asked).rows()
    assert len(again.outcome.samples()) == 12


def test_a_report_that_cannot_be_written_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = results(toy(), tmp_path)

    def full(*_: Any, **__: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(PlowsharesError, match=r"cannot write .*games.csv.*no space left on device; all games are kept"):
        found.write(tmp_path)


def test_an_interrupt_keeps_what_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(done: int, total: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        results(toy(games=300), tmp_path, tell=interrupt)
    assert Study(define(toy(games=300)), tmp_path).store.count >= 10
    assert results(toy(games=300), tmp_path).rows() == results(toy(games=300)).rows()


def test_another_study_in_the_same_place_is_refused(tmp_path: Path) -> None:
    results(toy(), tmp_path)
    with pytest.raises(InvalidOption, match="another study lies in"):
        Study(define(toy(seed=5)), tmp_path)


def test_places_that_cannot_hold_a_study(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("this is not a database, and long enough to be none " * 50)
    with pytest.raises(PlowsharesError, match="file is not a database"):
        Study(define(toy()), tmp_path)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(PlowsharesError, match="cannot keep a study in"):
        Study(define(toy()), file)


def test_early_stopping_stops_at_a_look_and_only_when_settled(tmp_path: Path) -> None:
    clear = toy(games=160, stop=True, measures=["decisions"])
    found = Study(define(clear), tmp_path).run(workers=1)
    assert found.stopped
    assert len(found.rows) == 2 * 20
    assert Study(define(clear)).run(workers=2).rows == found.rows
    unclear = toy(games=24, stop=True, measures=["first seat"])
    assert not Study(define(unclear)).run(workers=1).stopped


def test_unknown_measures_are_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidOption, match="no measure 'ronuds'; did you mean 'rounds'"):
        Study(define(toy(measures=["ronuds"])))


def test_the_rules_are_compiled_here_before_workers_start(monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[int] = []

    def play(batch: Batch) -> list[Row]:
        here.append(len(batch.numbers))
        return run_batch(batch)

    monkeypatch.setattr(running, "run_batch", play)
    results(toy(games=20))
    assert here[:2] == [1, 1]
    assert sum(here) == 40


@pytest.mark.parametrize(("workers", "games", "expected"), [(0, 6, 1), (0, 200_000, 0), (2, 6, 2)])
def test_workers_are_started_only_for_what_takes_longer_than_that(
    workers: int, games: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def run_all(run: Any, batches: list[Batch], workers: int, on: str) -> list[Any]:
        asked.append(workers)
        return []

    monkeypatch.setattr(running, "run_all", run_all)
    list(Study(define(toy(games=games))).play_numbers({0: range(games)}, workers, "local"))
    assert asked == [expected]


def test_samples_are_records_that_verify(tmp_path: Path) -> None:
    found = results(toy(samples=2), tmp_path)
    samples = found.outcome.samples()
    assert len(samples) == 4
    for _, name in samples:
        assert "all as recorded" in verify((tmp_path / "records" / name).read_bytes(), lambda _: find(TOY))
    assert results(toy(samples=2)).outcome.samples() == []


def test_everything_is_written_and_the_page_needs_nothing_else(tmp_path: Path) -> None:
    found = results(toy(samples=1), tmp_path)
    paths = found.write(tmp_path)
    assert [path.name for path in paths] == list(FILES)
    games = (tmp_path / "games.csv").read_text().splitlines()
    assert len(games) == 1 + 16
    assert games[0].startswith("variant,option rounds,number,group,turn,seed,player 1,outcome 1,score 1,player 2")
    page = (tmp_path / "report.html").read_text()
    for words in ("records/001-00001.jsonl", "rounds=4 instead of rounds=2", "Whose games these are", found.command):
        assert words in page
    for word in ("<script", "http://", "https://", "<link", "@import"):
        assert word not in page
    assert page.count("<svg") == page.count("</svg>") >= 8
    assert page.count("<details") == page.count("</details>")


def test_names_that_look_like_markup_are_shown_as_they_are() -> None:
    page = results(toy(seats=["<b>=random,random"])).html()
    assert "<b>" not in page


def test_the_notebook_way_gives_tables_and_sentences() -> None:
    found = lab.run(TOY, vary={"rounds": [1, 5]}, seats="random", games=16, workers=1, measures=["rounds", "decisions"])
    first, second = found.table()
    assert (first["rounds"], second["rounds"]) == (1, 5)
    assert (first["option rounds"], second["option rounds"]) == (1, 5)
    assert (first["games"], second["games"]) == (16, 16)
    assert second["decisions"] == 20
    assert second["decisions median"] == 20
    assert first["first seat low"] <= first["first seat"] <= first["first seat high"]
    assert [each["verdict"] for each in found.findings()] == ["differs", "differs"]
    assert "rounds=5 instead of rounds=1" in found.sentences()[0]
    assert repr(found) == f"<{TOY}: 32 games of 2 variants>"
    assert found._repr_html_().startswith("<!doctype html>")
    assert found.command.startswith(f"plowshares lab {TOY} --vary rounds=1,5 --seats random")
