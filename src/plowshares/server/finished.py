"""Finished matches: records, positions, exports, and uploads of records."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.server import slow_jobs
from plowshares.server.errors import NotYours
from plowshares.server.http import NOBODY, BadBody, Endpoint, read, route, say
from plowshares.server.plan import Row
from plowshares.server.repository import display_names
from plowshares.server.requests import Upload
from plowshares.server.table import faces_of

LARGEST_RECORD = 8 << 20  # bytes


class FinishedApi(Endpoint):
    """The routes of finished matches. They load no table, and long jobs run in other processes."""

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
        """Keep an uploaded record of a finished match, so that its owner can watch it."""
        given = await read(request, Upload, LARGEST_RECORD)
        visitor = await self.known(request)
        data = given.record.encode(errors="replace")
        await self.work.uploads.run(self.client(request), slow_jobs.check_record, data)
        name = await self.work.opening.run(self.hall.repository.add_record, data, visitor.holder)
        return self.welcome(request, {"table": name}, visitor)

    async def record(self, request: Request) -> Response:
        """Return the record of a finished match; before the end it holds secrets."""
        row, _, data = await self._finished(request)
        return Response(data, media_type="application/jsonl", headers=_as_file(row, "jsonl"))

    async def export(self, request: Request) -> Response:
        """Return a finished match as one HTML file."""
        row, holder, data = await self._finished(request)
        who, names = holder or self.client(request), tuple(display_names(row.plan.seats))
        head, count = await self.work.exports.run(who, slow_jobs.begin_export, data, names)
        # Shown by this server it would be a page like any other, with our cookies: it is downloaded, not opened here.
        headers = {**_as_file(row, "html"), "x-parts": str(count)}  # for the progress bar of the page
        return StreamingResponse(self._export(who, data, names, head, count), media_type="text/html", headers=headers)

    async def _export(
        self, who: str, data: bytes, names: tuple[str, ...], head: bytes, count: int
    ) -> AsyncIterator[bytes]:
        used: set[str] = set()
        yield head
        for number in range(count):
            written, more = await self.work.exports.run(who, slow_jobs.export_part, data, names, number)
            used |= more
            yield written
        yield await self.work.exports.run(who, slow_jobs.end_export, data, names, used)

    async def replay(self, request: Request) -> Response:
        """Return one position of a finished match."""
        row, _, data = await self._finished(request)
        try:
            n, viewer = (int(request.query_params[name]) for name in ("n", "as"))
        except (KeyError, ValueError):
            raise BadBody("give n, the number of the position, and as, the seat") from None
        names, story = tuple(display_names(row.plan.seats)), "story" in request.query_params
        shown = slow_jobs.show_position, data, n, viewer, names, story
        found = await self.work.replays.run(f"{id(request)}", *shown)
        return say({**found, "kinds": [seat.kind for seat in row.plan.seats], "faces": faces_of(row.plan)})

    async def _finished(self, request: Request) -> tuple[Row, str, bytes]:
        """Return a finished table, the caller, and the table's record."""
        holder = await self.who(request) or NOBODY
        row, data = await self.work.lists.run(self._read, request.path_params["table"], holder)
        return row, holder, data

    def _read(self, name: str, holder: str) -> tuple[Row, bytes]:
        store = self.hall.store
        row = store.row(name)
        is_open = row is not None and row.plan.access == "open"
        if row is None or not (is_open or any(each.holder == holder for each in store.held_at(name))):
            raise NotYours(_("You hold no seat at this table; ask for a link."))
        if not row.ended:
            raise IllegalCommand("running", _("That is available once the match is over."))
        return row, store.record(name)


def _as_file(row: Row, suffix: str) -> dict[str, str]:
    name = f"{row.plan.game}-{row.id}.{suffix}"
    return {"content-disposition": f'attachment; filename="{name}"'}
