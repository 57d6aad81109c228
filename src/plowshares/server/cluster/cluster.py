"""Joins this process to a cluster: sets up membership and forwarding, and hooks them into tables and quotas."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from starlette.types import ASGIApp

from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.server.cluster.forwarding import Places
from plowshares.server.cluster.membership import Membership, claim
from plowshares.server.cluster.peers import PeerServer
from plowshares.server.cluster.remote_presence import REPORT_SECONDS, RemotePresence, report
from plowshares.server.limits import Quotas
from plowshares.server.schema import tables
from plowshares.server.site import Site

QUOTA_SECONDS = 0.5  # seconds between two reports of quota use
MOST_REPORTED = 50  # counts per notification


class Cluster:
    """This process among those that share a database."""

    def __init__(self, site: Site, quotas: Quotas, url: str, peer_host: str = "") -> None:
        check_shareable(url)
        self.site, self.hall, self.quotas = site, site.hall, quotas
        self._peer_host = peer_host
        plain = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._key = site.hall.store.secret("peers")
        self.membership = Membership(site.hall.store, plain, self._hear)
        self.membership.adopted = self._adopted
        self.elsewhere = RemotePresence()
        self.places = Places(self.membership, self._owner, self._linked, self._key)
        self._peers: PeerServer | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._take_over()

    def _take_over(self) -> None:
        """Make tables and quotas notify the other processes."""
        repository, name = self.hall.repository, self.membership.name
        repository.worker = self.hall.store.writer.worker = name
        repository.claim = self._claim
        self.hall.tell_others = lambda channel: self.membership.tell("wake", channel)
        self.hall.elsewhere = self.elsewhere.here
        self.hall.owners.changed = lambda: self.membership.tell("owners")
        self.hall.tell_renamed = lambda before, now: self.membership.tell("holder", [before, now])
        self.site.people.changed = lambda: self.membership.tell("people")
        self.quotas.is_shared = True

    def _claim(self, table: str) -> str | None:
        return claim(self.hall.store, table, self.membership.name, self.membership.alive)

    async def _owner(self, table: str) -> str | None:
        if self.hall.at_hand(table) is not None:
            return self.membership.name
        return await self.site.work.lists.run(self._claim, table)

    async def _linked(self, token: str) -> str | None:
        if self.hall.owners.is_key(token):
            return None
        found = await self.site.work.lists.run(self.hall.access.find_link, token)
        return found[0]

    async def start(self, app: ASGIApp) -> None:
        """Start answering other processes; return when this process knows which others are alive."""
        self._peers = PeerServer(app, self._key)
        if self._peer_host:
            address = f"tcp:{self._peer_host}"
        else:
            self._folder = tempfile.TemporaryDirectory(prefix="plowshares-")  # readable by its owner only
            address = f"unix:{Path(self._folder.name) / f'{os.getpid()}.sock'}"
        await self.membership.register(await self._peers.start(address))
        for each in (self.membership.run(), self._share(), self._tell_presence(), self._drop_lost()):
            self._keep(asyncio.create_task(each))
        await self.membership.wait_until_known()

    async def stop(self) -> None:
        """Give the tables back, then stop answering other processes."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.membership.leave()
        self.places.close()
        if self._peers is not None:
            await self._peers.stop()
        if self._folder is not None:
            self._folder.cleanup()

    def _keep(self, task: asyncio.Task[Any]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hear(self, kind: str, content: Any) -> None:
        if kind == "wake":
            self.hall.watchers.wake(content)
        elif kind == "owners":
            self._keep(asyncio.create_task(asyncio.to_thread(self.hall.owners.refresh)))
        elif kind == "people":
            self.site.people.hear()
        elif kind == "holder":
            self._keep(asyncio.create_task(asyncio.to_thread(self.hall.repository.rename_holder, *content)))
        elif kind == "here":
            self.elsewhere.hear(*content)
        elif kind == "quota":
            for what, who, count in content:
                self.quotas.hear(what, who, count)

    async def _share(self) -> None:
        """Report quota use in this process to the others."""
        while True:
            await asyncio.sleep(QUOTA_SECONDS)
            taken, self.quotas.taken = self.quotas.taken, []
            counts = [(kind, who, count) for (kind, who), count in Counter(taken).items()]
            for i in range(0, len(counts), MOST_REPORTED):
                self.membership.tell("quota", counts[i : i + MOST_REPORTED])

    async def _tell_presence(self) -> None:
        """Tell the others who is here."""
        while True:
            for part in report(self.membership.name, self.hall.here_locally()):
                self.membership.tell("here", part)
            await asyncio.sleep(REPORT_SECONDS)

    def _adopted(self, names: list[str]) -> None:
        self._keep(asyncio.create_task(self._load(names)))

    async def _load(self, names: list[str]) -> None:
        """Load those of a dead process's tables that have programs or running clocks."""
        for name in names:
            with contextlib.suppress(PlowsharesError):
                row = await self.site.work.lists.run(self.hall.store.row, name)
                if row is None:
                    continue
                has_programs = any(seat.kind in ("computer", "bot", "guide") for seat in row.plan.seats)
                if has_programs or row.plan.time not in ("", "none"):
                    await self.site.work.load.run(self.hall.find, name)

    async def _drop_lost(self) -> None:
        """Forget tables that another process has taken over, for example after a database outage."""
        while True:
            await asyncio.sleep(1.0)
            held = {table.name: table for table in self.hall.repository.all()}
            with contextlib.suppress(PlowsharesError):
                ours = await self.site.work.lists.run(self._ours, list(held))
                for name in held.keys() - ours:
                    self.hall.repository.forget(held[name])
                    self.hall.watchers.wake(name)

    def _ours(self, names: list[str]) -> set[str]:
        query = sa.select(tables.c.id).where(tables.c.worker == self.membership.name, tables.c.id.in_(names))
        with self.hall.store.begin() as db:
            return set(db.execute(query).scalars()) if names else set()


def check_shareable(url: str) -> None:
    """Raise InvalidOption unless several processes can share this database."""
    if sa.make_url(url).get_backend_name() != "postgresql":
        raise InvalidOption("several processes need PostgreSQL: --database postgresql://USER@HOST/NAME")
