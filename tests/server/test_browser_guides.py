"""Guided first matches in a real browser: following the ring leads to the end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from plowshares import registry
from tests.server.screen import Screen
from tests.server.site import Site
from tests.server.test_browser_games import PHONE

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
LARGE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SPOT = """() => {
    const ring = document.getElementById("spot"), box = ring.getBoundingClientRect();
    if (ring.hidden || document.getElementById("table").getAttribute("aria-busy") === "true") return null;
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def learn(screen: Screen, game: str) -> Page:
    """Begin the guided match of a game where it is offered to learn."""
    page = screen.page
    page.goto(f"{screen.base}/learn")
    page.click(f"[data-learn='{game}']")
    screen.wait_for_table()
    return page


def follow(screen: Screen) -> None:
    """Follow the guide to its end."""
    page = screen.page
    for _ in range(200):
        onward = page.locator("#coach .button, #result .button", has_text="Play Easy now")
        if onward.count() and onward.first.is_visible():
            return
        reading = page.locator("#coach .button", has_text="Go on")
        if reading.count():
            reading.click()
        elif spot := page.evaluate(SPOT):
            screen.tap(*spot)
        page.wait_for_timeout(200)
    raise AssertionError(f"the guide does not end: {page.locator('#coach').inner_text()}")


@pytest.mark.parametrize("game", registry.OURS)
def test_the_ring_leads_to_the_end(game: str, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **LARGE)
    page = learn(screen, game)
    expect(page.locator("#coach")).to_be_visible()
    board = screen.look()["board"]
    follow(screen)
    assert max(abs(a - b) for a, b in zip(screen.look()["board"], board, strict=True)) <= 1, "the board has moved"
    asked: list[Any] = []

    def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json={"table": page.url.rpartition("/")[2]})  # its computer would have to be compiled here

    page.route("**/api/tables", answer)
    with page.expect_navigation():
        page.locator("#coach .button, #result .button", has_text="Play Easy now").first.click()
    assert (asked[0]["game"], asked[0]["seats"][1]["name"]) == (game, "easy")
    screen.check()


@pytest.mark.parametrize("game", registry.OURS)
def test_the_ring_leads_to_the_end_on_a_phone(game: str, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    learn(screen, game)
    follow(screen)
    screen.check()


def test_a_guide_is_offered_once_beside_the_board_and_can_be_left(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **LARGE)
    page = screen.page
    screen.sit("stratego", "micro", kind="link")
    offer = page.locator("#coach")
    expect(offer).to_contain_text("New to Stratego?")
    expect(page.locator("#tab-rules figure").first).to_be_visible()
    beside, board = offer.bounding_box(), page.locator("#board").bounding_box()
    assert beside
    assert board
    assert beside["x"] >= board["x"] + board["width"]
    offer.get_by_role("button", name="Show me").click()
    page.wait_for_selector(".guided #coach")
    expect(page.locator("#coach")).to_contain_text("Your army")
    page.locator("#coach").get_by_role("button", name="Skip").click()
    page.wait_for_url("**/games/stratego")
    screen.sit("stratego", "micro", kind="link")
    expect(page.locator("#coach")).to_be_hidden()
    screen.check()
