"""Who is here at other processes: each tells the others every few seconds, in parts that fit into a message."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

REPORT_SECONDS = 3.0  # seconds between two reports
FORGET_AFTER = 4 * REPORT_SECONDS  # seconds after which a process that has said nothing counts as gone
MOST_PEOPLE = 100  # people in one part of a report


class RemotePresence:
    """What the other processes have told of who is here."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._told: dict[str, tuple[float, set[str]]] = {}

    def hear(self, process: str, is_first: bool, holders: Iterable[str]) -> None:
        """Take a part of a report; the first part replaces what was told before."""
        before = set() if is_first else self._told.get(process, (0.0, set()))[1]
        self._told[process] = self._now(), before.union(holders)

    def here(self) -> set[str]:
        """Return who is here at other processes."""
        late = self._now() - FORGET_AFTER
        self._told = {process: told for process, told in self._told.items() if told[0] > late}
        return set().union(*(holders for _, holders in self._told.values()))


def report(process: str, here: Iterable[str]) -> Iterator[list[Any]]:
    """Return who is here at this process, in parts."""
    everybody = sorted(here)
    for i in range(0, max(1, len(everybody)), MOST_PEOPLE):
        yield [process, i == 0, everybody[i : i + MOST_PEOPLE]]
