"""What leaves the server for a seat does not depend on what the seat cannot know."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import numpy as np
import pytest

from plowshares import registry
from plowshares.core.game import Game
from plowshares.core.scene import Event, Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.record import read_record, replay
from plowshares.engine.story import tell_event
from plowshares.server.tokens import holder_of
from tests.server.site import HERE, LINK, ME, Person, Site, serving

pytestmark = pytest.mark.compiled_only
ROUTES = ["", "/actions", "/view", "/picture", "/log", "/chat", "/record", "/replay?n=0&as=0", "/devices", "/events"]
ROUTES += ["/beliefs", "/beliefs?n=0&as=0", "/review?as=0", "/moment?n=0&as=0", "/moment?n=0&as=0&open=1"]
ROUTES += ["/review?as=0&depth=deep", "/habits", "/puzzle"]
PAGES = ["/tables/{}", "/tables/{}/replay", "/tables/{}/review", "/", "/api/tables"]
PLAYED = 12  # commands before the comparison
CHANGING = {b"date"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def everything(person: Person) -> list[bytes]:
    """Return the bytes of every channel of a seat: what is asked for, headers, events, pages, pictures, refusals."""
    answers = [person.http.get(person.at(route)) for route in ROUTES if route != "/events"]
    answers += [person.http.get(page.format(person.table)) for page in PAGES]
    answers += [person.play(command="no such command"), person.play(path=["cell a1"]), person.play(path=["cell z9"])]
    answers += [person.play(path=[offer["pick"]]) for offer in unfinished_picks(person)]
    answers += [person.post(person.at("/play"), at="elsewhere", command="done")]
    answers += [person.post(person.at("/play"), at="", path=["cell a1"], ahead=True)]
    answers += [person.post(person.at("/undo"), agree=True), person.post(person.at("/undo"), at="elsewhere")]
    answers += [person.post(person.at("/invite"), seat=-1), person.post(person.at("/rematch"))]
    answers += [person.post(person.at("/play-on"), n=2, seat=0, deal=False)]
    return [flatten(answer) for answer in answers] + [first_event(person)]


def unfinished_picks(person: Person) -> list[dict[str, str]]:
    """List first picks that are not yet an action, so that asking what follows them changes nothing."""
    offers = person.state()["next"][:5]
    listed = [person.http.get(person.at("/actions"), params={"pick": offer["pick"]}).json() for offer in offers]
    return [offer for offer, found in zip(offers, listed, strict=True) if len(found["actions"]) > 1]


def flatten(answer: httpx.Response) -> bytes:
    head = [name + b": " + value for name, value in answer.headers.raw if name.lower() not in CHANGING]
    return b"\n".join([str(answer.status_code).encode(), *sorted(head), answer.content])


def first_event(person: Person) -> bytes:
    with person.http.stream("GET", person.at("/events")) as stream:
        got = b""
        for chunk in stream.iter_bytes():
            got += chunk
            if b"\nid: " in got and got.endswith(b"\n\n"):  # the first says which build of the server it is
                break
    return got


def wait_until_alone(site: Site, table: str) -> None:
    """Wait until a table has no followers left: followers are shown to the others."""
    while site.hall.watchers.count(table):
        time.sleep(0.01)


def owner_says(site: Site, table: str, token: str) -> bool:
    """Write a message, which shows every reader what had happened by then."""
    person = site.person(token, table)
    return person.post(person.at("/chat"), words="I wonder").status_code == 200


def open_for_links(site: Site, game: str) -> tuple[str, dict[int, str]]:
    """Open a table of guests, play a little at it; return its name and everybody's token."""
    owner = site.person()
    preset = next(iter(registry.find(game).presets))
    count = len(owner.post(f"/api/games/{game}/check", preset=preset).json()["seats"])
    table = owner.open(*[LINK] * count, game=game, preset=preset, hints=True)  # so that beliefs are told, too
    tokens = {seat: owner.invite(seat) for seat in (SPECTATOR, *range(count))}
    match, chance, said = site.hall.find(table).match, random.Random(5), False
    # Unfinished commands are not kept over a restart, so the comparison begins where there is none.
    while not match.result and (len(match.history) < PLAYED or any(map(match.draft, range(count)))):
        said = said or (len(match.history) > PLAYED // 2 and owner_says(site, table, tokens[0]))
        seat = next((seat for seat in range(count) if match.draft(seat)), None)
        seat = chance.choice(match.to_act()) if seat is None else seat
        match.play(seat, chance.choice(match.legal(seat)))
    site.hall.find(table).said = 0  # how often somebody has written is not kept over a restart either
    site.hall.find(table).changed()
    for token in tokens.values():
        site.hall.access.greet(site.hall.find(table), holder_of(token))  # everybody has come, which is told to all
    return table, tokens


@pytest.mark.parametrize("game", registry.OURS)
def test_servers_that_differ_in_secrets_send_the_same_bytes(game: str, tmp_path: Path) -> None:
    with serving(tmp_path / "one.sqlite") as one:
        table, tokens = open_for_links(one, game)
        sent = {}
        for seat, token in tokens.items():
            sent[seat] = everything(one.person(token, table))
            wait_until_alone(one, table)
    shutil.copy(tmp_path / "one.sqlite", tmp_path / "two.sqlite")
    changed = 0
    with serving(tmp_path / "two.sqlite") as two:
        match = two.hall.find(table).match
        real = match.state
        for seat, token in tokens.items():
            match.state = disturbed(match.game, real, seat)
            changed += match.state.tobytes() != real.tobytes()
            two.hall.find(table).story.events[seat] = tell_disturbed(two, table, seat)
            two.hall.find(table).changed()
            assert everything(two.person(token, table)) == sent[seat]
            wait_until_alone(two, table)
            match.state = real
    assert changed or match.result  # when the match is over there are no secrets left


def disturbed(game: Game, s: Any, seat: int) -> Any:
    """Return a State that differs in everything the seat cannot know."""
    other = s.clone()
    game.view.disturb(other, seat, np.uint64(7))
    return other


def tell_disturbed(site: Site, table: str, seat: int) -> list[Event]:
    """Return the events of a seat as told from States that always differed in everything it could not know."""
    found = site.hall.find(table)
    game, told, before = found.match.game, list[Event](), None
    viewer = Viewer(seat, found.story.names)
    for _, event in replay(read_record(site.hall.store.record(table)), registry.find):
        after = disturbed(game, event.state, seat)
        if before is not None:
            told += tell_event(game, msgspec.structs.replace(event, state=after), before, viewer)
        before = after
    return told


def test_a_map_that_was_given_is_told_to_nobody(site: Site) -> None:
    owner = site.person()
    rows = ["GGGGGGGG"] * 7 + ["GGGGHHFG"]
    options = {"size": "8", "map": "rows", "map_rows": json.dumps(rows)}
    table = owner.open(LINK, LINK, game="civ", preset="quick", options=options)
    assert site.hall.find(table).match.options.map_rows == tuple(rows)  # type: ignore[attr-defined]  # Civ's
    for seat in (SPECTATOR, 0, 1):
        for answer in everything(site.person(owner.invite(seat), table)):
            assert b"GGGGHHFG" not in answer
            assert b"map_rows" not in answer


def test_what_a_rival_does_in_secret_does_not_even_make_a_message(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK)
    bert = site.person(anna.invite(1), table)
    bert.state()  # his arrival is not secret
    before = anna.state()["name"]
    bert.command("fill")
    assert anna.state()["name"] == before
    bert.command("clear")
    assert anna.state()["name"] == before


def test_a_shared_screen_gets_nothing_before_somebody_is_ready(site: Site) -> None:
    anna = site.person()
    anna.open(ME, HERE)
    curtain = anna.state()
    assert set(curtain) == {
        *("kind", "name", "game", "title", "call", "who", "table", "shared", "owner", "open_seats", "rematch", "hints"),
        "rematch_by",
        *("note", "notices", "kinds", "said", "faces", "secrets", "rated", "draws", "draw", "asks_undo", "guide"),
        "subtitle",
    }
    assert [curtain[each] for each in ("draw", "asks_undo", "guide")] == [None, None, None]
    for route in ("", "/events", "/actions", "/log"):
        answer = first_event(anna) if route == "/events" else anna.http.get(anna.at(route)).content
        assert b"svg" not in answer
        assert b"army" not in answer
    assert anna.play(command="fill").status_code == 422
    assert anna.post(anna.at("/resign")).status_code == 422
    assert anna.post(anna.at("/curtain"), seat=1).status_code == 409  # it is Red who was called
    assert anna.state()["kind"] == "curtain"


def test_a_shared_screen_shows_one_seat_at_a_time(site: Site) -> None:
    anna = site.person()
    anna.open(ME, HERE)
    anna.post(anna.at("/curtain"), seat=0)
    anna.command("fill")
    anna.command("ready")
    red = anna.state()
    assert (red["seat"], red["acting"]) == (0, False)
    anna.post(anna.at("/curtain"), seat=1)  # not before Red has hidden the board
    assert anna.state()["seat"] == 0
    assert b"svg" not in anna.post(anna.at("/curtain"), seat=None).content
    blue = anna.post(anna.at("/curtain"), seat=1).json()["state"]
    assert blue["seat"] == 1
    assert red["log"][0] not in blue["log"]


def test_only_those_with_a_seat_see_anything(site: Site) -> None:
    anna, stranger = site.person(), site.person()
    stranger.table = anna.open(ME, LINK)
    for route in ROUTES:
        assert stranger.http.get(stranger.at(route)).status_code == 403
    stranger.open(ME, LINK)
    stranger.table = anna.table
    for route in ROUTES:
        assert stranger.http.get(stranger.at(route)).status_code == 403
    bodies: dict[str, dict[str, Any]] = {
        "/play": {"at": ""},
        "/resign": {},
        "/curtain": {"seat": 0},
        "/invite": {"seat": 1},
        "/release": {"seat": 1},
        "/reseat": {"seat": 1},
        "/devices": {"seat": 1, "device": 0},
    }
    for route, body in bodies.items():
        assert stranger.post(stranger.at(route), **body).status_code == 403


def test_the_database_holds_no_token(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as site:
        anna = site.person()
        anna.open(ME, LINK)
        token, cookie = anna.invite(1), anna.http.cookies["plowshares"]
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        dump = "\n".join(db.iterdump())
    assert len(token) >= 40
    assert token not in dump
    assert cookie not in dump
