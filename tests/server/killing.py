"""Servers killed at random moments under play: acknowledged actions must be on disk, and every table must go on.

`benchmarks/soak_kills.py` does it often and reports.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import httpx

from plowshares import registry
from plowshares.engine.record import read_record, replay
from plowshares.server.app import Settings, create_app
from plowshares.server.store import Store
from plowshares.server.uvicorn_server import Server
from tests.server.postgres import Cluster
from tests.server.site import LINK, Person

TABLES = 4
UNDOES = 0.2  # how often a player asks to undo what was just played
QUICK = {"preset": "quick", "options": {"red_setup": "random", "blue_setup": "random"}}
Acknowledged = list[tuple[int | None, str | None]]


@contextlib.contextmanager
def server(database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `plowshares serve` as a process of its own; return it and its address."""
    command = [sys.executable, "-m", "plowshares.cli", "serve", "--port", "0", "--no-open"]
    command += ["--database", database, "--rate", "1000000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert address, said
        yield process, address[0]
    finally:
        process.kill()
        process.wait(20)
        process.stdout.close()


@contextlib.contextmanager
def warm_server(database: str) -> Iterator[tuple[Any, str]]:
    """Run a server as a process of its own that has everything imported already; return it and its address."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.server.warmed", "tests.server.site", "tests.server.postgres"])
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(database, there), daemon=True)
    process.start()
    try:
        yield process, f"http://127.0.0.1:{here.recv()}"
    finally:
        process.kill()
        process.join(20)


def serve(database: str, told: Connection) -> None:
    """Serve on a free port, and tell which."""
    app = create_app(Settings(database, rate=1e6, burst=1e6))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        told.send(listener.getsockname()[1])
        Server(app).run(sockets=[listener])


@dataclass
class Seats:
    """A table of two guests, and what the server has acknowledged there."""

    table: str
    tokens: list[str]
    acknowledged: Acknowledged = field(default_factory=list)
    checked: int = 0  # commands that were on disk after the last kill
    wrong: str = ""
    is_over: bool = False


@dataclass
class Report:
    """The results of many kills."""

    kills: int = 0
    written: int = 0  # commands
    undone: int = 0  # of them
    unanswered: int = 0  # of them, but the answer did not get out
    tables: int = 0
    finished: int = 0
    started: list[float] = field(default_factory=list)  # seconds from the start of a server to its first answer


def open_table(address: str) -> Seats:
    """Open a table of two guests."""
    owner = Person(address)
    table = owner.open(LINK, LINK, **QUICK)
    return Seats(table, [owner.invite(0), owner.invite(1)])


def play(address: str, seats: Seats, chance: random.Random, begun: threading.Event) -> None:
    """Play at one table in turns until the server is gone or the match is over."""
    people = [Person(address, token) for token in seats.tokens]
    try:
        for person in people:
            person.table = seats.table
        while True:
            states = [person.state() for person in people]
            if states[0]["result"]:
                seats.is_over = True
                return
            seat = next(i for i, state in enumerate(states) if state["acting"])
            action = chance.choice(people[seat].actions())
            answer = people[seat].post(people[seat].at("/play"), at=states[seat]["decision"], command=action)
            assert answer.status_code == 200, answer.text
            seats.acknowledged.append((seat, action))
            begun.set()
            if chance.random() < UNDOES:
                undo(people[seat], seat, seats)
    except httpx.TransportError:
        pass  # the server was killed
    except Exception as error:
        seats.wrong = repr(error)
    finally:
        begun.set()
        for person in people:
            person.http.close()


def undo(person: Person, seat: int, seats: Seats) -> None:
    """Ask to undo the last command; the server decides whether it has to stand."""
    known = person.state()["undo"]
    answer = person.post(person.at("/undo"), at=known["at"]) if known else None
    if answer is not None and answer.status_code == 200:
        seats.acknowledged.append((seat, f"undo {known['text']}"))


def check(database: str, seats: Seats, report: Report) -> None:
    """Compare what was acknowledged with what is on disk, and play it again from there."""
    assert not seats.wrong, seats.wrong
    store = Store(database)
    record = read_record(store.record(seats.table))
    store.close()
    written = [(line.seat, line.do or f"undo {line.undo}") for line in record.lines if line.do or line.undo]
    assert written[: len(seats.acknowledged)] == seats.acknowledged, "an acknowledged action was lost"
    # One request at a time at a table, so at most one action can have been written without its answer.
    assert len(written) <= len(seats.acknowledged) + 1
    for line, event in replay(record, registry.find):
        del line, event  # a record that cannot be played raises
    report.undone += sum(line.undo is not None for line in record.lines[seats.checked :])
    report.unanswered += len(written) - len(seats.acknowledged)
    report.written += len(written) - seats.checked
    seats.acknowledged, seats.checked = list(written), len(written)


def kill_once(database: str, tables: list[Seats], chance: random.Random, report: Report, warm: bool = False) -> None:
    """Serve, play at all tables at once, kill the server at a random moment, and check what is left."""
    began = time.monotonic()
    with (warm_server if warm else server)(database) as (process, address):
        while len(tables) < TABLES:
            tables.append(open_table(address))
            report.tables += 1
        begun = [threading.Event() for _ in tables]
        threads = [
            threading.Thread(target=play, args=(address, seats, random.Random(chance.random()), event))
            for seats, event in zip(tables, begun, strict=True)
        ]
        for thread in threads:
            thread.start()
        for event in begun:
            event.wait()  # every table is there again, and played at
        report.started.append(time.monotonic() - began)
        time.sleep(chance.uniform(0.0, 0.6))
        os.kill(process.pid, signal.SIGKILL)
        for thread in threads:
            thread.join()
    report.kills += 1
    for seats in tables:
        check(database, seats, report)
    report.finished += sum(seats.is_over for seats in tables)
    tables[:] = [seats for seats in tables if not seats.is_over]


def kill_often(
    database: str,
    kills: int,
    cluster: Cluster | None = None,
    seed: int = 11,
    minutes: float = 600.0,
    warm: bool = False,
) -> Report:
    """Kill a server many times; every tenth time the database server too, if there is one."""
    chance, tables, report = random.Random(seed), list[Seats](), Report()
    until = time.monotonic() + 60 * minutes
    for number in range(1, kills + 1):
        if time.monotonic() > until:
            break
        kill_once(database, tables, chance, report, warm)
        if cluster is not None and number % 10 == 0:
            cluster.stop(crash=True)
            cluster.start()
    return report
