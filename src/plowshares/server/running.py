"""Running the application: a server that lets its streams go when it stops."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette

WAIT_FOR_SCREENS = 2  # seconds that open requests may keep a stopping server


class Server(uvicorn.Server):
    """Serves one application. No access log: addresses of tables are nobody's business."""

    def __init__(self, app: Starlette) -> None:
        self.hall = app.state.hall
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,
                log_level="warning",
                server_header=False,
                timeout_graceful_shutdown=WAIT_FOR_SCREENS,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; streams never end by themselves."""
        self.hall.stop()
        await super().shutdown(sockets)
