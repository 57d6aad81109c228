"""A seat's view for programs: named fields, the board as text, the board as a picture."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares import registry
from plowshares.api.view import View
from plowshares.core.art import inline
from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.server.http import Endpoint, route, say
from plowshares.server.table import Table


class SeatViews(Endpoint):
    """The routes that show a seat's view without the scene of the page."""

    def routes(self) -> list[Route]:
        """List the routes."""
        at = "/api/tables/{table}"
        return [route(f"{at}/view", self.view, "GET"), route(f"{at}/picture", self.picture, "GET")]

    async def view(self, request: Request) -> Response:
        """Return what a seat knows, in the named fields of its game and as text."""
        table, holder = await self.at_table(request)
        return say(await self.work.play.run(describe, table, holder))

    async def picture(self, request: Request) -> Response:
        """Return the board as the seat sees it, as an SVG that stands alone."""
        table, holder = await self.at_table(request)
        return Response(await self.work.play.run(draw, table, holder), media_type="image/svg+xml")


def look(table: Table, holder: str) -> View:
    """Return the view of the seat that the caller's screen shows; raise IllegalCommand behind a curtain."""
    seat = table.viewer_of(holder)
    if seat is None:
        raise IllegalCommand("curtain", _("The curtain is closed: say first which of your seats is ready."))
    return View(table.match.game, table.match.view(seat), seat)


def describe(table: Table, holder: str) -> dict[str, Any]:
    """Return a view as plain values."""
    with table.locked():
        view, result = look(table, holder), table.match.result
        has_fields = table.match.game.fields is not None
        return {
            "game": table.match.game.name,
            "seat": view.seat,
            "to_act": table.match.waiting(),
            "prompt": view.prompt,
            "board": str(view),
            "fields": view.to_dict() if has_fields else {},
            "result": None if result is None else {"sentence": result.sentence, "outcome": list(result.outcome)},
        }


def draw(table: Table, holder: str) -> str:
    """Return a view as an SVG that stands alone."""
    with table.locked():
        return inline(look(table, holder).svg, registry.packages())
