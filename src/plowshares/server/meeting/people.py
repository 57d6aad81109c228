"""Who people are: a name and a face, chosen once and known by the browser's cookie."""

from __future__ import annotations

import time
import unicodedata

import msgspec
import sqlalchemy as sa

from plowshares.core.errors import InvalidOption
from plowshares.server.schema import devices, people
from plowshares.server.store import Store
from plowshares.server.tokens import new_id

AVATARS = ("fox", "owl", "goat", "bear", "hen", "chick", "pig", "snail")
LONGEST_NAME = 30
MOST_KNOWN = 10_000  # people whose names are kept in memory


class Person(msgspec.Struct, frozen=True):
    """Somebody with a name and a face."""

    id: str
    name: str
    avatar: str


class People:
    """Finds people by what their browsers hold."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Person] = {}

    def of(self, holder: str) -> Person | None:
        """Return who a browser belongs to; None if nobody has introduced themselves there."""
        found = self._known.get(holder)
        if found is not None:
            return found
        query = sa.select(people).join(devices, devices.c.person_id == people.c.id).where(devices.c.holder == holder)
        with self._store.begin() as db:
            row = db.execute(query).mappings().first()
        return None if row is None else self._keep(holder, Person(row["id"], row["name"], row["avatar"]))

    def introduce(self, holder: str, name: str, avatar: str) -> Person:
        """Let somebody have a name and a face from now on."""
        chosen, face = check_name(name), check_avatar(avatar)
        known = self.of(holder)
        now = time.time()
        with self._store.begin() as db:
            if known is not None:
                db.execute(people.update().where(people.c.id == known.id).values(name=chosen, avatar=face, seen=now))
                self._forget(known.id)
                return self._keep(holder, Person(known.id, chosen, face))
            person = Person(new_id(), chosen, face)
            db.execute(people.insert().values(id=person.id, name=chosen, avatar=face, created=now, seen=now))
            db.execute(devices.insert().values(holder=holder, person_id=person.id, added=now))
        return self._keep(holder, person)

    def _keep(self, holder: str, person: Person) -> Person:
        if len(self._known) >= MOST_KNOWN:
            self._known.pop(next(iter(self._known)))
        self._known[holder] = person
        return person

    def _forget(self, person: str) -> None:
        """Forget what was known of somebody's other devices."""
        self._known = {holder: each for holder, each in self._known.items() if each.id != person}


def check_name(name: str) -> str:
    """Return a name without blanks at its ends; raise if it cannot be shown."""
    chosen = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(chosen) <= LONGEST_NAME or not chosen.isprintable():
        raise InvalidOption(f"a name has 1 to {LONGEST_NAME} letters, got {name[:60]!r}")
    return chosen


def check_avatar(avatar: str) -> str:
    """Return the name of a face that there is."""
    if avatar not in AVATARS:
        raise InvalidOption(f"no face is called {avatar[:60]!r}; there are: {', '.join(AVATARS)}")
    return avatar
