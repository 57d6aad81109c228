"""Hints: the best actions by a search from the asking seat's own view."""

from __future__ import annotations

import asyncio
from typing import Any

from plowshares.agents import advise
from plowshares.core.i18n import _
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.server.compile_worker import COMPUTER
from plowshares.server.errors import Busy
from plowshares.server.site import Site
from plowshares.server.table import Table

SECONDS = 1.0  # of thinking for one hint
MOST_SEARCHES = 2  # searches for hints in the whole server; further ones wait
MOST_WAITING = 16
BEST = 3


class Hints:
    """Searches for hints off the event loop, a few at a time."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._room = asyncio.Semaphore(MOST_SEARCHES)
        self._waiting = 0

    async def find(self, table: Table, holder: str, at: str) -> list[dict[str, Any]]:
        """Return the best actions of a decision, with chance and reason; the best first."""
        seat, view, legal = await self._site.work.play.run(table.ask_hint, holder, at)
        if self._waiting >= MOST_WAITING:
            raise Busy(_("Too many people ask for hints just now. Try again in a moment."))
        self._waiting += 1
        try:
            await self._site.hall.preparer.until(table.match.game, table.match.options, view, COMPUTER)
            async with self._room:
                return await asyncio.to_thread(_think, table, seat, view, legal)
        finally:
            self._waiting -= 1


def _think(table: Table, seat: int, view: Any, legal: list[int]) -> list[dict[str, Any]]:
    game, viewer = table.match.game, Viewer(seat, table.story.names)
    scene = scene_of(game)
    found = advise(game, view, seat, legal, table.match.seats, SECONDS, names=viewer.names)
    worded = {scene.describe(view, viewer, each.actions): each for each in reversed(found)}  # the first of equal words
    best = sorted(worded.items(), key=lambda item: found.index(item[1]))[:BEST]
    return [
        {
            "text": game.notation.format(view, seat, each.actions),
            "words": words,
            "chance": round(each.chance, 3),
            "reason": each.reason,
            "line": list(each.line),
            "picks": list(game.notation.picks(view, seat, each.action)),
        }
        for words, each in best
    ]
