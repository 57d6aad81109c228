"""A real browser: played by clicking and by keys, at one screen and over a link."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.screen import COMPILED, MOST_STEPS, Screen
from tests.server.site import LINK, ME, Site, serving
from tests.server.test_browser_helps import invite

pytestmark = pytest.mark.compiled_only
LARGE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


@pytest.mark.smoke
def test_a_piece_is_picked_put_back_and_moved(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **LARGE)
    screen.sit("stratego", "micro", kind="link")
    page = screen.page
    expect(page.locator("#board svg").first).to_be_visible()
    screen.fill()
    page.locator("#board [data-pick='cell a1'].marked").click()
    expect(page.locator("#board [data-pick='cell a1'].chosen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#board .chosen")).to_have_count(0)
    page.locator("#board [data-pick='cell a1']").click()
    page.locator("#board [data-pick='cell b1']").click()
    expect(page.locator("#bar").get_by_role("button", name="on b1")).to_be_enabled()  # it can be undone
    screen.check()


@pytest.mark.long
def test_a_press_falls_through_to_what_is_marked(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **LARGE)
    screen.sit("civ", "quick")
    screen.wait()
    for _ in range(30):  # every press in the middle of a mark means that mark, though other things stand on it
        screen.step()
    screen.check()


@pytest.mark.long
def test_the_board_fits_and_stays(browser: Browser, site: Site) -> None:
    for size in ((1440, 900), (1024, 768), (1280, 720), (390, 844), (844, 390)):
        phone = min(size) < 500
        view = {"width": size[0], "height": size[1]}
        screen = Screen(browser, site, viewport=view, has_touch=phone, is_mobile=phone)
        screen.sit("stratego", "classic")
        seen = screen.wait()["board"]
        assert seen[0] >= 0
        assert seen[1] >= 0
        assert seen[2] <= size[0] + 1
        assert seen[3] <= size[1] + 1
        for _ in range(6):
            screen.step()
        screen.check()


@pytest.mark.long
def test_keys_keep_the_focus_on_the_board(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro", kind="link")
    page = screen.page
    screen.fill()
    page.wait_for_selector("#board .marked")
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        if (screen.look()["focused"] or "").startswith("cell"):
            break
    before = screen.look()["focused"]
    page.keyboard.press("Enter")
    expect(page.locator("#board .chosen").first).to_be_visible()
    assert focused_pick(page) == before
    page.keyboard.press("ArrowRight")
    assert focused_pick(page) not in (before, None)
    page.keyboard.press("?")
    expect(page.locator("#sheet")).to_contain_text("look closer")
    page.keyboard.press("Escape")
    screen.check()


def focused_pick(page: Page) -> str | None:
    """Return the pick that has the focus."""
    found: str | None = page.evaluate(
        "() => { let it = document.activeElement;"
        " while (it?.shadowRoot?.activeElement) it = it.shadowRoot.activeElement; return it?.dataset?.pick ?? null; }"
    )
    return found


@pytest.mark.long
def test_a_shared_screen_receives_one_side_at_a_time(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport={"width": 390, "height": 780})
    page = screen.page
    received: list[dict[str, Any]] = []

    def hear(answer: Any) -> None:
        if isinstance(answer, dict) and "state" in answer:
            received.append(answer["state"])

    devtools = screen.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.eventSourceMessageReceived", lambda event: hear(read(event["data"])))
    # Every answer to a request of the page is read before the page gets it.
    page.route("**/api/**", lambda route: route.continue_() if "events" in route.request.url else fetch(route, hear))
    screen.sit("stratego", "micro", kind="here")
    page.click("#ready")
    screen.set_up()
    page.wait_for_selector("#bar:has-text('Hide my board')")
    assert {state["seat"] for state in received if state["kind"] == "table"} == {0}
    screen.press("Hide my board")
    page.wait_for_selector("#ready:visible")
    assert page.locator("#board svg").count() == 0
    assert page.locator("#log li").count() == 0
    assert page.locator("[data-thing], [data-pick]").count() == 0
    since = len(received)
    page.click("#ready")
    screen.set_up()
    page.wait_for_selector("#bar:has-text('Hide my board')")
    assert {state["seat"] for state in received[since:] if state["kind"] == "table"} == {1}
    screen.set(hide=True)
    page.reload()
    screen.play_on()
    assert received
    curtains = [state for state in received if state["kind"] == "curtain"]
    assert all("regions" not in state and "log" not in state for state in curtains)
    screen.check()


def read(data: str) -> Any:
    """Return the content of an event; the first one only names the build."""
    return json.loads(data) if data.startswith("{") else None


def fetch(route: Any, hear: Any) -> None:
    response = route.fetch()
    if response.headers.get("content-type") == "application/json":
        hear(response.json())
    route.fulfill(response=response)


@pytest.mark.long
def test_two_browsers_over_a_link(browser: Browser, site: Site) -> None:
    anna, bert = Screen(browser, site), Screen(browser, site)
    anna.sit("stratego", "micro", kind="link")
    bert.page.goto(invite(anna.page, "Link for Cleo"))
    assert "#" not in bert.page.url  # the token is out of the address at once
    bert.page.click("#join")
    bert.wait_for_table()
    anna.set_up()
    bert.set_up()
    for _ in range(MOST_STEPS):
        if any(screen.look()["over"] for screen in (anna, bert)):
            break
        for screen in (anna, bert):
            now = screen.look()
            if now["marks"] and not now["busy"]:
                screen.step()
    for screen in (anna, bert):
        expect(screen.page.locator("#result h1")).not_to_be_empty()
    bert.page.reload()
    expect(bert.page.locator("#result h1")).not_to_be_empty()
    anna.page.locator("#result button", has_text="Rematch").click()
    anna.page.wait_for_url("**/tables/*")
    expect(bert.page.locator("#result a", has_text="To the rematch")).to_be_visible()
    expect(bert.page.locator("#result .done")).to_have_text("Ada would like a rematch.")
    bert.check()
    anna.check()


def seat_two(browser: Browser, site: Site, **options: str) -> tuple[Screen, Screen]:
    """Return the windows of two people at one small board, the first of whom is to move."""
    anna, bert = Screen(browser, site), Screen(browser, site)
    anna.sit("stratego", "micro", kind="link", options={"red_setup": "random", "blue_setup": "random", **options})
    bert.page.goto(invite(anna.page, "Link for Cleo"))
    bert.page.click("#join")
    bert.wait_for_table()
    anna.page.wait_for_selector("#bar.acting")
    return anna, bert


@pytest.mark.long
def test_a_move_is_prepared_while_the_other_side_thinks(browser: Browser, site: Site) -> None:
    anna, bert = seat_two(browser, site)
    page = bert.page
    state = bert.context.request.get(page.url.replace("/tables/", "/api/tables/")).json()["state"]
    assert not state["acting"]
    page.locator(f"#board [data-pick='{state['ahead'][0]}']").click()
    page.locator("#board .marked").first.click()
    expect(page.locator("#board .prepared").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#board .prepared")).to_have_count(0)
    page.locator(f"#board [data-pick='{state['ahead'][0]}']").click()
    page.locator("#board .marked").first.click()
    expect(page.locator("#board .prepared").first).to_be_visible()
    expect(page.locator("#log")).not_to_contain_text("You move")
    while not anna.page.locator("#log li", has_text="You move").count():
        anna.step()
        anna.settle()
    expect(page.locator("#log")).to_contain_text("You move")
    expect(page.locator("#board .prepared")).to_have_count(0)
    expect(anna.page.locator("#bar.acting")).to_be_visible()
    anna.check()
    bert.check()


@pytest.mark.long
def test_a_restart_and_a_second_tab_lose_nothing(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(database) as site:
        screen = Screen(browser, site)
        screen.sit("stratego", "micro", kind="link")
        screen.fill()
        page, second = screen.page, screen.new_page()
        ready = "#bar button:has-text('Ready'):not([aria-disabled=true])"
        page.wait_for_selector(ready)
        second.goto(page.url)
        second.wait_for_selector(ready)
        army = drawn(page)
    expect(page.locator("#toast")).to_contain_text("connection is lost")
    with serving(database, urlsplit(site.base).port or 0):
        for each in (page, second):
            expect(each.locator("body")).not_to_have_class("tablepage offline")
            each.wait_for_selector(ready)
            assert drawn(each) == army
        expect(page.locator("#toast.wrong")).to_be_hidden()
        page.locator("#bar [data-pick='button ready']").click()
        expect(second.locator("#prompt")).to_contain_text("Cleo")
        screen.context.close()


def drawn(page: Page) -> list[str]:
    """Return the names of what is drawn on the board."""
    found: list[str] = page.eval_on_selector_all("#board [data-thing]", "all => all.map((each) => each.dataset.thing)")
    return found


@pytest.mark.long
def test_a_page_older_than_its_server_reloads_itself(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    page = screen.page
    page.route(
        "**/tables/*", lambda route: age(route) if "/api/" not in route.request.url else route.continue_(), times=1
    )
    loads: list[Page] = []
    page.on("load", lambda loaded: loads.append(loaded))
    screen.sit("stratego", "micro", kind="link")
    expect(page.locator("html")).not_to_have_attribute("data-build", "old")
    screen.wait_for_table()
    page.wait_for_load_state()
    assert len(loads) == 2, "once by us, and once by itself"
    screen.check()


@pytest.mark.long
@pytest.mark.parametrize("where", ["/", "/tables/{table}/replay", "/tables/{table}/review"])
def test_other_pages_older_than_their_server_reload_themselves_too(where: str, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    page = screen.page
    table = screen.sit("stratego", "micro", kind="link")
    assert screen.context.request.post(f"{site.base}/api/tables/{table}/resign", data={}).ok
    address = site.base + where.format(table=table)
    page.route(address, age, times=1)
    page.goto(address)
    expect(page.locator("html")).not_to_have_attribute("data-build", "old")
    screen.check()


@pytest.mark.long
def test_an_old_page_says_so_where_somebody_fills_something_in(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    page = screen.page
    page.goto(site.base)
    page.evaluate("document.documentElement.dataset.build = 'old'")
    page.evaluate("document.getElementById('table-dialog').showModal()")
    body = {"game": "stratego", "preset": "micro", "seats": [ME, LINK], "access": "open"}
    assert screen.context.request.post(f"{site.base}/api/tables", data=body, timeout=COMPILED).ok
    expect(page.locator(".updated")).to_have_text("The server was updated.Reload the page")
    page.wait_for_timeout(1500)
    expect(page.locator("html")).to_have_attribute("data-build", "old")
    page.get_by_role("button", name="Reload the page").click()
    expect(page.locator("html")).not_to_have_attribute("data-build", "old")
    screen.check()


def age(route: Any) -> None:
    """Let a page believe that it is of an older build."""
    response = route.fetch()
    route.fulfill(response=response, body=re.sub('data-build="[^"]*"', 'data-build="old"', response.text()))
