"""Connections: those that send nothing are closed, one address gets its share, and a reserve is left for players."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from plowshares.server.limits import network_of

HEAD_SECONDS = 10.0  # from the first byte of a request, or from the connection, to the end of its head
BODY_SECONDS = 60.0  # to the end of its body
RESERVE = 128  # descriptors for the database, files and processes
SCARCE = 0.9  # of all connections, from which on only people with a seat or a cookie are served
REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\nconnection: close\r\n"
    b'content-length: 51\r\n\r\n{"error":"too many connections; try again shortly"}'
)
logger = logging.getLogger(__name__)


class Connections:
    """All connections of a process. Everything here happens on the event loop."""

    def __init__(self, most: int | None = None, per_address: int | None = None) -> None:
        self.most = most if most is not None else usable_descriptors()
        self.per_address = per_address  # None: no limit, because a proxy stands before the server, or nobody else does
        self.refused = 0
        self._idle: OrderedDict[Any, None] = OrderedDict()  # those that wait for a request, the oldest first
        self._all: dict[Any, str] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._all)

    @property
    def is_scarce(self) -> bool:
        """Whether only those who play get what is left; idle connections can be closed, so they do not count."""
        return len(self._all) - len(self._idle) >= SCARCE * self.most

    def admit(self, protocol: Any, address: str) -> bool:
        """Count a new connection; close an idle one for it if there are too many. Return whether it may stay."""
        if self.per_address is not None and self._by_address[address] >= self.per_address:
            self.refused += 1
            return False
        if len(self._all) >= self.most and not self._close_idle():
            self.refused += 1
            return False
        self._all[protocol] = address
        self._by_address[address] += 1
        self._idle[protocol] = None
        return True

    def _close_idle(self) -> bool:
        if not self._idle:
            return False
        oldest, _ = self._idle.popitem(last=False)
        self.gone(oldest)
        oldest.transport.abort()
        return True

    def busy(self, protocol: Any) -> None:
        """Note that a connection has sent a request."""
        self._idle.pop(protocol, None)

    def idle(self, protocol: Any) -> None:
        """Note that a connection has had its answer."""
        if protocol in self._all:
            self._idle[protocol] = None

    def gone(self, protocol: Any) -> None:
        """Forget a connection."""
        address = self._all.pop(protocol, None)
        self._idle.pop(protocol, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


def protocol_of(connections: Connections) -> type[asyncio.Protocol]:
    """Return the protocol of a server whose connections are counted."""

    class GuardedProtocol(HttpToolsProtocol):
        """HTTP with time limits for heads and bodies."""

        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
            """Count the connection, or refuse it."""
            super().connection_made(transport)
            if not connections.admit(self, network_of(self.client[0]) if self.client else ""):
                transport.write(REFUSED)
                transport.close()
                return
            self._expect(HEAD_SECONDS)

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget the connection."""
            connections.gone(self)
            self._expect(None)
            super().connection_lost(exc)

        def on_message_begin(self) -> None:
            """Expect the rest of the head."""
            self._expect(HEAD_SECONDS)
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            """Expect the body."""
            connections.busy(self)
            self._expect(BODY_SECONDS)
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            """Expect nothing more: the answer is ours to give."""
            self._expect(None)
            super().on_message_complete()

        def on_response_complete(self) -> None:
            """Wait for the next request."""
            connections.idle(self)
            super().on_response_complete()

        def _expect(self, seconds: float | None) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = None if seconds is None else self.loop.call_later(seconds, self._end)

        def _end(self) -> None:
            self.transport.abort()

    return GuardedProtocol


def raise_descriptor_limit() -> None:
    """Let the process open as many files as the system allows it."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def usable_descriptors() -> int:
    """Return how many connections there may be at once, with a reserve for everything else."""
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    except ImportError:
        return 400
    return max(64, min(soft, 1 << 20) - RESERVE)
