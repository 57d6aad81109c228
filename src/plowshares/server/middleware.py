"""What every request has to pass, and what every answer carries."""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plowshares.server.logs import log_failure

logger = logging.getLogger(__name__)
LARGEST_BODY = 64 * 1024
MOST_KNOWN = 20_000  # addresses whose requests are counted
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


class Bucket:
    """How many requests each address may still make: a burst, filled up again with time."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Count one request; return whether it may be made."""
        moment = self.now()
        left, since = self._left.pop(who, (self.burst, moment))
        left = min(self.burst, left + (moment - since) * self.rate)
        self._left[who] = (left - 1 if left >= 1 else left), moment
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """Refuses foreign hosts and origins, large bodies and floods; adds the headers that keep browsers strict."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str] | None,
        bucket: Bucket,
        foreign: tuple[str, ...] = (),
        origins: frozenset[str] = frozenset(),
    ) -> None:
        self.app, self.hosts, self.bucket, self.origins = app, hosts, bucket, origins
        self.foreign = foreign  # how the paths of APIs begin that were not designed here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            wrong = self._refuse(scope)
            if wrong is not None:
                status, words = wrong
                await JSONResponse({"error": words}, status)(scope, receive, send_with_headers)
                return
            await self.app(scope, receive, send_with_headers)
        except Exception as error:
            log_failure(logger, f"a request for {route_of(scope['path'])} failed", error)
            if not begun:
                await JSONResponse({"error": "something went wrong in the server"}, 500)(
                    scope, receive, send_with_headers
                )

    def _refuse(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        # A page of another site can point its own name at this machine; its requests carry that name.
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
        if scope["path"].startswith(self.foreign):  # forms, as often as a program likes; every request has its key
            return None
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "send application/json"
        client = scope.get("client")
        if not self.bucket.take(client[0] if client else ""):
            return 429, "too many requests; wait a moment"
        return None


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
    """Return what may be logged of a path: not which table it was."""
    return re.sub(r"(?<=/tables/)[^/]+", "…", path[:200])
