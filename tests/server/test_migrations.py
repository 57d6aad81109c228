"""Migrations: an older database is brought up to date, and the holders of its seats can play on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.engine.record import read_record
from plowshares.server.database import version
from plowshares.server.schema import HEAD, schema
from plowshares.server.store import Store
from tests.server.site import LINK, ME, Person, Site, serving

pytestmark = pytest.mark.compiled_only
DATA = Path(__file__).parent / "data"  # a database as version 0.1 wrote it, with its people's secrets


@pytest.fixture
def old(tmp_path: Path) -> Path:
    shutil.copy(DATA / "version-0.1.sqlite", tmp_path / "tables.sqlite")
    return tmp_path / "tables.sqlite"


@pytest.fixture
def previous(tmp_path: Path) -> Path:
    """Return a database with schema 0003: names, open tables and chat, and neither accounts nor results."""
    shutil.copy(DATA / "version-0003.sqlite", tmp_path / "before.sqlite")
    return tmp_path / "before.sqlite"


def owner_of(site: Site, before: dict[str, Any]) -> Person:
    anna = site.person()
    anna.http.cookies.set("plowshares", before["cookie"])
    return anna


def test_tables_of_version_01_are_played_on(old: Path) -> None:
    before = json.loads((DATA / "version-0.1.json").read_text())
    with serving(old) as site:
        anna = owner_of(site, before)
        listed = anna.http.get("/api/tables").json()["tables"]
        assert {each["id"] for each in listed} == {before[key] for key in ("playing", "open", "finished", "rematch")}
        anna.table = before["playing"]
        assert len(site.hall.find(before["playing"]).match.history) == before["commands"]
        assert anna.state()["logged"]
        bert = site.person(before["token"], before["playing"])
        assert bert.state()["acting"]
        bert.command(bert.actions()[0])
        assert anna.post(anna.at("/invite"), seat=1).status_code == 422  # the program that played holds its seat
        guest = site.person()
        guest.table = guest.post("/api/join", token=before["link"]).json()["table"]
        assert guest.state()["seat"] == 1
        anna.table = before["finished"]
        assert anna.state()["rematch"] == before["rematch"]


def test_people_of_schema_3_keep_their_names_and_games(previous: Path) -> None:
    before = json.loads((DATA / "version-0003.json").read_text())
    with serving(previous) as site:
        anna, bert = site.person(), site.person()
        anna.http.cookies.set("plowshares", before["cookies"]["anna"])
        bert.http.cookies.set("plowshares", before["cookies"]["bert"])
        assert anna.http.get("/api/me").json()["me"]["name"] == "Anna"
        mine = {each["id"]: each["status"] for each in anna.http.get("/api/lobby").json()["mine"]}
        assert mine == {before["open"]: "waiting", before["finished"]: "finished"}
        assert [each["id"] for each in bert.http.get("/api/lobby").json()["open"]] == [before["open"]]
        bert.table = before["playing"]
        bert.command(bert.actions()[0])
        anna.table = before["open"]
        assert [each["words"] for each in anna.http.get(anna.at("/chat")).json()["chat"]] == ["Hello"]


def test_a_database_that_was_brought_up_to_date_is_like_a_new_one(old: Path, previous: Path, tmp_path: Path) -> None:
    for file in (old, previous, tmp_path / "new.sqlite"):
        store = Store(f"sqlite:///{file}")
        with store.begin() as db:
            assert db.execute(sa.select(version.c.version_num)).scalars().all() == [HEAD]
            assert compare_metadata(MigrationContext.configure(db), schema) == []
        store.close()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store = Store(url)
    with store.begin() as db:
        db.execute(version.update().values(version_num="9999"))
    store.close()
    with pytest.raises(InvalidOption, match=r"9999.*update Plowshares"):
        Store(url)


def change_line(file: Path, table: str, n: int, old: str, new: str) -> None:
    with sqlite3.connect(file) as db:
        (data,) = db.execute("select data from lines where table_id = ? and n = ?", (table, n)).fetchone()
        assert old.encode() in data
        changed = data.replace(old.encode(), new.encode())
        db.execute("update lines set data = ? where table_id = ? and n = ?", (changed, table, n))


def test_a_table_of_older_rules_is_played_on_where_they_agree_and_read_where_not(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as site:
        anna = site.person()
        table = anna.open(ME, LINK, time="300")
        anna.command("fill")
        state = read_record(site.hall.store.record(table)).lines[-1].state
    rules = registry.find("stratego").version
    change_line(file, table, 0, f'"rules":{rules},', f'"rules":{rules + 7},')
    cookies = anna.http.cookies
    with serving(file) as site:
        anna = site.person(table=table)
        anna.http.cookies = cookies
        anna.command("clear")
        anna.command("fill")
    change_line(file, table, 1, state, "0" * len(state))
    with serving(file) as site:
        anna = site.person(table=table)
        anna.http.cookies = cookies
        seen = anna.state()
        assert not seen["acting"]
        assert seen["regions"]
        assert seen["note"].startswith("The rules have changed")
        for path, body in (("/play", {"at": seen["name"], "command": "fill"}), ("/resign", {})):
            answer = anna.post(anna.at(path), **body)
            assert (answer.status_code, answer.json()["code"]) == (422, "other-rules")
        assert len(anna.http.get("/api/tables").json()["tables"]) == 1
