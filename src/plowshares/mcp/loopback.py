"""A server of the protocol in a thread of this process, for clients on this machine only."""

from __future__ import annotations

import atexit
import socket
import threading
import time

import uvicorn

from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.mcp.backend import Backend
from plowshares.mcp.server import Meter, create_server

HOST = "127.0.0.1"
START_SECONDS = 20.0


def serve_on_loopback(backend: Backend, port: int = 0, meter: Meter | None = None) -> str:
    """Serve until this process ends; return the address for clients. Port 0 takes a free one."""
    try:
        listener = socket.create_server((HOST, port))
    except OSError as error:
        raise InvalidOption(f"cannot listen on {HOST} port {port}: {error.strerror}") from None
    app = create_server(backend, meter).streamable_http_app(stateless_http=True, json_response=True, host=HOST)
    # Without a configuration of logging: that would close the handlers of the program around it.
    config = uvicorn.Config(app, log_config=None, log_level="warning", ws="none", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="mcp", daemon=True)
    thread.start()

    def stop() -> None:
        server.should_exit = True
        thread.join(5.0)

    atexit.register(stop)
    until = time.monotonic() + START_SECONDS
    while not server.started:
        if not thread.is_alive() or time.monotonic() > until:
            raise PlowsharesError("the MCP server did not start")
        time.sleep(0.01)
    return f"http://{HOST}:{listener.getsockname()[1]}/mcp"
