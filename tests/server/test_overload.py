"""Overload by strangers: long jobs are stopped, excess is refused in words, and the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options
from plowshares.server import connections, processes, slow_jobs
from plowshares.server import tables as table_manager
from plowshares.server.app import STRANGERS
from plowshares.server.errors import Busy, StoreFailed, TooMuch
from plowshares.server.fair_queue import FairQueue
from plowshares.server.limits import Quotas, network_of
from plowshares.server.processes import SECONDS, ProcessLane
from plowshares.server.tables import DAY, HouseRules
from plowshares.server.work import Lane
from tests.server.site import LINK, ME, MICRO, RANDOM, Site, serving

pytestmark = pytest.mark.compiled_only
SOON = 60.0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


# Pools and processes


@slow_jobs.job
def spin(*_: Any) -> None:
    """Loop for ever without releasing the interpreter lock."""
    while True:
        pass


@slow_jobs.job
def own_pid() -> int:
    return os.getpid()


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what never ends is stopped soon: the niced process may start slowly on a busy machine."""
    monkeypatch.setitem(SECONDS, spin, 1.0)
    monkeypatch.setitem(SECONDS, own_pid, 600.0)
    monkeypatch.setattr(processes, "QUEUE_SECONDS", 600.0)


@pytest.mark.usefixtures("limits")
def test_a_task_that_takes_too_long_is_stopped_with_its_process() -> None:
    async def run() -> None:
        lane = ProcessLane("test")
        try:
            before = await lane.run("anna", own_pid)
            with pytest.raises(InvalidOption, match="longer than 1 seconds"):
                await lane.run("anna", spin)
            after = await lane.run("anna", own_pid)
            assert after != before
            with pytest.raises(ProcessLookupError):
                os.kill(before, 0)
        finally:
            await lane.stop()

    asyncio.run(run())


@pytest.mark.usefixtures("limits")
def test_one_person_has_one_slow_request_at_a_time() -> None:
    async def run() -> None:
        lane = ProcessLane("test")
        try:
            first = asyncio.create_task(lane.run("anna", spin))
            await asyncio.sleep(0)
            with pytest.raises(TooMuch):
                await lane.run("anna", own_pid)
            waiting = [asyncio.create_task(lane.run(f"guest {i}", own_pid)) for i in range(7)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await lane.run("otto", own_pid)
            with pytest.raises(InvalidOption):
                await first
            assert len({await each for each in waiting}) == 1
        finally:
            await lane.stop()

    asyncio.run(run())


def test_a_record_that_takes_too_long_is_refused_in_words(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = site.person()
    anna.open(ME, RANDOM)
    anna.post(anna.at("/resign"))
    record = anna.http.get(anna.at("/record")).text
    assert anna.post("/api/records", record=record).status_code == 200
    monkeypatch.setitem(SECONDS, spin, 0.5)
    monkeypatch.setattr(slow_jobs, "check_record", spin)
    answer = anna.post("/api/records", record=record)
    assert answer.status_code == 422
    assert "stopped" in answer.json()["error"]
    assert anna.http.get(anna.at("/export")).status_code == 200  # exports do not wait for uploads


def test_a_lane_that_is_full_says_so_and_a_stuck_thread_keeps_nobody() -> None:
    async def run() -> None:
        lane = Lane("test", 1, 2, 0.2)
        stuck = asyncio.create_task(lane.run(time.sleep, 1.0))
        second = asyncio.create_task(lane.run(time.sleep, 0.0))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await lane.run(time.sleep, 0.0)
        with pytest.raises(StoreFailed, match="too slow just now"):  # it need not be the database
            await stuck
        with pytest.raises(StoreFailed):
            await second
        await asyncio.sleep(1.0)
        await lane.run(time.sleep, 0.0)
        lane.close()

    asyncio.run(run())


def test_opening_a_large_board_does_not_block_the_event_loop(site: Site) -> None:
    anna, otto = site.person(), site.person()
    anna.open(ME, LINK)
    anna.state()
    large = {"game": "farmer_soldier", "preset": "standard", "options": {"players": "64", "size": "64x64"}}
    worst = 0.0
    with socket.create_connection((urlsplit(site.base).hostname, urlsplit(site.base).port)) as opening:
        body = json.dumps({**large, "seats": [ME] + [LINK] * 63}).encode()
        head = f"POST /api/tables HTTP/1.1\r\nHost: {urlsplit(site.base).netloc}\r\nContent-Type: application/json\r\n"
        opening.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        opening.setblocking(False)
        until = time.monotonic() + SOON
        answered = b""
        while not answered and time.monotonic() < until:
            began = time.monotonic()
            assert otto.http.get("/api/tables").status_code == 200
            worst = max(worst, time.monotonic() - began)
            try:
                answered = opening.recv(100)
            except BlockingIOError:
                time.sleep(0.01)
    assert b" 200 " in answered
    assert worst < 1.0  # it was 2 to 4 seconds


# Limits for strangers


@pytest.mark.parametrize("game", registry.OURS)
def test_strangers_can_open_every_preset(game: str) -> None:
    found = registry.find(game)
    assert found.presets
    for preset in found.presets.values():
        s = found.state.new(read_options(found.options, dict(preset)))
        assert type(s).layout.itemsize <= STRANGERS.largest


def test_strangers_open_no_huge_boards_and_the_owner_does(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", strangers=True, rules=STRANGERS) as site:
        anna, owner = site.person(), site.person()
        seats = [ME] + [LINK] * 63
        large = {"game": "farmer_soldier", "preset": "standard", "options": {"players": "64", "size": "64x64"}}
        answer = anna.post("/api/tables", **large, seats=seats)
        assert answer.status_code == 422
        assert "times as large" in answer.json()["error"]
        usual = {"game": "farmer_soldier", "preset": "standard", "options": {"players": "8", "size": "32x32"}}
        assert anna.post("/api/tables", **usual, seats=seats[:8]).status_code == 200
        owner.post("/api/join", token=site.hall.owners.key)
        assert owner.post("/api/tables", **large, seats=seats).status_code == 200


def test_one_stranger_has_a_limited_number_of_tables_in_play(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", strangers=True, rules=HouseRules(most_open=2)) as site:
        anna = site.person()
        anna.open(ME, LINK)
        first = anna.open(ME, LINK)
        refused = anna.post("/api/tables", **MICRO, seats=[ME, LINK])
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert anna.post(f"/api/tables/{first}/delete").json() == {"deleted": True}
        anna.open(ME, LINK)


def scope(path: str, method: str = "GET", host: str = "203.0.113.9", cookie: str = "") -> dict[str, Any]:
    headers = [(b"cookie", f"plowshares={cookie}".encode())] if cookie else []
    return {"type": "http", "method": method, "path": path, "client": (host, 1), "headers": headers}


def test_reading_is_limited_too_for_strangers() -> None:
    quotas = Quotas(1.0, 3.0, strangers=True)
    waits = [quotas.check(scope("/api/tables/x")) for _ in range(50)]
    assert waits[:20] == [None] * 20
    assert waits[-1] is not None
    assert quotas.check(scope("/api/tables/x", host="203.0.113.10")) is None
    mine = Quotas(1.0, 3.0, strangers=False)
    assert {mine.check(scope("/api/tables/x")) for _ in range(50)} == {None}


def test_a_person_is_limited_at_whatever_address() -> None:
    quotas = Quotas(10.0, 30.0, strangers=True)
    waits = [quotas.check(scope("/api/tables", "POST", f"203.0.113.{i}", "anna")) for i in range(40)]
    assert waits[0] is None
    assert waits[-1] is not None


def test_a_network_of_ipv6_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") == "2001:db8::/64"
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"


# Connections


def connect(site: Site, sent: bytes = b"") -> socket.socket:
    address = urlsplit(site.base)
    made = socket.create_connection((address.hostname, address.port))
    made.sendall(sent)
    return made


def test_silent_connections_shut_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", connections=20) as site:
        anna = site.person()
        anna.open(ME, LINK)
        silent = [connect(site, sent) for sent in (b"", b"GET / HTTP/1.1\r\nHost: ") for _ in range(30)]
        anna.command("fill")
        assert site.person(table=anna.table).http.get("/openapi.json").status_code == 200
        assert len(site.app.state.connections) <= 20
        for each in silent:
            each.close()


def test_connections_that_do_not_finish_their_request_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    with serving(tmp_path / "tables.sqlite") as site:
        kind = b"Content-Type: application/json"
        post = b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\nContent-Length: 9\r\n\r\n{" % kind
        for sent in (b"", b"GET / HTTP/1.1\r\nHost: ", post):
            with connect(site, sent) as slow:
                slow.settimeout(SOON)
                with contextlib.suppress(ConnectionResetError):
                    assert slow.recv(1000) == b""
        wait_until(lambda: len(site.app.state.connections) == 0)


def test_one_address_has_a_limited_number_of_connections(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", per_address=5) as site:
        held = [connect(site) for _ in range(5)]
        with connect(site, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") as refused:
            refused.settimeout(SOON)
            assert refused.recv(1000).startswith(b"HTTP/1.1 503 ")
        held.pop().close()
        wait_until(lambda: len(site.app.state.connections) == 4)
        assert site.person().http.get("/api/tables").status_code == 200


def test_what_is_left_when_connections_are_scarce_is_for_those_who_play(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", connections=20) as site:
        anna = site.person()
        anna.open(ME, LINK)
        bert = site.person(anna.invite(1), anna.table)
        bert.state()
        site.app.state.connections.most = 0
        assert anna.http.get(anna.at()).status_code == 200
        assert bert.http.get(bert.at()).status_code == 200
        for headers in ({}, {"cookie": "plowshares=chosen"}, {"authorization": "Bearer chosen"}):
            answer = site.person().http.get("/api/tables", headers=headers)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


def test_the_soft_limit_of_files_is_raised_to_the_hard_one() -> None:
    code = (
        "import resource; from plowshares.server.connections import raise_descriptor_limit, usable_descriptors\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))\n"
        "raise_descriptor_limit(); print(resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard, usable_descriptors())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    raised, usable = done.stdout.split()
    assert raised == "True"
    assert int(usable) <= resource.getrlimit(resource.RLIMIT_NOFILE)[1] - connections.RESERVE


# Computers


def test_a_table_waits_in_proportion_to_its_own_use() -> None:
    async def run() -> list[str]:
        queue, order = FairQueue(1), list[str]()

        def think(name: str) -> Callable[[], None]:
            def do() -> None:
                order.append(name)
                time.sleep(0.05)

            return do

        busy = [asyncio.create_task(queue.run("busy", True, think("busy"))) for _ in range(5)]
        await asyncio.sleep(0.12)
        late = [asyncio.create_task(queue.run(f"late {i}", True, think(f"late {i}"))) for i in range(2)]
        await asyncio.gather(*busy, *late)
        queue.close()
        return order

    order = asyncio.run(run())
    assert order.index("late 1") <= 5
    assert order[-1] == "busy"


def test_computers_among_themselves_come_last_and_never_take_all_threads() -> None:
    async def run() -> tuple[int, float]:
        queue, running, most = FairQueue(2), 0, 0

        def think() -> None:
            nonlocal running, most
            running += 1
            most = max(most, running)
            time.sleep(0.1)
            running -= 1

        alone = [asyncio.create_task(queue.run(f"t{i}", False, think)) for i in range(6)]
        await asyncio.sleep(0.15)
        began = time.monotonic()
        await queue.run("people", True, lambda: None)
        waited = time.monotonic() - began
        for each in alone:
            each.cancel()
        await asyncio.gather(*alone, return_exceptions=True)
        queue.close()
        return most, waited

    most, waited = asyncio.run(run())
    assert most == 1
    assert waited < 0.09


def test_a_stranger_starts_no_computers_among_themselves_while_many_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "tables.sqlite", strangers=True, rules=STRANGERS) as site:
        anna = site.person()
        anna.open(RANDOM, RANDOM)
        monkeypatch.setattr(table_manager, "MOST_WAITING", 0)
        refused = anna.post("/api/tables", **MICRO, seats=[RANDOM, RANDOM])
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "30")
        anna.open(ME, RANDOM)


# Memory and retention


def test_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", rules=HouseRules(idle_after=0.3)) as site:
        anna = site.person()
        table = anna.open(ME, LINK)
        anna.command("fill")
        seen = anna.state()
        wait_until(lambda: site.hall.at_hand(table) is None)
        assert anna.state() == seen
        with anna.http.stream("GET", anna.at("/events")) as stream:
            lines = stream.iter_lines()
            assert next(lines)
            time.sleep(1.0)
            assert site.hall.at_hand(table) is not None  # somebody follows it
        anna.command("ready")


def test_clocks_run_on_while_a_table_is_out_of_memory(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", rules=HouseRules(idle_after=0.2)) as site:
        anna = site.person()
        table = anna.open(ME, RANDOM, time="300")
        wait_until(lambda: site.hall.at_hand(table) is None)
        time.sleep(1.0)
        assert anna.http.get(anna.at()).json()["clocks"][0]["left"] <= 298.9
        quick = anna.open(ME, RANDOM, time="1.5")
        wait_until(lambda: site.hall.at_hand(quick) is None)
        row = site.hall.store.row(quick)
        assert row is not None
        assert not row.ended
        wait_until(lambda: (found := site.hall.store.row(quick)) is not None and found.ended)
        anna.table = quick
        assert anna.state()["result"]["reason"] == "time"


def test_old_tables_are_deleted_as_the_owner_wants(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as site:
        anna = site.person()
        playing = anna.open(ME, LINK)
        ended = anna.open(ME, LINK)
        anna.post(anna.at("/resign"))
    rules = HouseRules(keep_finished=1e-6, keep_abandoned=1000.0)
    with serving(tmp_path / "tables.sqlite", rules=rules) as site:
        wait_until(lambda: site.hall.store.row(ended) is None)
        assert site.hall.store.row(playing) is not None
        assert site.hall.store.record(ended) == b""
        assert site.hall.store.outdated(0.0, time.time() + DAY) == [playing]


def test_a_table_is_deleted_when_nobody_has_it_any_more(site: Site) -> None:
    anna, cleo = site.person(), site.person()
    table = anna.open(ME, LINK)
    cleo.table = cleo.post("/api/join", token=anna.invite(1)).json()["table"]
    assert anna.post(anna.at("/delete")).json()["code"] == "running"
    anna.post(anna.at("/resign"))
    assert anna.post(anna.at("/delete")).json() == {"deleted": False}
    assert anna.http.get(anna.at()).status_code == 403
    assert cleo.state()["result"]
    assert cleo.post(cleo.at("/delete")).json() == {"deleted": True}
    assert site.hall.store.row(table) is None
    assert site.hall.store.record(table) == b""


# Damage


def test_a_damaged_line_is_quoted_to_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path / "tables.sqlite") as site:
        anna = site.person()
        table = anna.open(ME, LINK)
        anna.command("fill")
        good = anna.open(ME, LINK)
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        db.execute("update lines set data = ? where n = 1 and table_id = ?", (b'{"secret command"', table))
    with serving(tmp_path / "tables.sqlite") as site:
        cookies = anna.http.cookies
        anna = site.person(table=table)
        anna.http.cookies = cookies
        answer = anna.http.get(anna.at())
        assert (answer.status_code, answer.json()["code"]) == (422, "damagedtable")
        assert "secret" not in answer.text
        anna.table = good
        anna.command("fill")
        assert len(anna.http.get("/api/tables").json()["tables"]) == 2
    assert "secret command" not in caplog.text


def test_an_unexpected_error_is_logged_without_its_words(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the flag is on a1")

    anna = site.person()
    anna.open(ME, LINK)
    monkeypatch.setattr(site.hall.find(anna.table), "log_for", fail)
    with caplog.at_level(logging.WARNING):
        answer = anna.http.get(anna.at("/log"))
    assert answer.status_code == 500
    assert "RuntimeError" in caplog.text
    assert "a1" not in caplog.text + answer.text
    assert anna.table not in caplog.text
