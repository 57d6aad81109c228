"""The JSON API: everything a screen, or a remote program with a seat token, can ask and do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from plowshares import registry
from plowshares.agents import MAKERS
from plowshares.core.errors import InvalidOption, PlowsharesError, UnknownGame
from plowshares.core.game import Game
from plowshares.core.i18n import _, encode_text
from plowshares.core.options import Options
from plowshares.core.seats import SPECTATOR
from plowshares.engine.clock import parse_time
from plowshares.engine.precompile import usual_options
from plowshares.server import forms
from plowshares.server.errors import TooMuch
from plowshares.server.events import MOST_STREAMS, Stream
from plowshares.server.finished import FinishedApi
from plowshares.server.hints import Hints
from plowshares.server.http import BadBody, Endpoint, read, refuse, route, say
from plowshares.server.meeting.lobby import CHANNEL
from plowshares.server.meeting.people import Person
from plowshares.server.meeting.qr import draw_qr
from plowshares.server.meeting.rated import check_rated, without_aids
from plowshares.server.openapi import describe
from plowshares.server.picks import Page
from plowshares.server.plan import GUEST, Plan, Row, SeatPlan
from plowshares.server.puzzles import PuzzleApi
from plowshares.server.requests import At, Check, Curtain, Device, Join, NewTable, Nothing, Play, Reseat, Seat, Undo
from plowshares.server.reviews import ReviewApi
from plowshares.server.seat_views import SeatViews
from plowshares.server.site import Site
from plowshares.server.table import Table

LONGEST_NAME = 30
LEARNER = GUEST  # a caller without a name
KINDS = ("me", "here", "link", "computer", "bot")


class Api(Endpoint):
    """The routes of tables in play."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.hints = Hints(site)
        self._streams: Counter[tuple[str, str]] = Counter()

    def routes(self) -> list[Route]:
        """List the routes."""
        at = "/api/tables/{table}"
        return [
            route("/api/tables", self.list_tables, "GET"),
            route("/api/tables", self.open_table, "POST"),
            route("/api/games/{game}/check", self.check, "POST"),
            route("/api/games/{game}/guide", self.open_guided, "POST"),
            route("/api/join", self.join, "POST"),
            route("/api/bots", self.list_bots, "GET"),
            route(at, self.state, "GET"),
            Route(f"{at}/events", self.events, methods=["GET"]),
            route(f"{at}/play", self.play, "POST"),
            route(f"{at}/actions", self.actions, "GET"),
            route(f"{at}/hint", self.hint, "POST"),
            route(f"{at}/log", self.log, "GET"),
            route(f"{at}/curtain", self.curtain, "POST"),
            route(f"{at}/undo", self.undo, "POST"),
            route(f"{at}/resign", self.resign, "POST"),
            route(f"{at}/invite", self.invite, "POST"),
            route(f"{at}/release", self.release, "POST"),
            route(f"{at}/reseat", self.reseat, "POST"),
            route(f"{at}/delete", self.delete, "POST"),
            route(f"{at}/devices", self.devices, "GET"),
            route(f"{at}/devices", self.sign_out, "POST"),
            route(f"{at}/rematch", self.rematch, "POST"),
            *SeatViews(self.site).routes(),
            *FinishedApi(self.site).routes(),
            *ReviewApi(self.site).routes(),
            *PuzzleApi(self.site).routes(),
            Route("/openapi.json", self.openapi, methods=["GET"]),
        ]

    # Tables

    async def list_tables(self, request: Request) -> Response:
        """List the tables at which the caller holds a seat."""
        holder = await self.who(request)
        if holder is None:
            return say({"tables": []})
        rows = await self.work.lists.run(self.hall.store.rows_of, holder)
        return say({"tables": [self._listed(row) for row in rows]})

    def _listed(self, row: Row) -> dict[str, Any]:
        table = self.hall.at_hand(row.id)
        is_open = table is not None and bool(table.open_seats())
        return {
            "id": row.id,
            "title": registry.find(row.plan.game).title,
            "who": [seat.name for seat in row.plan.seats],
            "created": row.created,
            "status": "finished" if row.ended else "open" if is_open else "running",
        }

    async def check(self, request: Request) -> Response:
        """Say what is wrong with a form, or how many seats its options make."""
        given = await read(request, Check)
        game = known_game(request.path_params["game"])
        try:
            names = await self.work.opening.run(_seat_names, game, given)
        except InvalidOption as error:
            return blame(game, error)
        return say({"seats": names})

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        given = await read(request, NewTable)
        game = known_game(given.game)
        try:
            options, s = await self.work.opening.run(_first_state, game, given)
        except InvalidOption as error:
            return blame(game, error)
        seats, control = check_seats(given.seats), parse_time(given.time.strip())
        visitor = await self.known(request)
        holder = visitor.holder
        address = self.site.signer.digest(self.client(request)) if given.access == "open" else ""
        if self.site.strangers:
            await self.work.lists.run(self.hall.check_stranger, holder, s, seats)
            if given.access == "open":
                await self.work.lists.run(self.hall.check_waiting, holder, address)
        self.hall.preparer.begin(game, options, s)
        person = await self.work.lists.run(self.people.of, holder)
        if given.rated:
            check_rated(seats, person, self.hall.owners.is_owner(holder))
            options = without_aids(options)
        if given.rated or given.access == "open":
            seats = await self.work.lists.run(self.people.name_seats, seats, person)
        plan = self._plan(game, given, seats, person)
        table = await self.work.opening.run(self.hall.open, game, options, seats, control, holder, plan, address)
        self.hall.wake(CHANNEL)
        return self.welcome(request, {"table": table.name}, visitor)

    def _plan(self, game: Game, given: NewTable, seats: list[SeatPlan], host: Person | None) -> Plan:
        name, avatar = (host.name, host.avatar) if host else (_host(seats), "")
        hints = given.hints and not given.rated
        shown = given.access, given.preset, given.time.strip(), name, avatar
        return Plan(game.name, (), hints, *shown, rated=given.rated)

    async def open_guided(self, request: Request) -> Response:
        """Open the table of a guided first match."""
        await read(request, Nothing)
        game = known_game(request.path_params["game"])
        visitor = await self.known(request)
        holder = visitor.holder
        if self.site.strangers:
            s = await self.work.opening.run(game.state.new, usual_options(game))
            await self.work.lists.run(self.hall.check_stranger, holder, s, (SeatPlan("me", LEARNER),))
        person = await self.work.lists.run(self.people.of, holder)
        name = person.name if person else LEARNER
        table = await self.work.opening.run(self.hall.repository.open_guided, game, name, holder)
        return self.welcome(request, {"table": table.name}, visitor)

    async def join(self, request: Request) -> Response:
        """Exchange the token of a link for a seat held by this browser."""
        given = await read(request, Join)
        visitor = await self.known(request)
        person = await self.work.lists.run(self.people.of, visitor.holder)
        known = (person.name, person.avatar) if person else ("", "")
        table = await self.work.seats.run(self.hall.join, given.token, visitor.holder, *known)
        return self.welcome(request, {"table": table.name if table else None}, visitor)

    async def list_bots(self, request: Request) -> Response:
        """List the bots that the caller may start."""
        holder = await self.who(request)
        return say({"bots": sorted(self.hall.bots.known) if holder and self.hall.owners.is_owner(holder) else []})

    async def invite(self, request: Request) -> Response:
        """Make a link for a seat, or for watching."""
        given = await read(request, Seat)
        table, holder = await self.at_table(request)
        token = await self.work.seats.run(self.hall.access.invite, table, holder, given.seat)
        # Behind the # it is never sent to a server, so it is in no log and in no Referer.
        link = f"{self.site.address_for_others(request)}join#{token}"
        return say({"token": token, "link": link, "qr": await self.work.pages.run(draw_qr, link)})

    async def release(self, request: Request) -> Response:
        """Give up a seat, so that somebody else can take it."""
        given = await read(request, Seat)
        table, holder = await self.at_table(request)
        await self.work.seats.run(self.hall.access.release, table, holder, given.seat)
        return say({"open": True})

    async def reseat(self, request: Request) -> Response:
        """Ask for a deserted seat to be given to somebody else or to the computer, or for its player to be out."""
        given = await read(request, Reseat)
        table, holder = await self.at_table(request)
        return say({"open": await self.work.seats.run(self.hall.access.vote, table, holder, given.seat, given.then)})

    async def delete(self, request: Request) -> Response:
        """Remove a table from the caller's list; it is deleted when nobody lists it."""
        await read(request, Nothing)
        table, holder = await self.at_table(request)
        return say({"deleted": await self.work.seats.run(self.hall.leave, table, holder)})

    async def devices(self, request: Request) -> Response:
        """List the devices that hold the caller's seats."""
        table, holder = await self.at_table(request)
        listed = [
            {"seat": seat, "device": n, "joined": each.joined, "this": each.holder == holder}
            for seat in table.seats_of(holder)
            if seat != SPECTATOR
            for n, each in enumerate(table.seats.devices(seat))
        ]
        return say({"devices": listed})

    async def sign_out(self, request: Request) -> Response:
        """Sign a device out of the caller's seat."""
        given = await read(request, Device)
        table, holder = await self.at_table(request)
        await self.work.seats.run(self.hall.access.sign_out, table, holder, given.seat, given.device)
        return say({"open": not table.seats.is_taken(given.seat)})

    async def rematch(self, request: Request) -> Response:
        """Return the table of a rematch, opened if it does not exist yet."""
        await read(request, Nothing)
        table, holder = await self.at_table(request)
        return say({"table": await self.work.opening.run(self.hall.repository.rematch, table, holder)})

    # Playing

    async def _state(self, table: Table, holder: str) -> Response:
        found = table.find_encoded(holder)
        _, data = found if found is not None else await self.work.play.run(table.encode, holder)
        return Response(data, media_type="application/json")

    async def state(self, request: Request) -> Response:
        """Return what a screen shows now."""
        return await self._state(*await self.at_table(request))

    async def events(self, request: Request) -> Any:
        """Follow a table."""
        try:
            table, holder = await self.at_table(request)
        except PlowsharesError as error:
            return refuse(error)
        if self._streams[table.name, holder] >= MOST_STREAMS:
            return refuse(TooMuch(_("Too many windows follow this table."), 5.0))
        person = await self.work.lists.run(self.people.of, holder)
        name = person.name if person else ""
        stream = Stream(self.site, table, holder, request.headers.get("last-event-id", ""), name)
        return Counted(stream, self._streams, (table.name, holder))

    async def play(self, request: Request) -> Response:
        """Pick, play a command, or take an unfinished one back."""
        given = await read(request, Play)
        table, holder = await self.at_table(request)
        if not given.take_back and given.command is None and not given.path:
            raise BadBody("give a path of picks, a command, or take_back")
        return Response(await self.work.play.run(_play, table, holder, given), media_type="application/json")

    async def actions(self, request: Request) -> Response:
        """List the legal actions as text, after some picks."""
        table, holder = await self.at_table(request)
        asked = request.query_params
        page = Page(asked.get("contains", ""), read_start(asked.get("from", "0")))
        actions, total = await self.work.play.run(table.choices_for, holder, asked.getlist("pick"), page)
        return say({"actions": actions, "total": total})

    async def hint(self, request: Request) -> Response:
        """Say what a program would do, if the table allows it."""
        given = await read(request, At)
        table, holder = await self.at_table(request)
        return say({"hints": await self.hints.find(table, holder, given.at)})

    async def log(self, request: Request) -> Response:
        """Return the whole log as this screen may read it."""
        table, holder = await self.at_table(request)
        return say({"log": await self.work.play.run(table.log_for, holder)})

    async def curtain(self, request: Request) -> Response:
        """Open or close the curtain of a shared screen."""
        given = await read(request, Curtain)
        table, holder = await self.at_table(request)
        if given.seat is None:
            await self.work.play.run(table.hide, holder)
        else:
            await self.work.play.run(table.ready, holder, given.seat)
        return await self._state(table, holder)

    async def undo(self, request: Request) -> Response:
        """Take back a whole command, where that is fair."""
        given = await read(request, Undo)
        table, holder = await self.at_table(request)
        if given.agree is not None:
            await self.work.play.run(table.answer_undo, holder, given.agree)
        elif given.at is not None:
            await self.work.play.run(table.undo, holder, given.at)
        else:
            raise BadBody("give at, the command to take back, or agree, an answer to who asks for that")
        return await self._state(table, holder)

    async def resign(self, request: Request) -> Response:
        """Give up."""
        await read(request, Nothing)
        table, holder = await self.at_table(request)
        await self.work.play.run(table.resign, holder)
        return await self._state(table, holder)

    async def openapi(self, request: Request) -> Response:
        """Describe the API for programs."""
        return say(describe())


class Counted:
    """A stream that counts while it is open."""

    def __init__(self, stream: Stream, count: Counter[tuple[str, str]], key: tuple[str, str]) -> None:
        self.stream, self.count, self.key = stream, count, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        self.count[self.key] += 1
        try:
            await self.stream(scope, receive, send)
        finally:
            self.count[self.key] -= 1
            if not self.count[self.key]:
                del self.count[self.key]


def read_start(text: str) -> int:
    """Return the number at which a page of a list begins."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadBody(f"from {text[:40]!r} is not a number from 0")
    return int(text)


def blame(game: Game, error: InvalidOption) -> Response:
    """Say what is wrong with a form, and at which field."""
    field = forms.field_of(game, error)
    return say({"error": forms.explain(error, field), "field": field}, 422)


def check_seats(seats: list[SeatPlan]) -> list[SeatPlan]:
    """Return the plan of the seats, with names that are safe to show."""
    checked: list[SeatPlan] = []
    for number, seat in enumerate(seats, 1):
        if seat.kind not in KINDS:
            raise InvalidOption(f"seat {number}: {seat.kind!r} is none of: {', '.join(KINDS)}")
        name = seat.name.strip()
        if seat.kind == "computer" and name not in MAKERS:
            raise InvalidOption(f"seat {number}: no computer is called {name!r}; there are: {', '.join(MAKERS)}")
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise InvalidOption(
                _(
                    "seat {seat}: a name has 1 to {most} letters, not {name}",
                    seat=number,
                    most=LONGEST_NAME,
                    name=repr(name),
                )
            )
        checked.append(SeatPlan(seat.kind, name))
    return checked


def _host(seats: list[SeatPlan]) -> str:
    return next((seat.name for seat in seats if seat.kind == "me"), "")


def known_game(name: str) -> Game:
    """Return a game of the registry; places in the code, which would be imported, are for the command line only."""
    if name not in registry.names():
        raise UnknownGame(f"no game is called {name!r}")
    return registry.find(name)


def _play(table: Table, holder: str, given: Play) -> bytes:
    """Do what a player asks for; return the answer. One visit to a thread, since each costs time under load."""
    if given.ahead:
        return msgspec.json.encode(table.prepare(holder, given.path or ()), enc_hook=encode_text)
    if given.take_back:
        table.take_back(holder, given.at)
    elif given.command is not None:
        table.command(holder, given.at, given.command)
    else:
        more = table.pick(holder, given.at, given.path or ())
        if more is not None:
            return msgspec.json.encode(more, enc_hook=encode_text)
    return table.encode(holder)[1]


def _seat_names(game: Game, given: Check) -> list[str]:
    return forms.seat_names(game, forms.read_form(game, given.preset, given.options))


def _first_state(game: Game, given: NewTable) -> tuple[Options, Any]:
    options = forms.read_form(game, given.preset, given.options)
    return options, game.state.new(options)
