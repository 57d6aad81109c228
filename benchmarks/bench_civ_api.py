"""The Civ API with four programs that ask as fast as they can: how long a read takes.

Each program is a process of its own and opens a connection for every request, as those written for the original
server do. `--mounted` measures the API inside `plowshares serve`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

READS = ("current_player", "board", "cities", "armies", "workers", "resources", "players")
PLAYERS = 4
BAR = 0.010  # seconds for 99 of 100 reads


def ask(base: str, route: str, key: str, **values: Any) -> tuple[dict[str, Any], float]:
    """Return an answer and how long it took; values are posted."""
    began = time.perf_counter()
    if values or route == "end_turn":
        data = urllib.parse.urlencode({"key": key, **values}).encode()
        with urllib.request.urlopen(f"{base}/api/{route}", data) as answer:
            found = answer.read()
    else:
        with urllib.request.urlopen(f"{base}/api/{route}?key={key}") as answer:
            found = answer.read()
    took = time.perf_counter() - began
    return dict(json.loads(found)), took


def poll(base: str, seat: int, seconds: float, queue: Any) -> None:
    """Ask for everything again and again, and act when it is this player's turn."""
    key, times = f"secret{seat}", list[float]()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for route in READS:
            answer, took = ask(base, route, key)
            times.append(took)
            if route == "current_player" and answer.get("turn") == seat:
                for city in ask(base, "cities", key)[0]["cities"][seat]:
                    ask(base, "produce", key, type=1, **city)
                ask(base, "end_turn", key)
    queue.put(times)


def wait_until_there(base: str, process: subprocess.Popen[bytes]) -> None:
    """Wait for the first answer."""
    until = time.monotonic() + 120
    while True:
        try:
            ask(base, "info", "secret0")
            return
        except OSError:
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)


def main() -> None:
    """Measure and compare with the bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--mounted", action="store_true")
    given = parser.parse_args()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}" + ("/civ" if given.mounted else "")
    with tempfile.TemporaryDirectory() as folder:
        words = ["civ-api"]
        if given.mounted:
            words = ["serve", "--also", "civ", "--no-open", "--database", f"sqlite:///{Path(folder) / 'x.sqlite'}"]
        command = [sys.executable, "-m", "plowshares.cli", *words, "--port", str(port)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_until_there(base, process)
            used = processor_of(process.pid)
            times = run(base, given.seconds)
            used = processor_of(process.pid) - used
        finally:
            process.terminate()
            process.wait(30)
    cuts = statistics.quantiles(times, n=100)
    slow = sum(took > BAR for took in times) / len(times)
    where = "mounted in the server" if given.mounted else "alone"
    print(
        f"{where}: {len(times) / given.seconds:.0f} reads/s by {PLAYERS} programs; median {1000 * cuts[49]:.1f} ms,"
        f" p99 {1000 * cuts[98]:.1f} ms; over {1000 * BAR:.0f} ms: {slow:.2%}, the bar is 1 %;"
        f" {1000 * used / len(times):.2f} ms of the server's processor time a read;"
        f" load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )


def processor_of(pid: int) -> float:
    """Return the processor seconds a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def run(base: str, seconds: float) -> list[float]:
    """Let four processes ask; return what every read took."""
    queue: Any = multiprocessing.Queue()
    bots = [multiprocessing.Process(target=poll, args=(base, seat, seconds, queue)) for seat in range(PLAYERS)]
    for bot in bots:
        bot.start()
    times = [took for _ in bots for took in queue.get()]
    for bot in bots:
        bot.join()
    return times


if __name__ == "__main__":
    main()
