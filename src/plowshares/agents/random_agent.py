"""The random player: every legal action has the same chance."""

from __future__ import annotations

import numpy as np

from plowshares.agents.base import Ask
from plowshares.core.game import Game
from plowshares.core.rng import Rng, below, seed_rng


class Random:
    """Plays any legal action."""

    name = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self._rng = Rng.new()
        seed_rng(self._rng, np.uint64(seed), 0)

    def choose(self, ask: Ask) -> int:
        """Return one of the legal actions."""
        return ask.legal[below(self._rng, len(ask.legal))]
