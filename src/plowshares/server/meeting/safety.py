"""Blocks between people, and reports to the owner of the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.i18n import _
from plowshares.server.errors import TooMuch
from plowshares.server.meeting.chat import spell_out
from plowshares.server.meeting.people import Person
from plowshares.server.schema import blocks, holders, messages, people, reports
from plowshares.server.store import Store

MOST_BLOCKED = 500
MOST_REPORTS, PERIOD = 5, 3600.0  # of one person in PERIOD seconds
LONGEST = 500  # letters of a report
QUOTED = 20  # messages that are kept with a report
MOST_LISTED = 200


class Blocks:
    """Stores which people have blocked which others."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store, self._now = store, now

    def add(self, person: str, other: str) -> None:
        """Block a person."""
        if person == other:
            raise IllegalCommand("yourself", _("You cannot block yourself."))
        with self._store.begin() as db:
            count = sa.select(sa.func.count()).select_from(blocks).where(blocks.c.person_id == person)
            if int(db.execute(count).scalar_one()) >= MOST_BLOCKED:
                raise TooMuch(_("You have blocked {n} people and cannot block more.", n=MOST_BLOCKED), 60.0)
            key = {"person_id": person, "blocked_id": other}
            if db.execute(sa.select(blocks.c.since).filter_by(**key)).first() is None:
                db.execute(blocks.insert().values(**key, since=self._now()))

    def remove(self, person: str, other: str) -> None:
        """Unblock a person."""
        with self._store.begin() as db:
            db.execute(blocks.delete().where(blocks.c.person_id == person, blocks.c.blocked_id == other))

    def of(self, person: str) -> list[Person]:
        """List the people that a person has blocked."""
        query = sa.select(people).join(blocks, blocks.c.blocked_id == people.c.id).where(blocks.c.person_id == person)
        with self._store.begin() as db:
            rows = db.execute(query.order_by(blocks.c.since)).mappings().all()
        return [Person(row["id"], row["name"], row["avatar"]) for row in rows]

    def between(self, person: str) -> set[str]:
        """Return the people whom a person has blocked or who have blocked them."""
        query = sa.select(blocks).where((blocks.c.person_id == person) | (blocks.c.blocked_id == person))
        with self._store.begin() as db:
            rows = db.execute(query).all()
        return {each for row in rows for each in row[:2]} - {person}

    def holders_blocked_by(self, person: str) -> set[str]:
        """Return the holders of the people whom a person has blocked."""
        query = sa.select(people.c.principal).join(blocks, blocks.c.blocked_id == people.c.id)
        with self._store.begin() as db:
            return set(db.execute(query.where(blocks.c.person_id == person)).scalars())

    def keeps_away(self, table: str, person: str) -> bool:
        """Ask whether a player of a table has blocked a person."""
        query = sa.select(blocks.c.since).join(people, people.c.id == blocks.c.person_id)
        query = query.join(holders, holders.c.holder == people.c.principal)
        with self._store.begin() as db:
            found = query.where(holders.c.table_id == table, holders.c.seat >= 0, blocks.c.blocked_id == person)
            return db.execute(found.limit(1)).first() is not None


class Reports:
    """Stores reports about people, with the last messages of the table."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store, self._now = store, now

    def add(self, table: str, reporter: Person, about: Person, words: str) -> None:
        """Keep a report."""
        text = " ".join(words.split())
        if len(text) > LONGEST or not text.isprintable():
            raise InvalidOption(_("A report has at most {most} letters; yours has {n}.", most=LONGEST, n=len(text)))
        now = self._now()
        recent = sa.select(sa.func.count()).select_from(reports)
        recent = recent.where(reports.c.reporter_id == reporter.id, reports.c.made > now - PERIOD)
        said = sa.select(messages.c.name, messages.c.words, messages.c.is_phrase).where(messages.c.table_id == table)
        with self._store.begin() as db:
            if int(db.execute(recent).scalar_one()) >= MOST_REPORTS:
                raise TooMuch(_("You have reported a lot just now. The owner of this server reads it all."), 600.0)
            quoted = db.execute(said.order_by(messages.c.id.desc()).limit(QUOTED)).all()
            db.execute(
                reports.insert().values(
                    table_id=table,
                    reporter_id=reporter.id,
                    reporter=reporter.name,
                    person_id=about.id,
                    name=about.name,
                    words=text,
                    said="\n".join(
                        f"{name}: {spell_out(line, is_phrase)}" for name, line, is_phrase in reversed(quoted)
                    ),
                    made=now,
                )
            )

    def open(self) -> list[dict[str, Any]]:
        """List the reports that the owner has not dealt with, the latest first."""
        query = sa.select(reports).where(reports.c.is_done.is_(False)).order_by(reports.c.id.desc()).limit(MOST_LISTED)
        shown = ("id", "table_id", "reporter", "name", "words", "said", "made")
        with self._store.begin() as db:
            return [{name: row[name] for name in shown} for row in db.execute(query).mappings()]

    def close(self, number: int) -> None:
        """Note that a report was dealt with."""
        with self._store.begin() as db:
            if not db.execute(reports.update().where(reports.c.id == number).values(is_done=True)).rowcount:
                raise InvalidOption(f"there is no report {number}")


def person_of_message(store: Store, table: str, message: int) -> Person | None:
    """Return the writer of a message; None if they have no name."""
    query = sa.select(people).join(messages, messages.c.holder == people.c.principal)
    with store.begin() as db:
        row = db.execute(query.where(messages.c.table_id == table, messages.c.id == message)).mappings().first()
    return None if row is None else Person(row["id"], row["name"], row["avatar"])


def person_on_seat(store: Store, table: str, seat: int) -> Person | None:
    """Return the person on a seat; None if nobody with a name holds it."""
    query = sa.select(people).join(holders, holders.c.holder == people.c.principal)
    with store.begin() as db:
        row = db.execute(query.where(holders.c.table_id == table, holders.c.seat == seat)).mappings().first()
    return None if row is None else Person(row["id"], row["name"], row["avatar"])
