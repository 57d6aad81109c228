"""Access to seats: one-time links, seats given up, devices, signed cookies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plowshares.core.i18n import ENGLISH, Language
from plowshares.server.middleware import HEADERS
from plowshares.server.tables import HouseRules
from plowshares.server.tokens import Signer
from tests.server.site import LINK, ME, MICRO, RANDOM, Person, Site, serving

pytestmark = pytest.mark.compiled_only
DORA = {"kind": "link", "name": "Dora"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def sit_down(site: Site, owner: Person, seat: int) -> Person:
    guest = site.person()
    guest.table = guest.post("/api/join", token=owner.invite(seat)).json()["table"]
    return guest


def test_the_owner_cannot_make_a_link_for_a_taken_seat(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK)
    cleo = sit_down(site, anna, 1)
    cleo.command("fill")
    refused = anna.post(anna.at("/invite"), seat=1)
    assert refused.status_code == 422
    assert refused.json()["code"] == "taken"
    assert "token" not in refused.json()
    program = site.person(table=anna.open(ME, LINK))
    bearer = site.person(anna.invite(1), anna.table)
    bearer.state()
    assert anna.post(anna.at("/invite"), seat=1).status_code == 422  # a program's seat is taken, too
    assert program.http.get(program.at()).status_code == 403
    assert table != anna.table


def test_a_link_for_a_seat_works_once(site: Site) -> None:
    anna, cleo, otto = site.person(), site.person(), site.person()
    table = anna.open(ME, LINK)
    token = anna.invite(1)
    assert cleo.post("/api/join", token=token).json() == {"table": table}
    assert otto.post("/api/join", token=token).status_code == 403
    assert site.person(token, table).http.get(f"/api/tables/{table}").status_code == 403
    anna.open(ME, LINK)
    token = anna.invite(1)
    program = site.person(token, anna.table)
    assert program.state()["seat"] == 1
    assert otto.post("/api/join", token=token).status_code == 403  # a program has used it
    assert program.state()["seat"] == 1


def test_a_link_for_watching_works_for_many(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK)
    token = anna.invite(-1)
    for _ in range(2):
        assert site.person().post("/api/join", token=token).json() == {"table": table}
    assert site.person(token, table).state()["seat"] == -1


def test_everybody_is_told_who_sits_down(site: Site) -> None:
    anna = site.person()
    anna.open(ME, LINK)
    sit_down(site, anna, 1)
    assert anna.state()["notices"] == ["Cleo has sat down."]
    assert anna.state()["note"] == "Cleo has sat down."


def test_what_everybody_is_told_is_kept_and_read_in_any_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = Language("de", {"{name} has sat down.": "{name} hat Platz genommen."})
    monkeypatch.setattr("plowshares.server.languages.languages", lambda: {"en": ENGLISH, "de": german})
    with serving(tmp_path / "tables.sqlite") as site:
        anna = site.person()
        table = anna.open(ME, LINK)
        assert site.person().post("/api/join", token=anna.invite(1)).status_code == 200
        assert anna.state()["notices"] == ["Cleo has sat down."]
    with serving(tmp_path / "tables.sqlite") as site:
        again = site.person(table=table)
        again.http.cookies, again.http.headers["accept-language"] = anna.http.cookies, "de"
        assert again.state()["notices"] == ["Cleo hat Platz genommen."]


def test_a_player_leaves_a_seat_to_somebody_else(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK)
    cleo = sit_down(site, anna, 1)
    assert anna.post(anna.at("/release"), seat=1).status_code == 403  # it is not hers
    cleo.command("fill")
    assert cleo.post(cleo.at("/release"), seat=1).json() == {"open": True}
    assert cleo.http.get(cleo.at()).status_code == 403
    assert anna.state()["open_seats"] == [1]
    assert "left the seat" in anna.state()["notices"][-1]
    token = anna.invite(1)
    assert anna.post("/api/join", token=token).status_code == 403  # players do not look into each other's hands
    otto = site.person()
    assert otto.post("/api/join", token=token).json() == {"table": table}
    assert "Somebody else" in anna.state()["notices"][-1]


def test_those_who_still_play_decide_about_a_deserted_seat(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite", rules=HouseRules(desert_after=600.0)) as site:
        anna = site.person()
        anna.open(ME, LINK, DORA, game="farmer_soldier", preset="standard", options={"players": "3"})
        cleo, dora = sit_down(site, anna, 1), sit_down(site, anna, 2)
        table = site.hall.find(anna.table)
        away = (table.match.to_act() or [0])[0]
        people = [anna, cleo, dora]
        gone = people.pop(away)
        refused = people[0].post(people[0].at("/reseat"), seat=away)
        assert refused.json()["code"] == "not-deserted"
        watcher = site.person(anna.invite(-1), anna.table)
        assert watcher.post(watcher.at("/reseat"), seat=away).status_code == 403
        for each in table.seats.devices(away):
            table.presence._seen[each.holder] -= 1000.0
        table.presence._since -= 1000.0
        assert people[0].post(people[0].at("/reseat"), seat=away).json() == {"open": False}
        assert "away" in people[1].state()["notices"][-1]
        assert people[1].post(people[1].at("/reseat"), seat=away).json() == {"open": True}
        assert gone.state()["seat"] == -1  # who opened the table may go on watching
        assert people[1].post(people[1].at("/invite"), seat=away).status_code == 200  # not the owner alone


def test_a_player_adds_a_device_and_signs_it_out(site: Site) -> None:
    anna = site.person()
    anna.open(ME, LINK)
    cleo = sit_down(site, anna, 1)
    phone = site.person(table=anna.table)
    assert phone.post("/api/join", token=cleo.invite(1)).status_code == 200
    assert phone.state()["seat"] == 1
    assert anna.state()["notices"][-1] == "Cleo has let another device in."
    listed = cleo.http.get(cleo.at("/devices")).json()["devices"]
    assert [each["this"] for each in listed] == [True, False]
    assert anna.post(anna.at("/devices"), seat=1, device=1).status_code == 403
    assert cleo.post(cleo.at("/devices"), seat=1, device=1).json() == {"open": False}
    assert phone.http.get(phone.at()).status_code == 403
    assert cleo.state()["seat"] == 1


def test_a_cookie_that_a_client_has_chosen_is_not_an_identity(site: Site) -> None:
    for chosen in ("a", "x" * 43, "x" * 43 + "." + "y" * 43, ""):
        person = site.person()
        person.http.cookies.set("plowshares", chosen)
        answer = person.post("/api/tables", **MICRO, seats=[ME, LINK])
        given = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        assert given != chosen
        again = site.person(table=answer.json()["table"])
        again.http.cookies.set("plowshares", chosen)
        assert again.http.get(again.at()).status_code == 403
        assert again.http.get("/api/tables").json() == {"tables": []}
        again.http.cookies.clear()
        again.http.cookies.set("plowshares", given)
        assert again.state()["seat"] == 0


def test_only_this_servers_signature_is_known() -> None:
    ours, others = Signer(b"a" * 32), Signer(b"b" * 32)
    cookie = ours.new_cookie()
    assert ours.is_ours(cookie)
    assert not others.is_ours(cookie)
    assert not ours.is_ours(cookie[:-1])
    assert not ours.is_ours(cookie.partition(".")[0])


def test_a_spectator_starts_no_rematch(site: Site) -> None:
    anna = site.person()
    anna.open(ME, LINK)
    watcher = site.person(anna.invite(-1), anna.table)
    watcher.state()
    anna.post(anna.at("/resign"))
    assert watcher.post(watcher.at("/rematch")).status_code == 403
    assert anna.post(anna.at("/rematch")).status_code == 200
    anna.open(RANDOM, RANDOM, options={"move_cap": "2"})  # nobody but the owner can ask for one here
    assert anna.wait_for_turn()["result"]
    assert anna.post(anna.at("/rematch")).status_code == 200


@pytest.mark.parametrize("headers", [{"host": "["}, {"origin": "http://["}, {"host": "[::1"}, {"origin": "//[x"}])
def test_headers_that_cannot_be_read_are_refused(site: Site, headers: dict[str, str]) -> None:
    sent = {"content-type": "application/json", **headers}
    answer = site.person().http.post("/api/tables", content=b"{}", headers=sent)
    assert answer.status_code == 400
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_a_forwarded_address_is_believed_only_from_a_proxy_that_was_named(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    def flood(site: Site) -> set[int]:
        person = site.person()
        headers = [{"x-forwarded-for": f"203.0.113.{i}"} for i in range(8)]
        return {person.http.post("/api/join", json={"token": "x"}, headers=each).status_code for each in headers}

    folder = tmp_path_factory.mktemp("proxies")
    with serving(folder / "a.sqlite", rate=0.001, burst=4.0) as site:
        assert flood(site) == {403, 429}
    with serving(folder / "b.sqlite", rate=0.001, burst=4.0, proxies=("127.0.0.1",)) as site:
        assert flood(site) == {403}


def test_behind_a_proxy_links_and_cookies_are_for_the_public_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    public = "https://games.example.org"
    how: dict[str, Any] = {"public": public, "proxies": ("127.0.0.1",), "hosts": frozenset({"games.example.org"})}
    with serving(tmp_path_factory.mktemp("public") / "tables.sqlite", **how) as site:
        anna = site.person()
        anna.http.headers.update({"host": "games.example.org", "origin": public, "x-forwarded-proto": "https"})
        answer = anna.post("/api/tables", **MICRO, seats=[ME, LINK])
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-plowshares=")
        assert "Secure" in cookie
        anna.http.headers["cookie"] = cookie.partition(";")[0]
        link = anna.post(f"/api/tables/{answer.json()['table']}/invite", seat=1).json()["link"]
        assert link.startswith(f"{public}/join#")
        anna.http.headers["origin"] = "https://evil.example"
        assert anna.post("/api/join", token="x").status_code == 403
