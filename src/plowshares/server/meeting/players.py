"""Pages of players: ratings with their curves, past games, opponents; and the ladder of a game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from plowshares import registry
from plowshares.agents import FACES
from plowshares.core.i18n import _
from plowshares.server.errors import NotYours
from plowshares.server.meeting import past_games
from plowshares.server.meeting.past_games import Known, change_of, find_people, show_player
from plowshares.server.meeting.people import People, Person
from plowshares.server.meeting.ratings import FACTOR, FEWEST_GAMES, SIZES, scale, show
from plowshares.server.schema import ratings, results
from plowshares.server.store import Store

NO_PLAYER = _("There is no such player, or they play as a guest.")
MOST_POINTS = 400  # of a curve
MOST_LISTED = 50  # at the top of a ladder
AROUND = 3  # neighbours on either side of the caller
WEEK = 7 * 86400.0
STEP = 50  # points of one column in the picture of all ratings


class Players:
    """Reads results and ratings for a caller."""

    def __init__(self, store: Store, people_: People) -> None:
        self._store, self._people = store, people_

    # One player

    def find(self, player: str, viewer: Person | None) -> dict[str, Any]:
        """Return a player by id; a guest's page is for that guest only."""
        kind, _colon, name = player.rpartition(":")
        if kind in ("computer", "bot") and (kind == "bot" or name in FACES):
            if kind == "bot" and not self._has_results(player):
                raise NotYours(_("No player is called {name}.", name=repr(name[:60])))
            face = FACES.get(name)
            shown: dict[str, Any] = {
                "name": face.title if face else name,
                "avatar": face.avatar if face else "robot",
                "since": None,
            }
            return {"player": player, "kind": kind, "me": False, **shown}
        person = self._people.by_id(name) if kind in ("", "person") else None
        is_me = viewer is not None and person is not None and viewer.id == person.id
        if person is None or (person.account is None and not is_me):
            raise NotYours(NO_PLAYER)
        kind = "person" if person.account is not None else "guest"
        shown = {"name": person.name, "avatar": person.avatar, "since": person.account or person.created}
        return {"player": person.player, "kind": kind, "me": is_me, **shown}

    def _has_results(self, player: str) -> bool:
        with self._store.begin() as db:
            return db.execute(sa.select(results.c.seat).filter_by(player=player).limit(1)).first() is not None

    def show(self, player: str, viewer: Person | None) -> dict[str, Any]:
        """Return everything on a player's page."""
        who = self.find(player, viewer)
        name = who["player"]
        with self._store.begin() as db:
            query = sa.select(ratings).filter_by(player=name).order_by(ratings.c.games.desc())
            rated = db.execute(query).mappings().all()
            curves = {(row["game"], row["size"]): _curve(db, row) for row in rated}
            last = past_games.list_games(db, name, viewer)
            counts = past_games.count_games(db, name, viewer)
            opponents = past_games.list_opponents(db, name, viewer)
        shown = [{**show_rating(row), "curve": curves[row["game"], row["size"]]} for row in rated]
        return {**who, **counts, "ratings": shown, "results": last, "opponents": opponents}

    def games(self, player: str, viewer: Person | None, skip: int) -> dict[str, Any]:
        """Return some more of a player's finished matches."""
        name = self.find(player, viewer)["player"]
        with self._store.begin() as db:
            count = past_games.count_games(db, name, viewer)["games"]
            return {"games": count, "results": past_games.list_games(db, name, viewer, skip)}

    def records(self, player: str, viewer: Person | None) -> bytes:
        """Return the records of a player's matches that the caller may have, as a ZIP file."""
        return past_games.pack_records(self._store, self.find(player, viewer)["player"], viewer)

    def result_of(self, table: str) -> list[dict[str, Any]]:
        """Return how a finished match changed ratings; nothing before it was counted."""
        query = sa.select(results).filter_by(table_id=table).order_by(results.c.seat)
        with self._store.begin() as db:
            rows = db.execute(query).mappings().all()
            names = find_people(db, {row["player"] for row in rows})
        return [_counted(row, names) for row in rows]

    # Ladder

    def ladder(self, game: str, size: str, among: str, viewer: Person | None, friends: Sequence[str]) -> dict[str, Any]:
        """Return the ladder of a game for tables of a size: everybody, people only, or the caller and friends."""
        if game not in registry.names():
            raise NotYours(f"no game is called {game[:60]!r}")
        if size not in SIZES or among not in ("all", "people", "friends"):
            raise NotYours("there is no such ladder")
        me = viewer.player if viewer is not None else ""
        listed = _ladder_query(game, size, among, [*friends, me])
        with self._store.begin() as db:
            rows = db.execute(listed.order_by(ratings.c.mu.desc(), ratings.c.player)).mappings().all()
            weeks = _week_changes(db, game, size)
            mine = db.execute(sa.select(ratings).filter_by(game=game, size=size, player=me)).mappings().first()
            names = find_people(db, {row["player"] for row in rows})
        place = next((i for i, row in enumerate(rows) if row["player"] == me), None)
        chosen = _chosen(len(rows), place)
        shown = [_listed(i, rows[i], names, weeks, me) for i in chosen]
        return {
            "game": game,
            "size": size,
            "sizes": self._sizes(game),
            "count": len(rows),
            "rows": shown,
            "place": None if place is None else place + 1,
            "mine": None if mine is None else show_rating(mine),
            "columns": _columns([scale(row["mu"]) for row in rows]),
        }

    def _sizes(self, game: str) -> list[str]:
        with self._store.begin() as db:
            found = set(db.execute(sa.select(ratings.c.size).filter_by(game=game).distinct()).scalars())
        return [size for size in SIZES if size in found or size == SIZES[0]]


def show_rating(row: Any) -> dict[str, Any]:
    """Return a rating as people see it: without a number before ten games."""
    shown = show(row["mu"], row["sigma"])
    is_known = row["games"] >= FEWEST_GAMES
    return {
        "game": row["game"],
        "title": registry.find(row["game"]).title if row["game"] in registry.names() else row["game"],
        "size": row["size"],
        "rating": shown.rating if is_known else None,
        "plus": shown.plus if is_known else None,
        "games": row["games"],
        "won": row["won"],
    }


def _curve(db: sa.Connection, row: Any) -> list[list[float]]:
    """Return a rating's history: moment, rating and ± after each match, the earliest first."""
    query = sa.select(results.c.ended, results.c.mu, results.c.sigma).filter_by(
        player=row["player"], game=row["game"], size=row["size"], is_rated=True
    )
    found = db.execute(query.order_by(results.c.ended.desc()).limit(MOST_POINTS)).all()
    return [[ended, *show(mu, sigma)] for ended, mu, sigma in reversed(found)]


def _counted(row: Any, names: dict[str, Known]) -> dict[str, Any]:
    who = show_player(row["player"], row["name"], row["avatar"], names)
    return {"seat": row["seat"], "player": row["player"], "name": who["name"], "place": row["place"] + 1,
            "rated": bool(row["is_rated"]), "change": change_of(row)}  # fmt: skip


def _ladder_query(game: str, size: str, among: str, friends: Sequence[str]) -> Any:
    listed = sa.select(ratings).filter_by(game=game, size=size).where(ratings.c.games >= FEWEST_GAMES)
    if among == "people":
        return listed.where(ratings.c.player.startswith("person:"))
    if among == "friends":
        return listed.where(ratings.c.player.in_(friends))
    return listed


def _week_changes(db: sa.Connection, game: str, size: str) -> dict[str, int]:
    change = sa.func.sum(results.c.mu - results.c.mu_before)
    query = sa.select(results.c.player, change).filter_by(game=game, size=size, is_rated=True)
    late = results.c.ended > time.time() - WEEK
    return {player: round(FACTOR * by) for player, by in db.execute(query.where(late).group_by(results.c.player))}


def _chosen(count: int, place: int | None) -> list[int]:
    """Return the rows of a ladder: the top, and the caller among their neighbours."""
    top = range(min(count, MOST_LISTED))
    near = range(max(0, place - AROUND), min(count, place + AROUND + 1)) if place is not None else range(0)
    return sorted({*top, *near})


def _listed(i: int, row: Any, names: dict[str, Known], weeks: dict[str, int], me: str) -> dict[str, Any]:
    kind, _colon, name = row["player"].partition(":")
    shown = show_rating(row)
    return {
        **show_player(row["player"], name, "robot", names),
        "place": i + 1,
        "player": row["player"],
        "kind": kind,
        "me": row["player"] == me,
        "rating": shown["rating"],
        "plus": shown["plus"],
        "games": row["games"],
        "won": row["won"],
        "week": weeks.get(row["player"], 0),
    }


def _columns(found: Sequence[int]) -> list[list[int]]:
    """Return the histogram of ratings in columns of fifty points: where each begins, and how many players it has."""
    counts: dict[int, int] = {}
    for rating in found:
        counts[rating // STEP * STEP] = counts.get(rating // STEP * STEP, 0) + 1
    if not counts:
        return []
    return [[at, counts.get(at, 0)] for at in range(min(counts), max(counts) + STEP, STEP)]
