"""Results: every finished match is counted once, and rated if it was played for that.

A match is over when its last line is on disk. Its result is counted afterwards, in one transaction with the
note that it was: a server that dies between the two counts it when it is started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from plowshares.agents import FACES
from plowshares.core.errors import PlowsharesError
from plowshares.engine.match import Result
from plowshares.engine.record import Line
from plowshares.server.meeting.lobby import CHANNEL
from plowshares.server.meeting.people import Person, read_person
from plowshares.server.meeting.ratings import UNRATED_REASONS, Strength, rank, rate, size_class
from plowshares.server.plan import Row
from plowshares.server.repository import display_names
from plowshares.server.schema import holders, lines, people, ratings, results, tables
from plowshares.server.tables import TableManager

BATCH = 100  # matches that are counted before others may use the database
CHECK_SECONDS = 60.0  # seconds between two looks for matches that another process should have counted
logger = logging.getLogger(__name__)


class Played(NamedTuple):
    """The parts of a record that count for results."""

    result: Result
    moves: int
    seats: frozenset[int]  # that have played a command
    ended: float


class Player(NamedTuple):
    """The player of a seat."""

    player: str  # person:ID, computer:LEVEL, bot:NAME; empty if that is not known
    name: str
    avatar: str


class Results:
    """Counts finished matches."""

    def __init__(self, hall: TableManager) -> None:
        self._hall, self._store = hall, hall.store
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        hall.store.ended = self._has_ended
        hall.count_result = self.settle_one

    def _has_ended(self) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the server is stopping
                self._loop.call_soon_threadsafe(self._news.set)

    async def run(self) -> None:
        """Count matches as they end, until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            try:
                while await asyncio.to_thread(self.settle) >= BATCH:
                    await asyncio.sleep(0)
            except PlowsharesError as error:
                logger.warning("finished matches were not counted: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), CHECK_SECONDS)

    def settle(self, most: int = BATCH) -> int:
        """Count matches that have ended; return how many."""
        waiting = sa.select(tables).where(tables.c.ended.is_(True), tables.c.settled.is_(False))
        rows = self._store.select_rows(waiting.limit(most))
        for row in reversed(rows):  # the earliest first
            self._settle(row)
        with self._store.begin() as db:  # a row that cannot be read must not be tried again and again
            names = db.execute(waiting.with_only_columns(tables.c.id).limit(most)).scalars().all()
            if not rows and names:
                db.execute(tables.update().where(tables.c.id.in_(names)).values(settled=True))
        if rows:
            self._hall.wake(CHANNEL)
        return len(rows)

    def settle_one(self, table: str) -> None:
        """Count a match now if it is over, because a player is about to leave its table."""
        row = self._store.row(table)
        if row is not None and row.ended:
            self._settle(row)

    def _settle(self, row: Row) -> None:
        with self._store.begin() as db:
            once = tables.update().where(tables.c.id == row.id, tables.c.settled.is_(False))
            if not db.execute(once.values(settled=True)).rowcount:
                return  # another process was faster
            played = _read_record(db, row)
            if played is None or row.plan.guide:  # a lesson is not a match
                return
            players = _find_players(db, row)
            if any(each.player for each in players) and not _is_uploaded(db, row):
                _count(db, row, played, players)


def _read_record(db: sa.Connection, row: Row) -> Played | None:
    """Return the counted parts of a record; None if its last line is not a result."""
    query = sa.select(lines.c.data).where(lines.c.table_id == row.id).order_by(lines.c.n)
    found = [bytes(data) for data in db.execute(query).scalars()]
    try:
        read = [msgspec.json.decode(data, type=Line) for data in found[1:]]
    except msgspec.DecodeError:
        return None
    if not read or read[-1].result is None:
        return None
    counted = Counter(line.seat for line in read if line.do is not None)
    counted.subtract(line.seat for line in read if line.undo is not None)
    seats = frozenset(seat for seat, count in counted.items() if seat is not None and count > 0)
    return Played(read[-1].result, max(0, counted.total()), seats, row.touched or row.created)


def _is_uploaded(db: sa.Connection, row: Row) -> bool:
    """Ask whether the record was uploaded: nobody has held its seats here."""
    people_here = [seat for seat in row.plan.seats if seat.kind in ("me", "here", "link")]
    query = sa.select(holders.c.seat).where(holders.c.table_id == row.id, holders.c.seat >= 0).limit(1)
    return len(people_here) == len(row.plan.seats) and db.execute(query).first() is None


def _find_players(db: sa.Connection, row: Row) -> list[Player]:
    here = holders.c.table_id == row.id
    query = sa.select(holders.c.seat, people).join(people, people.c.principal == holders.c.holder)
    found = db.execute(query.where(here, holders.c.is_link.is_(False)).order_by(holders.c.joined)).mappings()
    persons: dict[int, Person] = {}
    for each in found:
        persons.setdefault(each["seat"], read_person(each))
    names = display_names(row.plan.seats)
    return [_player(row, seat, names[seat], persons.get(seat)) for seat in range(len(names))]


def _player(row: Row, seat: int, name: str, person: Person | None) -> Player:
    plan = row.plan.seats[seat]
    if plan.kind in ("me", "link"):
        return Player("", plan.name, "") if person is None else Player(person.player, person.name, person.avatar)
    if plan.kind in ("computer", "bot"):
        avatar = FACES[plan.name].avatar if plan.name in FACES else "robot"
        return Player(f"{plan.kind}:{plan.name}", str.__str__(name), avatar)
    return Player("", name, "")  # somebody at the same screen


def _counts_for_rating(row: Row, played: Played, players: Sequence[Player]) -> bool:
    persons = [each.player for each in players if each.player.startswith("person:")]
    return (
        row.plan.rated
        and all(each.player for each in players)
        and len(set(persons)) == len(persons)
        and played.result.reason not in UNRATED_REASONS
        and len(played.seats) == len(players)
    )


def _count(db: sa.Connection, row: Row, played: Played, players: Sequence[Player]) -> None:
    outcome = played.result.outcome
    is_rated = _counts_for_rating(row, played, players)
    size = size_class(len(players))
    before = _strengths(db, row.plan.game, size, [each.player for each in players]) if is_rated else []
    after = rate(before, outcome) if is_rated else []
    for seat, (player, place) in enumerate(zip(players, rank(outcome), strict=True)):
        values = {"table_id": row.id, "seat": seat, "game": row.plan.game, "size": size, **player._asdict()}
        values |= {"outcome": outcome[seat], "place": place, "reason": played.result.reason, "moves": played.moves}
        values |= {"ended": played.ended, "is_open": row.plan.access == "open", "is_rated": is_rated}
        if is_rated:
            values |= {"mu_before": before[seat].mu, "mu": after[seat].mu, "sigma": after[seat].sigma}
        db.execute(results.insert().values(**values))
    if is_rated:
        _keep_ratings(db, row.plan.game, size, players, after, outcome, played.ended)


def _strengths(db: sa.Connection, game: str, size: str, players: Sequence[str]) -> list[Strength]:
    query = sa.select(ratings).filter_by(game=game, size=size).where(ratings.c.player.in_(players)).with_for_update()
    found = {row["player"]: Strength(row["mu"], row["sigma"]) for row in db.execute(query).mappings()}
    return [found.get(player, Strength()) for player in players]


def _keep_ratings(
    db: sa.Connection,
    game: str,
    size: str,
    players: Sequence[Player],
    after: Sequence[Strength],
    outcome: Sequence[float],
    ended: float,
) -> None:
    """Write everybody's new strength; a level that sat on several seats gets the mean of theirs."""
    best = max(outcome)
    for name in dict.fromkeys(each.player for each in players):
        own = [i for i, each in enumerate(players) if each.player == name]
        mu = sum(after[i].mu for i in own) / len(own)
        sigma = sum(after[i].sigma for i in own) / len(own)
        won = int(any(outcome[i] == best for i in own) and min(outcome) < best)
        key = {"game": game, "size": size, "player": name}
        values: dict[str, Any] = {"mu": mu, "sigma": sigma, "updated": ended}
        changed = ratings.update().filter_by(**key)
        if not db.execute(changed.values(**values, games=ratings.c.games + 1, won=ratings.c.won + won)).rowcount:
            db.execute(ratings.insert().values(**key, **values, games=1, won=won))
