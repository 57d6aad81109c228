"""Players' kept commands: private, on all their devices, few and small."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from playwright.sync_api import Browser, Locator, Page, expect

from plowshares.server.database import version
from plowshares.server.meeting import kept
from plowshares.server.plan import Holding, Plan, SeatPlan
from plowshares.server.schema import kept_commands, schema
from plowshares.server.store import Store
from tests.server.postgres import Cluster, find_program, postgres
from tests.server.screen import Screen
from tests.server.site import ME, RANDOM, Person, Site
from tests.server.test_accounts import with_account
from tests.server.test_meeting import named

pytestmark = pytest.mark.compiled_only
KIND = "toy set-up 2x2"
PLAN = Plan("stratego", (SeatPlan("me", "Anna"), SeatPlan("link", "Bert")))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if find_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: scripts/system_packages")
    with postgres() as running:
        yield running


def keep(person: Person, name: str, command: str = "layout ab/cd", **more: Any) -> dict[str, str]:
    answer = person.post("/api/kept", kind=KIND, name=name, command=command, **more)
    assert answer.status_code == 200, answer.text
    return {each["name"]: each["command"] for each in answer.json()["kept"]}


def kept_by(person: Person, kind: str = KIND) -> dict[str, str]:
    answer = person.http.get("/api/kept", params={"kind": kind})
    assert answer.status_code == 200, answer.text
    return {each["name"]: each["command"] for each in answer.json()["kept"]}


def test_what_a_player_keeps_is_theirs_alone(fresh_site: Site) -> None:
    anna, bert = named(fresh_site, "Anna"), named(fresh_site, "Bert")
    assert keep(anna, " Wall ") == {"Wall": "layout ab/cd"}
    assert keep(anna, "Wall", "layout ba/dc") == {"Wall": "layout ba/dc"}  # the same name: instead of it
    assert list(keep(anna, "attack", "layout dc/ba")) == ["attack", "Wall"]
    assert kept_by(anna, "another") == kept_by(bert) == kept_by(fresh_site.person()) == {}
    assert bert.post("/api/kept/forget", kind=KIND, name="Wall").json() == {"kept": []}
    answer = anna.post("/api/kept/forget", kind=KIND, name="attack")
    assert [each["name"] for each in answer.json()["kept"]] == ["Wall"]
    assert kept_by(anna) == {"Wall": "layout ba/dc"}


def test_a_guest_without_a_name_keeps_too_and_a_stranger_does_not(fresh_site: Site) -> None:
    guest = fresh_site.person()
    answer = guest.post("/api/kept", kind=KIND, name="Wall", command="layout ab/cd")
    assert (answer.status_code, answer.json()["error"]) == (403, "Sit down at a table, or choose a name first.")
    guest.open(ME, RANDOM)
    assert keep(guest, "Wall") == kept_by(guest) == {"Wall": "layout ab/cd"}


def test_what_is_kept_anew_takes_a_free_name(fresh_site: Site) -> None:
    anna = named(fresh_site, "Anna")
    keep(anna, "Wall", "layout ab/cd")
    assert keep(anna, "Wall", "layout ab/cd", is_new=True) == {"Wall": "layout ab/cd"}  # the same: nothing new
    assert keep(anna, "Wall", "layout ba/dc", is_new=True) == {"Wall": "layout ab/cd", "Wall (2)": "layout ba/dc"}
    long = "W" * 30
    keep(anna, long)
    assert "W" * 26 + " (2)" in keep(anna, long, "layout ba/dc", is_new=True)


def test_there_are_bounds_and_they_are_said_in_words(fresh_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_OF_KIND", 2)
    monkeypatch.setattr(kept, "MOST_KEPT", 3)
    anna = named(fresh_site, "Anna")
    keep(anna, "first")
    keep(anna, "second")
    full = anna.post("/api/kept", kind=KIND, name="third", command="layout ab/cd")
    assert full.status_code == 422
    assert full.json() == {
        "error": "There is no room for more: delete one of those that you have kept.",
        "code": "too-many",
    }
    assert keep(anna, "second", "layout ba/dc")["second"] == "layout ba/dc"  # there is room instead of it
    assert anna.post("/api/kept", kind="another", name="a", command="b").status_code == 200
    assert anna.post("/api/kept", kind="a third", name="a", command="b").status_code == 422
    for body in ({"name": ""}, {"name": "W" * 31}, {"name": "a\nb"}, {"command": ""}, {"command": "x" * 2001}):
        refused = anna.post("/api/kept", **{"kind": "another", "name": "a", "command": "c", **body})
        assert refused.status_code == 422, body
    assert "1 to 2000 letters; this has 2001" in refused.json()["error"]
    assert kept_by(anna, "another") == {"a": "b"}


def test_it_is_there_at_all_devices_of_an_account_and_a_guest_brings_it_along(fresh_site: Site) -> None:
    anna, code = with_account(fresh_site, "Anna")
    keep(anna, "Wall", "layout ab/cd")
    phone, stranger = fresh_site.person(), fresh_site.person()
    for each in (phone, stranger):
        each.open(ME, RANDOM)
        keep(each, "Wall", "layout ba/dc")
    assert phone.post("/api/account/sign-in", code=code).status_code == 200
    assert kept_by(phone) == kept_by(anna) == {"Wall": "layout ab/cd", "Wall (2)": "layout ba/dc"}
    assert stranger.post("/api/account/sign-in", code=code, claim=False).status_code == 200
    assert kept_by(stranger) == kept_by(anna)
    assert stranger.post("/api/account/sign-out", device=None).status_code == 200
    assert kept_by(stranger) == {}


def test_a_guest_brings_along_only_what_there_is_room_for(fresh_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_OF_KIND", 2)
    anna, code = with_account(fresh_site, "Anna")
    keep(anna, "mine")
    phone = named(fresh_site, "Anna too")
    keep(phone, "first", "layout ba/dc")
    keep(phone, "second", "layout dc/ba")
    assert phone.post("/api/account/sign-in", code=code).status_code == 200
    assert kept_by(anna) == {"first": "layout ba/dc", "mine": "layout ab/cd"}


def test_it_is_downloaded_and_deleted_with_the_rest_of_my_data(fresh_site: Site) -> None:
    anna, bert = named(fresh_site, "Anna"), named(fresh_site, "Bert")
    keep(anna, "Wall")
    keep(bert, "Bert's own")
    with zipfile.ZipFile(io.BytesIO(anna.http.get("/api/account/export").content)) as file:
        found = json.loads(file.read("data.json"))["kept"]
    assert [(each["kind"], each["name"], each["command"]) for each in found] == [(KIND, "Wall", "layout ab/cd")]
    assert anna.post("/api/account/delete", name="Anna").status_code == 200
    with fresh_site.hall.store.begin() as db:
        assert db.execute(sa.select(kept_commands.c.name)).scalars().all() == ["Bert's own"]


def test_what_forgotten_guests_have_kept_goes_with_their_tables(fresh_site: Site) -> None:
    store = fresh_site.hall.store
    guest, anna = fresh_site.person(), named(fresh_site, "Anna")
    table = guest.open(ME, RANDOM)
    keep(guest, "Wall")
    keep(anna, "Wall")
    store.forget_guests(time.time() + 1.0)
    assert kept_by(guest)  # the table is still there
    store.delete(table)
    store.forget_guests(time.time() - 1000.0)
    assert kept_by(guest)  # it is not long ago
    store.forget_guests(time.time() + 1.0)
    assert not kept_by(guest)
    assert kept_by(anna)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_from_before_it_is_brought_up_to_date(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 't.sqlite'}" if kind == "sqlite" else request.getfixturevalue("cluster").url
    store = Store(url)
    with store.begin() as db:
        kept_commands.drop(db)
        db.execute(version.update().values(version_num="0010"))
    store.close()
    store = Store(url)
    with store.begin() as db:
        assert compare_metadata(MigrationContext.configure(db), schema) == []
    mine = kept.KeptCommands(store)
    store.add_table("t", PLAN, [Holding("anna", 0, False, True)], [b"{}"])
    mine.keep("anna", KIND, "Wall", "layout ab/cd", False)
    mine.keep("anna", KIND, "Wall", "layout ba/dc", False)
    assert mine.of_kind("anna", KIND) == [{"name": "Wall", "command": "layout ba/dc"}]
    mine.forget("anna", KIND, "Wall")
    assert mine.of_kind("anna", KIND) == []
    store.close()


def own(page: Page) -> Locator:
    """Return the set-ups of one's own that the table offers."""
    return page.locator("#offers [data-offer^='kept ']")


def test_a_set_up_is_kept_with_the_player_and_what_a_browser_had_kept_comes_along(browser: Browser, site: Site) -> None:
    anna = Screen(browser, site)
    anna.sit("stratego", "micro")
    page = anna.page
    page.locator("[data-offer='button fill']").click()
    save = page.locator("#offers [data-offer='save']")
    expect(save).to_be_enabled()
    state = anna.context.request.get(page.url.replace("/tables/", "/api/tables/")).json()["state"]
    offer = next(each for each in state["next"] if each["pick"] == "save")
    before = json.dumps({"From before": offer["command"]})
    page.evaluate("([kind, before]) => localStorage.setItem(`kept ${kind}`, before)", [offer["keep"], before])
    page.reload()
    expect(own(page)).to_have_text(["From before"])
    anna.until(f"localStorage.getItem('kept {offer['keep']}') === null")
    save.click()
    page.locator("#question input").fill("Wall")
    page.locator("#question .button").click()
    expect(own(page)).to_have_text(["From before", "Wall"])
    page.reload()
    expect(own(page)).to_have_text(["From before", "Wall"])
    page.locator("#offers [data-offer='forget From before']").click()
    expect(own(page)).to_have_text(["Wall"])
    anna.sit("stratego", "micro")  # another table, where nothing is placed yet
    own(page).click()
    page.locator("[data-offer='button ready']").and_(page.locator(":enabled")).wait_for()
    bert = Screen(browser, site)
    bert.sit("stratego", "micro")
    expect(bert.page.locator("#offers [data-offer='save']")).to_be_visible()
    expect(own(bert.page)).to_have_count(0)
    anna.check()
    bert.check()
