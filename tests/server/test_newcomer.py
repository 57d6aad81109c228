"""Games as a newcomer plays them: from the lobby to the result by clicks, guided only by the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.newcomer import Newcomer
from tests.server.site import Site

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
BACKS = """
() => {
    let count = 0;
    const look = (root) => { for (const each of root.querySelectorAll("*")) {
        if (each.shadowRoot) look(each.shadowRoot);
        if (each.getAttribute("href")?.endsWith("#piece-back")) count += 1;
    } };
    look(document.getElementById("board"));
    return count;
}
"""


def test_stratego_from_a_picture_of_a_setup_to_open_armies(browser: Browser, site: Site, tmp_path: Path) -> None:
    person = Newcomer(browser, site, tmp_path)
    person.begin("stratego", "mini")
    page = person.page
    assert "Start from a set-up" in person.read()
    page.locator(".choice", has_text="Corner").click()
    expect(page.locator("#bar")).to_contain_text("Your army is in place")
    page.locator(".choice", has_text="Rush").click()
    expect(page.locator(".choice", has_text="Rush")).to_contain_text("stands like this")
    person.photograph("2-setup")
    assert person.press("Ready")
    ending = person.play(lambda _person: False)
    assert any(words in ending for words in ("You won", "You lost", "Draw")), ending
    assert page.evaluate(BACKS) == 0
    person.screen.check()


def test_stratego_lies_open_after_a_resignation(browser: Browser, site: Site, tmp_path: Path) -> None:
    person = Newcomer(browser, site, tmp_path)
    person.begin("stratego", "mini")
    person.page.locator(".choice", has_text="Standard").click()
    expect(person.page.locator("#bar")).to_contain_text("Your army is in place")
    assert person.press("Ready")
    expect(person.page.locator("#bar")).to_contain_text("Your move")
    assert person.page.evaluate(BACKS) > 0
    person.page.locator("#bar .resign, #bar [aria-label*='Resign'], #bar button[title*='Resign']").first.click()
    person.page.locator("#question .button").click()
    expect(person.page.locator("#result h1")).to_have_text("You lost")
    assert person.page.evaluate(BACKS) == 0
    person.photograph("9-resigned")
    person.screen.check()


def farm(person: Newcomer) -> bool:
    """Buy what can be paid, plant what fits, and be done when nothing glows but that."""
    offered = [pick for pick, _words in person.offered()]
    if len(offered) <= 1 and (person.press("Done") or person.press("End my turn")):
        return True
    return person.screen.chance.random() < 0.35 and (person.press("Done") or person.press("End my turn"))


def test_battle_farm_by_reading_the_cards(browser: Browser, site: Site, tmp_path: Path) -> None:
    person = Newcomer(browser, site, tmp_path)
    person.begin("battle_farm", "duel", max_rounds="5")
    words = person.read()
    assert "Buy for" in words or any(each.startswith("Waiting") for each in words)
    assert "Market" in words
    ending = person.play(farm)
    assert "coin" in ending
    assert person.hand is not None
    person.screen.check()


def feed(person: Newcomer) -> bool:
    """Send food where the page offers to, and end the moves when all are fed."""
    if person.press("Send "):
        return True
    bar = person.page.locator("#bar").inner_text()
    return "Everybody is fed" in bar and person.screen.chance.random() < 0.4 and person.press("Done moving")


@pytest.mark.parametrize(("preset", "rounds"), [("lots", "8"), ("hex", "6"), ("tower", "6"), ("torus", "3")])
def test_farmer_soldier_by_what_the_fields_say(
    preset: str, rounds: str, browser: Browser, site: Site, tmp_path: Path
) -> None:
    person = Newcomer(browser, site, tmp_path)
    person.begin("farmer_soldier", preset, round_cap=rounds)
    assert any(words.startswith(("eats ", "fed", "Your child")) for words in person.read())
    ending = person.play(feed)
    assert any(words in ending for words in ("You won", "You lost", "Draw", "share")), ending
    person.screen.check()


def govern(person: Newcomer) -> bool:
    """Train, move or settle as the page offers it, and end the turn now and then."""
    return person.screen.chance.random() < 0.3 and person.press("End turn")


def test_civ_by_prices_and_glowing_tiles(browser: Browser, site: Site, tmp_path: Path) -> None:
    person = Newcomer(browser, site, tmp_path)
    person.begin("civ", "conquest", max_rounds="6")
    words = person.read()
    assert "production left" in " ".join(words)  # what there is to spend
    assert any(each.startswith("Round 1 of") for each in words)
    ending = person.play(govern)
    assert any(found in ending for found in ("You won", "You lost", "Draw")), ending
    person.screen.check()


def command(person: Newcomer) -> bool:
    """Give an order as soon as it is complete; wait now and then."""
    if person.press("Give the order"):
        return True
    return person.screen.chance.random() < 0.2 and person.press("Wait")


def test_footsoldiers_by_its_build_cards(browser: Browser, site: Site, tmp_path: Path) -> None:
    person = Newcomer(browser, site, tmp_path)
    person.begin("footsoldiers", "short", total_turns="12")
    words = person.read()
    for soldier in ("Scout", "Assassin", "Tank"):
        assert soldier in words, "what can be built stands beside the board"
    ending = person.play(command)
    assert any(found in ending for found in ("You won", "You lost", "Draw")), ending
    person.screen.check()
