"""Commands that players keep under names of their own, such as a whole set-up. Nobody else sees them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import sqlalchemy as sa

from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.i18n import _
from plowshares.server.errors import NotYours
from plowshares.server.meeting.people import LONGEST_NAME, check_name
from plowshares.server.schema import holders, kept_commands, people
from plowshares.server.store import Store

MOST_OF_KIND = 40  # commands of one kind that one player keeps
MOST_KEPT = 400  # commands that one player keeps
LONGEST = 2000  # letters of a command


class Kept(NamedTuple):
    """A command under its name."""

    name: str
    command: str


class KeptCommands:
    """What players keep. The holder is who their browsers act as, with a name and without."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_kind(self, holder: str, kind: str) -> list[dict[str, str]]:
        """List a player's kept commands of a kind, by name."""
        with self._store.begin() as db:
            found = _of_kind(db, holder, kind)
        return [each._asdict() for each in sorted(found, key=lambda each: (each.name.casefold(), each.name))]

    def keep(self, holder: str, kind: str, name: str, command: str, is_new: bool) -> None:
        """Keep a command instead of the one with its name; a new one gets a free name instead."""
        chosen = check_name(name)
        if not 0 < len(command) <= LONGEST or not command.isprintable():
            raise InvalidOption(_("What is kept has 1 to {most} letters; this has {n}.", most=LONGEST, n=len(command)))
        with self._store.begin() as db:
            _check_player(db, holder)
            if is_new:
                chosen = _free_name(_of_kind(db, holder, kind), Kept(chosen, command))
            db.execute(kept_commands.delete().where(*_same(holder, kind, chosen)))
            if not _has_room(db, holder, kind):
                raise IllegalCommand(
                    "too-many", _("There is no room for more: delete one of those that you have kept.")
                )
            _add(db, holder, kind, Kept(chosen, command))

    def forget(self, holder: str, kind: str, name: str) -> None:
        """Delete a player's kept command by its name. Idempotent."""
        with self._store.begin() as db:
            db.execute(kept_commands.delete().where(*_same(holder, kind, name)))


def claim(db: sa.Connection, guest: str, holder: str) -> None:
    """Transfer a guest's kept commands to an account, under free names, as far as there is room."""
    query = sa.select(kept_commands.c.kind, kept_commands.c.name, kept_commands.c.command).filter_by(holder=guest)
    for kind, name, command in db.execute(query.order_by(kept_commands.c.kept)).all():
        found = _of_kind(db, holder, kind)
        chosen = _free_name(found, Kept(name, command))
        if Kept(chosen, command) not in found and _has_room(db, holder, kind):
            _add(db, holder, kind, Kept(chosen, command))
    db.execute(kept_commands.delete().where(kept_commands.c.holder == guest))


def _of_kind(db: sa.Connection, holder: str, kind: str) -> list[Kept]:
    query = sa.select(kept_commands.c.name, kept_commands.c.command).filter_by(holder=holder, kind=kind)
    return [Kept(*row) for row in db.execute(query).all()]


def _same(holder: str, kind: str, name: str) -> tuple[Any, ...]:
    return (kept_commands.c.holder == holder, kept_commands.c.kind == kind, kept_commands.c.name == name)


def _add(db: sa.Connection, holder: str, kind: str, kept: Kept) -> None:
    row = {"holder": holder, "kind": kind, **kept._asdict(), "kept": time.time()}
    db.execute(kept_commands.insert().values(**row))


def _free_name(found: list[Kept], wanted: Kept) -> str:
    """Return a name under which nothing else is kept: the wanted one, or the same with a number."""
    taken = {each.name: each.command for each in found}
    return next(name for name in _names(wanted.name) if taken.get(name, wanted.command) == wanted.command)


def _names(wanted: str) -> Iterator[str]:
    yield wanted
    for n in count(2):
        number = f" ({n})"
        yield wanted[: LONGEST_NAME - len(number)] + number


def _has_room(db: sa.Connection, holder: str, kind: str) -> bool:
    """Ask whether a player can keep one more command of a kind."""
    everything = sa.select(sa.func.count()).select_from(kept_commands).filter_by(holder=holder)
    counts = [int(db.execute(query).scalar_one()) for query in (everything, everything.filter_by(kind=kind))]
    return counts[0] < MOST_KEPT and counts[1] < MOST_OF_KIND


def _check_player(db: sa.Connection, holder: str) -> None:
    """Raise unless the holder has a seat or a name here, so that cookies alone cannot fill the database."""
    seat = sa.select(holders.c.seat).where(holders.c.holder == holder)
    person = sa.select(people.c.id).where(people.c.principal == holder)
    if not holder or all(db.execute(query.limit(1)).first() is None for query in (seat, person)):
        raise NotYours(_("Sit down at a table, or choose a name first."))
