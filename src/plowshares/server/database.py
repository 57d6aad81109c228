"""Opening a database: SQLite by default, its schema brought up to date, its file readable by its owner only."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa

from plowshares.core.errors import InvalidOption
from plowshares.server.schema import HEAD, schema

PRIVATE = 0o600
MIGRATION_LOCK = 0x504C4F57  # the advisory lock held while the schema changes
TIMEOUT = 5  # time-out for connections and locks
version = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))


def default_url() -> str:
    """Return where tables are kept by default (PLOWSHARES_DATABASE overrides it)."""
    chosen = os.environ.get("PLOWSHARES_DATABASE")
    if chosen:
        return chosen
    folder = platformdirs.user_data_path("plowshares")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def open_database(url: str) -> sa.Engine:
    """Return an engine over a database with the present schema; InvalidOption, without its password, if that fails."""
    try:
        engine = _connect(url)
        with engine.begin() as db:
            bring_up_to_date(db)
    except (sa.exc.SQLAlchemyError, OSError, ImportError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()
        raise InvalidOption(f"cannot open the database {shown(url)!r}: {reason[0] if reason else error!r}") from None
    return engine


def bring_up_to_date(db: sa.Connection) -> None:
    """Make the schema, or change an older one into the present one."""
    if db.dialect.name == "postgresql":  # of several processes that start at once, one does it
        db.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    found = sa.inspect(db)
    is_versioned = found.has_table("alembic_version")
    before = db.execute(sa.select(version.c.version_num)).scalar() if is_versioned else None
    if before == HEAD:
        return
    if before is None and not found.has_table("tables"):
        schema.create_all(db)
        _stamp(db, HEAD)
        return
    if before is not None and before > HEAD:
        raise InvalidOption(f"the database has schema {before}, newer than this program's {HEAD}: update Plowshares")
    _migrate(db, before)


def _stamp(db: sa.Connection, name: str) -> None:
    version.create(db, checkfirst=True)
    db.execute(version.insert().values(version_num=name))


def _migrate(db: sa.Connection, before: str | None) -> None:
    from alembic import command  # imported lazily: only an older database needs it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "plowshares.server:migrations")
    config.attributes["connection"] = db
    if before is None:  # made before there were versions
        command.stamp(config, "0001")
    command.upgrade(config, HEAD)


def _connect(url: str) -> sa.Engine:
    parsed = sa.make_url(url)
    backend = parsed.get_backend_name()
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and parsed.database:
        make_private(Path(parsed.database))
    # Parameters hold seeds and commands; they must not appear in errors, which may be logged.
    how: dict[str, Any] = {"hide_parameters": True, "pool_timeout": TIMEOUT}
    if backend == "sqlite":
        how["connect_args"] = {"timeout": TIMEOUT}
    else:  # test connections before use: the database server may have restarted
        how |= {"pool_pre_ping": True, "pool_size": 4, "max_overflow": 4}
    if backend == "postgresql":
        options = f"-c statement_timeout={2000 * TIMEOUT} -c lock_timeout={1000 * TIMEOUT}"
        how["connect_args"] = {"connect_timeout": TIMEOUT, "options": options}
    engine = sa.create_engine(parsed, **_without_pool(how, parsed))
    if backend == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _without_pool(how: dict[str, Any], url: sa.URL) -> dict[str, Any]:
    """Leave out what a database in memory, which has one connection, does not take."""
    in_memory = url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")
    return {name: value for name, value in how.items() if not (in_memory and name.startswith("pool"))}


def make_private(file: Path) -> None:
    """Create a file, and its folder, readable by its owner only: it holds seeds and secret commands."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, PRIVATE))
    for each in (file, *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):  # not ours: its owner decides
            each.chmod(PRIVATE)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a commit waits for the disk, so acknowledged means durable
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def shown(url: str) -> str:
    """Return a URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return url
