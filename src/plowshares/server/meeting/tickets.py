"""One-time codes, links and challenges that expire; only their digests are kept."""

from __future__ import annotations

import secrets
import time
from typing import NamedTuple

import sqlalchemy as sa

from plowshares.server.schema import tickets
from plowshares.server.store import Store
from plowshares.server.tokens import holder_of

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters and digits that look alike
MINUTE, DAY = 60.0, 86400.0


class Ticket(NamedTuple):
    """The purpose of a code."""

    person: str | None
    value: bytes | None


class Tickets:
    """Makes and takes tickets."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(
        self, kind: str, secret: str, seconds: float, person: str | None = None, value: bytes | None = None
    ) -> None:
        """Keep a ticket until it expires; expired ones are deleted."""
        now = time.time()
        row = {"digest": _digest(kind, secret), "kind": kind, "person_id": person, "value": value}
        with self._store.begin() as db:
            db.execute(tickets.delete().where(tickets.c.expires < now))
            db.execute(tickets.insert().values(**row, expires=now + seconds))

    def replace(self, kind: str, secret: str, seconds: float, person: str) -> None:
        """Keep a ticket in place of the person's others of the same kind."""
        with self._store.begin() as db:
            db.execute(tickets.delete().where(tickets.c.kind == kind, tickets.c.person_id == person))
        self.add(kind, secret, seconds, person)

    def find(self, kind: str, secret: str) -> Ticket | None:
        """Return the ticket of a secret without using it up."""
        query = sa.select(tickets.c.person_id, tickets.c.value).where(tickets.c.digest == _digest(kind, secret))
        with self._store.begin() as db:
            row = db.execute(query.where(tickets.c.expires > time.time())).first()
        return None if row is None else Ticket(row[0], row[1])

    def take(self, kind: str, secret: str) -> Ticket | None:
        """Use a secret up and return its ticket; None if it is unknown, expired or used."""
        found = self.find(kind, secret)
        with self._store.begin() as db:
            gone = db.execute(tickets.delete().where(tickets.c.digest == _digest(kind, secret))).rowcount
        return found if gone else None


def _digest(kind: str, secret: str) -> str:
    return holder_of(f"{kind} {secret}")


def new_code(groups: int, letters: int) -> str:
    """Return a code for people to read and type, in groups."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(letters)) for _ in range(groups))


def fold_code(typed: str) -> str:
    """Fold a typed code for comparison."""
    return "".join(letter for letter in typed.upper() if letter in LETTERS)
