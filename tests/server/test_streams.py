"""Slow, many, or vanished readers of events: the server keeps little for them, and not for long."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from plowshares.server import agent_driver, events, table
from plowshares.server.events import MOST_STREAMS
from plowshares.server.uvicorn_server import MOST_UNREAD
from tests.server.site import LINK, ME, RANDOM, Person, Site, serving

pytestmark = pytest.mark.compiled_only
SOON = 120.0  # seconds; nothing waits for it when all is well


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def follow_without_reading(site: Site, person: Person, token: str) -> socket.socket:
    """Ask for events and read nothing of the answer."""
    address = urlsplit(site.base)
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect((address.hostname, address.port))
    lines = [
        f"GET {person.at('/events')} HTTP/1.1",
        f"Host: {address.netloc}",
        f"Authorization: Bearer {token}",
        "",
        "",
    ]
    reader.sendall("\r\n".join(lines).encode())
    return reader


def wait_for_streams(site: Site, table: str, count: int) -> None:
    until = time.monotonic() + SOON
    while site.hall.watchers.count(table) != count:
        assert time.monotonic() < until, f"{site.hall.watchers.count(table)} streams, expected {count}"
        time.sleep(0.01)


def test_a_reader_that_takes_nothing_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "SEND_SECONDS", 0.5)
    owner = site.person()
    table = owner.open(LINK, LINK, preset="classic")
    token = owner.invite(0)
    red = site.person(token, table)
    sent = 0
    with follow_without_reading(site, red, token) as slow:
        wait_for_streams(site, table, 1)
        until = time.monotonic() + SOON
        while site.hall.watchers.count(table):
            assert time.monotonic() < until
            for command in ("fill", "clear"):
                red.command(command)
                sent += len(red.http.get(red.at()).content)
        slow.settimeout(SOON)
        got = 0
        while data := slow.recv(65536):  # it can still have what was on its way, and then the end
            got += len(data)
    assert got < sent
    assert got <= 4 * MOST_UNREAD  # the system doubles what it is asked for, and we hold one message


def test_too_many_windows_are_refused(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK)
    token = anna.invite(-1)
    opened = [follow_without_reading(site, anna, token) for _ in range(MOST_STREAMS)]
    wait_for_streams(site, table, MOST_STREAMS)
    assert site.person(token, table).http.get(anna.at("/events")).status_code == 429
    for each in opened:
        each.close()
    wait_for_streams(site, table, 0)  # those who are gone are forgotten
    with anna.http.stream("GET", anna.at("/events")) as again:
        assert again.status_code == 200


def test_a_busy_table_ends_a_stream_in_order_and_its_computer_plays_on(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "LOCK_SECONDS", 0.2)
    monkeypatch.setattr(agent_driver, "RETRY_SECONDS", 0.1)
    anna = site.person()
    found = site.hall.find(anna.open(ME, RANDOM, game="farmer_soldier", preset="standard"))
    while anna.state()["acting"]:
        with found.locked():  # for longer than the computer and the stream wait
            found.wake()
            assert anna.http.get(anna.at("/events"), timeout=SOON).content.startswith(b"retry: ")
        anna.command(anna.actions()[0])
    state = anna.wait_for_turn()
    assert state["acting"] or state["result"], "the computer has stopped playing"
