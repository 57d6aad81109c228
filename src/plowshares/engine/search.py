"""Search that respects secrets: simulations over sampled worlds, compiled from a game's modules.

Four searches share their pieces (`simulation.py`) and their buffers (`workspace.py`). Most games get a Monte Carlo
tree search over information sets. Where a turn is many actions of one seat, only first actions are compared, by
rollouts; or, where these come in any order, whole turns (`plan_search.py`). Games that look ahead on their own compare
first actions in the same worlds (`world_search.py`).
"""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Heuristics, Rules, Views
from plowshares.core.hooks import hooks_of, looks_ahead
from plowshares.core.jit import factory, kernel
from plowshares.engine import default_heuristics, guess_policy, prior_policy
from plowshares.engine.plan_search import make_plan_search
from plowshares.engine.simulation import (
    backup_path,
    descend,
    evaluate,
    key_of,
    prepare,
    roll_out,
    sample_world,
    select_at_root,
    take_first_action,
)
from plowshares.engine.tree import edges_at_root, find_node
from plowshares.engine.workspace import MOST_DEPTH
from plowshares.engine.world_search import make_world_search

__all__ = ["edges_at_root", "make_search", "make_tree_search", "make_turn_search"]


def make_search(rules: Rules, view: Views, heuristics: Heuristics, s: Any) -> Any:
    """Return the kernel that searches matches like that of a State; all kinds are called in the same way.

    `search(tree, root, seat, seats, seed, begin, count, workspace)` runs simulations `begin` to `begin + count` from
    the words of a view and keeps what it learns in the tree. It returns how many decisions the longest path has.
    """
    if looks_ahead(heuristics, s):
        return make_world_search(rules, view, heuristics)
    if hooks_of(heuristics).turn_number is not None:
        return make_plan_search(rules, view, heuristics)
    if hooks_of(heuristics).is_quiet is not None:
        return make_turn_search(rules, view, heuristics)
    return make_tree_search(rules, view, heuristics)


@factory
def make_tree_search(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a Monte Carlo tree search over information sets (PUCT with progressive widening).

    A node of another seat stands for the information that it shares with the searcher. So that seat plays by less than
    it knows of itself; and since every world holds the searcher's own secrets, it learns them by trial:
    the search is pessimistic. After the last new edge a rollout goes by the priors, or by `heuristics.guess`.

    A root penalty is a cost of a first action that the search cannot see, such as a revealed secret that opponents in
    the tree use too little: `heuristics.root_penalty`, on the scale of values. It counts unless a simulation reaches
    the end of the match.
    """
    hooks = hooks_of(heuristics)
    policy: Any = guess_policy if hooks.guess is not None else prior_policy
    penalties: Any = heuristics if hooks.root_penalty is not None else default_heuristics

    @kernel
    def search(tree: Any, root: Any, seat: int, seats: int, seed: Any, begin: int, count: int, w: Any) -> int:
        s, deepest = w.worlds[0], 0
        choices = prepare(rules, view, penalties, s, root, seat, seats, w)
        if choices == 0:
            return 0
        top = find_node(tree, key_of(root, root, w.trail, seat, seat))
        for simulation in range(begin, begin + count):
            edge = select_at_root(rules, heuristics, tree, s, root, top, seat, choices, w)
            # The n-th trial of an action happens in the n-th world, whichever it is: all meet the same worlds.
            tried = int(tree.edge[edge].tried)
            sample_world(view, tree, s, root, seat, tried % len(w.world_cache), seed, w)
            shared = take_first_action(rules, tree, s, top, edge, seat, w)
            depth, is_new = 1, tried == 0
            if not is_new:
                depth, is_new, shared = descend(rules, view, heuristics, tree, s, seat, shared, w)
            if is_new and depth < MOST_DEPTH:
                length = tree.rollout_length
                roll_out(rules, view, heuristics, policy, default_heuristics, s, length, 1, shared, seed, simulation, w)
            penalty = evaluate(rules, heuristics, tree, s, seat, seats, w)
            backup_path(tree, depth, penalty, w)
            deepest = max(deepest, depth)
        return deepest

    return search


@factory
def make_turn_search(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a search that compares first actions by rollouts over whole turns.

    Where a turn is many actions of one seat, positions within it cannot be compared: stopping early looks best. Such a
    game offers `heuristics.is_quiet` and `TURNS`: a rollout goes through that many quiescent positions, and the
    last one is evaluated. Each trial has a world of its own, since nothing else differs.
    """
    hooks = hooks_of(heuristics)
    policy: Any = guess_policy if hooks.guess is not None else prior_policy
    penalties: Any = heuristics if hooks.root_penalty is not None else default_heuristics
    turns = hooks.turns

    @kernel
    def search(tree: Any, root: Any, seat: int, seats: int, seed: Any, begin: int, count: int, w: Any) -> int:
        s = w.worlds[0]
        choices = prepare(rules, view, penalties, s, root, seat, seats, w)
        if choices == 0:
            return 0
        top = find_node(tree, key_of(root, root, w.trail, seat, seat))
        for simulation in range(begin, begin + count):
            edge = select_at_root(rules, heuristics, tree, s, root, top, seat, choices, w)
            sample_world(view, tree, s, root, seat, int(tree.edge[edge].tried), seed, w)
            shared = take_first_action(rules, tree, s, top, edge, seat, w)
            length = tree.rollout_length
            roll_out(rules, view, heuristics, policy, heuristics, s, length, turns, shared, seed, simulation, w)
            penalty = evaluate(rules, heuristics, tree, s, seat, seats, w)
            backup_path(tree, 1, penalty, w)
        return 1

    return search
