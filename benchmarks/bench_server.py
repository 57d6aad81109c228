"""The server under load, driven by a process of its own: tables in play, viewers who only watch.

Prints the time from a move to the other player's screen, memory for each table and each idle viewer and in all, and
with `--length` what an action costs early and late in a long match. The bars:

    --tables 300 --viewers 2000 --workers 2             p99 of a move to the other screen at most 60 ms
    --tables 320 --viewers 10000 --workers 2 --seconds 0    at most 1 GB in all
    --servers 2 --bar 100                               a move through one process on a screen of another: p99 100 ms
    --tables 16 --viewers 0 --pause 0 --postgres        throughput; beside it --workers 2 and --workers 4

Several processes get a fresh PostgreSQL of their own.

A table in play has two people who move in turns, with `--pause` seconds between two moves: 20 is quick for a board
game, and 300 tables then make 15 moves a second, each on nine screens. A program cannot be faster than its processor
is free, and the two cores of this measurement are the server's and the driver's: on a machine that does other work
the far end of the times is that work's. The processor time of a move does not depend on it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tests.server.killing_workers import workers_of
from tests.server.postgres import postgres

GAME = {"game": "stratego", "preset": "quick", "options": {"red_setup": "random", "blue_setup": "random"}}
DECISION = re.compile(rb'"decision":"(\w*)"')
LINK = {"kind": "link", "name": "guest"}
LONG = 300  # actions
KEPT = 3.0  # seconds; the server closes connections that nobody uses
CROWD = 100  # people who come at the same moment; the server asks the rest of a larger crowd to try again
SETTLE = 5.0  # seconds until several processes answer and know each other


class Running(NamedTuple):
    """The servers: their processes, and the port of each."""

    parents: list[int]
    ports: list[int]

    def pids(self) -> list[int]:
        """List all processes, workers included."""
        return [*self.parents, *(pid for parent in self.parents for pid in workers_of(parent))]

    def memory(self) -> float:
        """Return the memory of all of them in KiB."""
        return sum(map(memory_of, self.pids()))

    def processor(self) -> float:
        """Return the processor seconds they have used."""
        return sum(map(processor_of, self.pids()))


@contextlib.contextmanager
def serving(database: str, workers: int, servers: int) -> Iterator[Running]:
    """Run one server or several on one database, each with some workers."""
    command = [sys.executable, "-m", "plowshares.cli", "serve", "--port", "0", "--no-open", "--rate", "1000000"]
    command += ["--database", database, "--workers", str(workers)]
    command += ["--peer-host", "127.0.0.1"] if servers > 1 else []
    with contextlib.ExitStack() as stack:
        started = [stack.enter_context(_started(command)) for _ in range(servers)]
        running = Running([process.pid for process, _ in started], [port for _, port in started])
        until = time.monotonic() + 60
        while workers > 1 and len(running.pids()) < servers * (1 + workers) and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(SETTLE if workers * servers > 1 else 0.0)
        yield running


@contextlib.contextmanager
def _started(command: list[str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found
        yield process, int(found[1])
    finally:
        process.terminate()
        process.wait(30)


def memory_of(pid: int) -> float:
    """Return the memory of a process in KiB; pages that several processes share are divided among them."""
    found = re.search(r"Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text())
    return float(found[1]) if found else 0.0


def processor_of(pid: int) -> float:
    """Return the processor seconds a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Connection:
    """One kept-alive connection that asks for JSON."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._lock = asyncio.Lock()
        self._used = 0.0

    async def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, bytes, bytes]:
        """Return the status, the head and the body of an answer."""
        async with self._lock:
            if self._streams is None or time.monotonic() - self._used > KEPT:
                if self._streams is not None:
                    self._streams[1].close()
                self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
            reader, writer = self._streams
            writer.write(request(self.port, path, body, **headers))
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            data = await reader.readexactly(int(length[1])) if length else b""
            self._used = time.monotonic()
            return int(head.split()[1]), head, data


def request(port: int, path: str, body: Any = None, **headers: str) -> bytes:
    """Write a request."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
    return "\r\n".join([*lines, "", ""]).encode() + sent


@dataclass
class Seats:
    """A table: tokens of its seats and of its spectators, what each player's screen shows."""

    name: str
    tokens: list[str]
    decisions: list[str] = field(default_factory=lambda: ["", ""])
    arrived: list[float] = field(default_factory=lambda: [0.0, 0.0])
    news: list[asyncio.Event] = field(default_factory=lambda: [asyncio.Event(), asyncio.Event()])
    is_over: bool = False


@dataclass
class Load:
    """What is going on."""

    ports: list[int]
    delays: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    events: int = 0
    finished: int = 0

    def port(self, seat: int) -> int:
        """Return the server that a player uses: not the same for both, if there are several."""
        return self.ports[seat % len(self.ports)]


async def open_table(load: Load, connection: Connection) -> Seats:
    """Open a table of two guests."""
    status, head, data = await connection.ask("/api/tables", {**GAME, "seats": [LINK, LINK]})
    assert status == 200, data
    cookie = re.search(rb"set-cookie: (plowshares=[^;]+)", head)
    assert cookie
    name, tokens = json.loads(data)["table"], []
    for seat in (0, 1, -1):
        _, _, data = await connection.ask(f"/api/tables/{name}/invite", {"seat": seat}, Cookie=cookie[1].decode())
        tokens.append(json.loads(data)["token"])
    return Seats(name, tokens)


async def follow(load: Load, seats: Seats, seat: int, ready: asyncio.Semaphore, port: int) -> None:
    """Read the events of one seat, or of a spectator."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        path, token = f"/api/tables/{seats.name}/events", seats.tokens[seat]
        writer.write(request(port, path, Authorization=f"Bearer {token}"))
        first = True
        while True:
            line = await reader.readuntil(b"\n")
            if not line.startswith(b"data: {"):  # only states: not the name of the build
                continue
            load.events += 1
            if first:
                first = False
                ready.release()
            if seat >= 0:
                found = DECISION.search(line)
                seats.decisions[seat] = found[1].decode() if found else ""
                seats.is_over |= b'"result":null' not in line
                seats.arrived[seat] = time.perf_counter()
                seats.news[seat].set()
    except asyncio.CancelledError:
        raise
    except Exception as error:
        load.wrong.append(f"stream of {seats.name}: {error!r}")
        ready.release()


async def play(load: Load, seats: Seats, chance: random.Random, pause: float, until: float) -> None:
    """Let the two players of a table move in turns, with time to think."""
    connections = [Connection(load.port(seat)) for seat in (0, 1)]
    await asyncio.sleep(chance.uniform(0, pause))
    while time.monotonic() < until and not seats.is_over:
        seat = next((i for i in (0, 1) if seats.decisions[i]), None)
        if seat is None:
            await asyncio.sleep(0.05)
            continue
        await move(load, seats, seat, connections[seat], chance)
        await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)
    load.finished += seats.is_over


async def move(load: Load, seats: Seats, seat: int, connection: Connection, chance: random.Random) -> None:
    """Make one move and measure when it is on the other screen."""
    who = {"Authorization": f"Bearer {seats.tokens[seat]}"}
    at, other = seats.decisions[seat], 1 - seat
    _, _, data = await connection.ask(f"/api/tables/{seats.name}/actions", **who)
    choices = json.loads(data)["actions"]
    seats.news[other].clear()
    seats.decisions[seat] = ""
    began = time.perf_counter()
    body = {"at": at, "command": chance.choice(choices)}
    status, _, data = await connection.ask(f"/api/tables/{seats.name}/play", body, **who)
    load.answers.append(time.perf_counter() - began)
    if status != 200:
        load.wrong.append(f"{status}: {data[:200]!r}")
        return
    try:
        await asyncio.wait_for(seats.news[other].wait(), 20)
        load.delays.append(seats.arrived[other] - began)
    except TimeoutError:
        load.wrong.append("a move did not get to the other screen in 20 s")


async def drive(given: argparse.Namespace, running: Running) -> Load:
    """Open tables, let everybody in, play, and report."""
    gc.disable()  # this program's own pauses are not the server's
    load, chance, base = Load(running.ports), random.Random(1), running.memory()
    tables = [await open_table(load, Connection(running.ports[0]))]
    base = running.memory()  # with the rules of the game loaded
    for i in range(1, given.tables):  # a connection each: a table belongs to the worker that opened it
        tables.append(await open_table(load, Connection(running.ports[i % len(running.ports)])))
    streams = await let_everybody_in(given, running, load, tables, base)
    used, own, began = running.processor(), time.process_time(), time.monotonic()
    until = began + given.seconds
    players = [play(load, seats, random.Random(chance.random()), given.pause, until) for seats in tables]
    await asyncio.gather(*players)
    lasted = time.monotonic() - began
    used, own = running.processor() - used, time.process_time() - own
    print(
        f"{len(load.delays)} moves in {lasted:.0f} s: {len(load.delays) / lasted:.1f} a second, {load.events} messages;"
        f" the server used {used / lasted:.0%} of a core, {1000 * used / max(len(load.delays), 1):.0f} ms a move;"
        f" this driver used {own / lasted:.0%}"
    )
    for task in streams:
        task.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return load


async def let_everybody_in(
    given: argparse.Namespace, running: Running, load: Load, tables: list[Seats], base: float
) -> list[asyncio.Task[None]]:
    """Connect players and viewers, and say what memory they take; return their streams."""
    ready, streams = asyncio.Semaphore(0), list[asyncio.Task[None]]()
    for seats in tables:
        streams += [asyncio.create_task(follow(load, seats, seat, ready, load.port(seat))) for seat in (0, 1)]
        if len(streams) % CROWD == 0:
            await let_in(ready, CROWD)
    await let_in(ready, len(streams) % CROWD)
    with_tables = running.memory()
    for i in range(given.viewers):
        streams.append(asyncio.create_task(follow(load, tables[i % len(tables)], -1, ready, load.port(i // 7))))
        if i % CROWD == CROWD - 1:
            await let_in(ready, CROWD)
    await let_in(ready, given.viewers % CROWD)
    with_viewers = running.memory()
    each = (with_tables - base) / max(given.tables - 1, 1)
    print(f"{given.tables} tables with both players there: {each:.0f} KiB each")
    each = (with_viewers - with_tables) / max(given.viewers, 1)
    print(f"{given.viewers} idle viewers: {each:.1f} KiB each")
    print(f"{len(running.pids())} processes of the server: {with_viewers / 1024:.0f} MiB in all", flush=True)
    return streams


async def let_in(ready: asyncio.Semaphore, count: int) -> None:
    """Wait until that many streams have had their first message."""
    for _ in range(count):
        await asyncio.wait_for(ready.acquire(), 120)


def spread(times: list[float]) -> str:
    """Write the middle and the far end of some times in milliseconds."""
    cuts = statistics.quantiles(times, n=100) if len(times) > 1 else [*times * 99]
    return f"median {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms, longest {1000 * max(times):.1f} ms"


def costs_of(table: Any, chance: random.Random, most: int) -> list[float]:
    """Play at a table at random; return the processor time of each action with all its messages."""
    game, match, costs = table.match.game, table.match, list[float]()
    while not match.result and len(costs) < most:
        seat = match.to_act()[0]
        text = game.notation.format(match.view(seat), seat, (chance.choice(match.legal(seat)),))
        began = time.process_time()
        table.command(f"h{seat}", table.message_for(f"h{seat}").name, text)
        for holder in ("h0", "h1", "owner"):
            table.encode(holder)
        costs.append(time.process_time() - began)
    return costs


def cost_by_length() -> None:
    """Measure an action with its messages early and late in one long match, by processor time."""
    from plowshares import registry
    from plowshares.core.options import read_options
    from plowshares.engine.clock import TimeControl
    from plowshares.server.plan import Holding, SeatPlan
    from plowshares.server.store import Store
    from plowshares.server.tables import TableManager

    game = registry.find("stratego")
    options = read_options(game.options, {**game.presets["classic"], "red_setup": "random", "blue_setup": "random"})
    costs: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        hall = TableManager(Store(f"sqlite:///{folder}/x.sqlite"))
        for seed in range(20):  # some matches are short
            table = hall.open(game, options, [SeatPlan("link", "a"), SeatPlan("link", "b")], TimeControl(), "owner")
            for seat in (0, 1):
                table.sit_down(Holding(f"h{seat}", seat, False, False))
            found = costs_of(table, random.Random(seed), LONG)
            costs = max(costs, found, key=len)
            if len(costs) >= LONG:
                break
        hall.store.close()
    early, late = statistics.median(costs[20:120]), statistics.median(costs[-100:])
    print(
        f"an action and its three messages: {1000 * early:.1f} ms of processor time around action 70,"
        f" {1000 * late:.1f} ms around action {len(costs) - 50}: {late / early:.2f} times"
    )


def main() -> None:
    """Run the load and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=20.0, help="seconds between two moves at a table, on average")
    parser.add_argument("--workers", type=int, default=1, help="processes of a server; several use PostgreSQL")
    parser.add_argument("--servers", type=int, default=1, help="servers; the players of a table use different ones")
    parser.add_argument("--postgres", action="store_true", help="a fresh PostgreSQL for one process, too")
    parser.add_argument("--bar", type=float, default=60.0, help="milliseconds for 99 of 100 moves")
    parser.add_argument("--length", action="store_true", help="also what an action costs late in a long match")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        is_shared = given.postgres or given.workers * given.servers > 1
        database = stack.enter_context(postgres()).url if is_shared else f"sqlite:///{folder}/tables.sqlite"
        running = stack.enter_context(serving(database, given.workers, given.servers))
        load = asyncio.run(drive(given, running))
    report(given, load)
    if given.length:
        cost_by_length()


def report(given: argparse.Namespace, load: Load) -> None:
    """Say how long moves took, and hold them to the bar."""
    if given.pause:
        print(f"offered: {given.tables / given.pause:.1f} moves a second")
    print(f"errors: {len(load.wrong)} {load.wrong[:3]}")
    if not load.delays:
        return
    print(f"move to the other screen: {spread(load.delays)}")
    print(f"answer to the mover: {spread(load.answers)}")
    slow = sum(1000 * delay > given.bar for delay in load.delays)
    print(
        f"over {given.bar:.0f} ms: {slow} of {len(load.delays)} ({slow / len(load.delays):.1%}; the bar is 1 %);"
        f" load average {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
