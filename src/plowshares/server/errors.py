"""Errors of the server; `http.py` maps them to responses."""

from __future__ import annotations

from plowshares.core.errors import PlowsharesError

NOT_TAKEN = "the database does not answer; look again before you repeat anything"
TOO_SLOW = "the server is too slow just now; look again before you repeat anything"


class NotYours(PlowsharesError):
    """The caller holds no seat at the table."""


class Stale(PlowsharesError):
    """The command refers to a position that has changed."""


class StoreFailed(PlowsharesError):
    """The database failed, or did not confirm a write."""


class Elsewhere(StoreFailed):
    """Another process runs this table."""


class DamagedTable(PlowsharesError):
    """A table cannot be rebuilt from its record. The message quotes nothing: the record holds secrets."""


class Busy(PlowsharesError):
    """The server is overloaded; the client should try again after some seconds."""

    def __init__(self, words: str, seconds: float = 2.0) -> None:
        super().__init__(words)
        self.seconds = seconds


class TooMuch(Busy):
    """One person or address has exceeded its quota."""
