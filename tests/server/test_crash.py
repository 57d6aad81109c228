"""A server that is killed at any moment has lost nothing that it acknowledged."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from plowshares.engine.record import read_record
from plowshares.server.store import Store
from tests.server.site import LINK, Person

pytestmark = pytest.mark.compiled_only
ROUNDS = 3
QUICK = {"preset": "quick", "options": {"red_setup": "random", "blue_setup": "random"}}


@contextlib.contextmanager
def server(database: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `plowshares serve` as a process of its own; return it and its address."""
    command = [sys.executable, "-m", "plowshares.cli", "serve", "--port", "0", "--no-open"]
    environment = {**os.environ, "PLOWSHARES_DATABASE": f"sqlite:///{database}"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert address, said
        yield process, address[0]
    finally:
        process.kill()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


def play_until_killed(people: list[Person], chance: random.Random, killer: threading.Timer) -> list[tuple[int, str]]:
    """Play in turns until the server is gone; return what it acknowledged. The killer waits for the first of it."""
    acknowledged: list[tuple[int, str]] = []
    with contextlib.suppress(httpx.TransportError):
        while True:
            states = [person.state() for person in people]
            seat = next((i for i, state in enumerate(states) if state["acting"]), None)
            assert seat is not None, "the match was over before the server was killed"
            action = chance.choice(people[seat].actions())
            answer = people[seat].post(people[seat].at("/play"), at=states[seat]["name"], command=action)
            assert answer.status_code == 200, answer.text
            acknowledged.append((seat, action))
            if len(acknowledged) == 1:
                killer.start()
    return acknowledged


def test_no_acknowledged_action_is_lost_by_kill(tmp_path: Path) -> None:
    database, chance = tmp_path / "tables.sqlite", random.Random(11)
    table, tokens, acknowledged = "", [""], []
    for _ in range(ROUNDS):
        with server(database) as (process, address):
            if not table:
                owner = Person(address)
                table = owner.open(LINK, LINK, **QUICK)
                tokens = [owner.invite(0), owner.invite(1)]
            people = [Person(address, token) for token in tokens]
            for person in people:
                person.table = table
                person.state()  # the table is there again
            killer = threading.Timer(chance.uniform(0.2, 1.5), process.send_signal, (signal.SIGKILL,))
            acknowledged += play_until_killed(people, chance, killer)
            killer.join()
        store = Store(f"sqlite:///{database}")
        written = [(line.seat, line.do) for line in read_record(store.record(table)).lines if line.do]
        store.close()
        # The last command may have been written without the answer having got out.
        assert written[: len(acknowledged)] == acknowledged
        assert len(written) <= len(acknowledged) + 1
        acknowledged = [(seat, do) for seat, do in written if seat is not None and do is not None]
    assert acknowledged
