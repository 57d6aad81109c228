"""Every game to its end in a real browser, by somebody who knows no game and takes what is marked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from plowshares import registry
from tests.server.screen import Screen
from tests.server.site import Site

pytestmark = pytest.mark.compiled_only
SMALL = {
    "battle_farm": ("two", {"max_rounds": "3"}),
    "civ": ("quick", {"size": "8", "max_rounds": "4"}),
    "farmer_soldier": ("standard", {"round_cap": "5"}),
    "footsoldiers": ("default", {"total_turns": "12", "initial_money": "40"}),
    "stratego": ("micro", {}),
}


def test_every_game_of_ours_is_played() -> None:
    assert set(SMALL) == set(registry.OURS)


@pytest.mark.parametrize("game", SMALL)
def test_to_the_end_by_clicking(game: str, browser: Browser, site: Site) -> None:
    preset, options = SMALL[game]
    screen = Screen(browser, site)
    screen.open("computer random", game, preset, **options)
    screen.play_on()
    screen.page.locator("#over a", has_text="Replay").click()
    screen.page.click("#last")
    expect(screen.page.locator("#boards svg").first).to_be_visible()
    screen.check()


def test_to_the_end_by_keys_alone(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.open("computer random", "farmer_soldier", "standard", round_cap="3")
    screen.play_on("keys")
    screen.check()


def test_to_the_end_on_a_phone_passed_around(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    screen.open("here", "footsoldiers", "default", total_turns="4", initial_money="40")
    screen.play_on()
    wide = screen.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, "the page is wider than the screen"
    screen.check()
