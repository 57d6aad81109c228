"""Forwarded requests: the ASGI messages of many requests over one connection between two processes.

The sender of a message waits until the client's socket has accepted it, as without a hop, so a slow reader buffers at
most one message.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import itertools
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plowshares.server.cluster.frames import ACK, BODY, CLOSE, OPEN, START, Link, NotSent, PeerGone, connect

PASSED_ON = ("method", "path", "query_string", "scheme", "http_version", "root_path")
FROM_PEER = "plowshares.peer"  # set in the scope of a forwarded request
MISDIRECTED = 421  # status: this process does not run the table either


class PeerServer:
    """Answers requests that other processes forward."""

    def __init__(self, app: ASGIApp, key: bytes) -> None:
        self._app, self._key = app, key
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, address: str) -> str:
        """Listen at `unix:PATH` or `tcp:HOST`; return the whole address."""
        kind, _, place = address.partition(":")
        if kind == "unix":
            self._server = await asyncio.start_unix_server(self._serve, place)
            return address
        self._server = await asyncio.start_server(self._serve, place, 0)
        return f"tcp:{place}:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Stop listening and cancel running requests."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link, running = Link(reader, writer), dict[int, Answering]()
        try:
            _, _, key = await link.receive()
            if not isinstance(key, bytes) or not hmac.compare_digest(key, self._key):
                return
            while True:
                number, kind, content = await link.receive()
                if kind == OPEN:
                    running[number] = Answering(link, number)
                    task = asyncio.create_task(self._answer(running[number], content, running))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                elif number in running:
                    running[number].hear(kind)
        except PeerGone:
            pass
        finally:
            for each in running.values():
                each.hear(CLOSE)
            link.close()

    async def _answer(self, answering: Answering, content: dict[str, Any], running: dict[int, Answering]) -> None:
        scope = {
            **{name: content[name] for name in PASSED_ON},
            "type": "http",
            "asgi": {"version": "3.0"},
            "headers": [(bytes(name), bytes(value)) for name, value in content["headers"]],
            "client": tuple(content["client"]) if content["client"] else None,
            "server": tuple(content["server"]) if content["server"] else None,
            "raw_path": content["path"].encode(),
            FROM_PEER: True,
        }
        answering.body = content["body"]
        try:
            with contextlib.suppress(PeerGone):
                await self._app(scope, answering.receive, answering.send)
        finally:
            running.pop(answering.number, None)


class Answering:
    """One forwarded request that is being answered."""

    def __init__(self, link: Link, number: int) -> None:
        self.link, self.number = link, number
        self.body: bytes | None = b""
        self._taken, self._gone = asyncio.Event(), asyncio.Event()

    def hear(self, kind: int) -> None:
        """Note that the reader has accepted a message or disconnected."""
        self._taken.set()
        if kind == CLOSE:
            self._gone.set()

    async def receive(self) -> Message:
        """Return the request, and later its disconnect."""
        if self.body is not None:
            body, self.body = self.body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Send part of the response; return when the reader has accepted it."""
        if self._gone.is_set():
            raise PeerGone("the reader has gone")
        if message["type"] == "http.response.start":
            await self.link.send(self.number, START, (message["status"], list(message.get("headers", ()))))
            return
        more = message.get("more_body", False)
        self._taken.clear()
        await self.link.send(self.number, BODY, (message.get("body", b""), more))
        if more:
            await self._taken.wait()


class Peer:
    """Another process, to which requests are forwarded."""

    def __init__(self, address: str, key: bytes, ended: Callable[[], None] = lambda: None) -> None:
        self.address, self._key = address, key
        self._ended = ended  # called when the connection ends
        self._link: Link | None = None
        self._connecting = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Queue[tuple[int, Any] | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def _connected(self) -> Link:
        async with self._connecting:
            if self._link is None:
                try:
                    self._link = await connect(self.address)
                    await self._link.send(0, OPEN, self._key)
                except PeerGone:
                    raise NotSent("the other process does not answer") from None
                self._reading = asyncio.create_task(self._read(self._link), name="peer")
            return self._link

    async def _read(self, link: Link) -> None:
        try:
            while True:
                number, kind, content = await link.receive()
                if number in self._answers:
                    self._answers[number].put_nowait((kind, content))
        except PeerGone:
            pass
        finally:
            self._link = None
            link.close()
            for each in self._answers.values():
                each.put_nowait(None)
            self._ended()

    def close(self) -> None:
        """Close the connection."""
        if self._reading is not None:
            self._reading.cancel()

    async def pass_on(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> int:
        """Let the other process answer a request; return the status. With MISDIRECTED, nothing has been sent."""
        link, number = await self._connected(), next(self._numbers)
        queue = self._answers[number] = asyncio.Queue()
        content = {name: scope.get(name, "") for name in PASSED_ON}
        content |= {"headers": scope["headers"], "client": scope.get("client"), "server": scope.get("server")}
        gone = asyncio.create_task(_wait_until_gone(receive), name="reader")
        gone.add_done_callback(lambda _: queue.put_nowait(_GONE))
        try:
            await link.send(number, OPEN, {**content, "body": body})
            return await self._relay(link, number, queue, send)
        finally:
            gone.cancel()
            del self._answers[number]

    async def _relay(self, link: Link, number: int, queue: asyncio.Queue[tuple[int, Any] | None], send: Send) -> int:
        status = 0
        while True:
            found = await queue.get()
            if found is _GONE:
                with contextlib.suppress(PeerGone):
                    await link.send(number, CLOSE)
                return status
            if found is None:
                raise PeerGone("the other process has gone")
            kind, content = found
            if kind == START:
                status = content[0]
            has_more = await self._send_on(link, number, status, found, send)
            if not has_more:
                return status
            del found, content  # an idle stream must not keep its last message while it waits for the next

    async def _send_on(self, link: Link, number: int, status: int, part: tuple[int, Any], send: Send) -> bool:
        """Send a part of a response to the client, and acknowledge it; return whether more is to come."""
        kind, content = part
        if status == MISDIRECTED:
            return kind == START
        if kind == START:
            headers = [(bytes(name), bytes(value)) for name, value in content[1]]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            return True
        await send({"type": "http.response.body", "body": content[0], "more_body": content[1]})
        if content[1]:
            await link.send(number, ACK)
        return bool(content[1])


_GONE: Any = object()  # in a queue of answers: the reader has disconnected


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
