"""Reading requests and writing responses: JSON both ways, errors with a message and a code."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares.core.errors import IllegalCommand, InvalidOption, InvalidRecord, PlowsharesError, UnknownGame
from plowshares.core.i18n import encode_text
from plowshares.server import tokens
from plowshares.server.errors import Busy, DamagedTable, Elsewhere, NotYours, Stale, StoreFailed, TooMuch
from plowshares.server.limits import address_of
from plowshares.server.line_writer import LineTaken
from plowshares.server.middleware import LARGEST_BODY
from plowshares.server.site import Site
from plowshares.server.table import Table

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class BadBody(PlowsharesError):
    """A body that is too large, or is not the JSON that the route takes."""


STATUS: dict[type[Exception], int] = {
    NotYours: 403,
    Stale: 409,
    LineTaken: 409,
    IllegalCommand: 422,
    InvalidOption: 422,
    InvalidRecord: 422,
    DamagedTable: 422,
    BadBody: 400,
    UnknownGame: 404,
    Elsewhere: 421,
    StoreFailed: 503,
    TooMuch: 429,
    Busy: 503,
}
NOBODY = ""  # callers without a cookie or token; they may watch open tables
RETRY_SECONDS = 2.0  # Retry-After after a database failure, in seconds


def say(answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(msgspec.json.encode(answer, enc_hook=encode_text), status, headers, media_type="application/json")


def refuse(error: PlowsharesError) -> Response:
    """Return an error as JSON, with a code for programs."""
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 422)
    first = error.args[0] if error.args else ""
    words = first if isinstance(first, str) else str(error)  # a text for people is translated when it is sent
    headers = (
        {"retry-after": str(math.ceil(getattr(error, "seconds", RETRY_SECONDS)))} if status in (429, 503) else None
    )
    return say({"error": words, "code": getattr(error, "code", type(error).__name__.lower())}, status, headers)


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
    """Return a route whose PlowsharesErrors become responses."""

    async def handle(request: Request) -> Response:
        try:
            return await do(request)
        except PlowsharesError as error:
            return refuse(error)

    return Route(path, handle, methods=[method])


class Visitor(NamedTuple):
    """A browser that makes a request."""

    browser: str  # digest of its cookie
    holder: str  # the identity it acts as; shared by all browsers of one person
    fresh: str  # a new cookie to set; empty if it has one


class Endpoint:
    """Base of the API classes: identifies the caller and finds tables."""

    def __init__(self, site: Site) -> None:
        self.site, self.hall, self.work, self.people = site, site.hall, site.work, site.people

    async def who(self, request: Request) -> str | None:
        """Return the caller's identity by seat token or signed cookie; None if there is neither."""
        bearer = tokens.bearer_of(request)
        if bearer is not None:
            return tokens.holder_of(bearer)
        cookie = tokens.cookie_of(request)
        return await self._acting(tokens.holder_of(cookie)) if cookie and await self._is_ours(cookie) else None

    async def _acting(self, browser: str) -> str:
        known = self.people.at_hand(browser)
        if known is None:
            known = await self.work.lists.run(self.people.look_up, browser)
        return known.acts_as

    async def _is_ours(self, cookie: str) -> bool:
        if self.site.signer.is_ours(cookie):
            return True
        if len(cookie) != tokens.UNSIGNED:
            return False
        return await self.work.lists.run(self.hall.store.is_unsigned_holder, tokens.holder_of(cookie))

    async def at_table(self, request: Request) -> tuple[Table, str]:
        """Return the requested table and the caller; raise NotYours unless the caller holds a seat."""
        holder = await self.who(request) or NOBODY
        table = await self.find(request.path_params["table"])
        table.seats_of(holder)
        if table.seats.is_unused(holder):
            await self.work.seats.run(self.hall.access.greet, table, holder)
        table.presence.touch(holder)
        return table, holder

    async def find(self, name: str) -> Table:
        """Return a table; finished ones load in a lane of their own, so matches in play do not wait."""
        found = self.hall.at_hand(name)
        if found is not None:
            return found
        row = await self.work.lists.run(self.hall.store.row, name)
        lane = self.work.archive if row is not None and row.ended else self.work.load
        return await lane.run(self.hall.find, name)

    def client(self, request: Request) -> str:
        """Return where a request comes from, as quotas count it."""
        return address_of(request.scope)

    async def known(self, request: Request) -> Visitor:
        """Return the browser that makes a request, with a new cookie if it has none."""
        cookie = tokens.cookie_of(request)
        if cookie and await self._is_ours(cookie):
            browser = tokens.holder_of(cookie)
            return Visitor(browser, await self._acting(browser), "")
        fresh = self.site.signer.new_cookie()
        browser = tokens.holder_of(fresh)
        return Visitor(browser, browser, fresh)

    def welcome(self, request: Request, answer: Any, visitor: Visitor) -> Response:
        """Return a response that also sets the cookie of a new browser."""
        response = say(answer)
        if visitor.fresh:
            tokens.set_cookie(response, visitor.fresh, request.url.scheme == "https")
        return response
