"""The routes: who asks, with which parameters, and the shape of every answer."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from plowshares.agents.base import ask_for
from plowshares.games.civ.adapters.api import commands, parsing
from plowshares.games.civ.adapters.api.table import SEES_ALL, ApiSettings, ApiTable

NO_GAME = "no active game"
TICK = 0.05  # seconds between two looks at whether a turn has lasted too long, or one of our own players is to act
LARGEST_BODY = 64 * 1024
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}\Z", re.ASCII)

Answer = dict[str, Any] | bytes
Reader = Callable[[ApiTable, "Asked"], Answer]


class BadRequest(Exception):
    """A parameter that is missing or not a whole number."""


class Asked:
    """The parameters of a request, from the query and the form."""

    def __init__(self, given: dict[str, str]) -> None:
        self.given = given

    def text(self, name: str) -> str:
        """Return a parameter that must be there."""
        if name not in self.given:
            raise BadRequest(f"missing parameter: {name}")
        return self.given[name]

    def number(self, name: str) -> int:
        """Return a parameter that must be a whole number."""
        text = self.text(name)
        if not _NUMBER.match(text):
            raise BadRequest(f"bad parameter: {name}")
        return int(text)


def say(answer: Answer, status: int = 200) -> Response:
    """Return an answer as JSON; a kept one is JSON already."""
    return Response(answer if isinstance(answer, bytes) else json.dumps(answer), status, media_type="application/json")


def done(wrong: str | None) -> Answer:
    """Return the answer of an acting route."""
    return {"error": wrong}


def read_route(name: str, make: Callable[[Any], dict[str, Any]]) -> Reader:
    """Return a reading route that needs a match that has begun."""

    def answer(table: ApiTable, asked: Asked) -> Answer:
        viewer = table.viewer_of(asked.text("key"))
        if not table.running:
            return {"error": NO_GAME}
        if viewer is None:
            return {"error": "invalid key"}
        return table.cached(viewer, name, make)

    return answer


def get_board(table: ApiTable, asked: Asked) -> Answer:
    """Answer /board, which is there before the start too."""
    viewer = table.viewer_of(asked.text("key"))
    return {"error": "invalid key"} if viewer is None else table.cached(viewer, "board", parsing.board)


def get_players(table: ApiTable, asked: Asked) -> Answer:
    """Answer /players."""
    return read_route("players", lambda s: parsing.players(s, table.names))(table, asked)


def get_current_player(table: ApiTable, asked: Asked) -> Answer:
    """Answer /current_player."""
    viewer = table.viewer_of(asked.text("key"))
    if not table.running:
        return {"error": NO_GAME, "turn": -1}
    return {"error": "invalid key"} if viewer is None else {"error": None, **parsing.turn(table)}


def get_player_index(table: ApiTable, asked: Asked) -> Answer:
    """Answer /player_index."""
    viewer = table.viewer_of(asked.text("key"))
    if viewer is None or viewer == SEES_ALL:
        return {"error": "invalid key" if viewer is None else "key is not a player key"}
    return {"error": None, "player": viewer}


def get_info(table: ApiTable, asked: Asked) -> Answer:
    """Answer /info."""
    known = table.viewer_of(asked.text("key")) is not None
    return {"error": None, **parsing.info(table)} if known else {"error": "not a valid key"}


def set_name(table: ApiTable, asked: Asked) -> Answer:
    """Answer /set_name."""
    key, name = asked.text("key"), asked.text("name")
    viewer = table.viewer_of(key)
    if viewer is None or viewer == SEES_ALL:
        return {"error": "invalid key" if viewer is None else "key is not a player key"}
    table.set_name(viewer, name)
    return done(None)


def act(table: ApiTable, asked: Asked, play: Callable[[int], str | None]) -> Answer:
    """Let a player act, if there is a match and the key is a player's."""
    if not table.is_active:
        return done(NO_GAME)
    viewer = table.viewer_of(asked.text("key"))
    return done("not a player key" if viewer is None or viewer == SEES_ALL else play(viewer))


def produce(table: ApiTable, asked: Asked) -> Answer:
    """Answer /produce."""
    asked.text("key")
    what, x, y = asked.number("type"), asked.number("x"), asked.number("y")
    return act(table, asked, lambda seat: commands.produce(table, seat, what, x, y))


def technology(table: ApiTable, asked: Asked) -> Answer:
    """Answer /technology."""
    asked.text("key")
    what = asked.number("type")
    return act(table, asked, lambda seat: commands.research(table, seat, what))


def move_route(unit: str) -> Reader:
    """Return the route that moves one worker or one army."""

    def answer(table: ApiTable, asked: Asked) -> Answer:
        asked.text("key")
        step = commands.Step(*(asked.number(name) for name in ("srcX", "srcY", "dstX", "dstY")))
        return act(table, asked, lambda seat: commands.move(table, seat, unit, step))

    return answer


def end_turn(table: ApiTable, asked: Asked) -> Answer:
    """Answer /end_turn."""
    asked.text("key")
    return act(table, asked, lambda seat: commands.end_turn(table, seat))


def admin_route(do: Callable[[ApiTable], str | None]) -> Reader:
    """Return a route for the administrator."""

    def answer(table: ApiTable, asked: Asked) -> Answer:
        if asked.text("key") != table.settings.keys.admin:
            return done("not admin key")
        return done(do(table))

    return answer


def start(table: ApiTable) -> None:
    """Let players act."""
    table.start()


def stop(table: ApiTable) -> None:
    """Pause the match."""
    table.running = False


def new_map(table: ApiTable) -> str | None:
    """Make a new map, unless a match is being played."""
    if table.is_active:
        return "game already started"
    table.running = False
    table.new_match()
    return None


READING: dict[str, Reader] = {
    "board": get_board,
    "cities": read_route("cities", parsing.cities),
    "armies": read_route("armies", parsing.armies),
    "workers": read_route("workers", parsing.workers),
    "resources": read_route("resources", parsing.resources),
    "players": get_players,
    "current_player": get_current_player,
    "player_index": get_player_index,
    "info": get_info,
}
ACTING: dict[str, Reader] = {
    "set_name": set_name,
    "produce": produce,
    "technology": technology,
    "move_worker": move_route("worker"),
    "move_army": move_route("army"),
    "end_turn": end_turn,
    "admin/start": admin_route(start),
    "admin/stop": admin_route(stop),
    "admin/new_map": admin_route(new_map),
}


def create_app(settings: ApiSettings) -> Starlette:
    """Return the API as an application that can be served alone or mounted in another."""
    table = ApiTable(settings)
    table.warm()
    routes = [Route(f"/api/{name}", endpoint(table, answer), methods=["GET"]) for name, answer in READING.items()]
    routes += [Route(f"/api/{name}", endpoint(table, answer), methods=["POST"]) for name, answer in ACTING.items()]
    routes.append(Route("/", index_page, methods=["GET"]))
    app = Starlette(routes=routes, lifespan=lambda app: keep_going(table), exception_handlers={HTTPException: refuse})
    app.state.table = table
    app.add_middleware(SingleSlashes)
    app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "POST"])
    return app


def endpoint(table: ApiTable, answer: Reader) -> Callable[[Request], Any]:
    """Return the handler of a route. It is asked for its answer without a break, so requests happen one at a time."""

    async def handle(request: Request) -> Response:
        try:
            given = dict(request.query_params) | await read_form(request)
            if given.get("key") in table.settings.keys.players:
                table.welcome()
            table.end_late_turn()
            return say(answer(table, Asked(given)))
        except BadRequest as error:
            return say({"error": str(error)}, 400)

    return handle


INDEX = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Civ for programs</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto}</style>
<h1>Civ for programs</h1>
<p>This server runs one match of Civ for four programs, over the HTTP API of its original author.
Every request carries a <code>key</code>. Answers are JSON; their <code>error</code> is null when all went well.</p>
<h2>Read (GET)</h2><ul>{reading}</ul><h2>Act (POST)</h2><ul>{acting}</ul>
<p>Keys, parameters and differences from the author's server: <code>docs/civ-api.md</code>.</p></html>"""


async def index_page(request: Request) -> Response:
    """Answer / with a page for people: what this is, and its routes."""
    lists = {
        name: "".join(f"<li><code>/api/{route}</code></li>" for route in routes)
        for name, routes in (("reading", READING), ("acting", ACTING))
    }
    page = INDEX
    for name, items in lists.items():
        page = page.replace(f"{{{name}}}", items)
    return HTMLResponse(page)


async def read_form(request: Request) -> dict[str, str]:
    """Return the parameters in the body of a request."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise BadRequest(f"the body is larger than {LARGEST_BODY} bytes")
    return dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))


async def refuse(request: Request, error: Exception) -> Response:
    """Answer what no route takes in the shape of all answers."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = {404: "no such route", 405: "wrong method"}
    return say({"error": words.get(status, "bad request")}, status)


@contextlib.asynccontextmanager
async def keep_going(table: ApiTable) -> AsyncIterator[None]:
    """While the server runs, end turns that last too long and let our own players act."""
    task = asyncio.create_task(_keep_going(table))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _keep_going(table: ApiTable) -> None:
    while True:
        table.end_late_turn()
        acted = table.is_active and table.current in table.agents and await _let_agent_act(table)
        if not acted:
            await asyncio.sleep(TICK)


async def _let_agent_act(table: ApiTable) -> bool:
    """Ask the server's own player, in a thread; play its answer unless the match went on meanwhile."""
    seat, match = table.current, table.match
    before = len(match.history), match.draft(seat)
    ask = dataclasses.replace(ask_for(match, seat), seconds=table.thinking_time())
    answer = await asyncio.to_thread(table.agents[seat].choose, ask)
    if table.match is match and table.is_active and (len(match.history), match.draft(seat)) == before:
        table.play(seat, answer)
    return True


class SingleSlashes:
    """Takes `//api/board` for `/api/board`, because some programs ask so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its path repaired."""
        if scope["type"] == "http":
            scope = {**scope, "path": re.sub("/{2,}", "/", scope["path"])}
        await self.app(scope, receive, send)
