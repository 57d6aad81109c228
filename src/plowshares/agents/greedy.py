"""The greedy player: takes the action that looks best one step ahead, over some worlds it thinks possible."""

from __future__ import annotations

import numpy as np

from plowshares.agents.base import Ask, scripted
from plowshares.core.game import Game
from plowshares.core.rng import Rng, below, draw, seed_rng
from plowshares.engine.lookahead import make_lookahead, make_rank, new_scratch
from plowshares.engine.workspace import words_of

WORLDS = 8
MOST_ACTIONS = 96  # of a longer list only those with the largest prior are looked at
SAME = 1e-9


class Greedy:
    """Looks one action ahead with the game's own heuristics, in a number of worlds."""

    name = "greedy"

    def __init__(self, game: Game, seed: int, worlds: int = WORLDS) -> None:
        self._game = game
        self._seed = seed
        self._worlds = worlds
        self._rng = Rng.new()
        seed_rng(self._rng, np.uint64(seed), 0)

    def choose(self, ask: Ask) -> int:
        """Return the best-looking legal action; equals are decided by chance."""
        if len(ask.legal) == 1:
            return ask.legal[0]
        game = self._game
        known = scripted(game, ask, self._seed)
        if known is not None:
            return known
        actions = np.array(ask.legal, np.int32)
        weights = np.zeros(len(actions), np.float32)
        count = make_rank(game.heuristics)(ask.view, ask.seat, actions, len(actions), MOST_ACTIONS, weights)
        values = np.zeros(count)
        look = make_lookahead(game.rules, game.view, game.heuristics)
        seed = np.uint64(draw(self._rng))
        look(words_of(ask.view), ask.seat, actions, count, self._worlds, seed, new_scratch(ask.view), values)
        best = [i for i in range(count) if values[i] >= values.max() - SAME]
        return int(actions[best[below(self._rng, len(best))]])
