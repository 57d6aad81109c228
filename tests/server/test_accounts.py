"""Accounts without passwords: recovery codes, codes for other devices, signing out, claims, friends, export, deletion.

Passkeys need a browser: test_browser_meeting.py.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from plowshares.server.meeting.browsers import describe_browser
from plowshares.server.meeting.tickets import fold_code, new_code
from tests.server.site import LINK, ME, RANDOM, Person, Site
from tests.server.test_meeting import lobby, named

pytestmark = pytest.mark.compiled_only


def account(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.http.get("/api/account").json()
    return found


def with_account(site: Site, name: str) -> tuple[Person, str]:
    """Return a person with an account, and the recovery code."""
    person = named(site, name)
    answer = person.post("/api/account/recovery")
    assert answer.status_code == 200, answer.text
    return person, answer.json()["code"]


def test_a_guest_gets_an_account_by_a_recovery_code_that_works_elsewhere(fresh_site: Site) -> None:
    anna, code = with_account(fresh_site, "Anna")
    table = anna.open(ME, RANDOM)
    phone = fresh_site.person()
    answer = phone.post("/api/account/sign-in", code=code.lower().replace("-", " "))
    assert answer.status_code == 200, answer.text
    assert answer.json()["me"]["name"] == "Anna"
    phone.table = table
    assert phone.state()["seat"] == 0
    assert [each["id"] for each in lobby(phone)["mine"]] == [table]
    assert [each["this"] for each in account(phone)["devices"]] == [False, True]


def test_a_newer_recovery_code_makes_the_older_one_worthless(fresh_site: Site) -> None:
    anna, code = with_account(fresh_site, "Anna")
    newer = anna.post("/api/account/recovery").json()["code"]
    assert fresh_site.person().post("/api/account/sign-in", code=code).status_code == 403
    assert fresh_site.person().post("/api/account/sign-in", code=newer).status_code == 200


def test_a_code_for_another_device_works_once(fresh_site: Site) -> None:
    anna, _ = with_account(fresh_site, "Anna")
    code = anna.post("/api/account/code").json()["code"]
    first, second = fresh_site.person(), fresh_site.person()
    assert first.post("/api/account/sign-in", code=code).status_code == 200
    assert second.post("/api/account/sign-in", code=code).status_code == 403
    assert account(second)["me"] is None


def test_a_guest_has_no_code_for_other_devices(fresh_site: Site) -> None:
    answer = named(fresh_site, "Bert").post("/api/account/code")
    assert answer.status_code == 422
    assert answer.json()["code"] == "guest"
    assert fresh_site.person().post("/api/account/code").json()["code"] == "nameless"


@pytest.mark.parametrize("code", ["", "-", "ABCD-EFGH", "x" * 200])
def test_a_wrong_code_opens_nothing(fresh_site: Site, code: str) -> None:
    person = fresh_site.person()
    assert person.post("/api/account/sign-in", code=code).status_code in (403, 429)
    assert account(person)["me"] is None


def test_codes_cannot_be_tried_by_the_thousand(fresh_site: Site) -> None:
    person = fresh_site.person()
    codes = [person.post("/api/account/sign-in", code=new_code(2, 4)).status_code for _ in range(15)]
    assert codes[-1] == 429
    assert set(codes) <= {403, 429}


def test_a_signed_out_device_is_nobody_and_the_others_stay(fresh_site: Site) -> None:
    site = fresh_site
    anna, code = with_account(site, "Anna")
    table = anna.open(ME, RANDOM)
    phone = site.person()
    phone.post("/api/account/sign-in", code=code)
    left = phone.post("/api/account/sign-out", device=0).json()  # the first browser, whose name all of them act by
    assert len(left["devices"]) == 1
    anna.table = phone.table = table
    assert anna.http.get(anna.at()).status_code == 403
    assert phone.state()["seat"] == 0
    assert lobby(anna)["me"] is None
    assert lobby(anna)["mine"] == []
    again = anna.post("/api/me", name="Anja", avatar="hen").json()["me"]  # somebody new from now on
    assert again["account"] is False
    assert lobby(phone)["me"]["name"] == "Anna"


def test_the_last_device_is_not_signed_out_without_a_way_back(fresh_site: Site) -> None:
    anna = named(fresh_site, "Anna")
    answer = anna.post("/api/account/sign-out")
    assert answer.status_code == 422
    assert answer.json()["code"] == "last-device"
    anna.post("/api/account/recovery")
    assert anna.post("/api/account/sign-out", device=9).status_code == 422
    assert anna.post("/api/account/sign-out").status_code == 200


def test_what_a_guest_did_is_claimed_by_the_account(fresh_site: Site) -> None:
    site = fresh_site
    anna, code = with_account(site, "Anna")
    anna.open(ME, RANDOM)
    guest = named(site, "Annas Telefon")
    theirs = guest.open(ME, LINK, access="open")
    guest.command("fill")  # the table is in memory, and knows its holder
    guest.post("/api/account/sign-in", code=code)
    assert {each["id"] for each in lobby(guest)["mine"]} == {each["id"] for each in lobby(anna)["mine"]}
    anna.table = theirs
    assert anna.state()["seat"] == 0
    assert guest.state()["seat"] == 0


def test_a_guest_can_leave_behind_what_was_done_here(fresh_site: Site) -> None:
    site = fresh_site
    _anna, code = with_account(site, "Anna")
    guest = named(site, "Somebody else")
    guest.open(ME, RANDOM)
    guest.post("/api/account/sign-in", code=code, claim=False)
    assert lobby(guest)["mine"] == []


def test_friends_by_link(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert = named(site, "Anna"), named(site, "Bert")
    token = anna.post("/api/friends/link").json()["link"].partition("friend=")[2]
    assert bert.post("/api/friends/invitation", token=token).json()["name"] == "Anna"
    assert anna.post("/api/friends/accept", token=token).status_code == 422  # her own
    assert [each["name"] for each in bert.post("/api/friends/accept", token=token).json()["friends"]] == ["Anna"]
    assert [each["name"] for each in anna.http.get("/api/friends").json()["friends"]] == ["Bert"]
    assert named(site, "Cleo").post("/api/friends/accept", token=token).status_code == 403
    me = bert.http.get("/api/me").json()["me"]["id"]
    assert anna.post("/api/friends/drop", person=me).json()["friends"] == []
    assert bert.http.get("/api/friends").json()["friends"] == []


def test_friends_from_a_past_match_when_both_ask(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert, cleo = named(site, "Anna"), named(site, "Bert"), named(site, "Cleo")
    ids = {name: person.http.get("/api/me").json()["me"]["id"] for name, person in (("anna", anna), ("bert", bert))}
    assert cleo.post("/api/friends/ask", person=ids["anna"]).status_code == 403  # they have not met
    anna.open(ME, LINK, access="open")
    bert.post(anna.at("/sit"))
    anna.post(anna.at("/resign"))
    site.app.state.counting.settle()
    assert [each["name"] for each in anna.post("/api/friends/ask", person=ids["bert"]).json()["asked"]] == ["Bert"]
    assert [each["name"] for each in bert.http.get("/api/friends").json()["asking"]] == ["Anna"]
    assert [each["name"] for each in bert.post("/api/friends/ask", person=ids["anna"]).json()["friends"]] == ["Anna"]


def test_my_data_can_be_taken_along(fresh_site: Site) -> None:
    anna, _code = with_account(fresh_site, "Anna")
    finished = anna.open(ME, RANDOM)
    anna.post(anna.at("/chat"), words="hello")
    anna.post(anna.at("/resign"))
    anna.open(ME, LINK, access="open")
    named(fresh_site, "Bert").post(anna.at("/sit"))
    assert anna.post(anna.at("/block"), seat=1).status_code == 200
    assert anna.post(anna.at("/report"), seat=1, words="He is rude").status_code == 200
    answer = anna.http.get("/api/account/export")
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        data = json.loads(file.read("data.json"))
        assert f"records/{finished}.jsonl" in file.namelist()
    assert data["name"] == "Anna"
    assert len(data["blocked"]) == 1
    assert [each["words"] for each in data["reports"]] == ["He is rude"]
    assert [each["words"] for each in data["messages"]] == ["hello"]
    assert "principal" not in json.dumps(data)


def test_my_data_can_be_deleted(fresh_site: Site) -> None:
    site = fresh_site
    anna, code = with_account(site, "Anna")
    bert = named(site, "Bert")
    me = anna.http.get("/api/me").json()["me"]["id"]
    anna.open(ME, LINK, access="open")
    bert.post(anna.at("/sit"))
    bert.table = anna.table
    anna.command("fill")
    anna.post(anna.at("/chat"), words="goodbye")
    anna.post(anna.at("/report"), seat=1, words="He is rude")
    anna.post(anna.at("/block"), seat=1)
    assert anna.post("/api/account/delete", name="Anne").status_code == 422
    assert anna.post("/api/account/delete", name="Anna").status_code == 200
    assert account(anna)["me"] is None
    assert site.person().post("/api/account/sign-in", code=code).status_code == 403
    assert bert.state()["result"]  # she has resigned
    assert bert.http.get(bert.at("/chat")).json()["chat"] == []
    page = bert.http.get("/api/players/me").json()
    assert [each["name"] for each in page["results"][0]["others"]] == ["Deleted player"]
    names = ("people", "devices", "results", "messages", "holders", "reports", "blocks", "seekers", "subscriptions")
    with site.hall.store.begin() as db:
        kept = "".join(str(row) for table in names for row in db.exec_driver_sql(f"SELECT * FROM {table}"))
    assert "Anna" not in kept
    assert me not in kept
    assert "He is rude" in kept  # the owner of the server can still read it


def test_whom_a_guest_has_blocked_stays_blocked_for_the_account(fresh_site: Site) -> None:
    site = fresh_site
    _anna, code = with_account(site, "Anna")
    guest, bert = named(site, "Annie"), named(site, "Bert")
    guest.open(ME, LINK, access="open")
    bert.post(guest.at("/sit"))
    assert guest.post(guest.at("/block"), seat=1).status_code == 200
    assert guest.post("/api/account/sign-in", code=code, claim=True).status_code == 200
    assert [each["name"] for each in guest.http.get("/api/blocks").json()["blocked"]] == ["Bert"]


def test_devices_say_when_they_were_seen_last(fresh_site: Site) -> None:
    anna, code = with_account(fresh_site, "Anna")
    with fresh_site.hall.store.begin() as db:
        db.exec_driver_sql("UPDATE devices SET seen = 1")
    phone = fresh_site.person()
    phone.post("/api/account/sign-in", code=code)
    lobby(anna)
    assert all(each["seen"] > 1 for each in account(anna)["devices"])


def test_codes_are_read_however_they_are_typed() -> None:
    code = new_code(5, 5)
    assert len(fold_code(code)) == 25
    assert fold_code(f" {code.lower()} ") == fold_code(code)


def test_devices_are_known_by_their_browser() -> None:
    chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36"
    assert describe_browser(chrome) == "Chrome, Linux"
    assert describe_browser("curl/8") == ""
