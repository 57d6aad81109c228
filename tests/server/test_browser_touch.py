"""Fingers at a table: a press lifts a thing and shows its targets, a drag carries it, elsewhere a drag looks around."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.screen import Screen
from tests.server.site import Site
from tests.server.test_browser_games import PHONE

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
# The middles of what is marked so on the board, and can be seen.
MIDDLES = """(mark) => {
    const host = document.querySelector("#board .drawing"), frame = host.getBoundingClientRect();
    const found = [...host.shadowRoot.querySelectorAll(`.marked[data-mark=${mark}]`)];
    const boxes = found.map((each) => each.getBoundingClientRect());
    return boxes.map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }))
        .filter(({ x, y }) => x > frame.left + 30 && x < frame.right - 70)
        .filter(({ x, y }) => y > frame.top + 30 && y < frame.bottom - 90);
}"""
# A point of the map at which nothing can be picked.
EMPTY = """() => {
    const host = document.querySelector("#board .camera"), frame = host.getBoundingClientRect();
    const isEmpty = (x, y) => host.shadowRoot.elementsFromPoint(x, y)
        .every((each) => !each.closest(".marked, .chosen, .tools, .overview"));
    for (let y = frame.top + 60; y < frame.bottom - 60; y += 15) {
        for (let x = frame.left + 80; x < frame.right - 80; x += 15) if (isEmpty(x, y)) return { x, y };
    }
}"""
# Where the drawing behind the camera lies.
PLACE = """() => {
    const { x, y } = document.querySelector("#board .camera").shadowRoot.querySelector("svg").getBoundingClientRect();
    return [x, y];
}"""


# On a busy machine an answer can take longer than a long press: here none comes before it.
PATIENT = """
    const later = window.setTimeout;
    window.setTimeout = (what, time, ...more) => later(what, time === 450 ? 60000 : time, ...more);
"""


class Finger:
    """A finger on a touch screen, which real taps alone do not show: it rests, moves and leaves."""

    def __init__(self, screen: Screen) -> None:
        self.tools = screen.context.new_cdp_session(screen.page)

    def _tell(self, kind: str, *points: dict[str, float]) -> None:
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def press(self, at: dict[str, float]) -> None:
        self._tell("touchStart", {"x": at["x"], "y": at["y"]})

    def drag(self, start: dict[str, float], end: dict[str, float]) -> None:
        for step in (1, 2, 3, 4):
            self._tell("touchMove", {axis: start[axis] + step * (end[axis] - start[axis]) / 4 for axis in ("x", "y")})

    def lift(self) -> None:
        self._tell("touchEnd")


def marked(screen: Screen, mark: str) -> list[dict[str, float]]:
    """Return the middles of what is marked so on the board, and can be seen."""
    found: list[dict[str, float]] = screen.page.evaluate(MIDDLES, mark)
    return found


def lift_something(screen: Screen, finger: Finger) -> tuple[dict[str, float], dict[str, float]]:
    """Press a thing until its targets are shown, without any movement; return where it is and one of its targets."""
    screen.wait()
    for thing in marked(screen, "select"):
        finger.press(thing)
        screen.settle()
        if targets := marked(screen, "move"):
            return thing, targets[0]
        finger.lift()
        screen.page.keyboard.press("Escape")
        screen.settle()
    raise AssertionError("nothing shows its targets while it is pressed")


def test_a_finger_lifts_a_piece_at_once_and_drags_it(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    screen.context.add_init_script(PATIENT)
    screen.sit("stratego", "micro")
    screen.set_up()
    finger = Finger(screen)
    piece, target = lift_something(screen, finger)
    finger.drag(piece, target)
    assert screen.page.locator(".carried").count() == 1
    finger.lift()
    expect(screen.page.locator(".carried")).to_have_count(0)
    screen.settle()
    screen.page.wait_for_timeout(500)  # Chromium takes a tap that follows a drag at once for its end
    screen.page.locator("#tools .for-story").tap()
    screen.page.get_by_role("tab", name="What happened").tap()
    expect(screen.page.locator("#log li", has_text="You move your").first).to_be_visible()
    screen.check()


def test_a_tap_picks_and_a_second_one_lets_go(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    screen.context.add_init_script(PATIENT)
    screen.sit("stratego", "micro")
    screen.set_up()
    finger = Finger(screen)
    piece, _ = lift_something(screen, finger)
    finger.lift()
    screen.settle()
    assert marked(screen, "move"), "the tap has picked, and no second pick has undone it"
    screen.tap(piece["x"], piece["y"])
    screen.settle()
    assert not marked(screen, "move")
    assert marked(screen, "select")
    screen.check()


def test_on_a_map_a_finger_drags_what_can_be_picked_and_looks_around_elsewhere(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    screen.context.add_init_script(PATIENT)
    screen.sit("civ", "quick")
    finger, page = Finger(screen), screen.page
    unit, target = lift_something(screen, finger)
    before = page.evaluate(PLACE)
    finger.drag(unit, target)
    assert page.locator(".carried").count() == 1
    assert page.evaluate(PLACE) == before
    finger.lift()
    expect(page.locator(".carried")).to_have_count(0)
    screen.settle()
    page.keyboard.press("Escape")
    screen.settle()
    empty = page.evaluate(EMPTY)
    before = page.evaluate(PLACE)
    finger.press(empty)
    finger.drag(empty, {"x": empty["x"] - 60, "y": empty["y"] - 40})
    assert page.evaluate(PLACE) != before
    assert page.locator(".carried").count() == 0
    finger.lift()
    screen.check()


def test_a_long_press_looks_closer_and_the_thing_can_still_be_dragged(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    screen.sit("stratego", "micro")
    screen.set_up()
    screen.wait()
    finger, piece = Finger(screen), marked(screen, "select")[0]
    finger.press(piece)
    expect(screen.page.locator("#inspect.pinned")).to_be_visible()
    assert not marked(screen, "move"), "a look picks nothing"
    finger.drag(piece, {"x": piece["x"], "y": piece["y"] - 30})
    expect(screen.page.locator("#inspect")).to_be_hidden()
    expect(screen.page.locator(".carried")).to_have_count(1)
    finger.lift()
    screen.check()
