"""Which processes are alive, and which of them runs each table.

A process is alive as long as PostgreSQL holds its advisory lock, which ends with its connection. A table belongs to the
process named in its row; when that process dies, the others take its tables over. A line of a record is written only
while the row still names the writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from plowshares.server.cluster.frames import PeerGone, connect
from plowshares.server.errors import StoreFailed
from plowshares.server.saved_clocks import stop_clocks
from plowshares.server.schema import tables, workers
from plowshares.server.store import Store

LOCK_CLASS = 0x504C  # class of the processes' advisory locks
CHANNEL = "plowshares"
CHECK_SECONDS = 0.5  # seconds between two checks of which processes are alive
DEAD_AFTER = 4  # checks that miss the lock of a process that still listens before it counts as dead
FIRST_SECONDS = 10.0  # for the first check, at the start
CONNECT_SECONDS = 1.0  # for a process to accept a connection while its lock is missing
MOST_ADOPTED = 50  # tables taken over at a time
ALIVE = f"""SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = {LOCK_CLASS} AND objsubid = 2
 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
# A machine that loses power closes no connection: PostgreSQL must notice soon, and release the lock.
KEEPALIVE = "SELECT set_config(name, value, false) FROM (VALUES ('tcp_keepalives_idle', '2'),\
 ('tcp_keepalives_interval', '1'), ('tcp_keepalives_count', '2')) AS wanted (name, value)"
logger = logging.getLogger(__name__)


class Membership:
    """This process's view of the cluster. Runs on the event loop, except for calls to the store."""

    def __init__(self, store: Store, url: str, hear: Callable[[str, Any], None]) -> None:
        self._store, self._url, self._hear = store, url, hear
        self.number = secrets.randbits(31)
        self.name = f"{self.number:08x}"
        self.alive: frozenset[str] = frozenset({self.name})
        self.addresses: dict[str, str] = {}
        self.adopted: Callable[[list[str]], None] = lambda _: None
        self._missed: Counter[str] = Counter()
        self._news: list[dict[str, Any]] = []
        self._checks = 0  # since the database was reached; too few say little about which processes have died
        self._has_checked = asyncio.Event()
        self._is_suspicious = False  # whether a connection to another process has just ended

    def is_alive(self, name: str | None) -> bool:
        """Ask whether a process is alive, as far as this one knows."""
        return name is not None and name in self.alive

    def suspect(self) -> None:
        """Check at once which processes are alive: a connection to one of them has ended."""
        self._is_suspicious = True

    def tell(self, kind: str, content: Any = None) -> None:
        """Queue a notification to all other processes."""
        self._news.append({"from": self.name, "kind": kind, "content": content})

    async def register(self, address: str) -> None:
        """Publish the address at which this process answers the others."""
        await asyncio.to_thread(self._register, address)

    def _register(self, address: str) -> None:
        with self._store.begin() as db:
            db.execute(workers.delete().where(workers.c.id == self.name))
            db.execute(workers.insert().values(id=self.name, address=address, beat=time.time()))

    async def wait_until_known(self) -> None:
        """Wait for the first check: before it, this process would take the tables of living ones over."""
        with contextlib.suppress(TimeoutError):  # the database is down again: nothing can be taken over, either
            await asyncio.wait_for(self._has_checked.wait(), FIRST_SECONDS)

    async def run(self) -> None:
        """Hold the lock and check on the others until cancelled; reconnect after every database outage."""
        import psycopg

        while True:
            try:
                await self._run_once(psycopg.AsyncConnection)
            except (psycopg.Error, StoreFailed, OSError) as error:
                logger.warning("the database does not answer process %s: %s", self.name, type(error).__name__)
            self._missed.clear()
            self._checks = 0
            await asyncio.sleep(CHECK_SECONDS / 2)

    async def _run_once(self, connections: Any) -> None:
        connection = await connections.connect(self._url, autocommit=True, connect_timeout=5)
        async with connection:
            await connection.execute(KEEPALIVE)
            await connection.execute("SELECT pg_advisory_lock(%s, %s)", (LOCK_CLASS, self.number))
            await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                await self._look(connection)
                began = time.monotonic()
                while time.monotonic() - began < CHECK_SECONDS and not self._is_suspicious:
                    await self._send_news(connection)
                    async for note in connection.notifies(timeout=CHECK_SECONDS / 10, stop_after=1):
                        self._take(note.payload)

    async def _send_news(self, connection: Any) -> None:
        news, self._news = self._news, []
        for each in news:
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, msgspec.json.encode(each).decode()[:7900]))

    def _take(self, payload: str) -> None:
        try:
            found = msgspec.json.decode(payload)
        except msgspec.DecodeError:
            return
        if found["from"] != self.name:
            self._hear(found["kind"], found["content"])

    async def _look(self, connection: Any) -> None:
        self._is_suspicious = False
        rows = await (await connection.execute(ALIVE)).fetchall()
        here = frozenset(f"{number:08x}" for (number,) in rows) | {self.name}
        for name in here:
            self._missed.pop(name, None)
        for name in self.alive - here:
            # A process that lost its connection to the database for a moment still listens, and may reconnect.
            self._missed[name] += 1 if await self._listens(name) else DEAD_AFTER
        self.alive = here | {name for name, count in self._missed.items() if count < DEAD_AFTER}
        await asyncio.to_thread(self._refresh)
        self._has_checked.set()
        if self._checks >= DEAD_AFTER:
            taken = await asyncio.to_thread(self._adopt)
            if taken:
                self.adopted(taken)
        self._checks += 1

    async def _listens(self, name: str) -> bool:
        """Ask whether a process still accepts connections; a killed one does not."""
        try:
            link = await asyncio.wait_for(connect(self.addresses.get(name, "")), CONNECT_SECONDS)
        except (PeerGone, ValueError):  # refused, or the process has given no address
            return False
        except TimeoutError:  # a machine that does not answer may only be slow
            return True
        link.close()
        return True

    def _refresh(self) -> None:
        with self._store.begin() as db:
            db.execute(workers.update().where(workers.c.id == self.name).values(beat=time.time()))
            self.addresses = {row.id: row.address for row in db.execute(sa.select(workers.c.id, workers.c.address))}

    def _adopt(self) -> list[str]:
        """Take over tables in play that no living process runs; return those that need to be in memory."""
        with self._store.begin() as db:
            alive = self.alive | locked_by(db)
            orphans = sa.select(tables.c.id, tables.c.worker).where(
                tables.c.ended.is_(False), tables.c.worker.is_(None) | tables.c.worker.not_in(alive)
            )
            chosen = orphans.order_by(tables.c.touched.desc()).limit(MOST_ADOPTED).with_for_update(skip_locked=True)
            found = db.execute(chosen).all()
            for previous in {worker for _, worker in found}:
                names = [name for name, worker in found if worker == previous]
                take_over(db, names, previous, self.name)
            if not found:
                db.execute(workers.delete().where(workers.c.id.not_in(alive), workers.c.beat < time.time() - 60))
        return [name for name, _ in found]

    async def leave(self) -> None:
        """Give all tables back before this process stops."""
        await asyncio.to_thread(self._leave)

    def _leave(self) -> None:
        try:
            with self._store.begin() as db:
                db.execute(tables.update().where(tables.c.worker == self.name).values(worker=None))
                db.execute(workers.delete().where(workers.c.id == self.name))
        except StoreFailed:
            logger.warning("process %s could not give its tables back", self.name)


def locked_by(db: sa.Connection) -> frozenset[str]:
    """Return the processes that hold their locks now."""
    return frozenset(f"{number:08x}" for number in db.scalars(sa.text(ALIVE)))


def claim(store: Store, table: str, me: str, alive: frozenset[str]) -> str | None:
    """Return the process that runs a table, claiming it if no living one does; None if there is no such table."""
    with store.begin() as db:
        found = db.execute(sa.select(tables.c.worker).where(tables.c.id == table)).first()
        if found is None or found[0] == me or found[0] in alive:
            return None if found is None else found[0]
        again = sa.select(tables.c.worker).where(tables.c.id == table).with_for_update()
        previous = db.execute(again).scalar_one()
        # A process that has just started may have opened it: the last check did not know that one yet.
        if previous is not None and (previous == me or previous in alive | locked_by(db)):
            return str(previous)
        take_over(db, [table], previous, me)
        return me


def take_over(db: sa.Connection, names: list[str], previous: str | None, me: str) -> None:
    """Take tables over; players' clocks ran until the process that ran them was last seen alive."""
    db.execute(tables.update().where(tables.c.id.in_(names)).values(worker=me))
    beat = db.execute(sa.select(workers.c.beat).where(workers.c.id == previous)).scalar()
    if beat is None:
        return
    for name, saved in db.execute(sa.select(tables.c.id, tables.c.clocks).where(tables.c.id.in_(names))).all():
        stopped = stop_clocks(None if saved is None else bytes(saved), beat)
        db.execute(tables.update().where(tables.c.id == name).values(clocks=stopped))
