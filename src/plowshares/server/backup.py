"""Backup of a database into one private SQLite file, and restore into any empty database."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import sqlalchemy as sa

from plowshares.core.errors import InvalidOption
from plowshares.server.database import PRIVATE, make_private, open_database
from plowshares.server.schema import schema, tables, workers

ROWS = 1000  # rows copied at a time


def back_up(url: str, file: Path) -> int:
    """Write a database into a new file, as it is at one moment, while it is used; return how many game tables it has.

    An SQLite database is copied as it is, whatever its version; another is copied row by row.
    """
    if file.exists():
        raise InvalidOption(f"{str(file)!r} is there already; a backup overwrites nothing")
    parsed = sa.make_url(url)
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    try:
        if parsed.get_backend_name() == "sqlite":
            _copy_file(Path(parsed.database or ""), unfinished)
        else:
            _copy_rows(url, f"sqlite:///{unfinished}")
        count = _finish(unfinished)
        unfinished.rename(file)
    finally:
        for suffix in ("", "-wal", "-shm"):
            unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)
    return count


def restore(file: Path, url: str) -> int:
    """Write a backup into an empty database; return how many game tables there are."""
    if not file.is_file():
        raise InvalidOption(f"there is no backup {str(file)!r}")
    with tempfile.TemporaryDirectory() as folder:  # the backup itself stays as it is, though its schema may be older
        copy = Path(folder) / "backup.sqlite"
        shutil.copyfile(file, copy)
        copy.chmod(PRIVATE)
        return _copy_rows(f"sqlite:///{copy}", url)


def _copy_file(source: Path, target: Path) -> None:
    if not source.is_file():
        raise InvalidOption(f"there is no database {str(source)!r}")
    with contextlib.closing(sqlite3.connect(source)) as before, contextlib.closing(sqlite3.connect(target)) as after:
        before.backup(after)


def _finish(file: Path) -> int:
    """Leave one file, on disk."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        (count,) = db.execute("SELECT count(*) FROM tables").fetchone()
    with file.open("rb") as written:
        os.fsync(written.fileno())
    return int(count)


def _copy_rows(source: str, target: str) -> int:
    before, after = open_database(source), open_database(target)
    try:
        level = {} if before.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        with before.connect().execution_options(**level) as old, after.begin() as new:
            if new.execute(sa.select(tables.c.id).limit(1)).first() is not None:
                raise InvalidOption("the database is not empty: restore into a new one")
            for table in schema.sorted_tables:
                _copy_table(table, old, new)
            new.execute(workers.delete())
            new.execute(tables.update().values(worker=None))
            return int(new.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())
    finally:
        before.dispose()
        after.dispose()


def _copy_table(table: sa.Table, old: sa.Connection, new: sa.Connection) -> None:
    new.execute(table.delete())  # a database that was opened before has secrets of its own
    rows = old.execute(sa.select(table)).mappings()
    while chunk := rows.fetchmany(ROWS):
        new.execute(table.insert(), [dict(row) for row in chunk])
    if new.dialect.name == "postgresql" and "id" in table.c and isinstance(table.c.id.type, sa.Integer):
        last = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0) + 1).scalar_subquery()
        sequence = sa.func.pg_get_serial_sequence(table.name, "id")
        new.execute(sa.select(sa.func.setval(sequence, last, False)))
