"""A real browser: played by clicking and by keys, at one screen and over a link."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.server.screen import MOST_CLICKS, Screen
from tests.server.site import Site, serving

pytestmark = pytest.mark.compiled_only


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
    page.locator("#over a", has_text="Replay").click()
    page.wait_for_selector("#boards svg")
    with page.expect_response("**/replay?n=1*"):
        page.click("#forward")
    expect(page.locator("#where")).to_contain_text("1 of")
    screen.check()


@pytest.mark.smoke
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
    screen.check()


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
    assert received
    assert all("board" not in state and "log" not in state for state in received if state["kind"] == "curtain")
    screen.check()


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
    bert.check()
    anna.check()


def test_a_restart_and_a_second_tab_lose_nothing(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(database) as site:
        screen = Screen(browser, site)
        screen.open("link")
        screen.press("fill")
        page, second = screen.page, screen.new_page()
        expect(page.locator("#prompt")).to_contain_text("swap")
        second.goto(page.url)
        expect(second.locator("#prompt")).to_contain_text("swap")
        army = page.locator("#board svg").text_content()
    expect(page.locator("#connection")).to_be_visible()
    with serving(database, urlsplit(site.base).port or 0):
        for each in (page, second):
            expect(each.locator("#connection")).to_be_hidden()
            assert each.locator("#board svg").text_content() == army
        screen.press("ready")
        expect(second.locator("#prompt")).to_contain_text("Waiting for Blue")
        screen.context.close()
