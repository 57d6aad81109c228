"""Forwards requests for a table to the process that runs it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable

import msgspec
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plowshares.core.errors import PlowsharesError
from plowshares.server.cluster.frames import NotSent, PeerGone
from plowshares.server.cluster.membership import Membership
from plowshares.server.cluster.peers import FROM_PEER, MISDIRECTED, Peer
from plowshares.server.errors import NOT_TAKEN

OF_TABLE = re.compile(r"/(?:api/)?tables/([0-9a-f]+)(?:/.*)?")
ELSEWHERE = re.compile(
    r"/tables/[0-9a-f]+(?:/replay)?|/api/tables/[0-9a-f]+/(?:record|export|replay)"
)  # answered by any process
BY_TOKEN = ("/api/join", "/api/invitation")
LARGEST_BODY = 64 * 1024  # bytes of a forwarded body
TAKEOVER_SECONDS = 8.0  # seconds to wait until another process takes over a dead one's table
RETRY_SECONDS = 0.2  # seconds between two attempts
Owner = Callable[[str], Awaitable[str | None]]
Linked = Callable[[str], Awaitable[str | None]]


class Places:
    """Finds the process that runs a table, and connects to it."""

    def __init__(self, membership: Membership, find: Owner, linked: Linked, key: bytes) -> None:
        self.membership, self.find, self.linked = membership, find, linked
        self._key = key
        self._known: dict[str, str] = {}
        self._peers: dict[str, Peer] = {}

    async def of(self, table: str) -> str | None:
        """Return the process that runs a table; if no living one does, this one takes it over."""
        known = self._known.get(table)
        if known is not None and self.membership.is_alive(known):
            return known
        found = await self.find(table)
        if found is not None:
            if len(self._known) > 100_000:
                self._known.clear()
            self._known[table] = found
        return found

    def forget(self, table: str) -> None:
        """Forget which process runs a table, so that the next request looks it up."""
        self._known.pop(table, None)

    def peer(self, name: str) -> Peer:
        """Return a connection to another process."""
        address = self.membership.addresses.get(name)
        if address is None:
            raise NotSent("the other process has gone")
        if name not in self._peers or self._peers[name].address != address:
            self._peers[name] = Peer(address, self._key, self.membership.suspect)
        return self._peers[name]

    def close(self) -> None:
        """Close all connections."""
        for each in self._peers.values():
            each.close()


class Forwarder:
    """Answers a request here or forwards it; waits while a dead process's table is being taken over."""

    def __init__(self, app: ASGIApp, places: Places) -> None:
        self.app, self.places = app, places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = scope.get("path", "")
        match = OF_TABLE.fullmatch(path) if scope["type"] == "http" else None
        is_by_token = scope["type"] == "http" and path in BY_TOKEN
        if scope.get(FROM_PEER) or not (is_by_token or (match and not ELSEWHERE.fullmatch(path))):
            await self.app(scope, receive, send)
            return
        body = await _read(receive) if scope["method"] == "POST" else b""
        if body is None:
            await JSONResponse({"error": f"the body is larger than {LARGEST_BODY} bytes", "code": "badbody"}, 400)(
                scope, receive, send
            )
            return
        table = match[1] if match else await self._table_of(body)
        await self._answer(scope, body, receive, send, table)

    async def _table_of(self, body: bytes) -> str | None:
        try:
            token = msgspec.json.decode(body)["token"]
            return await self.places.linked(token) if isinstance(token, str) else None
        except (msgspec.DecodeError, KeyError, TypeError, PlowsharesError):
            return None

    async def _answer(self, scope: Scope, body: bytes, receive: Receive, send: Send, table: str | None) -> None:
        until, begun = time.monotonic() + TAKEOVER_SECONDS, Begun(send)
        if table is None:
            await self.app(scope, _given(body, receive), send)
            return
        while time.monotonic() < until:
            owner = await self._owner(table)
            if owner == self.places.membership.name:
                here = Here(send)
                await self.app(scope, _given(body, receive), here)
                if not here.is_misdirected:
                    return
            elif await self._forward(owner, scope, body, receive, begun):
                return
            else:
                await asyncio.sleep(RETRY_SECONDS)
            self.places.forget(table)
        await begun.refuse(scope, receive)

    async def _owner(self, table: str) -> str:
        """Return the process that answers for a table; this one if there is no such table or no database."""
        try:
            return await self.places.of(table) or self.places.membership.name
        except PlowsharesError:
            return self.places.membership.name  # its own response says that the database is down

    async def _forward(self, owner: str, scope: Scope, body: bytes, receive: Receive, begun: Begun) -> bool:
        """Let another process answer; return False if it has not, and may be asked again."""
        try:
            return await self.places.peer(owner).pass_on(scope, body, receive, begun) != MISDIRECTED
        except PeerGone as error:
            may_have_done_it = scope["method"] != "GET" and not isinstance(error, NotSent)
            if begun.is_begun or may_have_done_it:
                await begun.refuse(scope, receive)
                return True
            return False


class Here:
    """Sends this process's response, unless its status says that another process runs the table."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.is_misdirected = False

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.is_misdirected = message["status"] == MISDIRECTED
        if not self.is_misdirected:
            await self._send(message)


class Begun:
    """Sends a response and remembers whether it has started."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.is_begun = False

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer."""
        self.is_begun = True
        await self._send(message)

    async def refuse(self, scope: Scope, receive: Receive) -> None:
        """Respond 503 because the process that ran the table is gone; end a response that has started."""
        if self.is_begun:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            answer = JSONResponse({"error": NOT_TAKEN, "code": "storefailed"}, 503, {"retry-after": "2"})
            await answer(scope, receive, self._send)


async def _read(receive: Receive) -> bytes | None:
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _given(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that replays a body that was already read."""
    given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return given.pop() if given else await receive()

    return again
