"""Reports look like the pages of the server, and fit a page of 1200 pixels."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, sync_playwright

from plowshares.arena.html_report import DARK, LIGHT, document, watch_link
from plowshares.arena.page import to_html
from plowshares.arena.player import Faults, Usage
from plowshares.arena.ratings import Rating
from plowshares.arena.report import Standing, Summary

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
CHROMIUM = shutil.which("chromium")
TOKENS = Path(__file__).parents[2] / "src/plowshares/server/static/tokens.css"


def summary(players: int = 6) -> Summary:
    """Return a report with everything in it, and long names."""
    standings = [
        Standing(
            f"a-model-with-quite-a-long-name-{n}", "cmd:x", 1234, 500, 234, 500, 0.512, 0.484, 0.54,
            Rating(123.4, -50.0, 300.0), (25.1, 8.3), Faults(12, 3, 4, 5, 6, 7), Usage(1234, 12_345_678, 987_654),
        )
        for n in range(players)
    ]  # fmt: skip
    cross = [[None if a == b else (0.5, 400.0) for b in range(players)] for a in range(players)]
    names = [each.name for each in standings[:2]]
    records = [("records/00001.jsonl", names, "Red wins.", "records/00001.html")]
    records.append(("records/00002.jsonl", names, "Nobody wins.", ""))
    return Summary(
        "stratego", "round-robin", 1, 2, "/10", 1234, standings, cross, [], ["sandbox"], records, ["match 1, seat 0"]
    )


def test_the_colours_are_those_of_the_pages() -> None:
    sheet = TOKENS.read_text()
    light, dark = sheet.split("\n.dark {")
    for tokens, part in ((LIGHT, light), (DARK, dark)):
        found = dict(re.findall(r"--([\w-]+): ([^;]+);", part))
        assert {name: found[name] for name in tokens} == tokens


def test_empty_cards_are_left_out_and_words_are_escaped() -> None:
    page = document("A <b>", "", [("Empty", ""), ("Full & more", "<p>x</p>")])
    assert "Empty" not in page
    assert "Full &amp; more" in page
    assert "A &lt;b&gt;" in page


def test_matches_link_to_pages_that_replay_them() -> None:
    page = to_html(summary())
    assert '<a class="watch" href="records/00001.html">Watch</a>' in page
    assert 'href="records/00002.html"' not in page
    assert "12,345,678" in page
    assert "watch" not in watch_link("", "records/1.jsonl")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.mark.long
@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_report_fits_the_page(browser: Browser, tmp_path: Path, width: int, scheme: Scheme) -> None:
    (tmp_path / "report.html").write_text(to_html(summary()))
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto((tmp_path / "report.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 1200:  # nothing is cut off, not even within a table
        wide = "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).length"
        assert page.evaluate(wide) == 0
    page.close()
