"""Finished matches of a player: which of them a viewer may see, the opponents, and the records.

Open and rated matches are public. A match by link is seen by those who played it. A record is for everybody if the
table was open, otherwise for those who hold a seat there.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from plowshares import registry
from plowshares.agents import FACES
from plowshares.core.i18n import Text, _, ngettext
from plowshares.server.meeting.people import Person
from plowshares.server.meeting.ratings import FACTOR
from plowshares.server.plan import GUEST, level_title
from plowshares.server.schema import holders, people, results, tables
from plowshares.server.store import Store

PAGE = 50  # matches that are sent at once
MOST_OPPONENTS = 12
MOST_RECORDS = 500  # in one file, the latest first
GONE = "Deleted player"  # kept in place of a deleted player's name
UNNAMED = {GONE: _("Deleted player"), GUEST: _("Guest")}  # names that everybody reads in their language


class Known(NamedTuple):
    """A person as they are called now."""

    name: str
    avatar: str
    has_page: bool  # guests have none


def visible(player: str, viewer: Person | None) -> Any:
    """Return the SQL condition for the results of a player that a viewer may see."""
    mine = results.c.player == player
    if viewer is None:
        return mine & (results.c.is_open | results.c.is_rated)
    if viewer.player == player:
        return mine
    own = results.alias()
    shared = results.c.table_id.in_(sa.select(own.c.table_id).where(own.c.player == viewer.player))
    return mine & (results.c.is_open | results.c.is_rated | shared)


def count_games(db: sa.Connection, player: str, viewer: Person | None) -> dict[str, int]:
    """Count a player's matches that a viewer may see: all, won, and lost on time."""
    won = sa.func.sum(sa.case(((results.c.place == 0) & (results.c.outcome > 0), 1), else_=0))
    late = sa.func.sum(sa.case((results.c.reason.in_(("time",)) & (results.c.outcome < 0), 1), else_=0))
    row = db.execute(sa.select(sa.func.count(), won, late).where(visible(player, viewer))).one()
    return {"games": int(row[0]), "won": int(row[1] or 0), "out_of_time": int(row[2] or 0)}


def list_games(db: sa.Connection, player: str, viewer: Person | None, skip: int = 0) -> list[dict[str, Any]]:
    """Return a page of matches, the latest first."""
    latest = results.c.ended.desc(), results.c.table_id, results.c.seat
    query = sa.select(results).where(visible(player, viewer)).order_by(*latest).offset(skip).limit(PAGE)
    mine = db.execute(query).mappings().all()
    ids = {row["table_id"] for row in mine}
    everybody = db.execute(sa.select(results).where(results.c.table_id.in_(ids))).mappings().all()
    names = find_people(db, {row["player"] for row in everybody})
    kept = _readable(db, ids, viewer)
    return [_show(row, everybody, names, viewer, row["table_id"] in kept) for row in mine]


def list_opponents(db: sa.Connection, player: str, viewer: Person | None) -> list[dict[str, Any]]:
    """Return a player's most frequent opponents, with the numbers of games won and drawn against them."""
    other = results.alias()
    same = (other.c.table_id == results.c.table_id) & (other.c.seat != results.c.seat)
    chosen = (other.c.player, results.c.table_id, results.c.place, results.c.ended)
    met = sa.select(*chosen, sa.func.min(other.c.place).label("theirs")).join(other, same)
    met = met.where(visible(player, viewer), other.c.player.not_in(("", player))).group_by(*chosen)
    each = met.subquery()
    better = sa.func.sum(sa.case((each.c.place < each.c.theirs, 1), else_=0))
    equal = sa.func.sum(sa.case((each.c.place == each.c.theirs, 1), else_=0))
    count = sa.func.count()
    query = sa.select(each.c.player, count, better, equal).group_by(each.c.player)
    query = query.order_by(count.desc(), sa.func.max(each.c.ended).desc()).limit(MOST_OPPONENTS)
    rows = db.execute(query).all()
    names = find_people(db, {row[0] for row in rows})
    return [
        {**show_player(who, "", "", names, viewer), "games": games, "won": won, "drawn": drawn}
        for who, games, won, drawn in rows
    ]


def pack_records(store: Store, player: str, viewer: Person | None) -> bytes:
    """Return a ZIP file with the records of a player's matches that a viewer may have, the latest first."""
    query = sa.select(results.c.table_id).where(visible(player, viewer)).order_by(results.c.ended.desc())
    with store.begin() as db:
        found = list(dict.fromkeys(db.execute(query).scalars()))
        kept = _readable(db, found, viewer)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for table in [each for each in found if each in kept][:MOST_RECORDS]:
            file.writestr(f"{table}.jsonl", store.record(table))
    return made.getvalue()


def _readable(db: sa.Connection, ids: Collection[str], viewer: Person | None) -> set[str]:
    """Return the tables whose records still exist and that a viewer may have."""
    held = sa.select(holders.c.table_id).where(holders.c.holder == (viewer.principal if viewer else ""))
    may = (tables.c.access == "open") | tables.c.id.in_(held)
    query = sa.select(tables.c.id).where(tables.c.id.in_(ids), tables.c.ended.is_(True), may)
    return set(db.execute(query).scalars())


def find_people(db: sa.Connection, players: Collection[str]) -> dict[str, Known]:
    """Return the people among some players, by their present names."""
    ids = [player.partition(":")[2] for player in players if player.startswith("person:")]
    query = sa.select(people.c.id, people.c.name, people.c.avatar, people.c.account).where(people.c.id.in_(ids))
    return {f"person:{row[0]}": Known(row[1], row[2], row[3] is not None) for row in db.execute(query)}


def show_player(
    player: str, name: str, avatar: str, names: dict[str, Known], viewer: Person | None = None
) -> dict[str, Any]:
    """Return how a list shows a player; `player` is empty unless the viewer may open their page."""
    kind, _colon, called = player.partition(":")
    if kind == "computer":
        face = FACES.get(called)
        return {"player": player, "name": level_title(called), "avatar": face.avatar if face else "robot"}
    if kind == "bot":
        return {"player": player, "name": called, "avatar": "robot"}
    known = names.get(player)
    if known is None:
        return {"player": "", "name": UNNAMED.get(name, name), "avatar": avatar}
    has_page = known.has_page or (viewer is not None and viewer.player == player)
    return {"player": player if has_page else "", "name": known.name, "avatar": known.avatar}


def _show(
    row: Any, everybody: Sequence[Any], names: dict[str, Known], viewer: Person | None, has_record: bool
) -> dict[str, Any]:
    others = [
        show_player(each["player"], each["name"], each["avatar"], names, viewer)
        for each in everybody
        if each["table_id"] == row["table_id"] and each["seat"] != row["seat"]
    ]
    return {
        "table": row["table_id"],
        "game": row["game"],
        "title": registry.find(row["game"]).title if row["game"] in registry.names() else row["game"],
        "others": others,
        "outcome": row["outcome"],
        "place": row["place"] + 1,
        "how": describe_end(row["reason"], row["moves"]),
        "rated": bool(row["is_rated"]),
        "change": change_of(row),
        "ended": row["ended"],
        "record": has_record,
    }


def change_of(row: Any) -> int | None:
    """Return a match's change of a rating; None if it was not rated."""
    return None if row["mu"] is None else round(FACTOR * (row["mu"] - row["mu_before"]))


def describe_end(reason: str, moves: int) -> Text:
    """Describe the end of a match in a few words."""
    length = ngettext("{n} move", "{n} moves", moves)
    if reason == "resigned":
        return _("{length} · resigned", length=length)
    if reason == "time":
        return _("{length} · out of time", length=length)
    return length
