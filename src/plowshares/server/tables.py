"""The tables of a server and what keeps them running: programs, clocks, links, watchers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plowshares.core.errors import IllegalCommand, InvalidOption, PlowsharesError
from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.core.options import Options
from plowshares.engine.clock import TimeControl
from plowshares.server.access import Access
from plowshares.server.agent_driver import AgentDriver
from plowshares.server.bots import BotRegistry
from plowshares.server.compile_worker import CompileWorker
from plowshares.server.errors import Busy, StoreFailed, TooMuch
from plowshares.server.owners import Owners
from plowshares.server.plan import Plan, SeatPlan
from plowshares.server.repository import TableRepository
from plowshares.server.store import Store
from plowshares.server.table import Table
from plowshares.server.watchers import Watchers

TICK = 0.5  # seconds between two checks of the clocks
MOST_WAITING = 4  # waiting computers beyond which strangers cannot open tables of computers only
IDLE_CHECK_SECONDS = 10.0  # seconds between two checks for idle tables
HOUR = 3600.0
DAY = 24 * HOUR
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class HouseRules:
    """Limits and retention periods, set by the owner of a server."""

    desert_after: float = HOUR  # seconds of absence on turn after which a player has deserted
    idle_after: float = 300.0  # seconds after which an unwatched table leaves memory
    keep_finished: float = math.inf  # days after which a finished table is deleted
    keep_abandoned: float = math.inf  # days without activity after which a table in play is deleted
    most_waiting: float = math.inf  # open tables waiting for players: per stranger
    most_waiting_there: float = math.inf  # and per address
    largest: float = math.inf  # bytes of a State that strangers may open; grows with cells and players
    most_open: float = math.inf  # tables in play that one stranger may have opened
    thinkers: int = 0  # concurrent searches; 0 for one per core


class TableManager:
    """Owns the parts that tables need, and starts and stops them."""

    def __init__(
        self,
        store: Store,
        bots: BotRegistry | None = None,
        preparer: CompileWorker | None = None,
        rules: HouseRules | None = None,
    ) -> None:
        rules = rules if rules is not None else HouseRules()
        self.store = store
        self.bots = bots if bots is not None else BotRegistry()
        self.preparer = preparer if preparer is not None else CompileWorker()
        self.watchers = Watchers()
        self.owners = Owners(store)
        self.repository = TableRepository(store, self.bots, self.owners, self._has_come)
        self.driver = AgentDriver(self.repository, self.watchers, self.preparer, rules.thinkers)
        self.access = Access(store, rules.desert_after)
        self.access.has_programs = lambda table: self._call(self.driver.start, table)
        self.turned: Callable[[Table, frozenset[int]], None] = lambda table, seats: None  # called with the seats to act
        self.rules = rules
        self.stopping = False
        self.in_lobby: Counter[str] = Counter()  # open lobby windows by holder
        self.elsewhere: Callable[[], set[str]] = set  # holders present at other processes
        self.announcement = ""  # the owner's current announcement
        self.tell_others: Callable[[str], None] = lambda _: None  # wakes watchers in other processes
        self.count_result: Callable[[str], None] = lambda _: None  # counts a table's result before it is deleted
        self.tell_renamed: Callable[[str, str], None] = lambda _before, _now: None  # notifies other processes
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
        address: str = "",
    ) -> Table:
        """Open a table for its owner; `plan` has its settings other than game and seats."""
        return self.repository.open(game, options, seats, control, owner, plan, address)

    def at_hand(self, name: str) -> Table | None:
        """Return a table that is in memory and agrees with its record."""
        return self.repository.at_hand(name)

    def find(self, name: str) -> Table:
        """Return a table, rebuilt from its record if it is not in memory."""
        return self.repository.find(name)

    def join(self, token: str, holder: str, name: str = "", avatar: str = "") -> Table | None:
        """Give a browser the seat of a token; return None if the token was the owner key."""
        if self.owners.admit(token, holder):
            return None
        found, seat = self.access.find_link(token)
        table = self.find(found)
        self.access.join(table, token, seat, holder, name, avatar)
        return table

    def wake(self, name: str) -> None:
        """Wake those who watch a table, or the lobby, in all processes. Thread-safe."""
        self._call(self.watchers.wake, name)
        self.tell_others(name)

    def delete(self, name: str) -> None:
        """Delete a table with all its data; its result has been counted."""
        self.count_result(name)
        self.store.delete(name)
        table = self.at_hand(name)
        if table is not None:
            self.repository.forget(table)
            table.wake()

    def leave(self, table: Table, holder: str) -> bool:
        """Remove a table from a person's list, and delete it when nobody lists it; return whether it was deleted."""
        with table.locked():
            others = {each.holder for each in table.seats.held if not each.is_link} - {holder}
            if others and not table.match.result:
                raise IllegalCommand("running", _("Others play here: resign, or leave your seat to somebody else."))
            if others:
                self.count_result(table.name)
                self.store.leave(table.name, holder)
                table.seats.held = [each for each in table.seats.held if each.holder != holder]
                table.changed()
                return False
        self.delete(table.name)
        return True

    def rename_holder(self, before: str, now: str) -> None:
        """Transfer a guest's seats to their account, in all processes."""
        self.repository.rename_holder(before, now)
        self.tell_renamed(before, now)

    def here(self) -> set[str]:
        """Return the holders at a table or in the lobby, of any process."""
        return self.here_locally() | self.elsewhere()

    def here_locally(self) -> set[str]:
        """Return the holders at a table or in the lobby of this process."""
        return set(self.in_lobby).union(*(table.presence.holders() for table in self.repository.all()))

    def announce(self, words: str) -> None:
        """Show an announcement at all tables; an empty one removes it."""
        self.announcement = words
        for table in self.repository.all():
            table.changed()

    def check_waiting(self, holder: str, address: str) -> None:
        """Raise if a stranger or an address has too many open tables that wait for players."""
        if self.rules.most_waiting == math.inf or self.owners.is_owner(holder):
            return
        mine, there = self.store.count_waiting(holder, address)
        if mine >= self.rules.most_waiting or there >= self.rules.most_waiting_there:
            raise TooMuch(_("Your open tables still wait for somebody: close one, or join another’s."), 60.0)

    def check_stranger(self, holder: str, s: Any, seats: Sequence[SeatPlan]) -> None:
        """Raise if a stranger asks for a larger or busier table than the server's owner allows."""
        if self.owners.is_owner(holder):
            return
        size = type(s).layout.itemsize
        if size > self.rules.largest:
            times = size / self.rules.largest
            raise InvalidOption(
                f"this board is {times:.1f} times as large as this server allows: take fewer cells or players"
            )
        if all(seat.kind == "computer" for seat in seats) and self.driver.thinkers.waiting >= MOST_WAITING:
            raise Busy(_("Too many computers are thinking just now. Try again later."), 30.0)
        if self.rules.most_open < math.inf and self.store.count_open(holder) >= self.rules.most_open:
            raise TooMuch(
                _("You have {n} tables in play: finish or delete some first.", n=f"{self.rules.most_open:g}"), 60.0
            )

    # Running

    async def run(self) -> None:
        """Keep all tables running until cancelled, starting with those that were in play."""
        self._loop = asyncio.get_running_loop()
        for table in self.repository.all():
            self.driver.start(table)
        tasks = [
            asyncio.create_task(self._rebuild(), name="rebuild tables"),
            asyncio.create_task(self._clear_memory(), name="clear memory"),
            asyncio.create_task(self._delete_outdated(), name="delete tables"),
        ]
        try:
            while True:
                await asyncio.sleep(TICK)
                await self._check_clocks()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.driver.stop()
            await self._save_clocks()
            await self.preparer.stop()
            await asyncio.to_thread(self.bots.stop)

    def stop(self) -> None:
        """End all event streams, because the server stops."""
        self.stopping = True
        self.watchers.wake_all()

    async def _check_clocks(self) -> None:
        for table in self.repository.all():
            if table.match.clocks.control != TimeControl() and not table.match.result:
                with contextlib.suppress(PlowsharesError):
                    await asyncio.to_thread(table.check_time)

        for name, moment in list(self.repository.sleeping.items()):
            if moment < time.time():
                with contextlib.suppress(PlowsharesError):
                    table = await asyncio.to_thread(self.find, name)
                    await asyncio.to_thread(table.check_time)

    async def _save_clocks(self) -> None:
        """Save running clocks before this process stops, so that another can continue."""
        if self.repository.worker is not None:
            for table in self.repository.all():
                if table.match.clocks.since and table.match.clocks.control != TimeControl():
                    with contextlib.suppress(PlowsharesError):
                        await asyncio.to_thread(self.repository.drop, table)

    async def _rebuild(self) -> None:
        """Load the tables that were in play. In a cluster, tables are loaded by the process that claims them."""
        if self.repository.worker is not None:
            return
        rows = None
        while rows is None:
            with contextlib.suppress(StoreFailed):
                rows = await asyncio.to_thread(self.store.unfinished)
            await asyncio.sleep(0 if rows is not None else TICK)
        for row in rows:
            with contextlib.suppress(PlowsharesError):  # logged already; the other tables still work
                await asyncio.to_thread(self.find, row.id)

    async def _clear_memory(self) -> None:
        """Drop tables from memory that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(min(IDLE_CHECK_SECONDS, self.rules.idle_after))
            for table in self.repository.all():
                if self._is_idle(table):
                    with contextlib.suppress(StoreFailed):
                        await asyncio.to_thread(self.repository.drop, table)
                    self.watchers.wake(table.name)

    def _is_idle(self, table: Table) -> bool:
        if table.presence.idle() < self.rules.idle_after:
            return False
        if table.match.result or not table.agents:
            return True
        has_bots = any(plan.kind == "bot" for plan in table.plan.seats)
        is_thinking = bool(table.seats.people()) and any(seat in table.agents for seat in table.match.waiting())
        return not has_bots and not is_thinking

    async def _delete_outdated(self) -> None:
        """Delete tables whose retention period is over."""
        while min(self.rules.keep_finished, self.rules.keep_abandoned) < math.inf:
            now = time.time()
            with contextlib.suppress(StoreFailed):
                finished, abandoned = (
                    now - DAY * days for days in (self.rules.keep_finished, self.rules.keep_abandoned)
                )
                for name in await asyncio.to_thread(self.store.outdated, finished, abandoned):
                    await asyncio.to_thread(self.delete, name)
                await asyncio.to_thread(self.store.forget_guests, abandoned)
            await asyncio.sleep(min(HOUR, DAY * min(self.rules.keep_finished, self.rules.keep_abandoned)))

    def _has_come(self, table: Table) -> None:
        table.wake = lambda: self._call(self.watchers.wake, table.name)
        table.announcement = lambda: self.announcement
        table.turned = lambda seats: self._call(lambda found: self.turned(found, seats), table)
        self._call(self.driver.start, table)

    def _call(self, do: Callable[[Any], None], what: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the server is stopping
                self._loop.call_soon_threadsafe(do, what)
