"""A newcomer who plays a game with nothing but the screen: words, highlighted things, buttons."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.scene_checks import CODES
from tests.server.screen import MOST_STEPS, Screen
from tests.server.site import Site

DESKTOP = {"width": 1440, "height": 900}
# All text that can be seen: of the page, of drawings in shadow trees, of what is open over them.
READ = """
() => {
    const words = [];
    const look = (root) => { for (const each of root.querySelectorAll("*")) {
        if (each.shadowRoot) look(each.shadowRoot);
        if (each.closest?.("style, script, [hidden]") || !each.getBoundingClientRect().width) continue;
        const own = [...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim());
        words.push(...own.filter(Boolean));
    } };
    look(document.body);
    return words;
}
"""
# What glows, with the words that it says of itself.
OFFERED = """
() => {
    const found = [];
    const look = (root) => { for (const each of root.querySelectorAll("*")) {
        if (each.shadowRoot) look(each.shadowRoot);
        if (each.matches(".marked") && each.getBoundingClientRect().width) {
            found.push([each.dataset.pick ?? "", each.innerText?.trim() || each.getAttribute("aria-label") || ""]);
        }
    } };
    look(document);
    return found;
}
"""
PLACE_OF_HAND = "() => document.querySelector('[data-region=hand], .region.fan, .items.fan')?.getBoundingClientRect().y"
KEYWORDS = re.compile(r"\b(?:cell|button|market|hand|bed|number|player) [a-z0-9]+\d\b")


class Newcomer:
    """A window, and a person in it who begins in the lobby."""

    def __init__(self, browser: Browser, site: Site, album: Path) -> None:
        self.screen = Screen(browser, site, viewport=DESKTOP)
        self.page = self.screen.page
        self.album = album
        self.hand: float | None = None

    def photograph(self, name: str) -> None:
        """Keep a screenshot: together they tell the story of a match."""
        self.page.screenshot(path=str(self.album / f"{name}.png"))

    def begin(self, game: str, preset: str, **options: str) -> None:
        """Go from the lobby through the form to a table, by clicks."""
        page = self.page
        page.goto(self.screen.base)
        page.locator(f".tile a.square[href='/games/{game}']").click()
        page.wait_for_selector(".seat-row")
        page.locator(f"label:has(input[name=preset][value='{preset}'])").first.click()
        page.wait_for_selector("#form[aria-busy=false]")
        if options:
            page.locator("#more > summary").click()
        for name, value in options.items():
            group = page.locator(f"details.group:has(#option-{name})")
            group.locator("summary").click()
            page.fill(f"#option-{name}", value)
        page.locator("#start").focus()
        page.wait_for_selector("#form[aria-busy=false]")
        for row in page.locator(".seat-row").all()[1:]:
            row.locator("select").select_option(label="Computer: Hatchling")
        self.photograph("1-form")
        page.click("#start")
        self.screen.wait_for_table()
        self.screen.wait()
        self.photograph("2-table")

    def read(self) -> list[str]:
        """Read the screen, and assert that there is no code in it."""
        words: list[str] = self.page.evaluate(READ)
        wrong = [each for each in words if CODES.search(each) or KEYWORDS.fullmatch(each)]
        assert not wrong, f"codes on the screen: {wrong[:5]}"
        return words

    def offered(self) -> list[tuple[str, str]]:
        """Return what glows now, with its words; all of it has some."""
        found: list[Any] = self.page.evaluate(OFFERED)
        silent = [pick for pick, words in found if not words]
        assert not silent, f"nothing says what these are: {silent[:5]}"
        return [(pick, words) for pick, words in found]

    def play(self, decide: Any) -> str:
        """Play to the end; `decide` may press a button by its words. Return what the result says."""
        for step in range(MOST_STEPS):
            now = self.screen.wait()
            if now["over"]:
                self.photograph("9-result")
                self.read()
                return self.page.locator("#result").inner_text()
            if step % 7 == 0:
                self.read()
                self.keeps_its_place()
            if step in (12, 40):
                self.photograph(f"3-after-{step}")
            if now["asks"] or now["curtain"] or not decide(self):
                self.screen.step()
        raise AssertionError(f"the match does not end: {self.page.locator('#bar').inner_text()}")

    def press(self, words: str) -> bool:
        """Press a button that can be seen and says these words; return whether there is one."""
        for each in self.page.locator("#bar button:visible, #offers button:visible", has_text=words).all():
            if each.is_enabled():
                each.click()
                return True
        return False

    def keeps_its_place(self) -> None:
        """Assert that the player's hand, if there is one, does not move up or down."""
        found = self.page.evaluate(PLACE_OF_HAND)
        if found is not None:
            self.hand = found if self.hand is None else self.hand
            assert abs(found - self.hand) <= 2, f"the hand has moved from {self.hand} to {found}"
