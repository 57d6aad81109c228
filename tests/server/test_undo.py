"""Undoing a whole command at a table: by API, clicks and keys, after a restart, beside thinking programs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from plowshares import registry
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import read_record, verify
from plowshares.engine.undo import find_objection
from tests.server.screen import Screen
from tests.server.site import HERE, LINK, ME, RANDOM, Person, Site, serving
from tests.server.test_browser_helps import invite

pytestmark = pytest.mark.compiled_only
FARM: dict[str, Any] = {"game": "farmer_soldier", "preset": "standard"}  # where nothing is hidden
COMMANDS = 25
# Scouts that attack the next cell only, so that no first move is an attack, whatever the armies.
SET_UP = {"red_setup": "random", "blue_setup": "random", "scout": "adjacent"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def two_at(site: Site, **more: Any) -> list[Person]:
    """Return two guests at one table, the owner of which only watches."""
    owner = site.person()
    table = owner.open(LINK, LINK, **more)
    people = [site.person(owner.invite(seat), table) for seat in (0, 1)]
    for person in people:
        person.state()
    return people


def undo(person: Person) -> httpx.Response:
    known = person.state()["undo"] or {"at": ""}
    return person.post(person.at("/undo"), at=known["at"])


def seen(person: Person) -> dict[str, Any]:
    """Return what a person is shown of the position."""
    return {name: value for name, value in person.state().items() if name in ("regions", "next", "prompt", "seats")}


def play_one(person: Person) -> str:
    """Play the first command there is, to its end; return it."""
    while True:
        actions = person.actions()
        person.command(next((each for each in actions if ">" in each), actions[0]))  # a move, if there is one
        state = person.state()
        if not state["begun"]:
            text: str = state["undo"]["text"] if state["undo"] else ""
            return text


def test_a_command_is_undone_for_everybody(site: Site) -> None:
    anna, bert = two_at(site, **FARM)
    before = [seen(person) for person in (anna, bert)]
    assert anna.state()["undo"] is None
    text = play_one(anna)
    assert anna.state()["undo"]["text"] == text
    assert bert.state()["undo"] is None
    answer = undo(anna)
    assert answer.status_code == 200, answer.text
    assert [seen(person) for person in (anna, bert)] == before
    assert f"You took back: {text}." in anna.state()["log"][-1]["text"]
    assert bert.state()["log"][-1]["text"].endswith(" took back the last move.")
    assert answer.json()["state"]["name"] == anna.state()["name"]


def test_the_same_click_twice_undoes_once(site: Site) -> None:
    anna, _ = two_at(site, **FARM)
    for _ in range(2):
        play_one(anna)
    at, decision = anna.state()["undo"]["at"], anna.state()["decision"]
    assert anna.post(anna.at("/undo"), at=at).status_code == 200
    assert anna.post(anna.at("/undo"), at=at).status_code == 409
    assert anna.state()["undo"] is not None
    assert undo(anna).status_code == 200
    assert anna.state()["undo"] is None
    assert undo(anna).json()["code"] == "nothing-to-undo"
    assert anna.post(anna.at("/play"), at=decision, command=anna.actions()[0]).status_code == 409


def test_what_others_have_answered_stands(site: Site) -> None:
    anna, bert = two_at(site, **FARM)
    while anna.state()["acting"]:
        play_one(anna)
    play_one(bert)
    answer = undo(anna)
    assert (answer.status_code, answer.json()["code"]) == (422, "nothing-to-undo")
    assert undo(bert).status_code == 200
    assert undo(anna).status_code == 200  # the last thing that has happened is Anna's again


def answer(person: Person, agree: bool) -> httpx.Response:
    return person.post(person.at("/undo"), agree=agree)


def test_what_others_have_seen_is_taken_back_if_they_agree(site: Site) -> None:
    anna, bert = two_at(site, preset="quick", options=SET_UP)
    before = seen(anna)
    play_one(anna)  # the first move of a piece shows that it can move
    moved = seen(anna)
    assert answer(bert, True).status_code == 409  # nobody has asked
    assert undo(anna).status_code == 200
    assert seen(anna) == moved
    assert anna.state()["asks_undo"] == {"who": anna.state()["you"], "mine": True, "declined": False}
    assert bert.state()["asks_undo"]["mine"] is False
    assert answer(anna, True).status_code == 409  # one does not answer oneself
    assert answer(bert, True).status_code == 200
    assert seen(anna) == before
    assert anna.state()["asks_undo"] is None
    assert bert.state()["log"][-1]["text"].endswith(" took back the last move.")


def test_what_others_have_seen_stays_if_they_would_rather_not(site: Site) -> None:
    anna, bert = two_at(site, preset="quick", options=SET_UP)
    play_one(anna)
    moved = seen(anna)
    assert undo(anna).status_code == 200
    assert answer(bert, False).status_code == 200
    assert anna.state()["asks_undo"]["declined"]
    assert bert.state()["asks_undo"] is None
    assert seen(anna) == moved
    assert undo(anna).status_code == 200  # one may ask again
    play_one(bert)  # an answer of its own
    assert anna.state()["asks_undo"] is None
    assert answer(bert, True).status_code == 409
    there, back = site.hall.find(anna.table).match.history[-2].text.split("-")
    anna.command(f"{back}-{there}")  # what is known to move tells nothing by moving back
    assert undo(anna).status_code == 200
    assert anna.state()["asks_undo"] is None


def test_against_a_computer_what_has_shown_something_stands_and_says_why(site: Site) -> None:
    anna = site.person()
    anna.open(ME, {"kind": "here", "name": "Bert"}, preset="quick", options=SET_UP)
    anna.post(anna.at("/curtain"), seat=0)
    first = play_one(anna)
    refused = undo(anna)
    assert (refused.status_code, refused.json()["code"]) == (422, "revealed")
    assert first in refused.json()["error"]


@pytest.mark.parametrize("game", registry.OURS)
def test_whether_a_command_stands_does_not_depend_on_what_its_seat_cannot_know(game: str) -> None:
    found = registry.find(game)
    match = Match(found, read_options(found.options, dict(next(iter(found.presets.values())))), 3)
    chance = random.Random(4)
    while len(match.history) < COMMANDS and not match.result:
        seat = chance.choice(match.to_act())
        if not match.play(seat, chance.choice(match.legal(seat))):
            continue
        step = match.last_step(seat)
        if step is not None:
            disturbed = step._replace(before=step.before.clone(), after=step.after.clone())
            for s in (disturbed.before, disturbed.after):
                found.view.disturb(s, seat, np.uint64(7))
            assert find_objection(match, disturbed) == find_objection(match, step)


def test_spectators_and_strangers_undo_nothing(site: Site) -> None:
    owner = site.person()
    table = owner.open(LINK, LINK, **FARM)
    anna = site.person(owner.invite(0), table)
    play_one(anna)
    at = anna.state()["undo"]["at"]
    assert owner.post(owner.at("/undo"), at=at).json()["code"] == "not-a-seat"
    assert site.person(table=table).post(f"/api/tables/{table}/undo", at=at).status_code == 403
    assert anna.post(anna.at("/undo")).status_code == 400


def test_behind_a_curtain_nothing_is_undone(site: Site) -> None:
    anna = site.person()
    anna.open(ME, HERE, **FARM)
    anna.post(anna.at("/curtain"), seat=0)
    play_one(anna)
    at = anna.state()["undo"]["at"]
    anna.post(anna.at("/curtain"), seat=None)
    assert anna.post(anna.at("/undo"), at=at).json()["code"] == "not-a-seat"


def test_an_undo_is_there_after_a_restart_and_in_the_record(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as before:
        anna = before.person()
        table = anna.open(ME, RANDOM, **FARM)
        play_one(anna)
        text = play_one(anna)
        assert undo(anna).status_code == 200
        shown, cookies = anna.state(), anna.http.cookies
    with serving(tmp_path / "tables.sqlite") as after:
        anna = after.person(table=table)
        anna.http.cookies = cookies
        assert anna.state() == shown
        assert undo(anna).status_code == 200  # what was played before the restart, too
        anna.play_at_random(random.Random(1))
        record = anna.http.get(anna.at("/record")).content
        replay = anna.http.get(anna.at("/replay?n=3&as=0")).json()
    assert "all as recorded" in verify(record, registry.find)
    lines = read_record(record).lines
    assert [line.undo for line in lines[:4]] == [None, None, lines[1].do, lines[0].do]
    assert replay["log"][-1]["text"].endswith(f"took back: {text}.")


def test_the_answer_of_a_program_to_what_was_undone_is_not_played(site: Site) -> None:
    anna = site.person()
    anna.open(ME, LINK, **FARM)
    table = site.hall.find(anna.table)
    table.agents[1] = table.agents.get(1)  # type: ignore[assignment]  # a seat that a program could sit on
    while anna.state()["acting"]:
        play_one(anna)
    asked = table.next_agent()
    assert asked is not None
    seat, ask = asked
    answer = ask.legal[0]
    assert undo(anna).status_code == 200
    table.play_agent(seat, answer)
    assert anna.state()["acting"]
    play_one(anna)
    while anna.state()["acting"]:
        play_one(anna)
    again = table.next_agent()
    assert again is not None
    table.play_agent(seat, again[1].legal[0])
    assert site.hall.find(anna.table).match.draft(1) or table.match.history[-1].seat == 1


@pytest.mark.long
def test_a_click_and_a_key_undo(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("farmer_soldier", "standard", kind="link")
    page, button = screen.page, screen.page.locator("#bar .helps [aria-keyshortcuts]")
    for way in ("click", "key"):
        expect(button).to_be_disabled()
        while button.is_disabled() or page.locator("#board .chosen").count():  # one whole command
            screen.step()
            screen.settle()
        if way == "click":
            button.click()
        else:
            page.keyboard.press("Control+z")
        expect(page.locator("#log")).to_contain_text("You took back")
        expect(button).to_be_disabled()
    screen.check()


@pytest.mark.long
def test_the_other_side_is_asked_over_the_cloth(browser: Browser, site: Site) -> None:
    screen = Screen(browser, site)
    screen.sit("stratego", "quick", kind="link", options=SET_UP)
    guest = Screen(browser, site)
    guest.page.goto(invite(screen.page, "Link for Cleo"))
    guest.page.click("#join")
    guest.page.wait_for_selector("#board svg")
    for _ in range(20):
        if screen.look()["marks"] and not screen.page.locator("#bar.acting").count():
            break
        screen.step()
        screen.settle()
        if not screen.page.locator("#bar.acting").count():
            break
    screen.page.keyboard.press("Control+z")
    expect(screen.page.locator("#toast")).to_contain_text("they are asked")
    expect(guest.page.locator("#toast")).to_contain_text("asks to take back")
    guest.page.locator("#toast .button").click()
    expect(screen.page.locator("#bar.acting")).to_be_visible()
    for each in (screen, guest):
        each.check()
