"""`plowshares serve --mcp`: models and people at the same tables, over the network and over the API of a server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import numpy as np
import pytest
from mcp import Client

from plowshares import registry
from plowshares.core.errors import IllegalCommand, InvalidOption, PlowsharesError
from plowshares.engine.record import verify
from plowshares.mcp.mounting import InProcess
from plowshares.mcp.remote import RemoteMatches
from plowshares.mcp.server import MOST_TEXT, create_server
from plowshares.server.tokens import holder_of
from tests.mcp.playing import call, play_out, refused
from tests.server.site import Site, serving

pytestmark = pytest.mark.compiled_only
T = TypeVar("T")
SHORT = {
    "battle_farm": ("two", {"max_rounds": "3"}),
    "civ": ("quick", {"max_rounds": "3"}),
    "farmer_soldier": ("standard", {"round_cap": "6"}),
    "footsoldiers": ("short", {"total_turns": "4"}),
    "stratego": ("micro", {"no_battle_limit": "10"}),
}
GAMES = ["stratego", *(pytest.param(game, marks=pytest.mark.long) for game in sorted(SHORT) if game != "stratego")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite", mcp=True, rate=1000.0, burst=1000.0) as made:
        yield made


def talk(site: Site, do: Callable[[Client], Awaitable[T]]) -> T:
    """Let a client speak to the server over the network."""

    async def run() -> T:
        async with Client(f"{site.base}/mcp") as client:
            return await do(client)

    return asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_client_plays_a_whole_match_at_a_table(site: Site, game: str) -> None:
    preset, options = SHORT[game]

    async def do(client: Client) -> tuple[str, str]:
        opened = await call(client, "open_match", game=game, preset=preset, options=options)
        await play_out(client, opened["key"], random.Random(3))
        return opened["match"], str(await call(client, "fetch_record", key=opened["key"]))

    table, record = talk(site, do)
    assert site.hall.find(table).match.result
    if len(record) < MOST_TEXT:
        verify(record.encode(), registry.find)


def test_people_watch_and_sit_at_a_table_that_a_model_has_opened(site: Site) -> None:
    async def do(client: Client) -> dict[str, Any]:
        opened = await call(
            client, "open_match", game="stratego", preset="micro", seats=["me", "open"], name="Deep Thought"
        )
        await call(client, "play", key=opened["key"], command="fill")
        return dict(opened)

    opened = talk(site, do)
    assert opened["watch"].startswith(f"{site.base}/join#")
    watcher, guest = site.person(), site.person()
    for person, link in ((watcher, opened["watch"]), (guest, opened["links"]["1"])):
        person.table = person.post("/api/join", token=link.partition("#")[2]).json()["table"]
    assert watcher.state()["seat"] == -1
    assert guest.state()["seat"] == 1
    assert guest.state()["seats"][0]["who"] == "Deep Thought"
    guest.command("fill")


def test_a_model_takes_a_seat_by_a_link_of_a_person(site: Site) -> None:
    owner = site.person()
    table = owner.open({"kind": "me", "name": "Anna"}, {"kind": "link", "name": "Guest"})
    link = owner.post(owner.at("/invite"), seat=1).json()["link"]

    async def do(client: Client) -> dict[str, Any]:
        seated = await call(client, "take_seat", invitation=link)
        await call(client, "play", key=seated["key"], command="fill")
        return dict(seated)

    seated = talk(site, do)
    assert (seated["match"], seated["seat"]) == (table, 1)


def test_commands_are_paged_and_filtered_by_the_server(site: Site) -> None:
    async def do(client: Client) -> None:
        opened = await call(client, "open_match", game="stratego", preset="classic")
        first = await call(client, "legal_commands", key=opened["key"])
        assert len(first["commands"]) == 100
        pages = [await call(client, "legal_commands", key=opened["key"], page=page) for page in range(6)]
        listed = [text for page in pages for text in page["commands"]]
        assert len(listed) == len(set(listed)) == min(first["total"], 600)
        flags = await call(client, "legal_commands", key=opened["key"], contains="Place F")
        assert 0 < flags["total"] < first["total"]
        assert all("place f" in text.lower() for text in flags["commands"])

    talk(site, do)


def test_the_owner_of_a_table_is_forgotten(site: Site) -> None:
    """Whoever calls a tool next must not hold the tables of those before."""
    matches = RemoteMatches(site.base)
    matches.open("stratego", "micro", [], {}, "Ann")
    assert matches._send("GET", "/api/tables", None).json() == {"tables": []}


def test_refusals_reach_the_client(site: Site) -> None:
    async def do(client: Client) -> None:
        opened = await call(client, "open_match", game="stratego", preset="micro", seats=["me", "open"])
        key = opened["key"]
        before = await call(client, "look", key=key)
        assert "e4" in await refused(client, "play", key=key, command="e4-e5")
        assert await call(client, "look", key=key) == before
        assert "chess" in await refused(client, "open_match", game="chess")
        assert "dragon" in await refused(client, "open_match", game="stratego", seats=["me", "dragon"])
        assert "seats" in await refused(client, "open_match", game="stratego", seats=["me"])
        assert "wrong" in await refused(client, "look", key="wrong")
        assert "there is no table '0000'" in await refused(client, "look", key="0000:xyz")
        assert "over" in await refused(client, "fetch_record", key=key)
        await call(client, "resign", key=key)
        assert "over" in await call(client, "wait", key=key, seconds=5)

    talk(site, do)


def test_strange_requests_are_refused_as_everywhere(site: Site) -> None:
    hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accept = {"accept": "application/json, text/event-stream"}
    for headers, status in (
        ({"host": "evil.example"}, 400),
        ({"origin": "https://evil.example"}, 403),
        ({"content-type": "text/plain"}, 415),
    ):
        assert httpx.post(f"{site.base}/mcp", json=hello, headers={**accept, **headers}).status_code == status
    large = httpx.post(f"{site.base}/mcp", json={**hello, "params": {"x": "y" * 70_000}}, headers=accept)
    assert large.status_code == 413
    garbage = httpx.post(f"{site.base}/mcp", content=b"{", headers={**accept, "content-type": "application/json"})
    assert garbage.status_code == 400


def test_floods_through_tools_are_held_to_the_quotas(tmp_path: Path) -> None:
    """A call counts as a request itself, and so does every request to the API that it makes."""
    opening = {"name": "open_match", "arguments": {"game": "stratego", "preset": "micro"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": opening}
    accept = {"accept": "application/json, text/event-stream"}
    with serving(tmp_path / "tables.sqlite", mcp=True, rate=0.001, burst=8.0) as site:
        answers = [httpx.post(f"{site.base}/mcp", json=body, headers=accept, timeout=60) for _ in range(3)]
    assert not answers[0].json()["result"].get("isError")
    assert "too many requests" in answers[1].json()["result"]["content"][0]["text"]
    assert answers[2].status_code == 429


@pytest.mark.parametrize("game", GAMES)
def test_no_tool_of_a_server_tells_what_a_seat_cannot_know(site: Site, game: str) -> None:
    preset, options = SHORT[game]
    matches, chance, changed = RemoteMatches(site.base), random.Random(7), 0
    opened = matches.open(game, preset, ["me", "open"] if game != "farmer_soldier" else [], options, "Ann")
    seats = [opened["key"], *opened["invitations"].values()]
    table = site.hall.find(opened["match"])
    for key in seats:
        site.hall.access.greet(table, holder_of(key.partition(":")[2]))
    for _ in range(6):
        key = next((each for each in seats if matches.look(each)["your_turn"]), None)
        if key is None:
            break
        match, seat = table.match, matches.look(key)["seat"]
        told, real = everything(matches, key), match.state
        other = real.clone()
        match.game.view.disturb(other, seat, np.uint64(11))
        changed += other.tobytes() != real.tobytes()
        match.state = other
        table.changed()
        assert everything(matches, key) == told
        match.state = real
        table.changed()
        matches.play(key, chance.choice(matches.legal(key).commands))
    assert changed


def everything(matches: RemoteMatches, key: str) -> list[Any]:
    return [matches.look(key), matches.picture(key), matches.legal(key), matches.log(key)]


def test_a_server_that_is_away_is_told_in_words() -> None:
    matches = RemoteMatches("http://127.0.0.1:9")
    with pytest.raises(PlowsharesError, match="the server does not answer"):
        matches.open("stratego", "", [], {}, "Ann")
    away = RemoteMatches("http://127.0.0.1", InProcess())
    with pytest.raises(PlowsharesError, match="not running"):
        away.look("abc:def")
    with pytest.raises(InvalidOption, match="no seat has the key"):
        away.look("abc")


def test_tools_over_a_server_are_those_of_a_process(site: Site) -> None:
    """`plowshares mcp --server URL`: the tools speak over HTTP to a server elsewhere."""

    async def do() -> str:
        async with Client(create_server(RemoteMatches(site.base))) as client:
            opened = await call(client, "open_match", game="stratego", preset="micro", options={"no_battle_limit": "4"})
            answer = await client.call_tool("picture", {"key": opened["key"]})
            assert answer.content[0].type == "image"
            assert "<svg" in str(await call(client, "picture", key=opened["key"], form="svg"))
            return await play_out(client, opened["key"], random.Random(9))

    assert "over" in asyncio.run(do())


def test_a_command_in_its_json_form_is_played(site: Site) -> None:
    matches = RemoteMatches(site.base)
    opened = matches.open("stratego", "micro", ["me", "open"], {}, "Ann")
    with pytest.raises(IllegalCommand):
        matches.play(opened["key"], {"no": "such"})
    assert matches.play(opened["key"], "fill") == "fill"
