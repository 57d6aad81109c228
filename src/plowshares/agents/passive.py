"""The passive player: does as little as the rules allow. Every level must beat a player that stands still."""

from __future__ import annotations

from plowshares.agents.base import Ask, scripted
from plowshares.core.game import Game
from plowshares.core.hooks import NO_ACTION, hooks_of


class Passive:
    """Passes, ends its turn, or shuffles one piece to and fro."""

    name = "passive"

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._seed = seed

    def choose(self, ask: Ask) -> int:
        """Return the game's `heuristics.idle(view, seat, legal)`, else what needs no search, else the first action.

        Games list their pass, done or end command first, so most of them need no `idle`.
        """
        if len(ask.legal) == 1:
            return ask.legal[0]
        idle = hooks_of(self._game.heuristics).idle
        action = NO_ACTION if idle is None else int(idle(ask.view, ask.seat, ask.legal))
        if action in ask.legal:
            return action
        known = scripted(self._game, ask, self._seed) if idle is not None else None
        return ask.legal[0] if known is None else known
