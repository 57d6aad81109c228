"""The Model Context Protocol as a part of a Plowshares server: its tools play at the server's own tables.

Tools speak the server's HTTP API without a network in between, in the name of the client that called them: seats,
tokens, quotas and refusals are those of every other client. All that a client needs is its seat's key, so requests
need no session: any process of the server can answer them, also after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
from mcp.server.transport_security import TransportSecuritySettings
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from plowshares.mcp.backend import CALLER, Caller
from plowshares.mcp.remote import SECONDS, RemoteMatches
from plowshares.mcp.server import create_server

NOBODY = Caller("127.0.0.1", "http://127.0.0.1")


class InProcess(httpx.BaseTransport):
    """Sends requests of threads to an application that runs in an event loop of this process."""

    def __init__(self) -> None:
        self.app: ASGIApp | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Let the application answer, as if the caller of the tool had asked."""
        if self.app is None or self.loop is None:
            raise httpx.ConnectError("the server is not running")
        doing = asyncio.run_coroutine_threadsafe(self._send(request, CALLER.get() or NOBODY), self.loop)
        try:
            return doing.result(SECONDS)
        except TimeoutError:
            doing.cancel()
            raise httpx.ReadTimeout("no answer in time") from None

    async def _send(self, request: httpx.Request, caller: Caller) -> httpx.Response:
        assert self.app is not None
        base = httpx.URL(caller.base)
        request.url = request.url.copy_with(scheme=base.scheme, host=base.host, port=base.port)
        request.headers["host"] = base.netloc.decode()
        # Tools run in a thread with the context of their own request; here it is this one's.
        async with httpx.ASGITransport(self.app, client=(caller.address, 0)) as transport:
            answer = await transport.handle_async_request(request)
            return httpx.Response(answer.status_code, headers=answer.headers, content=await answer.aread())


class MountedModels:
    """The routes of the protocol, and what has to run behind them."""

    def __init__(self, largest_body: int) -> None:
        self._transport = InProcess()
        self._server = create_server(RemoteMatches(NOBODY.base, self._transport))
        # Hosts and origins are checked by the server's own middleware.
        trusting = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._app = self._server.streamable_http_app(
            stateless_http=True, json_response=True, max_request_body_size=largest_body, transport_security=trusting
        )

    def routes(self) -> list[BaseRoute]:
        """List the routes: /mcp."""
        return list(self._app.routes)

    @contextlib.asynccontextmanager
    async def keep_going(self, app: Any) -> AsyncIterator[None]:
        """Answer requests as long as the application runs."""
        self._transport.app, self._transport.loop = app, asyncio.get_running_loop()
        async with self._server.session_manager.run():
            yield
