"""Judging a decision twice: by what the seat knew, and in the one true world. Both times by the same search."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from plowshares.agents.base import Ask, scripted
from plowshares.agents.search import EDGES, NODES
from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of
from plowshares.core.rng import mix
from plowshares.engine.chance import reseed
from plowshares.engine.principal_variation import follow_line
from plowshares.engine.search import edges_at_root, make_search
from plowshares.engine.tree import new_tree
from plowshares.engine.workspace import Workspace, new_workspace, words_of
from plowshares.review.calibration import CERTAIN, fit_of
from plowshares.review.estimates import FUTURES, Estimator
from plowshares.review.model import Judgement

FEWEST = 6  # trials of an action before it is called a mistake
SUSPECT = 0.1  # a loss of expected outcome that is looked at again before it is believed
AGAIN = 4  # times as many simulations for that
NEARLY = 0.99  # the best that an uncertain result comes to when it is compared
COMPARED = 32  # rollouts that say how much better than the others everybody seems to stand


class Found(NamedTuple):
    """What a search found: the mean value and the number of trials of each action, and its tree."""

    values: dict[int, float]
    visits: dict[int, int]
    best: int
    tree: Any

    def equals(self, action: int) -> tuple[int, ...]:
        """List the other actions that come to the same, such as parts of one turn in another order."""
        return tuple(each for each in self.values if each != action and self.values[each] == self.values[action])

    def next_best(self, action: int, equals: Collection[int] = ()) -> float:
        """Return the best value of the other actions that were tried often enough; `equals` are not among them."""
        others = {each: value for each, value in self.values.items() if each != action and each not in equals}
        often = [value for each, value in others.items() if self.visits[each] >= FEWEST]
        return max(often or others.values(), default=self.values[action])


def search(
    game: Game,
    view: Any,
    seat: int,
    seats: int,
    simulations: int,
    seed: Any,
    truth: Any = None,
    played: int | None = None,
) -> Found:
    """Search from a seat's view over sampled worlds; with `truth`, in that world alone.

    The values are compared with those of all seats where the curves are. An action that was `played` is looked at in
    any case where a search would have to choose among all plans of a turn.
    """
    tree = new_tree(NODES, EDGES)
    tree[0].wanted = 0 if played is None else played + 1
    workspace = new_workspace(view, int(view.actions.size))
    if truth is not None:
        simulations = _fill_worlds(game, tree, workspace, truth, simulations)
    run = make_search(game.rules, game.view, game.heuristics, view)
    run(tree[0], words_of(view), seat, seats, np.uint64(seed), 0, simulations, workspace)
    rows = edges_at_root(tree)
    excess = _excess(game, view, seat, seats, truth)
    values = {action: _compare(value, excess) for action, _, value in rows}
    return Found(values, {action: visits for action, visits, _ in rows}, rows[0][0], tree)


def _compare(value: float, excess: float) -> float:
    """Return a value less the excess; what is certain stays so, and nothing else becomes it."""
    if abs(value) >= CERTAIN:
        return 1.0 if value > 0 else -1.0
    return min(NEARLY, max(-NEARLY, value - excess))


def _excess(game: Game, view: Any, seat: int, seats: int, truth: Any) -> float:
    """Return how much better a game rates the seat than by comparing it with all: a search takes what the game says."""
    if not fit_of(game.name).is_compared:
        return 0.0
    estimator = Estimator(game, seats)
    ask, s = (estimator.known, view) if truth is None else (estimator.true, truth)
    return ask(s, seat, COMPARED, is_compared=False) - ask(s, seat, COMPARED)


def _fill_worlds(game: Game, tree: Any, workspace: Workspace, truth: Any, simulations: int) -> int:
    """Make the true world the only one that a search knows of; return how many simulations stay in it."""
    # Only future chance differs: nobody could know it, unlike hidden things.
    futures = [words_of(reseed(truth, number)) for number in range(FUTURES)]
    for number in range(len(workspace.world_cache)):
        workspace.world_cache[number][:] = futures[number % FUTURES][: workspace.world_cache.shape[1]]
    tree[0].made = len(workspace.world_cache)
    # A search over turns takes a new world for each trial of an action, a tree search begins again with the first.
    return (
        min(simulations, len(workspace.world_cache)) if hooks_of(game.heuristics).is_quiet is not None else simulations
    )


def judge(
    game: Game, view: Any, seat: int, seats: int, played: int, simulations: int, seed: int, truth: Any = None
) -> Judgement | None:
    """Judge an action by a seat's view; None where there was nothing to decide, or a script decides.

    `truth` is the full State, with what others chose at the same time. Without it, what would be said of the true world
    is what the seat knew.
    """
    legal = game.legal(view, seat)
    if len(legal) < 2 or scripted(game, Ask(view, seat, legal, float("inf"), seats), 0) is not None:
        return None
    key = np.uint64(mix(np.uint64(seed), 13, seat))
    known = _search_twice(game, view, seat, seats, played, simulations, key, None)
    true = known
    if truth is not None:
        seen = game.view_of(truth, seat)
        true = _search_twice(game, seen, seat, seats, played, simulations, key, truth)
    steps = follow_line(game, known.tree, view, seat, known.best, key, seats)
    line = [(acting, action) for _, acting, action in steps]
    return Judgement(
        n=0,
        seat=seat,
        step=0,
        played=played,
        best=known.best,
        value=_value(known, played),
        best_value=known.values[known.best],
        next_value=known.next_best(known.best),
        true_best=true.best if truth is not None else played,
        true_value=_value(true, played),
        true_best_value=true.values[true.best],
        choices=len(legal),
        world=f"{_world_of_line(game, key):#x}",
        line=line,
    )


def _search_twice(
    game: Game, view: Any, seat: int, seats: int, played: int, simulations: int, key: Any, truth: Any
) -> Found:
    """Search, and once more with more simulations if the played action looks bad, so that no blame is wrong."""
    found = search(game, view, seat, seats, simulations, key, truth, played)
    if not _is_suspect(found, played):
        return found
    return search(game, view, seat, seats, AGAIN * simulations, key, truth, played)


def _is_suspect(found: Found, played: int) -> bool:
    """Ask whether an action looks bad, or was hardly tried: then more simulations are worth it."""
    if played == found.best:
        return False
    return found.visits.get(played, 0) < FEWEST or found.values[found.best] - found.values[played] >= SUSPECT


def _value(found: Found, action: int) -> float:
    """Return the value of an action; one that no search cared to try counts as the worst that was."""
    return found.values.get(action, min(found.values.values()))


def _world_of_line(game: Game, key: Any) -> int:
    """Return the seed of the sampled world that `follow_line` tells its line in."""
    return int(mix(key, 0, 1)) if hooks_of(game.heuristics).is_quiet is not None else int(key)
