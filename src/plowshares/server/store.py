"""The database: tables, record lines, seat holders, notices."""

from __future__ import annotations

import logging
import secrets as random_secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa

from plowshares.core.i18n import freeze, thaw
from plowshares.core.seats import SPECTATOR
from plowshares.server.database import open_database
from plowshares.server.errors import NOT_TAKEN, StoreFailed
from plowshares.server.line_writer import LineWriter
from plowshares.server.plan import Holding, Plan, Row
from plowshares.server.schema import (
    added_time,
    holders,
    kept_commands,
    lines,
    messages,
    notices,
    people,
    reviews,
    secrets,
    tables,
)

MOST_LISTED = 100
OWNER = "owner of "  # how the names of the owner's browsers begin
logger = logging.getLogger(__name__)


class Store:
    """The database. Every method is one transaction: its writes are on disk when it returns.

    Every database error becomes a StoreFailed, which is answered with a worded 503.
    """

    def __init__(self, url: str) -> None:
        self.engine = open_database(url)
        self.writer = LineWriter(self.engine)
        self.ended: Callable[[], None] = lambda: None  # called when the end of a match is on disk

    def close(self) -> None:
        """Write what is queued, then close all connections."""
        self.writer.close()
        self.engine.dispose()

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """Begin a transaction; raise StoreFailed for any database error."""
        try:
            with self.engine.begin() as db:
                yield db
        except (sa.exc.DBAPIError, sa.exc.TimeoutError) as error:
            reason = error.orig if isinstance(error, sa.exc.OperationalError) else type(error).__name__
            logger.warning("the database failed: %s", reason)  # without parameters, which are secrets
            raise StoreFailed(NOT_TAKEN) from error

    # Tables

    def add_table(
        self,
        table: str,
        plan: Plan,
        held: list[Holding],
        first: list[bytes],
        follows: str | None = None,
        ended: bool = False,
        worker: str | None = None,
        address: str = "",
    ) -> None:
        """Add a table with the first lines of its record and its holders; it may be a rematch of another."""
        now = time.time()
        rows = [{"table_id": table, **msgspec.to_builtins(each)} for each in held]
        free = sum(seat.kind == "link" for seat in plan.seats)
        row = {"id": table, "created": now, "touched": now, "ended": ended, "worker": worker}
        row |= {"access": plan.access, "free": free, "address": address}
        with self.begin() as db:
            db.execute(tables.insert().values(**row, plan=msgspec.json.encode(plan)))
            written = [{"table_id": table, "n": n, "data": data, "written": now} for n, data in enumerate(first)]
            db.execute(lines.insert(), written)
            if rows:
                db.execute(holders.insert(), rows)
            if follows is not None:
                db.execute(tables.update().where(tables.c.id == follows).values(successor=table))

    def add_line(self, table: str, n: int, data: bytes, ended: bool) -> None:
        """Append one line to the record of a table; return when it is committed."""
        self.writer.add(table, n, data, ended)
        if ended:
            self.ended()

    def row(self, table: str) -> Row | None:
        """Return a table, or None."""
        found = self._rows(sa.select(tables).where(tables.c.id == table))
        return found[0] if found else None

    def rows_of(self, holder: str, most: int = MOST_LISTED) -> list[Row]:
        """List the tables at which a holder has a seat, latest first."""
        mine = sa.select(holders.c.table_id).where(holders.c.holder == holder)
        return self._rows(sa.select(tables).where(tables.c.id.in_(mine)).limit(most))

    def unfinished(self, most: int = 1000) -> list[Row]:
        """List the tables in play, the latest first."""
        return self._rows(sa.select(tables).where(tables.c.ended.is_(False)).limit(most))

    def record(self, table: str) -> bytes:
        """Return the record of a table, as it would lie in a file."""
        with self.begin() as db:
            found = db.execute(sa.select(lines.c.data).where(lines.c.table_id == table).order_by(lines.c.n)).scalars()
            return b"".join(bytes(data) + b"\n" for data in found)

    def last_written(self, table: str) -> float:
        """Return when the last line of a table was written, in seconds since 1970; 0 if that is not known."""
        with self.begin() as db:
            return float(db.execute(sa.select(sa.func.max(lines.c.written)).filter_by(table_id=table)).scalar() or 0.0)

    def select_rows(self, query: Any) -> list[Row]:
        """List the tables that a query finds, the latest first."""
        return self._rows(query)

    def set_plan(self, table: str, plan: Plan) -> None:
        """Replace the plan of a table."""
        with self.begin() as db:
            db.execute(tables.update().where(tables.c.id == table).values(plan=msgspec.json.encode(plan)))

    def set_free(self, table: str, free: int) -> None:
        """Note how many seats of an open table nobody holds: the lobby offers it as long as there are some."""
        with self.begin() as db:
            db.execute(tables.update().where(tables.c.id == table).values(free=free))

    def seat_guest(self, table: str, holding: Holding, plan: Plan, free: int) -> None:
        """Give a guest a seat of an open table, under their name."""
        with self.begin() as db:
            _hold(db, table, holding)
            values = {"plan": msgspec.json.encode(plan), "free": free}
            db.execute(tables.update().where(tables.c.id == table).values(**values))

    def _rows(self, query: Any) -> list[Row]:
        with self.begin() as db:
            found = [_row(each) for each in db.execute(query.order_by(tables.c.created.desc())).mappings()]
        return [row for row in found if row is not None]

    # Seats

    def hold(self, table: str, holding: Holding) -> None:
        """Give a holder a seat. Idempotent."""
        with self.begin() as db:
            _hold(db, table, holding)

    def held_at(self, table: str) -> list[Holding]:
        """List the holdings of a table."""
        with self.begin() as db:
            rows = db.execute(sa.select(holders).where(holders.c.table_id == table)).mappings().all()
        return [_holding(row) for row in rows]

    def replace_link(self, table: str, holding: Holding) -> None:
        """Store a new link for a seat; earlier links become invalid."""
        with self.begin() as db:
            same = (holders.c.table_id == table, holders.c.seat == holding.seat, holders.c.is_link)
            db.execute(holders.delete().where(*same))
            _hold(db, table, holding)

    def find_link(self, holder: str) -> tuple[str, int] | None:
        """Return the table and seat of a link."""
        query = sa.select(holders.c.table_id, holders.c.seat).where(holders.c.holder == holder, holders.c.is_link)
        with self.begin() as db:
            row = db.execute(query).first()
        return (row[0], row[1]) if row else None

    def use_link(self, table: str, link: str, holding: Holding) -> bool:
        """Exchange a link for a seat; return False if it was used before. Links for watching are not used up."""
        same = (holders.c.table_id == table, holders.c.holder == link, holders.c.is_link)
        with self.begin() as db:
            if holding.seat != SPECTATOR and not db.execute(holders.delete().where(*same)).rowcount:
                return False
            _hold(db, table, holding)
        return True

    def drop_holders(self, table: str, seat: int, going: list[Holding], staying: list[Holding]) -> None:
        """Remove some holders of a seat, and its links; store what others hold instead."""
        with self.begin() as db:
            gone = holders.c.is_link | holders.c.holder.in_([each.holder for each in going])
            db.execute(holders.delete().where(holders.c.table_id == table, holders.c.seat == seat, gone))
            for each in staying:
                _hold(db, table, each)

    def is_unsigned_holder(self, holder: str) -> bool:
        """Ask whether an unsigned cookie is from before cookies were signed."""
        query = sa.select(holders.c.seat).where(holders.c.holder == holder, holders.c.is_signed.is_(False))
        with self.begin() as db:
            return db.execute(query.where(holders.c.is_link.is_(False)).limit(1)).first() is not None

    def add_time(self, table: str, seat: int, decision: int, seconds: float, most: int) -> bool:
        """Store extra time for a decision; return False if there was too much already."""
        same = {"table_id": table, "seat": seat, "decision": decision}
        with self.begin() as db:
            count = db.execute(sa.select(sa.func.count()).select_from(added_time).filter_by(**same)).scalar_one()
            if int(count) < most:
                db.execute(added_time.insert().values(**same, seconds=seconds))
        return int(count) < most

    def added_time(self, table: str) -> list[tuple[int, int, float]]:
        """List the time that seats of a table were given: the seat, the decision, the seconds."""
        query = sa.select(added_time.c.seat, added_time.c.decision, added_time.c.seconds).filter_by(table_id=table)
        with self.begin() as db:
            return [(int(seat), int(decision), float(more)) for seat, decision, more in db.execute(query)]

    # Notices and secrets

    def add_notice(self, table: str, words: str) -> None:
        """Store a notice to everybody at a table."""
        with self.begin() as db:
            db.execute(notices.insert().values(table_id=table, told=time.time(), words=freeze(words)))

    def notices_of(self, table: str) -> list[str]:
        """Return the notices of a table, latest last."""
        with self.begin() as db:
            query = sa.select(notices.c.words).where(notices.c.table_id == table).order_by(notices.c.id)
            return [thaw(words) for words in db.execute(query).scalars()]

    def secret(self, name: str) -> bytes:
        """Return a secret of this server, generated at first use."""
        query = sa.select(secrets.c.value).where(secrets.c.name == name)
        with self.begin() as db:
            found = db.execute(query).scalar()
        if found is None:
            try:
                with self.engine.begin() as db:
                    db.execute(secrets.insert().values(name=name, value=random_secrets.token_bytes(32)))
            except sa.exc.IntegrityError:  # another process was first
                pass
            with self.begin() as db:
                found = db.execute(query).scalar_one()
        return bytes(found)

    # The server's owner, and what is kept for how long

    def owners(self) -> list[str]:
        """List the browsers of the server's owner."""
        with self.begin() as db:
            found = db.execute(sa.select(secrets.c.value).where(secrets.c.name.startswith(OWNER))).scalars()
            return [bytes(each).decode() for each in found]

    def add_owner(self, holder: str) -> None:
        """Keep a browser of the server's owner."""
        if holder not in self.owners():
            with self.begin() as db:
                db.execute(secrets.insert().values(name=f"{OWNER}{holder[:20]}", value=holder.encode()))

    def seats_held(self, holder: str, among: list[str] | None = None) -> dict[str, list[int]]:
        """Return a holder's seats by table, at all tables or some."""
        found: dict[str, list[int]] = {}
        query = sa.select(holders.c.table_id, holders.c.seat).filter_by(holder=holder)
        if among is not None:
            query = query.where(holders.c.table_id.in_(among))
        with self.begin() as db:
            for table, seat in db.execute(query):
                found.setdefault(table, []).append(seat)
        return found

    def count_open(self, holder: str) -> int:
        """Count the tables in play that a holder has opened."""
        mine = sa.select(holders.c.table_id).where(holders.c.holder == holder, holders.c.is_owner)
        query = sa.select(sa.func.count()).select_from(tables).where(tables.c.ended.is_(False), tables.c.id.in_(mine))
        with self.begin() as db:
            return int(db.execute(query).scalar_one())

    def count_waiting(self, holder: str, address: str) -> tuple[int, int]:
        """Count the open tables waiting for players that a holder, and an address, have opened."""
        waiting = (tables.c.access == "open") & tables.c.ended.is_(False) & (tables.c.free > 0)
        mine = sa.select(holders.c.table_id).where(holders.c.holder == holder, holders.c.is_owner)
        query = sa.select(sa.func.count()).select_from(tables).where(waiting)
        with self.begin() as db:
            own = db.execute(query.where(tables.c.id.in_(mine))).scalar_one()
            there = db.execute(query.where(tables.c.address == address, tables.c.address != "")).scalar_one()
        return int(own), int(there)

    def leave(self, table: str, holder: str) -> int:
        """Remove a holder from a table; return the number of holders left."""
        with self.begin() as db:
            db.execute(holders.delete().where(holders.c.table_id == table, holders.c.holder == holder))
            others = sa.select(sa.func.count()).select_from(holders)
            return int(db.execute(others.where(holders.c.table_id == table, holders.c.is_link.is_(False))).scalar_one())

    def delete(self, table: str) -> None:
        """Delete a table with its record and everything else."""
        with self.begin() as db:
            for each in (lines, holders, notices, messages, reviews, added_time):
                db.execute(each.delete().where(each.c.table_id == table))
            db.execute(tables.update().where(tables.c.successor == table).values(successor=None))
            db.execute(tables.delete().where(tables.c.id == table))

    def outdated(self, finished_before: float, abandoned_before: float, most: int = 1000) -> list[str]:
        """List tables that were finished, or touched last, before some moments."""
        old = sa.case((tables.c.ended, tables.c.touched < finished_before), else_=tables.c.touched < abandoned_before)
        with self.begin() as db:
            return list(db.execute(sa.select(tables.c.id).where(old).limit(most)).scalars())

    def forget_guests(self, before: float) -> None:
        """Delete data kept before a moment by guests who have neither a name nor a seat any more."""
        known = [sa.select(holders.c.holder), sa.select(people.c.principal)]
        gone = [kept_commands.c.holder.not_in(query) for query in known]
        with self.begin() as db:
            db.execute(kept_commands.delete().where(kept_commands.c.kept < before, *gone))

    def save_clocks(self, table: str, clocks: bytes | None) -> None:
        """Save the clocks of a table that leaves memory."""
        with self.begin() as db:
            db.execute(tables.update().where(tables.c.id == table).values(clocks=clocks))

    def clocks_of(self, table: str) -> bytes | None:
        """Return the saved clocks of a table, if any."""
        with self.begin() as db:
            found = db.execute(sa.select(tables.c.clocks).where(tables.c.id == table)).scalar()
        return None if found is None else bytes(found)


def _hold(db: sa.Connection, table: str, holding: Holding) -> None:
    key = {"holder": holding.holder, "table_id": table, "seat": holding.seat}
    found = db.execute(sa.select(holders.c.is_link).filter_by(**key)).first()
    if found is None:
        db.execute(holders.insert().values(table_id=table, **msgspec.to_builtins(holding)))
    elif found[0] and not holding.is_link:  # a program uses its token for the first time
        db.execute(holders.update().filter_by(**key).values(is_link=False, joined=holding.joined))


def _row(found: Any) -> Row | None:
    """Decode a row; return None if it is damaged, so that one bad row does not hide the others."""
    try:
        plan = msgspec.json.decode(bytes(found["plan"]), type=Plan)
    except (msgspec.DecodeError, UnicodeDecodeError):
        logger.warning("table %s cannot be read: its plan is damaged", found["id"])
        return None
    return Row(found["id"], found["created"], plan, bool(found["ended"]), found["successor"], found["touched"])


def _holding(found: Any) -> Holding:
    kept = {name: found[name] for name in Holding.__struct_fields__}
    return msgspec.convert(kept | {name: bool(kept[name]) for name in kept if name.startswith("is_")}, Holding)
