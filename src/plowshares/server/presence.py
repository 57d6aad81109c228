"""Who follows a table, and since when nobody of a seat has."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

from plowshares.server.seats import PEOPLE, Seats


class Presence:
    """Counts the screens that follow a table. It has a lock of its own: nobody who comes waits for a drawing."""

    def __init__(self, seats: Seats, since: float, now: Callable[[], float] = time.time) -> None:
        self._seats, self._now = seats, now
        self._following: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self._since = since  # when anybody can have been here last, as far as is known
        self._loaded = now()
        self._lock = threading.Lock()

    def follow(self, holder: str, more: int) -> bool:
        """Count one screen more or less; return whether that is news to others."""
        with self._lock:
            before = self.there()
            self._following[holder] += more
            if not self._following[holder]:
                del self._following[holder]
            self._seen[holder] = self._now()
            return self.there() != before

    def touch(self, holder: str) -> None:
        """Note that somebody has done something."""
        self._seen[holder] = self._now()

    def there(self) -> list[bool]:
        """List for each seat whether somebody who holds it follows the table; programs are always there."""
        there = {each.seat for each in self._seats.held if each.holder in self._following}
        plans = self._seats.plan.seats
        return [plan.kind not in PEOPLE or seat in there for seat, plan in enumerate(plans)]

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
