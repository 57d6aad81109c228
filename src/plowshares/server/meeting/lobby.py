"""The lobby: your games, open tables that anybody may join, and what is being played.

Everything here is made from what a spectator may know; tables by link only are listed for their own people alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from plowshares import registry
from plowshares.core.i18n import Text, _
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.story import ending_of
from plowshares.server.meeting.friends import Friends
from plowshares.server.meeting.people import People, show_me
from plowshares.server.meeting.ratings import FEWEST_GAMES, scale, size_class
from plowshares.server.meeting.words import describe_clock, preset_title
from plowshares.server.plan import Row
from plowshares.server.repository import display_names
from plowshares.server.schema import holders, people, ratings, results, tables
from plowshares.server.table import Table
from plowshares.server.tables import TableManager

CHANNEL = "lobby"  # set when the lobby changes
MOST_MINE, MOST_OPEN, MOST_PLAYING = 30, 30, 12
RECENT = 1800.0  # seconds without a move after which a table no longer counts as being played


class Lobby:
    """Lists tables for a caller."""

    def __init__(self, hall: TableManager, people: People) -> None:
        self._hall, self._people = hall, people
        self._friends = Friends(hall.store, people, hall.here)

    def changed(self) -> None:
        """Wake everybody who has the lobby open."""
        self._hall.wake(CHANNEL)

    def show(self, holder: str | None) -> dict[str, Any]:
        """Return everything that the lobby shows a caller."""
        person = self._people.of(holder) if holder else None
        lists = self._friends.of(person) if person else {"friends": [], "asking": []}
        return {
            "me": show_me(person),
            "here": max(1, len(self._hall.here() | ({holder} if holder else set()))),
            "announcement": self._hall.announcement,
            "friends": lists["friends"],
            "asking": len(lists["asking"]),
            "mine": self._mine(holder) if holder else [],
            "open": self._open(holder, {each["id"] for each in lists["friends"]}),
            "playing": self._playing(holder),
        }

    def _mine(self, holder: str) -> list[dict[str, Any]]:
        rows = self._hall.store.rows_of(holder, MOST_MINE)
        held = self._hall.store.seats_held(holder, [row.id for row in rows])
        ended = self._ended([row.id for row in rows if row.ended])
        listed = [self._listed(row, held.get(row.id, []), ended) for row in rows]
        return sorted(listed, key=lambda each: (not each["turn"], each["status"] == "finished"))

    def _open(self, holder: str | None, friends: set[str]) -> list[dict[str, Any]]:
        query = sa.select(tables).where(tables.c.access == "open", tables.c.ended.is_(False), tables.c.free > 0)
        rows = self._hall.store.select_rows(query.limit(MOST_OPEN + MOST_MINE))
        mine = self._held(holder, rows)
        offered = [row for row in rows if row.id not in mine][:MOST_OPEN]
        hosts = self._hosts(offered)
        listed = [self._offered(row, *hosts.get(row.id, ("", None)), friends) for row in offered]
        return sorted(listed, key=lambda each: not each["friend"])

    def _hosts(self, rows: Iterable[Row]) -> dict[str, tuple[str, int | None]]:
        """Return the people who have opened tables, with their ratings if they have any."""
        owned = holders.c.is_owner & holders.c.table_id.in_([row.id for row in rows])
        game = {row.id: (row.plan.game, size_class(len(row.plan.seats))) for row in rows}
        query = sa.select(holders.c.table_id, people.c.id).join(people, people.c.principal == holders.c.holder)
        with self._hall.store.begin() as db:
            found: dict[str, str] = dict(map(tuple, db.execute(query.where(owned))))
            known = ratings.c.player.in_([f"person:{person}" for person in set(found.values())])
            rated = db.execute(sa.select(ratings).where(known, ratings.c.games >= FEWEST_GAMES)).mappings().all()
        shown = {(row["player"], row["game"], row["size"]): scale(row["mu"]) for row in rated}
        return {table: (person, shown.get((f"person:{person}", *game[table]))) for table, person in found.items()}

    def _playing(self, holder: str | None) -> list[dict[str, Any]]:
        query = sa.select(tables).where(tables.c.access == "open", tables.c.ended.is_(False), tables.c.free == 0)
        late = tables.c.touched > time.time() - RECENT
        rows = self._hall.store.select_rows(query.where(late).limit(MOST_PLAYING + MOST_MINE))
        mine = self._held(holder, rows)
        return [self._watched(row) for row in rows if row.id not in mine][:MOST_PLAYING]

    def _held(self, holder: str | None, rows: Iterable[Row]) -> set[str]:
        if holder is None:
            return set()
        query = sa.select(holders.c.table_id).where(holders.c.holder == holder, holders.c.seat != SPECTATOR)
        with self._hall.store.begin() as db:
            return set(db.execute(query.where(holders.c.table_id.in_([row.id for row in rows]))).scalars())

    def _ended(self, names: list[str]) -> dict[tuple[str, int], Text]:
        """Return how matches ended for each seat, as far as they were counted."""
        query = sa.select(results.c.table_id, results.c.seat, results.c.place, results.c.outcome)
        with self._hall.store.begin() as db:
            rows = db.execute(query.where(results.c.table_id.in_(names))).all() if names else []
        return {(table, seat): describe_outcome(place, outcome) for table, seat, place, outcome in rows}

    def _listed(self, row: Row, held: list[int], ended: dict[tuple[str, int], Text]) -> dict[str, Any]:
        table = self._hall.at_hand(row.id)
        seats = [seat for seat in held if seat != SPECTATOR] or [SPECTATOR]
        turn = not row.ended and bool(set(seats) & set(self._hall.repository.waiting_at(row.id)))
        open_seats = table.open_seats() if table is not None else []
        return {
            **summary(row),
            "seats": [seat for seat in seats if seat != SPECTATOR],
            "turn": turn,
            "status": "finished" if row.ended else "waiting" if open_seats else "playing",
            "result": result_of(table, seats[0]) if table is not None else ended.get((row.id, seats[0])),
            "touched": row.touched or row.created,
        }

    def _offered(self, row: Row, host: str, rating: int | None, friends: set[str]) -> dict[str, Any]:
        more = {"free": self._free(row), "created": row.created, "rating": rating, "friend": host in friends}
        return {**summary(row), **more}

    def _free(self, row: Row) -> int:
        table = self._hall.at_hand(row.id)
        return len(table.open_seats()) if table is not None else sum(seat.kind == "link" for seat in row.plan.seats)

    def _watched(self, row: Row) -> dict[str, Any]:
        return {**summary(row), "watching": self._hall.watchers.count(row.id), "touched": row.touched}


def summary(row: Row) -> dict[str, Any]:
    """Return what every list says of a table."""
    game = registry.find(row.plan.game)
    return {
        "id": row.id,
        "game": game.name,
        "title": game.title,
        "who": display_names(row.plan.seats),
        "kinds": [seat.kind for seat in row.plan.seats],
        "host": row.plan.host,
        "avatar": row.plan.avatar,
        "preset": row.plan.preset,
        "board": preset_title(game, row.plan.preset),
        "clock": describe_clock(row.plan.time),
        "time": row.plan.time,
        "rated": row.plan.rated,
    }


def result_of(table: Table, seat: int) -> Text | str | None:
    """Return how a table ended for a seat, in two words; None while it is played."""
    match = table.match
    if match.result is None:
        return None
    return ending_of(match.game, match.state, Viewer(seat, table.story.names), match.result).title


def describe_outcome(place: int, outcome: float) -> Text:
    """Describe how a match ended for a player."""
    if place == 0:
        return _("You won") if outcome > 0 else _("Draw")
    return _("You lost")
