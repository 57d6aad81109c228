"""The owner's page: who may see it, closing tables, banning names, announcements; addresses that the server prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plowshares.cli.addresses import describe_addresses, local_addresses
from plowshares.server.meeting.people import fold_name
from plowshares.server.tables import HouseRules
from tests.server.site import LINK, ME, RANDOM, Person, Site, serving
from tests.server.test_meeting import lobby, named

pytestmark = pytest.mark.compiled_only


def owner_of(site: Site) -> Person:
    owner = site.person()
    assert owner.post("/api/join", token=site.hall.owners.key).json() == {"table": None}
    return owner


def house(owner: Person) -> dict[str, Any]:
    answer = owner.http.get("/api/owner")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def test_only_the_owner_sees_and_decides(fresh_site: Site) -> None:
    anna = named(fresh_site, "Anna")
    table = anna.open(ME, RANDOM)
    assert anna.http.get("/api/owner").status_code == 403
    for route, body in (("close", {"table": table}), ("ban", {"name": "Anna"}), ("announce", {"words": "hi"})):
        assert anna.post(f"/api/owner/{route}", **body).status_code == 403
    shown = house(owner_of(fresh_site))
    assert [each["name"] for each in shown["people"]] == ["Anna"]
    assert [each["id"] for each in shown["tables"]] == [table]
    assert shown["load"]["playing"] == 1
    assert shown["load"]["megabytes"] is None or shown["load"]["megabytes"] > 10


def test_the_owner_closes_a_table(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert, owner = named(site, "Anna"), named(site, "Bert"), owner_of(site)
    waiting = anna.open(ME, LINK, access="open")
    owner.post("/api/owner/close", table=waiting)
    assert anna.http.get(anna.at()).status_code == 403  # nobody had moved: it is gone
    anna.open(ME, LINK, access="open")
    bert.post(anna.at("/sit"))
    anna.command("fill")
    assert owner.post("/api/owner/close", table=anna.table).status_code == 200
    assert anna.state()["result"]
    assert "closed this table" in anna.state()["notices"][-1]
    assert owner.post("/api/owner/close", table="nowhere").status_code == 403


def test_a_banned_name_is_borne_by_nobody(fresh_site: Site) -> None:
    site = fresh_site
    rude, owner = named(site, "Rude Word"), owner_of(site)
    rude.open(ME, LINK, access="open")
    assert owner.post("/api/owner/ban", name="RÜDE  word").status_code == 200
    assert rude.http.get("/api/me").json()["me"]["name"] == "Guest"
    assert lobby(site.person())["open"][0]["host"] == "Guest"
    assert rude.state()["seats"][0]["who"] == "Guest"
    refused = rude.post("/api/me", name="rude-word", avatar="fox")
    assert refused.status_code == 422
    assert "rude-word" in refused.json()["error"]
    nameless = site.person()
    body = {
        "game": "stratego",
        "preset": "micro",
        "access": "open",
        "seats": [{"kind": "me", "name": "Rude word"}, LINK],
    }
    assert nameless.post("/api/tables", **body).status_code == 422
    owner.post("/api/owner/allow", name=fold_name("Rude Word"))
    assert rude.post("/api/me", name="Rude Word", avatar="fox").status_code == 200


def test_an_announcement_is_seen_in_the_lobby_and_at_tables_also_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "one.sqlite") as site:
        anna = named(site, "Anna")
        anna.open(ME, RANDOM)
        assert owner_of(site).post("/api/owner/announce", words="Restart at nine", minutes=5).status_code == 200
        assert lobby(anna)["announcement"] == "Restart at nine"
        assert anna.state()["note"] == "Restart at nine"
    with serving(tmp_path / "one.sqlite") as site:
        assert lobby(site.person())["announcement"] == "Restart at nine"
        owner_of(site).post("/api/owner/announce", words="")
        assert lobby(site.person())["announcement"] == ""


def test_strangers_have_few_open_tables_that_wait(tmp_path: Path) -> None:
    rules = HouseRules(most_waiting=2, most_waiting_there=3)
    with serving(tmp_path / "one.sqlite", strangers=True, rules=rules) as site:
        anna, bert = named(site, "Anna"), named(site, "Bert")
        body = {"game": "stratego", "preset": "micro", "seats": [ME, LINK], "access": "open"}
        assert [anna.post("/api/tables", **body).status_code for _ in range(3)] == [200, 200, 429]
        assert [bert.post("/api/tables", **body).status_code for _ in range(2)] == [200, 429]  # the same address
        assert anna.post("/api/tables", **{**body, "access": "private"}).status_code == 200
        with site.hall.store.begin() as db:
            kept = [row[0] for row in db.exec_driver_sql("SELECT address FROM tables WHERE address <> ''")]
        assert len(set(kept)) == 1
        assert "127.0.0.1" not in kept[0]


def test_a_server_for_the_network_says_where_it_is() -> None:
    assert describe_addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert describe_addresses("::1", 8000) == ["http://[::1]:8000/"]
    everywhere = describe_addresses("0.0.0.0", 8000)
    assert everywhere[0] == "http://localhost:8000/"
    assert len(everywhere) == 1 + len(local_addresses())


def test_links_made_on_the_machine_itself_lead_to_its_address_in_the_network(tmp_path: Path) -> None:
    with serving(tmp_path / "one.sqlite", lan="http://192.0.2.7:8000/") as site:
        anna = named(site, "Anna")
        anna.open(ME, LINK)
        made = anna.post(anna.at("/invite"), seat=1).json()
        assert made["link"].startswith("http://192.0.2.7:8000/join#")
        assert made["qr"]["path"].startswith("M0 0h7")  # the first corner
        assert made["qr"]["size"] >= 29


def test_the_server_prints_the_owners_page(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "plowshares", "serve", "--no-open", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        printed = [server.stdout.readline() for _ in range(2)]
        server.terminate()
    assert "plowshares is at http://127.0.0.1:" in printed[0]
    assert "/owner#" in printed[1]
