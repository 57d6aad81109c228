"""Friends: two who have both said so, by a link or after a match."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Set
from typing import Any

import sqlalchemy as sa

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.server.errors import NotYours
from plowshares.server.meeting.people import People, Person, read_person
from plowshares.server.meeting.tickets import DAY, Tickets
from plowshares.server.schema import friends, people, results
from plowshares.server.store import Store
from plowshares.server.tokens import new_token

LINK = "friend"  # kind of tickets
LINK_SECONDS = 7 * DAY
MOST_FRIENDS = 500


class Friends:
    """Stores friendships and requests."""

    def __init__(self, store: Store, people_: People, here: Callable[[], Set[str]]) -> None:
        self._store, self._people = store, people_
        self._here = here  # returns the holders that are here now
        self._tickets = Tickets(store)

    def of(self, person: Person) -> dict[str, list[dict[str, Any]]]:
        """Return a person's friends, the requests to them, and the requests by them."""
        with self._store.begin() as db:
            mine = set(db.execute(sa.select(friends.c.friend_id).filter_by(person_id=person.id)).scalars())
            theirs = set(db.execute(sa.select(friends.c.person_id).filter_by(friend_id=person.id)).scalars())
            found = db.execute(sa.select(people).where(people.c.id.in_(mine | theirs))).mappings().all()
        here = self._here()
        shown = {row["id"]: _show(row, here) for row in found}
        lists = {"friends": mine & theirs, "asking": theirs - mine, "asked": mine - theirs}
        return {name: _sorted(shown[each] for each in who if each in shown) for name, who in lists.items()}

    def ids(self, person: Person) -> set[str]:
        """Return the ids of a person's friends."""
        other = friends.alias()
        both = (friends.c.friend_id == other.c.person_id) & (other.c.friend_id == friends.c.person_id)
        query = sa.select(friends.c.friend_id).join(other, both).where(friends.c.person_id == person.id)
        with self._store.begin() as db:
            return set(db.execute(query).scalars())

    def make_link(self, person: Person) -> str:
        """Return the token of a friend link, which works once."""
        token = new_token()
        self._tickets.replace(LINK, token, LINK_SECONDS, person.id)
        return token

    def find_link(self, token: str) -> Person:
        """Return who made a friend link."""
        ticket = self._tickets.find(LINK, token)
        found = None if ticket is None or ticket.person is None else self._people.by_id(ticket.person)
        if found is None:
            raise NotYours(_("This link opens nothing: it was used, replaced by a newer one, or mistyped."))
        return found

    def accept(self, person: Person, token: str) -> Person:
        """Accept a friend link: become the friend of the person who made it."""
        other = self.find_link(token)
        if other.id == person.id:
            raise IllegalCommand("yourself", _("This is your own link. Send it to a friend."))
        self._tickets.take(LINK, token)
        self._add(person.id, other.id)
        self._add(other.id, person.id)
        return other

    def ask(self, person: Person, other: str) -> None:
        """Ask an opponent to be a friend; if they have asked too, they are friends now."""
        found = self._people.by_id(other)
        if found is None or other == person.id:
            raise NotYours(_("There is no such player, or they play as a guest."))
        if not self._have_met(person, found) and person.id not in self._asked_by(other):
            raise NotYours(_("You can ask only somebody you have played with. Or send them a link."))
        self._add(person.id, other)

    def drop(self, person: Person, other: str) -> None:
        """End a friendship, or decline a request."""
        pair = (friends.c.person_id == person.id) & (friends.c.friend_id == other)
        back = (friends.c.person_id == other) & (friends.c.friend_id == person.id)
        with self._store.begin() as db:
            db.execute(friends.delete().where(pair | back))

    def _asked_by(self, person: str) -> set[str]:
        with self._store.begin() as db:
            return set(db.execute(sa.select(friends.c.friend_id).filter_by(person_id=person)).scalars())

    def _have_met(self, one: Person, other: Person) -> bool:
        again = results.alias()
        query = sa.select(results.c.table_id).join(again, again.c.table_id == results.c.table_id)
        both = (results.c.player == one.player) & (again.c.player == other.player)
        with self._store.begin() as db:
            return db.execute(query.where(both).limit(1)).first() is not None

    def _add(self, person: str, other: str) -> None:
        with self._store.begin() as db:
            known = db.execute(sa.select(friends.c.friend_id).filter_by(person_id=person)).scalars().all()
            if len(known) >= MOST_FRIENDS:
                raise IllegalCommand("too-many", _("Nobody can have more than {n} friends here.", n=MOST_FRIENDS))
            if other not in known:
                db.execute(friends.insert().values(person_id=person, friend_id=other, asked=time.time()))


def _sorted(shown: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(shown, key=lambda each: (not each["here"], each["name"]))


def _show(row: Any, here: Set[str]) -> dict[str, Any]:
    person = read_person(row)
    return {"id": person.id, "name": person.name, "avatar": person.avatar, "here": person.principal in here}
