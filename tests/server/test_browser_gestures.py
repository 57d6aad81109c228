"""Looking closer by mouse, finger and key; two fingers; turns that pass by themselves; orders that are carried on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.screen import COMPILED, Screen
from tests.server.site import Site
from tests.server.test_browser_games import PHONE, STORES
from tests.server.test_browser_table import seen

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
ARRANGED = {"red_setup": "random", "blue_setup": "random"}
PINNED = "#inspect.pinned:not([hidden])"
ARMIES = "[data-pick^='armies ']"
FIND = """(selector) => [...document.querySelectorAll("#board .drawing")]
    .flatMap((each) => [...each.shadowRoot.querySelectorAll(selector)]).map((each) => each.dataset.pick)"""


def touch(page: Page, *steps: list[tuple[float, float]], pause: int = 30) -> None:
    """Put fingers on the screen, move them from step to step, and lift them after a pause."""
    devtools: Any = page.context.new_cdp_session(page)
    for i, points in enumerate(steps):
        given = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": "touchMove" if i else "touchStart", "touchPoints": given})
        page.wait_for_timeout(pause)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def find_picks(page: Page, selector: str) -> list[str]:
    """Return the picks of what is drawn and matches a selector."""
    found: list[str] = page.evaluate(FIND, selector)
    return found


def find_mark(screen: Screen, kind: str) -> dict[str, Any]:
    """Return what is marked in sight under a name of this kind."""
    found: dict[str, Any] = next(
        each for each in screen.wait()["marks"] if each["seen"] and each["pick"].startswith(kind)
    )
    return found


def test_a_mouse_that_rests_looks_closer(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro", options=ARRANGED)
    page, mark = screen.page, find_mark(screen, "cell")
    page.mouse.move(mark["x"], mark["y"])
    expect(page.locator("#inspect h2")).to_contain_text("Your ")
    expect(page.locator(PINNED)).to_have_count(0)
    page.mouse.move(5, 5)
    expect(page.locator("#inspect")).to_be_hidden()
    assert find_picks(page, ".chosen") == []
    screen.check()


def test_the_key_i_looks_closer_and_escape_goes_back(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro", options=ARRANGED)
    page = screen.page
    screen.wait()
    focused = screen.look(0)["focused"]
    page.keyboard.press("i")
    expect(page.locator(f"{PINNED} h2")).to_contain_text("Your ")
    page.keyboard.press("Escape")
    expect(page.locator("#inspect")).to_be_hidden()
    assert find_picks(page, ".chosen") == []
    assert focused
    screen.check()


def test_a_long_press_looks_closer_and_picks_nothing(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    screen.sit("stratego", "micro", options=ARRANGED)
    page, mark = screen.page, find_mark(screen, "cell")
    touch(page, [(mark["x"], mark["y"])], pause=700)
    expect(page.locator(f"{PINNED} h2")).to_contain_text("Your ")
    assert find_picks(page, ".chosen") == []
    page.locator("#inspect").get_by_role("button", name="Close").click()
    expect(page.locator("#inspect")).to_be_hidden()
    screen.tap(mark["x"], mark["y"])  # a short one picks
    screen.settle()
    assert find_picks(page, ".chosen") == [mark["pick"]]
    screen.check()


def test_two_fingers_bring_a_map_closer(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    screen.sit("footsoldiers", "default", kind="link")
    page = screen.page
    screen.wait()
    box: Any = page.locator("#board .camera").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    first = seen(page)["width"]
    touch(page, *([(x - gap, y), (x + gap, y)] for gap in (30, 45, 60)))
    closer = seen(page)["width"]
    assert closer == pytest.approx(2 * first, rel=0.15)
    touch(page, *([(x - gap, y), (x + gap, y)] for gap in (60, 45, 30)))
    assert seen(page)["width"] == pytest.approx(first, rel=0.15)
    assert find_picks(page, ".chosen") == []
    screen.check()


def test_empty_turns_pass_by_themselves_and_the_log_says_so(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("civ", "classic", options={"max_rounds": "4"})  # without stores and units there is nothing to do
    page = screen.page
    expect(page.locator("#result h1")).not_to_be_empty()
    expect(page.locator("#log li", has_text="Nothing to do: End turn.").first).to_be_attached()
    screen.check()


def test_empty_turns_wait_if_somebody_wants_that(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.set(**{"pass": False})
    screen.sit("civ", "classic", options={"max_rounds": "4"})
    page = screen.page
    screen.wait()
    page.wait_for_timeout(2500)
    expect(page.locator("#bar [data-pick].marked")).to_have_count(1)
    expect(page.locator("#log li", has_text="Nothing to do")).to_have_count(0)
    screen.check()


def test_a_journey_is_carried_on_in_the_next_turn(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport={"width": 1440, "height": 900})
    screen.sit("civ", "classic", options={**STORES, "map": "flat", "start_armies": "1", "start_workers": "0"})
    page, mark = screen.page, find_mark(screen, "armies")
    screen.tap(mark["x"], mark["y"])
    screen.settle()
    page.keyboard.press("g")
    expect(page.locator("#prompt")).to_contain_text("Go to")
    far = find_mark(screen, "cell")
    screen.tap(far["x"], far["y"])
    screen.settle()
    under_way = find_picks(page, ARMIES)
    assert under_way != [mark["pick"]], "the first step is taken at once"
    carry_on = page.locator("#bar button", has_text=re.compile(r"Carry on: 1"))
    expect(carry_on).to_have_count(0)
    page.locator("#bar button", has_text="End turn").click()
    carry_on.click()
    expect(carry_on).to_have_count(0)
    screen.settle()
    assert find_picks(page, ARMIES) not in (under_way, [mark["pick"]])
    screen.check()


@pytest.mark.parametrize("close", ["Escape", "a press beside it", "Cancel"])
def test_a_question_that_is_closed_comes_back(close: str, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    page, stepper = screen.page, screen.page.locator("#popover .stepper")
    for _ in range(40):  # some matches begin with a bid, in others it comes soon
        screen.sit("battle_farm", "two")
        screen.wait()
        if stepper.count():
            break
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#popover .offer").first).to_contain_text("% to win", timeout=COMPILED)
    for _ in range(2):  # the hint goes, and then the question is still there
        if close == "Escape":
            page.keyboard.press(close)
        elif close == "Cancel":
            page.locator("#popover").get_by_role("button", name="Cancel").click()
        else:
            page.locator("#board").click(position={"x": 4, "y": 4})
        expect(stepper).to_be_visible()
    screen.step()
    screen.check()
