"""Rate limits by person and by address: a token bucket for each kind of request."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.datastructures import Headers

from plowshares.server.tokens import LONGEST, holder_of

MOST_KNOWN = 20_000  # people and addresses whose requests are counted
COOKIES = re.compile(r"(?:^|;\s*)(?:__Host-)?plowshares=([^;]+)")
PEOPLE = 0.5  # share of an address's quota that one person gets


class Bucket:
    """Token buckets, one for each person or address."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, count: float = 1.0) -> bool:
        """Take tokens for a request; return whether there were enough."""
        left, moment = self._fill(who)
        self._left[who] = (left - count if left >= count else left), moment
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= count

    def charge(self, who: str, count: float) -> None:
        """Take tokens for requests that another process has let through, even if there are too few."""
        left, moment = self._fill(who)
        self._left[who] = max(0.0, left - count), moment

    def wait(self, who: str) -> float:
        """Return the seconds until one more request is allowed."""
        left, _ = self._fill(who)
        self._left[who] = left, self.now()
        return max(0.0, (1 - left) / self.rate)

    def _fill(self, who: str) -> tuple[float, float]:
        moment = self.now()
        left, since = self._left.pop(who, (self.burst, moment))
        return min(self.burst, left + (moment - since) * self.rate), moment


class Kind(NamedTuple):
    """A kind of request: which requests it covers, and its limits as multiples of the usual rate."""

    name: str
    rate: float
    burst: float
    methods: tuple[str, ...]
    path: re.Pattern[str]


STRANGERS = [  # limits for strangers; the first that matches applies
    Kind("open", 1 / 40, 1.5, ("POST",), re.compile(r"/api/tables|/api/tables/[^/]+/rematch")),
    Kind("upload", 1 / 200, 1 / 4, ("POST",), re.compile(r"/api/records")),
    Kind("check", 1 / 4, 2.0, ("POST",), re.compile(r"/api/games/[^/]+/check")),
    Kind("hint", 1 / 20, 1 / 2, ("POST",), re.compile(r"/api/tables/[^/]+/hint")),
    Kind("export", 1 / 100, 1 / 4, ("GET",), re.compile(r"/api/tables/[^/]+/(export|record)")),
    Kind("archive", 1 / 100, 1 / 4, ("GET",), re.compile(r"/api/account/export|/api/players/[^/]+/records")),
    Kind("play on", 1 / 40, 1.5, ("POST",), re.compile(r"/api/tables/[^/]+/play-on|/api/puzzles/[^/]+")),
    Kind("beliefs", 1 / 2, 3.0, ("GET",), re.compile(r"/api/tables/[^/]+/(beliefs|habits|moment|review)")),
    Kind("replay", 1 / 2, 3.0, ("GET",), re.compile(r"/api/tables/[^/]+/replay")),
    Kind("stream", 1 / 4, 10.0, ("GET",), re.compile(r"/api/tables/[^/]+/events")),
    Kind("read", 5.0, 20.0, ("GET", "HEAD"), re.compile(r".*")),
]
ACT = Kind("act", 1.0, 3.0, ("POST",), re.compile(r".*"))


class Quotas:
    """Counts requests by person and by address; on a private server, only those that change something."""

    def __init__(self, rate: float, burst: float, strangers: bool) -> None:
        self.refused = 0
        self.taken: list[tuple[str, str]] = []  # not yet reported to other processes
        self.is_shared = False
        kinds = [*STRANGERS, ACT] if strangers else [ACT]
        self._kinds = kinds
        self._buckets = {kind.name: Bucket(kind.rate * rate, max(1.0, kind.burst * rate)) for kind in kinds}
        self._buckets["act"] = Bucket(rate, burst)

    def check(self, scope: Any) -> float | None:
        """Count a request; return None if it is allowed, otherwise the seconds to wait."""
        method, path = scope["method"], scope["path"]
        kind = next((each for each in self._kinds if method in each.methods and each.path.fullmatch(path)), None)
        if kind is None:
            return None
        bucket, who = self._buckets[kind.name], [address_of(scope)]
        person = person_of(scope)
        for each, count in [(who[0], 1.0), *([(person, 1 / PEOPLE)] if person and kind is not ACT else [])]:
            if not bucket.take(each, min(count, bucket.burst)):
                self.refused += 1
                return bucket.wait(each)
            if self.is_shared:
                self.taken.append((kind.name, each))
        return None

    def hear(self, kind: str, who: str, count: float) -> None:
        """Count requests that another process has let through."""
        if kind in self._buckets:
            self._buckets[kind].charge(who, count)


def address_of(scope: Any) -> str:
    """Return the client's address; for IPv6 its /64 network, since one person may have all of it."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def network_of(host: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address, which one person cannot change at will."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def person_of(scope: Any) -> str:
    """Return a digest of the cookie or token that a request carries; empty if it has none."""
    headers = Headers(scope=scope)
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        found = COOKIES.search(headers.get("cookie", ""))
        token = found[1] if found else ""
    return holder_of(token.strip()) if 0 < len(token) <= LONGEST else ""
