"""Workers killed under play: every table goes on at another one, and nothing acknowledged is lost.

`python -m benchmarks.bench_failover` does it often and reports.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import sqlalchemy as sa

from plowshares import registry
from plowshares.engine.record import Record, read_record, replay
from plowshares.server.schema import tables, workers
from plowshares.server.store import Store
from tests.server.site import LINK, Person

TABLES = 4
QUICK = {"preset": "quick", "options": {"red_setup": "random", "blue_setup": "random"}}
BANK = 3600.0  # seconds that each player has
LATE = 1.0  # seconds by which a clock may be wrong: from a command to its line, and since a worker was last seen alive
Told = Callable[[str], None]
AGAIN = (409, 421, 429, 503)  # look again


@dataclass
class Seats:
    """A table of two guests, what was acknowledged there, and how many requests were never answered."""

    table: str
    tokens: list[str]
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    unanswered: int = 0
    wrong: str = ""
    is_over: bool = False
    seated: float = 0.0  # when both had come, in seconds since 1970: from then on a clock runs
    away: float = 0.0  # seconds in which no worker ran it
    answering: float = 0.0  # seconds in which moves were on their way, or being written: no clock runs while one is
    kills: int = 0  # of the worker that ran it


@dataclass
class Report:
    """The results of many kills."""

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    written: int = 0
    tables: int = 0
    gaps: list[float] = field(default_factory=list)  # seconds from a kill to the next move, for each of its tables
    others: list[float] = field(default_factory=list)  # the same for tables of other workers
    forgiven: list[float] = field(default_factory=list)  # seconds that clocks did not run and should have, for a kill


@contextlib.contextmanager
def serving(database: str, workers: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `plowshares serve --workers`; return the parent and its address."""
    command = [sys.executable, "-m", "plowshares.cli", "serve", "--port", "0", "--no-open", "--rate", "1000000"]
    command += ["--database", database, "--workers", str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found, said
        yield process, found[0]
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def workers_of(parent: int) -> list[int]:
    """List the workers among the children of a process."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    found = []
    for pid in map(int, children):
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"spawn_main" in command:
                found.append(pid)
    return found


def play(address: str, seats: Seats, chance: random.Random, stop: threading.Event, moves: list[float]) -> None:
    """Play at one table in turns until told to stop; look again whenever a request fails."""
    while not stop.is_set() and not seats.is_over:
        people = [Person(address, token) for token in seats.tokens]
        try:
            for person in people:
                person.table = seats.table
                person.http.timeout = httpx.Timeout(20.0)
            while not stop.is_set() and not seats.is_over:
                move(people, seats, chance, moves)
        except (httpx.TransportError, AssertionError, KeyError):
            time.sleep(0.1)  # a worker was killed: look again
        except Exception as error:
            seats.wrong = repr(error)
            return
        finally:
            for person in people:
                person.http.close()


def move(people: list[Person], seats: Seats, chance: random.Random, moves: list[float]) -> None:
    """Make one move."""
    states = [person.state() for person in people]
    if states[0]["result"]:
        seats.is_over = True
        return
    seat = next((i for i, state in enumerate(states) if state["acting"]), None)
    if seat is None:
        time.sleep(0.05)
        return
    action = chance.choice(people[seat].actions())
    seats.unanswered += 1
    began = time.monotonic()
    try:
        answer = people[seat].post(people[seat].at("/play"), at=states[seat]["decision"], command=action)
    finally:
        seats.answering += time.monotonic() - began
    if answer.status_code == 200:
        seats.unanswered -= 1
        seats.acknowledged.append((seat, action))
        moves.append(time.monotonic())
    elif answer.status_code == 409:
        seats.unanswered -= 1
    elif answer.status_code not in AGAIN:
        raise RuntimeError(f"{answer.status_code} {answer.text[:200]}")


def read_table(database: str, table: str) -> tuple[Record, float]:
    """Return the record of a table, and when its last line was written."""
    store = Store(database)
    try:
        return read_record(store.record(table)), store.last_written(table)
    finally:
        store.close()


def check(database: str, seats: Seats) -> int:
    """Compare what was acknowledged with what is on disk; return how many commands are there."""
    assert not seats.wrong, seats.wrong
    record, _ = read_table(database, seats.table)
    written = [(line.seat, line.do) for line in record.lines if line.do]
    rest = iter(written)
    assert all(each in rest for each in seats.acknowledged), "an acknowledged action was lost, or is out of order"
    assert len(written) <= len(seats.acknowledged) + seats.unanswered, "an action was made twice"
    for _ in replay(record, registry.find):
        pass  # a record that cannot be played raises
    return len(written)


def check_clocks(address: str, database: str, seats: Seats, report: Report, late: float) -> None:
    """Compare the clocks with what the record says was spent, and with the time that has passed."""
    if seats.is_over:
        return
    person = Person(address, seats.tokens[0])
    person.table = seats.table
    clocks, now = person.http.get(person.at(), timeout=60).json()["clocks"], time.time()
    person.http.close()
    record, written = read_table(database, seats.table)
    for seat, clock in enumerate(clocks):
        spent = sum(line.spent or 0.0 for line in record.lines if line.seat == seat and line.do)
        used = BANK - spent - clock["left"]  # by the decision that is being made
        most = now - written + late if clock["running"] else 0.2
        assert -0.2 - len(record.lines) * 0.001 <= used <= most, f"seat {seat} has used {used:.2f} s of {most:.2f}"
    # One side is always to move, so what both have used is the time since they sat down, except when nobody ran it.
    used = sum(BANK - clock["left"] for clock in clocks)
    passed = now - seats.seated
    least = passed - seats.away - seats.answering
    report.forgiven.append((least - used) / max(seats.kills, 1))
    assert least - late * (1 + seats.kills) <= used <= passed + late, f"clocks ran {used:.2f} s of {passed:.2f} s"


def select(database: str, query: sa.Select[str]) -> set[str]:
    """Return the rows of a query."""
    engine = sa.create_engine(sa.make_url(database).set(drivername="postgresql+psycopg"))
    with engine.begin() as db:
        found = set(db.scalars(query))
    engine.dispose()
    return found


def owned_by(database: str, pid: int) -> set[str]:
    """Return the tables that a worker runs."""
    its = sa.select(workers.c.id).where(workers.c.address.endswith(f"/{pid}.sock"))
    return select(database, sa.select(tables.c.id).where(tables.c.worker.in_(its)))


def answering(database: str, pids: list[int]) -> list[int]:
    """Return which of some workers answer the others."""
    addresses = select(database, sa.select(workers.c.address))
    return [pid for pid in pids if any(address.endswith(f"/{pid}.sock") for address in addresses)]


class Round:
    """A server with several workers, and players at its tables."""

    def __init__(self, database: str, address: str, chance: random.Random) -> None:
        self.database, self.address, self.chance = database, address, chance
        self.tables: list[Seats] = []
        self.moves: dict[str, list[float]] = {}
        self._threads: list[threading.Thread] = []
        self._stop = threading.Event()

    def fill(self) -> None:
        """Open tables until there are enough in play."""
        while sum(not each.is_over for each in self.tables) < TABLES:
            with contextlib.suppress(httpx.TransportError, AssertionError, KeyError):  # a worker has just been killed
                self._begin()

    def _begin(self) -> None:
        owner = Person(self.address)
        seats = Seats(owner.open(LINK, LINK, time=f"{BANK:g}", **QUICK), [owner.invite(0), owner.invite(1)])
        for token in seats.tokens:
            person = Person(self.address, token)
            person.table = seats.table
            person.state()
            person.http.close()
        seats.seated = time.time()
        owner.http.close()
        moves = self.moves[seats.table] = []
        self.tables.append(seats)
        how = (self.address, seats, random.Random(self.chance.random()), self._stop, moves)
        self._threads.append(threading.Thread(target=play, args=how, daemon=True))
        self._threads[-1].start()

    def kill(self, pid: int, report: Report) -> None:
        """Kill a worker, and note how long each table took until somebody could move there again."""
        its, playing = owned_by(self.database, pid), [each for each in self.tables if not each.is_over]
        os.kill(pid, signal.SIGKILL)
        report.kills += 1
        killed = time.monotonic()
        self.wait_for_moves(killed)
        for seats in playing:
            after = min((moment for moment in self.moves[seats.table] if moment > killed), default=None)
            if after is not None:
                (report.gaps if seats.table in its else report.others).append(after - killed)
                seats.away += after - killed if seats.table in its else 0.0
                seats.kills += seats.table in its

    def wait_for_moves(self, after: float) -> None:
        """Wait until a move was acknowledged at every table after a moment."""
        until = time.monotonic() + 120
        while True:
            late = [s for s in self.tables if not s.is_over and not s.wrong and not self._has_moved(s, after)]
            if not late:
                return
            assert time.monotonic() < until, f"{len(late)} tables do not go on"
            time.sleep(0.02)

    def _has_moved(self, seats: Seats, after: float) -> bool:
        return any(moment > after for moment in self.moves[seats.table][-3:])

    def finish(self, report: Report, late: float) -> None:
        """Stop all players, and compare everything with what is on disk."""
        self._stop.set()
        for thread in self._threads:
            thread.join(60)
        for seats in self.tables:
            check_clocks(self.address, self.database, seats, report, late)
            report.written += check(self.database, seats)
            report.acknowledged += len(seats.acknowledged)
            report.unanswered += seats.unanswered
        report.tables += len(self.tables)


def kill_workers(
    database: str,
    kills: int,
    count: int,
    seed: int = 5,
    told: Told = lambda _: None,
    late: float = LATE,
    minutes: float = 600.0,
) -> Report:
    """Kill a random worker many times while tables are played at, for some minutes at most."""
    chance, report, until = random.Random(seed), Report(), time.monotonic() + 60 * minutes
    with serving(database, count) as (parent, address):
        playing = Round(database, address, chance)
        for number in range(1, kills + 1):
            if time.monotonic() > until:
                break
            playing.fill()
            playing.wait_for_moves(0.0)
            _wait_for_workers(database, parent.pid, count)
            time.sleep(chance.uniform(0.0, 0.5))
            playing.kill(chance.choice(workers_of(parent.pid)), report)
            told(f"kill {number}: {max(report.gaps, default=0.0):.1f} s at most so far")
        playing.finish(report, late)
    return report


def _wait_for_workers(database: str, parent: int, count: int) -> None:
    """Wait until all workers answer, those that were started in place of killed ones too."""
    until = time.monotonic() + 60
    while len(answering(database, workers_of(parent))) < count:
        assert time.monotonic() < until, "a worker does not start"
        time.sleep(0.1)
