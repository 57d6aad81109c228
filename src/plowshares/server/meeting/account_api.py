"""The routes of accounts and friends."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.server.errors import TooMuch
from plowshares.server.http import Endpoint, Visitor, read, route, say
from plowshares.server.limits import Bucket
from plowshares.server.meeting import leaving
from plowshares.server.meeting.accounts import CODE_SECONDS, Accounts
from plowshares.server.meeting.browsers import describe_browser
from plowshares.server.meeting.friends import Friends
from plowshares.server.meeting.passkeys import Party, party_of
from plowshares.server.meeting.people import Person, show_me
from plowshares.server.meeting.qr import draw_qr
from plowshares.server.meeting.requests import Credential, Farewell, FriendLink, OwnDevice, SignIn, Somebody
from plowshares.server.requests import Nothing
from plowshares.server.site import Site

TRIES, REFILL_SECONDS = 10, 30.0  # codes that one address may try, and after how many seconds one more


class AccountApi(Endpoint):
    """The caller's account, devices and friends."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.accounts = Accounts(site.hall, site.people)
        self.friends = Friends(site.hall.store, site.people, site.hall.here)
        self._tries = Bucket(1 / REFILL_SECONDS, TRIES)

    def routes(self) -> list[Route]:
        """List the routes."""
        return [
            route("/api/account", self.show, "GET"),
            route("/api/account/passkey", self.begin_passkey, "POST"),
            route("/api/account/passkey/add", self.add_passkey, "POST"),
            route("/api/account/recovery", self.make_recovery, "POST"),
            route("/api/account/code", self.make_code, "POST"),
            route("/api/account/challenge", self.begin_sign_in, "POST"),
            route("/api/account/sign-in", self.sign_in, "POST"),
            route("/api/account/sign-out", self.sign_out, "POST"),
            route("/api/account/export", self.export, "GET"),
            route("/api/account/delete", self.delete, "POST"),
            route("/api/friends", self.list_friends, "GET"),
            route("/api/friends/link", self.make_link, "POST"),
            route("/api/friends/invitation", self.read_link, "POST"),
            route("/api/friends/accept", self.accept, "POST"),
            route("/api/friends/ask", self.ask, "POST"),
            route("/api/friends/drop", self.drop, "POST"),
        ]

    async def _me(self, request: Request) -> tuple[Visitor, Person]:
        visitor = await self.known(request)
        person = await self.work.lists.run(self.people.of, visitor.holder)
        if person is None:
            raise IllegalCommand("nameless", _("Choose a name first."))
        return visitor, person

    def _party(self, request: Request) -> Party:
        return party_of(self.site.address(request))

    # Accounts

    async def show(self, request: Request) -> Response:
        """Return the caller's account and devices."""
        visitor = await self.known(request)
        person = await self.work.lists.run(self.people.of, visitor.holder)
        if person is None:
            return say({"me": None, "account": None, "devices": [], "passkeys": [], "recovery": False})
        ways = await self.work.lists.run(self.accounts.describe, person, visitor.browser)
        return say({"me": show_me(person), **ways})

    async def begin_passkey(self, request: Request) -> Response:
        """Return what the browser needs to make a passkey."""
        await read(request, Nothing)
        _visitor, person = await self._me(request)
        return say({"options": await self.work.seats.run(self.accounts.begin_passkey, self._party(request), person)})

    async def add_passkey(self, request: Request) -> Response:
        """Keep a passkey that the browser has made."""
        given = await read(request, Credential)
        visitor, person = await self._me(request)
        label = describe_browser(request.headers.get("user-agent", ""))
        how = self._party(request), person, given.credential, label
        await self.work.seats.run(self.accounts.add_passkey, *how)
        return await self._shown(visitor, person.id)

    async def _shown(self, visitor: Visitor, person: str) -> Response:
        found = await self.work.lists.run(self.people.by_id, person)
        if found is None:
            return say({"me": None, "account": None, "devices": [], "passkeys": [], "recovery": False})
        ways = await self.work.lists.run(self.accounts.describe, found, visitor.browser)
        return say({"me": show_me(found), **ways})

    async def make_recovery(self, request: Request) -> Response:
        """Make a recovery code; it is shown once."""
        await read(request, Nothing)
        _visitor, person = await self._me(request)
        return say({"code": await self.work.seats.run(self.accounts.make_recovery, person)})

    async def make_code(self, request: Request) -> Response:
        """Make a code for another device."""
        await read(request, Nothing)
        _visitor, person = await self._me(request)
        code = await self.work.seats.run(self.accounts.make_device_code, person)
        link = f"{self.site.address_for_others(request)}account#code={code}"
        qr = await self.work.pages.run(draw_qr, link)
        return say({"code": code, "seconds": CODE_SECONDS, "link": link, "qr": qr})

    async def begin_sign_in(self, request: Request) -> Response:
        """Return a challenge for signing in with a passkey."""
        await read(request, Nothing)
        visitor = await self.known(request)
        options = await self.work.seats.run(self.accounts.begin_sign_in, self._party(request), visitor.browser)
        return self.welcome(request, {"options": options}, visitor)

    async def sign_in(self, request: Request) -> Response:
        """Sign this browser in with a passkey or a code."""
        given = await read(request, SignIn)
        visitor = await self.known(request)
        who = self.client(request)
        if not self._tries.take(who):
            raise TooMuch(_("Too many codes were tried. Wait a moment."), self._tries.wait(who))
        if given.credential is not None:
            how = self._party(request), visitor.browser, given.credential
            person = await self.work.seats.run(self.accounts.prove, *how)
        else:
            person = await self.work.seats.run(self.accounts.redeem, given.code)
        label = describe_browser(request.headers.get("user-agent", ""))
        found = await self.work.seats.run(
            self.accounts.sign_in, visitor.browser, visitor.holder, person, label, given.claim
        )
        return self.welcome(request, {"me": show_me(found)}, visitor)

    async def sign_out(self, request: Request) -> Response:
        """Sign one of the caller's devices out."""
        given = await read(request, OwnDevice)
        visitor, person = await self._me(request)
        await self.work.seats.run(self.accounts.sign_out, person, visitor.browser, given.device)
        return await self._shown(visitor, person.id)

    async def export(self, request: Request) -> Response:
        """Return all data about the caller, with the records of their finished matches, as one file."""
        _visitor, person = await self._me(request)
        made = await self.work.archive.run(leaving.export, self.hall.store, person)
        headers = {"content-disposition": 'attachment; filename="plowshares.zip"'}
        return Response(made, media_type="application/zip", headers=headers)

    async def delete(self, request: Request) -> Response:
        """Delete all data about the caller."""
        given = await read(request, Farewell)
        _visitor, person = await self._me(request)
        if given.name.strip() != person.name:
            raise IllegalCommand("name", _("Type your name exactly as it is shown: “{name}”.", name=person.name))
        await self.work.seats.run(leaving.delete, self.hall, self.people, person)
        return say({"deleted": True})

    # Friends

    async def list_friends(self, request: Request) -> Response:
        """Return the caller's friends and pending requests."""
        holder = await self.who(request)
        person = await self.work.lists.run(self.people.of, holder) if holder else None
        if person is None:
            return say({"friends": [], "asking": [], "asked": []})
        return say(await self.work.lists.run(self.friends.of, person))

    async def make_link(self, request: Request) -> Response:
        """Make a friend link."""
        await read(request, Nothing)
        _visitor, person = await self._me(request)
        token = await self.work.seats.run(self.friends.make_link, person)
        link = f"{self.site.address_for_others(request)}account#friend={token}"
        return say({"link": link, "qr": await self.work.pages.run(draw_qr, link)})

    async def read_link(self, request: Request) -> Response:
        """Return who made a friend link; the link is not used up."""
        given = await read(request, FriendLink)
        found = await self.work.lists.run(self.friends.find_link, given.token)
        return say({"name": found.name, "avatar": found.avatar})

    async def accept(self, request: Request) -> Response:
        """Accept a friend link."""
        given = await read(request, FriendLink)
        _visitor, person = await self._me(request)
        await self.work.seats.run(self.friends.accept, person, given.token)
        return say(await self.work.lists.run(self.friends.of, person))

    async def ask(self, request: Request) -> Response:
        """Ask somebody from a past match to be a friend."""
        given = await read(request, Somebody)
        _visitor, person = await self._me(request)
        await self.work.seats.run(self.friends.ask, person, given.person)
        return say(await self.work.lists.run(self.friends.of, person))

    async def drop(self, request: Request) -> Response:
        """End a friendship, or decline a request."""
        given = await read(request, Somebody)
        _visitor, person = await self._me(request)
        await self.work.seats.run(self.friends.drop, person, given.person)
        return say(await self.work.lists.run(self.friends.of, person))
