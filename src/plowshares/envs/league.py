"""A league for self-play: past policies as opponents, the ones that still win more often.

`League` is what `plowshares.envs.ppo.collect` takes as rivals. Every match of a batch has an opponent of its own, which
is drawn again when the match ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plowshares.envs.framed_batch import FramedBatch

Policy = Callable[[Any, Any], Any]  # observations and masks of some matches to their actions
PRIOR = 1.0  # wins and losses that every member is taken to have before it has played


class League:
    """Past policies. `add` one from time to time; call the league for the actions of the rivals.

    A member is drawn with a weight of its share of wins against the learner (prioritised fictitious self-play), plus
    `floor`, so that nobody is forgotten. When it is full, the oldest but one leaves: the first stays as a yardstick.
    """

    def __init__(self, seed: int = 0, most: int = 16, floor: float = 0.1) -> None:
        self.names: list[str] = []
        self.policies: list[Policy] = []
        self.wins: list[float] = []  # of each member against the learner; a draw is half of one
        self.games: list[float] = []
        self.most, self.floor = most, floor
        self._random = np.random.default_rng(seed)
        self._opponents: Any = None  # by match

    def add(self, name: str, policy: Policy) -> None:
        """Let a policy join."""
        if len(self.policies) >= self.most:
            self._remove(1)
        self.names.append(name)
        self.policies.append(policy)
        self.wins.append(PRIOR)
        self.games.append(2 * PRIOR)

    def _remove(self, index: int) -> None:
        del self.names[index], self.policies[index], self.wins[index], self.games[index]
        if self._opponents is not None:
            gone = self._opponents == index
            self._opponents[self._opponents > index] -= 1
            self._opponents[gone] = self._draw(int(gone.sum()))

    def chances(self) -> Any:
        """Return how likely each member is drawn."""
        weights = np.array(self.wins) / np.array(self.games) + self.floor
        return weights / weights.sum()

    def _draw(self, count: int) -> Any:
        return self._random.choice(len(self.policies), count, p=self.chances())

    def __call__(self, framed: FramedBatch, rows: Any) -> Any:
        """Return the actions of the rivals in these matches."""
        self._sit_down(framed)
        actions = np.zeros(len(rows), np.int64)
        for member in np.unique(self._opponents[rows]):
            mine = self._opponents[rows] == member
            chosen = rows[mine]
            actions[mine] = self.policies[member](framed.observations[chosen], framed.masks[chosen])
        return actions

    def settle(self, framed: FramedBatch) -> None:
        """Count the matches that ended in the last step, and draw new opponents for them."""
        self._sit_down(framed)
        batch = framed.batch
        ended = np.flatnonzero(batch.over | batch.cut)
        learners = ended % batch.players
        for match, earned in zip(ended, batch.rewards[ended, learners], strict=True):
            member = int(self._opponents[match])
            self.games[member] += 1
            self.wins[member] += (1 - float(earned)) / 2
        self._opponents[ended] = self._draw(len(ended))

    def _sit_down(self, framed: FramedBatch) -> None:
        if self._opponents is None:
            self._opponents = self._draw(framed.batch.count)
