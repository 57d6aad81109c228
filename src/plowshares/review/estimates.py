"""How a match stands for a seat: with what it knows, and with everything known."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.game import Game
from plowshares.core.rng import mix
from plowshares.engine.chance import reseed
from plowshares.engine.estimate import make_estimate
from plowshares.engine.workspace import new_workspace, words_of

FUTURES = 8  # rollouts from one world, each with chances of its own
SHORTEST = 6  # actions of a rollout at least: what hangs is taken, what is about to end ends
KNOWN_STREAM, TRUE_STREAM = 11, 12  # of the seed


class Estimator:
    """Estimates expected outcomes, from -1 to 1, in the positions of one match. Not for several threads at once."""

    def __init__(self, game: Game, seats: int, shortest: int = SHORTEST) -> None:
        self._game, self._seats, self._shortest = game, seats, shortest
        self._run = make_estimate(game.rules, game.view, game.heuristics)
        self._workspaces: dict[type, Any] = {}

    def known(self, s: Any, seat: int, count: int, seed: int = 0, is_compared: bool = True) -> float:
        """Estimate a position by what a seat knows of it: the mean over worlds that agree with its view."""
        view = self._game.view_of(s, seat)
        return self._add(view, seat, True, is_compared, mix(np.uint64(seed), KNOWN_STREAM, 0), 0, count) / count

    def true(self, s: Any, seat: int, count: int, seed: int = 0, is_compared: bool = True) -> float:
        """Estimate a position with all that was hidden in it; what chance will bring stays unknown."""
        futures = min(count, FUTURES)
        total = 0.0
        for number in range(futures):
            world = reseed(s, int(mix(np.uint64(seed), TRUE_STREAM, number)))
            end = (number + 1) * count // futures
            begin = number * count // futures
            key = mix(np.uint64(seed), TRUE_STREAM, 0)
            total += self._add(world, seat, False, is_compared, key, begin, end - begin)
        return total / count

    def _add(self, root: Any, seat: int, hidden: bool, is_compared: bool, seed: Any, begin: int, count: int) -> float:
        workspace = self._workspaces.get(type(root))
        if workspace is None:
            workspace = self._workspaces[type(root)] = new_workspace(root, int(root.actions.size))
        words = words_of(root)
        how = hidden, is_compared, self._shortest
        return float(self._run(words, seat, self._seats, *how, np.uint64(seed), begin, count, workspace))
