"""How long `plowshares serve` takes to the first paint of the lobby, and to the first board on a cold install.

The bars: 2 seconds on a warm install, 15 seconds to the first game on a cold one, which says meanwhile what it is
doing. A real browser is started before, as people have it open. `python benchmarks/first_page.py [--cold GAME …]`.
Beside the time on the wall stands the processor time of the server, which a busy machine does not make longer.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

WARM, COLD = 2.0, 15.0  # seconds
TIMES = 5
PATIENCE = 300_000  # milliseconds
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


@contextlib.contextmanager
def serving(**more: str) -> Iterator[tuple[subprocess.Popen[str], str, float]]:
    """Run `plowshares serve`; return its process, its address and when it was started."""
    environment = {**os.environ, **more}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # people have their imports compiled
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "plowshares.cli", "serve", "--port", "0", "--no-open"]
        began = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{Path(folder) / 'tables.sqlite'}"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert found
            yield process, found[0], began
        finally:
            process.terminate()
            process.wait(30)


def processor_of(pid: int) -> float:
    """Return the processor seconds a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measure_paint(page: Page) -> tuple[float, float]:
    """Return the seconds from the start of a server to the first paint of its lobby, and its processor time."""
    with serving() as (process, address, began):
        asked = time.perf_counter() - began
        page.goto(address)
        page.wait_for_function(f"({PAINT}) !== null")
        used = processor_of(process.pid)
        return asked + page.evaluate(PAINT) / 1000, used


def measure_cold(page: Page, game: str) -> tuple[float, float, str]:
    """Return the seconds from Start to the first board, and to a computer that can play, with nothing compiled.

    Besides, return what the page said meanwhile.
    """
    with tempfile.TemporaryDirectory() as cache, serving(PLOWSHARES_CACHE=cache) as (_, address, _):
        page.goto(f"{address}/games/{game}")
        page.wait_for_selector("#start")
        began = time.perf_counter()
        page.wait_for_selector("#start:enabled")  # the names of the seats need rules, too: people wait for them here
        page.click("#start")
        page.wait_for_selector("#board .pick")
        board = time.perf_counter() - began
        said = page.locator("#note").inner_text()
        page.wait_for_selector("#note", state="hidden")
        return board, time.perf_counter() - began, said


def main() -> None:
    """Measure and hold it to the bars."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cold", nargs="*", default=[], help="games to start with nothing compiled")
    given = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        measure_paint(page)
        found = [measure_paint(page) for _ in range(TIMES)]
        wall, used = ([each[i] for each in found] for i in range(2))
        print(
            f"first paint of the lobby: best {min(wall):.2f} s, median {statistics.median(wall):.2f} s of {TIMES};"
            f" processor time {statistics.median(used):.2f} s; the bar is {WARM:g} s",
            flush=True,
        )
        for game in given.cold:
            seconds, ready, said = measure_cold(page, game)
            print(
                f"first board of {game}, cold: {seconds:.1f} s (the bar is {COLD:g} s), computer ready: {ready:.0f} s"
            )
            print(f"  meanwhile: {said}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
