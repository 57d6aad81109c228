"""Thread pools by kind of work, so that players do not wait behind uploads and lists.

The event loop itself never blocks. Each lane has a few threads and a bounded queue; when it is full or too slow, the
client is told to try again. Threads cannot be interrupted, so long jobs run in processes (`processes.py`).
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from plowshares.server.errors import TOO_SLOW, Busy, StoreFailed
from plowshares.server.processes import ProcessLane

P = ParamSpec("P")
T = TypeVar("T")
BUSY = "the server is busy; try again in a moment"


class Lane:
    """A small thread pool with a bounded queue for one kind of work."""

    def __init__(self, name: str, threads: int, most: int, seconds: float) -> None:
        self.name, self.most, self.seconds = name, most, seconds
        self.waiting = 0  # jobs queued or running
        self.refused = 0
        self._pool = ThreadPoolExecutor(threads, name)

    async def run(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in a thread; raise Busy if the queue is full, StoreFailed if it takes too long."""
        if self.waiting >= self.most:
            self.refused += 1
            raise Busy(BUSY)
        self.waiting += 1
        loop = asyncio.get_running_loop()
        context = contextvars.copy_context()  # the language of the request
        doing = loop.run_in_executor(self._pool, lambda: context.run(do, *args, **kwargs))
        doing.add_done_callback(self._is_done)
        try:
            return await asyncio.wait_for(asyncio.shield(doing), self.seconds)
        except TimeoutError:
            self.refused += 1
            raise StoreFailed(TOO_SLOW) from None

    def _is_done(self, done: asyncio.Future[T]) -> None:
        self.waiting -= 1
        if not done.cancelled():
            done.exception()  # retrieved here, in case nobody waits any more

    def close(self) -> None:
        """Drop queued jobs."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Work:
    """All lanes of a server."""

    def __init__(self) -> None:
        self.background: list[Callable[[], Awaitable[None]]] = []  # functions that stop background jobs
        self.play = Lane("play", 8, 2000, 60.0)  # moves, messages
        self.seats = Lane("seats", 2, 200, 60.0)  # links, curtains, seats
        self.load = Lane("load", 2, 200, 60.0)  # tables that are not in memory
        self.lists = Lane("lists", 2, 200, 15.0)  # read-only queries
        self.opening = Lane("opening", 2, 60, 60.0)  # options, new tables
        self.archive = Lane("archive", 1, 30, 60.0)  # finished tables that are not in memory
        self.pages = Lane("pages", 2, 200, 30.0)  # pictures, rules
        self.uploads = ProcessLane("uploads")  # verifying records
        self.exports = ProcessLane("exports")  # drawing whole matches
        self.replays = ProcessLane("replays")  # positions of finished matches
        self.reviews = ProcessLane("reviews")  # searching for reviews
        self.told = ProcessLane("told")  # wording reviews

    def lanes(self) -> list[Lane]:
        """List the lanes."""
        return [each for each in vars(self).values() if isinstance(each, Lane)]

    def process_lanes(self) -> list[ProcessLane]:
        """List the lanes that are processes."""
        return [each for each in vars(self).values() if isinstance(each, ProcessLane)]

    async def stop(self) -> None:
        """Stop background jobs, then all threads and processes."""
        for stop in self.background:
            await stop()
        for lane in self.lanes():
            lane.close()
        for process in self.process_lanes():
            await process.stop()
