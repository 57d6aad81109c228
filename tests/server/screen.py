"""A window of a real browser, and somebody who plays in it without knowing the game."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.server.site import Site

REFUSED = re.compile(r"status of (409|422)")  # wrong picks, said so on the page; browsers note them as errors
MOST_CLICKS = 3000
LOOK = """
(how) => {
    const shown = (id) => !document.getElementById(id).closest("[hidden]");
    if (shown("over")) return "over";
    if (document.getElementById("play").ariaBusy === "true") return "waiting";
    const root = document.getElementById("board").shadowRoot;
    const calls = ["ready", "hide"].filter(shown).map((id) => document.getElementById(id));
    const offers = calls.length ? calls : [...root.querySelectorAll(".pick[tabindex]"),
                                           ...document.querySelectorAll("#picks button:not(.cancel)")];
    if (how === "keys") {
        const focused = root.activeElement ?? document.activeElement;
        return !offers.length ? "waiting" : offers.includes(focused) ? "at an offer" : "elsewhere";
    }
    const chosen = offers[Math.floor(Math.random() * offers.length)];
    chosen?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    return chosen ? "clicked" : "waiting";
}
"""


class Screen:
    """A browser window with everything that went wrong in it."""

    def __init__(self, browser: Browser, site: Site, **how: Any) -> None:
        self.context = browser.new_context(**how)
        self.wrong: list[str] = []
        self.page = self.new_page()
        self.base = site.base

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(120_000)
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def check(self) -> None:
        """Hold that nothing went wrong but what was refused in words, and leave."""
        assert not [words for words in self.wrong if not REFUSED.search(words)]
        self.context.close()

    def open(self, rival: str, game: str = "stratego", preset: str = "micro", **options: str) -> None:
        """Open a table by the form; by default of the smallest game there is."""
        page = self.page
        page.goto(f"{self.base}/games/{game}")
        page.wait_for_selector(".seat-row")
        choose_preset(page, preset)
        if options:
            open_options(page)
        for name, value in options.items():
            field = page.locator(f"#option-{name}")
            if field.get_attribute("role") == "switch":
                field.set_checked(value == "true")
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        page.locator("#start").focus()  # leaving a field lets the form be checked
        page.wait_for_selector("#form[aria-busy=false]")
        for row in page.locator(".seat-row").all()[1:]:
            row.locator("select").select_option(rival)
        page.click("#start")
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Wait until the table is on the screen: before that nothing can be focused, and what is typed goes nowhere."""
        self.page.wait_for_url("**/tables/*")
        self.page.wait_for_selector("#play:visible, #curtain:visible")

    def press(self, words: str) -> None:
        self.page.locator("#picks button", has_text=words).first.click()

    def set_up(self) -> None:
        self.press("fill")
        self.press("ready")

    def step(self, how: str = "clicks") -> bool:
        """Take one of what is offered, any, or go one element further by Tab; return whether the match goes on."""
        now = self.page.evaluate(LOOK, how)  # one look at the page, so that nothing changes between two looks
        if how == "keys" and now in ("at an offer", "elsewhere"):
            self.page.keyboard.press("Enter" if now == "at an offer" and random.random() < 0.5 else "Tab")
        # An action may take several picks; the page is busy until the server has answered.
        self.page.wait_for_timeout(20 if now == "waiting" else 1)
        return bool(now != "over")

    def play_on(self, how: str = "clicks") -> None:
        """Play to the end."""
        for _ in range(MOST_CLICKS):
            if not self.step(how):
                expect(self.page.locator("#over")).to_contain_text("The match is over")
                return
        raise AssertionError(f"the match does not end: {self.page.locator('#prompt').inner_text()}")


def choose_preset(page: Page, name: str) -> None:
    """Choose a preset in the form."""
    page.check(f"input[name=preset][value='{name}']", force=True)


def open_options(page: Page) -> None:
    """Unfold all options of the form."""
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def value_in_form(page: Page, option: str) -> str:
    """Return what the form says about an option."""
    field = page.locator(f"#option-{option}")
    is_switch = field.get_attribute("role") == "switch"
    return str(field.is_checked()).lower() if is_switch else field.input_value()
