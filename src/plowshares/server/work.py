"""Threads for what takes time, apart by kind of work: nobody who plays waits for those who upload or list.

The event loop itself only waits. Each lane has a few threads and a bounded queue; whoever finds it full, or waits too
long, is told to try again. A thread cannot be interrupted: what may take long runs in a process (`processes.py`).
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from plowshares.server.errors import NOT_TAKEN, Busy, StoreFailed
from plowshares.server.processes import ProcessLane

P = ParamSpec("P")
T = TypeVar("T")
BUSY = "the server is busy; try again in a moment"


class Lane:
    """Some threads for one kind of work."""

    def __init__(self, name: str, threads: int, most: int, seconds: float) -> None:
        self.name, self.most, self.seconds = name, most, seconds
        self.waiting = 0  # that have been asked for and are not done
        self.refused = 0
        self._pool = ThreadPoolExecutor(threads, name)

    async def run(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something in a thread; raise Busy if too many wait, StoreFailed if it takes too long."""
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
            raise StoreFailed(NOT_TAKEN) from None

    def _is_done(self, done: asyncio.Future[T]) -> None:
        self.waiting -= 1
        if not done.cancelled():
            done.exception()  # whoever waited has it; nobody may have

    def close(self) -> None:
        """Forget what waits."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Work:
    """The lanes of a server."""

    def __init__(self) -> None:
        self.background: list[Callable[[], Awaitable[None]]] = []  # how to stop what works by itself
        self.play = Lane("play", 8, 2000, 60.0)  # moves, messages
        self.seats = Lane("seats", 2, 200, 60.0)  # links, curtains, who holds what
        self.load = Lane("load", 2, 200, 60.0)  # tables that are not in memory
        self.lists = Lane("lists", 2, 200, 15.0)  # what is only read in the database
        self.opening = Lane("opening", 2, 60, 60.0)  # options, new tables
        self.archive = Lane("archive", 1, 30, 60.0)  # finished tables that are not in memory
        self.pages = Lane("pages", 2, 200, 30.0)  # pictures, rules
        self.uploads = ProcessLane("uploads")  # records that are verified
        self.exports = ProcessLane("exports")  # whole matches that are drawn
        self.replays = ProcessLane("replays")  # positions of finished matches
        self.reviews = ProcessLane("reviews")  # what they are judged by
        self.told = ProcessLane("told")  # what reviews have found, in words

    def lanes(self) -> list[Lane]:
        """List the lanes."""
        return [each for each in vars(self).values() if isinstance(each, Lane)]

    def process_lanes(self) -> list[ProcessLane]:
        """List the lanes that are processes."""
        return [each for each in vars(self).values() if isinstance(each, ProcessLane)]

    async def stop(self) -> None:
        """Stop all threads and processes, and first what works by itself."""
        for stop in self.background:
            await stop()
        for lane in self.lanes():
            lane.close()
        for process in self.process_lanes():
            await process.stop()
