"""Opens tables, loads them from the database, and keeps them in memory while they are used."""

from __future__ import annotations

import contextlib
import gc
import logging
import math
import threading
import time
import weakref
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from plowshares import registry
from plowshares.agents import Agent, make_agent
from plowshares.core.errors import InvalidOption, InvalidRecord
from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.core.options import Options
from plowshares.core.rng import mix, new_seed
from plowshares.core.scene import Guide
from plowshares.core.seats import SPECTATOR
from plowshares.engine.clock import TimeControl
from plowshares.engine.lesson import play_opening
from plowshares.engine.log import Log
from plowshares.engine.match import Match, ignore, tell_all
from plowshares.engine.record import OtherRules, Recorder, read_record, replay, resume
from plowshares.engine.story import Story
from plowshares.server.agreements import give_time, is_slow
from plowshares.server.bots import BotRegistry
from plowshares.server.errors import DamagedTable, Elsewhere, NotYours
from plowshares.server.guided import plan_lesson, seat_partners
from plowshares.server.owners import Owners
from plowshares.server.plan import AGENT_STREAM, Holding, Plan, Row, SeatPlan
from plowshares.server.plan import display_names as display_names
from plowshares.server.saved_clocks import restore_clocks, run_on, save_clocks
from plowshares.server.store import Store
from plowshares.server.table import Table
from plowshares.server.tokens import new_id

MOST_REMEMBERED = 50_000  # unloaded tables whose seats to act are remembered
DAMAGED = "the record of this table cannot be read by this version of the server"
logger = logging.getLogger(__name__)


class TableRepository:
    """All tables by id; `came` is called for every table that is loaded or opened."""

    def __init__(self, store: Store, bots: BotRegistry, owners: Owners, came: Callable[[Table], None]) -> None:
        self.store, self.bots, self.owners = store, bots, owners
        self.worker: str | None = None  # this process, where several share the database
        self.claim: Callable[[str], str | None] | None = None  # returns the process that runs a table
        self.sleeping: dict[str, float] = {}  # unloaded tables with running clocks, and when the first one expires
        self._turns: dict[str, list[int]] = {}  # seats to act at unloaded tables
        self._came = came
        self._tables: dict[str, Table] = {}
        self._loading: weakref.WeakValueDictionary[str, _Lock] = weakref.WeakValueDictionary()
        self._guard = threading.Lock()
        self._settled: set[str] = set()  # games whose modules are frozen for the garbage collector

    # In memory

    def all(self) -> list[Table]:
        """List the tables that are in memory."""
        return list(self._tables.values())

    def at_hand(self, name: str) -> Table | None:
        """Return a table that is in memory and agrees with its record."""
        table = self._tables.get(name)
        return None if table is None or table.is_broken else table

    def drop(self, table: Table) -> None:
        """Unload a table; it is loaded again on demand, or when a clock expires."""
        with table.locked():
            left = [table.match.clocks.left(seat) for seat in table.match.clocks.since]
            if not table.match.result and min(left, default=math.inf) < math.inf:
                self.store.save_clocks(table.name, save_clocks(table.match))
                self.sleeping[table.name] = time.time() + min(left)
            self._turns.pop(table.name, None)
            if not table.match.result:
                self._turns[table.name] = table.match.waiting()
            if len(self._turns) > MOST_REMEMBERED:
                del self._turns[next(iter(self._turns))]
            self.forget(table)

    def waiting_at(self, name: str) -> list[int]:
        """List the seats to act at a table, as far as known without loading it."""
        table = self.at_hand(name)
        return table.match.waiting() if table is not None else self._turns.get(name, [])

    def forget(self, table: Table) -> None:
        """Unload a table at once, because it was deleted or another process runs it."""
        table.is_broken = True  # anyone still holding this object must look it up again
        if self._tables.get(table.name) is table:
            del self._tables[table.name]

    def rename_holder(self, before: str, now: str) -> None:
        """Transfer a holder's seats at all loaded tables to another holder."""
        for table in self.all():
            if any(each.holder == before for each in table.seats.held):
                with table.locked():
                    table.seats.rename(before, now)
                    table.curtain.close(before)
                    table.changed()

    def is_held(self, holder: str) -> bool:
        """Ask whether a holder has a seat at any loaded table."""
        return any(each.holder == holder for table in self.all() for each in table.seats.held)

    def is_current(self, table: Table) -> bool:
        """Ask whether this object is still the loaded table: neither unloaded nor rebuilt."""
        return self._tables.get(table.name) is table

    def _keep(self, table: Table) -> Table:
        self._tables[table.name] = table
        self.sleeping.pop(table.name, None)
        if table.match.game.name not in self._settled:  # its rules are loaded now
            self._settled.add(table.match.game.name)
            gc.freeze()
        self._came(table)
        return table

    # Opening

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
        count = game.state.count_seats(options)
        self.bots.check([seat.name for seat in seats if seat.kind == "bot"], self.owners.is_owner(owner))
        if len(seats) != count:
            raise InvalidOption(f"{game.title} with these options has {count} seats, got {len(seats)}")
        held = [Holding(owner, i, False, True) for i, seat in enumerate(seats) if seat.kind in ("me", "here")]
        if not held:
            held = [Holding(owner, SPECTATOR, False, True)]
        base = plan if plan is not None else Plan(game.name, ())
        whole = msgspec.structs.replace(base, game=game.name, seats=tuple(seats))
        return self._begin(whole, game, options, control, held, address=address)

    def _begin(
        self,
        plan: Plan,
        game: Game,
        options: Options,
        control: TimeControl,
        held: Sequence[Holding],
        follows: str | None = None,
        guide: Guide | None = None,
        address: str = "",
    ) -> Table:
        name, seed = new_id(), new_seed() if guide is None else guide.seed
        agents = make_agents(plan, game, seed)
        lines, log, story = Lines(self.store, name), Log(game, len(plan.seats)), Story(game, display_names(plan.seats))
        names = [seat.name for seat in plan.seats]
        match = Match(game, options, seed, names, control, tell_all(Recorder(lines), *listeners(plan, log, story)))
        if guide is not None:
            play_opening(match, guide)
        self.store.add_table(name, plan, list(held), lines.begin(), follows, worker=self.worker, address=address)
        others = self._seat_bots(plan, match, log) | seat_partners(plan, match)
        return self._keep(Table(name, plan, match, story, agents | others, held))

    def open_guided(self, game: Game, name: str, owner: str) -> Table:
        """Open the table of a guided first match for a learner."""
        lesson, plan = plan_lesson(game.name, name)
        held = [Holding(owner, lesson.guide.seat, False, True)]
        return self._begin(plan, game, lesson.options, TimeControl(), held, guide=lesson.guide)

    def _seat_programs(self, plan: Plan, match: Match, log: Log) -> dict[int, Agent]:
        made = make_agents(plan, match.game, match.seed) | self._seat_bots(plan, match, log)
        return made | seat_partners(plan, match)

    def _seat_bots(self, plan: Plan, match: Match, log: Log) -> dict[int, Agent]:
        if match.result:
            return {}
        names = {i: seat.name for i, seat in enumerate(plan.seats) if seat.kind == "bot"}
        made = {i: self.bots.sit_down(name, match, log, i) for i, name in names.items()}
        return {i: bot for i, bot in made.items() if bot is not None}

    def rematch(self, table: Table, holder: str) -> str:
        """Open the table of a rematch with everybody one seat further; return its name."""
        with table.locked():
            if not table.seats.is_player(holder):
                raise NotYours(_("Only those who played can ask for a rematch."))
            if not table.match.result:
                raise InvalidOption(_("You can ask for a rematch once the match is over."))
            if table.successor:
                return table.successor
            if table.plan.guide:
                raise InvalidOption(_("A guided match has no rematch: play a match of your own."))
            match, count = table.match, table.match.seats
            bots = [seat.name for seat in table.plan.seats if seat.kind == "bot"]
            self.bots.check(bots, self.owners.is_owner(holder))
            seats = [table.plan.seats[(i - 1) % count] for i in range(count)]
            held = [move_on(each, count) for each in table.seats.held if not each.is_link]
            plan = msgspec.structs.replace(table.plan, seats=tuple(seats))
            table.successor = self._begin(
                plan, match.game, match.options, match.clocks.control, held, follows=table.name
            ).name
            table.rematch_by = table.seats_of(holder)[0]
            table.changed()
            return table.successor

    def add_record(self, data: bytes, holder: str) -> str:
        """Keep an uploaded and verified record of a finished match for its uploader; return the table's name."""
        record = read_record(data)
        plan = Plan(record.header.game, tuple(SeatPlan("link", name) for name in record.header.seats))
        name = new_id()
        held = [Holding(holder, SPECTATOR, False, True)]
        self.store.add_table(name, plan, held, record.raw, ended=True)
        return name

    # Finding

    def find(self, name: str) -> Table:
        """Return a table, loading it from its record if necessary. Loads of different tables run in parallel."""
        table = self.at_hand(name)
        if table is not None:
            return table
        with self._guard:
            loading = self._loading.setdefault(name, _Lock())
        with loading.lock:
            table = self.at_hand(name)
            if table is not None:
                return table
            if self.claim is not None and self.claim(name) not in (self.worker, None):
                raise Elsewhere("another process runs this table now; look again")
            row = self.store.row(name)
            if row is None:
                raise NotYours(_("there is no table {name}", name=repr(name)))
            return self._keep(self._load(row))

    def _load(self, row: Row) -> Table:
        is_frozen = False
        try:
            match, log, story = self._read(row)
        except OtherRules as error:
            logger.warning(
                "table %s was played under other rules from line %d on: it can only be read", *_at(row, error)
            )
            match, log, story = self._read_as_far_as_it_goes(row)
            is_frozen = True
        except InvalidRecord as error:
            logger.warning("table %s cannot be played on: line %d of its record is not legal", *_at(row, error))
            raise DamagedTable(DAMAGED) from None
        agents = {} if is_frozen else self._seat_programs(row.plan, match, log)
        held = [self._settle(row.id, each, match) for each in self.store.held_at(row.id)]
        table = Table(row.id, row.plan, match, story, agents, held, row.touched, is_frozen)
        table.seats.freed = {seat for seat in table.seats.open() if match.done[seat]}
        table.notices = self.store.notices_of(row.id)
        table.successor = row.successor
        if not match.result:
            self._restore_clocks(table)
        return table

    def _restore_clocks(self, table: Table) -> None:
        """Restore the clocks of a table, including time that players have given each other."""
        match, saved = table.match, self.store.clocks_of(table.name)
        for seat, decision, seconds in self.store.added_time(table.name):
            give_time(match, seat, decision, seconds)
        if is_slow(match.clocks.control):
            run_on(table, self.store.last_written(table.name))
        elif saved is not None:
            restore_clocks(match, saved, self.store.last_written(table.name))
        if saved is not None:
            # Should this process die before the next line, the time without any process must not be charged.
            self.store.save_clocks(table.name, save_clocks(match) if self.worker is not None else None)

    def _read(self, row: Row) -> tuple[Match, Log, Story]:
        data = self.store.record(row.id)
        record = read_record(data)
        game = registry.find(record.header.game)
        log, story = Log(game, len(record.header.seats)), Story(game, display_names(row.plan.seats))
        hear = tell_all(*(each.follow() for each in listeners(row.plan, log, story)))
        if record.result is None:
            lines = Lines(self.store, row.id, len(record.raw))
            match, recorder = resume(data, registry.find, lines, hear=hear)
            match.listener = tell_all(recorder, *listeners(row.plan, log, story))
            return match, log, story
        for _line, event in replay(record, registry.find):
            hear(event)
        return event.match, log, story

    def _read_as_far_as_it_goes(self, row: Row) -> tuple[Match, Log, Story]:
        """Return the match up to the first line that the current rules play differently."""
        record, event = read_record(self.store.record(row.id)), None
        game = registry.find(record.header.game)
        log, story = Log(game, len(record.header.seats)), Story(game, display_names(row.plan.seats))
        hear = tell_all(*(each.follow() for each in listeners(row.plan, log, story)))
        with contextlib.suppress(OtherRules):
            for _, event in replay(record, registry.find):
                hear(event)
        if event is None:
            raise DamagedTable(DAMAGED)
        event.match.listener = ignore
        return event.match, log, story

    def _settle(self, table: str, each: Holding, match: Match) -> Holding:
        """Mark a token as used if its program has already played (under version 0.1, links were not used up)."""
        if not each.is_link or each.is_signed or each.seat == SPECTATOR or not match.done[each.seat]:
            return each
        used = msgspec.structs.replace(each, is_link=False)
        self.store.hold(table, used)
        return used


class _Lock:
    """A lock that can be weakly referenced, so that it disappears when unused."""

    __slots__ = ("__weakref__", "lock")

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Lines:
    """Where a record's lines go: each is committed before the match goes on.

    Those of a match that is only being set up are kept back: they are committed together with the table.
    """

    def __init__(self, store: Store, table: str, count: int = 0) -> None:
        self.store, self.table, self.count = store, table, count
        self._first: list[bytes] | None = None if count else []

    def begin(self) -> list[bytes]:
        """Return the buffered lines and stop buffering."""
        first, self._first = self._first or [], None
        return first

    def __call__(self, data: bytes) -> None:
        """Append a line."""
        if self._first is not None:
            self._first.append(data)
        else:
            self.store.add_line(self.table, self.count, data, ended=b'"result":{' in data)
        self.count += 1


def _at(row: Row, error: InvalidRecord) -> tuple[str, int]:
    return row.id, error.line


def listeners(plan: Plan, log: Log, story: Story) -> list[Log | Story]:
    """Return the listeners of a table; only bots need the log in notation."""
    return [log, story] if any(seat.kind == "bot" for seat in plan.seats) else [story]


def make_agents(plan: Plan, game: Game, seed: int) -> dict[int, Agent]:
    """Return the agents of a table, seeded by a one-way mix so that they cannot derive the match's seed."""
    return {
        i: make_agent(seat.name, game, int(mix(np.uint64(seed), AGENT_STREAM, i)))
        for i, seat in enumerate(plan.seats)
        if seat.kind == "computer"
    }


def move_on(holding: Holding, count: int) -> Holding:
    """Return a holding moved one seat on, for the rematch."""
    seat = holding.seat if holding.seat == SPECTATOR else (holding.seat + 1) % count
    return msgspec.structs.replace(holding, seat=seat, is_link=False)
