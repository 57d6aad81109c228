"""The routes of players' pages and ladders."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares.server.http import BadBody, Endpoint, route, say
from plowshares.server.meeting.friends import Friends
from plowshares.server.meeting.people import Person
from plowshares.server.meeting.players import Players
from plowshares.server.meeting.ratings import SIZES
from plowshares.server.site import Site

ME = "me"
MOST_SKIPPED = 1_000_000_000


class PlayersApi(Endpoint):
    """The pages of players, and the ladders."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.players = Players(site.hall.store, site.people)
        self.friends = Friends(site.hall.store, site.people, site.hall.here)

    def routes(self) -> list[Route]:
        """List the routes."""
        return [
            route("/api/players/{player}", self.show, "GET"),
            route("/api/players/{player}/games", self.games, "GET"),
            route("/api/players/{player}/records", self.records, "GET"),
            route("/api/ladder/{game}", self.ladder, "GET"),
            route("/api/tables/{table}/result", self.result, "GET"),
        ]

    async def _viewer(self, request: Request) -> Person | None:
        holder = await self.who(request)
        return None if holder is None else await self.work.lists.run(self.people.of, holder)

    async def show(self, request: Request) -> Response:
        """Return everything on a player's page."""
        player, viewer = await self._asked(request)
        shown = await self.work.lists.run(self.players.show, player, viewer)
        return say({**shown, "friend": await self._friendship(viewer, shown["player"])})

    async def _asked(self, request: Request) -> tuple[str, Person | None]:
        """Return the player of the page, and the caller."""
        viewer = await self._viewer(request)
        wanted = request.path_params["player"]
        return (viewer.player if wanted == ME and viewer is not None else wanted), viewer

    async def games(self, request: Request) -> Response:
        """Return some more of a player's finished matches."""
        player, viewer = await self._asked(request)
        skip = read_count(request, "skip")
        return say(await self.work.lists.run(self.players.games, player, viewer, skip))

    async def records(self, request: Request) -> Response:
        """Return the records of a player's matches that the caller may have, as one file."""
        player, viewer = await self._asked(request)
        made = await self.work.archive.run(self.players.records, player, viewer)
        headers = {"content-disposition": 'attachment; filename="records.zip"'}
        return Response(made, media_type="application/zip", headers=headers)

    async def _friendship(self, viewer: Person | None, player: str) -> str:
        """Return the caller's relation to a player: friends, asking, asked or nothing."""
        if viewer is None or not player.startswith("person:"):
            return ""
        lists = await self.work.lists.run(self.friends.of, viewer)
        wanted = player.partition(":")[2]
        return next((name for name, who in lists.items() if any(each["id"] == wanted for each in who)), "")

    async def ladder(self, request: Request) -> Response:
        """Return the ladder of a game."""
        viewer = await self._viewer(request)
        friends = await self.work.lists.run(self.friends.ids, viewer) if viewer is not None else set()
        asked = request.query_params
        how = request.path_params["game"], asked.get("size", SIZES[0]), asked.get("among", "all")
        players = [f"person:{each}" for each in friends]
        return say(await self.work.lists.run(self.players.ladder, *how, viewer, players))

    async def result(self, request: Request) -> Response:
        """Return how a finished match counted, for those at its table."""
        table, _holder = await self.at_table(request)
        return say({"seats": await self.work.lists.run(self.players.result_of, table.name)})


def read_count(request: Request, name: str) -> int:
    """Return a count among the parameters of a request; 0 if it is not there."""
    given = request.query_params.get(name, "0")
    if not given.isascii() or not given.isdecimal() or int(given[:12]) > MOST_SKIPPED:
        raise BadBody(f"{name} is {given[:40]!r}, not a number from 0 to {MOST_SKIPPED}")
    return int(given)
