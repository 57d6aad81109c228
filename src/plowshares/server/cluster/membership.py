"""Which processes there are, and which of them runs a table.

A process is alive as long as PostgreSQL holds its advisory lock, which ends with its connection: so PostgreSQL decides
who has died. A table belongs to the process whose name is in its row; a process that dies loses its tables to those
that are left. Every line of a record is written only where the row still names the writer.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from plowshares.server.errors import StoreFailed
from plowshares.server.schema import tables, workers
from plowshares.server.store import Store

CLASS = 0x504C  # of the advisory locks of processes
CHANNEL = "plowshares"
LOOK = 1.0  # seconds between two looks at who is alive
DEAD_AFTER = 2  # looks at which a process was not there
ADOPTED = 50  # tables that a process takes over at a time
ALIVE = f"""SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = {CLASS} AND objsubid = 2
 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
logger = logging.getLogger(__name__)


class Membership:
    """This process among the others. Everything but what it asks of the store happens on the event loop."""

    def __init__(self, store: Store, url: str, hear: Callable[[str, Any], None]) -> None:
        self._store, self._url, self._hear = store, url, hear
        self.number = secrets.randbits(31)
        self.name = f"{self.number:08x}"
        self.alive: frozenset[str] = frozenset({self.name})
        self.addresses: dict[str, str] = {}
        self.adopted: Callable[[list[str]], None] = lambda _: None
        self._missed: Counter[str] = Counter()
        self._news: list[dict[str, Any]] = []
        self._is_settled = False  # whether enough looks were taken to know who has died

    def is_alive(self, name: str | None) -> bool:
        """Ask whether a process is there, as far as this one knows."""
        return name is not None and name in self.alive

    def tell(self, kind: str, content: Any = None) -> None:
        """Tell all other processes something."""
        self._news.append({"from": self.name, "kind": kind, "content": content})

    async def register(self, address: str) -> None:
        """Let the others know where this process answers."""
        await asyncio.to_thread(self._register, address)

    def _register(self, address: str) -> None:
        with self._store.begin() as db:
            db.execute(workers.delete().where(workers.c.id == self.name))
            db.execute(workers.insert().values(id=self.name, address=address, beat=time.time()))

    async def run(self) -> None:
        """Hold the lock, look after the others, until cancelled; begin again whenever the database was gone."""
        import psycopg

        while True:
            try:
                await self._run_once(psycopg.AsyncConnection)
            except (psycopg.Error, StoreFailed, OSError) as error:
                logger.warning("the database does not answer process %s: %s", self.name, type(error).__name__)
            self._missed.clear()
            self._is_settled = False
            await asyncio.sleep(LOOK / 2)

    async def _run_once(self, connections: Any) -> None:
        connection = await connections.connect(self._url, autocommit=True, connect_timeout=5)
        async with connection:
            await connection.execute("SELECT pg_advisory_lock(%s, %s)", (CLASS, self.number))
            await connection.execute(f"LISTEN {CHANNEL}")
            while True:
                await self._look(connection)
                began = time.monotonic()
                while time.monotonic() - began < LOOK:
                    await self._send_news(connection)
                    async for note in connection.notifies(timeout=LOOK / 10, stop_after=1):
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
        rows = await (await connection.execute(ALIVE)).fetchall()
        here = frozenset(f"{number:08x}" for (number,) in rows) | {self.name}
        for name in here:
            self._missed.pop(name, None)
        for name in self.alive - here:
            self._missed[name] += 1
        # A process whose connection was lost for a moment is given the time to come back.
        self.alive = here | {name for name, count in self._missed.items() if count < DEAD_AFTER}
        await asyncio.to_thread(self._refresh)
        if self._is_settled:
            taken = await asyncio.to_thread(self._adopt)
            if taken:
                self.adopted(taken)
        self._is_settled = True

    def _refresh(self) -> None:
        with self._store.begin() as db:
            db.execute(workers.update().where(workers.c.id == self.name).values(beat=time.time()))
            self.addresses = {row.id: row.address for row in db.execute(sa.select(workers.c.id, workers.c.address))}

    def _adopt(self) -> list[str]:
        """Take over tables in play that no living process runs; return those that need to be in memory."""
        orphans = sa.select(tables.c.id, tables.c.worker).where(
            tables.c.ended.is_(False), tables.c.worker.is_(None) | tables.c.worker.not_in(self.alive)
        )
        chosen = orphans.order_by(tables.c.touched.desc()).limit(ADOPTED).with_for_update(skip_locked=True)
        with self._store.begin() as db:
            found = db.execute(chosen).all()
            for previous in {worker for _, worker in found}:
                names = [name for name, worker in found if worker == previous]
                _take(db, names, previous, self.name)
            if not found:
                db.execute(workers.delete().where(workers.c.id.not_in(self.alive), workers.c.beat < time.time() - 60))
        return [name for name, _ in found]

    async def leave(self) -> None:
        """Give all tables back, because this process stops."""
        await asyncio.to_thread(self._leave)

    def _leave(self) -> None:
        try:
            with self._store.begin() as db:
                db.execute(tables.update().where(tables.c.worker == self.name).values(worker=None))
                db.execute(workers.delete().where(workers.c.id == self.name))
        except StoreFailed:
            logger.warning("process %s could not give its tables back", self.name)


def claim(store: Store, table: str, me: str, alive: frozenset[str]) -> str | None:
    """Return the process that runs a table: this one from now on if no living one does; None if there is no table."""
    with store.begin() as db:
        found = db.execute(sa.select(tables.c.worker).where(tables.c.id == table)).first()
        if found is None or found[0] == me or found[0] in alive:
            return None if found is None else found[0]
        again = sa.select(tables.c.worker).where(tables.c.id == table).with_for_update()
        previous = db.execute(again).scalar_one()
        if previous is not None and (previous == me or previous in alive):
            return str(previous)
        _take(db, [table], previous, me)
        return me


def _take(db: sa.Connection, names: list[str], previous: str | None, me: str) -> None:
    """Take tables over; players' clocks ran until the process that ran them was alive last."""
    db.execute(tables.update().where(tables.c.id.in_(names)).values(worker=me))
    beat = db.execute(sa.select(workers.c.beat).where(workers.c.id == previous)).scalar()
    if beat is not None:
        until = msgspec.json.encode({"until": beat})
        db.execute(tables.update().where(tables.c.id.in_(names), tables.c.clocks.is_(None)).values(clocks=until))
