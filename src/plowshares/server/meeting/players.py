"""Pages of players: ratings with their curves, last games, opponents; and the ladder of a game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from plowshares import registry
from plowshares.agents import FACES
from plowshares.core.i18n import Text, _, ngettext
from plowshares.server.errors import NotYours
from plowshares.server.meeting.people import People, Person
from plowshares.server.meeting.ratings import FACTOR, FEWEST, SIZES, scale, show
from plowshares.server.plan import level_title
from plowshares.server.schema import people, ratings, results, tables
from plowshares.server.store import Store

NO_PLAYER = _("There is no such player, or they play as a guest.")
MOST_RESULTS = 50  # on a page
MOST_POINTS = 400  # of a curve
MOST_LISTED = 50  # at the top of a ladder
AROUND = 3  # neighbours on either side of whoever asks
WEEK = 7 * 86400.0
STEP = 50  # points of one column in the picture of all ratings


class Players:
    """Reads results and ratings for whoever asks; private matches are shown to those who played them."""

    def __init__(self, store: Store, people_: People) -> None:
        self._store, self._people = store, people_

    # One player

    def find(self, player: str, viewer: Person | None) -> dict[str, Any]:
        """Return who a player is; guests have a page for themselves only."""
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

    def show(self, player: str, viewer: Person | None, most: int = MOST_RESULTS) -> dict[str, Any]:
        """Return everything on a player's page."""
        who = self.find(player, viewer)
        name = who["player"]
        with self._store.begin() as db:
            query = sa.select(ratings).filter_by(player=name).order_by(ratings.c.games.desc())
            rated = db.execute(query).mappings().all()
            curves = {(row["game"], row["size"]): _curve(db, row) for row in rated}
            last = _last_results(db, name, is_own=who["me"], most=most)
            counts = _count_results(db, name, is_own=who["me"])
        shown = [{**show_rating(row), "curve": curves[row["game"], row["size"]]} for row in rated]
        return {**who, **counts, "ratings": shown, "results": last}

    def result_of(self, table: str) -> list[dict[str, Any]]:
        """Return how a finished match counted for everybody at it; nothing before it was counted."""
        query = sa.select(results).filter_by(table_id=table).order_by(results.c.seat)
        with self._store.begin() as db:
            rows = db.execute(query).mappings().all()
        return [_counted(row) for row in rows]

    # Ladder

    def ladder(self, game: str, size: str, among: str, viewer: Person | None, friends: Sequence[str]) -> dict[str, Any]:
        """Return the ladder of a game for tables of a size: everybody, people only, or friends and whoever asks."""
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
            names = _names(db, [row["player"] for row in rows])
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
    is_known = row["games"] >= FEWEST
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
    """Return how a rating went: moment, rating and ± after each match, the earliest first."""
    query = sa.select(results.c.ended, results.c.mu, results.c.sigma).filter_by(
        player=row["player"], game=row["game"], size=row["size"], is_rated=True
    )
    found = db.execute(query.order_by(results.c.ended.desc()).limit(MOST_POINTS)).all()
    return [[ended, *show(mu, sigma)] for ended, mu, sigma in reversed(found)]


def _own(player: str, is_own: bool) -> Any:
    mine = results.c.player == player
    return mine if is_own else mine & (results.c.is_open | results.c.is_rated)


def _count_results(db: sa.Connection, player: str, is_own: bool) -> dict[str, int]:
    won = sa.func.sum(sa.case(((results.c.place == 0) & (results.c.outcome > 0), 1), else_=0))
    left = sa.func.sum(sa.case((results.c.reason.in_(("time",)) & (results.c.outcome < 0), 1), else_=0))
    row = db.execute(sa.select(sa.func.count(), won, left).where(_own(player, is_own))).one()
    return {"games": int(row[0]), "won": int(row[1] or 0), "out_of_time": int(row[2] or 0)}


def _last_results(db: sa.Connection, player: str, is_own: bool, most: int) -> list[dict[str, Any]]:
    query = sa.select(results).where(_own(player, is_own)).order_by(results.c.ended.desc()).limit(most)
    mine = db.execute(query).mappings().all()
    ids = [row["table_id"] for row in mine]
    everybody = db.execute(sa.select(results).where(results.c.table_id.in_(ids))).mappings().all()
    kept = set(db.execute(sa.select(tables.c.id).where(tables.c.id.in_(ids))).scalars())
    return [_result(row, everybody, row["table_id"] in kept and (is_own or bool(row["is_open"]))) for row in mine]


def _result(row: Any, everybody: Sequence[Any], has_record: bool) -> dict[str, Any]:
    others = [
        {"player": each["player"], "name": _name_of(each), "avatar": each["avatar"]}
        for each in everybody
        if each["table_id"] == row["table_id"] and each["seat"] != row["seat"]
    ]
    change = None if row["mu"] is None else round(FACTOR * (row["mu"] - row["mu_before"]))
    return {
        "table": row["table_id"],
        "game": row["game"],
        "title": registry.find(row["game"]).title if row["game"] in registry.names() else row["game"],
        "others": others,
        "outcome": row["outcome"],
        "place": row["place"] + 1,
        "how": describe_end(row["reason"], row["moves"], row["outcome"]),
        "rated": bool(row["is_rated"]),
        "change": change,
        "ended": row["ended"],
        "record": has_record,
    }


def _name_of(row: Any) -> str:
    """Return what somebody in a result is called; levels are read in the viewer's language."""
    kind, _colon, name = row["player"].partition(":")
    return level_title(name) if kind == "computer" else str(row["name"])


def _counted(row: Any) -> dict[str, Any]:
    change = None if row["mu"] is None else round(FACTOR * (row["mu"] - row["mu_before"]))
    return {"seat": row["seat"], "player": row["player"], "name": _name_of(row), "place": row["place"] + 1,
            "rated": bool(row["is_rated"]), "change": change}  # fmt: skip


def describe_end(reason: str, moves: int, outcome: float) -> Text:
    """Say in a few words how a match went."""
    length = ngettext("{n} move", "{n} moves", moves)
    if reason == "resigned":
        return _("{length} · resigned", length=length)
    if reason == "time":
        return _("{length} · out of time", length=length)
    return length


def _ladder_query(game: str, size: str, among: str, friends: Sequence[str]) -> Any:
    listed = sa.select(ratings).filter_by(game=game, size=size).where(ratings.c.games >= FEWEST)
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


def _names(db: sa.Connection, players: Sequence[str]) -> dict[str, tuple[str, str]]:
    ids = [player.partition(":")[2] for player in players if player.startswith("person:")]
    query = sa.select(people.c.id, people.c.name, people.c.avatar).where(people.c.id.in_(ids))
    return {f"person:{row[0]}": (row[1], row[2]) for row in db.execute(query)}


def _chosen(count: int, place: int | None) -> list[int]:
    """Return whom a ladder lists: the top, and whoever asks among their neighbours."""
    top = range(min(count, MOST_LISTED))
    near = range(max(0, place - AROUND), min(count, place + AROUND + 1)) if place is not None else range(0)
    return sorted({*top, *near})


def _listed(i: int, row: Any, names: dict[str, tuple[str, str]], weeks: dict[str, int], me: str) -> dict[str, Any]:
    kind, _colon, name = row["player"].partition(":")
    face = FACES.get(name) if kind == "computer" else None
    known = (face.title, face.avatar) if face else names.get(row["player"], (name, "robot"))
    shown = show_rating(row)
    return {
        "place": i + 1,
        "player": row["player"],
        "kind": kind,
        "name": known[0],
        "avatar": known[1],
        "me": row["player"] == me,
        "rating": shown["rating"],
        "plus": shown["plus"],
        "games": row["games"],
        "won": row["won"],
        "week": weeks.get(row["player"], 0),
    }


def _columns(found: Sequence[int]) -> list[list[int]]:
    """Return how many have a rating, in columns of fifty points: where each begins, and how many."""
    counts: dict[int, int] = {}
    for rating in found:
        counts[rating // STEP * STEP] = counts.get(rating // STEP * STEP, 0) + 1
    if not counts:
        return []
    return [[at, counts.get(at, 0)] for at in range(min(counts), max(counts) + STEP, STEP)]
