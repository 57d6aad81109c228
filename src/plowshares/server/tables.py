"""The tables of a server and everything that keeps them going: programs, clocks, links, those who watch."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence

from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.engine.clock import TimeControl
from plowshares.server.access import Access
from plowshares.server.agent_driver import AgentDriver
from plowshares.server.bots import BotRegistry
from plowshares.server.compile_worker import CompileWorker
from plowshares.server.plan import Plan, SeatPlan
from plowshares.server.repository import TableRepository
from plowshares.server.store import Store
from plowshares.server.table import Table
from plowshares.server.watchers import Watchers

TICK = 0.5  # seconds between two looks at whose time is up
HOUR = 3600.0
logger = logging.getLogger(__name__)


class TableManager:
    """Puts together what a server needs for its tables, and starts and stops it."""

    def __init__(
        self,
        store: Store,
        bots: BotRegistry | None = None,
        preparer: CompileWorker | None = None,
        desert_after: float = HOUR,
    ) -> None:
        self.store = store
        self.bots = bots if bots is not None else BotRegistry()
        self.preparer = preparer if preparer is not None else CompileWorker()
        self.watchers = Watchers()
        self.repository = TableRepository(store, self.bots, self._has_come)
        self.driver = AgentDriver(self.repository, self.watchers, self.preparer)
        self.access = Access(store, desert_after)
        self.stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None

    # Tables

    def open(
        self,
        game: Game,
        options: Options,
        seats: Sequence[SeatPlan],
        control: TimeControl,
        owner: str,
        plan: Plan | None = None,
    ) -> Table:
        """Open a table for its owner; `plan` holds what is known of it besides game and seats."""
        return self.repository.open(game, options, seats, control, owner, plan)

    def at_hand(self, name: str) -> Table | None:
        """Return a table that is in memory and agrees with its record."""
        return self.repository.at_hand(name)

    def find(self, name: str) -> Table:
        """Return a table, rebuilt from its record if it is not in memory."""
        return self.repository.find(name)

    def join(self, token: str, holder: str, name: str = "") -> Table | None:
        """Let a browser hold the seat of a token; None if it was the key of the owner, who may start bots now."""
        if self.bots.admit(token, holder):
            return None
        name, seat = self.access.find_link(token)
        table = self.find(name)
        self.access.join(table, token, seat, holder, name)
        return table

    def wake(self, name: str) -> None:
        """Tell those who watch a table, or the lobby, from any thread."""
        self._call(self.watchers.wake, name)

    # Keeping going

    async def run(self) -> None:
        """Play on at all tables until cancelled; rebuild those that were in play."""
        self._loop = asyncio.get_running_loop()
        for table in self.repository.all():
            self.driver.start(table)
        rebuilding = asyncio.create_task(self._rebuild(), name="rebuild tables")
        try:
            while True:
                await asyncio.sleep(TICK)
                await self._check_clocks()
        finally:
            rebuilding.cancel()
            await asyncio.gather(rebuilding, return_exceptions=True)
            await self.driver.stop()
            await self.preparer.stop()
            await asyncio.to_thread(self.bots.stop)

    def stop(self) -> None:
        """Let everybody who follows a table go, because the server stops."""
        self.stopping = True
        self.watchers.wake_all()

    async def _check_clocks(self) -> None:
        for table in self.repository.all():
            if table.match.clocks.control != TimeControl() and not table.match.result:
                with contextlib.suppress(PlowsharesError):
                    await asyncio.to_thread(table.check_time)

    async def _rebuild(self) -> None:
        for row in await asyncio.to_thread(self.store.unfinished):
            with contextlib.suppress(PlowsharesError):  # it was logged, and others can be played on
                await asyncio.to_thread(self.find, row.id)

    def _has_come(self, table: Table) -> None:
        table.wake = lambda: self._call(self.watchers.wake, table.name)
        self._call(self.driver.start, table)

    def _call(self, do: Callable[..., None], what: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the server is stopping
                self._loop.call_soon_threadsafe(do, what)
