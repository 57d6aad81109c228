"""What the owner of a server sees and decides: people, tables, load; closing tables, banning names, announcements."""

from __future__ import annotations

import math
import os
import time
from typing import Any

import sqlalchemy as sa

from plowshares.server.meeting.lobby import CHANNEL, summary
from plowshares.server.meeting.people import People, check_name, fold_name
from plowshares.server.plan import GUEST
from plowshares.server.processes import ProcessLane
from plowshares.server.schema import announcements, bans, people, tables
from plowshares.server.site import Site
from plowshares.server.tables import TableManager
from plowshares.server.work import Lane

MOST_TABLES = 200
MOST_PEOPLE = 200
RECENT = 86400.0  # seconds for which the owner's page lists a person after they were last seen
NAMELESS = GUEST  # the name that replaces a banned one
CLOSED = "The owner of this server has closed this table."


class House:
    """Shows the owner the server, and carries out the owner's decisions."""

    def __init__(self, hall: TableManager, people_: People) -> None:
        self._hall, self._store, self._people = hall, hall.store, people_
        self._started = time.time()
        self.refresh()

    # Looking

    def show(self, site: Site) -> dict[str, Any]:
        """Return everything on the owner's page."""
        return {
            "people": self._list_people(),
            "tables": self._list_tables(),
            "load": self._load(site),
            "banned": self._banned(),
            "announcement": self._hall.announcement,
        }

    def _list_people(self) -> list[dict[str, Any]]:
        here = self._hall.here()
        late = (people.c.seen > time.time() - RECENT) | people.c.principal.in_(sorted(here)[:MOST_PEOPLE])
        query = sa.select(people).where(late).order_by(people.c.seen.desc()).limit(MOST_PEOPLE)
        with self._store.begin() as db:
            rows = db.execute(query).mappings().all()
        found = [
            {"id": row["id"], "name": row["name"], "avatar": row["avatar"], "account": row["account"] is not None}
            | {"here": row["principal"] in here, "seen": row["seen"]}
            for row in rows
        ]
        return sorted(found, key=lambda each: not each["here"])

    def _list_tables(self) -> list[dict[str, Any]]:
        rows = self._store.unfinished(MOST_TABLES)
        return [
            {**summary(row), "access": row.plan.access, "touched": row.touched or row.created}
            | {"memory": self._hall.at_hand(row.id) is not None, "watching": self._hall.watchers.count(row.id)}
            for row in rows
        ]

    def _load(self, site: Site) -> dict[str, Any]:
        with self._store.begin() as db:
            found = db.execute(sa.select(tables.c.ended, sa.func.count()).group_by(tables.c.ended)).all()
        counts = {bool(ended): int(count) for ended, count in found}
        lanes: list[Lane | ProcessLane] = [*site.work.lanes(), *site.work.process_lanes()]
        return {
            "playing": counts.get(False, 0),
            "finished": counts.get(True, 0),
            "in_memory": len(self._hall.repository.all()),
            "screens": self._hall.watchers.count(),
            "thinking": self._hall.driver.thinkers.waiting,
            "waiting": sum(lane.waiting for lane in lanes),
            "refused": sum(lane.refused for lane in lanes),
            "megabytes": memory_used(),
            "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
            "seconds": round(time.time() - self._started),
        }

    def _banned(self) -> list[str]:
        with self._store.begin() as db:
            return list(db.execute(sa.select(bans.c.name).order_by(bans.c.name)).scalars())

    # Deciding

    def close(self, name: str) -> None:
        """Close a table and tell its players: an unplayed one is deleted, a match ends without a winner."""
        table = self._hall.find(name)
        with table.locked():
            if not any(table.match.done) or table.match.result:
                self._hall.delete(name)
            else:
                self._store.add_notice(name, CLOSED)
                table.tell(CLOSED)
                table.close()
        self._hall.wake(CHANNEL)

    def ban(self, name: str) -> None:
        """Ban a name: its bearers are called Guest until they choose another."""
        folded = fold_name(check_name(name))
        with self._store.begin() as db:
            if db.execute(sa.select(bans.c.name).where(bans.c.name == folded)).first() is None:
                db.execute(bans.insert().values(name=folded, banned=time.time()))
            bearing = [row for row in db.execute(sa.select(people.c.id, people.c.name)) if fold_name(row[1]) == folded]
            for person, _name in bearing:
                db.execute(people.update().where(people.c.id == person).values(name=NAMELESS))
        self._people.forget()
        self._rename_seats(folded)
        self._hall.wake(CHANNEL)

    def _rename_seats(self, folded: str) -> None:
        """Take a name from the seats and hosts of tables in play."""
        for row in self._store.unfinished(10_000):
            seats = [i for i, seat in enumerate(row.plan.seats) if fold_name(seat.name) == folded]
            is_host = fold_name(row.plan.host) == folded
            if seats or is_host:
                table = self._hall.find(row.id)
                for seat in seats:
                    table.rename(seat, NAMELESS)
                self._store.set_plan(row.id, table.rename_host(NAMELESS) if is_host else table.plan)
                table.changed()

    def allow(self, name: str) -> None:
        """Allow a banned name again."""
        with self._store.begin() as db:
            db.execute(bans.delete().where(bans.c.name == fold_name(name)))

    def announce(self, words: str, minutes: float) -> None:
        """Announce something to everybody for a while, such as a restart; it cannot be taken back."""
        text, now = " ".join(words.split()), time.time()
        with self._store.begin() as db:
            db.execute(announcements.delete())
            if text:
                db.execute(announcements.insert().values(words=text, made=now, until=now + 60 * minutes))
        self.refresh()
        self._hall.wake(CHANNEL)

    def refresh(self) -> float:
        """Reload the announcement from the database; return for how many seconds it is shown."""
        now = time.time()
        query = sa.select(announcements.c.words, announcements.c.until).where(announcements.c.until > now)
        with self._store.begin() as db:
            row = db.execute(query.order_by(announcements.c.id.desc())).first()
        words = "" if row is None else str(row[0])
        if words != self._hall.announcement:
            self._hall.announce(words)
        return math.inf if row is None else float(row[1]) - now


def memory_used() -> float | None:
    """Return how many megabytes this process has in memory; None where that cannot be found out."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  # not a file of anybody's
            return round(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
    except (OSError, ValueError, AttributeError):
        return None
