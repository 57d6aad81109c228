"""Workers that are killed under play: every table goes on at another one, and nothing that was acknowledged is lost.

`python -m tests.server.killing_workers --kills 200 --workers 3` does it often and reports.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from plowshares import registry
from plowshares.engine.record import read_record, replay
from plowshares.server.store import Store
from tests.server.postgres import postgres
from tests.server.site import LINK, Person

TABLES = 4
QUICK = {"preset": "quick", "options": {"red_setup": "random", "blue_setup": "random"}}
BANK = 3600.0  # seconds that each player has
LATE = 3.0  # seconds from a command until its line is written, on a busy machine
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


@dataclass
class Report:
    """What came of many kills."""

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    written: int = 0
    gaps: list[float] = field(default_factory=list)  # seconds from a kill until all tables were played at again


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
    answer = people[seat].post(people[seat].at("/play"), at=states[seat]["decision"], command=action)
    if answer.status_code == 200:
        seats.unanswered -= 1
        seats.acknowledged.append((seat, action))
        moves.append(time.monotonic())
    elif answer.status_code == 409:
        seats.unanswered -= 1
    elif answer.status_code not in AGAIN:
        raise RuntimeError(f"{answer.status_code} {answer.text[:200]}")


def check(database: str, seats: Seats) -> int:
    """Compare what was acknowledged with what is on disk; return how many commands are there."""
    assert not seats.wrong, seats.wrong
    store = Store(database)
    record = read_record(store.record(seats.table))
    store.close()
    written = [(line.seat, line.do) for line in record.lines if line.do]
    rest = iter(written)
    assert all(each in rest for each in seats.acknowledged), "an acknowledged action was lost, or is out of order"
    assert len(written) <= len(seats.acknowledged) + seats.unanswered, "an action was made twice"
    for _ in replay(record, registry.find):
        pass  # a record that cannot be played raises
    return len(written)


def check_clocks(address: str, database: str, seats: Seats) -> None:
    """Compare what the clocks show with what the record says was spent, and with when its last line was written."""
    if seats.is_over:
        return
    person = Person(address, seats.tokens[0])
    person.table = seats.table
    clocks, now = person.http.get(person.at(), timeout=60).json()["clocks"], time.time()
    person.http.close()
    store = Store(database)
    record, since = read_record(store.record(seats.table)), now - store.last_written(seats.table)
    store.close()
    for seat, clock in enumerate(clocks):
        spent = sum(line.spent or 0.0 for line in record.lines if line.seat == seat and line.do)
        used = BANK - spent - clock["left"]  # by the decision that is being made
        most = since + LATE if clock["running"] else 0.2
        assert -0.2 - len(record.lines) * 0.001 <= used <= most, f"seat {seat} has used {used:.2f} s of {most:.2f}"


def kill_workers(database: str, kills: int, workers: int, seed: int = 5) -> Report:
    """Kill a random worker many times while tables are played at."""
    chance, report = random.Random(seed), Report()
    with serving(database, workers) as (parent, address):
        tables: list[Seats] = []
        threads: list[threading.Thread] = []
        stop = threading.Event()
        moves: dict[str, list[float]] = {}

        def begin() -> None:
            owner = Person(address)
            seats = Seats(owner.open(LINK, LINK, time=f"{BANK:g}", **QUICK), [owner.invite(0), owner.invite(1)])
            tables.append(seats)
            moves[seats.table] = []
            how = (address, seats, random.Random(chance.random()), stop, moves[seats.table])
            threads.append(threading.Thread(target=play, args=how, daemon=True))
            threads[-1].start()

        for _ in range(TABLES):
            begin()
        for _ in range(kills):
            _wait_for_moves(moves, tables, 0.0)
            time.sleep(chance.uniform(0.0, 0.5))
            living = workers_of(parent.pid)
            os.kill(chance.choice(living), signal.SIGKILL)
            report.kills += 1
            killed = time.monotonic()
            report.gaps.append(_wait_for_moves(moves, tables, killed) - killed)
            _wait_for_workers(parent.pid, workers)
            for _ in range(TABLES - sum(not each.is_over for each in tables)):
                with contextlib.suppress(httpx.TransportError, AssertionError, KeyError):
                    begin()
        stop.set()
        for thread in threads:
            thread.join(60)
        for seats in tables:
            check_clocks(address, database, seats)
            report.written += check(database, seats)
            report.acknowledged += len(seats.acknowledged)
            report.unanswered += seats.unanswered
    return report


def _wait_for_moves(moves: dict[str, list[float]], tables: list[Seats], after: float) -> float:
    """Wait until a move was acknowledged at every table after a moment; return when the last of them was."""
    until = time.monotonic() + 120
    while True:
        late = [s for s in tables if not s.is_over and not s.wrong and not any(m > after for m in moves[s.table][-3:])]
        if not late:
            found = [min((m for m in moves[s.table] if m > after), default=after) for s in tables if not s.is_over]
            return max(found, default=after)
        assert time.monotonic() < until, f"{len(late)} tables do not go on"
        time.sleep(0.02)


def _wait_for_workers(parent: int, count: int) -> None:
    until = time.monotonic() + 60
    while len(workers_of(parent)) < count and time.monotonic() < until:
        time.sleep(0.1)


def main() -> None:
    """Do it and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    with postgres() as cluster:
        report = kill_workers(cluster.url, given.kills, given.workers, given.seed)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(
        f"{report.kills} kills of one of {given.workers} workers: {report.acknowledged} actions acknowledged,"
        f" {report.written} on disk, {report.unanswered} requests without an answer; none lost, none made twice,"
        " every clock as the record has it;"
        f" all tables went on after {statistics.median(report.gaps):.1f} s in the middle,"
        f" {max(report.gaps):.1f} s at most"
    )


if __name__ == "__main__":
    main()
