"""The HTTP API of Civ (§13), to the letter."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.games.civ.adapters import web
from plowshares.games.civ.adapters.api import ApiTable, Keys, create_app
from plowshares.games.civ.adapters.api import table as table_module
from plowshares.games.civ.adapters.api.app import ACTING, READING
from plowshares.games.civ.adapters.api.table import read_settings
from tests.server.civ_client import Client
from tests.server.site import serving as serving_tables

pytestmark = pytest.mark.compiled_only
NO_GAME = {"error": "no active game"}


class Api:
    """A server in a thread of this process, and a client for it."""

    def __init__(self, base: str, table: ApiTable) -> None:
        self.base, self.table = base, table
        self.http = httpx.Client(base_url=base, timeout=60)

    def get(self, route: str, key: str = "secret0", **values: Any) -> Any:
        return self.http.get(f"/api/{route}", params={"key": key, **values}).json()

    def post(self, route: str, key: str = "secret0", **values: Any) -> Any:
        return self.http.post(f"/api/{route}", data={"key": key, **values}).json()

    def error(self, route: str, key: str = "secret0", **values: Any) -> Any:
        return self.post(route, key, **values)["error"]


@contextmanager
def serving(**more: Any) -> Iterator[Api]:
    app = create_app(read_settings(more.pop("options", {}), **{"seed": 1, "turn_seconds": 0, "keys": Keys(), **more}))
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    api = Api(f"http://127.0.0.1:{listener.getsockname()[1]}", app.state.table)
    try:
        yield api
    finally:
        api.http.close()
        server.should_exit = True
        thread.join()


@pytest.fixture
def api() -> Iterator[Api]:
    with serving() as made:
        yield made


def test_a_new_game_answers_as_in_the_examples(api: Api) -> None:
    assert api.http.get("/api/current_player?key=secret0").text == '{"error": null, "turn": 0}'
    stores = api.get("resources", "secret2")["resources"]
    assert stores == [{"production": 1, "food": 1, "trade": 0}] + [{"production": 0, "food": 0, "trade": 0}] * 3
    assert api.get("cities")["cities"] == [[{"x": 0, "y": 0}], [], [], []]
    corners = [(0, 0), (31, 0), (0, 31), (31, 31)]
    assert api.get("cities", "observe0")["cities"] == [[{"x": x, "y": y}] for x, y in corners]
    board = api.get("board")
    assert board["size"] == 32
    assert sum(tile != -1 for column in board["board"] for tile in column) == 10
    assert sum(tile != -1 for column in api.get("board", "admin0")["board"] for tile in column) == 1024
    assert api.error("produce", type=0, x=0, y=0) == "player doesn't have enough production"
    assert api.error("produce", type=0, x=32, y=0) == "position is not on board"
    assert api.error("end_turn", "secret1") == "not current player"
    assert api.error("end_turn", "observe0") == "not a player key"
    assert api.error("end_turn") is None
    assert api.get("current_player") == {"error": None, "turn": 1}


def test_reading_routes(api: Api) -> None:
    assert api.get("player_index", "secret3") == {"error": None, "player": 3}
    assert api.get("player_index", "admin0") == {"error": "key is not a player key"}
    info = api.get("info", "observe0")
    assert (info["observeRefreshRate"], info["playerRefreshRate"], bool(info["version"])) == (500, 500, True)
    names = [f"Unnamed AI {i}" for i in range(4)]
    assert api.get("players")["players"] == [{"name": name, "offense": 1.0, "defense": 1.0} for name in names]
    assert api.get("armies") == {"error": None, "armies": [[], [], [], []]}
    assert api.get("workers") == {"error": None, "workers": [[], [], [], []]}


def test_the_board_is_indexed_by_column_first(api: Api) -> None:
    state = api.table.match.state
    board = api.get("board", "observe0")["board"]
    assert all(board[x][y] == state.terrain[y * 32 + x] for x in range(32) for y in range(32))


def test_wrong_keys_see_and_do_nothing(api: Api) -> None:
    before = api.table.match.state.tobytes()
    for route in READING:
        expected = "not a valid key" if route == "info" else "invalid key"
        assert api.get(route, "nobody") == {"error": expected}
    moves = {"srcX": 0, "srcY": 0, "dstX": 0, "dstY": 0}
    for key in ("nobody", "observe0"):
        for route, values in {
            "produce": {"type": 0, "x": 0, "y": 0},
            "technology": {"type": 0},
            "end_turn": {},
        }.items():
            assert api.error(route, key, **values) == "not a player key"
        for route in ("move_worker", "move_army"):
            assert api.error(route, key, **moves) == "not a player key"
    for key in ("nobody", "observe0", "secret0"):
        for route in ("start", "stop", "new_map"):
            assert api.error(f"admin/{route}", key) == "not admin key"
    assert api.error("set_name", "nobody", name="x") == "invalid key"
    assert api.error("set_name", "observe0", name="x") == "key is not a player key"
    assert api.table.match.state.tobytes() == before


def test_shape_of_refusals(api: Api) -> None:
    for path, status, words in (
        ("/api/nothing", 404, "no such route"),
        ("/api/produce?key=secret0", 405, "wrong method"),
        ("/api/board", 400, "missing parameter: key"),
    ):
        answer = api.http.get(path)
        assert (answer.status_code, answer.json()) == (status, {"error": words})
        assert answer.headers["content-type"] == "application/json"
    answer = api.http.post("/api/produce?key=secret0&type=0&x=1.5&y=0")
    assert (answer.status_code, answer.json()) == (400, {"error": "bad parameter: x"})
    answer = api.http.post("/api/produce", data={"key": "secret0", "type": "0", "x": "1"})
    assert (answer.status_code, answer.json()) == (400, {"error": "missing parameter: y"})
    answer = api.http.post("/api/end_turn", content=b"x" * 100_000)
    assert answer.status_code == 400
    assert "larger than" in answer.json()["error"]


def test_repeated_slashes_are_tolerated(api: Api) -> None:
    with socket.create_connection(("127.0.0.1", int(api.base.rpartition(":")[2]))) as plain:
        plain.sendall(b"GET //api///current_player?key=secret0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert plain.makefile("rb").read().endswith(b'{"error": null, "turn": 0}')


RICH = {
    "start_production": 500,
    "start_trade": 50,
    "start_food": 500,
    "start_workers": 1,
    "start_armies": 1,
    "map": "flat",
}


def test_errors_of_acting_come_in_the_order_of_the_table() -> None:
    with serving(options=RICH) as api:
        place: dict[str, Any] = {"x": 0, "y": 0}
        assert api.error("produce", "secret1", type=9, x=99, y=0) == "position is not on board"
        assert api.error("produce", "secret1", type=9, **place) == "not current player"
        assert api.error("produce", type=9, **place) == "invalid production type"
        assert api.error("produce", type=-1, **place) == "invalid production type"
        assert api.error("produce", type=1, x=1, y=1) == "worker or army must be created on a city"
        assert api.error("produce", type=2, x=9, y=9) == "city cannot be placed on a tile covered by fog of war"
        assert api.error("produce", type=2, **place) == "cannot place city on an existing city"
        assert api.error("produce", type=2, x=2, y=1) is None
        assert api.error("produce", type=0, x=2, y=1) is None
        assert api.error("technology", "secret1", type=5) == "not current player"
        assert api.error("technology", type=5) == "invalid technology type"
        assert [api.error("technology", type=i) for i in (0, 1, 0)] == [None, None, "not enough trade"]
        assert api.get("players")["players"][0] == {"name": "Unnamed AI 0", "offense": 1.1, "defense": 1.1}


def test_moves_and_their_errors() -> None:
    with serving(options=RICH) as api:

        def move(kind: str, key: str, *way: int) -> Any:
            return api.error(f"move_{kind}", key, **dict(zip(("srcX", "srcY", "dstX", "dstY"), way, strict=True)))

        for kind in ("worker", "army"):
            assert move(kind, "secret1", 99, 0, 0, 0) == "not current player"
            assert move(kind, "secret0", 99, 0, 0, 0) == "src position is not on board"
            assert move(kind, "secret0", 0, 0, 0, -1) == "dst position is not on board"
            assert move(kind, "secret0", 5, 5, 9, 9) == f"no {kind} at specified source location"
            assert move(kind, "secret0", 0, 0, 1, 1) == "invalid move (too far)"
            assert move(kind, "secret0", 0, 0, 0, 2) == "invalid move (too far)"
            assert move(kind, "secret0", 0, 0, 0, 0) is None
            assert move(kind, "secret0", 0, 0, 1, 0) is None
            assert move(kind, "secret0", 1, 0, 2, 0) == f"{kind} already moved this turn"
        assert api.get("workers")["workers"][0] == [{"x": 1, "y": 0}]
        assert api.get("armies")["armies"][0] == [{"x": 1, "y": 0, "hitpoints": 100}]
        assert api.get("armies", "secret1")["armies"][0] == []


def test_a_worker_cannot_walk_into_an_opponents_city() -> None:
    with serving(options={**RICH, "start_armies": 0}) as api:
        # Player 0 founds cities up to the corner city of player 1, whose worker has gone for a walk.
        for x in range(3, 31, 3):
            assert api.error("produce", type=2, x=x, y=0) is None
        assert api.error("produce", type=1, x=30, y=0) is None
        assert api.error("end_turn") is None
        assert api.error("move_worker", "secret1", srcX=31, srcY=0, dstX=31, dstY=1) is None
        for seat in (1, 2, 3):
            assert api.error("end_turn", f"secret{seat}") is None
        words = "worker cannot enter an opponent's city"
        assert api.error("move_worker", "secret0", srcX=30, srcY=0, dstX=31, dstY=0) == words


def test_names_are_cut_and_cleaned(api: Api) -> None:
    assert api.error("set_name", "secret2", name="Ann\x00\x1b" + "é" * 100) is None
    assert api.get("players")["players"][2]["name"] == "Ann" + "é" * 61
    assert api.error("set_name", "secret2", name="\x00") is None
    assert api.get("players")["players"][2]["name"].startswith("Ann")


def test_the_administrator_starts_stops_and_draws_maps() -> None:
    with serving(admin_control=True, seed=None) as api:
        assert api.get("current_player") == {**NO_GAME, "turn": -1}
        for route in ("cities", "armies", "workers", "resources", "players"):
            assert api.get(route) == NO_GAME
        assert api.get("board")["error"] is None
        assert api.get("player_index")["player"] == 0
        assert api.error("set_name", name="early") is None
        assert api.error("end_turn") == "no active game"
        first = api.get("board", "admin0")
        assert api.error("admin/new_map", "admin0") is None
        assert api.get("board", "admin0") != first
        assert api.error("admin/start", "admin0") is None
        food = api.get("resources")["resources"][0]["food"]
        assert api.error("admin/new_map", "admin0") == "game already started"
        assert api.error("admin/stop", "admin0") is None
        assert api.error("produce", type=0, x=0, y=0) == "no active game"
        assert api.error("admin/start", "admin0") is None
        assert api.get("resources")["resources"][0]["food"] == food


def test_after_the_end_players_see_everything_and_nobody_acts() -> None:
    with serving(options={"max_rounds": 1}) as api:
        for seat in range(4):
            assert api.error("end_turn", f"secret{seat}") is None
        over = api.get("current_player")
        assert (over["turn"], over["gameOver"], over["ranks"]) == (-1, True, [1, 1, 1, 1])
        assert sum(tile != -1 for column in api.get("board")["board"] for tile in column) == 1024
        assert [len(each) for each in api.get("cities")["cities"]] == [1, 1, 1, 1]
        assert api.error("end_turn") == "no active game"
        assert api.error("admin/new_map", "admin0") is None
        assert api.error("admin/start", "admin0") is None
        assert api.get("current_player") == {"error": None, "turn": 0}


def test_turns_that_last_too_long_are_ended() -> None:
    clock = [100.0]
    table = ApiTable(read_settings(seed=1, turn_seconds=60, keys=Keys()), now=lambda: clock[0])
    clock[0] += 500
    table.end_late_turn()
    assert table.current == 0, "no clock runs before the first program has come"
    table.welcome()
    clock[0] += 59
    table.end_late_turn()
    assert table.current == 0
    clock[0] += 1
    table.end_late_turn()
    assert table.current == 1
    table.end_late_turn()
    assert table.current == 1


def test_a_request_with_a_players_key_starts_the_clock(api: Api) -> None:
    api.get("board", "observe0")
    api.get("board", "nonsense")
    assert not api.table.has_client
    api.get("board", "secret2")
    assert api.table.has_client


def test_the_servers_own_players_share_a_turns_time_out() -> None:
    clock = [100.0]
    settings = read_settings(seed=1, turn_seconds=30, keys=Keys(), agents={0: "greedy"})
    table = ApiTable(settings, now=lambda: clock[0])
    table.welcome()
    assert table.thinking_time() == 10
    clock[0] += 9
    assert table.thinking_time() == 1
    clock[0] += 100
    assert 0 < table.thinking_time() < 1
    table.end_late_turn()
    assert table.current == 0, "its turn is not cut"


def test_players_of_the_server_are_compiled_before_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Any] = []
    monkeypatch.setattr(table_module, "compile_all", lambda jobs: compiled.extend(jobs))
    create_app(read_settings(seed=1, keys=Keys()))
    assert not compiled
    create_app(read_settings(seed=1, keys=Keys(), agents={1: "greedy", 3: "random"}))
    assert compiled


def test_the_index_page_lists_every_route_and_other_pages_may_read(api: Api) -> None:
    answer = api.http.get("/", headers={"Origin": "http://viewer.example"})
    assert answer.status_code == 200
    assert all(f"/api/{route}<" in answer.text for route in (*READING, *ACTING))
    assert answer.headers["access-control-allow-origin"] == "*"


def test_no_limit_of_units_that_original_programs_run_into() -> None:
    assert read_settings(keys=Keys()).options.unit_limit == 2000  # type: ignore[attr-defined]  # of Civ
    assert registry.find("civ").presets["codekata"].get("unit_limit") is None, "records of the preset stay as they are"


@pytest.mark.long
def test_the_servers_own_players_play() -> None:
    with serving(options={"max_rounds": 2}, agents={0: "random", 1: "greedy", 2: "random", 3: "greedy"}) as api:
        deadline = time.monotonic() + 300
        while not api.get("current_player").get("gameOver"):
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_keys_come_from_the_environment_and_must_differ() -> None:
    keys = Keys.from_environment({"CIV_PLAYER1_KEY": "one", "CIV_OBSERVE_KEY": "eye", "CIV_ADMIN_KEY": "boss"})
    assert keys == Keys(("secret0", "one", "secret2", "secret3"), "eye", "boss")
    with pytest.raises(InvalidOption, match="must be different"):
        Keys.from_environment({"CIV_PLAYER1_KEY": "secret0"})
    with pytest.raises(InvalidOption, match="got 2 player keys"):
        Keys(("a", "b"))
    with pytest.raises(InvalidOption, match="got players=3"):
        read_settings({"players": 3})


ROUTES = [("GET", name) for name in READING] + [("POST", name) for name in ACTING]
NAMES = ["key", "type", "x", "y", "srcX", "srcY", "dstX", "dstY", "name", "extra"]
VALUES = st.one_of(
    st.text(max_size=20), st.integers(-3, 40).map(str), st.sampled_from(["secret0", "secret1", "observe0"])
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_sent_every_route_answers_in_shape(api: Api, data: st.DataObject) -> None:
    method, route = data.draw(st.sampled_from(ROUTES))
    given_ = data.draw(st.dictionaries(st.sampled_from(NAMES), VALUES))
    in_body = method == "POST" and data.draw(st.booleans())
    before, names = api.table.match.state.tobytes(), list(api.table.names)
    place = f"/api/{route}"
    if in_body:
        answer = api.http.post(place, data=given_)
    else:
        answer = api.http.request(method, place, params=given_)
    assert answer.status_code in (200, 400)
    error = answer.json()["error"]
    assert error is None or isinstance(error, str)
    assert (answer.status_code == 400) == bool(re.match(r"(missing|bad) parameter: \w+$", error or ""))
    if error is not None or method == "GET" or not given_.get("key", "").startswith("secret"):
        assert (api.table.match.state.tobytes(), api.table.names) == (before, names)


def start_server(port: int, tmp_path: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "plowshares.cli", "civ-api", "--port", str(port), "--seed", "1", "--refresh", "5"]
    options = ["max_rounds=25", "start_workers=1", "start_armies=1", "start_food=40"]
    return subprocess.Popen([*command, *options], stdout=subprocess.PIPE, cwd=tmp_path, env={**os.environ})


def test_four_programs_play_a_whole_game_against_the_command(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    server = start_server(port, tmp_path)
    players: list[subprocess.Popen[str]] = []
    try:
        wait_for(server, port)
        client = str(Path(__file__).with_name("civ_client.py"))
        base = f"http://127.0.0.1:{port}"
        for seat in range(4):
            command = [sys.executable, client, base, f"secret{seat}"]
            players.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        ends = [player.communicate(timeout=400) for player in players]
        assert [player.returncode for player in players] == [0] * 4, ends
        results = [json.loads(out) for out, _ in ends]
        assert all(each["ranks"] == results[0]["ranks"] for each in results)
        assert sum(each["accepted"] for each in results) > 40
    finally:
        for player in players:
            player.kill()
            player.wait()
        server.kill()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


def wait_for(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + 400  # rules may have to be compiled first
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError("the server did not come up")


def test_mounted_in_the_server_it_is_played_the_same_way(tmp_path: Path) -> None:
    with serving_tables(tmp_path / "tables.sqlite", also={"civ": read_settings(seed=1)}, rate=0.001, burst=1.0) as site:
        client = Client(f"{site.base}/civ", "secret0")
        assert client.get("player_index") == {"error": None, "player": 0}
        assert client.post("set_name", name="Anna") is None
        for turn in range(8):  # forms, and more of them than the tables would take
            current = client.get("current_player")["turn"]
            assert current == turn % 4
            assert Client(f"{site.base}/civ", f"secret{current}").post("end_turn") is None
        assert Client(f"{site.base}/civ", "wrong").get("board") == {"error": "invalid key"}
        assert site.person().http.get("/").status_code == 200
        foreign = site.person().http.post("/civ/api/end_turn", headers={"origin": "https://evil.example"})
        assert foreign.status_code == 403


def test_keys_that_everybody_knows_are_for_this_machine_only() -> None:
    assert web.settings_for(False).keys == Keys()
    with pytest.raises(InvalidOption, match="keys of your own"):
        web.settings_for(True)
