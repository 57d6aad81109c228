"""The store on SQLite and PostgreSQL: group commits, conflicts, a database that is gone for a while."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.engine.clock import TimeControl
from plowshares.engine.record import read_record
from plowshares.server import database, line_writer
from plowshares.server import table as table_module
from plowshares.server.database import version
from plowshares.server.errors import StoreFailed
from plowshares.server.line_writer import Entry
from plowshares.server.plan import Holding, Plan, SeatPlan
from plowshares.server.schema import schema, tables
from plowshares.server.store import Store
from plowshares.server.tables import TableManager
from tests.server.killing import kill_often
from tests.server.postgres import Cluster, find_program, postgres
from tests.server.site import LINK, ME, MICRO, RANDOM, serving

pytestmark = pytest.mark.compiled_only
PLAN = Plan("stratego", (SeatPlan("me", "Anna"), SeatPlan("link", "Bert")))
KILLS = 3


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if find_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: scripts/system_packages")
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
        return
    yield request.getfixturevalue("cluster").url
    engine = sa.create_engine(request.getfixturevalue("cluster").url)
    schema.drop_all(engine)
    version.drop(engine)
    engine.dispose()


def add(store: Store, table: str) -> None:
    store.add_table(table, PLAN, [Holding("anna", 0, False, True)], [b"{}"])


def test_lines_that_come_together_are_committed_together(url: str) -> None:
    store = Store(url)
    for i in range(20):
        add(store, f"t{i}")
    with ThreadPoolExecutor(20) as pool, slow_disk(store) as disk:
        done = [pool.submit(store.add_line, f"t{i}", 1, b"line %d" % i, i == 3) for i in range(20)]
        until_all_wait(store, 20)
        assert not any(each.done() for each in done)
        disk.set()
        for each in done:
            each.result()
    assert store.writer.batches == {1: 1, 20: 1}
    assert store.record("t7") == b"{}\nline 7\n"
    assert {row.id for row in store.unfinished()} == {f"t{i}" for i in range(20) if i != 3}
    store.close()


@contextmanager
def slow_disk(store: Store) -> Iterator[threading.Event]:
    """Block the writer with a line of another table until the event is set."""
    add(store, "slow")
    begun, disk, write = threading.Event(), threading.Event(), store.writer._write

    def write_slowly(batch: list[Entry]) -> None:
        begun.set()
        disk.wait()
        write(batch)

    store.writer._write = write_slowly  # type: ignore[method-assign]  # this one alone
    writing = threading.Thread(target=store.add_line, args=("slow", 1, b"slow", True))
    writing.start()
    begun.wait()
    store.writer._write = write  # type: ignore[method-assign]  # as it was
    yield disk
    writing.join()


def until_all_wait(store: Store, count: int) -> None:
    while store.writer.waiting() < count:
        threading.Event().wait(0.01)


def test_a_line_that_somebody_else_has_written_fails_alone(url: str) -> None:
    store = Store(url)
    for table in ("a", "b", "c"):
        add(store, table)
    store.add_line("b", 1, b"first", False)
    with ThreadPoolExecutor(3) as pool, slow_disk(store) as disk:
        done = {table: pool.submit(store.add_line, table, 1, b"second", False) for table in ("a", "b", "c")}
        until_all_wait(store, 3)
        disk.set()
        errors = {table: each.exception() for table, each in done.items()}
    assert isinstance(errors.pop("b"), StoreFailed)
    assert errors == {"a": None, "c": None}
    assert store.record("a") == b"{}\nsecond\n"
    assert store.record("b") == b"{}\nfirst\n"
    store.close()


def test_who_holds_what_and_which_links_still_open(url: str) -> None:
    store = Store(url)
    add(store, "t")
    link = Holding("link", 1, True, False)
    store.hold("t", link)
    store.hold("t", link)
    assert store.find_link("link") == ("t", 1)
    assert sorted(each.holder for each in store.held_at("t")) == ["anna", "link"]
    store.replace_link("t", Holding("newer", 1, True, False))
    assert store.find_link("link") is None
    assert store.use_link("t", "newer", Holding("bert", 1, False, False))
    assert not store.use_link("t", "newer", Holding("otto", 1, False, False))  # it works once
    assert sorted(each.holder for each in store.held_at("t")) == ["anna", "bert"]
    assert [row.id for row in store.rows_of("anna")] == ["t"]
    assert store.row("nothing") is None
    store.add_table("u", PLAN, [], [b"{}"], follows="t")
    row = store.row("t")
    assert row is not None
    assert row.successor == "u"
    store.close()


def test_a_match_is_played_on_after_a_restart(url: str) -> None:
    game = registry.find("stratego")
    options = game.options(**game.presets["micro"])
    plan = [SeatPlan("me", "Anna"), SeatPlan("here", "Bert")]
    hall = TableManager(Store(url))
    table = hall.open(game, options, plan, TimeControl(), "anna")
    table.ready("anna", 0)
    table.command("anna", table.message_for("anna").name, "fill")
    hall.store.close()
    again = TableManager(Store(url))
    found = again.find(table.name)
    assert found.match.state.tobytes() == table.match.state.tobytes()
    assert found.story.events == table.story.events
    again.store.close()


def test_two_servers_on_one_database_cannot_write_the_same_line(url: str) -> None:
    game = registry.find("stratego")
    plan = [SeatPlan("me", "Anna"), SeatPlan("here", "Bert")]
    one, two = TableManager(Store(url)), TableManager(Store(url))
    table = one.open(game, game.options(**game.presets["micro"]), plan, TimeControl(), "anna")
    other = two.find(table.name)
    for each in (table, other):
        each.ready("anna", 0)
    table.command("anna", table.message_for("anna").name, "fill")
    with pytest.raises(StoreFailed):
        other.command("anna", other.message_for("anna").name, "fill")
    assert other.is_broken
    assert two.find(table.name).match.state.tobytes() == table.match.state.tobytes()  # rebuilt
    assert len(read_record(one.store.record(table.name)).lines) == 1
    one.store.close()
    two.store.close()


def test_a_database_that_fails_loses_nothing_and_is_used_again(cluster: Cluster) -> None:
    with serving(cluster.url) as site:
        anna = site.person()
        anna.open(ME, LINK)
        anna.command("fill")
        seen: dict[str, Any] = anna.state()
        cluster.stop(crash=True)
        answer = anna.play(command="ready")
        assert answer.status_code == 503
        assert "look again" in answer.json()["error"]
        cluster.start()
        assert anna.state() == seen  # built again from what is on disk
        anna.command("ready")
        bert = site.person()
        bert.open(ME, RANDOM)
        bert.command("fill")
        bert.command("ready")
        assert bert.wait_for_turn()["acting"]


def test_a_database_that_hangs_keeps_nobody_from_tables_in_memory(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(cluster.url) as site:
        anna, bert = site.person(), site.person()
        for person in (anna, bert):
            person.open(ME, LINK)
            person.command("fill")
        seen = anna.state()
        with monkeypatch.context() as impatient:
            impatient.setattr(line_writer, "COMMIT_SECONDS", 1.0)
            impatient.setattr(table_module, "LOCK_SECONDS", 1.0)
            for lane in site.app.state.site.work.lanes():
                impatient.setattr(lane, "seconds", 5.0)
            cluster.freeze()
            try:
                with ThreadPoolExecutor(30) as pool:
                    lists = [pool.submit(bert.http.get, "/api/tables") for _ in range(20)]
                    lists += [pool.submit(bert.http.get, f"/api/tables/{i:016x}") for i in range(8)]
                    assert anna.state() == seen
                    answer = anna.play(command="ready")
                    assert (answer.status_code, answer.json()["code"]) == (503, "storefailed")
                    assert {each.result().status_code for each in lists} == {503}
            finally:
                cluster.thaw()
        until = time.monotonic() + 30
        while bert.http.get("/api/tables").status_code != 200:
            assert time.monotonic() < until
        # The command was not answered, but it may have been on its way to the disk.
        if anna.state()["acting"]:
            anna.command("ready")
        assert not anna.state()["acting"]
        bert.command("ready")


@pytest.mark.long
def test_no_acknowledged_action_is_lost_by_kill_on_postgresql(cluster: Cluster) -> None:
    assert kill_often(cluster.url, KILLS).written


def test_one_damaged_table_does_not_hide_the_others(url: str) -> None:
    store = Store(url)
    add(store, "good")
    add(store, "bad")
    with store.begin() as db:
        db.execute(tables.update().where(tables.c.id == "bad").values(plan=b"{"))
    assert [row.id for row in store.rows_of("anna")] == ["good"]
    assert {row.id for row in store.unfinished()} & {"good", "bad"} == {"good"}
    assert store.row("bad") is None
    store.close()


def test_a_locked_database_is_a_worded_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "TIMEOUT", 0.2)
    with serving(tmp_path / "tables.sqlite") as site:
        anna = site.person()
        anna.open(ME, LINK)
        anna.state()
        with sqlite3.connect(tmp_path / "tables.sqlite") as other:
            other.execute("BEGIN IMMEDIATE")
            opened = anna.post("/api/tables", **MICRO, seats=[ME, LINK])
            assert (opened.status_code, opened.json()["code"]) == (503, "storefailed")
            assert opened.headers["retry-after"]
            assert anna.http.get("/api/tables").status_code == 200  # reading goes on
            assert anna.play(command="fill").status_code == 503
            other.rollback()
        anna.command("fill")
        assert len(site.hall.find(anna.table).match.history) == 1


def test_a_full_disk_is_a_worded_failure_that_loses_nothing(tmp_path: Path) -> None:
    file, full = tmp_path / "tables.sqlite", True

    def limit(connection: Any, _: Any) -> None:
        connection.execute(f"PRAGMA max_page_count={pages if full else 1 << 30}")

    with serving(file) as site:
        anna, done = site.person(), 0
        anna.open(ME, LINK)
        with sqlite3.connect(file) as other:
            pages = other.execute("PRAGMA page_count").fetchone()[0]
        sa.event.listen(site.hall.store.engine, "connect", limit)
        site.hall.store.engine.dispose()
        while (answer := anna.play(command="clear" if done % 2 else "fill")).status_code == 200:
            done += 1
            assert done < 1000
        assert (answer.status_code, answer.json()["code"]) == (503, "storefailed")
        assert anna.http.get(anna.at()).status_code == 200
        assert len(site.hall.find(anna.table).match.history) == done
        full = False
        site.hall.store.engine.dispose()
        anna.command("clear" if done % 2 else "fill")
        assert len(read_record(site.hall.store.record(anna.table)).lines) == done + 1


def test_neither_the_database_nor_its_journal_can_be_read_by_others(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = Store(f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}")
        add(store, "t")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "new").iterdir()}
    finally:
        os.umask(before)
    store.close()
    assert len(modes) == 3
    assert set(modes.values()) == {0o600}


def test_errors_do_not_contain_the_data_written(url: str, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(url)
    add(store, "t")
    with pytest.raises(StoreFailed) as failed:
        store.add_table("t", PLAN, [], [b'{"seed":"0xsecret"}'])
    assert failed.value.__cause__ is not None
    assert "0xsecret" not in str(failed.value) + str(failed.value.__cause__)
    with pytest.raises(StoreFailed) as taken:
        store.add_line("t", 0, b"0xsecret", False)
    assert "0xsecret" not in str(taken.value) + str(taken.value.__cause__)
    assert "0xsecret" not in caplog.text
    store.close()


@pytest.mark.parametrize("url", ["nonsense", "postgresql://nobody@127.0.0.1:1/x", "sqlite:////proc/none/x.sqlite"])
def test_a_database_that_cannot_be_opened_is_named_without_its_password(url: str) -> None:
    with pytest.raises(InvalidOption, match="cannot open the database"):
        Store(url)
    with pytest.raises(InvalidOption) as refused:
        Store("postgresql://anna:sesame@127.0.0.1:1/x")
    assert "sesame" not in str(refused.value)
