"""Attacks on a server, and what a player feels meanwhile: the time of a click, idle and under each attack.

A server open to strangers (`--host`, quotas on) runs in a process of its own. A victim plays at a table while each
attack runs for some seconds from another process; the bar is p99 ≤ 250 ms on a machine that does nothing else. The
ratio to the idle figure is printed, because it says more than milliseconds on a busy machine.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import multiprocessing
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

from plowshares import registry
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder

BAR = 0.250  # seconds
LONG = 4000  # lines of a record that is uploaded
VICTIM = {"game": "stratego", "preset": "quick", "options": {"red_setup": "random", "blue_setup": "random"}}
ME, LINK = {"kind": "me", "name": "Anna"}, {"kind": "link", "name": "Bert"}
EXPERT = {"kind": "computer", "name": "expert"}
LARGE = {"game": "farmer_soldier", "preset": "standard", "options": {"players": "64", "size": "64x64"}}
BOARD = {"game": "farmer_soldier", "preset": "standard", "options": {"players": "8", "size": "32x32"}}


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[int]:
    """Run a server that takes everybody for a stranger; return its port."""
    command = [sys.executable, "-m", "plowshares.cli", "serve", "--port", "0", "--no-open"]
    command += ["--public", "http://127.0.0.1", "--database", f"sqlite:///{folder / 'tables.sqlite'}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield listening_port(process.pid)
    finally:
        process.terminate()
        process.wait(30)


def listening_port(pid: int) -> int:
    """Return the port a process listens on."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        inodes = {str(each.readlink()) for each in Path(f"/proc/{pid}/fd").iterdir() if each.is_symlink()}
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in inodes:
                return int(words[1].partition(":")[2], 16)
        time.sleep(0.1)
    raise AssertionError("the server does not listen")


class Visitor:
    """Somebody with a browser."""

    def __init__(self, port: int) -> None:
        headers = {"host": "127.0.0.1"}
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, headers=headers)

    def open(self, seats: list[dict[str, str]], **more: Any) -> httpx.Response:
        """Open a table."""
        return self.http.post("/api/tables", json={**VICTIM, "seats": seats, **more})


class Player:
    """The victim: moves for both sides of a table, and measures every answer."""

    def __init__(self, port: int) -> None:
        self.owner = Visitor(port)
        self.chance = random.Random(3)
        self.begin()

    def begin(self) -> None:
        """Open a table and sit down on both sides."""
        table = self.owner.open([LINK, LINK]).json()["table"]
        self.at = f"/api/tables/{table}"
        made = [self.owner.http.post(f"{self.at}/invite", json={"seat": seat}).json()["token"] for seat in (0, 1)]
        self.seats = [{"authorization": f"Bearer {token}"} for token in made]

    def click(self) -> float | None:
        """Make one move; return how long its answer took, None if there was none to make."""
        for headers in self.seats:
            state = self.owner.http.get(self.at, headers=headers).json()["state"]
            if state["result"]:
                self.begin()
                return None
            if state["acting"]:
                actions = self.owner.http.get(f"{self.at}/actions", headers=headers).json()["actions"]
                body = {"at": state["decision"], "command": self.chance.choice(actions)}
                began = time.perf_counter()
                answer = self.owner.http.post(f"{self.at}/play", json=body, headers=headers)
                took = time.perf_counter() - began
                return took if answer.status_code == 200 else None
        return None

    def play(self, seconds: float) -> list[float]:
        """Play for a while, a few moves a second; return the times."""
        until, times = time.monotonic() + seconds, list[float]()
        while time.monotonic() < until:
            with contextlib.suppress(KeyError, json.JSONDecodeError):  # refused: the table is opened again
                took = self.click()
                times += [] if took is None else [took]
            time.sleep(0.1)
        return times


# Attacks: each runs in a process of its own until it is killed.


def silent(port: int) -> None:
    """Hold 1,100 connections that send nothing, or half a head."""
    held: list[socket.socket] = []
    while True:
        while len(held) < 1100:
            with contextlib.suppress(OSError):
                made = socket.create_connection(("127.0.0.1", port))
                made.sendall(b"" if len(held) % 2 else b"GET / HTTP/1.1\r\nHost: ")
                held.append(made)
        time.sleep(0.5)
        held = [each for each in held if each.fileno() >= 0]


def huge_boards(port: int) -> None:
    """Open boards of 64×64 with 64 players, and ask for large ones that are allowed."""
    while True:
        with contextlib.suppress(httpx.HTTPError):
            visitor = Visitor(port)
            visitor.http.post("/api/tables", json={**LARGE, "seats": [ME] + [LINK] * 63})
            opened = visitor.http.post("/api/tables", json={**BOARD, "seats": [ME] + [LINK] * 7})
            if opened.status_code == 200:
                visitor.http.get(f"/api/tables/{opened.json()['table']}")


def thinkers(port: int) -> None:
    """Open 40 tables of expert against expert, and look at them."""
    visitor, tables = Visitor(port), list[str]()
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if len(tables) < 40:
                answer = visitor.open([EXPERT, EXPERT])
                tables += [answer.json()["table"]] if answer.status_code == 200 else []
            for table in tables[:5]:
                visitor.http.get(f"/api/tables/{table}")
        time.sleep(0.2)


@functools.cache
def long_record() -> str:
    """Return the record of a legal match of thousands of moves, each of which has to be verified."""
    game, lines, chance = registry.find("stratego"), list[bytes](), random.Random(5)
    options = read_options(game.options, {**game.presets["classic"], "red_setup": "random", "blue_setup": "random"})
    match = Match(game, options, 5, ["Anna", "Bert"], listener=Recorder(lines.append))
    while not match.result and len(lines) < LONG:
        (seat,) = match.to_act()
        match.play(seat, (chance.choice(match.legal(seat)),))
    if not match.result:
        match.resign(0)
    return b"".join(line + b"\n" for line in lines).decode()


def uploads(port: int) -> None:
    """Upload a long record again and again, from new browsers."""
    record = long_record()
    while True:
        with contextlib.suppress(httpx.HTTPError):
            Visitor(port).http.post("/api/records", json={"record": record})


def reading(port: int) -> None:
    """Ask for pages, lists and tables that are not there, as fast as it goes."""
    visitor = Visitor(port)
    while True:
        for path in ("/", "/api/tables", "/api/lobby", f"/api/tables/{random.getrandbits(64):016x}"):
            with contextlib.suppress(httpx.HTTPError):
                visitor.http.get(path)


ATTACKS: dict[str, Callable[[int], None]] = {
    "1,100 silent connections": silent,
    "huge boards": huge_boards,
    "40 tables of experts": thinkers,
    "uploads of long records": uploads,
    "reading as fast as it goes": reading,
}


def percentile(times: list[float]) -> float:
    """Return the 99th of 100."""
    return statistics.quantiles(times, n=100)[98] if len(times) > 1 else float("nan")


def measure(player: Player, port: int, attack: Callable[[int], None], seconds: float) -> list[float]:
    """Return the times of a player's clicks while an attack runs."""
    process = multiprocessing.get_context("fork").Process(target=attack, args=(port,), daemon=True)
    process.start()
    time.sleep(2.0)
    times = player.play(seconds)
    process.kill()
    process.join()
    return times


def describe(name: str, times: list[float], idle: list[float]) -> str:
    """Write how clicks fared under an attack."""
    if len(times) < 2:
        return f"{name}: {len(times)} clicks were answered: FAILED"
    far = percentile(times)
    return (
        f"{name}: {len(times)} clicks, median {1000 * statistics.median(times):.0f} ms, p99 {1000 * far:.0f} ms"
        f" ({far / percentile(idle):.1f} times idle): {'held' if far <= BAR else 'missed'}"
    )


def main() -> None:
    """Run every attack and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    long_record()  # before anything is measured
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as port:
        player = Player(port)
        player.play(10.0)  # until what it needs is compiled
        idle = player.play(given.seconds)
        middle, far = statistics.median(idle), percentile(idle)
        print(f"idle: {len(idle)} clicks, median {1000 * middle:.0f} ms, p99 {1000 * far:.0f} ms", flush=True)
        for name, attack in ATTACKS.items():
            print(describe(name, measure(player, port, attack, given.seconds), idle), flush=True)
    print(f"load average after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
