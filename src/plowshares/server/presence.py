"""Presence: who follows a table, and how long each seat has been away."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from plowshares.core.seats import SPECTATOR
from plowshares.server.seats import PEOPLE, Seats

MOST_NAMED = 20  # watchers whose names are shown


class Company(NamedTuple):
    """The people at a table now."""

    seats: list[bool]  # of each seat, whether a holder follows the table
    watching: list[str]  # the names of those who only watch; empty names for those who have not said theirs
    watchers: int  # how many they are


class Presence:
    """Counts the screens that follow a table. Has its own lock, so arrivals do not wait for drawings."""

    def __init__(self, seats: Seats, since: float, now: Callable[[], float] = time.time) -> None:
        self._seats, self._now = seats, now
        self._following: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self._names: dict[str, str] = {}  # of those who follow
        self._since = since  # when anybody can have been here last, as far as is known
        self._loaded = now()
        self._lock = threading.Lock()

    def follow(self, holder: str, more: int, name: str = "") -> bool:
        """Count one screen more or less; return whether that is news to others."""
        with self._lock:
            before = self.company()
            self._following[holder] += more
            self._names[holder] = name or self._names.get(holder, "")
            if not self._following[holder]:
                del self._following[holder]
                del self._names[holder]
            self._seen[holder] = self._now()
            return self.company() != before

    def company(self) -> Company:
        """Return the people at the table."""
        players = {each.holder for each in self._seats.held if each.seat != SPECTATOR}
        names = sorted(self._names.get(holder, "") for holder in list(self._following) if holder not in players)
        return Company(self.there(), names[:MOST_NAMED], len(names))

    def touch(self, holder: str) -> None:
        """Note activity of a holder."""
        self._seen[holder] = self._now()

    def there(self) -> list[bool]:
        """List for each seat whether a holder follows the table; programs are always present."""
        there = {each.seat for each in self._seats.held if each.holder in self._following}
        plans = self._seats.plan.seats
        return [plan.kind not in PEOPLE or seat in there for seat, plan in enumerate(plans)]

    def holders(self) -> set[str]:
        """Return the holders who follow the table."""
        return set(self._following)

    def followers(self) -> int:
        """Return how many screens follow the table."""
        return sum(self._following.values())

    def away(self, seat: int) -> float:
        """Return for how many seconds nobody of a seat has been here; 0 while somebody is."""
        holders = [each.holder for each in self._seats.held if each.seat == seat]
        if any(holder in self._following for holder in holders):
            return 0.0
        return max(0.0, self._now() - max([self._since, *(self._seen.get(holder, 0.0) for holder in holders)]))

    def idle(self) -> float:
        """Return for how many seconds nobody has asked for the table; 0 while somebody follows it."""
        if self._following:
            return 0.0
        return max(0.0, self._now() - max([self._loaded, *list(self._seen.values())]))
