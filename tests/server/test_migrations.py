"""A database of an older version is brought up to date, and its tables are played on by those who held seats."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from plowshares.core.errors import InvalidOption
from plowshares.server.database import version
from plowshares.server.schema import HEAD, schema
from plowshares.server.store import Store
from tests.server.site import Person, Site, serving

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
