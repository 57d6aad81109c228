"""The careful player: a game's own script of caution. In Civ the search plays on by the same script."""

from __future__ import annotations

from plowshares.agents.base import Ask, scripted
from plowshares.agents.greedy import Greedy
from plowshares.core.game import Game
from plowshares.core.hooks import NO_ACTION, hooks_of


class Careful:
    """Plays by the game's `heuristics.careful(view, seat, legal, seed)`; greedily in games without one."""

    name = "careful"

    def __init__(self, game: Game, seed: int) -> None:
        self._game, self._seed = game, seed
        self._greedy = Greedy(game, seed)

    def choose(self, ask: Ask) -> int:
        """Return the action that the script chooses."""
        if len(ask.legal) == 1:
            return ask.legal[0]
        known = scripted(self._game, ask, self._seed)
        if known is not None:
            return known
        script = hooks_of(self._game.heuristics).careful
        action = NO_ACTION if script is None else int(script(ask.view, ask.seat, ask.legal, self._seed))
        return action if action in ask.legal else self._greedy.choose(ask)
