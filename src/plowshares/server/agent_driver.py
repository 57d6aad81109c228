"""Drives the programs at tables: computer players, and the owner's bots."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from plowshares.agents.random_agent import Random
from plowshares.arena.player import Fault
from plowshares.core.cpu import count_cores
from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.server.bots import MOST_BOTS, REASONS, BotSeat
from plowshares.server.compile_worker import COMPUTER, CompileWorker
from plowshares.server.errors import StoreFailed
from plowshares.server.fair_queue import FairQueue
from plowshares.server.logs import log_failure
from plowshares.server.repository import TableRepository
from plowshares.server.table import TRIES, Table
from plowshares.server.watchers import Watchers

RETRY_SECONDS = 1.0  # seconds before a failed database is tried again
PAUSE_AFTER = 120.0  # seconds after which tables without people pause if nobody watches
CHECK_SECONDS = 1.0  # seconds between two checks for spectators
PREPARING = _("The computer is putting on its boots. Go on meanwhile: it joins in within a minute.")
logger = logging.getLogger(__name__)


class AgentDriver:
    """One task for each table with programs, on the event loop; thinking happens in threads."""

    def __init__(
        self, repository: TableRepository, watchers: Watchers, preparer: CompileWorker, threads: int = 0
    ) -> None:
        self._repository, self._watchers, self._preparer = repository, watchers, preparer
        self.thinkers = FairQueue(threads or count_cores())  # more threads than cores would only slow each other down
        self._speakers = ThreadPoolExecutor(MOST_BOTS, "speaker")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping = False

    def start(self, table: Table) -> None:
        """Start driving a table, if it has programs and is not being driven yet."""
        if table.agents and table.name not in self._tasks and not table.match.result:
            task = asyncio.get_running_loop().create_task(self._drive(table), name=f"play at {table.name}")
            self._tasks[table.name] = task
            task.add_done_callback(lambda _: self._has_stopped(table))

    def is_driving(self, table: Table) -> bool:
        """Ask whether a table is being driven."""
        return table.name in self._tasks

    async def stop(self) -> None:
        """Stop all programs."""
        self._stopping = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()
        self._speakers.shutdown(wait=False, cancel_futures=True)

    def _has_stopped(self, table: Table) -> None:
        self._tasks.pop(table.name, None)
        again = self._repository.at_hand(table.name)
        if not self._stopping and again is not None and again is not table:  # rebuilt in the meantime
            self.start(again)

    async def _drive(self, table: Table) -> None:
        """Drive one table until its match is over; stop its bots in any case."""
        try:
            while not await self._has_driven(table):
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            for agent in table.agents.values():
                if isinstance(agent, BotSeat):
                    await asyncio.to_thread(agent.stop)

    async def _has_driven(self, table: Table) -> bool:
        """Drive one table; return False if another thread held its lock for too long."""
        try:
            await self._drive_on(table)
        except StoreFailed:
            logger.warning("table %s is busy: its programs wait", table.name)
            return False
        return True

    async def _drive_on(self, table: Table) -> None:
        await self._prepare_computer(table)
        with self._watchers.watch(table.name) as changed:
            while not table.match.result and not table.is_broken and self._repository.is_current(table):
                changed.clear()
                if not table.seats.people() and table.presence.idle() > PAUSE_AFTER:
                    await asyncio.sleep(CHECK_SECONDS)  # nobody watches: pause
                    continue
                asked = await asyncio.to_thread(table.next_agent)
                if asked is None:
                    await changed.wait()
                    continue
                await self._let_act_or_leave(table, *asked)

    async def _let_act_or_leave(self, table: Table, seat: int, ask: Any) -> None:
        try:
            await self._let_act(table, seat, ask)
        except Fault as fault:
            logger.warning("table %s: the bot on seat %s failed: %s", table.name, seat, fault.kind)
            await asyncio.to_thread(table.drop_agent, seat, REASONS[fault.kind])
        except StoreFailed:
            logger.warning("table %s: the database did not take the move of seat %s", table.name, seat)
            await self._rebuild(table)
        except Exception as error:
            log_failure(logger, f"the program on seat {seat} of table {table.name} failed", error)
            await asyncio.to_thread(table.drop_agent, seat)

    async def _prepare_computer(self, table: Table) -> None:
        """Wait until the search is compiled; until then the table shows a note."""
        if not any(plan.kind == "computer" and plan.name != Random.name for plan in table.plan.seats):
            return
        match = table.match
        waiting = self._preparer.begin(match.game, match.options, match.state, COMPUTER)
        if waiting is not None:
            await asyncio.to_thread(table.set_note, PREPARING)
            await waiting.wait()
            await asyncio.to_thread(table.set_note, "")

    async def _let_act(self, table: Table, seat: int, ask: Any) -> None:
        """Ask a program for an action; a bot gets a few more attempts after an illegal answer."""
        agent, loop = table.agents[seat], asyncio.get_running_loop()
        if not isinstance(agent, BotSeat):
            has_people = bool(table.seats.people())
            answer = await self.thinkers.run(table.name, has_people, functools.partial(agent.choose, ask))
            await asyncio.to_thread(table.play_agent, seat, answer)
            return
        answer = await loop.run_in_executor(self._speakers, agent.choose, ask)
        try:
            await asyncio.to_thread(table.play_agent, seat, answer)
        except IllegalCommand as refusal:
            left = await asyncio.to_thread(table.refuse_agent, seat)
            await asyncio.to_thread(agent.refuse, refusal, left)
            if left == 0:
                raise Fault("malformed", f"{agent.name!r} sent {TRIES} illegal answers in a row") from None

    async def _rebuild(self, table: Table) -> None:
        """Rebuild a table from its record as soon as the database answers again."""
        while table.is_broken and not self._stopping:
            await asyncio.sleep(RETRY_SECONDS)
            with contextlib.suppress(StoreFailed):
                await asyncio.to_thread(self._repository.find, table.name)
                return
