"""The parts that all routes share."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection, Request
from starlette.types import Scope

from plowshares.server.meeting.people import People
from plowshares.server.tables import TableManager
from plowshares.server.tokens import Signer, bearer_of, cookie_of, holder_of
from plowshares.server.work import Work

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class Site:
    """The tables, the threads, the known people, and the server's address."""

    hall: TableManager
    work: Work
    signer: Signer
    people: People
    strangers: bool = False  # open to strangers
    lan: str = ""  # this machine's address in its local network, if the server answers there
    public: str = ""  # such as https://games.example.org; empty: the address that a request was sent to

    def is_known(self, scope: Scope) -> bool:
        """Ask whether a request comes from a browser with a cookie of this server, or holds a seat at its tables."""
        connection = HTTPConnection(scope)
        bearer = bearer_of(connection)
        if bearer is None:
            return self.signer.is_ours(cookie_of(connection))
        return self.hall.repository.is_held(holder_of(bearer))

    def address(self, request: Request) -> str:
        """Return the address of the server, with a slash at its end."""
        return f"{self.public}/" if self.public else str(request.base_url)

    def address_for_others(self, request: Request) -> str:
        """Return the address for invitation links; on this machine, its address in the local network."""
        is_here = request.url.hostname in LOOPBACK
        return self.lan if self.lan and is_here and not self.public else self.address(request)
