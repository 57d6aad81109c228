"""What is kept on disk: tables, the lines of their records, and who holds which seat. SQLite by default."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
import sqlalchemy as sa

from plowshares.core.errors import BadOption

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


class SeatPlan(msgspec.Struct, frozen=True):
    """Who is to sit on one seat."""

    kind: str  # me, here (somebody at the same screen), link, computer
    name: str


class Plan(msgspec.Struct, frozen=True):
    """What a table plays and with whom; its options and seed are in its record."""

    game: str
    seats: tuple[SeatPlan, ...]


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


class Store:
    """The database. Every method is one transaction: what it wrote is on disk when it returns."""

    def __init__(self, url: str) -> None:
        try:
            parsed = sa.make_url(url)
            if parsed.get_backend_name() == "sqlite" and parsed.database:
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = sa.create_engine(parsed)
            if parsed.get_backend_name() == "sqlite":
                sa.event.listen(self.engine, "connect", _prepare_sqlite)
            schema.create_all(self.engine)
        except (sa.exc.SQLAlchemyError, ImportError, OSError) as error:
            raise BadOption(f"cannot open the database {_shown(url)!r}: {error}") from None

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def add_table(self, table: str, plan: Plan, held: list[Holding]) -> None:
        """Add a table with those who hold its seats."""
        with self.engine.begin() as db:
            db.execute(tables.insert().values(id=table, created=time.time(), plan=msgspec.json.encode(plan)))
            rows = [{"table_id": table, **msgspec.to_builtins(each)} for each in held]
            if rows:
                db.execute(holders.insert(), rows)

    def add_line(self, table: str, n: int, data: bytes, ended: bool) -> None:
        """Append one line to the record of a table."""
        with self.engine.begin() as db:
            db.execute(lines.insert().values(table_id=table, n=n, data=data))
            if ended:
                db.execute(tables.update().where(tables.c.id == table).values(ended=True))

    def set_successor(self, table: str, successor: str) -> None:
        """Note the table of the rematch."""
        with self.engine.begin() as db:
            db.execute(tables.update().where(tables.c.id == table).values(successor=successor))

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
