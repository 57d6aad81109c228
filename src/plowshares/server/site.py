"""What all routes of a server share."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from plowshares.server.meeting.people import People
from plowshares.server.tables import TableManager
from plowshares.server.tokens import Signer
from plowshares.server.work import Work


@dataclass(frozen=True)
class Site:
    """The tables, the threads, who is known, and the address people use."""

    hall: TableManager
    work: Work
    signer: Signer
    people: People
    strangers: bool = False  # whether people use it whom its owner does not know
    public: str = ""  # such as https://games.example.org; empty: whatever address a request was sent to

    def address(self, request: Request) -> str:
        """Return the address of the server, with a slash at its end."""
        return f"{self.public}/" if self.public else str(request.base_url)
