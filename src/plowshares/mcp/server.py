"""The MCP server: tools, resources and prompts over a backend."""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from pydantic import Field

import plowshares
from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.mcp import rules
from plowshares.mcp.backend import CALLER, PAGE, Backend, Caller
from plowshares.mcp.pictures import to_png

F = TypeVar("F", bound=Callable[..., Any])
LONGEST_WAIT = 60.0  # seconds
SHORTEST_TICK, LONGEST_TICK = 0.05, 1.0  # seconds between two polls of a waiting client
MOST_TEXT = 20_000  # letters of one answer
INSTRUCTIONS = (
    "Play hidden-information strategy games. Call list_games, then open_match; keep the key of your seat: every other"
    " tool takes it. look shows what you know, legal_commands what you may do, play does it, wait waits for your turn."
    " You see what your seat may know and nothing else."
)
Key = Annotated[str, Field(description="the key of your seat, from open_match or take_seat", max_length=400)]
Tokens = Annotated[int, Field(ge=0, le=10**9)]
Meter = Callable[[str, int, int], None]  # takes a seat's key and the tokens that a model has read and written


def create_server(backend: Backend, meter: Meter | None = None) -> MCPServer[Any]:
    """Return the server; with a meter, clients can report what their model has used."""
    server: MCPServer[Any] = MCPServer(
        "plowshares",
        title="Plowshares",
        instructions=INSTRUCTIONS,
        version=plowshares.__version__,
        log_level="WARNING",
        middleware=[_remember_caller],
    )
    _add_reading(server)
    _add_seats(server, backend)
    _add_playing(server, backend)
    _add_waiting(server, backend)
    if meter is not None:
        _add_metering(server, meter)
    _add_resources(server, backend)
    _add_prompts(server)
    return server


async def _remember_caller(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Remember the caller, for backends that act in its name; over standard input and output there is none."""
    request = ctx.request
    if request is None:
        return await call_next(ctx)
    client = request.client
    token = CALLER.set(Caller(client.host if client else "", str(request.base_url).rstrip("/")))
    try:
        return await call_next(ctx)
    finally:
        CALLER.reset(token)


def _told(function: F) -> F:
    """Let a tool's refusals reach the model as what they say."""

    @functools.wraps(function)
    async def call(*args: Any, **kwargs: Any) -> Any:
        try:
            if inspect.iscoroutinefunction(function):
                return await function(*args, **kwargs)
            return await asyncio.to_thread(function, *args, **kwargs)
        except PlowsharesError as error:
            raise ToolError(str(error)) from None

    return call  # type: ignore[return-value]  # the same parameters; tools may be coroutines


def _bounded(text: str, how: str) -> str:
    """Return a text that is not too long; what was cut off can be had in another way."""
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}\n… ({len(text) - MOST_TEXT} letters more: {how})"


def _add_reading(server: MCPServer[Any]) -> None:
    @server.tool()
    @_told
    def list_games() -> list[dict[str, Any]]:
        """List the games with their presets, how many play, and what each is about."""
        found = [registry.find(name) for name in registry.names()]
        return [
            {
                "name": game.name,
                "title": game.title,
                "summary": str(game.summary),
                "players": [game.seats[0], game.seats[-1]],
                "presets": list(game.presets),
                "length": str(game.length),
            }
            for game in found
        ]

    @server.tool()
    @_told
    def read_rules(
        game: str,
        section: Annotated[str, Field(description="a section's title; empty: in short; 'all': everything")] = "",
    ) -> str:
        """Read the rules of a game: in short with the list of sections, one section, or all."""
        if section == "all":
            return _bounded(rules.read_rules(game), "read them section by section")
        if section:
            return rules.section(game, section)
        return f"{rules.in_short(game)}\n\nSections: {', '.join(rules.sections(game))}"

    @server.tool()
    @_told
    def explain_refusal(game: str, refusal: str) -> list[str]:
        """Find the paragraphs of the rules behind a refusal."""
        return rules.behind(game, refusal)


def _add_seats(server: MCPServer[Any], backend: Backend) -> None:
    @server.tool()
    @_told
    def open_match(
        game: str,
        preset: str = "",
        seats: Annotated[
            list[str],
            Field(description="for each seat: me, open (another client or a person), or a level: random, easy, …"),
        ] = [],  # noqa: B006  # a schema's default; never changed
        options: Annotated[dict[str, str], Field(description="options of the game on top of the preset")] = {},  # noqa: B006  # likewise
        name: Annotated[str, Field(max_length=30)] = "Model",
    ) -> dict[str, Any]:
        """Open a match and take your seat. By default you play against `easy` computers."""
        return backend.open(game, preset, list(seats), dict(options), name)

    @server.tool()
    @_told
    def take_seat(invitation: str, name: Annotated[str, Field(max_length=30)] = "Model") -> dict[str, Any]:
        """Take an open seat of a match that somebody else has opened."""
        return backend.take_seat(invitation, name)

    @server.tool()
    @_told
    def resign(key: Key) -> str:
        """Give up the match."""
        backend.resign(key)
        return "You resigned."

    @server.tool()
    @_told
    def fetch_record(key: Key) -> str:
        """Fetch the record of a finished match: JSON lines with everything that happened."""
        return _bounded(backend.record(key), "the resource record://KEY has all of it")


def _add_playing(server: MCPServer[Any], backend: Backend) -> None:
    @server.tool()
    @_told
    def look(key: Key, fields: bool = True) -> str:
        """See what your seat knows: the board as text, what to do now, and named fields as JSON."""
        shown = backend.look(key)
        named = shown.pop("fields")
        board = shown.pop("board")
        parts = [
            json.dumps(shown, ensure_ascii=False),
            board,
            *([json.dumps(named, ensure_ascii=False)] if fields else []),
        ]
        return _bounded("\n\n".join(parts), "ask without fields")

    @server.tool(structured_output=False)
    @_told
    def picture(
        key: Key,
        form: Annotated[Literal["png", "svg"], Field(description="an image, or the text of the drawing")] = "png",
    ) -> Any:
        """See the board as your seat sees it, as an image."""
        drawn = backend.picture(key)
        return Image(data=to_png(drawn), format="png") if form == "png" else _bounded(drawn, "ask for form png")

    @server.tool()
    @_told
    def legal_commands(
        key: Key,
        contains: Annotated[str, Field(description="only commands with this text in them")] = "",
        page: Annotated[int, Field(ge=0, le=10_000)] = 0,
    ) -> dict[str, Any]:
        """List the commands you may give now, a page at a time."""
        shown, total = backend.legal(key, contains, page * PAGE)
        return {"commands": shown, "total": total, "more": total > (page + 1) * PAGE}

    @server.tool()
    @_told
    def play(
        key: Key, command: Annotated[str | dict[str, Any], Field(description="a command as text, or in its JSON form")]
    ) -> str:
        """Play a command. If it is not legal, nothing has changed and you are told why."""
        played = backend.play(key, command)
        return f"Played: {played}." if played else "Begun: the command takes further decisions; see legal_commands."


def _add_waiting(server: MCPServer[Any], backend: Backend) -> None:
    @server.tool()
    @_told
    async def wait(key: Key, seconds: Annotated[float, Field(ge=0, le=LONGEST_WAIT)] = 30.0) -> str:
        """Wait until it is your turn or the match is over, at most some seconds."""
        until, tick = time.monotonic() + seconds, SHORTEST_TICK
        while True:
            shown = await asyncio.to_thread(backend.look, key)
            if shown["result"]:
                return f"The match is over: {shown['result']['sentence']}"
            if shown["your_turn"]:
                return "It is your turn."
            if time.monotonic() >= until:
                return "Not yet: wait again."
            if await asyncio.to_thread(backend.advance, key):
                continue
            await asyncio.sleep(max(0.0, min(tick, until - time.monotonic())))
            tick = min(LONGEST_TICK, 1.5 * tick)

    @server.tool()
    @_told
    def read_log(
        key: Key, since: Annotated[int, Field(ge=0, description="lines that you have read")] = 0
    ) -> dict[str, Any]:
        """Read what has happened, as your seat may know it; `next` is what to give as `since` the next time."""
        lines = backend.log(key)
        return {"lines": lines[since : since + PAGE], "next": min(len(lines), since + PAGE), "total": len(lines)}


def _add_metering(server: MCPServer[Any], meter: Meter) -> None:
    @server.tool()
    @_told
    def report_usage(key: Key, tokens_in: Tokens, tokens_out: Tokens) -> str:
        """Report how many tokens your model has read and written since your last report."""
        meter(key, tokens_in, tokens_out)
        return "Noted."


def _add_resources(server: MCPServer[Any], backend: Backend) -> None:
    @server.resource("rules://{game}", mime_type="text/markdown")
    def rules_of(game: str) -> str:
        """The rules of a game."""
        try:
            return rules.read_rules(game)
        except PlowsharesError as error:
            raise ResourceError(str(error)) from None

    @server.resource("record://{key}", mime_type="application/jsonl")
    def record_of(key: str) -> str:
        """The record of a finished match."""
        try:
            return backend.record(key)
        except PlowsharesError as error:
            raise ResourceError(str(error)) from None


def _add_prompts(server: MCPServer[Any]) -> None:
    @server.prompt()
    def play_a_match(game: str, preset: str = "", level: str = "easy") -> str:
        """Play a whole match against a computer."""
        chosen = f", preset {preset!r}," if preset else ""
        return (
            f"Read the rules of {game} in short with read_rules. Open a match of {game}{chosen} against the"
            f" level {level!r}. Until it is over: wait for your turn, look, list legal_commands, think about what the"
            " other side may hide, and play. When a command is refused, read the reason and choose another. At the end"
            " say who won and what decided it."
        )

    @server.prompt()
    def explain_my_game(key: str) -> str:
        """Explain a finished match to its player."""
        return (
            f"Fetch the record of the match with the key {key} and its log. Explain in plain words what decided it:"
            " three moments, what my seat could know at each of them, and what I could have done better given that."
        )
