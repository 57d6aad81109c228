"""Checks that every request must pass, and headers that every response carries."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plowshares.server.build import build_name
from plowshares.server.cluster.peers import FROM_PEER
from plowshares.server.connections import Connections
from plowshares.server.limits import Quotas
from plowshares.server.logs import log_failure

logger = logging.getLogger(__name__)
LARGEST_BODY = 64 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Guard:
    """Refuses foreign hosts, foreign origins and floods; adds security headers."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str] | None,
        quotas: Quotas,
        foreign: tuple[str, ...] = (),
        origins: frozenset[str] = frozenset(),
        connections: Connections | None = None,
        is_known: Callable[[Scope], bool] = lambda _: False,
    ) -> None:
        self.app, self.hosts, self.quotas, self.origins = app, hosts, quotas, origins
        self.connections, self.is_known = connections, is_known
        self.foreign = foreign  # path prefixes of third-party APIs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or refuse it."""
        if scope["type"] != "http" or scope.get(FROM_PEER):  # another process has checked it
            await self.app(scope, receive, send)
            return

        answer = StrictResponse(send)
        try:
            wrong = self._refuse(scope)
            if wrong is not None:
                status, words, seconds = wrong
                headers = {"retry-after": str(math.ceil(seconds))} if seconds else None
                await JSONResponse({"error": words}, status, headers)(scope, receive, answer)
                return
            await self.app(scope, receive, answer)
        except Exception as error:
            log_failure(logger, f"a request for {route_of(scope['path'])} failed", error)
            if not answer.has_started:
                await JSONResponse({"error": "something went wrong in the server"}, 500)(scope, receive, answer)

    def _refuse(self, scope: Scope) -> tuple[int, str, float] | None:
        wrong = self._check_origin(scope)
        if wrong is not None:
            return (*wrong, 0.0)
        if scope["path"].startswith(self.foreign):  # foreign APIs take forms anyway, and every request carries its key
            return None
        if scope["method"] not in ("GET", "HEAD"):
            kind = Headers(scope=scope).get("content-type", "").partition(";")[0].strip()
            if kind != "application/json":
                return 415, "send application/json", 0.0
        if self.connections is not None and self.connections.is_scarce and not self.is_known(scope):
            return 503, "the server is full; try again in a moment", 5.0
        seconds = self.quotas.check(scope)
        return None if seconds is None else (429, "too many requests; wait a moment", seconds)

    def _check_origin(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        # DNS rebinding: another site can point its own name at this machine, and its requests carry that name.
        name = host_name(host)
        if name is None or (self.hosts is not None and name not in self.hosts):
            return 400, "this server does not answer to that host name"
        if scope["method"] in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        if origin is not None and not is_origin(origin):
            return 400, "that is not an origin"
        if origin is not None and origin not in self.origins and urlsplit(origin).netloc != host:
            return 403, "requests from other sites are refused"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "requests from other sites are refused"
        return None


class StrictResponse:
    """Sends a response with the security headers, and remembers whether it has started."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_started = False

    async def __call__(self, message: Message) -> None:
        """Send part of the response."""
        if message["type"] == "http.response.start":
            self.has_started = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("x-build", build_name())  # pages compare it with their own
        await self._send(message)


def host_name(host: str) -> str | None:
    """Return the name in a Host header; None if it is not one, such as `[`."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return None


def is_origin(origin: str) -> bool:
    """Ask whether an Origin header can be read."""
    try:
        urlsplit(origin)
    except ValueError:
        return False
    return True


def route_of(path: str) -> str:
    """Return a path for the log, without the table's id."""
    return re.sub(r"(?<=/tables/)[^/]+", "…", path[:200])
