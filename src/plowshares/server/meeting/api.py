"""The routes of the meeting place: introductions, the lobby, open tables, chat, invitations."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from plowshares import registry
from plowshares.core.art import inline
from plowshares.core.i18n import _
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.default_scene import scene_of
from plowshares.server import tokens
from plowshares.server.build import build_name
from plowshares.server.errors import NotYours
from plowshares.server.events import run_until_gone
from plowshares.server.forms import seat_names
from plowshares.server.http import Endpoint, read, route, say
from plowshares.server.meeting import chat
from plowshares.server.meeting.browsers import describe_browser
from plowshares.server.meeting.lobby import CHANNEL, Lobby
from plowshares.server.meeting.people import AVATARS, Person, show_me
from plowshares.server.meeting.safety import Blocks
from plowshares.server.meeting.words import changed_options, describe_clock, preset_text, preset_title
from plowshares.server.requests import Introduction, Join, Sit, Talk
from plowshares.server.site import Site
from plowshares.server.table import Table
from plowshares.server.tokens import new_id

HEARTBEAT = 15.0  # seconds between two signs of life
QUIET = 1.0  # seconds between two events of the lobby


class MeetingApi(Endpoint):
    """The routes around the tables."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.lobby = Lobby(site.hall, self.people)
        self.chat = chat.Chat(site.hall.store)
        self.blocks = Blocks(site.hall.store)

    def routes(self) -> list[Route]:
        """List the routes."""
        at = "/api/tables/{table}"
        return [
            route("/api/me", self.me, "GET"),
            route("/api/me", self.introduce, "POST"),
            route("/api/lobby", self.show_lobby, "GET"),
            Route("/api/lobby/events", self.follow_lobby, methods=["GET"]),
            route("/api/invitation", self.invitation, "POST"),
            route(f"{at}/sit", self.sit, "POST"),
            route(f"{at}/chat", self.read_chat, "GET"),
            route(f"{at}/chat", self.say, "POST"),
            route("/tables/{table}/picture.svg", self.picture, "GET"),
        ]

    # Who I am

    async def me(self, request: Request) -> Response:
        """Return the caller's name and face."""
        person = await self._person(request)
        return say({"me": show_me(person), "avatars": list(AVATARS), "announcement": self.hall.announcement})

    async def introduce(self, request: Request) -> Response:
        """Choose a name and a face."""
        given = await read(request, Introduction)
        visitor = await self.known(request)
        who = visitor.browser, visitor.holder
        label = describe_browser(request.headers.get("user-agent", ""))
        person = await self.work.seats.run(self.people.introduce, *who, given.name, given.avatar, label)
        answer = {"me": show_me(person), "avatars": list(AVATARS), "announcement": self.hall.announcement}
        return self.welcome(request, answer, visitor)

    async def _person(self, request: Request) -> Person | None:
        holder = await self.who(request)
        return None if holder is None else await self.work.lists.run(self.people.of, holder)

    # The lobby

    async def show_lobby(self, request: Request) -> Response:
        """Return everything that the lobby shows."""
        holder = await self.who(request)
        shown = await self.work.lists.run(self.lobby.show, holder)
        if shown["me"] is not None:
            await self.work.lists.run(self.people.note_seen, tokens.holder_of(tokens.cookie_of(request)))
        return say(shown)

    async def follow_lobby(self, request: Request) -> Any:
        """Stream an event whenever the lobby has changed."""
        return LobbyStream(self.site, await self.who(request) or f"window {new_id()}")

    async def sit(self, request: Request) -> Response:
        """Sit down at an open table."""
        given = await read(request, Sit)
        visitor = await self.known(request)
        holder = visitor.holder
        table = await self.work.load.run(self.hall.find, request.path_params["table"])
        person = await self.work.lists.run(self.people.of, holder)
        known = (person.name, person.avatar) if person else ("", "")
        if person is not None and await self.work.lists.run(self.blocks.keeps_away, table.name, person.id):
            raise NotYours(_("Somebody at this table would rather play with others. Choose another table."))
        seat = await self.work.seats.run(self.hall.access.sit, table, holder, given.seat, *known)
        self.lobby.changed()
        return self.welcome(request, {"table": table.name, "seat": seat}, visitor)

    async def invitation(self, request: Request) -> Response:
        """Say what a link is for before anybody sits down; the token is not used up."""
        given = await read(request, Join)
        name, seat = await self.work.lists.run(self.hall.access.find_link, given.token)
        table = await self.work.load.run(self.hall.find, name)
        game = table.match.game
        return say(
            {
                "table": name,
                "game": game.name,
                "title": game.title,
                "summary": game.summary,
                "host": table.plan.host or next((seat.name for seat in table.plan.seats if seat.kind == "me"), ""),
                "avatar": table.plan.avatar,
                "seat": seat,
                "watch": seat == SPECTATOR,
                "open": table.plan.access == "open",
                "who": list(table.story.names),
                "preset": table.plan.preset,
                "board": preset_title(game, table.plan.preset),
                "about": preset_text(game, table.plan.preset),
                "options": changed_options(game, table.plan.preset, table.match.options),
                "rated": table.plan.rated,
                "colour": seat_names(game, table.match.options)[seat] if seat != SPECTATOR else "",
                "clock": describe_clock(table.plan.time),
                "me": show_me(await self._person(request)),
                "avatars": list(AVATARS),
            }
        )

    async def picture(self, request: Request) -> Response:
        """Draw an open table as spectators see it."""
        table = await self.work.load.run(self.hall.find, request.path_params["table"])
        holder = await self.who(request)
        table.seats_of(holder or "")  # raises unless the caller may watch
        drawn = await self.work.pages.run(draw_thumbnail, table)
        headers = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
        return Response(drawn, media_type="image/svg+xml", headers=headers)

    # Chat

    async def read_chat(self, request: Request) -> Response:
        """Return what the caller may read of a table's chat."""
        table, holder = await self.at_table(request)
        rooms = chat.rooms_of(table.seats_of(holder)[0], table.match.result is not None)
        person = await self.work.lists.run(self.people.of, holder)
        shunned = set() if person is None else await self.work.lists.run(self.blocks.holders_blocked_by, person.id)
        found = await self.work.lists.run(self.chat.of, table.name, rooms, shunned)
        phrases = [{"phrase": name, "words": words} for name, words in chat.PHRASES.items()]
        emotes = [{"phrase": name, "words": words} for name, words in chat.EMOTES.items()]
        reader = table.reader_of(holder)
        shown = [chat.show(each, table.story.events[reader], reader) for each in found]
        return say({"chat": shown, "phrases": phrases, "emotes": emotes})

    async def say(self, request: Request) -> Response:
        """Write something to the others at a table."""
        given = await read(request, Talk)
        table, holder = await self.at_table(request)
        seat = table.seats_of(holder)[0]
        person = await self.work.lists.run(self.people.of, holder)
        if person is None and seat == SPECTATOR:
            raise NotYours(_("Choose a name before you write."))
        known = table.plan.seats[seat].name, AVATARS[seat % len(AVATARS)]
        who = (person.name, person.avatar) if person else known
        told = [len(events) for _viewer, events in sorted(table.story.events.items())]
        said = await self.work.seats.run(self.chat.say, table.name, holder, who, seat, given, told)
        await self.work.seats.run(table.talked)
        reader = table.reader_of(holder)
        return say(chat.show(said, table.story.events[reader], reader))


class LobbyStream:
    """The response that sends an event when the lobby has changed, at most once a second."""

    def __init__(self, site: Site, holder: str) -> None:
        self.site, self.holder = site, holder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the reader is gone."""
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        here = self.site.hall.in_lobby
        here[self.holder] += 1
        try:
            await run_until_gone(receive, self._send_all(send))
        finally:
            here[self.holder] -= 1
            if not here[self.holder]:
                del here[self.holder]

    async def _send_all(self, send: Send) -> None:
        with self.site.hall.watchers.watch(CHANNEL) as changed:
            await _send(send, b"retry: 2000\nevent: build\ndata: %s\n\ndata: here\n\n" % build_name().encode())
            while not self.site.hall.stopping:
                changed.clear()
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                    await _send(send, b"data: %d\n\n" % int(time.time()))
                    await asyncio.sleep(QUIET)
                except TimeoutError:
                    await _send(send, b": still here\n\n")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send(send: Send, data: bytes) -> None:
    await asyncio.wait_for(send({"type": "http.response.body", "body": data, "more_body": True}), HEARTBEAT)


def draw_thumbnail(table: Table) -> str:
    """Draw a table as a spectator sees it, in a file that stands alone."""
    match = table.match
    with table.locked():
        view = match.view(SPECTATOR)
    viewer = Viewer(SPECTATOR, table.story.names)
    region = scene_of(match.game).regions(view, viewer, ())[0]
    drawn = region.svg or next((card.picture for card in region.cards if card.picture), "")
    if not drawn:
        drawn = match.game.svg.board(view, SPECTATOR, ())
    return inline(drawn, registry.packages())
