"""Saves the clocks of tables that leave memory or whose process dies, and restores them."""

from __future__ import annotations

import time

import msgspec

from plowshares.engine.match import Match
from plowshares.server.table import Table


class SavedClocks(msgspec.Struct):
    """The time that the present decisions had used at a moment; moments are seconds since 1970."""

    at: float = 0.0
    spent: dict[int, float] = {}  # seconds, by seat
    until: float = 0.0  # when the process that ran the table was last seen alive; 0 if it did not die


def save_clocks(match: Match) -> bytes:
    """Return the time that the present decisions have used so far."""
    return msgspec.json.encode(SavedClocks(time.time(), {s: match.clocks.spent(s) for s in match.clocks.since}))


def stop_clocks(saved: bytes | None, until: float) -> bytes:
    """Return saved clocks that stand still from a moment on, because the process that ran the table has died."""
    found = SavedClocks() if saved is None else msgspec.json.decode(saved, type=SavedClocks)
    found.until = found.until or until
    return msgspec.json.encode(found)


def restore_clocks(match: Match, saved: bytes, written: float) -> None:
    """Set the clocks of a match running as they stood; `written` is when the last line of its record was.

    A decision began with the last line, unless its clock was saved after that. A table that left memory was still
    served, so its clocks ran on until now; those of a process that died ran until it was last seen alive.
    """
    found, now = msgspec.json.decode(saved, type=SavedClocks), match.clocks.now()
    end = found.until or time.time()
    for seat in match.clocks.since:
        if found.at < written:
            match.clocks.since[seat] = now - max(0.0, end - written)
        elif seat in found.spent:
            match.clocks.since[seat] = now - found.spent[seat] - max(0.0, end - found.at)


def run_on(table: Table, written: float) -> None:
    """Let clocks of days go on from the last line that was written, or from when somebody sat down after it."""
    clocks = table.match.clocks
    for seat in clocks.since:
        joined = min((each.joined for each in table.seats.devices(seat)), default=0.0)
        clocks.since[seat] = clocks.now() - max(0.0, time.time() - max(written, joined))
