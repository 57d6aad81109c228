"""The routes of what players keep under names of their own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares.server.http import NOBODY, Endpoint, read, route, say
from plowshares.server.meeting.kept import KeptCommands
from plowshares.server.meeting.requests import Forgotten, ToKeep
from plowshares.server.site import Site


class KeptApi(Endpoint):
    """The caller's kept commands."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.kept = KeptCommands(site.hall.store)

    def routes(self) -> list[Route]:
        """List the routes."""
        return [
            route("/api/kept", self.show, "GET"),
            route("/api/kept", self.keep, "POST"),
            route("/api/kept/forget", self.forget, "POST"),
        ]

    async def show(self, request: Request) -> Response:
        """Return the caller's kept commands of a kind."""
        return await self._shown(await self._me(request), request.query_params.get("kind", ""))

    async def keep(self, request: Request) -> Response:
        """Keep a command under a name."""
        given = await read(request, ToKeep)
        holder = await self._me(request)
        what = given.kind, given.name, given.command, given.is_new
        await self.work.seats.run(self.kept.keep, holder, *what)
        return await self._shown(holder, given.kind)

    async def forget(self, request: Request) -> Response:
        """Delete the caller's kept command by its name."""
        given = await read(request, Forgotten)
        holder = await self._me(request)
        await self.work.seats.run(self.kept.forget, holder, given.kind, given.name)
        return await self._shown(holder, given.kind)

    async def _me(self, request: Request) -> str:
        return await self.who(request) or NOBODY

    async def _shown(self, holder: str, kind: str) -> Response:
        return say({"kept": await self.work.lists.run(self.kept.of_kind, holder, kind)})
