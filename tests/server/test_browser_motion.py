"""What is shown of events: it glides, or stays in its place for those who want no motion; the fallen go to a tray."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser

from plowshares.server.build import static_address
from tests.server.screen import Screen
from tests.server.site import Site

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
# Shows one event of each kind with two things on the page; lists what was animated of them, and where they are at last.
SHOW_EVENTS = """
async (scripts) => {
    const { Motion } = await import(`${scripts}/motion.js`);
    const things = {};
    ["attacker", "defender", "place", "losses", "captured"].forEach((name, i) => {
        const each = things[name] = document.createElement("div");
        each.style.cssText = `position:fixed;left:${40 + 120 * i}px;top:${40 + 50 * i}px;width:40px;height:40px`;
        document.body.append(each);
    });
    const stage = { cameras: [], all: () => [], follow: () => {}, spot: (id) => things[id] ?? null,
        drawn: (_, id) => (things[id] ? [things[id]] : []) };
    const animated = new Set(), animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        for (const frame of [frames].flat()) Object.keys(frame).forEach((name) => animated.add(name));
        return animate.call(this, frames, how);
    };
    const middle = (each) => {
        const box = each.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const motion = new Motion(stage, { state: () => ({ seat: 0, seats: [] }), tell: () => {} });
    const show = async (...events) => {
        let actors = [];
        await motion.play(events, () => { actors = [...document.querySelectorAll(".shade")].map(middle); });
        return actors;
    };
    await show({ verb: "gain", target: "place", amount: 2 }, { verb: "lose", target: "place", amount: 1 },
        { verb: "roll", amount: 3 }, { verb: "appear", target: "place", art: "u-army" },
        { verb: "move", thing: "attacker", source: "attacker", target: "place" });
    const fell = await show({ verb: "battle", thing: "attacker", other: "defender", source: "attacker",
        target: "defender", winner: "none", tray: "losses", other_tray: "captured", title: "Both fall" });
    Element.prototype.animate = animate;
    return { animated: [...animated], fell, trays: [middle(things.losses), middle(things.captured)] };
}
"""


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_what_moves_glides_unless_motion_is_unwanted(motion: str, moves: bool, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, speed="normal", reduced_motion=motion)
    page = screen.page
    page.add_init_script(
        "window.glides = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...how) {"
        " if (this.matches('.shade')) window.glides++; return animate.apply(this, how); };"
    )
    screen.sit("stratego", "micro", kind="here")
    for _ in range(2):
        page.click("#ready")
        screen.set_up()
        page.wait_for_selector("#bar:has-text('Hide my board')")
        screen.press("Hide my board")
    page.click("#ready")
    screen.wait()
    page.evaluate("window.glides = 0")
    while not page.evaluate("document.querySelector('#bar').innerText.includes('Hide my board')"):
        screen.step()
    assert (page.evaluate("window.glides") > 0) is moves
    screen.check()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_nothing_moves_where_motion_is_unwanted_and_the_fallen_go_to_their_trays(
    motion: Literal["no-preference", "reduce"], browser: Browser, site: Site
) -> None:
    screen = Screen(browser, site, speed="fast", reduced_motion=motion)
    screen.sit("footsoldiers", "default", kind="link")
    screen.wait()
    moving = {"translate", "scale", "rotate"}
    shown = screen.page.evaluate(SHOW_EVENTS, static_address())
    assert "opacity" in shown["animated"]
    assert moving & set(shown["animated"]) == (set() if motion == "reduce" else moving)
    for actor, tray in zip(shown["fell"], shown["trays"], strict=True):
        assert actor == pytest.approx(tray, abs=1)
    screen.page.get_by_role("button", name="Back to the middle").click()
    glides = "document.querySelector('#board .camera').shadowRoot.querySelector('svg').style.transition"
    assert bool(screen.page.evaluate(glides)) is (motion != "reduce")
    screen.check()
