"""The finished matches of a study, in one SQLite file. A match that was added is there after a crash."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.core.measures import Extra
from plowshares.lab.observer import Row

NAME = "study.sqlite"
MEMORY = ":memory:"
KEPT = "{count} finished games are kept; start again to go on"
SCHEMA = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    variant INTEGER, number INTEGER, "group" INTEGER, turn INTEGER, seed TEXT, players TEXT, outcome TEXT, scores TEXT,
    reason TEXT, rounds INTEGER, commands INTEGER, decisions INTEGER, options REAL, lead_from REAL,
    lead_changes INTEGER, variety REAL, "distinct" INTEGER, kinds TEXT, extra TEXT, PRIMARY KEY (variant, number)
) WITHOUT ROWID;
"""
COLUMNS = Row.__struct_fields__
AS_JSON: dict[str, Any] = {
    "players": tuple[str, ...],
    "outcome": tuple[float, ...],
    "scores": tuple[float, ...],
    "kinds": dict[str, int],
    "extra": Extra,
}


class Store:
    """The database of one study; without a directory it lives in memory."""

    def __init__(self, place: Path | None, fingerprint: str, about: dict[str, str]) -> None:
        self.path = str(place / NAME) if place else MEMORY
        self.count = 0
        try:
            if place:
                place.mkdir(parents=True, exist_ok=True)
            self.database = sqlite3.connect(self.path, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise PlowsharesError(f"cannot keep a study in {str(place)!r}: {str(error).lower()}") from None
        with self._guarded():
            self.database.executescript(SCHEMA)
            self._claim(fingerprint, about)
            self.count = self.database.execute("SELECT count(*) FROM games").fetchone()[0]

    def _claim(self, fingerprint: str, about: dict[str, str]) -> None:
        found = self.database.execute("SELECT value FROM about WHERE key = 'fingerprint'").fetchone()
        if found and found[0] != fingerprint:
            raise InvalidOption(
                f"another study lies in {self.path!r}, or this one as other versions of rules or players began it: "
                "choose another directory with --save, or remove it"
            )
        rows = list({**about, "fingerprint": fingerprint}.items())
        self.database.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", rows)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn what a database can say, such as that the disk is full, into words that say what to do."""
        try:
            yield
        except sqlite3.Error as error:
            if self.database.in_transaction:
                self.database.rollback()
            kept = KEPT.format(count=self.count)
            raise PlowsharesError(f"cannot write to {self.path!r}: {str(error).lower()}. {kept}") from None

    def add(self, rows: Sequence[Row]) -> None:
        """Add matches, all or none, and wait until they are on disk."""
        marks = ", ".join("?" * len(COLUMNS))
        with self._guarded():
            self.database.execute("BEGIN IMMEDIATE")
            self.database.executemany(f"INSERT OR IGNORE INTO games VALUES ({marks})", map(to_values, rows))
            self.database.execute("COMMIT")
            self.count += len(rows)

    def numbers(self, variant: int) -> set[int]:
        """Return which matches of a variant have been played."""
        with self._guarded():
            found = self.database.execute("SELECT number FROM games WHERE variant = ?", (variant,))
            return {number for (number,) in found}

    def rows(self, below: dict[int, int]) -> list[Row]:
        """Return the matches of each variant below a number, in order."""
        with self._guarded():
            found = self.database.execute("SELECT * FROM games ORDER BY variant, number")
            return [to_row(values) for values in found if values[1] < below.get(values[0], 0)]

    def close(self) -> None:
        """Close the file."""
        self.database.close()


def to_values(row: Row) -> tuple[Any, ...]:
    """Return a match as the values of a line."""
    values = (getattr(row, name) for name in COLUMNS)
    return tuple(
        msgspec.json.encode(value).decode() if name in AS_JSON else value
        for name, value in zip(COLUMNS, values, strict=True)
    )


def to_row(values: Sequence[Any]) -> Row:
    """Return a line as a match."""
    plain = {
        name: msgspec.json.decode(value, type=AS_JSON[name]) if name in AS_JSON else value
        for name, value in zip(COLUMNS, values, strict=True)
    }
    return Row(**plain)
