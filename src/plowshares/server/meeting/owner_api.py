"""The routes of the server's owner, known by having opened the link with the owner key."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares.core.errors import PlowsharesError
from plowshares.core.i18n import _
from plowshares.server.errors import NotYours
from plowshares.server.http import NOBODY, Endpoint, read, route, say
from plowshares.server.meeting.house import House
from plowshares.server.meeting.requests import Announcement, Name, TableClosed
from plowshares.server.site import Site

RELOAD_SECONDS = 10.0  # seconds until other processes show an announcement


class OwnerApi(Endpoint):
    """The owner's page, and the owner's decisions."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.house = House(site.hall, site.people)

    def routes(self) -> list[Route]:
        """List the routes."""
        return [
            route("/api/owner", self.show, "GET"),
            route("/api/owner/close", self.close, "POST"),
            route("/api/owner/ban", self.ban, "POST"),
            route("/api/owner/allow", self.allow, "POST"),
            route("/api/owner/announce", self.announce, "POST"),
        ]

    async def run(self) -> None:
        """Reload announcements, which may come from another process, and remove those whose time is up."""
        while True:
            await asyncio.sleep(RELOAD_SECONDS)
            with contextlib.suppress(PlowsharesError):
                await asyncio.to_thread(self.house.refresh)

    async def _check(self, request: Request) -> None:
        if not self.hall.owners.is_owner(await self.who(request) or NOBODY):
            raise NotYours(_("This page is the owner’s: open the link that the server prints when it starts."))

    async def _shown(self) -> Response:
        return say(await self.work.lists.run(self.house.show, self.site))

    async def show(self, request: Request) -> Response:
        """Return people, tables and load."""
        await self._check(request)
        return await self._shown()

    async def close(self, request: Request) -> Response:
        """Close a table."""
        await self._check(request)
        given = await read(request, TableClosed)
        await self.work.seats.run(self.house.close, given.table)
        return await self._shown()

    async def ban(self, request: Request) -> Response:
        """Ban a name."""
        await self._check(request)
        given = await read(request, Name)
        await self.work.seats.run(self.house.ban, given.name)
        return await self._shown()

    async def allow(self, request: Request) -> Response:
        """Allow a name again."""
        await self._check(request)
        given = await read(request, Name)
        await self.work.seats.run(self.house.allow, given.name)
        return await self._shown()

    async def announce(self, request: Request) -> Response:
        """Announce something to everybody."""
        await self._check(request)
        given = await read(request, Announcement)
        await self.work.seats.run(self.house.announce, given.words, given.minutes)
        return await self._shown()
