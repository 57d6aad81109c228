"""A match of every game is reviewed in a real browser: curves, switch, beliefs, turning points, playing on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.screen import Screen
from tests.server.site import ME, RANDOM, Person, Site
from tests.server.test_browser_games import PHONE, SMALL

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
SETUPS = {"red_setup": "random", "blue_setup": "random"}
MOVES = 8


def finish(site: Site, game: str) -> Person:
    """Return a person who has played some moves against a random player, and resigned."""
    anna, chance = site.person(), random.Random(4)
    preset, options = SMALL[game]
    anna.open(ME, RANDOM, game=game, preset=preset, options={**options, **(SETUPS if game == "stratego" else {})})
    for _ in range(MOVES):
        if not anna.wait_for_turn()["result"]:
            anna.play(command=chance.choice(anna.actions()))
    anna.post(anna.at("/resign"))
    return anna


def open_review(screen: Screen, anna: Person) -> Page:
    """Open the review as the one who played, and wait until it is complete."""
    cookie = next(iter(anna.http.cookies.jar))
    screen.context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": screen.base}])
    page = screen.page
    page.set_default_timeout(600_000)
    page.goto(f"{screen.base}/tables/{anna.table}/replay")
    page.get_by_role("link", name="Review").click()
    page.wait_for_selector("#table[aria-busy=false]")
    expect(page.locator("#curve .progress")).to_be_hidden(timeout=600_000)
    return page


@pytest.mark.parametrize("game", SMALL)
def test_a_match_of_every_game_is_reviewed(game: str, browser: Browser, site: Site) -> None:
    anna = finish(site, game)
    screen = Screen(browser, site, viewport={"width": 1440, "height": 900})
    page = open_review(screen, anna)
    assert page.locator("#curve .chart .true").get_attribute("d") != "M0 0"
    expect(page.locator("#verdict h2")).to_be_visible()
    for key, mode in (("1", "saw"), ("3", "truth"), ("2", "beliefs")):
        page.keyboard.press(key)
        expect(page.locator(f'.modes [data-mode="{mode}"]')).to_have_attribute("aria-checked", "true")
    page.keyboard.press("ArrowRight")
    screen.until("document.querySelector('.timeline input').value === '1'")
    assert page.url.endswith("?as=0#1")  # the address of this moment
    page.get_by_role("button", name="Share this moment").click()
    expect(page.locator("#toast")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    screen.until("Number(document.querySelector('.timeline input').value) >= 3")
    page.keyboard.press("Home")  # going by hand ends it
    screen.until("document.querySelector('.timeline input').value === '0'")
    page.wait_for_timeout(1500)
    assert page.locator(".timeline input").input_value() == "0"
    page.keyboard.press("ArrowRight")
    screen.until("document.querySelector('.timeline input').value === '1'")
    box: Any = page.locator("#board").bounding_box()
    assert box["width"] > 300
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Hidden things dealt again").click()
    page.wait_for_url(lambda url: "/review" not in url)
    page.wait_for_selector("#table[aria-busy=false]")
    screen.check()


def test_stratego_shows_chips_bars_and_evidence(browser: Browser, site: Site) -> None:
    anna = finish(site, "stratego")
    screen = Screen(browser, site, viewport={"width": 1440, "height": 900})
    page = open_review(screen, anna)
    roots = "[...document.querySelectorAll('#board .drawing')].map((each) => each.shadowRoot)"
    chips = f"{roots}.flatMap((root) => [...root.querySelectorAll('.rv')]).length"
    screen.until(f"{chips} > 0")
    page.locator("#hidden .chip").first.click()
    expect(page.locator("#hidden .bars li").first).to_contain_text("%")
    page.keyboard.press("1")
    screen.until(f"document.querySelector('#hidden').hidden && {chips} <= 2")  # arrows may stay
    screen.check()


@pytest.mark.parametrize("game", SMALL)
def test_on_a_phone_nothing_is_wider_than_the_screen(game: str, browser: Browser, site: Site) -> None:
    anna = finish(site, game)
    screen = Screen(browser, site, **PHONE)
    page = open_review(screen, anna)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Next turning point").click()
    screen.check()
