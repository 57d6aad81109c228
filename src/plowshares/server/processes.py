"""Long jobs in processes that are killed at their time limit, since Python cannot interrupt a thread."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import TimeoutError as OutOfTime
from typing import Any

from pebble import ProcessExpired, ProcessPool

from plowshares.core.errors import IllegalCommand, InvalidOption, InvalidRecord, PlowsharesError
from plowshares.core.i18n import _, current_language
from plowshares.server import review_work, slow_jobs
from plowshares.server.errors import Busy, TooMuch

MOST_WAITING = 8
QUEUE_SECONDS = 30.0  # seconds to wait for a turn
SECONDS = {  # time limit of each job
    slow_jobs.check_record: 20.0,
    slow_jobs.show_position: 60.0,
    slow_jobs.begin_export: 60.0,
    slow_jobs.export_part: 60.0,
    slow_jobs.end_export: 60.0,
    review_work.review_part: 600.0,  # on a new install the kernels are compiled first
    review_work.tell_review: 120.0,
    review_work.show_beliefs: 60.0,
    review_work.show_moment: 60.0,
    review_work.show_habits: 120.0,
}
MEMORY = 4 << 30  # bytes of address space of one process
NICENESS = 10
ERRORS: dict[str, Callable[..., PlowsharesError]] = {
    "InvalidRecord": InvalidRecord,
    "InvalidOption": InvalidOption,
    "IllegalCommand": IllegalCommand,
}
logger = logging.getLogger(__name__)


class ProcessLane:
    """A worker process for one kind of job, started on demand; one job per person at a time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.waiting = 0
        self.refused = 0
        self._pool: ProcessPool | None = None
        self._people: Counter[str] = Counter()
        self._turn = asyncio.Semaphore(1)

    async def run(self, who: str, job: Callable[..., slow_jobs.Answer], *args: Any) -> Any:
        """Run a job for a person; raise Busy if the queue is full, InvalidOption if it takes too long."""
        if self._people[who]:
            raise TooMuch(_("One at a time: your last request of this kind is still being worked on."), 5.0)
        if self.waiting >= MOST_WAITING:
            self.refused += 1
            raise Busy(_("Too many people ask for this just now. Try again in a moment."), 10.0)
        self.waiting += 1
        self._people[who] += 1
        try:
            return await self._wait_and_do(job, args)
        finally:
            self.waiting -= 1
            del self._people[who]

    async def _wait_and_do(self, job: Callable[..., slow_jobs.Answer], args: tuple[Any, ...]) -> Any:
        try:
            await asyncio.wait_for(self._turn.acquire(), QUEUE_SECONDS)
        except TimeoutError:
            self.refused += 1
            raise Busy(_("Too many people ask for this just now. Try again in a moment."), 10.0) from None
        try:
            return await self._do(job, args)
        finally:
            self._turn.release()

    async def _do(self, job: Callable[..., slow_jobs.Answer], args: tuple[Any, ...]) -> Any:
        seconds = SECONDS[job]
        doing = self._running().schedule(job, args=[current_language().code, *args], timeout=seconds)
        try:
            answer = await asyncio.wrap_future(doing)
        except OutOfTime:
            logger.warning("%s was stopped after %g seconds", job.__name__, seconds)
            raise InvalidOption(_("That was stopped: it takes longer than {n} seconds.", n=f"{seconds:g}")) from None
        except (ProcessExpired, MemoryError):
            raise InvalidOption(_("That was stopped: it takes too much memory.")) from None
        if answer.error is not None:
            raise ERRORS[answer.error[0]](*answer.error[1])
        return answer.value

    def _running(self) -> ProcessPool:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPool(
                max_workers=1, initializer=slow_jobs.begin, initargs=[NICENESS, MEMORY, os.getpid()], context=context
            )
        return self._pool

    async def stop(self) -> None:
        """Kill the process."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            pool.stop()  # type: ignore[no-untyped-call]  # it has no types
            await asyncio.to_thread(pool.join)
