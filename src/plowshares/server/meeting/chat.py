"""Talk at a table: players and watchers each among themselves, until the match is over."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _
from plowshares.core.scene import Event
from plowshares.core.seats import SPECTATOR
from plowshares.server.requests import Talk
from plowshares.server.schema import messages
from plowshares.server.store import Store

PLAYERS, WATCHERS = "players", "watchers"
LONGEST = 300  # letters of a message
KEPT = 100  # messages of a table that are shown
MOST_WRITERS = 10_000  # writers whose recent messages are counted
BURST, PERIOD = 8, 20.0  # messages that a person may write in PERIOD seconds
PHRASES: dict[str, Text] = {  # ready phrases, which everybody reads in their own language
    "hello": _("Hello, good luck!"),
    "well-played": _("Well played!"),
    "thanks": _("Thank you for the game."),
    "oops": _("Oops!"),
    "moment": _("One moment, please."),
}

EMOTES = {"smile": "😄", "cool": "😎", "wow": "😮", "sad": "😢", "sweat": "😅"}  # the same in every language


class Said(msgspec.Struct, frozen=True):
    """A message."""

    id: int
    name: str
    avatar: str
    room: str
    said: float  # seconds since 1970
    words: str  # what was written, or the name of a ready phrase
    is_phrase: bool
    seat: int  # SPECTATOR for those who watch
    told: str | None = None  # JSON: how many events the watchers and each seat had been told of


class Chat:
    """The messages of all tables, on disk; those of tables in memory are kept there too."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store, self._now = store, now
        self._recent: dict[str, deque[float]] = {}

    def say(
        self, table: str, holder: str, who: tuple[str, str], seat: int, given: Talk, told: Sequence[int] = ()
    ) -> Said:
        """Keep a message of a person (name, face) on a seat, or watching.

        `told` is how many events of the story the watchers, and then each seat, know of.
        """
        words, phrase = given.words, given.phrase
        self._count(holder)
        if phrase and phrase not in PHRASES and phrase not in EMOTES:
            raise IllegalCommand("phrase", f"no ready phrase is called {phrase[:60]!r}")
        text = phrase or clean(words)
        room, now = WATCHERS if seat < 0 else PLAYERS, self._now()
        row: dict[str, Any] = {
            "table_id": table,
            "holder": holder,
            "name": who[0],
            "avatar": who[1],
            "seat": seat,
            "room": room,
            "said": now,
            "words": text,
            "is_phrase": bool(phrase),
            "told": msgspec.json.encode(told).decode(),
        }
        with self._store.begin() as db:
            made = db.execute(messages.insert().values(**row)).inserted_primary_key
        return Said(int(made[0]) if made else 0, who[0], who[1], room, now, text, bool(phrase), seat, row["told"])

    def of(self, table: str, rooms: tuple[str, ...], shunned: Collection[str] = ()) -> list[Said]:
        """Return the latest messages of some rooms of a table, the oldest first, without those of `shunned`."""
        query = sa.select(messages).where(messages.c.table_id == table, messages.c.room.in_(rooms))
        query = query.where(messages.c.holder.not_in(list(shunned)))
        with self._store.begin() as db:
            rows = db.execute(query.order_by(messages.c.id.desc()).limit(KEPT)).mappings().all()
        return [_said(row) for row in reversed(rows)]

    def _count(self, holder: str) -> None:
        recent = self._recent.pop(holder, None) or deque(maxlen=BURST)
        self._recent[holder] = recent  # in the order of their last messages
        if len(self._recent) > MOST_WRITERS:
            del self._recent[next(iter(self._recent))]
        now = self._now()
        if len(recent) == BURST and now - recent[0] < PERIOD:
            raise IllegalCommand("too-fast", _("You are writing very fast. Wait a few seconds."))
        recent.append(now)


def rooms_of(seat: int, is_over: bool) -> tuple[str, ...]:
    """Return the rooms that a viewer may read: players and watchers are separate until the match is over."""
    if is_over:
        return PLAYERS, WATCHERS
    return (WATCHERS,) if seat < 0 else (PLAYERS,)


def show(said: Said, events: Sequence[Event] = (), reader: int = SPECTATOR) -> dict[str, Any]:
    """Return a message as it is sent; a ready phrase is a text in the reader's language.

    With it goes what had happened last when it was said, from the reader's own story.
    """
    words = spell_out(said.words, said.is_phrase)
    return {"id": said.id, "name": said.name, "avatar": said.avatar, "room": said.room, "said": said.said,
            "words": words, "seat": said.seat, "after": _last_told(said, events, reader)}  # fmt: skip


def spell_out(words: str, is_phrase: bool) -> str:
    """Return what was said; a ready phrase is kept by its name."""
    return (EMOTES.get(words) or PHRASES.get(words) or words) if is_phrase else words


def _last_told(said: Said, events: Sequence[Event], reader: int) -> str:
    counts = msgspec.json.decode(said.told or "[]", type=list[int])
    count = counts[reader + 1] if reader + 1 < len(counts) else 0
    told = events[:count]
    last = next((i for i in range(len(told) - 1, -1, -1) if told[i].text), None)
    if last is None:
        return ""
    heading = next((each.group for each in reversed(told[: last + 1]) if each.group), "")
    return _("{round} · {what}", round=heading, what=told[last].text) if heading else told[last].text


def clean(words: str) -> str:
    """Return a message as it may be shown."""
    text = " ".join(words.split())
    if not text:
        raise IllegalCommand("empty", _("There is nothing to send."))
    if len(text) > LONGEST or not text.isprintable():
        raise IllegalCommand(
            "too-long", _("A message has at most {most} letters; yours has {n}.", most=LONGEST, n=len(text))
        )
    return text


def _said(row: Any) -> Said:
    kept = {name: row[name] for name in Said.__struct_fields__}
    return Said(**(kept | {"is_phrase": bool(row["is_phrase"])}))
