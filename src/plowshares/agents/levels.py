"""Levels of strength that mean the same in every game: how far a player looks ahead, and how well it sees."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from plowshares.agents.base import Ask, scripted, solved
from plowshares.agents.search import Budget, Choice, Search
from plowshares.core.game import Game
from plowshares.core.hooks import Blunders, hooks_of
from plowshares.core.i18n import Text, _
from plowshares.core.rng import Rng, below, seed_rng

STREAM = 3  # of the seed, for what is left to chance; the search has its own
LOST = -0.98  # an expected outcome that is as good as a lost match
UNHURRIED = 2  # decisions of a turn that get the whole budget …
PATIENCE = 0.75  # … and the share of the one before that each further decision gets
FOCUS = 0.5  # share of the chance to blunder that each further decision of a turn has: about one blunder a turn
LEAST_SIMULATIONS = 64
LEAST_SECONDS = 0.01


@dataclass(frozen=True)
class Level:
    """How strong a player is."""

    seconds: float  # for one decision, at most
    blunders: Blunders
    simulations: int | None = None  # for one decision, at most
    setup_candidates: int = 1  # plans that it compares where no search is needed, such as set-ups
    solves: bool = False  # whether it solves positions that are small enough, instead of searching


@dataclass(frozen=True)
class Face:
    """How a computer player introduces itself to people."""

    title: Text
    suits: Text  # a sentence: which players it suits
    avatar: str  # the id of a picture


LEVELS = {
    "easy": Level(0.02, Blunders(0.65, 1.0, 0.25), 128, 1),
    "medium": Level(0.05, Blunders(0.45, 0.8, 0.15), 512, 4),
    "hard": Level(0.2, Blunders(0.3, 0.6, 0.08), 2048, 16),
    "expert": Level(
        0.95, Blunders(0.0), setup_candidates=64, solves=True
    ),  # with all around the search, less than a second
}
FACES = {
    "random": Face(_("Hatchling"), _("Does anything that is legal: for finding out how the game works."), "chick"),
    "easy": Face(
        _("Easy"), _("Sees what is in front of it and often overlooks the rest: for your first matches."), "hen"
    ),
    "medium": Face(
        _("Medium"), _("Plays soundly and misses a chance now and then: for when you know the rules."), "goat"
    ),
    "hard": Face(_("Hard"), _("Looks well ahead and seldom errs: for when you win against Medium."), "fox"),
    "expert": Face(
        _("Expert"), _("Thinks up to a second a decision and never errs on purpose: the strongest here."), "owl"
    ),
    "greedy": Face(_("Greedy"), _("Takes what looks best one step ahead: a yardstick for programs."), "pig"),
    "careful": Face(
        _("Careful"), _("Follows fixed rules of caution without searching: a yardstick for programs."), "bear"
    ),
    "passive": Face(_("Passive"), _("Stands still: for trying things out undisturbed."), "snail"),
}


def level_in(game: Game, name: str) -> Level:
    """Return a level as it plays a game."""
    level = LEVELS[name]
    return replace(level, blunders=hooks_of(game.heuristics).blunders.get(name, level.blunders))


def usual_simulations(game: Game, level: Level) -> int | None:
    """Return how many simulations a level has for a decision in a game; None if it goes by time."""
    limits = (level.simulations, hooks_of(game.heuristics).most_simulations)
    return min((limit for limit in limits if limit is not None), default=None)


class LeveledAgent:
    """Searches as far as its level says, and sometimes takes an action that is a little worse."""

    def __init__(
        self,
        game: Game,
        seed: int,
        name: str,
        scale: float = 1.0,
        trees: int | None = None,
        cpu: bool = False,
        simulations: int | None = None,
    ) -> None:
        """Make a player of a level; `simulations` replaces the level's own budget, `scale` multiplies it."""
        self.name = name
        self._game, self._seed = game, seed
        self.level = level_in(game, name)
        self._simulations = usual_simulations(game, self.level) if simulations is None else simulations
        self._scale, self._trees, self._cpu = scale, trees, cpu
        self._search = Search(game, seed, self.budget(0))
        self._rng = Rng.new()
        seed_rng(self._rng, np.uint64(seed), STREAM)

    def budget(self, streak: int) -> Budget:
        """Return the budget of a decision, given how many this turn has had: a turn has a budget too."""
        share = self._scale * PATIENCE ** max(0, streak + 1 - UNHURRIED)
        if self._simulations is not None:
            count = max(min(LEAST_SIMULATIONS, self._simulations), round(share * self._simulations))
            return Budget(simulations=count, trees=1)
        least = LEAST_SECONDS * self._scale
        return Budget(max(least, self.level.seconds * share), trees=self._trees, cpu=self._cpu)

    def choose(self, ask: Ask) -> int:
        """Return the action that was looked at most, or one from the window below it."""
        action = self._decide(ask)
        self._search.go_on(ask, action)
        return action

    def _decide(self, ask: Ask) -> int:
        if len(ask.legal) == 1:
            return ask.legal[0]
        known = scripted(self._game, ask, self._seed, self.level.setup_candidates)
        if known is None and self.level.solves:
            known = solved(self._game, ask)
        if known is not None:
            return known
        self._search.budget = self.budget(ask.streak)
        found = self._search.analyse(ask)
        if below(self._rng, 1000) < 1000 * self.level.blunders.rate * FOCUS**ask.streak:
            return self._blunder(found)
        return found[0].action

    def _blunder(self, found: Sequence[Choice]) -> int:
        """Return any action of the window below the best one; the best if there is no other."""
        inside = find_window(found, self.level.blunders) or found[:1]
        return inside[below(self._rng, len(inside))].action


def find_window(found: Sequence[Choice], blunders: Blunders) -> list[Choice]:
    """List the actions after the best that a level may confuse with it: none that loses at once, none much worse.

    None that comes to the same either, such as the same turn in another order.
    """
    best = found[0].value
    spread = best - statistics.median(choice.value for choice in found)
    floor = best - min(blunders.deepest, blunders.window * max(0.0, spread))
    return [choice for choice in found[1:] if choice.value >= floor and choice.value > LOST and choice.value != best]
