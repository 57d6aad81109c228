"""How long a click takes to be seen: until what was clicked is highlighted, and until one's own move is shown.

    python -m benchmarks.bench_clicks [--moves N]

It serves a database of its own and clicks through matches against the random player in Debian's Chromium, without
animation. The page itself notes, frame by frame, when the highlight and the new position are there: a drawing, a card
or a part of the turn that was not there before. Medians count on an idle machine: at most 50 ms to the highlight and
100 ms to the own move.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from scripts.screenshots import serving

TABLES = [
    ("stratego", "micro"),
    ("battle_farm", "two"),
    ("civ", "quick"),
    ("footsoldiers", "default"),
    ("farmer_soldier", "standard"),
]
MATCHES = 30  # at most, where matches are short
ANSWERED = 300_000  # milliseconds until the server has answered; rules may have to be compiled
# Wait, frame by frame, for a mark of what was clicked, and for another position; tell how long each took.
DEEP = """
const deep = (root, seek) => [...root.querySelectorAll(seek),
    ...[...root.querySelectorAll("*")].filter((each) => each.shadowRoot).flatMap((one) => deep(one.shadowRoot, seek))];
"""
WATCH = f"""
() => {{
    {DEEP}
    window.times = {{}};
    const board = document.getElementById("board");
    const drawn = () => [...deep(board, "svg, .cardbox, .tile"), ...document.querySelectorAll("#phases li")];
    addEventListener("pointerdown", () => {{
        const start = performance.now(), was = new Set(drawn()), times = window.times = {{}};
        const look = () => {{
            if (!times.mark && deep(document, ".chosen").length) times.mark = performance.now() - start;
            if (!times.move && drawn().some((each) => !was.has(each))) times.move = performance.now() - start;
            if (performance.now() - start < 60000 && window.times === times && !times.move) requestAnimationFrame(look);
        }};
        requestAnimationFrame(look);
    }}, true);
}}
"""
MARKS = f"""
() => {{
    {DEEP}
    if (document.getElementById("table").getAttribute("aria-busy") === "true") return [];
    const boxes = deep(document, ".marked").map((each) => each.getBoundingClientRect());
    return boxes.filter((box) => box.width && box.bottom < innerHeight)
        .map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
}}
"""


def measure(page: Page, base: str, game: str, preset: str, moves: int) -> dict[str, list[float]]:
    """Click at random, in as many matches as it takes; return what each click took, by what it led to."""
    chance, times = random.Random(1), dict[str, list[float]](mark=[], move=[])
    for _ in range(MATCHES):
        play(page, base, game, preset, chance, times, moves)
        if len(times["move"]) >= moves:
            break
    return times


def play(
    page: Page, base: str, game: str, preset: str, chance: random.Random, times: dict[str, list[float]], moves: int
) -> None:
    """Click through a new match until it is over or enough moves were seen; add what each click took."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "computer", "name": "random"}]
    body = {"game": game, "preset": preset, "seats": seats}
    answer = page.request.post(f"{base}/api/tables", data=body, timeout=ANSWERED)
    page.goto(f"{base}/tables/{answer.json()['table']}")
    page.wait_for_selector("#table[aria-busy=false]")
    page.evaluate(WATCH)
    for _ in range(20 * moves):
        page.wait_for_selector("#bar.acting, #result[open]", timeout=ANSWERED)
        if page.locator("#result[open]").count() or len(times["move"]) >= moves:
            break
        spots = page.evaluate(MARKS)
        if spots:
            page.mouse.click(*chance.choice(spots))
            page.wait_for_timeout(250)
            page.wait_for_selector("#table[aria-busy=false]", timeout=ANSWERED)
            found: dict[str, Any] = page.evaluate("window.times")
            if not page.locator("#result[open]").count():
                for name, value in found.items():
                    times[name].append(value)
        if page.locator("#question[open]").count():
            page.locator("#question .button").click()
        page.wait_for_timeout(50)


def main() -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=30)
    moves = parser.parse_args().moves
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (base, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        for game, preset in TABLES:
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            context.add_init_script("localStorage.plowshares = JSON.stringify({speed: 'off', ask: false})")
            times = measure(context.new_page(), base, game, preset, moves)
            told = [
                f"{name} {statistics.median(found):.0f} ms of {len(found)}" for name, found in times.items() if found
            ]
            print(f"{game} {preset}: {', '.join(told)}", flush=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
