"""Reviews in the background: some seconds of work at a time, in another process, saved after every part."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.core.i18n import _
from plowshares.server import review_work
from plowshares.server.errors import Busy, TooMuch
from plowshares.server.review_store import load_review, save_review
from plowshares.server.site import Site

PART = 2.0  # seconds of work between two saves
MOST_AT_ONCE = 6  # reviews in progress, which take turns
MOST_OF_A_PERSON = 2
MOST_FAILURES = 3
PAUSE = 3.0  # seconds before a part that failed is tried again
logger = logging.getLogger(__name__)


class Key(NamedTuple):
    """The match and depth of a review, which is made for all seats at once."""

    table: str
    depth: str


class ReviewJobs:
    """The reviews in progress. Their findings so far are in the database, so a job can be lost without harm."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._running: dict[Key, tuple[str, asyncio.Task[None]]] = {}
        self.failed: dict[Key, str] = {}
        site.work.background.append(self.stop)

    def is_running(self, key: Key) -> bool:
        """Ask whether a review is being worked on."""
        return key in self._running

    def begin(self, key: Key, data: bytes, who: str) -> None:
        """Begin or continue a review; raise TooMuch or Busy if there are too many."""
        if key in self._running:
            return
        if sum(each == who for each, _ in self._running.values()) >= MOST_OF_A_PERSON:
            raise TooMuch(_("One at a time: your last reviews are still being worked on."), 10.0)
        if len(self._running) >= MOST_AT_ONCE:
            raise Busy(_("Too many matches are being reviewed just now. Try again in a moment."), 10.0)
        self.failed.pop(key, None)
        task = asyncio.create_task(self._work(key, data), name=f"review {key.table}")
        self._running[key] = who, task
        task.add_done_callback(lambda task: self._has_ended(key, task))

    def _has_ended(self, key: Key, task: asyncio.Task[None]) -> None:
        del self._running[key]
        if not task.cancelled() and task.exception() is not None:
            logger.error("the review of %s failed", key.table, exc_info=task.exception())
            self.failed[key] = str(_("This match could not be reviewed."))

    async def _work(self, key: Key, data: bytes) -> None:
        site, failures = self._site, 0
        findings = await site.work.lists.run(load_review, site.hall.store, key.table, key.depth)
        while True:
            try:
                done, findings = await site.work.reviews.run(
                    f"review {key}", review_work.review_part, data, findings, key.depth, PART
                )
                await site.work.lists.run(save_review, site.hall.store, key.table, key.depth, findings)
            except Busy:
                await asyncio.sleep(PAUSE)
                continue
            except PlowsharesError as error:
                failures += 1
                if failures >= MOST_FAILURES or isinstance(error, InvalidOption):
                    logger.warning("the review of %s was given up: %s", key.table, error)
                    self.failed[key] = str(error)
                    return
                await asyncio.sleep(PAUSE)
                continue
            if done:
                return

    async def stop(self) -> None:
        """Stop all reviews; they continue from their last save when asked for again."""
        tasks = [task for _, task in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
