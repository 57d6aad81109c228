"""Every game played to its end in a real browser, by picking anything that is marked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from plowshares import registry
from plowshares.core.options import read_options
from tests.server.screen import Screen
from tests.server.site import Site

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]
SMALL: dict[str, tuple[str, dict[str, str]]] = {
    "battle_farm": ("two", {"max_rounds": "3"}),
    "civ": ("quick", {"size": "8", "max_rounds": "4"}),
    "farmer_soldier": ("standard", {"round_cap": "5"}),
    "footsoldiers": ("default", {"total_turns": "12", "initial_money": "40"}),
    "stratego": ("micro", {}),
}
SMALL |= {name: (registry.find(name).default_preset, {}) for name in registry.OURS if name not in SMALL}
STORES = {"start_workers": "2", "start_armies": "2", "start_food": "20", "start_production": "40"}
BOARDS = [  # presets whose boards differ, with options that end them soon
    *((game, preset, 2, options) for game, (preset, options) in SMALL.items()),
    ("stratego", "mini", 2, {"move_cap": "30"}),
    ("stratego", "classic", 2, {"move_cap": "24"}),
    ("stratego", "modern", 2, {"move_cap": "24"}),
    ("battle_farm", "six", 6, {"max_rounds": "2"}),
    ("battle_farm", "five", 5, {"max_rounds": "6"}),
    ("battle_farm", "four", 4, {"max_rounds": "8"}),
    ("battle_farm", "three", 3, {"max_rounds": "12"}),
    ("battle_farm", "literal", 2, {"max_rounds": "3"}),
    ("stratego", "barrage", 2, {"move_cap": "20"}),
    ("stratego", "quick", 2, {"move_cap": "16"}),
    ("farmer_soldier", "torus", 4, {"round_cap": "2"}),
    ("farmer_soldier", "three", 3, {"round_cap": "3"}),
    ("farmer_soldier", "four", 4, {"round_cap": "3"}),
    ("farmer_soldier", "cube", 8, {"round_cap": "2"}),
    ("farmer_soldier", "endless", 2, {"round_cap": "3"}),
    ("farmer_soldier", "triangles", 2, {"round_cap": "8"}),
    ("farmer_soldier", "hex", 2, {"round_cap": "3"}),
    ("farmer_soldier", "tower", 2, {"round_cap": "3"}),
    ("farmer_soldier", "melee", 0, {"round_cap": "2"}),
    ("farmer_soldier", "lots", 2, {"round_cap": "20"}),
    ("farmer_soldier", "roles", 2, {"round_cap": "20"}),
    ("footsoldiers", "tournament", 2, {"total_turns": "8", "initial_money": "40"}),
    ("footsoldiers", "short", 2, {"total_turns": "8"}),
    ("civ", "codekata", 0, {"max_rounds": "2", **STORES}),
    ("civ", "conquest", 0, {"max_rounds": "12"}),
    ("civ", "quick", 0, {"max_rounds": "12"}),
    ("civ", "classic", 2, {"max_rounds": "8", **STORES}),
]
SAME_BOARD = {  # presets that show what another shows: other prices, limits, odds or orders of play
    "battle_farm": {"quick": "four", "duel": "two", "fresh-market": "three"},
    "civ": {"explorer": "conquest", "literal": "classic"},
    "farmer_soldier": {"fair": "standard", "literal": "standard", "even": "lots", "lot": "lots"},
    "footsoldiers": {"author": "default", "literal": "default"},
    "stratego": {"literal": "classic"},
}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
CROWDED = [  # many players, large maps
    ("battle_farm", "six", 6, {}),
    ("civ", "codekata", 4, STORES),
    ("farmer_soldier", "torus", 4, {}),
    ("farmer_soldier", "cube", 8, {}),
    ("footsoldiers", "tournament", 2, {}),
    ("stratego", "classic", 2, {}),
]
SMALLEST = """
() => {
    let least = 99, what = "";
    const look = (root) => { for (const each of root.querySelectorAll("*")) {
        if (each.shadowRoot) look(each.shadowRoot);
        if (![...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
        const box = each.getBoundingClientRect();
        if (box.width < 2 || box.bottom < 0 || box.top > innerHeight || box.left > innerWidth) continue;
        let size = parseFloat(getComputedStyle(each).fontSize);
        const matrix = each.getScreenCTM?.();
        if (matrix) size *= Math.hypot(matrix.a, matrix.b);
        if (size < least) { least = size; what = each.textContent.trim().slice(0, 40); }
    } };
    look(document);
    return [least, what];
}
"""
# What a finger cannot press: buttons under 44 px, and cells under 36 px of a board that no camera shows.
TOO_SMALL = """
() => {
    const small = [];
    const isSeen = (box) => box.width > 0 && box.top < innerHeight && box.bottom > 0
        && box.left < innerWidth && box.right > 0;
    const look = (root, isCamera) => { for (const each of root.querySelectorAll("*")) {
        if (each.shadowRoot) look(each.shadowRoot, each.classList.contains("camera"));
        const isControl = each.matches("button, select, input"), box = each.getBoundingClientRect();
        const isCell = root !== document && !isCamera && each.matches("[data-pick].marked");
        if (!(isControl || isCell) || !isSeen(box) || !each.checkVisibility()) continue;
        const name = each.ariaLabel || each.textContent || each.dataset.pick;
        if (Math.min(box.width, box.height) < (isControl ? 43.4 : 35.4))
            small.push(`${name}: ${Math.round(box.width)}×${Math.round(box.height)}`);
    } };
    look(document, false);
    return small;
}
"""


def play_by_finger(screen: Screen, steps: int) -> None:
    """Play some steps; before each all that is seen can be read, and all that can be pressed is large enough."""
    for _ in range(steps):
        screen.wait()
        size, what = screen.page.evaluate(SMALLEST)
        assert size >= 11.9, f"{what!r} is {size:.1f} px high"
        small = screen.page.evaluate(TOO_SMALL)
        assert not small, f"too small for a finger: {small}"
        if not screen.step():
            break


def count_seats(game: str, preset: str) -> int:
    found = registry.find(game)
    return found.state.count_seats(read_options(found.options, dict(found.presets[preset])))


@pytest.mark.parametrize("game", SAME_BOARD)
def test_every_preset_is_played_or_shows_the_board_of_another(game: str) -> None:
    played = {preset for name, preset, _, _ in BOARDS if name == game}
    same = SAME_BOARD[game]
    assert played | set(same) == set(registry.find(game).presets)
    assert not played & set(same)
    assert set(same.values()) <= played


@pytest.mark.parametrize(("game", "preset", "seats", "options"), BOARDS, ids=lambda value: str(value))
def test_to_the_end_by_clicking(
    game: str, preset: str, seats: int, options: dict[str, str], browser: Browser, site: Site
) -> None:
    """Press anything that is marked until the match is over; at each decision every mark means its own pick.

    Caps on rounds end the matches, lower ones where a decision has more marks to look at: whole matches of all large
    presets would take hours, and after some rounds they show the same kinds of decision again. The army of civ has to
    be bought for ten rounds before it can be picked, so on the board of `classic` it is there at once.
    """
    screen = Screen(browser, site, viewport={"width": 1440, "height": 900})
    screen.sit(game, preset, seats or count_seats(game, preset), options=options)
    screen.play_on()
    screen.check()


@pytest.mark.parametrize("game", SMALL)
def test_to_the_end_by_touch_on_a_phone(game: str, browser: Browser, site: Site) -> None:
    preset, options = SMALL[game]
    screen = Screen(browser, site, **PHONE)
    screen.sit(game, preset, options=options)
    play_by_finger(screen, 12)
    screen.play_on()
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= 390, "the page is wider than the screen"
    screen.check()


@pytest.mark.parametrize("game", SMALL)
def test_to_the_end_by_touch_on_a_phone_held_sideways(game: str, browser: Browser, site: Site) -> None:
    preset, options = SMALL[game]
    screen = Screen(browser, site, **SIDEWAYS)
    screen.sit(game, preset, options=options)
    play_by_finger(screen, 12)
    screen.play_on()
    screen.check()


@pytest.mark.parametrize("phone", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
@pytest.mark.parametrize(("game", "preset", "seats", "options"), CROWDED, ids=lambda value: str(value))
def test_crowded_tables_on_a_phone(
    game: str, preset: str, seats: int, options: dict[str, str], phone: dict[str, Any], browser: Browser, site: Site
) -> None:
    screen = Screen(browser, site, **phone)
    screen.sit(game, preset, seats, options=options)
    play_by_finger(screen, 10)
    width = phone["viewport"]["width"]
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, "the page is wider than the screen"
    screen.check()


@pytest.mark.parametrize("game", SMALL)
def test_at_twice_the_size(game: str, browser: Browser, site: Site) -> None:
    preset, options = SMALL[game]
    screen = Screen(browser, site, viewport={"width": 720, "height": 450})  # 1440×900 at 200 %
    screen.sit(game, preset, options=options)
    for _ in range(5):
        if not screen.step():  # everybody may have starved already
            break
    page = screen.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 720, "the page is wider than the screen"
    for part in ("#board", "#bar"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 450, f"{part} reaches below the screen"
    screen.check()


@pytest.mark.parametrize("game", SMALL)
def test_to_the_end_by_keys_alone(game: str, browser: Browser, site: Site) -> None:
    preset, options = SMALL[game]
    screen = Screen(browser, site)
    screen.sit(game, preset, options=options)
    screen.play_on("keys")
    screen.check()


def test_to_the_end_with_everything_shown(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, speed="fast")
    screen.sit("stratego", "micro")
    screen.play_on()
    page = screen.page
    page.locator("#result a", has_text="Look back").click()
    expect(page.locator("#board svg").first).to_be_visible()
    count = page.locator("#bar input").get_attribute("max")
    page.keyboard.press("End")
    expect(page.locator("#bar output")).to_contain_text(f"{count} of {count}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#bar output")).not_to_contain_text(f"{count} of {count}")
    page.locator("#views button", has_text="As Ada saw it").click()
    expect(page.locator("#views [aria-checked=true]")).to_contain_text("Ada")
    page.locator("#log button").first.click()
    expect(page.locator("#log li.new").first).to_be_visible()
    screen.check()


def test_to_the_end_on_a_phone_passed_around(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, **PHONE)
    screen.set(hide=True)
    screen.sit("footsoldiers", "default", kind="here", options={"total_turns": "4", "initial_money": "40"})
    screen.play_on()
    screen.check()
