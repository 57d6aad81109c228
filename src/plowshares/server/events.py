"""Server-sent events: a screen gets its message whenever it differs from the last one sent.

There is no queue that could grow: a slow reader is sent the latest message when it is ready for one, and is cut off
if it does not take it. A message's name is the event's id, so a screen that comes back with it is sent nothing twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

from starlette.types import Receive, Scope, Send

from plowshares.core.seats import SPECTATOR
from plowshares.server.build import build_name
from plowshares.server.cluster.frames import PeerGone
from plowshares.server.errors import NotYours, StoreFailed
from plowshares.server.presence import Company
from plowshares.server.site import Site
from plowshares.server.table import Table

logger = logging.getLogger(__name__)
HEARTBEAT = 15.0  # seconds between two signs of life
SEND_SECONDS = 20.0  # seconds a screen may take to accept a message
SPECTATOR_DELAY = 0.05  # seconds by which spectators are delayed, so that players see a move first
MOST_STREAMS = 32  # at one table by one holder


class Stream:
    """The response that follows one table for one holder."""

    def __init__(self, site: Site, table: Table, holder: str, seen: str, name: str = "") -> None:
        self.site, self.hall, self.table, self.holder, self.seen = site, site.hall, table, holder, seen
        self.name = name  # the follower's name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the reader is gone or too slow."""
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        try:
            await run_until_gone(receive, self._send_all(send))
        except (NotYours, StoreFailed):  # signed in or out, lost the seat, or the table is busy: the client reconnects
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except PeerGone:
            pass  # the forwarding process is gone, and the reader with it
        except Exception:
            logger.exception("the events of table %s failed", self.table.name)

    async def _send_all(self, send: Send) -> None:
        self.table.follow(self.holder, 1, self.name)
        try:
            await self._follow(send)
        finally:
            self.table.follow(self.holder, -1)

    async def _follow(self, send: Send) -> None:
        only_watches = self.table.seats_of(self.holder) == [SPECTATOR]
        present = self.table.present()  # who was there when something was sent last
        with self.hall.watchers.watch(self.table.name) as changed:
            await self._send(send, b"retry: 1000\nevent: build\ndata: %s\n\n" % build_name().encode())
            while not self.hall.stopping and not self.table.is_broken:
                changed.clear()
                present = await self._tell(send, present)
                await self._wait(send, changed)
                if only_watches:
                    await asyncio.sleep(SPECTATOR_DELAY)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(self, send: Send, present: Company) -> Company:
        """Send the message if it or the people present have changed; return who is present."""
        there = self.table.present()  # read first: a later arrival makes another message
        match = self.table.match
        self.hall.preparer.begin(match.game, match.options, match.state)  # it may have grown
        name, data = await self.hall.watchers.message(self.table, self.holder, self.site.work.play.run)
        if name != self.seen or there != present:
            self.seen = name
            await self._send(send, b"id: %s\ndata: %s\n\n" % (name.encode(), data))
        return there

    async def _wait(self, send: Send, changed: asyncio.Event) -> None:
        """Wait for a change, sending signs of life meanwhile."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):  # unlike wait_for it needs no task for each stream
                    await changed.wait()
                return
            except TimeoutError:
                await self._send(send, b": still here\n\n")

    async def _send(self, send: Send, data: bytes) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await send({"type": "http.response.body", "body": data, "more_body": True})


async def run_until_gone(receive: Receive, sending: Coroutine[Any, Any, None]) -> None:
    """Run a sender until it ends or the reader disconnects; raise its error."""
    gone = asyncio.create_task(_wait_until_gone(receive), name="reader")
    task = asyncio.create_task(sending, name="events")
    try:
        await asyncio.wait([gone, task], return_when=asyncio.FIRST_COMPLETED)
    finally:
        # Python 3.11 loses a cancellation that comes while a time limit ends, so it is repeated.
        pending = {gone, task}
        while pending:
            for each in pending:
                each.cancel()
            _, pending = await asyncio.wait(pending, timeout=1.0)
    if not task.cancelled():
        task.result()


async def _wait_until_gone(receive: Receive) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        while (await receive())["type"] != "http.disconnect":
            pass
