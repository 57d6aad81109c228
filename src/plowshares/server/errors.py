"""Errors of the server, which `http.py` turns into answers."""

from __future__ import annotations

from plowshares.core.errors import PlowsharesError

NOT_TAKEN = "the database does not answer; look again before you repeat anything"


class NotYours(PlowsharesError):
    """Somebody asks for a table at which they hold no seat."""


class Stale(PlowsharesError):
    """A command was meant for a position that is gone."""


class StoreFailed(PlowsharesError):
    """The database did not take something, or did not say whether it did."""


class Elsewhere(StoreFailed):
    """Another process runs this table."""


class DamagedTable(PlowsharesError):
    """A table cannot be rebuilt from its record. The words quote nothing: the record holds everybody's secrets."""


class Busy(PlowsharesError):
    """The server has too much to do; whoever asks should try again after some seconds."""

    def __init__(self, words: str, seconds: float = 2.0) -> None:
        super().__init__(words)
        self.seconds = seconds


class TooMuch(Busy):
    """One person, or one address, asks for more than its share."""
