"""What helps people at a table: hints, drag, how to play, marks of changes, errors at their field, records to watch."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from plowshares import registry
from plowshares.engine.default_scene import scene_of
from plowshares.server.forms import presets_of
from tests.server.screen import COMPILED, Screen, choose_preset, open_options, value_in_form
from tests.server.site import ME, RANDOM, Site

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]


def drag(page: Page, start: str, end: str) -> None:
    """Drag one pick onto another, as a mouse does."""
    boxes = [page.locator(f"[data-pick='{name}']").first.bounding_box() for name in (start, end)]
    (a, b), (c, d) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
    page.mouse.move(a, b)
    page.mouse.down()
    page.mouse.move((a + c) / 2, (b + d) / 2, steps=3)
    page.mouse.move(c, d, steps=3)
    page.mouse.up()


def test_pieces_are_dragged_to_their_places(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro", kind="link")
    page = screen.page
    name = page.locator("[data-region=reserve] .marked").first.get_attribute("data-pick")
    assert name
    drag(page, name, "cell a1")
    expect(page.locator("#bar").get_by_role("button", name="a1")).to_be_enabled()  # it can be undone
    drag(page, "cell a1", "cell b1")
    expect(page.locator("#bar").get_by_role("button", name="b1")).to_be_enabled()
    screen.check()


def test_a_hint_says_what_and_why_and_can_be_taken(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro")
    screen.set_up()
    page = screen.page
    page.wait_for_selector("#bar.acting #prompt:has-text('move')")
    page.locator("#bar").get_by_role("button", name="Hint").click()
    expect(page.locator("#popover .offer").first).to_contain_text("% to win", timeout=COMPILED)
    assert page.locator("#board .hinted").count() > 0
    page.locator("#popover .offer").first.click()
    expect(page.locator("#popover")).to_be_hidden()
    page.get_by_role("tab", name="What happened").click()  # at a first table the pictures of the game lie open
    expect(page.locator("#log li", has_text="You").first).to_be_visible()
    screen.check()


@pytest.mark.parametrize(
    ("game", "preset"),
    [("battle_farm", "two"), ("civ", "quick"), ("farmer_soldier", "standard")],
)
def test_a_hint_of_another_game_can_be_taken(browser: Browser, site: Site, game: str, preset: str) -> None:
    screen = Screen(browser, site)
    table = screen.sit(game, preset)
    page = screen.page
    page.wait_for_selector("#bar.acting", timeout=COMPILED)
    screen.settle()
    page.locator("#bar").get_by_role("button", name="Hint").click()
    offer = page.locator("#popover .offer").first
    expect(offer).to_contain_text("% to win", timeout=COMPILED)
    assert offer.inner_text().strip()
    with page.expect_response(
        lambda answer: f"/api/tables/{table}/" in answer.url and answer.request.method == "POST"
    ) as sent:
        offer.click()
    assert sent.value.ok, sent.value.text()
    expect(page.locator("#popover")).to_be_hidden()
    screen.check()


@pytest.mark.parametrize("game", list(registry.OURS))
def test_a_form_holds_what_each_preset_says(browser: Browser, site: Site, game: str) -> None:
    screen = Screen(browser, site)
    page = screen.page
    page.goto(f"{screen.base}/games/{game}")
    page.wait_for_selector(".seat-row")
    for name, values in presets_of(registry.find(game)).items():
        choose_preset(page, name)
        assert {option: value_in_form(page, option) for option in values} == values
    screen.check()


def test_a_map_of_several_lines_is_drawn_in_the_form_and_on_the_board(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.set(notation=True)
    screen.open("link", "footsoldiers", "short", map="    X    \n 1     2 \n    X    ")
    page = screen.page
    page.get_by_role("button", name="To the board").click()  # whoever opens a table for a guest waits beside it
    expect(page.locator("#board [data-pick='cell 7,2']")).to_have_count(1)
    page.get_by_role("tab", name="Commands").click()
    page.fill("#command", "Build Scout (4, 0) (7, 1) Down")
    page.press("#command", "Enter")
    expect(page.locator("#toast")).to_contain_text("rock")
    screen.check()


def test_tables_may_be_without_hints(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.page.goto(f"{screen.base}/games/stratego")
    screen.page.wait_for_selector(".seat-row")
    screen.page.uncheck("#hints", force=True)
    screen.page.click("#start")
    screen.wait_for_table()
    expect(screen.page.locator("#bar").get_by_role("button", name="Hint")).to_have_count(0)
    screen.page.get_by_role("tab", name="How to play").click()
    expect(screen.page.locator("#tab-rules figure")).to_have_count(
        len(scene_of(registry.find("stratego")).how_to_play())
    )
    screen.check()


def test_a_form_says_what_is_wrong_at_the_field(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    page = screen.page
    page.goto(f"{screen.base}/games/stratego")
    page.wait_for_selector(".seat-row")
    expect(page.locator("#about-seat-2")).not_to_be_empty()
    page.fill("#name-seat-1", " ")
    page.click("#start")
    expect(page.locator("#wrong-seat-1")).to_contain_text("a name has 1 to")
    expect(page.locator("#name-seat-1")).to_be_focused()
    page.fill("#name-seat-1", "Anna")
    page.check("input[name=clock][value=other]", force=True)
    page.fill("#time", "soon")
    page.click("#start")
    expect(page.locator("#wrong-time")).to_contain_text("'soon'")
    page.fill("#time", "none")
    open_options(page)
    page.fill("#option-move_cap", "0")
    page.locator("#time").focus()
    expect(page.locator("#wrong-move_cap")).not_to_be_empty()
    expect(page.locator("#option-move_cap")).to_have_attribute("aria-invalid", "true")
    screen.check()


def test_start_waits_until_the_seats_are_known(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    page = screen.page
    held: list[Route] = []
    page.route("**/check", lambda route: held.append(route))
    with page.expect_request("**/check"):
        page.goto(f"{screen.base}/games/stratego")
    expect(page.locator("#start")).to_be_disabled()
    held[0].continue_()
    expect(page.locator("#start")).to_be_enabled()
    with page.expect_request("**/check"):
        choose_preset(page, "micro")
    page.click("#start")
    expect(page.locator("#wait")).to_be_visible()
    held[1].continue_()
    page.wait_for_url("**/tables/*")
    screen.check()


def test_a_record_is_saved_uploaded_and_watched(browser: Browser, site: Site, tmp_path: Path) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "micro", kind="link")
    page = screen.page
    resign(page)
    with page.expect_download() as saved:
        page.locator("#result a", has_text="Record").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.goto(screen.base)
    page.set_input_files("#upload", file)
    page.wait_for_url("**/replay")
    expect(page.locator("#board svg").first).to_be_visible()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}")
    page.goto(screen.base)
    page.set_input_files("#upload", broken)
    expect(page.locator("#upload-wrong")).to_contain_text("broken.jsonl")
    screen.check()


def resign(page: Page) -> None:
    """Give up, and say yes when asked."""
    page.locator("#bar").get_by_role("button", name="Resign").click()
    page.locator("#question .button").click()
    page.wait_for_selector("#result[open]")


def test_a_table_shows_who_is_there(browser: Browser, site: Site) -> None:
    anna, bert = Screen(browser, site), Screen(browser, site)
    anna.sit("stratego", "micro", kind="link")
    seat = anna.page.locator("#others .panel").first
    expect(seat).to_contain_text("nobody has come yet")
    bert.page.goto(invite(anna.page, "Link for Cleo"))
    bert.page.click("#join")
    bert.wait_for_table()
    expect(seat).not_to_contain_text("nobody has come yet")
    expect(seat).not_to_contain_text("away")
    cleo = Screen(browser, site)
    cleo.page.goto(invite(anna.page, "Link for watching"))
    cleo.page.click("#join")
    expect(cleo.page.locator("#tools")).to_contain_text("You are watching")
    expect(cleo.page.locator("#bar").get_by_role("button", name="Resign")).to_have_count(0)
    cleo.check()
    table = bert.page.url
    bert.page.goto(bert.base)
    expect(seat).to_contain_text("away")
    bert.page.goto(table)
    expect(seat).not_to_contain_text("away")
    anna.check()
    bert.check()


def invite(page: Page, words: str) -> str:
    """Return a link of the table."""
    page.get_by_role("button", name="Links to this table").click()
    page.locator("#sheet button", has_text=words).click()
    link = page.locator("#sheet input").first.input_value()
    page.locator("#sheet").get_by_role("button", name="Close").click()
    return link


def test_the_reason_why_something_cannot_be_chosen_is_reached_by_keys(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("civ", "quick", kind="link")
    page = screen.page
    screen.wait()
    refused = page.locator("#offers .offer[aria-disabled=true]").first
    reason = refused.locator(".why").inner_text()
    page.locator("#offers").focus()
    for _ in range(1 + page.locator("#offers button").count()):
        if refused.evaluate("row => row === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#toast.wrong")).to_have_text(reason)
    screen.check()


def test_a_phone_has_a_switch_for_the_sound(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    screen.sit("farmer_soldier", "standard")
    page = screen.page
    page.get_by_role("button", name="Sound off").tap()
    expect(page.get_by_role("button", name="Sound on")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    title = page.locator("#title").bounding_box()
    assert title
    assert title["width"] > 44, "there is room to say what is played"
    screen.check()


@pytest.mark.parametrize("access", ["open", "private"])
def test_a_match_that_others_may_see_can_be_shared(access: str, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, permissions=["clipboard-read", "clipboard-write"])
    body = {"game": "stratego", "preset": "micro", "seats": [ME, RANDOM], "access": access}
    answer = screen.context.request.post(f"{site.base}/api/tables", data=body, timeout=COMPILED)
    table = answer.json()["table"]
    page = screen.page
    page.goto(f"{site.base}/tables/{table}")
    screen.wait_for_table()
    with page.expect_response("**/about"):
        resign(page)
    screen.settle()
    share = page.locator("#result").get_by_role("button", name="Share this match")
    if access == "private":
        expect(share).to_have_count(0)
        return screen.check()
    share.click()
    expect(page.locator("#toast")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.base}/tables/{table}/replay"
    return screen.check()
