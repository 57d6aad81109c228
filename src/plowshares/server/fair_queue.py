"""A fair queue for computer players: of the waiting tables, the one that has used least goes first.

Start-time fair queueing: each table has a virtual time that grows with the seconds it has used. A table that was idle
starts at the present virtual time, so it can neither save up nor be punished for long. Tables without people come
after all others, and one thread is kept free of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
MOST_TABLES = 10_000  # tables whose use is remembered


@dataclass(eq=False)
class Waiting:
    """A table whose computer wants to think."""

    table: str
    has_people: bool
    start: float  # in virtual time
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """A thread pool for searches. Only the searches leave the event loop."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, "thinker")
        self._running = self._without_people = 0
        self._waiting: list[Waiting] = []
        self._now = 0.0  # virtual time
        self._finish: dict[str, float] = {}

    @property
    def waiting(self) -> int:
        """How many tables wait."""
        return len(self._waiting)

    async def run(self, table: str, has_people: bool, think: Callable[[], T]) -> T:
        """Run a table's search when it is its turn."""
        mine = Waiting(table, has_people, self._now)
        self._waiting.append(mine)
        self._start_next()
        try:
            await mine.turn
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                self._release(mine, 0.0)
            raise
        return await self._think(mine, think)

    async def _think(self, mine: Waiting, think: Callable[[], T]) -> T:
        began = time.monotonic()
        thinking = asyncio.get_running_loop().run_in_executor(self._pool, think)
        thinking.add_done_callback(lambda _: self._release(mine, time.monotonic() - began))
        return await asyncio.shield(thinking)

    def _release(self, mine: Waiting, seconds: float) -> None:
        self._running -= 1
        self._without_people -= not mine.has_people
        self._finish.pop(mine.table, None)
        self._finish[mine.table] = mine.start + seconds
        if len(self._finish) > MOST_TABLES:
            del self._finish[next(iter(self._finish))]
        self._start_next()

    def _start_next(self) -> None:
        while self._running < self.threads:
            ready = [each for each in self._waiting if each.has_people or self._may_be_without_people()]
            if not ready:
                return
            chosen = min(ready, key=lambda each: (not each.has_people, self._start_of(each)))
            chosen.start = self._start_of(chosen)
            self._waiting.remove(chosen)
            self._running += 1
            self._without_people += not chosen.has_people
            self._now = max(self._now, chosen.start)
            if not chosen.turn.done():
                chosen.turn.set_result(None)

    def _start_of(self, each: Waiting) -> float:
        return max(each.start, self._finish.get(each.table, 0.0))

    def _may_be_without_people(self) -> bool:
        return self._without_people < max(1, self.threads - 1)

    def close(self) -> None:
        """Drop waiting searches."""
        self._pool.shutdown(wait=False, cancel_futures=True)
