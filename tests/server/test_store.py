"""What is kept on disk, on SQLite and on PostgreSQL: group commits, conflicts, a database that is gone for a while."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.engine.clock import TimeControl
from plowshares.engine.record import read_record
from plowshares.server.store import Holding, Plan, SeatPlan, Store, StoreFailed, schema
from plowshares.server.tables import TableManager
from tests.server.killing import kill_often
from tests.server.postgres import Cluster, find_program, postgres
from tests.server.site import LINK, ME, RANDOM, serving

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
    engine.dispose()


def add(store: Store, table: str) -> None:
    store.add_table(table, PLAN, [Holding("anna", 0, False, True)], [b"{}"])


def test_lines_that_come_together_are_committed_together(url: str) -> None:
    store = Store(url)
    for i in range(20):
        add(store, f"t{i}")
    store._is_writing = True  # somebody else writes just now, so all have to wait
    with ThreadPoolExecutor(20) as pool:
        done = [pool.submit(store.add_line, f"t{i}", 1, b"line %d" % i, i == 3) for i in range(20)]
        until_all_wait(store, 20)
        assert not any(each.done() for each in done)
        store._pass_on()
        for each in done:
            each.result()
    assert store.batches == {20: 1}
    assert store.record("t7") == b"{}\nline 7\n"
    assert {row.id for row in store.unfinished()} == {f"t{i}" for i in range(20) if i != 3}
    store.close()


def until_all_wait(store: Store, count: int) -> None:
    while len(store._waiting) < count:
        threading.Event().wait(0.01)


def test_a_line_that_somebody_else_has_written_fails_alone(url: str) -> None:
    store = Store(url)
    for table in ("a", "b", "c"):
        add(store, table)
    store.add_line("b", 1, b"first", False)
    store._is_writing = True
    with ThreadPoolExecutor(3) as pool:
        done = {table: pool.submit(store.add_line, table, 1, b"second", False) for table in ("a", "b", "c")}
        until_all_wait(store, 3)
        store._pass_on()
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
    store.drop_links("t", 1)
    assert store.find_link("link") is None
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
        assert anna.state() == seen  # built anew from what is on disk
        anna.command("ready")
        bert = site.person()
        bert.open(ME, RANDOM)
        bert.command("fill")
        bert.command("ready")
        assert bert.wait_for_turn()["acting"]


def test_no_acknowledged_action_is_lost_by_kill_on_postgresql(cluster: Cluster) -> None:
    assert kill_often(cluster.url, KILLS).written


@pytest.mark.parametrize("url", ["nonsense", "postgresql://nobody@127.0.0.1:1/x", "sqlite:////proc/none/x.sqlite"])
def test_a_database_that_cannot_be_opened_is_named_without_its_password(url: str) -> None:
    with pytest.raises(InvalidOption, match="cannot open the database"):
        Store(url)
    with pytest.raises(InvalidOption) as refused:
        Store("postgresql://anna:sesame@127.0.0.1:1/x")
    assert "sesame" not in str(refused.value)
