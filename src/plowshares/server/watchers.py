"""Wakes those who follow a table when it changes; makes each message once for all who wait for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from plowshares.core.i18n import current_language
from plowshares.server.table import Table

Encoded = tuple[str, bytes]


class Watchers:
    """Wakes streams and the driver of programs. Everything here happens on the event loop."""

    def __init__(self) -> None:
        self._events: dict[str, set[asyncio.Event]] = {}
        self._making: dict[tuple[str, str, str], tuple[Any, asyncio.Future[Encoded]]] = {}

    def count(self, name: str | None = None) -> int:
        """Return the number of followers of a table, or of all tables."""
        return len(self._events.get(name, ())) if name is not None else sum(map(len, self._events.values()))

    def wake(self, name: str) -> None:
        """Wake everybody who follows a table."""
        for event in self._events.get(name, ()):
            event.set()

    def wake_all(self) -> None:
        """Wake everybody."""
        for name in self._events:
            self.wake(name)

    @contextlib.contextmanager
    def watch(self, name: str) -> Iterator[asyncio.Event]:
        """Return an event that is set whenever something changes at a table."""
        event = asyncio.Event()
        watching = self._events.setdefault(name, set())
        watching.add(event)
        try:
            yield event
        finally:
            watching.discard(event)
            if not watching and self._events.get(name) is watching:
                del self._events[name]

    async def message(
        self, table: Table, holder: str, make: Callable[[Callable[[str], Encoded], str], Awaitable[Encoded]]
    ) -> Encoded:
        """Return the name and bytes of a holder's message; concurrent callers share one computation."""
        found = table.find_encoded(holder)
        if found is not None:
            return found
        key = table.name, holder, current_language().code
        now = table.screens.version, table.present()
        then, making = self._making.get(key, (None, None))
        if making is None or then != now:  # a message begun before the last change may be outdated
            making = asyncio.ensure_future(make(table.encode, holder))
            self._making[key] = now, making
            making.add_done_callback(lambda done: self._has_made(key, done))
        return await asyncio.shield(making)  # if one caller is cancelled, the others still wait

    def _has_made(self, key: tuple[str, str, str], done: asyncio.Future[Encoded]) -> None:
        if self._making.get(key, (0, None))[1] is done:
            del self._making[key]
        if not done.cancelled():
            done.exception()  # retrieved here, in case no caller waits any more
