"""What all routes of a server share."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from plowshares.server.meeting.people import People
from plowshares.server.tables import TableManager
from plowshares.server.tokens import Signer
from plowshares.server.work import Work

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class Site:
    """The tables, the threads, who is known, and the address people use."""

    hall: TableManager
    work: Work
    signer: Signer
    people: People
    strangers: bool = False  # whether people use it whom its owner does not know
    lan: str = ""  # this machine's address in its local network, if the server answers there
    public: str = ""  # such as https://games.example.org; empty: whatever address a request was sent to

    def address(self, request: Request) -> str:
        """Return the address of the server, with a slash at its end."""
        return f"{self.public}/" if self.public else str(request.base_url)

    def address_for_others(self, request: Request) -> str:
        """Return the same for links: whoever asks on this very machine invites people who are somewhere else."""
        is_here = request.url.hostname in LOOPBACK
        return self.lan if self.lan and is_here and not self.public else self.address(request)
