"""Export and deletion of a person's data."""

from __future__ import annotations

import contextlib
import io
import zipfile
from typing import Any

import msgspec
import sqlalchemy as sa

from plowshares.core.errors import PlowsharesError
from plowshares.core.seats import SPECTATOR
from plowshares.server.meeting.accounts import remove_person
from plowshares.server.meeting.past_games import GONE
from plowshares.server.meeting.people import People, Person
from plowshares.server.schema import (
    blocks,
    devices,
    friends,
    holders,
    kept_commands,
    messages,
    passkeys,
    ratings,
    reports,
    results,
    subscriptions,
    tables,
)
from plowshares.server.store import Store
from plowshares.server.tables import TableManager

MOST_RECORDS = 500  # in one file, the latest first
REPORTED = ("table_id", "name", "words", "made")  # without their chat: some messages were not sent to this person
KEPT = ("kind", "name", "command", "kept")
NOTIFIED = ("endpoint", "language", "added")


def export(store: Store, person: Person) -> bytes:
    """Return a ZIP file: `data.json` with all data about a person, and the records of their finished matches."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("data.json", msgspec.json.format(msgspec.json.encode(_gather(store, person)), indent=2))
        for table in _finished(store, person):
            file.writestr(f"records/{table}.jsonl", store.record(table))
    return made.getvalue()


def _gather(store: Store, person: Person) -> dict[str, Any]:
    mine, held = {"person_id": person.id}, {"holder": person.principal}
    queries = {
        "devices": sa.select(devices.c.label, devices.c.added, devices.c.seen).filter_by(**mine),
        "passkeys": sa.select(passkeys.c.label, passkeys.c.added, passkeys.c.used).filter_by(**mine),
        "friends": sa.select(friends.c.friend_id, friends.c.asked).filter_by(**mine),
        "blocked": sa.select(blocks.c.blocked_id, blocks.c.since).filter_by(**mine),
        "reports": sa.select(*(reports.c[name] for name in REPORTED)).filter_by(reporter_id=person.id),
        "notified": sa.select(*(subscriptions.c[name] for name in NOTIFIED)).filter_by(**held),
        "ratings": sa.select(ratings).filter_by(player=person.player),
        "results": sa.select(results).filter_by(player=person.player),
        "messages": sa.select(messages.c.table_id, messages.c.said, messages.c.words).filter_by(**held),
        "kept": sa.select(*(kept_commands.c[name] for name in KEPT)).filter_by(**held),
        "seats": sa.select(holders.c.table_id, holders.c.seat, holders.c.joined).filter_by(**held),
    }
    with store.begin() as db:
        found = {name: [dict(row) for row in db.execute(query).mappings()] for name, query in queries.items()}
    about = {"id": person.id, "name": person.name, "face": person.avatar, "since": person.created}
    return {**about, "account_since": person.account, **found}


def _finished(store: Store, person: Person) -> list[str]:
    query = sa.select(tables.c.id).join(holders, holders.c.table_id == tables.c.id)
    own = query.where(holders.c.holder == person.principal, holders.c.seat >= 0, tables.c.ended.is_(True))
    with store.begin() as db:
        found = db.execute(own.order_by(tables.c.created.desc()).limit(MOST_RECORDS)).scalars()
        return list(dict.fromkeys(found))


def delete(hall: TableManager, people: People, person: Person) -> None:
    """Resign a person's matches in play, remove them from all tables, and delete all data about them."""
    for table, seats in hall.store.seats_held(person.principal).items():
        with contextlib.suppress(PlowsharesError):  # a table that is damaged, or run by another process
            _leave(hall, table, [seat for seat in seats if seat != SPECTATOR], person.principal)
    with hall.store.begin() as db:
        remove_person(db, person, GONE)
    people.forget()


def _leave(hall: TableManager, name: str, seats: list[int], holder: str) -> None:
    table = hall.find(name)
    for seat in seats:
        if not table.match.result and table.seats.devices(seat):
            table.leave(seat)
    hall.leave(table, holder)
