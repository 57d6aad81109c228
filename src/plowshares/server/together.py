"""The routes of playing together: pairing, agreements, blocks and reports, notifications."""

from __future__ import annotations

import functools
import random

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from plowshares import registry
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.core.options import read_options
from plowshares.engine.clock import parse_time
from plowshares.server import agreements, forms
from plowshares.server.api import known_game
from plowshares.server.build import STATIC
from plowshares.server.errors import NotYours, TooMuch
from plowshares.server.http import Endpoint, read, route, say
from plowshares.server.meeting.lobby import CHANNEL
from plowshares.server.meeting.pairing import WIDEN, Pairing, Seeker, Wish, check_wish
from plowshares.server.meeting.people import Person
from plowshares.server.meeting.safety import Blocks, Reports, person_of_message, person_on_seat
from plowshares.server.meeting.words import describe_clock, preset_title
from plowshares.server.plan import Plan, SeatPlan, display_names
from plowshares.server.push import PushService, Subscription
from plowshares.server.requests import Nothing
from plowshares.server.site import Site
from plowshares.server.table import Table
from plowshares.server.together_types import Agree, Closed, Report, Seeking, Told, Unblock, Whom
from plowshares.server.together_types import Endpoint as Where

TIMES = ("none", "300+3", "900+10", "3600", "/86400", "/259200")  # clocks that seekers can choose
NAMELESS = _("Choose a name first, so that others know whom they play.")


class TogetherApi(Endpoint):
    """The routes of playing with other people."""

    def __init__(self, site: Site, push: PushService) -> None:
        super().__init__(site)
        store = site.hall.store
        self.blocks, self.reports, self.push = Blocks(store), Reports(store), push
        self.pairing = Pairing(store, self.blocks, self._open)

    def routes(self) -> list[Route]:
        """List the routes."""
        at = "/api/tables/{table}"
        return [
            route("/api/pairing", self.show_pairing, "GET"),
            route("/api/pairing", self.seek, "POST"),
            route("/api/pairing/leave", self.stop_seeking, "POST"),
            route("/api/waiting", self.waiting, "GET"),
            route(f"{at}/about", self.about, "GET"),
            route(f"{at}/draw", self.draw, "POST"),
            route(f"{at}/time", self.add_time, "POST"),
            route(f"{at}/block", self.block, "POST"),
            route(f"{at}/report", self.report, "POST"),
            route("/api/blocks", self.list_blocks, "GET"),
            route("/api/blocks/remove", self.unblock, "POST"),
            route("/api/reports", self.list_reports, "GET"),
            route("/api/reports/close", self.close_report, "POST"),
            route("/api/push", self.push_key, "GET"),
            route("/api/push", self.subscribe, "POST"),
            route("/api/push/leave", self.unsubscribe, "POST"),
            Route("/sw.js", self.service_worker, methods=["GET"]),
        ]

    async def _me(self, request: Request) -> tuple[str, Person]:
        """Return the caller, who must have a name."""
        holder = await self.who(request)
        person = None if holder is None else await self.work.lists.run(self.people.of, holder)
        if holder is None or person is None:
            raise NotYours(NAMELESS)
        return holder, person

    # Finding an opponent

    async def seek(self, request: Request) -> Response:
        """Look for an opponent."""
        given = await read(request, Seeking)
        game = known_game(given.game)
        presets = await self.work.opening.run(count_seats, game.name)
        usual = next((name for name, seats in presets.items() if seats == 2), "")
        preferred = game.default_preset if presets.get(game.default_preset) == 2 else usual
        wish = check_wish(Wish(game.name, given.preset or preferred, given.time), presets, TIMES)
        holder, person = await self._me(request)
        found = await self.work.opening.run(self.pairing.seek, holder, person, wish)
        return await self._shown(found)

    async def show_pairing(self, request: Request) -> Response:
        """Return the state of the caller's search for an opponent."""
        holder = await self.who(request)
        found = None if holder is None else await self.work.opening.run(self.pairing.look, holder)
        return await self._shown(found)

    async def stop_seeking(self, request: Request) -> Response:
        """Stop looking for an opponent."""
        await read(request, Nothing)
        holder = await self.who(request)
        if holder is not None:
            await self.work.seats.run(self.pairing.leave, holder)
        return say({"done": True})

    async def _shown(self, found: Seeker | None) -> Response:
        waited = 0.0 if found is None else max(0.0, found.seen - found.since)
        wish = Wish("", "", "none") if found is None else found.wish
        answer = {
            "seeking": found is not None and found.table is None,
            "game": wish.game,
            "preset": wish.preset,
            "time": wish.time,
            "clock": describe_clock(wish.time),
            "waited": waited,
            "wide": waited >= WIDEN,
            "others": await self.work.lists.run(self.pairing.count),
            "table": None if found is None else found.table,
            "times": list(TIMES),
        }
        return say(answer)

    def _open(self, wish: Wish, one: Seeker, two: Seeker) -> str:
        """Open the table of a pair; chance decides who begins."""
        game = registry.find(wish.game)
        options = forms.read_form(game, wish.preset, {})
        self.hall.preparer.begin(game, options, game.state.new(options))
        players = random.sample([one, two], 2)
        seats = [SeatPlan("me" if each is one else "link", each.name, each.avatar) for each in players]
        plan = Plan(game.name, (), access="open", preset=wish.preset, time=wish.time, host=one.name, avatar=one.avatar)
        table = self.hall.open(game, options, seats, parse_time(wish.time), one.holder, plan)
        self.hall.access.seat_mate(table, two.holder, players.index(two))
        self.hall.wake(CHANNEL)
        return table.name

    async def waiting(self, request: Request) -> Response:
        """List the games that wait for the caller."""
        holder = await self.who(request)
        return say({"waiting": [] if holder is None else await self.work.lists.run(self._waiting_for, holder)})

    def _waiting_for(self, holder: str) -> list[dict[str, object]]:
        held = self.hall.store.seats_held(holder)
        found: list[dict[str, object]] = []
        for row in self.hall.store.rows_of(holder):
            seats = {seat for seat in held.get(row.id, []) if seat >= 0}
            if not row.ended and seats & set(self.hall.repository.waiting_at(row.id)):
                title, clock = registry.find(row.plan.game).title, describe_clock(row.plan.time)
                found.append({"id": row.id, "title": title, "who": display_names(row.plan.seats), "clock": clock})
        return found

    async def about(self, request: Request) -> Response:
        """Describe what is played at a table, and for whom it waits."""
        table, _holder = await self.at_table(request)
        row = await self.work.lists.run(self.hall.store.row, table.name)
        free, plan = sorted(set(table.open_seats()) - table.seats.freed), table.plan
        return say(
            {
                "game": plan.game,
                "preset": plan.preset,
                "board": preset_title(table.match.game, plan.preset),
                "clock": describe_clock(plan.time),
                "rated": plan.rated,
                "access": plan.access,
                "created": 0.0 if row is None else row.created,
                "free": free,
                "linked": sorted({each.seat for each in table.seats.held if each.is_link and each.seat in free}),
                "levels": [{"name": each.name, "title": each.title, "art": each.art} for each in forms.levels()],
            }
        )

    # Agreements

    async def draw(self, request: Request) -> Response:
        """Offer a draw, agree to one, or decline it."""
        given = await read(request, Agree)
        table, holder = await self.at_table(request)
        do = agreements.offer_draw if given.agree else agreements.decline_draw
        await self.work.play.run(do, table, holder)
        return say({"done": True})

    async def add_time(self, request: Request) -> Response:
        """Give the others more time."""
        await read(request, Nothing)
        table, holder = await self.at_table(request)
        seats, seconds = await self.work.seats.run(self._add_time, table, holder)
        return say({"seats": seats, "seconds": seconds})

    def _add_time(self, table: Table, holder: str) -> tuple[list[int], float]:
        with table.locked():
            seats, seconds = agreements.add_time(table, holder)
            for seat in seats:
                decision = table.match.done[seat]
                if not self.hall.store.add_time(table.name, seat, decision, seconds, agreements.MOST_ADDED):
                    raise TooMuch(_("They have been given enough time for this move."), 60.0)
                agreements.give_time(table.match, seat, decision, seconds)
            giver = table.story.names[table.seat_at_screen(holder)]
            self.hall.access.tell(table, agreements.describe_added(giver, seconds))
        return seats, seconds

    # Blocks and reports

    async def block(self, request: Request) -> Response:
        """Block a person."""
        given = await read(request, Whom)
        table, _holder = await self.at_table(request)
        _, me = await self._me(request)
        other = await self._whom(table, given.seat, given.message)
        await self.work.seats.run(self.blocks.add, me.id, other.id)
        return say({"done": True})

    async def report(self, request: Request) -> Response:
        """Report a person to the owner of the server."""
        given = await read(request, Report)
        table, _holder = await self.at_table(request)
        _, me = await self._me(request)
        other = await self._whom(table, given.seat, given.message)
        await self.work.seats.run(self.reports.add, table.name, me, other, given.words)
        return say({"done": True})

    async def _whom(self, table: Table, seat: int | None, message: int | None) -> Person:
        if (seat is None) == (message is None):
            raise InvalidOption("name either a seat or a message")
        store = self.hall.store
        if message is not None:
            found = await self.work.lists.run(person_of_message, store, table.name, message)
        else:
            found = await self.work.lists.run(person_on_seat, store, table.name, seat if seat is not None else -1)
        if found is None:
            raise IllegalCommand("nobody", _("Nobody is known there by a name."))
        return found

    async def list_blocks(self, request: Request) -> Response:
        """List the people whom the caller has blocked."""
        holder = await self.who(request)
        person = None if holder is None else await self.work.lists.run(self.people.of, holder)
        found = [] if person is None else await self.work.lists.run(self.blocks.of, person.id)
        return say({"blocked": [{"id": each.id, "name": each.name, "avatar": each.avatar} for each in found]})

    async def unblock(self, request: Request) -> Response:
        """Unblock a person."""
        given = await read(request, Unblock)
        _, me = await self._me(request)
        await self.work.seats.run(self.blocks.remove, me.id, given.person)
        return say({"done": True})

    async def list_reports(self, request: Request) -> Response:
        """List the open reports, for the owner."""
        await self._check_owner(request)
        return say({"reports": await self.work.lists.run(self.reports.open)})

    async def close_report(self, request: Request) -> Response:
        """Note that a report was dealt with."""
        given = await read(request, Closed)
        await self._check_owner(request)
        await self.work.seats.run(self.reports.close, given.report)
        return say({"done": True})

    async def _check_owner(self, request: Request) -> None:
        holder = await self.who(request)
        if holder is None or not self.hall.owners.is_owner(holder):
            raise NotYours(_("Only the owner of this server can see that."))

    # Notifications

    async def push_key(self, request: Request) -> Response:
        """Return the key that browsers subscribe with."""
        return say({"key": await self.work.lists.run(self.push.public_key)})

    async def subscribe(self, request: Request) -> Response:
        """Subscribe to notifications about the caller's turns."""
        given = await read(request, Told)
        visitor = await self.known(request)
        wanted = Subscription(given.endpoint, given.key, given.auth)
        await self.work.seats.run(self.push.subscribe, visitor.holder, wanted)
        return self.welcome(request, {"done": True}, visitor)

    async def unsubscribe(self, request: Request) -> Response:
        """Unsubscribe from notifications."""
        given = await read(request, Where)
        holder = await self.who(request)
        if holder is not None:
            await self.work.seats.run(self.push.unsubscribe, holder, given.endpoint)
        return say({"done": True})

    async def service_worker(self, request: Request) -> Response:
        """Return the service worker, whose scope is all pages."""
        return FileResponse(STATIC / "sw.js", media_type="text/javascript", headers={"cache-control": "no-cache"})


@functools.cache
def count_seats(name: str) -> dict[str, int]:
    """Return how many seats each preset of a game has."""
    game: Game = registry.find(name)
    return {
        preset: game.state.count_seats(read_options(game.options, dict(values)))
        for preset, values in game.presets.items()
    }
