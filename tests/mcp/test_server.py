"""Every game is played to its end over MCP by the SDK's own client; no tool tells more than its seat may know."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import Client

from plowshares import registry
from plowshares.core.errors import IllegalCommand, InvalidOption, UnknownGame
from plowshares.engine.record import verify
from plowshares.mcp import rules
from plowshares.mcp.backend import PAGE
from plowshares.mcp.local import MOST_MATCHES, LocalMatches
from plowshares.mcp.server import MOST_TEXT, create_server
from tests.mcp.playing import call, play_out, refused

pytestmark = pytest.mark.compiled_only
T = TypeVar("T")
SHORT = {
    "battle_farm": ("quick", {"max_rounds": "3"}),
    "civ": ("quick", {"max_rounds": "3"}),
    "farmer_soldier": ("standard", {"round_cap": "6"}),
    "footsoldiers": ("short", {"total_turns": "4"}),
    "stratego": ("micro", {"no_battle_limit": "10"}),
}
TOOLS = {
    "explain_refusal", "fetch_record", "legal_commands", "list_games", "look", "open_match", "picture", "play",
    "read_log", "read_rules", "resign", "take_seat", "wait",
}  # fmt: skip


def talk(matches: LocalMatches, do: Callable[[Client], Awaitable[T]]) -> T:
    """Let a client speak to the server in this process."""

    async def run() -> T:
        async with Client(create_server(matches)) as client:
            return await do(client)

    return asyncio.run(run())


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_client_plays_a_whole_match(game: str) -> None:
    matches, chance = LocalMatches(), random.Random(4)
    preset, options = SHORT[game]

    async def play(client: Client) -> str:
        opened = await call(client, "open_match", game=game, preset=preset, options=options)
        key = opened["key"]
        await play_out(client, key, chance)
        return str(await call(client, "fetch_record", key=key))

    record = talk(matches, play)
    if len(record) < MOST_TEXT:
        verify(record.encode(), registry.find)


def test_the_tools_are_listed_and_described() -> None:
    async def look(client: Client) -> Any:
        return await client.list_tools(), await client.list_prompts(), await client.list_resource_templates()

    tools, prompts, templates = talk(LocalMatches(), look)
    assert {tool.name for tool in tools.tools} == TOOLS
    assert all(tool.description for tool in tools.tools)
    assert {prompt.name for prompt in prompts.prompts} == {"play_a_match", "explain_my_game"}
    assert {each.uri_template for each in templates.resource_templates} == {"rules://{game}", "record://{key}"}


def test_refusals_say_why_and_change_nothing() -> None:
    matches = LocalMatches()

    async def do(client: Client) -> None:
        opened = await call(client, "open_match", game="stratego", preset="micro")
        key = opened["key"]
        before = await call(client, "look", key=key)
        words = await refused(client, "play", key=key, command="e4-e5")
        assert "e4-e5" in words or "e4" in words
        assert await call(client, "look", key=key) == before
        assert "Chess" in await refused(client, "open_match", game="Chess")
        assert "wrong" in await refused(client, "look", key="wrong")
        assert "dragon" in await refused(client, "open_match", game="stratego", seats=["me", "dragon"])
        assert "after the end" in await refused(client, "fetch_record", key=key)
        assert await call(client, "explain_refusal", game="stratego", refusal=words)

    talk(matches, do)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("key", "game", "preset", "seats", "options", "name", "section", "refusal", "invitation", "command", "page",
         "contains", "since", "seconds", "fields", "form")  # fmt: skip


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_fuzzed_arguments_get_an_answer_and_change_nothing(tool: str) -> None:
    matches = LocalMatches()
    key = matches.open("stratego", "micro", ["me", "open"], {}, "Ann")["key"]
    before = matches.look(key), matches.log(key)

    async def call_all(client: Client, drawn: list[dict[str, Any]]) -> None:
        for arguments in drawn:
            answer = await client.call_tool(tool, arguments)
            if answer.is_error:
                assert str(answer.content[0].text).strip()  # type: ignore[union-attr]  # a text
                assert "Traceback" not in str(answer.content[0].text)  # type: ignore[union-attr]  # a text

    @settings(max_examples=4, database=None, derandomize=True, deadline=None)
    @given(st.lists(st.dictionaries(st.sampled_from(NAMES), ANYTHING, max_size=4), min_size=5, max_size=10))
    def fuzz(drawn: list[dict[str, Any]]) -> None:
        talk(matches, lambda client: call_all(client, drawn))
        mine = [{**each, "key": key} for each in drawn]
        if tool not in ("resign",):
            talk(matches, lambda client: call_all(client, [{**each, "seconds": 0} for each in mine]))

    fuzz()
    assert (matches.look(key), matches.log(key)) == before


@pytest.mark.parametrize(
    "arguments", [{"key": 7}, {"key": "x" * 500}, {}, {"key": "a", "page": -1}, {"key": "a", "page": "many"}]
)
def test_arguments_that_make_no_sense_are_refused(arguments: dict[str, Any]) -> None:
    async def do(client: Client) -> None:
        assert await refused(client, "legal_commands", **arguments)

    talk(LocalMatches(), do)


def test_two_clients_play_each_other_and_an_invitation_works_once() -> None:
    matches = LocalMatches()
    opened = matches.open("stratego", "micro", ["me", "open"], {}, "Ann")
    seated = matches.take_seat(opened["invitations"][1], "Bob")
    assert seated["seat"] == 1
    with pytest.raises(InvalidOption, match="opens nothing"):
        matches.take_seat(opened["invitations"][1], "Eve")
    matches.play(opened["key"], "fill")
    assert matches.look(seated["key"])["seat"] == 1
    matches.resign(seated["key"])
    assert matches.look(opened["key"])["result"]["outcome"] == [1.0, -1.0]
    with pytest.raises(IllegalCommand):
        matches.resign(opened["key"])


@pytest.mark.parametrize("game", sorted(SHORT))
def test_no_tool_tells_what_a_seat_cannot_know(game: str) -> None:
    preset, options = SHORT[game]
    matches, chance, changed = LocalMatches(lambda: 5), random.Random(7), 0
    opened = matches.open(game, preset, [], options, "Ann")
    key = opened["key"]
    hosted, seat = matches._at(key)
    for _ in range(12):
        while not (matches.look(key)["your_turn"] or matches.look(key)["result"]):
            matches.advance(key)
        if matches.look(key)["result"]:
            break
        engine = hosted.match.engine
        real, told = engine.state, everything(matches, key)
        other = real.clone()
        engine.game.view.disturb(other, seat, np.uint64(11))
        changed += other.tobytes() != real.tobytes()
        engine.state = other
        assert everything(matches, key) == told
        engine.state = real
        matches.play(key, chance.choice(matches.legal(key).commands))
    assert changed


def everything(matches: LocalMatches, key: str) -> list[Any]:
    return [matches.look(key), matches.picture(key), matches.legal(key), matches.log(key)]


def test_lists_come_in_pages() -> None:
    matches = LocalMatches()

    async def do(client: Client) -> None:
        opened = await call(client, "open_match", game="stratego", preset="classic")
        first = await call(client, "legal_commands", key=opened["key"])
        assert len(first["commands"]) == PAGE
        assert first["more"]
        second = await call(client, "legal_commands", key=opened["key"], page=1)
        assert not set(first["commands"]) & set(second["commands"])
        flags = await call(client, "legal_commands", key=opened["key"], contains="place f")
        assert 0 < flags["total"] < first["total"]

    talk(matches, do)


def test_finished_matches_make_room() -> None:
    matches = LocalMatches()
    first = matches.open("stratego", "micro", ["me", "open"], {}, "Ann")
    matches.resign(first["key"])
    for _ in range(MOST_MATCHES - 1):
        matches.open("stratego", "micro", ["me", "open"], {}, "Ann")
    matches.open("stratego", "micro", ["me", "open"], {}, "Ann")
    with pytest.raises(InvalidOption, match="no seat has the key"):
        matches.look(first["key"])
    with pytest.raises(InvalidOption, match="matches are open"):
        matches.open("stratego", "micro", ["me", "open"], {}, "Ann")


@pytest.mark.parametrize("game", registry.names())
def test_rules_are_read_in_parts(game: str) -> None:
    assert len(rules.in_short(game)) > 100
    titles = list(rules.sections(game))
    assert len(titles) >= 3
    assert rules.section(game, titles[0]).startswith(f"## {titles[0]}")
    with pytest.raises(InvalidOption, match="no section"):
        rules.section(game, "Castling")


@pytest.mark.parametrize("name", ["antigravity:x", "tests.toys.pennies:GAME"])
def test_a_client_names_games_and_imports_no_modules(name: str) -> None:
    with pytest.raises(UnknownGame, match=name):
        rules.in_short(name)
    with pytest.raises(UnknownGame, match=name):
        LocalMatches().open(name, "", [], {}, "Ann")
    assert "antigravity" not in sys.modules
