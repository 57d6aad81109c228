"""The board stays where it is while things happen, and one's own side of it is in sight: watched at every frame."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

from tests.server.screen import Screen
from tests.server.site import Site
from tests.server.test_browser_games import PHONE, SMALL

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
GLIDE = 400  # milliseconds in which a camera comes back to where it was
LONGEST_HINT = 60_000  # milliseconds: its search may have to be compiled
SCREENS: dict[str, dict[str, Any]] = {
    "large": {"viewport": {"width": 1440, "height": 900}},
    "low": {"viewport": {"width": 1024, "height": 768}},
    "phone": PHONE,
    "sideways": {**PHONE, "viewport": {"width": 844, "height": 390}},
}
LARGER = {  # the small boards, and Stratego's large one
    **SMALL,
    "stratego": ("classic", {"red_setup": "random", "blue_setup": "random"}),
}
# Notes at every frame whether anything has moved that must not, and what was to be seen meanwhile.
WATCH = """() => {
    const board = document.getElementById("board");
    const spots = () => {
        const found = new Map([["#board", board]]);
        // A low screen scrolls from row to row, and rows above change their height there.
        const rows = innerHeight > 500 ? board.querySelectorAll("[data-region]") : [];
        for (const each of rows) found.set(each.dataset.region, each);
        return new Map([...found].map(([name, each]) => {
            const box = each.getBoundingClientRect(), down = each === board ? 0 : board.scrollTop;
            const aside = each === board ? 0 : board.scrollLeft;
            return [name, [box.x + aside, box.y + down, ...(name === "#board" ? [box.right, box.bottom] : [])]];
        }));
    };
    const seen = () => {
        const open = (selector) => Boolean(document.querySelector(selector));
        return [["hint", "#popover:not([hidden]) .offer"], ["refusal", "#toast.wrong:not([hidden])"],
            ["motion", "#top-layer > *"]].filter(([, selector]) => open(selector)).map(([name]) => name);
    };
    const first = spots(), watched = window.watched = { frames: 0, moved: [], seen: [] };
    const look = () => {
        watched.frames++;
        for (const name of seen()) if (!watched.seen.includes(name)) watched.seen.push(name);
        for (const [name, spot] of spots()) {
            const was = first.get(name);
            if (was?.some((at, i) => Math.abs(at - spot[i]) > 1))
                watched.moved.push(`${name}: ${was.map(Math.round)} → ${spot.map(Math.round)} at ${seen()}`);
        }
        requestAnimationFrame(look);
    };
    look();
}"""
# What of one's own side is not in sight: a board that no camera shows, a hand, and anything that can be picked.
OUTSIDE = """() => {
    const outside = [], drawings = [...document.querySelectorAll("#board [data-region=board] .drawing")];
    const check = (name, box) => {
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
            outside.push(`${name}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    };
    for (const id of ["board", "bar"]) check(id, document.getElementById(id).getBoundingClientRect());
    for (const each of drawings)
        if (!each.classList.contains("camera"))
            check("drawing", each.shadowRoot.querySelector("svg").getBoundingClientRect());
    const hand = document.querySelector("#board [data-region=hand]");
    if (hand && innerHeight > 500) { // low screens scroll to the row that something can be picked from
        const { left, width, top, bottom } = hand.getBoundingClientRect();
        check("hand", { left, right: Math.min(left + width, innerWidth), top, bottom });
    }
    return outside;
}"""


def ask_for_hint(screen: Screen) -> None:
    """Ask for a hint and read it; a question that others' news have overtaken is asked again."""
    page = screen.page
    row = page.locator("#popover .offer small", has_text="% to win").first
    for _ in range(4):
        screen.wait()
        page.get_by_role("button", name="Hint").click()
        with contextlib.suppress(TimeoutError):
            row.wait_for(timeout=LONGEST_HINT)
            page.keyboard.press("Escape")
            return
    raise AssertionError("there is no hint")


def refuse_one(screen: Screen) -> None:
    """Pick things until the server refuses one: it does so once."""
    page = screen.page
    words = "That cannot be done for some reason."
    page.route("**/play", lambda route: route.fulfill(status=422, json={"error": words}), times=1)
    for _ in range(8):
        now = screen.wait()
        mark = screen.look(0.5, every=True)["chosen"] if now["marks"] else None
        if mark:
            screen.tap(mark["x"], mark["y"])
            page.wait_for_timeout(300)
        if page.locator("#toast.wrong:visible").count():
            break
    expect(page.locator("#toast.wrong")).to_have_text(words)
    page.evaluate("document.getElementById('toast').hidden = true")  # a step takes what is left for its own refusal


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("game", LARGER)
def test_nothing_moves_the_board_and_ones_own_side_is_in_sight(
    game: str, size: str, browser: Browser, site: Site
) -> None:
    """Play at the usual speed for as long as it takes to see a hint, a refusal and an animation."""
    preset, options = LARGER[game]
    screen = Screen(browser, site, speed="normal", **SCREENS[size])
    screen.sit(game, preset, options=options)
    page = screen.page
    now = screen.wait()
    assert any(mark["seen"] for mark in now["marks"]), "nothing that can be picked is in sight"
    outside = page.evaluate(OUTSIDE)
    assert not outside, f"outside the screen: {outside}"
    page.evaluate(WATCH)
    ask_for_hint(screen)
    refuse_one(screen)
    for step in range(40):
        page.wait_for_timeout(GLIDE)
        if not screen.step() or (step >= 4 and "motion" in page.evaluate("window.watched.seen")):
            break
    watched = page.evaluate("window.watched")
    assert not watched["moved"], watched["moved"][:3]
    assert set(watched["seen"]) == {"hint", "refusal", "motion"}
    assert watched["frames"] > 50
    outside = page.evaluate(OUTSIDE)
    assert not outside, f"outside the screen: {outside}"
    screen.check()
