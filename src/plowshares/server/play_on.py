"""Playing on from a moment of a finished match: a new table with the same beginning, against the computer."""

from __future__ import annotations

import collections
from typing import NamedTuple

from plowshares import registry
from plowshares.agents import MAKERS
from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import _
from plowshares.core.options import read_options
from plowshares.core.rng import new_seed
from plowshares.engine.clock import TimeControl
from plowshares.engine.match import Event, Match, tell_all
from plowshares.engine.record import Record, Recorder, apply_line, check_header, read_record
from plowshares.server.plan import Holding, Plan, SeatPlan
from plowshares.server.store import Store
from plowshares.server.tokens import new_id


class Wish(NamedTuple):
    """The moment to play on from, and how."""

    n: int  # position of the match
    seat: int
    deal: bool  # whether hidden things are dealt again
    level: str  # of the computer on all other seats
    name: str


def open_table(store: Store, data: bytes, preset: str, wish: Wish, holder: str, worker: str | None) -> str:
    """Open a table that begins with what was played up to a moment; return its name."""
    record = read_record(data)
    seats = plan_seats(record, wish)
    plan = Plan(record.header.game, seats, hints=True, preset=preset, host=wish.name)
    lines = begin_again(record, [seat.name for seat in seats], wish)
    table = new_id()
    store.add_table(table, plan, [Holding(holder, wish.seat, False, True)], lines, worker=worker)
    return table


def plan_seats(record: Record, wish: Wish) -> tuple[SeatPlan, ...]:
    """Return the plan of the seats: the asker, and computers."""
    count = len(record.header.seats)
    if not 0 <= wish.seat < count:
        raise InvalidOption(f"{wish.seat} is not a seat: there are 0 to {count - 1}")
    if wish.level not in MAKERS:
        raise InvalidOption(f"no computer is called {wish.level!r}; there are: {', '.join(MAKERS)}")
    if not 0 <= wish.n <= len(record.lines):
        raise InvalidOption(f"position {wish.n} is not from 0 to {len(record.lines)}")
    own = SeatPlan("me", wish.name or record.header.seats[wish.seat])
    return tuple(own if seat == wish.seat else SeatPlan("computer", wish.level) for seat in range(count))


def begin_again(record: Record, names: list[str], wish: Wish) -> list[bytes]:
    """Play a record again up to a moment, under other names; return the lines of the new record."""
    game, head = registry.find(record.header.game), record.header
    lines: list[bytes] = []
    events: collections.deque[Event] = collections.deque()
    hear = tell_all(Recorder(lines.append), events.append)
    options = read_options(game.options, head.options)
    seed = check_header(game, head)
    match = Match(game, options, seed, names, TimeControl(), hear, lambda: 0.0, head.position)
    events.popleft()
    for number, line in enumerate(record.lines[: wish.n], 2):
        if not events:  # some lines follow from others by themselves
            apply_line(match, line, number)
        if events:
            events.popleft()
    if match.result is not None or wish.seat in match.left:
        raise InvalidOption(_("The match is over there: choose an earlier moment."))
    if wish.deal:
        match.deal_again(wish.seat, new_seed())
    return lines
