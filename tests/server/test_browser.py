"""A real browser: played by clicking and by keys, at one screen and over a link."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.site import Site, serving

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.compiled_only
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
]
REFUSED = re.compile(r"status of (409|422)")  # wrong picks, said so on the page; browsers note them as errors
MOST_CLICKS = 3000
expect.set_options(timeout=60_000)  # the first use of a rule may have to be compiled


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        made.close()


class Screen:
    """A browser window with everything that went wrong in it."""

    def __init__(self, browser: Browser, site: Site, **how: Any) -> None:
        self.context = browser.new_context(**how)
        self.page = self.new_page()
        self.base = site.base

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(120_000)
        self.wrong: list[str] = []
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        return page

    def open(self, rival: str) -> None:
        """Open a table of the smallest game there is, by the form."""
        self.page.goto(f"{self.base}/games/stratego")
        self.page.wait_for_selector(".seat-row")
        with self.page.expect_response("**/check"):
            self.page.select_option("#preset", "micro")
        self.page.select_option(".seat-row:nth-child(2) select", rival)
        self.page.click("#start")
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

    def step(self) -> bool:
        """Click something that can be clicked, the last of what is offered; return whether the match goes on."""
        page = self.page
        # One look at the page, so that nothing changes between two looks.
        now = page.evaluate(
            """() => {
                const shown = (id) => !document.getElementById(id).closest("[hidden]");
                if (shown("over")) return "over";
                if (document.getElementById("play").ariaBusy === "true") return "waiting";
                for (const id of ["ready", "hide"]) if (shown(id)) { document.getElementById(id).click(); return id; }
                const root = document.getElementById("board").shadowRoot;
                const offers = [...root.querySelectorAll(".pick[tabindex]"),
                                ...document.querySelectorAll("#picks button:not(.cancel)")];
                const chosen = offers[Math.floor(Math.random() * offers.length)];
                chosen?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
                return chosen ? "clicked" : "waiting";
            }"""
        )
        page.wait_for_timeout(20)
        return bool(now != "over")

    def play_on(self) -> None:
        for _ in range(MOST_CLICKS):
            if not self.step():
                return
        raise AssertionError("the match does not end")


def test_a_match_against_the_computer_by_clicking(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.open("computer random")
    screen.set_up()
    page = screen.page
    expect(page.locator("#prompt")).to_contain_text("pick a piece")
    page.locator("#board .pick[tabindex]").first.click()
    expect(page.locator("#prompt")).to_contain_text("now pick what comes next")
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_contain_text("pick a piece")
    page.locator("#board [data-pick='cell a4']").click()  # an enemy's piece
    expect(page.locator("#wrong")).to_contain_text("a4")
    screen.play_on()
    expect(page.locator("#over")).to_contain_text("The match is over")
    page.locator("#over a", has_text="Replay").click()
    page.wait_for_selector("#boards svg")
    with page.expect_response("**/replay?n=1*"):
        page.click("#forward")
    expect(page.locator("#where")).to_contain_text("1 of")
    assert not [words for words in screen.wrong if not REFUSED.search(words)]


def test_a_move_by_keys_alone(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.open("link")
    page = screen.page
    page.focus("#command")
    expect(page.locator("#command")).to_be_focused()
    page.keyboard.type("load standard")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("ready")
    page.locator("#board .pick[tabindex]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("now pick what comes next")
    page.keyboard.press("Escape")
    page.locator("#list summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#actions button").first).to_be_visible()
    assert not screen.wrong


def test_a_shared_screen_receives_one_side_at_a_time(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport={"width": 390, "height": 780})
    page = screen.page
    received: list[dict[str, Any]] = []

    def hear(answer: Any) -> None:
        if isinstance(answer, dict) and "state" in answer:
            received.append(answer["state"])

    devtools = screen.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.eventSourceMessageReceived", lambda event: hear(json.loads(event["data"])))
    # Every answer to a request of the page is read before the page gets it.
    page.route("**/api/**", lambda route: route.continue_() if "events" in route.request.url else fetch(route, hear))
    screen.open("here")
    page.wait_for_selector("#ready:visible")
    page.click("#ready")
    screen.set_up()
    page.wait_for_selector("#hide:visible")
    assert {state["seat"] for state in received if state["kind"] == "table"} == {0}
    page.click("#hide")
    page.wait_for_selector("#ready:visible")
    assert page.locator("#board svg *").count() == 0
    assert page.locator("#log li").count() == 0
    since = len(received)
    page.click("#ready")
    screen.set_up()
    page.wait_for_selector("#hide:visible")
    assert {state["seat"] for state in received[since:] if state["kind"] == "table"} == {1}
    screen.play_on()
    expect(page.locator("#over")).to_contain_text("The match is over")
    assert received
    assert all("board" not in state and "log" not in state for state in received if state["kind"] == "curtain")
    assert not [words for words in screen.wrong if not REFUSED.search(words)]


def fetch(route: Any, hear: Any) -> None:
    response = route.fetch()
    if response.headers.get("content-type") == "application/json":
        hear(response.json())
    route.fulfill(response=response)


def test_two_browsers_over_a_link(browser: Browser, site: Site) -> None:
    anna, bert = Screen(browser, site), Screen(browser, site)
    anna.open("link")
    anna.page.locator("#links button", has_text="Link for Blue").click()
    link = anna.page.locator("#links input").input_value()
    bert.page.goto(link)
    assert "#" not in bert.page.url  # the token is out of the address at once
    bert.page.click("#join")
    bert.wait_for_table()
    anna.set_up()
    bert.set_up()
    for _ in range(MOST_CLICKS):
        if not anna.step() or not bert.step():
            break
    for screen in (anna, bert):
        expect(screen.page.locator("#over")).to_contain_text("The match is over")
    bert.page.reload()
    expect(bert.page.locator("#over")).to_contain_text("The match is over")
    anna.page.locator("#over button", has_text="Rematch").click()
    anna.page.wait_for_url("**/tables/*")
    expect(bert.page.locator("#over a", has_text="To the rematch")).to_be_visible()
    bert.context.close()
    anna.context.close()
