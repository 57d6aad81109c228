"""What happens is shown where it happens: orders and captures on cards, the parts of a turn, a field one can see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.games.civ.table import put_city, put_units
from tests.games.footsoldiers.table import add
from tests.server.screen import Screen
from tests.server.site import Site

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
LARGE = {"width": 1440, "height": 900}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SCREENS: dict[str, dict[str, Any]] = {
    "large": {"viewport": LARGE},
    "small": {"viewport": {"width": 1024, "height": 768}},
    "phone": PHONE,
    "sideways": {**PHONE, "viewport": {"width": 844, "height": 390}},
}
LEAST = 28  # pixels: a cell of a battlefield
# Keeps what the page has shown, in order: the current part of the turn, and the cards of news.
WATCH = r"""() => {
    window.told = [];
    const keep = (words) => { if (words && window.told.at(-1) !== words) window.told.push(words); };
    new MutationObserver(() => {
        keep(document.querySelector("#phases .on span")?.textContent);
        const cards = [...document.querySelectorAll(".news .head")].map((each) => each.innerText.replace(/\n+/g, ": "));
        window.told.push(...cards.filter((words) => !window.told.includes(words)));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
# The sides of a cell that is seen, and whether the soldier is.
CELL = """(soldier) => {
    const host = document.querySelector("#board .camera"), view = host.getBoundingClientRect();
    const box = (pick) => host.shadowRoot.querySelector(`[data-pick="${pick}"]`).getBoundingClientRect();
    const { width, height, left, right, top, bottom } = box(soldier);
    const isSeen = left >= view.left && right <= view.right && top >= view.top && bottom <= view.bottom;
    return { width, height, isSeen };
}"""
INSIDE = """(words) => {
    const { left, top, right, bottom } = document.querySelector(words).getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def change(site: Site, table: str, write: Callable[[Any], None]) -> None:
    """Change the position of a match at which nobody looks yet."""
    found = site.hall.find(table)
    with found.locked():
        write(found.match.state)
    found.changed()


def play(site: Site, table: str, *commands: tuple[int, str]) -> None:
    found = site.hall.find(table)
    with found.locked():
        for seat, text in commands:
            found.match.play(seat, text)
    found.changed()


@pytest.mark.parametrize("kind", SCREENS)
def test_cells_of_the_battlefield_are_large_where_the_front_is(browser: Browser, site: Site, kind: str) -> None:
    screen = Screen(browser, site, **SCREENS[kind])
    table = screen.sit("footsoldiers", "default", kind="link", options={"initial_money": "0"})
    change(site, table, lambda s: add(s, "P1 Scout (30,3)→(65,3)"))
    change(site, table, lambda s: add(s, "P2 Tank (33,3)→(1,3)"))
    screen.page.reload()
    screen.wait_for_table()
    screen.settle()
    cell = screen.page.evaluate(CELL, "cell 30,3")
    assert cell["isSeen"], "the front is out of sight"
    assert min(cell["width"], cell["height"]) >= LEAST
    screen.check()


def test_revealed_orders_are_cards_and_the_parts_of_the_turn_follow(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, speed="normal", viewport=LARGE)
    table = screen.sit("footsoldiers", "default", kind="link")
    change(site, table, lambda s: add(s, "P2 Scout (8,4)→(7,4) health 1 Left"))
    change(site, table, lambda s: add(s, "P1 Assassin (6,4) Right"))
    screen.page.reload()
    screen.wait_for_table()
    screen.settle()
    screen.page.evaluate(WATCH)
    play(site, table, (0, "Build Scout (2, 3) (65, 3) Right"), (1, "No-op"))
    screen.until("window.told.at(-1) === 'Fall'")
    told = screen.page.evaluate("window.told")
    orders = [words for words in told if "order: " in words]
    assert orders == ["Your order: You build a Scout. It marches to Cleo’s castle.", "Cleo’s order: Cleo waits."]
    assert list(dict.fromkeys(words for words in told if words not in orders)) == ["Orders", "March", "Hit", "Fall"]
    screen.until("document.querySelector('#phases .on span').textContent === 'Orders'")
    assert not screen.page.locator(".news").count()
    screen.check()


@pytest.mark.parametrize("kind", ["large", "phone"])
def test_a_captured_city_is_announced_until_one_goes_on(browser: Browser, site: Site, kind: str) -> None:
    screen = Screen(browser, site, speed="normal", **SCREENS[kind])
    table = screen.sit("civ", "quick", kind="link")

    def begin(s: Any) -> None:
        put_city(s, "1:5,3")
        for words in ("0:4,3:3@100", "1:5,3:1@60", "1:5,4:2w"):
            put_units(s, words)

    change(site, table, begin)
    screen.page.reload()
    screen.wait_for_table()
    screen.settle()
    play(site, table, (0, "A 4,3 E *"))
    card = screen.page.locator(".news")
    expect(card.locator("h3")).to_have_text("Winterwick is yours!")
    expect(card.locator(".gained")).to_have_count(2)
    expect(screen.page.locator(".newstag")).to_have_text(["yours", "yours"])
    assert screen.page.evaluate(INSIDE, ".news")
    card.get_by_role("button", name="Go on").click()
    expect(card).to_have_count(0)
    screen.settle()
    screen.check()
