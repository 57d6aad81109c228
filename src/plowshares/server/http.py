"""How requests are read and answered: JSON both ways, errors in words with a code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares.core.errors import IllegalCommand, InvalidOption, InvalidRecord, PlowsharesError, UnknownGame
from plowshares.core.i18n import encode_text
from plowshares.server import tokens
from plowshares.server.middleware import LARGEST_BODY
from plowshares.server.store import StoreFailed
from plowshares.server.table import NotYours, Stale, Table
from plowshares.server.tables import TableManager

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class BadBody(PlowsharesError):
    """A body that is too large, or is not the JSON that the route takes."""


STATUS: dict[type[Exception], int] = {
    NotYours: 403,
    Stale: 409,
    IllegalCommand: 422,
    InvalidOption: 422,
    InvalidRecord: 422,
    BadBody: 400,
    UnknownGame: 404,
    StoreFailed: 503,
}


def say(answer: Any, status: int = 200) -> Response:
    """Return an answer as JSON."""
    return Response(msgspec.json.encode(answer, enc_hook=encode_text), status, media_type="application/json")


def refuse(error: PlowsharesError) -> Response:
    """Return an error as JSON, with its code for programs."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 422)
    words = error.args[0] if isinstance(error, IllegalCommand) else str(error)
    return say({"error": words, "code": getattr(error, "code", type(error).__name__.lower())}, status)


async def read(request: Request, kind: type[T], most: int = LARGEST_BODY) -> T:
    """Return the body of a request."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise BadBody(f"the body is larger than {most} bytes")
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBody(f"the body is not what this route takes: {error}") from None


def route(path: str, do: Handler, method: str) -> Route:
    """Return a route whose errors are answers."""

    async def handle(request: Request) -> Response:
        try:
            return await do(request)
        except PlowsharesError as error:
            return refuse(error)

    return Route(path, handle, methods=[method])


class Endpoint:
    """Lets those in who hold a seat."""

    def __init__(self, hall: TableManager) -> None:
        self.hall = hall

    def holder(self, request: Request) -> str:
        """Return who asks."""
        token = tokens.token_of(request)
        if token is None:
            raise NotYours("you hold no seat here; open a table or ask for a link")
        return tokens.holder_of(token)

    async def at_table(self, request: Request) -> tuple[Table, str]:
        """Return the table that is asked for, and who asks; only those who hold a seat get that far."""
        holder = self.holder(request)
        name = request.path_params["table"]
        found = self.hall.at_hand(name)
        table = found if found is not None else await asyncio.to_thread(self.hall.find, name)
        table.seats_of(holder)
        if table.is_expected(holder):
            await asyncio.to_thread(table.greet, holder)
        return table, holder

    def known(self, request: Request) -> tuple[str, bool]:
        """Return a browser's token, and whether it is new."""
        token = request.cookies.get(tokens.COOKIE, "")
        return (token, False) if 0 < len(token) <= tokens.LONGEST else (tokens.new_token(), True)

    def welcome(self, request: Request, answer: Any, token: str, is_new: bool) -> Response:
        """Return an answer, and with it the token of a new browser."""
        response = say(answer)
        if is_new:
            tokens.set_cookie(response, token, request.url.scheme == "https")
        return response
