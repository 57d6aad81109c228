"""People who play together in real browsers: pairing, a draw, chat and mute, being called."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.screen import Screen
from tests.server.site import Site

pytestmark = pytest.mark.compiled_only
LARGE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
READY = {"red_setup": "random", "blue_setup": "random"}
# Notes of the browser are kept where the test can read them; real ones need a desktop.
NOTES = """
window.notes = [];
window.Notification = class { constructor(title, more) { window.notes.push([title, more.body]); }
  static permission = "granted"; static async requestPermission() { return "granted"; } };
Object.defineProperty(document, "hidden", { get: () => Boolean(window.isAway) });
"""

# Lists the sounds that the page plays.
LIST_SOUNDS = "window.sounds = []; addEventListener('sound', ({ detail }) => window.sounds.push(detail));"


def stranger(browser: Browser, site: Site, name: str) -> Screen:
    screen = Screen(browser, site, **LARGE)
    answer = screen.context.request.post(f"{site.base}/api/me", data={"name": name, "avatar": "owl"})
    assert answer.ok
    return screen


def two_at_a_table(browser: Browser, site: Site) -> tuple[Screen, Screen]:
    """Return whoever is to move, and the other one."""
    anna, bert = stranger(browser, site, "Anna"), stranger(browser, site, "Bert")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "link", "name": "Bert"}]
    body = {"game": "stratego", "preset": "micro", "options": READY, "seats": seats}
    table = anna.context.request.post(f"{site.base}/api/tables", data=body).json()["table"]
    token = anna.context.request.post(f"{site.base}/api/tables/{table}/invite", data={"seat": 1}).json()["token"]
    assert bert.context.request.post(f"{site.base}/api/join", data={"token": token}).ok
    for each in (anna, bert):
        each.page.goto(f"{site.base}/tables/{table}")
        each.wait_for_table()
    is_annas = anna.page.locator("#bar.acting").count() > 0
    return (anna, bert) if is_annas else (bert, anna)


@pytest.mark.long
def test_two_strangers_find_each_other(browser: Browser, site: Site) -> None:
    anna, bert = stranger(browser, site, "Anna"), stranger(browser, site, "Bert")
    for each in (anna, bert):
        each.page.goto(site.base)
        each.page.get_by_role("button", name="Find an opponent").first.click()
        each.page.locator("#pair-game").select_option("stratego")
        each.page.get_by_role("button", name="Look for somebody").click()
        if each is anna:
            expect(anna.page.locator(".seeking")).to_contain_text("Looking for an opponent")
            expect(anna.page.get_by_role("button", name="Play the computer meanwhile")).to_be_visible()
    for each in (anna, bert):
        each.wait_for_table()
    assert anna.page.url == bert.page.url
    expect(anna.page.locator("#others")).to_contain_text("Bert")
    expect(bert.page.locator("#others")).to_contain_text("Anna")
    anna.check()
    bert.check()


@pytest.mark.long
def test_a_draw_is_offered_and_taken(browser: Browser, site: Site) -> None:
    mover, other = two_at_a_table(browser, site)
    mover.page.get_by_role("button", name="Players", exact=True).click()
    mover.page.get_by_role("button", name="Offer a draw").click()
    expect(mover.page.locator(".wish")).to_contain_text("You offer a draw.")
    expect(other.page.locator(".wish")).to_contain_text("offers a draw")
    other.page.locator(".wish").get_by_role("button", name="Play on").click()
    expect(mover.page.locator(".wish")).to_be_hidden()
    other.page.get_by_role("button", name="Players", exact=True).click()
    other.page.get_by_role("button", name="Offer a draw").click()
    mover.page.locator(".wish").get_by_role("button", name="Agree").click()
    for each in (mover, other):
        expect(each.page.locator("#result")).to_contain_text("agreed to a draw")
        each.check()


@pytest.mark.long
def test_chat_is_read_and_somebody_is_muted_for_good(browser: Browser, site: Site) -> None:
    one, two = two_at_a_table(browser, site)
    for each in (one, two):
        each.page.evaluate(LIST_SOUNDS)
        each.page.get_by_role("tab", name="Chat").click()
    two.page.get_by_role("textbox", name="Message").fill("Good luck to you")
    two.page.keyboard.press("Enter")
    expect(one.page.locator(".talk")).to_contain_text("Good luck to you")
    expect(two.page.locator(".talk")).to_contain_text("Good luck to you")
    one.until("window.sounds.includes('message')")
    assert two.page.evaluate("window.sounds") == [], "nobody hears their own words come"
    one.page.locator(".talk .mute").first.click()
    expect(one.page.locator(".talk")).not_to_contain_text("Good luck to you")
    one.page.reload()
    one.wait_for_table()
    one.page.get_by_role("tab", name="Chat").click()
    expect(one.page.locator(".talk")).to_contain_text("Nobody has said anything yet.")
    one.page.get_by_role("button", name="Players", exact=True).click()
    one.page.get_by_role("button", name="Hear again").click()
    expect(one.page.locator(".talk")).to_contain_text("Good luck to you")
    expect(two.page.locator(".talk")).to_contain_text("Good luck to you")
    one.check()
    two.check()


@pytest.mark.long
def test_somebody_who_sits_down_is_heard(browser: Browser, site: Site) -> None:
    anna, bert = stranger(browser, site, "Anna"), stranger(browser, site, "Bert")
    table = anna.sit("stratego", "micro", kind="link")
    anna.page.evaluate(LIST_SOUNDS)
    anna.page.keyboard.press("Shift")  # browsers want a press before they make a sound
    token = anna.context.request.post(f"{site.base}/api/tables/{table}/invite", data={"seat": 1}).json()["token"]
    assert bert.context.request.post(f"{site.base}/api/join", data={"token": token}).ok
    anna.until("window.sounds.includes('joined')")
    anna.check()
    bert.check()


@pytest.mark.long
def test_a_note_of_the_browser_calls_whoever_is_to_move(browser: Browser, site: Site) -> None:
    mover, other = two_at_a_table(browser, site)
    other.context.add_init_script(NOTES)
    other.set(call=True)
    other.page.reload()
    other.wait_for_table()
    other.page.evaluate("window.isAway = true")
    table = mover.page.url.rpartition("/")[2]
    at = f"{site.base}/api/tables/{table}"
    state = mover.context.request.get(at).json()["state"]
    action = mover.context.request.get(f"{at}/actions").json()["actions"][0]
    assert mover.context.request.post(f"{at}/play", data={"at": state["decision"], "command": action}).ok
    until = time.monotonic() + 60
    while not other.page.evaluate("window.notes.length"):
        assert time.monotonic() < until
        other.page.wait_for_timeout(50)
    assert other.page.evaluate("window.notes[0][0]") == "Stratego"
    expect(other.page).to_have_title("● Stratego – Plowshares")
    other.check()
    mover.check()
