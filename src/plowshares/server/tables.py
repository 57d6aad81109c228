"""All tables of a server: opened, found again in the database, played on by programs, followed by screens."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from plowshares import registry
from plowshares.agents import Agent, make_agent
from plowshares.agents.random_agent import Random
from plowshares.arena.player import Fault
from plowshares.core.cpu import count_cores
from plowshares.core.errors import IllegalCommand, InvalidOption, PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.rng import mix, new_seed
from plowshares.core.seats import SPECTATOR
from plowshares.engine.clock import TimeControl
from plowshares.engine.log import Log
from plowshares.engine.match import Match, tell_all
from plowshares.engine.record import Recorder, read_record, replay, resume, verify
from plowshares.engine.story import Story
from plowshares.server.bots import MOST as MOST_BOTS
from plowshares.server.bots import REASONS, BotRegistry, BotSeat
from plowshares.server.compile_worker import COMPUTER, CompileWorker
from plowshares.server.store import Holding, Plan, Row, SeatPlan, Store, StoreFailed
from plowshares.server.table import NotYours, Stale, Table, encode_state, find_encoded
from plowshares.server.tokens import holder_of, new_id, new_token

AGENT_STREAM = 0x7000  # of the match's seed; games use small stream numbers
MOST_LINES = 20_000  # of a record that is brought along
PATIENCE = 1.0  # seconds before a database that failed is asked again
TRIES = 3  # answers of a bot to one question
PREPARING = (
    "The computer player is being prepared: its search is compiled, once on this machine."
    " You can go on meanwhile; it joins in within a minute or so."
)
TICK = 0.5  # seconds between two looks at whose time is up
logger = logging.getLogger(__name__)


class TableManager:
    """Finds tables by name, and keeps those in play going."""

    def __init__(self, store: Store, bots: BotRegistry | None = None, preparer: CompileWorker | None = None) -> None:
        self.store = store
        self.bots = bots if bots is not None else BotRegistry()
        self.preparer = preparer if preparer is not None else CompileWorker()
        self._thinkers = ThreadPoolExecutor(count_cores(), "thinker")  # no more: they would only share the time
        self._speakers = ThreadPoolExecutor(MOST_BOTS, "speaker")
        self.tables: dict[str, Table] = {}
        self.watchers: dict[str, set[asyncio.Event]] = {}
        self.stopping = False
        self._loading = threading.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._settled: set[str] = set()  # games whose rules the collector of garbage need not look at any more
        self._preparing: dict[tuple[str, str], tuple[Any, asyncio.Future[tuple[str, bytes]]]] = {}

    # Opening and finding

    def open(
        self,
        game: Game,
        options: Options,
        seats: Sequence[SeatPlan],
        control: TimeControl,
        owner: str,
        hints: bool = False,
    ) -> Table:
        """Open a table for its owner."""
        count = game.state.count_seats(options)
        self.bots.check([seat.name for seat in seats if seat.kind == "bot"], owner)
        if len(seats) != count:
            raise InvalidOption(f"{game.title} with these options has {count} seats, got {len(seats)}")
        held = [Holding(owner, i, False, True) for i, seat in enumerate(seats) if seat.kind in ("me", "here")]
        if not held:
            held = [Holding(owner, SPECTATOR, False, True)]
        return self._begin(Plan(game.name, tuple(seats), hints), game, options, control, held)

    def _begin(
        self,
        plan: Plan,
        game: Game,
        options: Options,
        control: TimeControl,
        held: Sequence[Holding],
        follows: str | None = None,
    ) -> Table:
        name, seed = new_id(), new_seed()
        agents = make_agents(plan, game, seed)
        lines, log, story = Lines(self.store, name), Log(game, len(plan.seats)), Story(game, display_names(plan.seats))
        names = [seat.name for seat in plan.seats]
        match = Match(game, options, seed, names, control, tell_all(Recorder(lines), *listeners(plan, log, story)))
        self.store.add_table(name, plan, list(held), lines.begin(), follows)
        return self._keep(Table(name, plan, match, story, agents | self._seat_bots(plan, match, log), held))

    def _seat_bots(self, plan: Plan, match: Match, log: Log) -> dict[int, Agent]:
        if match.result:
            return {}
        names = {i: seat.name for i, seat in enumerate(plan.seats) if seat.kind == "bot"}
        made = {i: self.bots.sit_down(name, match, log, i) for i, name in names.items()}
        return {i: bot for i, bot in made.items() if bot is not None}

    def at_hand(self, name: str) -> Table | None:
        """Return a table that is in memory and agrees with its record."""
        table = self.tables.get(name)
        return None if table is None or table.is_broken else table

    def find(self, name: str) -> Table:
        """Return a table, rebuilt from its record if it is not in memory."""
        table = self.at_hand(name)
        if table is not None:
            return table
        with self._loading:
            table = self.at_hand(name)
            if table is not None:
                return table
            row = self.store.row(name)
            if row is None:
                raise NotYours(f"there is no table {name!r}")
            return self._keep(self._load(row))

    def _load(self, row: Row) -> Table:
        data = self.store.record(row.id)
        record = read_record(data)
        game = registry.find(record.header.game)
        log, story = Log(game, len(record.header.seats)), Story(game, display_names(row.plan.seats))
        hear = tell_all(*(each.follow() for each in listeners(row.plan, log, story)))
        if record.result is None:
            lines = Lines(self.store, row.id, len(record.raw))
            match, recorder = resume(data, registry.find, lines, hear=hear)
            match.listener = tell_all(recorder, *listeners(row.plan, log, story))
        else:
            for _, event in replay(record, registry.find):
                hear(event)
                match = event.match
        agents = make_agents(row.plan, match.game, match.seed) | self._seat_bots(row.plan, match, log)
        table = Table(row.id, row.plan, match, story, agents, self.store.held_at(row.id))
        table.successor = row.successor
        return table

    def _keep(self, table: Table) -> Table:
        self.tables[table.name] = table
        if table.match.game.name not in self._settled:  # its rules are loaded now
            self._settled.add(table.match.game.name)
            gc.freeze()
        table.wake = lambda: self._call(self._wake, table.name)
        self._call(self._start, table.name)
        return table

    def rematch(self, table: Table, holder: str) -> str:
        """Open the table of a rematch with everybody one seat further; return its name."""
        with table.lock:
            table.seats_of(holder)
            if not table.match.result:
                raise InvalidOption("a rematch can be had when the match is over")
            if table.successor:
                return table.successor
            match, count = table.match, table.match.seats
            self.bots.check([seat.name for seat in table.plan.seats if seat.kind == "bot"], holder)
            seats = [table.plan.seats[(i - 1) % count] for i in range(count)]
            held = [move_on(each, count) for each in table.held if not each.is_link]
            plan = Plan(table.plan.game, tuple(seats), table.plan.hints)
            table.successor = self._begin(
                plan, match.game, match.options, match.clocks.control, held, follows=table.name
            ).name
            table._changed()
            return table.successor

    def add_record(self, data: bytes, holder: str) -> Table:
        """Keep the record of a finished match, verified, for whoever brought it; return its table."""
        record = read_record(data)
        if len(record.raw) > MOST_LINES:
            raise InvalidOption(f"the record has {len(record.raw)} lines; up to {MOST_LINES} are taken")
        if record.header.game not in registry.names():  # a place in the code must not be imported
            raise InvalidOption(f"no game is called {record.header.game!r}")
        verify(data, registry.find)
        plan = Plan(record.header.game, tuple(SeatPlan("link", name) for name in record.header.seats))
        name = new_id()
        self.store.add_table(name, plan, [Holding(holder, SPECTATOR, False, True)], record.raw, ended=True)
        return self.find(name)

    # Links

    def invite(self, table: Table, seat: int) -> str:
        """Return a new token for a guest's seat, or for watching; those given out before open nothing any more."""
        if seat != SPECTATOR and not (0 <= seat < table.match.seats and table.plan.seats[seat].kind == "link"):
            raise InvalidOption(f"seat {seat} is not for guests")
        token = new_token()
        holding = Holding(holder_of(token), seat, is_link=True, is_owner=False)
        self.store.drop_links(table.name, seat)
        table.drop_links(seat)
        self.store.hold(table.name, holding)
        table.sit_down(holding)
        return token

    def join(self, token: str, holder: str) -> Table | None:
        """Let a browser hold the seat of a token; None if it was the key of the owner, who may start bots now."""
        if self.bots.admit(token, holder):
            return None
        found = self.store.find_link(holder_of(token))
        if found is None:
            raise NotYours("this link opens nothing: it was replaced by a newer one, or mistyped")
        name, seat = found
        table = self.find(name)
        holding = Holding(holder, seat, is_link=False, is_owner=False)
        self.store.hold(name, holding)
        table.sit_down(holding)
        return table

    # Keeping going

    async def run(self) -> None:
        """Play on at all tables until cancelled; rebuild those that were in play."""
        self._loop = asyncio.get_running_loop()
        for name in list(self.tables):
            self._start(name)
        rebuilding = asyncio.create_task(self._rebuild(), name="rebuild tables")
        try:
            while True:
                await asyncio.sleep(TICK)
                for table in list(self.tables.values()):
                    if table.match.clocks.control != TimeControl() and not table.match.result:
                        await asyncio.to_thread(table.check_time)
        finally:
            tasks = [rebuilding, *self._tasks.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.preparer.stop()
            await asyncio.to_thread(self.bots.stop)

    def stop(self) -> None:
        """Let everybody who follows a table go, because the server stops."""
        self.stopping = True
        for name in self.watchers:
            self._wake(name)

    async def _rebuild(self) -> None:
        for row in await asyncio.to_thread(self.store.unfinished):
            try:
                await asyncio.to_thread(self.find, row.id)
            except PlowsharesError as error:
                logger.warning("table %s cannot be played on: %s", row.id, error)

    def _call(self, do: Any, name: str) -> None:
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the server is stopping
                self._loop.call_soon_threadsafe(do, name)

    def _wake(self, name: str) -> None:
        for event in self.watchers.get(name, ()):
            event.set()

    def _start(self, name: str) -> None:
        table = self.tables[name]
        if table.agents and name not in self._tasks and not table.match.result:
            task = asyncio.get_running_loop().create_task(self._drive(table), name=f"play at {name}")
            self._tasks[name] = task
            task.add_done_callback(lambda _: self._has_stopped(table))

    def _has_stopped(self, table: Table) -> None:
        self._tasks.pop(table.name, None)
        if not self.stopping and self.tables[table.name] is not table:  # it was rebuilt meanwhile
            self._start(table.name)

    async def _drive(self, table: Table) -> None:
        """Let the programs of one table play, off the event loop, until the match is over; leave no bot running."""
        try:
            await self._drive_on(table)
        finally:
            for agent in table.agents.values():
                if isinstance(agent, BotSeat):
                    await asyncio.to_thread(agent.stop)

    async def _drive_on(self, table: Table) -> None:
        await self._prepare_computer(table)
        with self.watch(table.name) as changed:
            while not table.match.result and not table.is_broken:
                changed.clear()
                asked = await asyncio.to_thread(table.next_agent)
                if asked is None:
                    await changed.wait()
                    continue
                seat, ask = asked
                try:
                    await self._let_act(table, seat, ask)
                except Fault as fault:
                    logger.warning("table %s: %s", table.name, fault)
                    await asyncio.to_thread(table.drop_agent, seat, REASONS[fault.kind])
                except StoreFailed as error:
                    logger.warning("table %s: %s", table.name, error)
                    await self._mend(table)
                except Exception:
                    logger.exception("the program on seat %s of table %s failed", seat, table.name)
                    await asyncio.to_thread(table.drop_agent, seat)

    async def _prepare_computer(self, table: Table) -> None:
        """Wait until what the computer thinks with is compiled; the table says so meanwhile."""
        if not any(plan.kind == "computer" and plan.name != Random.name for plan in table.plan.seats):
            return
        match = table.match
        waiting = self.preparer.begin(match.game, match.options, match.state, COMPUTER)
        if waiting is not None:
            await asyncio.to_thread(table.set_note, PREPARING)
            await waiting.wait()
            await asyncio.to_thread(table.set_note, "")

    async def _let_act(self, table: Table, seat: int, ask: Any) -> None:
        """Ask a program until it has answered; a bot of the owner may be wrong a few times."""
        agent, loop = table.agents[seat], asyncio.get_running_loop()
        if not isinstance(agent, BotSeat):
            answer = await loop.run_in_executor(self._thinkers, agent.choose, ask)
            await asyncio.to_thread(table.play_agent, seat, answer)
            return
        for left in reversed(range(TRIES)):
            answer = await loop.run_in_executor(self._speakers, agent.choose, ask)
            try:
                await asyncio.to_thread(table.play_agent, seat, answer)
                return
            except IllegalCommand as refusal:
                await asyncio.to_thread(agent.refuse, refusal, left)
        raise Fault("malformed", f"{agent.name!r} answered {TRIES} times what is not legal")

    async def _mend(self, table: Table) -> None:
        """Rebuild a table from its record as soon as the database answers again."""
        while table.is_broken and not self.stopping:
            await asyncio.sleep(PATIENCE)
            with contextlib.suppress(StoreFailed):
                await asyncio.to_thread(self.find, table.name)
                return

    async def prepare(self, table: Table, holder: str) -> tuple[str, bytes]:
        """Return what somebody's screen shows, and the message's name; made once for all who wait for the same."""
        self.preparer.begin(table.match.game, table.match.options, table.match.state)  # it may have grown
        found = find_encoded(table, holder)
        if found is not None:
            return found
        key, now = (table.name, holder), (table.version, table.present())
        then, making = self._preparing.get(key, (None, None))
        if making is None or then != now:  # what was begun before the last change may not know of it
            making = asyncio.ensure_future(asyncio.to_thread(encode_state, table, holder))
            self._preparing[key] = now, making
            making.add_done_callback(lambda done: self._has_prepared(key, done))
        return await asyncio.shield(making)  # the others wait on if one of them goes

    def _has_prepared(self, key: tuple[str, str], done: asyncio.Future[tuple[str, bytes]]) -> None:
        if self._preparing.get(key, (0, None))[1] is done:
            del self._preparing[key]
        if not done.cancelled():
            done.exception()  # those who waited have it; nobody may have

    @contextlib.contextmanager
    def watch(self, name: str) -> Any:
        """Return an event that is set whenever something changes at a table."""
        event = asyncio.Event()
        watchers = self.watchers.setdefault(name, set())
        watchers.add(event)
        try:
            yield event
        finally:
            watchers.discard(event)


class Lines:
    """Where a record's lines go: each is committed before the match goes on.

    Those of a match that is only being set up are kept back: they are committed together with the table.
    """

    def __init__(self, store: Store, table: str, count: int = 0) -> None:
        self.store, self.table, self.count = store, table, count
        self._first: list[bytes] | None = None if count else []

    def begin(self) -> list[bytes]:
        """Return the lines that were kept back; from now on none is."""
        first, self._first = self._first or [], None
        return first

    def __call__(self, data: bytes) -> None:
        """Append a line."""
        if self._first is not None:
            self._first.append(data)
        else:
            self.store.add_line(self.table, self.count, data, ended=b'"result":{' in data)
        self.count += 1


def display_names(seats: Sequence[SeatPlan]) -> list[str]:
    """Return what people call the players: computers by their level, numbered if there are several of one."""
    names = [seat.name.capitalize() if seat.kind == "computer" else seat.name for seat in seats]
    return [
        f"{name} {names[:i].count(name) + 1}" if seats[i].kind == "computer" and names.count(name) > 1 else name
        for i, name in enumerate(names)
    ]


def listeners(plan: Plan, log: Log, story: Story) -> list[Log | Story]:
    """Return who hears what happens at a table; only bots read the log in the game's notation."""
    return [log, story] if any(seat.kind == "bot" for seat in plan.seats) else [story]


def make_agents(plan: Plan, game: Game, seed: int) -> dict[int, Agent]:
    """Return the programs of a table. A one-way mix: they must not be able to find the seed of the match."""
    return {
        i: make_agent(seat.name, game, int(mix(np.uint64(seed), AGENT_STREAM, i)))
        for i, seat in enumerate(plan.seats)
        if seat.kind == "computer"
    }


def move_on(holding: Holding, count: int) -> Holding:
    """Return what somebody holds in the rematch."""
    seat = holding.seat if holding.seat == SPECTATOR else (holding.seat + 1) % count
    return Holding(holding.holder, seat, False, holding.is_owner)


__all__ = ["NotYours", "Stale", "TableManager"]
