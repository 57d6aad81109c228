"""What is kept on disk: tables, the lines of their records, and who holds which seat. SQLite by default."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
import sqlalchemy as sa

from plowshares.core.errors import InvalidOption, PlowsharesError

NOT_TAKEN = "the database does not answer; look again before you repeat anything"


class StoreFailed(PlowsharesError):
    """The database did not take something, or did not say whether it did."""


schema = sa.MetaData()
tables = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("plan", sa.LargeBinary, nullable=False),  # JSON of Plan
    sa.Column("ended", sa.Boolean, nullable=False, default=False),
    sa.Column("successor", sa.String(32)),  # the table of the rematch
)
lines = sa.Table(
    "lines",
    schema,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
holders = sa.Table(
    "holders",
    schema,
    sa.Column("holder", sa.String(64), primary_key=True),  # digest of a browser's cookie, or of a seat token
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("is_link", sa.Boolean, nullable=False),
    sa.Column("is_owner", sa.Boolean, nullable=False, default=False),
)
by_table = sa.Index("holders_by_table", holders.c.table_id)
by_end = sa.Index("tables_by_end", tables.c.ended, tables.c.created)


class SeatPlan(msgspec.Struct, frozen=True):
    """Who is to sit on one seat."""

    kind: str  # me, here (somebody at the same screen), link, computer
    name: str


class Plan(msgspec.Struct, frozen=True):
    """What a table plays and with whom; its options and seed are in its record."""

    game: str
    seats: tuple[SeatPlan, ...]
    hints: bool = False  # whether players may ask what a program would do


class Row(msgspec.Struct, frozen=True):
    """A table as it is listed."""

    id: str
    created: float
    plan: Plan
    ended: bool
    successor: str | None


class Holding(msgspec.Struct, frozen=True):
    """One seat that somebody holds."""

    holder: str
    seat: int
    is_link: bool
    is_owner: bool


def default_url() -> str:
    """Return where tables are kept by default (PLOWSHARES_DATABASE overrides it)."""
    chosen = os.environ.get("PLOWSHARES_DATABASE")
    if chosen:
        return chosen
    folder = platformdirs.user_data_path("plowshares")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


class Entry:
    """One line of a record on its way to the disk."""

    __slots__ = ("ended", "error", "is_done", "ready", "row")

    def __init__(self, table: str, n: int, data: bytes, ended: bool) -> None:
        self.row = {"table_id": table, "n": n, "data": data}
        self.ended = ended
        self.is_done = False
        self.ready = threading.Event()  # it is done, or has to write for all who wait
        self.error: BaseException | None = None


class Store:
    """The database. Every method is one transaction: what it wrote is on disk when it returns.

    Lines of records that come at the same time share one transaction, because most of a commit is waiting for the disk.
    """

    def __init__(self, url: str) -> None:
        self.batches: Counter[int] = Counter()  # how many lines went into one transaction, and how often
        self._waiting: list[Entry] = []
        self._queue = threading.Lock()
        self._is_writing = False
        try:
            self.engine = _connect(url)
            schema.create_all(self.engine)
            for index in (by_table, by_end):
                index.create(self.engine, checkfirst=True)  # databases of older versions have none
        except (sa.exc.SQLAlchemyError, StoreFailed, ImportError, OSError) as error:
            error = error.__cause__ or error  # type: ignore[assignment]  # what the driver said
            raise InvalidOption(f"cannot open the database {_shown(url)!r}: {error}") from None

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def add_table(
        self,
        table: str,
        plan: Plan,
        held: list[Holding],
        first: list[bytes],
        follows: str | None = None,
        ended: bool = False,
    ) -> None:
        """Add a table with the first lines of its record and those who hold its seats; it may be another's rematch."""
        rows = [{"table_id": table, **msgspec.to_builtins(each)} for each in held]
        with self.engine.begin() as db:
            row = {"id": table, "created": time.time(), "plan": msgspec.json.encode(plan), "ended": ended}
            db.execute(tables.insert().values(**row))
            db.execute(lines.insert(), [{"table_id": table, "n": n, "data": data} for n, data in enumerate(first)])
            if rows:
                db.execute(holders.insert(), rows)
            if follows is not None:
                db.execute(tables.update().where(tables.c.id == follows).values(successor=table))

    def add_line(self, table: str, n: int, data: bytes, ended: bool) -> None:
        """Append one line to the record of a table; return when it is committed.

        Whoever comes first writes for all who wait, and then lets the first of those who came meanwhile do the same.
        """
        entry = Entry(table, n, data, ended)
        with self._queue:
            self._waiting.append(entry)
            is_first, self._is_writing = not self._is_writing, True
        if not is_first:
            entry.ready.wait()
        if not entry.is_done:
            with self._queue:
                batch, self._waiting = self._waiting, []
            self._write_batch(batch)
            self._pass_on()
            for each in batch:
                each.ready.set()
        if entry.error is not None:
            raise StoreFailed(NOT_TAKEN) from entry.error

    def _pass_on(self) -> None:
        """Let the first of those who wait write next."""
        with self._queue:
            self._is_writing = bool(self._waiting)
            if self._waiting:
                self._waiting[0].ready.set()

    def _write_batch(self, batch: list[Entry]) -> None:
        try:
            self._write(batch)
        except sa.exc.IntegrityError as error:  # somebody else has written this line: the others' are still good
            for entry in batch if len(batch) > 1 else ():
                self._write_batch([entry])
            if len(batch) == 1:
                batch[0].error = error
        except BaseException as error:  # whatever it was, nobody may take a line for written that is not
            for entry in batch:
                entry.error = error
        finally:
            for entry in batch:
                entry.is_done = True

    def _write(self, batch: list[Entry]) -> None:
        with self.engine.begin() as db:
            db.execute(lines.insert(), [entry.row for entry in batch])
            ended = [entry.row["table_id"] for entry in batch if entry.ended]
            if ended:
                db.execute(tables.update().where(tables.c.id.in_(ended)).values(ended=True))
        self.batches[len(batch)] += 1

    def hold(self, table: str, holding: Holding) -> None:
        """Give a seat to somebody; giving it twice is the same as once."""
        key = {"holder": holding.holder, "table_id": table, "seat": holding.seat}
        with self.engine.begin() as db:
            found = db.execute(sa.select(holders.c.seat).filter_by(**key)).first()
            if found is None:
                db.execute(holders.insert().values(**key, is_link=holding.is_link, is_owner=holding.is_owner))

    def drop_links(self, table: str, seat: int) -> None:
        """Make the links of a seat that were given out so far worthless; browsers that used one stay."""
        with self.engine.begin() as db:
            db.execute(holders.delete().where(holders.c.table_id == table, holders.c.seat == seat, holders.c.is_link))

    def held_at(self, table: str) -> list[Holding]:
        """List who holds the seats of a table."""
        with self.engine.connect() as db:
            rows = db.execute(sa.select(holders).where(holders.c.table_id == table)).mappings().all()
        return [_holding(row) for row in rows]

    def find_link(self, holder: str) -> tuple[str, int] | None:
        """Return the table and seat of a link."""
        with self.engine.connect() as db:
            row = db.execute(
                sa.select(holders.c.table_id, holders.c.seat).where(holders.c.holder == holder, holders.c.is_link)
            ).first()
        return (row[0], row[1]) if row else None

    def row(self, table: str) -> Row | None:
        """Return a table, or None."""
        with self.engine.connect() as db:
            found = db.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
        return _row(found) if found else None

    def rows_of(self, holder: str, most: int = 100) -> list[Row]:
        """List the tables at which somebody holds a seat, the latest first."""
        mine = sa.select(holders.c.table_id).where(holders.c.holder == holder)
        return self._rows(sa.select(tables).where(tables.c.id.in_(mine)).limit(most))

    def unfinished(self, most: int = 1000) -> list[Row]:
        """List the tables in play, the latest first."""
        return self._rows(sa.select(tables).where(tables.c.ended.is_(False)).limit(most))

    def record(self, table: str) -> bytes:
        """Return the record of a table, as it would lie in a file."""
        with self.engine.connect() as db:
            found = db.execute(sa.select(lines.c.data).where(lines.c.table_id == table).order_by(lines.c.n)).scalars()
            return b"".join(bytes(data) + b"\n" for data in found)

    def _rows(self, query: Any) -> list[Row]:
        with self.engine.connect() as db:
            return [_row(each) for each in db.execute(query.order_by(tables.c.created.desc())).mappings()]


def _connect(url: str) -> sa.Engine:
    parsed = sa.make_url(url)
    backend = parsed.get_backend_name()
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    # A database server may have been restarted meanwhile: connections are tried before they are used.
    engine = sa.create_engine(parsed, pool_pre_ping=backend != "sqlite")
    if backend == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "handle_error", _translate)
    return engine


def _translate(context: Any) -> None:
    """Let what is no fault of ours be an error that callers know."""
    if isinstance(context.sqlalchemy_exception, sa.exc.OperationalError):
        context.chained_exception = StoreFailed(NOT_TAKEN)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a commit waits for the disk: nobody is told of what could be lost
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _row(found: Any) -> Row:
    plan = msgspec.json.decode(bytes(found["plan"]), type=Plan)
    return Row(found["id"], found["created"], plan, bool(found["ended"]), found["successor"])


def _holding(found: Any) -> Holding:
    return Holding(found["holder"], found["seat"], bool(found["is_link"]), bool(found["is_owner"]))


def _shown(url: str) -> str:
    """Return a URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return url
