"""Clocks: a bank of time per seat, an increment per command, a cap per command."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable

import msgspec

from plowshares.core.errors import IllegalCommand, InvalidOption

Now = Callable[[], float]
NO_LIMIT = float("inf")
_TEXT = re.compile(
    r"(?:(?P<bank>\d+(?:\.\d+)?)(?:\+(?P<more>\d+(?:\.\d+)?))?)?(?:/(?P<cap>\d+(?:\.\d+)?))?\Z", re.ASCII
)


class TimeControl(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time a seat has, in seconds; None means no limit."""

    bank: float | None = None
    increment: float = 0.0
    per_move: float | None = None

    def __str__(self) -> str:
        bank = "" if self.bank is None else f"{self.bank:g}" + (f"+{self.increment:g}" if self.increment else "")
        return (bank + ("" if self.per_move is None else f"/{self.per_move:g}")) or "none"


def parse_time(text: str) -> TimeControl:
    """Read `300+2` (bank and increment), `/10` (per command), `300+2/30` (both), or `none`."""
    match = None if not text or text == "none" else _TEXT.match(text)
    if text in ("", "none"):
        return TimeControl()
    if match is None:
        raise InvalidOption(
            f"time {text!r} is not of the form 300 (seconds for the match), 300+2 (two more every turn),"
            " /10 (for each turn) or none"
        )
    bank, more, cap = match["bank"], match["more"], match["cap"]
    return TimeControl(float(bank) if bank else None, float(more or 0), float(cap) if cap else None)


class Clocks:
    """The running clocks of one match."""

    def __init__(self, control: TimeControl, seats: int, now: Now = time.monotonic) -> None:
        self.control = control
        self.now = now
        self.banks = [NO_LIMIT if control.bank is None else control.bank] * seats
        self.since: dict[int, float] = {}  # when the clock of each thinking seat began to run
        self.used: dict[int, float] = {}  # seconds of the present decision that are off the bank, for what was undone

    def start(self, seats: Iterable[int]) -> None:
        """Let the clocks of these seats run, and no others; those already running go on."""
        moment = self.now()
        self.since = {seat: self.since.get(seat, moment) for seat in seats}

    def spent(self, seat: int) -> float:
        """Return the seconds the seat has used for its present decision."""
        return self.now() - self.since[seat] if seat in self.since else 0.0

    def left(self, seat: int) -> float:
        """Return the seconds the seat has for its present decision; infinite without a limit."""
        cap = NO_LIMIT if self.control.per_move is None else self.control.per_move
        return min(self.banks[seat], cap - self.used.get(seat, 0.0)) - self.spent(seat)

    def stop(self, seat: int, spent: float | None = None) -> float:
        """Take a finished command off the seat's bank; return the seconds it took.

        `spent` are the seconds that were recorded for it, if that was a moment ago; by default until now.
        """
        spent = self.spent(seat) if spent is None else spent
        self.banks[seat] += self.control.increment - spent
        self.since.pop(seat, None)
        self.used.pop(seat, None)
        return spent

    def reopen(self, seat: int, used: float, moment: float) -> None:
        """Let a decision go on that was complete at a moment: its time stays spent, the increment is taken away."""
        self.banks[seat] -= self.control.increment
        self.used[seat] = used
        self.since[seat] = moment

    def check_reopen(self, seat: int, used: float, moment: float) -> None:
        """Raise IllegalCommand if the seat would have no time left for its decision."""
        cap = NO_LIMIT if self.control.per_move is None else self.control.per_move
        if min(self.banks[seat] - self.control.increment, cap - used) < self.now() - moment:
            raise IllegalCommand("time", "your time for that decision is over")

    def charge(self, seat: int, spent: float) -> None:
        """Let one seat's clock run alone, as if its decision had taken this long so far.

        For referees that ask seats one after the other, or that count processor time.
        """
        self.since = {seat: self.now() - spent}

    def expired(self) -> list[int]:
        """List the seats whose time is up."""
        return [seat for seat in self.since if self.left(seat) < 0]
