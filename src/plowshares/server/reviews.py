"""The routes of reviews: curves and turning points of finished matches, beliefs, and playing on from a moment."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _, encode_text
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.review.hidden import beliefs_of, heat_label, hidden_things
from plowshares.review.model import DEPTHS
from plowshares.server import play_on, review_work
from plowshares.server.errors import Busy
from plowshares.server.finished import FinishedApi
from plowshares.server.http import BadBody, read, route, say
from plowshares.server.plan import Row
from plowshares.server.repository import display_names
from plowshares.server.requests import PlayOn
from plowshares.server.review_jobs import Key, ReviewJobs
from plowshares.server.review_store import load_review
from plowshares.server.site import Site
from plowshares.server.table import Table

USUAL = "full"
WORLDS_IN_PLAY = 100  # sampled worlds for beliefs during a match
AT_ONCE = 2
MOST_MATCHES = 8  # reviewed matches that habits are based on


class ReviewApi(FinishedApi):
    """Reviews of finished matches. Before the end, only the caller's own beliefs are available."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.jobs = ReviewJobs(site)
        self._thinking = asyncio.Semaphore(AT_ONCE)

    def routes(self) -> list[Route]:
        """List the routes."""
        at = "/api/tables/{table}"
        return [
            route(f"{at}/review", self.review, "GET"),
            route(f"{at}/beliefs", self.beliefs, "GET"),
            route(f"{at}/moment", self.moment, "GET"),
            route(f"{at}/habits", self.habits, "GET"),
            route(f"{at}/play-on", self.play_on, "POST"),
        ]

    async def review(self, request: Request) -> Response:
        """Return a review's findings so far, and continue it in the background."""
        row, holder, data = await self._finished(request)
        seat, depth = _number(request, "as"), request.query_params.get("depth", USUAL)
        if depth not in DEPTHS:
            raise BadBody(f"depth is one of: {', '.join(DEPTHS)}, not {depth!r}")
        key = Key(row.id, depth)
        names = tuple(display_names(row.plan.seats))
        found = await self.work.lists.run(load_review, self.hall.store, row.id, depth)
        told = review_work.tell_review, data, found, depth, seat, names
        shown: dict[str, Any] = await self.work.told.run(f"{id(request)}", *told)
        if shown["done"] < 1 and key not in self.jobs.failed:
            self.jobs.begin(key, data, holder or self.client(request))
        return say({**shown, "running": self.jobs.is_running(key), "failed": self.jobs.failed.get(key, "")})

    async def beliefs(self, request: Request) -> Response:
        """Return a seat's due beliefs at a moment of a finished match, or the caller's at a table in play."""
        if "n" not in request.query_params:
            return await self._own_beliefs(request)
        row, _, data = await self._finished(request)
        n, seat = _number(request, "n"), _number(request, "as")
        names = tuple(display_names(row.plan.seats))
        return say(await self.work.told.run(f"{id(request)}", review_work.show_beliefs, data, n, seat, names))

    async def moment(self, request: Request) -> Response:
        """Return a position of a finished match from where a seat sits: as it saw it, or with nothing hidden."""
        row, _, data = await self._finished(request)
        names, is_open = tuple(display_names(row.plan.seats)), "open" in request.query_params
        asked = data, _number(request, "n"), _number(request, "as"), names, is_open
        return say(await self.work.told.run(f"{id(request)}", review_work.show_moment, *asked))

    async def habits(self, request: Request) -> Response:
        """Describe what the caller's last reviewed matches of this game have in common."""
        row, holder, _ = await self._finished(request)
        matches = await self.work.archive.run(self._last_matches, holder, row.plan.game)
        return say({"habits": await self.work.told.run(f"{id(request)}", review_work.show_habits, matches)})

    def _last_matches(self, holder: str, game: str) -> list[tuple[bytes, bytes, int]]:
        store, found = self.hall.store, []
        held = store.seats_held(holder)
        for row in store.rows_of(holder):
            own = [seat for seat in held.get(row.id, []) if seat != SPECTATOR]
            findings = load_review(store, row.id, USUAL) if row.ended and row.plan.game == game and own else None
            if findings is not None:
                found.append((store.record(row.id), findings, own[0]))
            if len(found) == MOST_MATCHES:
                break
        return found

    async def _own_beliefs(self, request: Request) -> Response:
        table, holder = await self.at_table(request)
        seat, view = await self.work.play.run(_ask, table, holder)
        if self._thinking.locked():
            raise Busy(_("Too many people ask for this just now. Try again in a moment."))
        async with self._thinking:
            return say(await asyncio.to_thread(tell_beliefs, table, seat, view))

    async def play_on(self, request: Request) -> Response:
        """Open a table that goes on from a moment of a finished match."""
        given = await read(request, PlayOn)
        row, _, data = await self._finished(request)
        visitor = await self.known(request)
        holder = visitor.holder
        person = await self.work.lists.run(self.people.of, holder)
        name = person.name if person else _own_name(row, given.seat)
        wish = play_on.Wish(given.n, given.seat, given.deal, given.level.strip().lower(), name)
        worker = self.hall.repository.worker
        told = self.hall.store, data, row.plan.preset, wish, holder, worker
        table = await self.work.opening.run(play_on.open_table, *told)
        return self.welcome(request, {"table": table}, visitor)


def _ask(table: Table, holder: str) -> tuple[int, Any]:
    """Return the caller's seat and its view; raise IllegalCommand if the table allows no such help."""
    with table.locked():
        seat = table.viewer_of(holder)
        if not table.plan.hints or table.plan.rated:
            raise IllegalCommand("no-hints", _("This table was opened without help: beliefs are shown after the end."))
        if seat is None or seat == SPECTATOR or table.match.result:
            raise IllegalCommand(
                "not-playing", _("Only those who play can ask for their beliefs, and only until the end.")
            )
        return seat, table.match.view(seat)


def tell_beliefs(table: Table, seat: int, view: Any) -> dict[str, Any]:
    """Say what a seat should believe, from its view alone."""
    game, viewer = table.match.game, Viewer(seat, table.story.names)
    found = hidden_things(game, view, viewer, beliefs_of(game, view, seat, WORLDS_IN_PLAY))
    made: dict[str, Any] = msgspec.to_builtins({"heat": heat_label(game), "hidden": found}, enc_hook=encode_text)
    return made


def _number(request: Request, name: str) -> int:
    try:
        return int(request.query_params[name])
    except (KeyError, ValueError):
        raise BadBody(f"give {name}, a whole number") from None


def _own_name(row: Row, seat: int) -> str:
    seats = row.plan.seats
    own = seats[seat] if 0 <= seat < len(seats) else None
    return own.name if own is not None and own.kind != "computer" else ""
