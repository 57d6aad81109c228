"""Connection limits: time-outs for silent clients, a cap per address, and a reserve for players."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from plowshares.server.limits import network_of

HEAD_SECONDS = 10.0  # from the connection, or a request's first byte, to the end of its head
BODY_SECONDS = 60.0  # to the end of its body
RESERVE = 128  # descriptors for the database, files and processes
SCARCE = 0.9  # share of connections in use beyond which only known people are served
REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\nconnection: close\r\n"
    b'content-length: 51\r\n\r\n{"error":"too many connections; try again shortly"}'
)
logger = logging.getLogger(__name__)


class Connections:
    """All connections of a process. Everything here happens on the event loop."""

    def __init__(self, most: int | None = None, per_address: int | None = None) -> None:
        self.most = most if most is not None else usable_descriptors()
        self.per_address = per_address  # None: no limit (behind a proxy, or on loopback only)
        self.refused = 0
        self._idle: OrderedDict[Any, None] = OrderedDict()  # waiting for a request, oldest first
        self._all: dict[Any, str] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._all)

    @property
    def is_scarce(self) -> bool:
        """Whether only known people may connect; idle connections do not count, since they can be closed."""
        return len(self._all) - len(self._idle) >= SCARCE * self.most

    def admit(self, protocol: Any, address: str) -> bool:
        """Register a new connection, closing an idle one if necessary; return whether it may stay."""
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
        """Note that a connection waits for its next request."""
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
    """Return an HTTP protocol class that enforces the limits of some connections."""
    return type("LimitedProtocol", (GuardedProtocol,), {"counted": connections})


class GuardedProtocol(HttpToolsProtocol):
    """HTTP with time limits for request heads and bodies."""

    counted: Connections
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        """Register the connection or refuse it."""
        super().connection_made(transport)
        if not self.counted.admit(self, network_of(self.client[0]) if self.client else ""):
            transport.write(REFUSED)
            transport.close()
            return
        self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.counted.gone(self)
        self._expect(None)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Start the time limit of the head."""
        self._expect(HEAD_SECONDS)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start the time limit of the body."""
        self.counted.busy(self)
        self._expect(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the time limit: the request is complete."""
        self._expect(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.counted.idle(self)
        super().on_response_complete()

    def _expect(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        self.transport.abort()


def raise_descriptor_limit() -> None:
    """Raise the soft limit of open files to the hard limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def usable_descriptors() -> int:
    """Return how many connections fit into the limit of open files, less a reserve for everything else."""
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    except ImportError:
        return 400
    return max(64, min(soft, 1 << 20) - RESERVE)
