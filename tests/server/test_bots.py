"""The owner's bots at tables: who may start them, and what happens when they fail."""

from __future__ import annotations

import json
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plowshares.arena import isolation
from plowshares.arena.isolation import LEVELS
from plowshares.cli.serve import serve
from plowshares.core.errors import InvalidOption
from plowshares.server.bots import BotSeat, find_bots
from plowshares.server.uvicorn_server import Server
from tests.arena.bots import interpreter, wait_until_gone
from tests.server.site import ME, MICRO, Person, Site, serving

pytestmark = pytest.mark.compiled_only
GOOD = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "ready", "wants": ["numbers"]}), flush=True)
    elif said["type"] == "turn":
        print(json.dumps({"type": "play", "id": said["id"], "action": said["numbers"][0]}), flush=True)
"""
HANGS = """
import json, sys, time
json.loads(sys.stdin.readline())
print(json.dumps({"type": "ready"}), flush=True)
time.sleep(3600)
"""
ILLEGAL = GOOD.replace('elif said["type"] == "turn"', "else").replace('"action": said["numbers"][0]', '"text": "no"')
TELLS = """
import json, pathlib, sys
pathlib.Path("hello.json").write_text(sys.stdin.readline())
print(json.dumps({"type": "resign"}), flush=True)
"""
RED = {"kind": "bot", "name": "good"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, code in {"good": GOOD, "hangs": HANGS, "illegal": ILLEGAL}.items():
        home = tmp_path / "bots" / name
        home.mkdir(parents=True)
        (home / "bot.py").write_text(textwrap.dedent(code))
        (home / "definition.json").write_text(json.dumps({"command": [interpreter(), "-u", "bot.py"]}))
    return tmp_path / "bots"


@contextmanager
def with_bots(tmp_path: Path, folder: Path) -> Iterator[tuple[Site, Person]]:
    """Serve; return the site and its owner."""
    with serving(tmp_path / "tables.sqlite", bots=folder) as site:
        owner = site.person()
        assert owner.post("/api/join", token=site.hall.owners.key).json() == {"table": None}
        yield site, owner


def processes(site: Site) -> list[int]:
    found = [each.bot._process for each in list(site.hall.bots.running)]  # threads of the server change the set
    return [pid for process in found if process is not None for pid in process.pids()]


def test_only_the_owner_starts_bots(tmp_path: Path, folder: Path) -> None:
    with with_bots(tmp_path, folder) as (site, owner):
        assert owner.http.get("/api/bots").json() == {"bots": ["good", "hangs", "illegal"]}
        stranger = site.person()
        assert stranger.http.get("/api/bots").json() == {"bots": []}
        answer = stranger.post("/api/tables", **MICRO, seats=[ME, RED])
        assert answer.status_code == 422
        assert "owner" in answer.json()["error"]
        wrong = owner.post("/api/tables", **MICRO, seats=[ME, {"kind": "bot", "name": "../evil"}])
        assert "'../evil'" in wrong.json()["error"]
        assert not site.hall.bots.running
    with serving(tmp_path / "others.sqlite") as plain:  # a server without bots
        owner = plain.person()
        assert owner.post("/api/join", token=plain.hall.owners.key).status_code == 200
        assert owner.http.get("/api/bots").json() == {"bots": []}


def test_the_server_names_the_isolation_of_bots_or_refuses_to_start(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Server, "run", lambda *_, **__: None)
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    serve(database=url, bots=folder, port=0, open=False)
    level = LEVELS[isolation.available()[0]]
    assert f"bots run at isolation {level.level}: {level.words}\n" in capsys.readouterr().out
    monkeypatch.setattr(isolation, "available", lambda: ("plain",))
    with pytest.raises(InvalidOption, match="--isolation plain"):
        serve(database=url, bots=folder, port=0, open=False)
    assert capsys.readouterr().out == ""
    serve(database=url, bots=folder, port=0, open=False, isolation="plain")
    assert "bots run at isolation plain: limits" in capsys.readouterr().out


def test_bots_play_to_the_end_and_are_gone(tmp_path: Path, folder: Path) -> None:
    with with_bots(tmp_path, folder) as (site, owner):
        owner.open(RED, RED, options={"move_cap": "20"})
        pids: list[int] = []
        until = time.monotonic() + 120
        while not (state := owner.state())["result"] and time.monotonic() < until:
            pids += processes(site)
            time.sleep(0.02)
        assert state["result"]
        assert state["result"]["reason"] not in ("crash", "time", "illegal")
        while site.hall.bots.running and time.monotonic() < until:
            time.sleep(0.02)
        assert pids
        assert wait_until_gone(pids) == []
        assert owner.post(owner.at("/rematch")).status_code == 200


@pytest.mark.parametrize(("name", "reason"), [("hangs", "time"), ("illegal", "illegal")])
def test_a_bot_that_fails_loses(tmp_path: Path, folder: Path, name: str, reason: str) -> None:
    with with_bots(tmp_path, folder) as (site, owner):
        site.hall.bots.patience = 0.5 if name == "hangs" else 60.0
        owner.open(ME, {"kind": "bot", "name": name}, options={"red_setup": "random"})
        until = time.monotonic() + 120
        while not (state := owner.state())["result"]:
            assert time.monotonic() < until, state["prompt"]
            time.sleep(0.02)
        assert state["result"]["reason"] == reason
        assert state["result"]["outcome"] == [1.0, -1.0]


def test_a_server_that_stops_leaves_no_bot_behind(tmp_path: Path, folder: Path) -> None:
    with with_bots(tmp_path, folder) as (site, owner):
        owner.open(ME, {"kind": "bot", "name": "hangs"}, options={"red_setup": "random"})
        until = time.monotonic() + 60
        while not (pids := processes(site)) and time.monotonic() < until:
            time.sleep(0.02)
        assert pids
    assert wait_until_gone(pids) == []


def test_a_bot_that_is_stopped_while_it_starts_is_not_waited_for(tmp_path: Path, folder: Path) -> None:
    with with_bots(tmp_path, folder) as (site, owner):
        site.hall.bots.patience = 1e6
        owner.open(ME, {"kind": "bot", "name": "hangs"}, options={"red_setup": "random"})
        seat = site.hall.find(owner.table).agents[1]
        assert isinstance(seat, BotSeat)
        kill, looks = seat.bot.kill, list[int]()

        def kill_later() -> None:  # as when the process has only been asked for: the first look finds nothing
            looks.append(len(looks))
            if len(looks) > 1:
                kill()

        seat.bot.kill = kill_later  # type: ignore[method-assign]  # this one alone
        until = time.monotonic() + 60
        while not (pids := processes(site)) and time.monotonic() < until:
            time.sleep(0.02)
        seat.stop()  # which would last for ever
        assert seat not in site.hall.bots.running
    assert wait_until_gone(pids) == []


def test_a_bot_is_not_told_what_the_board_hides(tmp_path: Path) -> None:
    home = tmp_path / "tells"
    home.mkdir()
    (home / "bot.py").write_text(textwrap.dedent(TELLS))
    (home / "definition.json").write_text(json.dumps({"command": [interpreter(), "-u", "bot.py"]}))
    rows = ["GGGGGGGG"] * 7 + ["GGGGHHFG"]
    options = {"size": "8", "map": "rows", "map_rows": json.dumps(rows), "start_workers": "1"}
    with with_bots(tmp_path, home) as (site, owner):
        owner.open(ME, {"kind": "bot", "name": "tells"}, game="civ", preset="quick", options=options)
        seat = site.hall.find(owner.table).agents[1]
        assert isinstance(seat, BotSeat)
        assert seat._match.options.map_rows == tuple(rows)  # type: ignore[attr-defined]  # options of civ
        told = json.dumps(dict(seat._shown().options))  # type: ignore[call-overload]  # plain words here
        assert "GGGGHHFG" not in told
        assert "start_workers" in told
        for route in ("", "/actions", "/log"):
            assert b"GGGGHHFG" not in owner.http.get(owner.at(route)).content


def test_a_folder_without_bots_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="no folder"):
        find_bots(tmp_path / "nothing")
    with pytest.raises(Exception, match="no bot in"):
        find_bots(tmp_path)
