"""People: a name and a face, chosen once, recognised by the cookies of their browsers.

A browser is a holder: the digest of its cookie. A person with several browsers acts as one holder at all of them, their
principal, which is the first browser's. So tables need not know about devices.
"""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import _
from plowshares.server.plan import SeatPlan
from plowshares.server.schema import bans, devices, people, signed_out
from plowshares.server.store import Store
from plowshares.server.tokens import new_id

AVATARS = ("fox", "owl", "goat", "bear", "hen", "chick", "pig", "snail")
LONGEST_NAME = 30
LONGEST_LABEL = 40
MOST_KNOWN = 10_000  # browsers of which it is kept in memory whose they are
T = TypeVar("T")
SEEN = 60.0  # seconds between two notes of when somebody was here


class Person(msgspec.Struct, frozen=True):
    """A person with a name and a face."""

    id: str
    name: str
    avatar: str
    principal: str = ""  # the holder that all their browsers act as
    account: float | None = None  # since when they have an account; None for guests
    created: float = 0.0

    @property
    def player(self) -> str:
        """Return the name that results and ratings are kept under."""
        return f"person:{self.id}"


class Known(msgspec.Struct, frozen=True):
    """A browser's person and principal."""

    acts_as: str
    person: Person | None


class People:
    """Finds people by their browsers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Known] = {}  # by browser
        self._acting: dict[str, Person | None] = {}  # by principal
        self._seen: dict[str, float] = {}  # when browsers were noted to be here
        self.changed: Callable[[], None] = lambda: None  # tells other processes

    # Asking

    def at_hand(self, holder: str) -> Known | None:
        """Return a browser's person and principal from memory, without asking the database."""
        return self._known.get(holder)

    def look_up(self, holder: str) -> Known:
        """Return a browser's person and principal."""
        found = self._known.get(holder)
        if found is not None:
            return found
        with self._store.begin() as db:
            person = _find(db, devices.c.holder == holder)
            if person is not None:
                return keep(self._known, holder, Known(person.principal or holder, person))
            other = db.execute(sa.select(signed_out.c.acts_as).filter_by(holder=holder)).scalar()
        return keep(self._known, holder, Known(other or holder, None))

    def of(self, holder: str) -> Person | None:
        """Return the person who acts as a holder; None if that holder has no name yet."""
        if holder in self._acting:
            return self._acting[holder]
        with self._store.begin() as db:
            found = _find(db, people.c.principal == holder) if holder else None
        return keep(self._acting, holder, found)

    def has_account(self, holder: str) -> bool:
        """Ask whether the person who acts as a holder has an account."""
        person = self.of(holder)
        return person is not None and person.account is not None

    def by_id(self, person: str) -> Person | None:
        """Return somebody."""
        with self._store.begin() as db:
            return _find(db, people.c.id == person)

    # Changing

    def introduce(self, browser: str, holder: str, name: str, avatar: str, label: str = "") -> Person:
        """Set the name and the face of the person who acts as a holder at a browser."""
        chosen, face = check_name(name), check_avatar(avatar)
        known, now = self.of(holder), time.time()
        with self._store.begin() as db:
            _check_banned(db, chosen)
            if known is not None:
                db.execute(people.update().where(people.c.id == known.id).values(name=chosen, avatar=face, seen=now))
            else:
                row = {"id": new_id(), "name": chosen, "avatar": face, "created": now, "seen": now}
                db.execute(people.insert().values(**row, principal=holder))
                self.add_device(db, browser, str(row["id"]), label)
        self.forget()
        found = self.of(holder)
        assert found is not None  # it was written a moment ago
        return found

    def name_seats(self, seats: Sequence[SeatPlan], host: Person | None) -> list[SeatPlan]:
        """Return the seats of a table that others see, its host under their own name; raise if a name is banned."""
        with self._store.begin() as db:
            for seat in seats:
                if seat.kind in ("me", "here", "link"):
                    _check_banned(db, seat.name)
        return [SeatPlan("me", host.name) if seat.kind == "me" and host is not None else seat for seat in seats]

    def add_device(self, db: sa.Connection, holder: str, person: str, label: str) -> None:
        """Add a browser to a person's."""
        now = time.time()
        db.execute(devices.delete().where(devices.c.holder == holder))
        row = {"holder": holder, "person_id": person, "added": now, "seen": now, "label": label[:LONGEST_LABEL]}
        db.execute(devices.insert().values(**row))

    def drop_device(self, db: sa.Connection, holder: str) -> None:
        """Sign a browser out; it gets a new identity, even if its person's principal was named after it."""
        db.execute(devices.delete().where(devices.c.holder == holder))
        db.execute(signed_out.delete().where(signed_out.c.holder == holder))
        db.execute(signed_out.insert().values(holder=holder, acts_as=secrets.token_hex(32)))

    def devices_of(self, person: str) -> list[dict[str, Any]]:
        """List a person's browsers, the earliest first."""
        query = sa.select(devices).where(devices.c.person_id == person).order_by(devices.c.added, devices.c.holder)
        with self._store.begin() as db:
            return [dict(row) for row in db.execute(query).mappings()]

    def note_seen(self, browser: str) -> None:
        """Note that a person was seen at one of their browsers; at most once a minute."""
        now, known = time.time(), self._known.get(browser)
        if known is None or known.person is None or now - self._seen.get(browser, 0.0) < SEEN:
            return
        keep(self._seen, browser, now)
        with self._store.begin() as db:
            db.execute(people.update().where(people.c.id == known.person.id).values(seen=now))
            db.execute(devices.update().where(devices.c.holder == browser).values(seen=now))

    def forget(self) -> None:
        """Clear the memory, because something has changed, here and in other processes."""
        self.hear()
        self.changed()

    def hear(self) -> None:
        """Clear the memory, because another process has changed something."""
        self._known, self._acting = {}, {}


def keep(kept: dict[str, T], key: str, value: T) -> T:
    """Keep something in memory, dropping the oldest entries when there are too many."""
    if len(kept) >= MOST_KNOWN:
        kept.pop(next(iter(kept)), None)
    kept[key] = value
    return value


def _find(db: sa.Connection, where: Any) -> Person | None:
    query = sa.select(people).outerjoin(devices, devices.c.person_id == people.c.id).where(where)
    row = db.execute(query.limit(1)).mappings().first()
    return None if row is None else read_person(row)


def read_person(row: Any) -> Person:
    """Read a person from the database."""
    return Person(**{name: row[name] for name in Person.__struct_fields__})


def _check_banned(db: sa.Connection, name: str) -> None:
    if db.execute(sa.select(bans.c.name).where(bans.c.name == fold_name(name))).first() is not None:
        raise InvalidOption(
            _("The owner of this server does not allow the name {name}. Choose another.", name=repr(name))
        )


def fold_name(name: str) -> str:
    """Fold a name for comparison, ignoring case, width and accents."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())[:LONGEST_NAME] or plain[:LONGEST_NAME]


def check_name(name: str) -> str:
    """Return a name without blanks at its ends; raise if it cannot be shown."""
    chosen = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(chosen) <= LONGEST_NAME or not chosen.isprintable():
        raise InvalidOption(_("A name has 1 to {most} letters, not {name}.", most=LONGEST_NAME, name=repr(name[:60])))
    return chosen


def check_avatar(avatar: str) -> str:
    """Return the name of a face; raise if it is unknown."""
    if avatar not in AVATARS:
        raise InvalidOption(f"no face is called {avatar[:60]!r}; there are: {', '.join(AVATARS)}")
    return avatar


def show_me(person: Person | None) -> dict[str, Any] | None:
    """Return a person as the API shows them to themselves."""
    if person is None:
        return None
    return {"id": person.id, "name": person.name, "avatar": person.avatar, "account": person.account is not None}
