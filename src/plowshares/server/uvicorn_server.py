"""Running the application: a server that lets its streams go when it stops."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from plowshares.server.connections import protocol_of
from plowshares.server.events import SLOWEST

MOST_UNREAD = 128 * 1024  # bytes in the system's buffer of one connection, besides one message in ours
GARBAGE = (10_000, 20, 50)  # new objects, and younger collections, after which Python looks for cycles to collect
TURN = 0.001  # seconds a thread that draws may keep the loop waiting
WAIT_FOR_SCREENS = 2  # seconds that open requests may keep a stopping server


class Server(uvicorn.Server):
    """Serves one application. No access log: addresses of tables are nobody's business."""

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
                proxy_headers=bool(proxies),  # an address that anybody forwards is believed only from these
                forwarded_allow_ips=proxies,
                timeout_graceful_shutdown=WAIT_FOR_SCREENS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; connections inherit from their listener how much may wait for a slow reader, and how long."""
        for listener in sockets or ():
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNREAD)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # the system forgets what a vanished reader never takes
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * SLOWEST))
        sys.setswitchinterval(TURN)
        # To look through all modules that are loaded takes a tenth of a second, in which nobody is answered.
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; streams never end by themselves."""
        self.hall.stop()
        await super().shutdown(sockets)
