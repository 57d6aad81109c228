"""The place around the tables in a real browser: waiting, friends, blocks, my data, the owner's reports, German."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from plowshares.server.languages import FOLDER, read_language
from tests.server.site import Site, serving
from tests.server.test_browser_meeting import SMALL, Visitor

pytestmark = pytest.mark.compiled_only
COMPILED = 120_000  # milliseconds in which rules are compiled, if they have to be
LARGE: Any = {"viewport": {"width": 1440, "height": 900}}
PAGES = ("/", "/learn", "/puzzles", "/ladder", "/account", "/players/me", "/owner", "/join", "/games/stratego")
# What people read or hear on a page, word for word: texts of elements without elements in them, labels and hints.
TEXTS = """() => [document.title, ...[...document.querySelectorAll('body *')]
  .filter((each) => each.getClientRects().length && !each.closest('[lang="en"]') && each.tagName !== 'OPTION')
  .flatMap((each) => [...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
    each.getAttribute('aria-label'), each.getAttribute('title'), each.getAttribute('placeholder')])]
  .map((words) => (words ?? '').trim()).filter(Boolean)"""


def open_table(host: Visitor, guest: str = "Guest", **more: Any) -> str:
    """Open a table for a guest, as the lobby does, and go there."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "link", "name": guest}]
    body = {"game": "stratego", "preset": "micro", "seats": seats, "access": "open", **more}
    answer = host.context.request.post(f"{host.base}/api/tables", data=body, timeout=COMPILED)
    table: str = answer.json()["table"]
    host.go(f"/tables/{table}?wait")
    return table


def sit_down(guest: Visitor, table: str) -> None:
    answer = guest.context.request.post(f"{guest.base}/api/tables/{table}/sit", data={}, timeout=COMPILED)
    assert answer.ok, answer.text()


@pytest.mark.long
def test_a_host_waits_places_the_army_and_is_told_who_comes(browser: Browser, site: Site) -> None:
    host, guest = Visitor(browser, site, **LARGE), Visitor(browser, site, **LARGE)
    host.introduce("Anna")
    guest.introduce("Bert")
    table = open_table(host, time="900+10")
    page = host.page
    waiting = page.locator("#waiting")
    expect(waiting).to_contain_text("Your table is open")
    expect(waiting.locator(".chair")).to_have_count(2)
    expect(waiting).to_contain_text("Who comes?")
    expect(waiting.locator(".qr path")).to_have_count(1)
    expect(waiting.locator("#waiting-link")).to_have_value(re.compile(r"/join#\S{20,}"))
    link = waiting.locator("#waiting-link").input_value()
    page.reload()
    expect(waiting.locator("#waiting-link")).to_have_value(link)  # what was sent to somebody still works
    assert not page.evaluate(SMALL)
    waiting.get_by_role("button", name="To the board").click()
    expect(waiting).to_be_hidden()
    expect(page.locator("#bar.acting")).to_be_visible()
    host.command(table, "fill")
    page.get_by_role("button", name="Waiting for somebody").click()
    expect(waiting).to_be_visible()
    sit_down(guest, table)
    expect(waiting).to_have_count(0)
    expect(page.locator("#others")).to_contain_text("Bert")
    guest.go(f"/tables/{table}").wait_for_selector("#table[aria-busy=false]")
    expect(guest.page.locator("#waiting")).to_have_count(0)
    for each in (host, guest):
        each.close()


@pytest.mark.long
def test_the_computer_plays_meanwhile_and_its_game_waits(browser: Browser, site: Site) -> None:
    host, guest = Visitor(browser, site, **LARGE), Visitor(browser, site, **LARGE)
    host.introduce("Anna")
    guest.introduce("Bert")
    table = open_table(host)
    host.page.get_by_role("radio", name="Hatchling").click()
    host.page.get_by_role("button", name="Play Hatchling now").click()
    host.page.wait_for_url(lambda url: not url.endswith(table))
    host.page.wait_for_selector("#table[aria-busy=false]")
    expect(host.page.locator("#others")).to_contain_text("Hatchling")
    sit_down(guest, table)
    host.page.get_by_role("button", name="Go there").click()
    host.page.wait_for_url(f"**/tables/{table}")
    expect(host.page.locator("#others")).to_contain_text("Bert")
    for each in (host, guest):
        each.close()


@pytest.mark.long
def test_a_host_sits_down_at_another_table_and_closes_the_own(browser: Browser, fresh_site: Site) -> None:
    host, other = Visitor(browser, fresh_site, **LARGE), Visitor(browser, fresh_site, **LARGE)
    host.introduce("Anna")
    other.introduce("Bert")
    theirs, mine = open_table(other), open_table(host)
    host.page.locator("#waiting .others li", has_text="Bert").get_by_role("button", name="Join").click()
    host.page.wait_for_url(f"**/tables/{theirs}")
    expect(other.page.locator("#waiting")).to_have_count(0)
    assert other.context.request.get(f"{other.base}/api/tables/{mine}").status == 403
    for each in (host, other):
        each.close()


@pytest.mark.long
def test_clocks_in_days_go_on_over_a_restart(browser: Browser, tmp_path: Path) -> None:
    port, table = 0, ""
    anna: Visitor | None = None
    for visit in range(2):
        with serving(tmp_path / "tables.sqlite", port) as site:
            port = int(site.base.rpartition(":")[2])
            if anna is None:
                anna, bert = Visitor(browser, site, **LARGE), Visitor(browser, site, **LARGE)
                anna.introduce("Anna")
                bert.introduce("Bert")
                table = open_table(anna, time="/259200", options={"red_setup": "random", "blue_setup": "random"})
                sit_down(bert, table)
            page = anna.go(f"/tables/{table}")
            page.wait_for_selector("#table[aria-busy=false]")
            expect(page.locator("#subtitle")).to_contain_text("3 days a move")
            expect(page.locator("#right .clock").first).to_have_text(re.compile(r"^[23] d \d+ h$"))
            if visit == 1:
                clocks = anna.context.request.get(f"{anna.base}/api/tables/{table}").json()["clocks"]
                running = [each["left"] for each in clocks if each["running"]]
                assert len(running) == 1
                assert 259200 - 600 < running[0] < 259200  # the time it was shut down has counted, or none has
                actions = [
                    each.context.request.get(f"{each.base}/api/tables/{table}/actions").json() for each in (anna, bert)
                ]
                assert any(each["actions"] for each in actions)


@pytest.mark.long
def test_the_owner_reads_and_settles_a_report(browser: Browser, fresh_site: Site) -> None:
    anna, bert, owner = (Visitor(browser, fresh_site, **LARGE) for _ in range(3))
    anna.introduce("Anna")
    bert.introduce("Rude Bert")
    table = open_table(anna)
    sit_down(bert, table)
    at = f"{anna.base}/api/tables/{table}"
    assert bert.context.request.post(f"{at}/chat", data={"words": "You play like a turnip"}).ok
    page = anna.go(f"/tables/{table}")
    page.get_by_role("button", name="Players", exact=True).click()
    page.get_by_role("button", name="Report").click()
    page.fill("#report-words", "He insults me")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#toast")).to_contain_text("The owner of this server has been told")
    house = owner.go(f"/owner#{fresh_site.hall.owners.key}")
    row = house.locator("#reports li", has_text="Anna about Rude Bert")
    expect(row).to_contain_text("He insults me")
    expect(row).to_contain_text("Rude Bert: You play like a turnip")
    row.get_by_role("button", name="Dealt with").click()
    expect(house.locator("#reports")).to_contain_text("Nobody has reported anything.")
    for each in (anna, bert, owner):
        each.close()


@pytest.mark.long
def test_friends_are_made_by_a_link_and_seen_in_the_lobby(browser: Browser, fresh_site: Site) -> None:
    anna, bert = Visitor(browser, fresh_site, **LARGE), Visitor(browser, fresh_site, **LARGE)
    anna.introduce("Anna")
    page = anna.go("/account")
    page.get_by_role("button", name="Link for a friend").click()
    link = page.locator("#link")
    expect(link).to_have_value(re.compile(r"#friend=\S{20,}"))
    expect(page.locator("#link-qr svg path")).to_have_count(1)
    bert.page.goto(link.input_value().replace("127.0.0.1", "localhost"))
    expect(bert.page.locator("#invited")).to_contain_text("Anna would like to be your friend")
    bert.page.get_by_role("button", name="Be friends").click()
    bert.say_name("Bert")  # a visitor without a name is asked for one
    expect(bert.page.locator("#friends li")).to_contain_text("Anna")
    expect(bert.page.locator("#invited")).to_be_hidden()
    expect(anna.go("/").locator("#friends")).to_contain_text("Bert")
    table = open_table(anna)
    row = bert.go("/").locator("#open li", has_text="Anna")
    expect(row.locator("svg").first).to_be_visible()  # a heart at a friend's table
    expect(bert.page.locator("#friends .here-now")).to_contain_text("Anna")
    row.get_by_role("button", name="Join").click()
    bert.page.wait_for_url(f"**/tables/{table}")
    page = anna.go("/account")
    page.locator("#friends li", has_text="Bert").get_by_role("button", name="Remove").click()
    expect(page.locator("#friends li")).to_have_count(0)
    bert.go("/account")
    expect(bert.page.locator("#main[aria-busy=false]")).to_be_visible()
    expect(bert.page.locator("#friends li")).to_have_count(0)
    for each in (anna, bert):
        each.close()


def play_and_resign(winner: Visitor, loser: Visitor, **more: Any) -> str:
    """Let two people finish a match at an open table."""
    table = open_table(winner, options={"red_setup": "random", "blue_setup": "random"}, **more)
    sit_down(loser, table)
    assert loser.context.request.post(f"{loser.base}/api/tables/{table}/resign", data={}).ok
    return table


@pytest.mark.long
def test_friends_after_a_match_and_all_games_with_their_records(browser: Browser, fresh_site: Site) -> None:
    anna, bert = Visitor(browser, fresh_site, **LARGE), Visitor(browser, fresh_site, **LARGE)
    anna.make_account("Anna")
    bert.make_account("Bert")
    played = [play_and_resign(anna, bert) for _ in range(9)]
    page = anna.go("/players/me")
    expect(page.locator("#last li")).to_have_count(8)
    page.get_by_role("button", name="All 9").click()
    expect(page.locator("#last li")).to_have_count(9)
    expect(page.locator("#last li").first).to_contain_text("unrated")
    expect(page.locator("#opponents li")).to_contain_text("9 won · 0 lost")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all records").click()
    with zipfile.ZipFile(download.value.path()) as file:
        assert sorted(file.namelist()) == sorted(f"{table}.jsonl" for table in played)
    page.locator("#last li").first.get_by_role("link", name="Bert").click()
    expect(page.locator("#name")).to_have_text("Bert")
    page.get_by_role("button", name="Ask to be friends").click()
    expect(page.locator("#deeds")).to_contain_text("You have asked to be friends")
    bert.go("/").get_by_role("link", name="1 asks to be your friend").click()
    bert.page.locator("#friends li", has_text="Anna").get_by_role("button", name="Be friends").click()
    bert.page.get_by_role("link", name="Anna").click()
    expect(bert.page.locator("#deeds")).to_contain_text("Your friend")
    for each in (anna, bert):
        each.close()


@pytest.mark.long
def test_a_blocked_person_is_not_heard_until_unblocked(browser: Browser, fresh_site: Site) -> None:
    anna, bert = Visitor(browser, fresh_site, **LARGE), Visitor(browser, fresh_site, **LARGE)
    anna.introduce("Anna")
    bert.introduce("Bert")
    table = open_table(anna)
    sit_down(bert, table)
    assert bert.context.request.post(f"{bert.base}/api/tables/{table}/chat", data={"words": "You are a turnip"}).ok
    page = anna.go(f"/tables/{table}")
    page.wait_for_selector("#table[aria-busy=false]")
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator(".talk")).to_contain_text("You are a turnip")
    page.get_by_role("button", name="Players", exact=True).click()
    page.get_by_role("button", name="Block", exact=True).click()
    page.locator("#question").get_by_role("button", name="Block").click()
    expect(page.locator(".talk")).not_to_contain_text("You are a turnip")
    another = open_table(anna)
    bert.go("/").locator("#open li", has_text="Anna").get_by_role("button", name="Join").click()
    expect(bert.page.locator("#problem")).to_contain_text("would rather play with others")
    page = anna.go("/account")
    blocked = page.locator("#blocked li", has_text="Bert")
    blocked.get_by_role("button", name="Unblock").click()
    expect(page.locator("#blocked-box")).to_be_hidden()
    bert.page.locator("#open li", has_text="Anna").get_by_role("button", name="Join").click()
    bert.page.wait_for_url(f"**/tables/{another}")
    for each in (anna, bert):
        each.close()


@pytest.mark.long
def test_my_data_is_downloaded_and_deleted_by_clicks(browser: Browser, fresh_site: Site) -> None:
    anna, bert = Visitor(browser, fresh_site, **LARGE), Visitor(browser, fresh_site, **LARGE)
    anna.make_account("Anna")
    bert.make_account("Bert")
    table = play_and_resign(anna, bert)
    page = anna.go("/account")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    with zipfile.ZipFile(download.value.path()) as file:
        assert sorted(file.namelist()) == ["data.json", f"records/{table}.jsonl"]
        assert json.loads(file.read("data.json"))["name"] == "Anna"
    page.get_by_role("button", name="Delete everything").click()
    page.fill("#farewell", "Anne")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#problem")).to_contain_text("Type your name exactly")
    page.fill("#farewell", "Anna")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url(f"{anna.base}/")
    expect(page.locator("#my-name")).to_have_text("Choose a name")
    expect(bert.go("/players/me").locator("#last li")).to_contain_text("Deleted player")
    for each in (anna, bert):
        each.close()


@pytest.mark.long
def test_talk_stands_below_the_move_it_is_about(browser: Browser, fresh_site: Site) -> None:
    anna, bert = Visitor(browser, fresh_site, **LARGE), Visitor(browser, fresh_site, **LARGE)
    anna.introduce("Anna")
    bert.introduce("Bert")
    table = open_table(anna, options={"red_setup": "random", "blue_setup": "random"})
    sit_down(bert, table)
    at = f"{anna.base}/api/tables/{table}"
    mover = anna if anna.context.request.get(f"{at}/actions").json()["actions"] else bert
    mover.command(table, mover.context.request.get(f"{at}/actions").json()["actions"][0])
    assert bert.context.request.post(f"{at}/chat", data={"words": "So it begins"}).ok
    page = anna.go(f"/tables/{table}")
    page.wait_for_selector("#table[aria-busy=false]")
    page.get_by_role("tab", name="Chat").click()
    told = anna.context.request.get(f"{at}/chat").json()["chat"][0]["after"]
    assert told
    heading = page.locator(".talk .time").last
    expect(heading).to_have_text(re.sub(r"\*\*|:#?[a-z][\w-]*:", "", told).strip())
    expect(page.locator(".talk li").last).to_contain_text("So it begins")
    for each in (anna, bert):
        each.close()


def english_of(page: Page) -> list[str]:
    """Return the English texts of the catalogue that a German page still shows."""
    german = read_language(FOLDER / "de.po")
    found = []
    for words in page.evaluate(TEXTS):
        translated = german.lookup(words)
        if translated is not None and translated != words:
            found.append(words)
    return found


@pytest.mark.long
def test_every_page_is_german_for_a_german_browser(browser: Browser, site: Site) -> None:
    person = Visitor(browser, site, locale="de-DE", **LARGE)
    person.make_account("Lotte")
    person.context.request.post(f"{person.base}/api/join", data={"token": site.hall.owners.key})
    table = open_table(person, "Gast")
    expect(person.page.locator("#waiting")).to_contain_text("Dein Tisch ist offen")
    seats = [{"kind": "me", "name": "Lotte"}, {"kind": "computer", "name": "medium"}]
    body = {
        "game": "stratego",
        "preset": "micro",
        "seats": seats,
        "options": {"red_setup": "random", "blue_setup": "random"},
    }
    computers = person.context.request.post(f"{person.base}/api/tables", data=body).json()["table"]
    for path in (*PAGES, f"/tables/{table}", f"/tables/{computers}"):
        page = person.go(path)
        page.wait_for_selector("[aria-busy=false]" if path not in ("/", "/learn") else "main")
        page.wait_for_timeout(500)
        assert page.evaluate("document.documentElement.lang") == "de"
        left = english_of(page)
        assert not left, f"{path}: {left}"
    expect(person.page.locator("#others")).to_contain_text("Mittel")
    person.close()
