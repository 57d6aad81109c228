"""The searching player: looks ahead in many worlds that agree with what it knows, on all cores."""

from __future__ import annotations

import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from plowshares.agents.base import Ask
from plowshares.core.cpu import count_cores
from plowshares.core.game import Game
from plowshares.core.rng import mix
from plowshares.engine.plan_search import plan_after, seed_plan, steps_of
from plowshares.engine.principal_variation import follow_line
from plowshares.engine.search import edges_at_root, make_search
from plowshares.engine.simultaneous import take_back
from plowshares.engine.tree import new_tree
from plowshares.engine.workspace import new_workspace, words_of

CHUNK = 16  # simulations between two looks at the clock, at first …
MOST_CHUNK = 128  # … and later
NODES = 1 << 16
EDGES = 1 << 18
COUNTED = 2  # trees of a search by simulations
MOST_TREES = 16
MARGIN = 0.5  # of the time a clock leaves, at most this share is used for one decision


@dataclass(frozen=True)
class Budget:
    """How much to search for one decision: by time, or by simulations, which makes it repeatable."""

    seconds: float = 0.5
    simulations: int | None = None
    trees: int | None = None  # searched separately and summed at the root; None: one per core, or 2 by simulations
    cpu: bool = False  # seconds of processor time, in a single tree


@dataclass(frozen=True)
class Choice:
    """What a search found about one action."""

    action: int
    visits: int
    value: float  # expected outcome for the seat, in [-1, 1]


class Search:
    """Plays by searching for a time, or for a number of simulations."""

    name = "search"

    def __init__(self, game: Game, seed: int, budget: Budget | None = None) -> None:
        self._game = game
        self._seed = np.uint64(seed)
        self._asked = 0
        self._trees: list[Any] = []  # of the last decision
        self._ask: Ask | None = None
        self._rest: Any = ()  # of the plan for this turn, after what has been done
        self.budget = budget or Budget()

    def choose(self, ask: Ask) -> int:
        """Return the action that was looked at most."""
        action = ask.legal[0] if len(ask.legal) == 1 else self.analyse(ask)[0].action
        self.go_on(ask, action)
        return action

    def go_on(self, ask: Ask, action: int) -> None:
        """Note which action was taken: the next search of this turn begins with the rest of its plan."""
        if self._ask is ask:
            tree = self._trees[0][0]
            self._rest = steps_of(tree, plan_after(tree, action))
        self._rest = self._rest[1:]

    def analyse(self, ask: Ask) -> list[Choice]:
        """Search, and return what was found about every action that was tried, the best first."""
        self._asked += 1
        self._ask = ask
        trees = self._count_trees()
        self._trees = [new_tree(NODES, EDGES) for _ in range(trees)]
        for tree in self._trees:
            seed_plan(tree[0], self._rest if ask.streak > 0 else ())
        until = self._now() + self._seconds(ask)
        if trees == 1:
            found = [self._search(ask, 0, until)]
        else:
            with ThreadPoolExecutor(trees) as pool:
                found = list(pool.map(lambda index: self._search(ask, index, until), range(trees)))
        visits: defaultdict[int, int] = defaultdict(int)
        values: defaultdict[int, float] = defaultdict(float)
        for action, tried, value in (row for rows in found for row in rows):
            visits[action] += tried
            values[action] += tried * value
        choices = [Choice(action, n, values[action] / max(1, n)) for action, n in visits.items()]
        return sorted(choices, key=lambda each: (-each.visits, -each.value, each.action))

    def _seconds(self, ask: Ask) -> float:
        """Return how long to search at most: by simulations only the clock of the match sets a limit."""
        limit = MARGIN * ask.seconds
        return min(self.budget.seconds, limit) if self.budget.simulations is None else limit

    def _search(self, ask: Ask, index: int, until: float) -> list[tuple[int, int, float]]:
        game = self._game
        run = make_search(game.rules, game.view, game.heuristics, ask.view)
        tree, root = self._trees[index], words_of(take_back(game, ask.view, ask.seat))
        workspace = new_workspace(ask.view, int(ask.view.actions.size))
        seed = np.uint64(mix(self._seed, self._asked, index))
        done = 0
        while self._goes_on(done, until):
            chunk = self._next_chunk(done)
            run(tree[0], root, ask.seat, ask.seats, seed, done, chunk, workspace)
            done += chunk
        return edges_at_root(tree)

    def steps_after(self, action: int) -> list[tuple[Any, int, int]]:
        """Return view, seat and action of what the last search expects, in one of the worlds it thought possible."""
        if self._ask is None:
            return []
        seed, seat = np.uint64(mix(self._seed, self._asked, 0)), self._ask.seat
        view = take_back(self._game, self._ask.view, seat)
        return list(follow_line(self._game, self._trees[0], view, seat, action, seed, self._ask.seats))

    def line_after(self, action: int) -> tuple[str, ...]:
        """Write what the last search expects after an action."""
        notation = self._game.notation
        return tuple(
            f"{notation.seat_name(view, acting)}: {notation.format(view, acting, (each,))}"
            for view, acting, each in self.steps_after(action)
        )

    def _count_trees(self) -> int:
        """Return how many trees to search; a number of simulations must give the same result on any machine."""
        if self.budget.cpu:
            return 1
        given = self.budget.trees
        if given is not None:
            return given
        return COUNTED if self.budget.simulations is not None else min(MOST_TREES, count_cores())

    def _next_chunk(self, done: int) -> int:
        """Return how many simulations to run before the next look at the clock: more when that is little of all."""
        if self.budget.simulations is None:
            return min(MOST_CHUNK, max(CHUNK, done // 8))
        left = -(-self.budget.simulations // len(self._trees)) - done
        return min(MOST_CHUNK, -(-left // CHUNK) * CHUNK)

    def _now(self) -> float:
        return time.process_time() if self.budget.cpu else time.perf_counter()

    def _goes_on(self, done: int, until: float) -> bool:
        if self.budget.simulations is not None and done * len(self._trees) >= self.budget.simulations:
            return False
        return done == 0 or self._now() < until
