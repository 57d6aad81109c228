"""A real browser window, and a player in it who does not know the game."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.server.site import Site

REFUSED = re.compile(r"status of (409|422)")  # wrong picks, said so on the page; browsers note them as errors
MOST_STEPS = 6000
COMPILED = 300_000  # milliseconds in which rules are compiled, if they have to be
# One look at the page: what is going on, where the board is, and all that is marked with its visible middle. `hit` is
# what lies under that middle and can be picked.
LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")
REFUSAL = "document.querySelector('#toast.wrong:not([hidden])')?.textContent ?? ''"


class Screen:
    """A browser window with everything that went wrong in it."""

    def __init__(self, browser: Browser, site: Site, speed: str = "off", **how: Any) -> None:
        self.context = browser.new_context(**how)
        self.set(speed=speed)
        self.touches = bool(how.get("has_touch"))
        self.wrong: list[str] = []
        self.page = self.new_page()
        self.base = site.base
        self.chance = random.Random(1)
        self.board: list[float] = []

    def set(self, **settings: Any) -> None:
        """Set for this browser what people set for themselves; pages that are loaded from now on have it."""
        words = json.dumps(settings)
        before = "JSON.parse(localStorage.plowshares ?? '{}')"
        self.context.add_init_script(f"localStorage.plowshares = JSON.stringify({{...{before}, ...{words}}})")

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(120_000)
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        return page

    def until(self, expression: str, seconds: float = 60.0) -> None:
        """Wait until an expression is true in the page, whose own policy forbids it to wait by itself."""
        for _ in range(round(20 * seconds)):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never true: {expression}")

    def check(self) -> None:
        """Assert that there were no errors except refusals in words, and leave."""
        wrong = [words for words in self.wrong if not REFUSED.search(words)]
        assert not wrong, wrong[:5]
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

    def sit(
        self, game: str, preset: str, seats: int = 2, kind: str = "computer", options: dict[str, str] | None = None
    ) -> str:
        """Open a table over the API, which is quicker than the form, and go there."""
        others = {"computer": "random", "here": "Bert", "link": "Cleo"}
        players = [{"kind": "me", "name": "Ada"}, *({"kind": kind, "name": others[kind]} for _ in range(seats - 1))]
        body = {"game": game, "preset": preset, "seats": players, "options": options or {}, "hints": True}
        answer = self.context.request.post(f"{self.base}/api/tables", data=body, timeout=COMPILED)
        assert answer.ok, answer.text()
        table: str = answer.json()["table"]
        self.page.goto(f"{self.base}/tables/{table}")
        self.wait_for_table()
        return table

    def wait_for_table(self) -> None:
        """Wait until the table is on the screen: before that nothing can be focused, and what is typed goes nowhere."""
        self.page.wait_for_url("**/tables/*")
        self.page.wait_for_selector("#bar.acting, #table[aria-busy=false], #curtain:visible")

    def look(self, bring: float | None = None, every: bool = False) -> dict[str, Any]:
        """Look at the page once; `every` mark that is not seen is brought into view to be looked at.

        `bring` is a share of all marks: the one there is `chosen`, and brought into view after all others.
        """
        found: dict[str, Any] = self.page.evaluate(
            LOOK, {"every": every, **({} if bring is None else {"bring": bring})}
        )
        return found

    def wait(self) -> dict[str, Any]:
        """Wait until something can be done, or the match is over."""
        for _ in range(2000):
            now = self.look()
            if now["over"] or now["asks"] or now["curtain"] or (now["marks"] and not now["busy"]):
                return now
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing can be done: {self.page.locator('#bar').inner_text()}")

    def settle(self) -> None:
        """Wait until what was done has been answered and shown."""
        self.page.wait_for_selector("#table[aria-busy=false]")

    def tap(self, x: float, y: float) -> None:
        """Press a point as this window's person does."""
        if self.touches:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press(self, words: str) -> None:
        """Press a button of the bar or of what is open beside it."""
        self.page.locator("#bar button, #popover button", has_text=words).first.click()

    def fill(self) -> None:
        """Place all pieces at random."""
        self.page.locator("#bar [data-pick='button fill'].marked").click()

    def set_up(self) -> None:
        """Place an army at random."""
        self.fill()
        self.page.locator("#bar [data-pick='button ready'].marked").click()

    def step(self, how: str = "clicks") -> bool:
        """Take one of what is marked, any; return whether the match goes on."""
        now = self.wait()
        if now["over"]:
            return False
        if now["asks"]:
            self.page.locator("#question .button").click()
        elif now["curtain"]:
            self.page.evaluate("document.getElementById('ready')?.click()")  # it may be on its way up already
            self.page.wait_for_timeout(50)
        elif how == "keys":
            self._type(now)
        else:
            self._click()
        return True

    def _click(self) -> None:
        """Press a mark in its visible middle, with the camera there; hold that a press on any mark means that mark."""
        now = self.look(self.chance.random(), every=True)
        if now["busy"] or not now["marks"]:
            return
        mark = now["chosen"]
        astray = [each for each in [*now["marks"], mark] if each["hit"] != each["pick"]]
        assert not astray or self.look()["busy"], f"a press goes elsewhere: {astray[:3]}"
        if astray:
            return
        self.board = self.board or now["board"]
        assert max(abs(a - b) for a, b in zip(now["board"], self.board, strict=True)) <= 1, "the board has moved"
        self.tap(mark["x"], mark["y"])
        refusal = self.page.evaluate(REFUSAL)
        assert not refusal, f"{mark['pick']!r} was refused: {refusal}"

    def _type(self, now: dict[str, Any]) -> None:
        keys = ["Tab"] if now["focused"] is None else ["Enter", "Enter", "Tab", "ArrowRight", "ArrowDown", "ArrowUp"]
        self.page.keyboard.press(self.chance.choice(keys))

    def play_on(self, how: str = "clicks") -> None:
        """Play to the end."""
        for _ in range(MOST_STEPS):
            if not self.step(how):
                expect(self.page.locator("#result h1")).not_to_be_empty()
                return
        raise AssertionError(f"the match does not end: {self.page.locator('#bar').inner_text()}")


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
