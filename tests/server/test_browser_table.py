"""What belongs to a table beside its picks: the camera, sounds, a page to install, a match saved as a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from plowshares.core.i18n import render, use_language
from plowshares.games.battle_farm.cards import ALL_SLUGS, PRINTED
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.scene.faces import card_face
from plowshares.games.battle_farm.state import new
from plowshares.server.build import static_address
from plowshares.server.languages import languages
from tests.server.screen import Screen
from tests.server.site import Site
from tests.server.test_browser_helps import resign

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
LARGE = {"width": 1440, "height": 900}
# Where the drawing behind the camera lies, how large it is, and what part of it the small picture frames.
SEEN = """() => {
    const root = document.querySelector("#board .camera").shadowRoot;
    const box = root.querySelector("svg").getBoundingClientRect();
    const frame = root.querySelector(".overview i").getBoundingClientRect();
    return { x: box.x, y: box.y, width: box.width, frame: frame.x, part: frame.width };
}"""
MIDDLE = """(pick) => {
    const host = document.querySelector("#board .camera"), view = host.getBoundingClientRect();
    const box = host.shadowRoot.querySelector(`[data-pick="${pick}"]`).getBoundingClientRect();
    return [box.x + box.width / 2 - view.x - view.width / 2, view.width];
}"""
# Lists the sounds for which something is started, in browsers without a loudspeaker too.
LIST_SOUNDS = """
    window.sounds = [];
    let started = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) { started++; return start.apply(this, when); };
    addEventListener("sound", ({ detail }) => { if (started) window.sounds.push(detail); started = 0; });
"""

CARD_WIDTHS = (104, 112, 140)  # pixels: on low screens, on phones, where there is room
READINGS: tuple[dict[str, Any], ...] = (  # options under which cards of Battle Farm say something else
    {},
    {"apples_together": True, "mango": "each", "oranges": "own", "clone": "printed", "eggplant_self": True},
    {"combo_scope": "turn"},
    {"apples_together": True, "combo_scope": "turn"},
)
# Cards of that width whose name or text is cut.
CUT = """
async ([cards, width, scripts]) => {
    const { bigCard } = await import(`${scripts}/cards.js`);
    const made = cards.map((card) => bigCard(card));
    const host = document.createElement("div");
    document.body.append(host);
    host.style.setProperty("--w", `${width}px`);
    host.style.width = `${width}px`;
    host.append(...made);
    const name = (each) => each.querySelector(".title"), text = (each) => each.querySelector("p");
    const isCut = (each) => name(each).scrollWidth > name(each).clientWidth + 1
        || text(each).getBoundingClientRect().bottom > each.getBoundingClientRect().bottom;
    const cut = made.filter(isCut).map((each) => name(each).textContent);
    host.remove();
    return { shown: made.length, cut };
}
"""


def seen(page: Page) -> dict[str, float]:
    found: dict[str, float] = page.evaluate(SEEN)
    return found


def test_a_camera_looks_around_a_large_map(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport=LARGE)
    screen.sit("footsoldiers", "default", kind="link")
    page = screen.page
    first, bar = seen(page), page.locator("#bar").bounding_box()
    page.mouse.move(500, 500)
    page.mouse.wheel(0, -300)
    closer = seen(page)
    assert closer["width"] > 1.3 * first["width"]
    assert closer["part"] < first["part"]
    page.mouse.move(700, 500)
    page.mouse.down()
    page.mouse.move(400, 500, steps=4)
    page.mouse.up()
    assert seen(page)["x"] == pytest.approx(closer["x"] - 300, abs=2)
    small = page.locator("#board .overview").bounding_box()
    assert small is not None
    page.mouse.click(small["x"] + 0.9 * small["width"], small["y"] + small["height"] / 2)
    assert seen(page)["frame"] > closer["frame"] + 100
    page.get_by_role("button", name="Back to the middle").click()
    page.wait_for_timeout(400)  # it glides back
    mark = next(each for each in screen.wait()["marks"] if each["seen"] and each["pick"].startswith("cell"))
    screen.tap(mark["x"], mark["y"])
    screen.settle()
    page.mouse.click(small["x"] + 0.9 * small["width"], small["y"] + small["height"] / 2)
    page.get_by_role("button", name="Back to the middle").click()
    page.wait_for_timeout(400)
    off, width = page.evaluate(MIDDLE, mark["pick"])
    assert abs(off) < width / 2, "what is picked is out of sight"
    assert page.locator("#bar").bounding_box() == bar
    screen.check()


def test_sounds_are_heard_until_they_are_muted(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport=LARGE)
    screen.context.add_init_script(LIST_SOUNDS)
    screen.sit("stratego", "micro", kind="link")
    page = screen.page
    screen.step()
    screen.until("window.sounds.length > 0")
    assert page.evaluate("window.sounds[0]") == "pick"
    page.get_by_role("button", name="Sound off").click()
    expect(page.get_by_role("button", name="Sound on")).to_be_visible()
    page.reload()  # it is remembered
    screen.wait_for_table()
    expect(page.get_by_role("button", name="Sound on")).to_be_visible()
    screen.step()
    screen.settle()
    assert page.evaluate("window.sounds") == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("slider", name="Sound").fill("80")
    assert page.evaluate("JSON.parse(localStorage.plowshares).volume") == 80
    screen.check()


def test_a_page_rests_when_nothing_happens(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport=LARGE)
    screen.sit("stratego", "micro", kind="link")
    screen.wait()
    tools = screen.context.new_cdp_session(screen.page)
    tools.send("Performance.enable")

    def work() -> list[float]:
        found = {each["name"]: each["value"] for each in tools.send("Performance.getMetrics")["metrics"]}
        return [found["LayoutCount"], found["RecalcStyleCount"]]

    for _ in range(10):  # what beats at first and what is told for a moment comes to an end
        before = work()
        screen.page.wait_for_timeout(3000)
        if work() == before:
            return screen.check()
    raise AssertionError("the page lays out or styles something again and again")


def test_the_page_can_be_installed(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.page.goto(screen.base)
    address = screen.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = screen.context.request.get(f"{screen.base}{address}").json()
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon["purpose"] == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        answer = screen.context.request.get(f"{screen.base}{icon['src']}")
        assert answer.ok, icon["src"]
        assert answer.headers["content-type"].startswith(icon["type"])
    assert screen.context.request.get(f"{screen.base}{manifest['start_url']}").ok
    assert "viewport-fit=cover" in (screen.page.locator("meta[name=viewport]").get_attribute("content") or "")
    screen.check()


def test_a_match_is_saved_as_a_page_that_needs_no_server(browser: Browser, site: Site, tmp_path: Path) -> None:
    screen = Screen(browser, site, viewport=LARGE)
    screen.sit("stratego", "micro")
    for _ in range(6):
        screen.step()
    page = screen.page
    screen.settle()
    resign(page)
    page.locator("#result a", has_text="Look back").click()
    page.wait_for_selector("#board svg")
    page.evaluate("""() => {
        const save = [...document.querySelectorAll("#tools .chip")].find((each) => each.textContent.includes("Save"));
        window.said = [];
        const watch = new MutationObserver(() => window.said.push(save.textContent));
        watch.observe(save, { childList: true, subtree: true });
    }""")
    with page.expect_download() as saved:
        page.get_by_text("Save as a page").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    told = [int(share) for words in page.evaluate("window.said") for share in re.findall(r"(\d+) %", words)]
    assert told == sorted(told)
    assert len(told) > 1
    alone = browser.new_context(offline=True).new_page()
    wrong: list[str] = []
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.goto(file.as_uri())
    expect(alone.locator("#board svg").first).to_be_visible()
    before = alone.locator("#bar output").inner_text()
    alone.keyboard.press("End")
    expect(alone.locator("#bar output")).not_to_have_text(before)
    alone.get_by_role("button", name="Settings").click()
    expect(alone.locator("#settings")).to_be_visible()
    assert not wrong, wrong
    alone.context.close()
    screen.check()


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_card_is_too_small_for_its_words(language: str, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport=LARGE)
    screen.sit("battle_farm", "two", kind="link")
    with use_language(languages()[language]):
        faces = [
            card_face(new(Options(players=2, **options)), card, int(PRINTED[card]), f"card {card}")
            for options in READINGS
            for card in range(len(ALL_SLUGS))
        ]
        cards = [{"title": render(face.title), "text": render(face.text), "gems": face.gems} for face in faces]
    for width in CARD_WIDTHS:
        found = screen.page.evaluate(CUT, [cards, width, static_address()])
        assert found == {"shown": len(cards), "cut": []}, f"{width} px wide"
    screen.check()
