"""Messages for screens, made once for every change and numbered for each holder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from plowshares.core.i18n import current_language
from plowshares.server.presence import Company
from plowshares.server.snapshot import Message


class Ready(NamedTuple):
    """The latest message for a screen."""

    version: int
    present: Company
    order: int
    message: Message


class Screens:
    """The messages of one table."""

    def __init__(self) -> None:
        self.version = 0  # how often the table has changed
        self._cache: dict[tuple[str, int], Any] = {}  # what was made since the last change
        # Of each holder and language: how many messages there were and the last one's name, and the last message.
        self._sent: dict[tuple[str, str], tuple[int, str]] = {}
        self._ready: dict[tuple[str, str], Ready] = {}

    def changed(self) -> None:
        """Discard all messages, because the table has changed."""
        self.version += 1
        self._cache.clear()

    def cached(self, what: str, viewer: int, make: Callable[[], Any]) -> Any:
        """Return a value that stays the same for a viewer until the table changes, computed once."""
        if (what, viewer) not in self._cache:
            self._cache[what, viewer] = make()
        return self._cache[what, viewer]

    def number(self, holder: str, name: str) -> int:
        """Return the number of a holder's messages so far, this one included.

        Answers and events come by different ways, and a screen must not go back to an older message. The number counts
        what the holder could see, and nothing else.
        """
        key = holder, current_language().code
        count, last = self._sent.get(key, (0, ""))
        if name != last:
            count += 1
            self._sent[key] = count, name
        return count

    def keep(self, holder: str, message: Message, present: Company) -> Ready:
        """Store the latest message for a screen."""
        ready = Ready(self.version, present, self.number(holder, message.name), message)
        self._ready[holder, current_language().code] = ready
        return ready

    def find(self, holder: str, present: Company) -> Ready | None:
        """Return the last message if nothing has changed since. Lock-free."""
        ready = self._ready.get((holder, current_language().code))
        return ready if ready is not None and (ready.version, ready.present) == (self.version, present) else None

    def forget(self, holder: str) -> None:
        """Forget a holder who has gone."""
        self._ready.pop((holder, current_language().code), None)


def encode(ready: Ready, clocks: list[dict[str, Any]] | None) -> tuple[str, bytes]:
    """Return a message's name, and the message with its number, the clocks and the people present."""
    answer = {
        "state": msgspec.Raw(ready.message.body),
        "order": ready.order,
        "clocks": clocks,
        "present": ready.present.seats,
        "watching": ready.present.watching,
        "watchers": ready.present.watchers,
    }
    return ready.message.name, msgspec.json.encode(answer)
