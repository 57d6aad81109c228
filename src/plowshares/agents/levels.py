"""Levels of strength that mean the same in every game: how long a player thinks, and how carefully it then chooses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from plowshares.agents.base import Ask, scripted, solved
from plowshares.agents.search import Budget, Choice, Search
from plowshares.core.game import Game
from plowshares.core.rng import Rng, below, seed_rng

STREAM = 3  # of the seed, for what is left to chance; the search has its own


@dataclass(frozen=True)
class Level:
    """How strong a player is."""

    seconds: float  # for one decision
    blunder_rate: float  # chance of taking one of the worse actions
    setup_candidates: int = 1  # plans that it compares where no search is needed, such as set-ups
    solves: bool = False  # whether it works out positions that are small enough, instead of searching


LEVELS = {
    "easy": Level(0.005, 0.65, 1),
    "medium": Level(0.03, 0.4, 4),
    "hard": Level(0.16, 0.2, 16),
    "expert": Level(0.95, 0.0, 64, True),  # with everything around the search, less than a second
}


class LeveledAgent:
    """Searches as long as its level says, and sometimes slips."""

    def __init__(
        self, game: Game, seed: int, name: str, scale: float = 1.0, trees: int | None = None, cpu: bool = False
    ) -> None:
        self.name = name
        self._game, self._seed = game, seed
        self.level = LEVELS[name]
        self._search = Search(game, seed, Budget(self.level.seconds * scale, trees=trees, cpu=cpu))
        self._rng = Rng.new()
        seed_rng(self._rng, np.uint64(seed), STREAM)

    def choose(self, ask: Ask) -> int:
        """Return the action that was looked at most, or one that it slips to."""
        if len(ask.legal) == 1:
            return ask.legal[0]
        known = scripted(self._game, ask, self._seed, self.level.setup_candidates)
        if known is None and self.level.solves:
            known = solved(self._game, ask)
        if known is not None:
            return known
        found = self._search.analyse(ask)
        if below(self._rng, 1000) < 1000 * self.level.blunder_rate:
            return self._slip(found)
        return found[0].action

    def _slip(self, found: list[Choice]) -> int:
        """Return one of the worse half of the actions that were looked at."""
        worse = found[len(found) // 2 :]
        return worse[below(self._rng, len(worse))].action
