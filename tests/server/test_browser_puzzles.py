"""A puzzle of every game is solved by clicking on the real board, and beliefs are shown while a match is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from plowshares import registry
from plowshares.review.puzzles import Puzzle, puzzles_of
from tests.server.screen import Screen
from tests.server.site import Site

pytestmark = [pytest.mark.compiled_only, pytest.mark.long]


def pick(screen: Screen, wanted: str) -> bool:
    """Press what is marked under this name; return whether it was there."""
    page = screen.page
    for _ in range(100):
        now = screen.look(every=True)
        found = [mark for mark in now["marks"] if mark["pick"] == wanted]
        kind, _, number = wanted.partition(" ")
        stepper = page.locator("#popover .stepper input")
        if kind == "number" and not found and stepper.count():
            stepper.fill(number)
            stepper.press("Enter")
            return True
        if found and not now["busy"]:
            screen.tap(found[0]["x"], found[0]["y"])
            return True
        page.wait_for_timeout(50)
    return False


def find_picks(game: str, puzzle: Puzzle) -> tuple[str, ...]:
    """Return what is clicked for the answer of a puzzle."""
    match = puzzle.begin(registry.find(game))
    return tuple(match.game.notation.picks(match.view(puzzle.seat), puzzle.seat, puzzle.action))


def open_puzzle(screen: Screen, game: str) -> tuple[Page, Puzzle]:
    """Open the first puzzle of a game from the page of all puzzles."""
    page, title = screen.page, registry.find(game).title
    page.goto(f"{screen.base}/puzzles")
    page.locator("#puzzles li", has_text=title).get_by_role("button").first.click()
    page.wait_for_url("**/tables/*")
    screen.wait_for_table()
    expect(page.locator(".puzzle h2")).to_have_text("Find the best move")
    number = int(page.url.partition("puzzle=")[2])
    return page, puzzles_of(registry.find(game))[number - 1]


@pytest.mark.parametrize("game", registry.OURS)
def test_a_puzzle_of_every_game_is_solved_by_clicking(game: str, browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport={"width": 1440, "height": 900})
    page, puzzle = open_puzzle(screen, game)
    for wanted in find_picks(game, puzzle):
        assert pick(screen, wanted), f"{wanted!r} cannot be clicked: {page.locator('#bar').inner_text()}"
    verdict = page.locator(".puzzle h2")
    for _ in range(20):  # a command may go on after the decision that is asked for
        page.wait_for_timeout(300)
        if verdict.inner_text() != "Find the best move" or not screen.step():
            break
    expect(verdict).to_have_text("Right!")
    expect(page.locator(".puzzle")).to_contain_text("% to win")
    page.goto(f"{screen.base}/puzzles")
    expect(page.locator("#puzzles li", has_text=registry.find(game).title)).to_contain_text("1 of ")
    screen.check()


def test_beliefs_are_shown_while_a_match_is_played(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site, viewport={"width": 1440, "height": 900})
    screen.sit("stratego", "micro", options={"red_setup": "random", "blue_setup": "random"})
    page = screen.page
    roots = "[...document.querySelectorAll('#board .drawing')].map((each) => each.shadowRoot)"
    chips = f"{roots}.flatMap((root) => [...root.querySelectorAll('.rv')]).length"
    page.get_by_role("button", name="What may be hidden").click()
    screen.until(f"{chips} > 0")
    page.locator("#popover .chip").first.click()
    expect(page.locator("#popover .bars li").first).to_contain_text("%")
    page.keyboard.press("b")
    screen.until(f"{chips} === 0")
    expect(page.locator("#popover")).to_be_hidden()
    page.keyboard.press("b")
    screen.until(f"{chips} > 0")
    screen.check()
