"""Find an opponent: people who want the same game and clock are brought together at a table of their own.

Seekers are kept in the database, so it does not matter which process they ask. Each asks again every few
seconds; one who has stopped asking has gone. After a while a seeker also accepts another board or clock of the game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from plowshares.core.errors import InvalidOption
from plowshares.server.meeting.people import Person
from plowshares.server.meeting.safety import Blocks
from plowshares.server.schema import seekers
from plowshares.server.store import Store
from plowshares.server.tokens import new_id

WIDEN = 20.0  # seconds after which a seeker accepts another board or clock of the same game
GONE = 12.0  # seconds without a request after which a seeker has gone
STUCK = 30.0  # seconds after which a pair without a table may look again: the process that opened it has died
KEPT = 3600.0  # seconds after which rows are removed


class Wish(msgspec.Struct, frozen=True):
    """The game, board and clock that a seeker wants."""

    game: str
    preset: str
    time: str


class Seeker(msgspec.Struct, frozen=True):
    """A person looking for an opponent."""

    holder: str
    person_id: str
    name: str
    avatar: str
    wish: Wish
    since: float
    seen: float
    pair: str | None = None
    table: str | None = None


class _Taken(Exception):
    """Another process paired one of the two first."""


Opener = Callable[[Wish, Seeker, Seeker], str]


class Pairing:
    """Brings two people together."""

    def __init__(self, store: Store, blocks: Blocks, open_table: Opener, now: Callable[[], float] = time.time) -> None:
        self._store, self._blocks, self._open, self._now = store, blocks, open_table, now

    def seek(self, holder: str, person: Person, wish: Wish) -> Seeker:
        """Begin to look for an opponent, or change the wish of a person already looking."""
        now = self._now()
        values = {"person_id": person.id, "name": person.name, "avatar": person.avatar, "seen": now, "since": now}
        values |= msgspec.to_builtins(wish) | {"pair": None, "table_id": None}
        with self._store.begin() as db:
            db.execute(seekers.delete().where(seekers.c.seen < now - KEPT))
            changed = db.execute(seekers.update().where(seekers.c.holder == holder).values(**values)).rowcount
            if not changed:
                db.execute(seekers.insert().values(holder=holder, **values))
        return self.look(holder) or Seeker(holder, person.id, person.name, person.avatar, wish, now, now)

    def look(self, holder: str) -> Seeker | None:
        """Return the state of a person's search for an opponent; None if they are not looking."""
        with self._store.begin() as db:
            db.execute(seekers.update().where(seekers.c.holder == holder).values(seen=self._now()))
            found = db.execute(sa.select(seekers).where(seekers.c.holder == holder)).mappings().first()
        if found is None:
            return None
        me = _seeker(found)
        if me.table is not None or (me.pair is not None and me.seen - me.since < STUCK):
            return me
        mate = self._mate_of(me)
        return me if mate is None else self._bring_together(me, *mate)

    def leave(self, holder: str) -> None:
        """Stop looking for an opponent."""
        with self._store.begin() as db:
            db.execute(seekers.delete().where(seekers.c.holder == holder))

    def count(self) -> int:
        """Return how many people look for an opponent now."""
        query = sa.select(sa.func.count()).select_from(seekers).where(seekers.c.seen > self._now() - GONE)
        with self._store.begin() as db:
            return int(db.execute(query.where(seekers.c.pair.is_(None))).scalar_one())

    def _mate_of(self, me: Seeker) -> tuple[Seeker, Wish] | None:
        now = self._now()
        query = sa.select(seekers).where(seekers.c.game == me.wish.game, seekers.c.holder != me.holder)
        query = query.where(seekers.c.pair.is_(None), seekers.c.seen > now - GONE).order_by(seekers.c.since).limit(100)
        with self._store.begin() as db:
            others = [_seeker(row) for row in db.execute(query).mappings()]
        shunned = self._blocks.between(me.person_id)
        fitting = [(each, wish) for each in others if (wish := agree(me, each, now)) is not None]
        mates = [(each, wish) for each, wish in fitting if each.person_id not in {me.person_id, *shunned}]
        return min(mates, key=lambda mate: mate[0].wish != me.wish, default=None)

    def _bring_together(self, me: Seeker, mate: Seeker, wish: Wish) -> Seeker:
        """Open a table for two; if another process has paired one of them first, go on looking."""
        pair, both = new_id(), [me.holder, mate.holder]
        if not self._claim(both, pair):
            return me
        try:
            table = self._open(wish, me, mate)
        except BaseException:
            self._set(pair, pair=None)
            raise
        self._set(pair, table_id=table)
        return msgspec.structs.replace(me, pair=pair, table=table)

    def _claim(self, both: list[str], pair: str) -> bool:
        """Mark two seekers as a pair; return False if one of them is paired already."""
        is_free = seekers.c.pair.is_(None) | (seekers.c.since < self._now() - STUCK)
        free = (seekers.c.holder.in_(both), is_free, seekers.c.table_id.is_(None))
        try:
            with self._store.begin() as db:  # always locked in the same order, so that there is no deadlock
                db.execute(sa.select(seekers.c.holder).where(*free).order_by(seekers.c.holder).with_for_update()).all()
                if db.execute(seekers.update().where(*free).values(pair=pair)).rowcount < len(both):
                    raise _Taken
        except _Taken:
            return False
        return True

    def _set(self, name: str, **values: Any) -> None:
        with self._store.begin() as db:
            db.execute(seekers.update().where(seekers.c.pair == name).values(**values))


def agree(me: Seeker, other: Seeker, now: float) -> Wish | None:
    """Return what two people can play; None if one of them has to wait for a better match.

    A person who has waited for long accepts the other's wish.
    """
    if me.wish == other.wish:
        return me.wish
    if me.wish.game != other.wish.game:
        return None
    first, later = sorted((me, other), key=lambda each: each.since)
    return later.wish if now - first.since >= WIDEN else None


def check_wish(wish: Wish, presets: dict[str, int], times: tuple[str, ...]) -> Wish:
    """Return a valid wish; `presets` are the game's, each with its number of seats."""
    if presets.get(wish.preset) != 2:
        known = ", ".join(name for name, seats in presets.items() if seats == 2)
        raise InvalidOption(f"preset {wish.preset[:60]!r} is not one for two players; there are: {known}")
    if wish.time not in times:
        raise InvalidOption(f"time {wish.time[:60]!r} is not one of {', '.join(times)}")
    return wish


def _seeker(row: Any) -> Seeker:
    wish = Wish(row["game"], row["preset"], row["time"])
    who = row["holder"], row["person_id"], row["name"], row["avatar"]
    return Seeker(*who, wish, row["since"], row["seen"], row["pair"], row["table_id"])
