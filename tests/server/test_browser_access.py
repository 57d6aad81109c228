"""axe-core looks at every page, by day and by night; and the client stays small and knows no game."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has none
from playwright.sync_api import Browser, Page

from plowshares import registry
from plowshares.server.build import STATIC
from plowshares.server.export import bundle
from tests.amounts import some
from tests.server.screen import Screen
from tests.server.site import Site
from tests.server.test_browser_games import PHONE, SMALL
from tests.server.test_browser_helps import resign
from tests.server.test_browser_review import finish, open_review

LOOKS: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast"]},  # by night nothing but the colours is different
}
LARGEST_CLIENT = 60 * 1024  # bytes, compressed: all that one page loads, art aside
TEMPLATES = STATIC.parent / "templates"


def scripts() -> Iterator[Path]:
    return iter(sorted(STATIC.glob("*.js")) + sorted(STATIC.glob("*.css")))


def violations(page: Page) -> list[str]:
    """List what axe-core finds, by day and by night."""
    found: list[str] = []
    page.emulate_media(reduced_motion="reduce")
    for scheme, rules in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        for each in Axe().run(page, options=rules).response["violations"]:
            places = "; ".join(node["html"][:150] for node in each["nodes"][:3])
            found.append(f"{page.url} {scheme} {each['id']}: {each['help']}: {places}")
    return found


@pytest.mark.smoke
@pytest.mark.compiled_only
def test_axe_finds_nothing_in_the_lobby(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.page.goto(site.base)
    screen.page.wait_for_load_state("networkidle")
    found = violations(screen.page)
    assert not found, "\n".join(found)
    screen.check()


@pytest.mark.long
@pytest.mark.compiled_only
def test_axe_finds_nothing_on_pages_around_a_table(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    found: list[str] = []
    for where in ("/", "/join", "/nothing", "/games/stratego", "/games/civ", "/learn", "/games/footsoldiers/rules"):
        screen.page.goto(site.base + where)
        screen.page.wait_for_load_state("networkidle")
        screen.page.eval_on_selector_all("details", "all => all.forEach((each) => { each.open = true; })")
        found += violations(screen.page)
    assert not found, "\n".join(found)
    screen.context.close()  # one of the pages is not there, which the browser notes


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("game", SMALL)
def test_axe_finds_nothing_at_a_table(game: str, browser: Browser, site: Site) -> None:
    preset, options = SMALL[game]
    screen = Screen(browser, site)
    screen.sit(game, preset, options=options)
    screen.wait()
    found = violations(screen.page)
    screen.step()
    screen.page.get_by_role("tab", name="How to play").click()
    screen.page.wait_for_selector("#tab-rules figure")
    found += violations(screen.page)
    screen.page.get_by_role("button", name="Settings").click()
    found += violations(screen.page)
    assert not found, "\n".join(found)
    screen.check()


@pytest.mark.long
@pytest.mark.compiled_only
def test_axe_finds_nothing_behind_the_curtain_and_afterwards(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro", kind="here")
    page = screen.page
    page.wait_for_selector("#ready")
    found = violations(page)
    page.click("#ready")
    page.wait_for_selector("#bar.acting")
    resign(page)
    found += violations(page)
    page.locator("#result a", has_text="Look back").click()
    page.wait_for_selector("#board svg")
    found += violations(page)
    assert not found, "\n".join(found)
    screen.check()


@pytest.mark.long
@pytest.mark.compiled_only
def test_axe_finds_nothing_on_what_opens_at_a_table(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    preset, options = SMALL["civ"]
    screen.sit("civ", preset, options={**options, "start_armies": "1", "start_production": "30"})
    page, found = screen.page, list[str]()
    mark = next(each for each in screen.wait()["marks"] if each["pick"].startswith("city"))
    screen.tap(mark["x"], mark["y"])
    page.wait_for_selector("#popover .offer")
    found += violations(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("#popover", state="hidden")
    screen.settle()
    picks = [each["pick"] for each in screen.look()["marks"]]
    screen.look((picks.index(mark["pick"]) + 0.5) / len(picks))  # it has the focus now
    page.keyboard.press("i")
    page.wait_for_selector("#inspect.pinned")
    found += violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("#question[open]")
    found += violations(page)
    assert not found, "\n".join(found)
    screen.check()


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
@pytest.mark.parametrize("game", ["battle_farm", "farmer_soldier"])  # hands and beds; a board and numbers
def test_axe_finds_nothing_at_a_table_on_a_phone(
    game: str, size: tuple[int, int], browser: Browser, site: Site
) -> None:
    preset, options = SMALL[game]
    screen = Screen(browser, site, **{**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    screen.sit(game, preset, options=options)
    found: list[str] = []
    for _ in range(3):
        screen.wait()
        found += violations(screen.page)
        screen.step()
    assert not found, "\n".join(found)
    screen.check()


@pytest.mark.long
@pytest.mark.compiled_only
def test_axe_finds_nothing_where_somebody_waits_and_among_puzzles(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro", kind="link")
    page = screen.page
    page.get_by_role("button", name="Waiting for somebody").click()
    page.wait_for_selector("#waiting:visible")
    found = violations(page)
    page.goto(f"{screen.base}/puzzles")
    page.wait_for_selector("#puzzles li")
    found += violations(page)
    assert not found, "\n".join(found)
    screen.check()


@pytest.mark.long
@pytest.mark.compiled_only
def test_axe_finds_nothing_in_a_review(browser: Browser, site: Site) -> None:
    anna = finish(site, "stratego")
    screen = Screen(browser, site)
    page = open_review(screen, anna)
    found = violations(page)
    page.keyboard.press("2")  # with what may be hidden
    page.wait_for_selector("#hidden .chip")
    found += violations(page)
    assert not found, "\n".join(found)
    screen.check()


def loaded(name: str, known: set[str]) -> set[str]:
    """Add a script with all that it imports, or a sheet, to what a page loads."""
    if name not in known:
        known.add(name)
        text = (STATIC / name).read_text(encoding="utf-8")
        for other in re.findall(r'from "\./([\w-]+\.js)"', text):
            loaded(other, known)
    return known


@pytest.mark.parametrize("page", sorted(file.name for file in TEMPLATES.glob("*.html")))
def test_the_client_is_small(page: str) -> None:
    known: set[str] = set()
    texts = [(TEMPLATES / template).read_text(encoding="utf-8") for template in ("base.html", page)]
    if "block style" in texts[1]:
        texts[0] = re.sub("{% block style %}.*", "", texts[0])  # the page has sheets of its own instead
    for text in texts:
        for name in re.findall(r"static }}/([\w-]+\.(?:js|css))", text):
            loaded(name, known)
    packed = gzip.compress(b"".join((STATIC / name).read_bytes() for name in sorted(known)))
    assert len(packed) <= LARGEST_CLIENT, f"{len(known)} files, {len(packed)} bytes"


def test_the_client_knows_no_game() -> None:
    words = {name.replace("_", "[ _-]?") for name in registry.OURS}
    for file in some(scripts()):
        assert not re.search("|".join(words), file.read_text(encoding="utf-8"), re.IGNORECASE), file.name


def test_a_saved_page_can_name_each_of_its_modules() -> None:
    for name in some(re.findall(r"const (of_\S+) =", bundle("replay"))):
        assert name.isidentifier(), name
