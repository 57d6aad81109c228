"""Playing together: pairing, draws, added time, deserted seats, blocks, reports, notifications."""

from __future__ import annotations

import base64
import http.server
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from plowshares.core.errors import InvalidOption
from plowshares.server import access
from plowshares.server.app import STRANGERS
from plowshares.server.meeting.pairing import GONE, WIDEN, Pairing, Seeker, Wish, agree
from plowshares.server.meeting.people import People
from plowshares.server.meeting.people import Person as Someone
from plowshares.server.meeting.safety import Blocks
from plowshares.server.push import SERVICES, check_endpoint
from plowshares.server.store import Store
from plowshares.server.tables import HouseRules
from tests.server.site import LINK, ME, RANDOM, Person, Site, serving

pytestmark = pytest.mark.compiled_only
SOON = 60.0
READY = {"red_setup": "random", "blue_setup": "random"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def named(site: Site, name: str, avatar: str = "fox") -> Person:
    person = site.person()
    assert person.post("/api/me", name=name, avatar=avatar).status_code == 200
    return person


def sit_down(site: Site, owner: Person, seat: int, name: str = "Bert") -> Person:
    guest = named(site, name)
    guest.table = guest.post("/api/join", token=owner.invite(seat)).json()["table"]
    return guest


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


# Pairing


def test_two_who_want_the_same_are_brought_together(site: Site) -> None:
    anna, bert, cleo = named(site, "Anna"), named(site, "Bert"), named(site, "Cleo")
    wish = {"game": "stratego", "preset": "micro", "time": "900+10"}
    assert cleo.post("/api/pairing", **{**wish, "time": "300+3"}).json()["seeking"]
    assert cleo.post("/api/pairing/leave").json() == {"done": True}
    waiting = anna.post("/api/pairing", **wish).json()
    assert (waiting["seeking"], waiting["table"], waiting["clock"]) == (True, None, "15 minutes + 10 s")
    found = bert.post("/api/pairing", **wish).json()
    assert found["table"]
    assert anna.http.get("/api/pairing").json()["table"] == found["table"]
    anna.table = bert.table = found["table"]
    assert {anna.state()["you"], bert.state()["you"]} == {"Anna", "Bert"}
    assert anna.http.get(anna.at()).json()["clocks"][0]["left"] <= 900
    assert not cleo.http.get("/api/pairing").json()["seeking"]
    assert found["table"] in {each["id"] for each in anna.http.get("/api/lobby").json()["mine"]}


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "stratego", "preset": "huge"}, "'huge'"),
        ({"game": "stratego", "time": "1"}, "'1'"),
        ({"game": "farmer_soldier", "preset": "three"}, "'three'"),
    ],
)
def test_impossible_wishes_are_refused(site: Site, wish: dict[str, str], words: str) -> None:
    answer = named(site, "Anna").post("/api/pairing", **wish)
    assert answer.status_code in (404, 422)
    assert words in answer.json()["error"]


def test_a_player_without_a_name_is_asked_for_one(site: Site) -> None:
    answer = site.person().post("/api/pairing", game="stratego")
    assert (answer.status_code, answer.json()["error"][:19]) == (403, "Choose a name first")


class Pool:
    """A pairing with a clock of its own."""

    def __init__(self, file: Path) -> None:
        self.store, self.now, self.opened = Store(f"sqlite:///{file}"), 1000.0, list[tuple[Wish, set[str]]]()
        self.people, self.blocks = People(self.store), Blocks(self.store)
        self.pairing = Pairing(self.store, self.blocks, self.open, lambda: self.now)

    def open(self, wish: Wish, one: Seeker, two: Seeker) -> str:
        self.opened.append((wish, {one.name, two.name}))
        return f"table {len(self.opened)}"

    def seek(self, name: str, preset: str = "micro", control: str = "none", game: str = "stratego") -> str | None:
        person = self.person(name)
        return self.pairing.seek(f"holder of {name}", person, Wish(game, preset, control)).table

    def person(self, name: str) -> Someone:
        return self.people.introduce(f"holder of {name}", f"holder of {name}", name, "fox")

    def look(self, name: str) -> str | None:
        found = self.pairing.look(f"holder of {name}")
        return None if found is None else found.table


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[Pool]:
    made = Pool(tmp_path / "tables.sqlite")
    yield made
    made.store.close()


def test_pairing_widens_after_a_while_and_then_takes_what_the_other_wants(pool: Pool) -> None:
    assert pool.seek("Anna", "quick", "900+10") is None
    pool.now += 1
    assert pool.seek("Bert", "micro", "300+3") is None
    assert pool.seek("Cleo", game="footsoldiers", preset="short") is None
    pool.now += WIDEN - 2
    assert pool.look("Anna") is None
    assert pool.look("Bert") is None
    pool.now += 1
    assert pool.look("Bert") == "table 1"
    assert pool.opened == [(Wish("stratego", "micro", "300+3"), {"Anna", "Bert"})]
    assert pool.look("Anna") == "table 1"
    assert pool.look("Cleo") is None


def test_the_same_wish_goes_before_one_that_only_fits(pool: Pool) -> None:
    pool.seek("Anna", "quick")
    pool.now += WIDEN
    pool.look("Anna")
    pool.seek("Bert", "micro", "300+3")  # Anna takes it, since she has waited
    assert pool.opened[0][1] == {"Anna", "Bert"}
    for name, preset in (("Dora", "quick"), ("Emil", "micro"), ("Fritz", "micro")):
        pool.seek(name, preset)
        pool.now += 1
    assert pool.opened[-1][1] == {"Emil", "Fritz"}


def test_nobody_waits_for_a_player_that_has_gone_or_was_blocked(pool: Pool) -> None:
    pool.seek("Anna")
    pool.now += GONE + 1
    assert pool.seek("Bert") is None
    anna, cleo = (
        pool.people.introduce(f"holder of {name}", f"holder of {name}", name, "fox") for name in ("Anna", "Cleo")
    )
    pool.pairing.leave("holder of Bert")
    pool.blocks.add(anna.id, cleo.id)
    assert pool.seek("Anna") is None
    assert pool.seek("Cleo") is None
    assert pool.pairing.count() == 2
    assert pool.seek("Dora") == "table 1"


def test_nobody_is_paired_with_two(pool: Pool) -> None:
    found: list[str | None] = []
    names = [f"guest {i}" for i in range(6)]
    for name in names:
        pool.person(name)
    threads = [threading.Thread(target=lambda name=name: found.append(pool.seek(name))) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in names:
        pool.look(name)
    tables = [pool.look(name) for name in names]
    assert sorted(str(each) for each in tables) == sorted([f"table {n}" for n in (1, 2, 3)] * 2)
    assert all(len(people) == 2 for _, people in pool.opened)


def test_a_table_that_cannot_be_opened_leaves_both_looking(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> str:
        raise InvalidOption("no room")

    pool.seek("Anna")
    monkeypatch.setattr(pool.pairing, "_open", fail)
    with pytest.raises(InvalidOption):
        pool.seek("Bert")
    monkeypatch.undo()
    assert pool.look("Anna") == "table 1"
    assert pool.look("Bert") == "table 1"


def test_wishes_that_differ_in_the_game_never_agree() -> None:
    one = Seeker("a", "a", "A", "fox", Wish("stratego", "micro", "none"), 0.0, 0.0)
    two = Seeker("b", "b", "B", "fox", Wish("civ", "quick", "none"), 0.0, 0.0)
    assert agree(one, two, 1e6) is None


# At the table


def test_a_draw_is_offered_declined_and_agreed_on(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, LINK, options=READY)
    bert = sit_down(site, anna, 1)
    assert anna.post(anna.at("/draw"), agree=True).json() == {"done": True}
    assert anna.state()["draw"] == {"who": "Anna", "mine": True}
    assert bert.state()["draw"] == {"who": "Anna", "mine": False}
    assert bert.post(bert.at("/draw"), agree=False).status_code == 200
    assert anna.state()["draw"] is None
    assert bert.post(bert.at("/draw"), agree=False).status_code == 409
    mover, other = (anna, bert) if anna.state()["acting"] else (bert, anna)
    other.post(other.at("/draw"), agree=True)
    mover.command(mover.actions()[0])
    assert mover.state()["draw"] is None  # playing on declines the offer
    mover.post(mover.at("/draw"), agree=True)
    other.post(other.at("/draw"), agree=True)
    end = anna.state()
    assert end["result"]["reason"] == "agreed"
    assert end["result"]["outcome"] == [0.0, 0.0]
    assert "agreed to a draw" in end["result"]["ending"]["reason"]


def test_a_computer_agrees_to_no_draw(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, RANDOM)
    assert not anna.state()["draws"]
    assert anna.post(anna.at("/draw"), agree=True).json()["code"] == "no-draws"
    spectator = site.person()
    spectator.table = spectator.post("/api/join", token=anna.invite(-1)).json()["table"]
    assert spectator.post(spectator.at("/draw"), agree=True).status_code == 422


def left(person: Person, seat: int) -> float:
    found: float = person.http.get(person.at()).json()["clocks"][seat]["left"]
    return found


def test_time_that_was_given_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as site:
        anna = named(site, "Anna")
        anna.open(ME, LINK, options=READY, time="300")
        bert = sit_down(site, anna, 1)
        assert anna.post(anna.at("/time")).json() == {"seats": [1], "seconds": 60.0}
        assert left(anna, 1) > 330
        assert left(anna, 0) <= 300
        assert bert.state()["notices"][-1] == "Anna has given the others one more minute."
        for _ in range(25):
            last = anna.post(anna.at("/time"))
        assert last.status_code == 429
    with serving(file) as site:
        again = site.person(table=anna.table)
        again.http.cookies = anna.http.cookies
        assert left(again, 1) > 300 + 19 * 60
        plain = named(site, "Dora")
        plain.open(ME, LINK)
        assert plain.post(plain.at("/time")).json()["code"] == "no-clock"


def test_clocks_of_days_go_on_while_the_server_is_down(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(file) as site:
        anna = named(site, "Anna")
        anna.open(ME, LINK, options=READY, time="/86400")
        bert = sit_down(site, anna, 1)
        mover = anna if anna.state()["acting"] else bert
        mover.command(mover.actions()[0])
        seat = 1 - mover.state()["seat"]
        other = bert if mover is anna else anna
    with sqlite3.connect(file) as db:
        db.execute("update lines set written = written - 36000")
        db.execute("update holders set joined = joined - 40000")
    with serving(file) as site:
        again = site.person(table=anna.table)
        again.http.cookies = other.http.cookies
        assert 86400 - 36000 - SOON < left(again, seat) <= 86400 - 36000
        assert again.post(again.at("/time")).json()["seconds"] == 86400.0
        assert again.post(again.at("/reseat"), seat=1 - seat, then="out").json()["code"] == "clock"
        assert again.http.get("/api/waiting").json()["waiting"][0]["clock"] == "1 day a move"
    with sqlite3.connect(file) as db:
        db.execute("update lines set written = written - 86400")
        db.execute("update holders set joined = joined - 86400")
    with serving(file) as site:
        again = site.person(table=anna.table)
        again.http.cookies = other.http.cookies
        wait_until(lambda: bool(again.state()["result"]))
        assert again.state()["result"]["reason"] == "time"


@contextmanager
def deserted(tmp_path: Path) -> Iterator[tuple[Site, Person, int]]:
    """Return a table at which the player who is to act has gone, and who waits for them."""
    with serving(tmp_path / "tables.sqlite", rules=HouseRules(desert_after=0.3)) as site:
        anna = named(site, "Anna")
        anna.open(ME, LINK, options=READY)
        bert = sit_down(site, anna, 1)
        away, stays = (anna, bert) if anna.state()["acting"] else (bert, anna)
        seat = away.state()["seat"]
        assert stays.post(stays.at("/reseat"), seat=seat, then="out").json()["code"] == "not-deserted"
        time.sleep(0.4)
        yield site, stays, seat


def test_a_win_can_be_claimed_over_a_player_that_has_gone(tmp_path: Path) -> None:
    with deserted(tmp_path) as (_, stays, seat):
        assert stays.post(stays.at("/reseat"), seat=seat, then="out").json() == {"open": True}
        end = stays.state()
        assert end["result"]["reason"] == "away"
        assert end["result"]["outcome"][seat] == -1.0
        assert "stayed away" in end["result"]["ending"]["reason"]


def test_the_computer_plays_on_for_somebody_who_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "LEVEL", "random")  # others are compiled first
    with deserted(tmp_path) as (_, stays, seat):
        assert stays.post(stays.at("/reseat"), seat=seat, then="computer").json() == {"open": True}
        assert stays.state()["kinds"][seat] == "computer"
        wait_until(lambda: bool(stays.state()["acting"]))
        assert "the computer plays on" in stays.state()["notices"][-1]
    with serving(tmp_path / "tables.sqlite") as site:
        again = site.person(table=stays.table)
        again.http.cookies = stays.http.cookies
        again.command(again.actions()[0])
        wait_until(lambda: bool(again.state()["acting"] or again.state()["result"]))


# Blocks and reports


def test_a_blocked_player_is_not_heard_and_cannot_sit_down(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, LINK)
    bert = sit_down(site, anna, 1)
    said = bert.post(bert.at("/chat"), words="You are all fools").json()
    assert [each["words"] for each in anna.http.get(anna.at("/chat")).json()["chat"]] == ["You are all fools"]
    assert anna.post(anna.at("/block"), message=said["id"]).json() == {"done": True}
    assert anna.http.get(anna.at("/chat")).json()["chat"] == []
    assert len(bert.http.get(bert.at("/chat")).json()["chat"]) == 1
    (blocked,) = anna.http.get("/api/blocks").json()["blocked"]
    assert blocked["name"] == "Bert"
    table = anna.post("/api/tables", game="stratego", preset="micro", seats=[ME, LINK], access="open").json()["table"]
    refused = bert.post(f"/api/tables/{table}/sit")
    assert (refused.status_code, "would rather play" in refused.json()["error"]) == (403, True)
    assert anna.post("/api/blocks/remove", person=blocked["id"]).json() == {"done": True}
    assert len(anna.http.get(anna.at("/chat")).json()["chat"]) == 1
    assert bert.post(f"/api/tables/{table}/sit").status_code == 200
    assert anna.post(anna.at("/block"), seat=0).json()["code"] == "yourself"
    assert anna.post(anna.at("/block")).status_code == 422


def test_a_report_goes_to_the_owner_with_what_was_said(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", strangers=True, rules=STRANGERS) as site:
        anna = named(site, "Anna")
        anna.open(ME, LINK)
        bert = sit_down(site, anna, 1)
        bert.post(bert.at("/chat"), words="You are all fools")
        bert.post(bert.at("/chat"), phrase="oops")
        for _ in range(5):
            assert anna.post(anna.at("/report"), seat=1, words="He insults people").json() == {"done": True}
        assert anna.post(anna.at("/report"), seat=1, words="again").status_code == 429
        assert anna.http.get("/api/reports").status_code == 403
        owner = site.person()
        owner.post("/api/join", token=site.hall.owners.key)
        found = owner.http.get("/api/reports").json()["reports"]
        assert len(found) == 5
        first = found[0]
        said = "Bert: You are all fools\nBert: Oops!"
        assert (first["reporter"], first["name"], first["said"]) == ("Anna", "Bert", said)
        assert owner.post("/api/reports/close", report=first["id"]).json() == {"done": True}
        assert len(owner.http.get("/api/reports").json()["reports"]) == 4
        assert anna.post("/api/reports/close", report=found[1]["id"]).status_code == 403


# Notifications


class Maker(http.server.BaseHTTPRequestHandler):
    """The push service of a browser's maker."""

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        self.server.sent.append((self.path, dict(self.headers), self.rfile.read(length)))  # type: ignore[attr-defined]  # ours
        self.send_response(self.server.status)  # type: ignore[attr-defined]  # ours
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def push_service() -> Iterator[Any]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Maker)
    server.sent, server.status = [], 201  # type: ignore[attr-defined]  # ours
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> dict[str, str]:
    """Read a message as a browser does (RFC 8291)."""
    salt, size = body[:16], body[20]
    theirs, sealed = body[21 : 21 + size], body[21 + size :]
    own = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = HKDF(SHA256(), 32, auth, b"WebPush: info\0" + own + theirs).derive(shared)
    content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    found: dict[str, str] = json.loads(AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\x02"))
    return found


def test_a_browser_that_is_not_open_is_told_that_it_is_somebodys_turn(tmp_path: Path) -> None:
    with push_service() as maker:
        origin = f"http://127.0.0.1:{maker.server_address[1]}"
        with serving(tmp_path / "tables.sqlite", push_services=(origin,), push_delay=0.2) as site:
            anna = named(site, "Anna")
            anna.open(ME, LINK, options=READY)
            bert = sit_down(site, anna, 1)
            mover, other = (anna, bert) if anna.state()["acting"] else (bert, anna)
            name = mover.state()["you"]
            key, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
            public = text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
            told = {"endpoint": f"{origin}/send/1?x=2", "key": public, "auth": text(auth)}
            assert other.post("/api/push", **told).json() == {"done": True}
            mover.command(mover.actions()[0])
            wait_until(lambda: bool(maker.sent))
            path, headers, body = maker.sent.pop()
            assert path == "/send/1?x=2"
            assert headers["content-encoding"] == "aes128gcm"
            assert site.person().http.get("/api/push").json()["key"] in headers["authorization"]
            message = decrypt(body, key, auth)
            assert message == {
                "title": "Your turn",
                "body": f"Stratego with {name}",
                "url": f"/tables/{anna.table}",
                "tag": anna.table,
            }
            maker.status = 410
            other.command(other.actions()[0])
            mover.command(mover.actions()[0])
            wait_until(lambda: bool(maker.sent))
            maker.sent.clear()
            other.command(other.actions()[0])
            mover.command(mover.actions()[0])
            time.sleep(1.0)
            assert not maker.sent  # the browser is gone, and was forgotten


def test_a_player_at_the_table_gets_no_notification(tmp_path: Path) -> None:
    with push_service() as maker:
        origin = f"http://127.0.0.1:{maker.server_address[1]}"
        with serving(tmp_path / "tables.sqlite", push_services=(origin,), push_delay=0.2) as site:
            anna = named(site, "Anna")
            anna.open(ME, LINK, options=READY)
            bert = sit_down(site, anna, 1)
            mover, other = (anna, bert) if anna.state()["acting"] else (bert, anna)
            key = ec.generate_private_key(ec.SECP256R1()).public_key()
            public = text(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
            other.post("/api/push", endpoint=f"{origin}/1", key=public, auth=text(bytes(16)))
            with other.http.stream("GET", other.at("/events")) as stream:
                lines = stream.iter_lines()
                next(lines)
                mover.command(mover.actions()[0])
                time.sleep(1.0)
            assert maker.sent == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.org/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://127.0.0.1/x",
        "https://push.apple.com.evil.org/",
        "https://evilpush.apple.com/",
        "https://[",
        "",
    ],
)
def test_only_push_services_that_are_known_are_asked(site: Site, endpoint: str) -> None:
    with pytest.raises(InvalidOption, match="not an address of a push service"):
        check_endpoint(endpoint, SERVICES)
    answer = site.person().post("/api/push", endpoint=endpoint, key="x", auth="y")
    assert answer.status_code == 422


def test_the_services_of_browsers_are_known(site: Site) -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/x",
        "https://web.push.apple.com/Q",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
    ):
        check_endpoint(endpoint, SERVICES)
    wrong = site.person().post("/api/push", endpoint="https://web.push.apple.com/Q", key="short", auth="y")
    assert "'short' is not a key of 65 bytes" in wrong.json()["error"]
