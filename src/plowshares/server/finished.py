"""What can be had of a match when it is over: its record, its positions, one file to keep; and others' records."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares import registry
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.seats import SPECTATOR
from plowshares.engine.record import read_record, verify
from plowshares.server import tokens
from plowshares.server.export import export
from plowshares.server.http import BadBody, Endpoint, read, route, say
from plowshares.server.replay import Replay
from plowshares.server.requests import Upload
from plowshares.server.site import Site
from plowshares.server.table import Table

LARGEST_RECORD = 8 << 20  # bytes
MOST_LINES = 20_000  # of a record that is brought along
MOST_REPLAYS = 8  # in memory


class Afterwards(Endpoint):
    """The routes of finished matches."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._replays: dict[str, Replay] = {}

    def routes(self) -> list[Route]:
        """List the routes."""
        at = "/api/tables/{table}"
        return [
            route("/api/records", self.upload, "POST"),
            route(f"{at}/record", self.record, "GET"),
            route(f"{at}/replay", self.replay, "GET"),
            route(f"{at}/export", self.export, "GET"),
        ]

    async def upload(self, request: Request) -> Response:
        """Keep a record of a finished match, so that whoever brought it can watch it."""
        given = await read(request, Upload, LARGEST_RECORD)
        cookie, is_new = await self.known(request)
        data = given.record.encode(errors="replace")
        await self.work.replays.run(check_record, data)
        table = await self.work.load.run(self.hall.repository.add_record, data, tokens.holder_of(cookie))
        return self.welcome(request, {"table": table.name}, cookie, is_new)

    async def record(self, request: Request) -> Response:
        """Return the record of a finished match; before the end it holds secrets."""
        table = await self._finished(request)
        data = await self.work.lists.run(self.hall.store.record, table.name)
        return Response(data, media_type="application/jsonl", headers=_as_file(table, "jsonl"))

    async def export(self, request: Request) -> Response:
        """Return a finished match as one HTML file."""
        table = await self._finished(request)
        data = await self.work.replays.run(lambda: export(self._find(table), self._seats(table), table.match))
        # Shown by this server it would be a page like any other, with our cookies: it is to be kept, not opened here.
        return Response(data, media_type="text/html", headers=_as_file(table, "html"))

    async def replay(self, request: Request) -> Response:
        """Return one position of a finished match."""
        table = await self._finished(request)
        try:
            n, viewer = (int(request.query_params[name]) for name in ("n", "as"))
        except (KeyError, ValueError):
            raise BadBody("give n, the number of the position, and as, the seat") from None
        return say(await self.work.replays.run(self._show, table, n, viewer))

    async def _finished(self, request: Request) -> Table:
        table, _ = await self.at_table(request)
        if not table.match.result:
            raise IllegalCommand("running", "that can be had when the match is over")
        return table

    def _find(self, table: Table) -> Replay:
        if table.name not in self._replays:
            if len(self._replays) >= MOST_REPLAYS:
                self._replays.pop(next(iter(self._replays)))
            self._replays[table.name] = Replay(self.hall.store.record(table.name))
        return self._replays[table.name]

    def _seats(self, table: Table) -> list[str]:
        view = table.match.game.view_of(table.match.state, SPECTATOR)
        return [table.match.game.notation.seat_name(view, seat) for seat in range(table.match.seats)]

    def _show(self, table: Table, n: int, viewer: int) -> dict[str, Any]:
        found = self._find(table)
        return {
            "count": len(found),
            "title": found.game.title,
            "seats": self._seats(table),
            **found.show(n, viewer),
        }


def check_record(data: bytes) -> None:
    """Raise unless this is the record of a finished match; every line is verified."""
    record = read_record(data)
    if len(record.raw) > MOST_LINES:
        raise InvalidOption(f"the record has {len(record.raw)} lines; up to {MOST_LINES} are taken")
    if record.header.game not in registry.names():  # a place in the code must not be imported
        raise InvalidOption(f"no game is called {record.header.game!r}")
    verify(data, registry.find)


def _as_file(table: Table, suffix: str) -> dict[str, str]:
    name = f"{table.match.game.name}-{table.name}.{suffix}"
    return {"content-disposition": f'attachment; filename="{name}"'}
