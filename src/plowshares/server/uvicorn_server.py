"""Runs the application with uvicorn; event streams end when it stops."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from plowshares.server.connections import protocol_of
from plowshares.server.events import SEND_SECONDS

MOST_UNREAD = 128 * 1024  # bytes in the system's buffer of one connection, besides one message in ours
GARBAGE = (10_000, 20, 50)  # thresholds of the garbage collector
TURN = 0.001  # seconds that a drawing thread may hold the interpreter lock
WAIT_FOR_SCREENS = 2  # seconds to wait for open requests when stopping


class Server(uvicorn.Server):
    """Serves one application. There is no access log, since it would name tables."""

    def __init__(self, app: Starlette, ready: Callable[[], None] = lambda: None) -> None:
        self.hall, self._ready = app.state.hall, ready
        proxies = list(app.state.settings.proxies)
        super().__init__(
            uvicorn.Config(
                app,
                http=protocol_of(app.state.connections),
                access_log=False,
                log_level="warning",
                log_config=None,  # ours: see logs.py
                server_header=False,
                proxy_headers=bool(proxies),  # trust forwarded addresses only from these
                forwarded_allow_ips=proxies,
                timeout_graceful_shutdown=WAIT_FOR_SCREENS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; accepted connections inherit send buffer size and time-out from the listener."""
        for listener in sockets or ():
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNREAD)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # drop data that a vanished reader never acknowledges
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * SEND_SECONDS))
        sys.setswitchinterval(TURN)
        # A full collection over all loaded modules would stop the server for a tenth of a second.
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, ending the event streams first."""
        self.hall.stop()
        await super().shutdown(sockets)
