"""One simulation of a search in pieces: selection, expansion, rollout, evaluation, backup.

The pieces are kernels that take a game's modules as arguments, so that any game's search is made of the same ones. `s`
is the world that the simulation is played in, `w` the Workspace; `seat` searches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import mix
from plowshares.core.seats import first_seat
from plowshares.engine.prior_policy import write_priors
from plowshares.engine.tree import (
    ALL,
    FULL,
    NONE,
    START,
    add_edges,
    backup,
    collect_edges,
    find_node,
    hash_change,
    hash_combine,
    mark_legal,
    select_edge,
    select_untried,
    widening_quota,
)
from plowshares.engine.workspace import MOST_DEPTH, copy_words

MOST_ROLLOUT = 400  # actions of a rollout at most


# The root


@kernel
def prepare(rules: Any, view: Any, penalties: Any, s: Any, root: Any, seat: int, seats: int, w: Any) -> int:
    """Fill in what is the same for all simulations; return how many actions the seat has, 0 at the end."""
    copy_words(root, w.world)
    if rules.is_over(s) or rules.needs_room(s):
        return 0
    choices = int(rules.legal_actions(s, seat, w.actions))
    penalties.root_penalty(s, seat, w.actions, choices, w.weights)
    for i in range(choices):
        w.penalties[w.actions[i]] = w.weights[i]
    for each in range(seats):
        copy_words(root, w.scratch)
        view.blank_for(w.scratch_views[0], each)
        copy_words(w.scratch, w.root_views[each])
    w.trail[:] = START
    return choices


@kernel
def select_at_root(
    rules: Any, heuristics: Any, tree: Any, s: Any, root: Any, node: int, seat: int, choices: int, w: Any
) -> int:
    """Return the edge of the first action. It does not depend on the world, so it is chosen before there is one."""
    known = collect_edges(tree, node, w.marks, ALL, w.edges)
    edge = select_untried(tree, w.edges, known)
    wanted = widening_quota(tree, node, known, 0) if edge == NONE and known < choices else 0
    if wanted > 0:
        copy_words(root, w.world)
        legal = rules.legal_actions(s, seat, w.actions)
        heuristics.prior(s, seat, w.actions, legal, w.weights)
        mark = mark_legal(w.actions, legal, w.marks)
        edge = add_edges(tree, node, w.actions, w.weights, legal, w.marks, mark, wanted)
    return select_edge(tree, w.edges, known) if edge < 0 else edge


@kernel
def sample_world(view: Any, tree: Any, s: Any, root: Any, seat: int, number: int, seed: Any, w: Any) -> None:
    """Begin in the n-th sampled world: a cached one, or a new one, which is cached while there is room."""
    if number < tree.made:
        copy_words(w.world_cache[number], w.world)
        return
    copy_words(root, w.world)
    view.sample_for(s, seat, mix(seed, number, 1))
    if number < len(w.world_cache):
        copy_words(w.world, w.world_cache[number])
        tree.made = number + 1


@kernel
def take_first_action(rules: Any, tree: Any, s: Any, node: int, edge: int, seat: int, w: Any) -> bool:
    """Play the action of an edge at the root; return whether choices are open that only count together."""
    w.paths[0, 0], w.paths[0, 1], w.paths[0, 2] = node, edge, seat
    asked = rules.to_act(s)
    rules.step(s, seat, tree.edge[edge].action)
    w.trail[0], w.trail[1] = START, np.uint64(0)
    return is_shared(asked, rules.to_act(s), False)


@kernel
def is_shared(asked: Any, asking: Any, was_shared: bool) -> bool:
    """Ask whether choices are open that only count once all are made: what is worth evaluating comes after that."""
    return bool((asking & ~asked) == 0 and (was_shared or (asked & (asked - 1)) != 0))


# Selection and expansion


@kernel
def observe(words: Any, base: Any, trail: Any) -> None:
    """Note what the searcher sees now in `trail`: a hash of it, and for how many actions it has not changed."""
    seen = hash_change(words, base)
    trail[1] = trail[1] + np.uint64(1) if seen == trail[0] else np.uint64(0)
    trail[0] = seen


@kernel
def key_of(words: Any, base: Any, trail: Any, acting: int, seat: int) -> Any:
    """Return the key of a node: `words` are what both the searcher and the acting seat can see, `base` at the root."""
    if acting == seat:
        return hash_combine(trail[0], np.uint64(acting * MOST_DEPTH))
    return hash_combine(hash_change(words, base), np.uint64(acting * MOST_DEPTH) + trail[1])


@kernel
def find_information_set(view: Any, tree: Any, acting: int, seat: int, w: Any) -> int:
    """Return the node of what the searcher, and another seat that acts, both know; FULL if there is no room for it."""
    copy_words(w.world, w.scratch)
    view.blank_for(w.scratch_views[0], seat)
    observe(w.scratch, w.root_views[seat], w.trail)
    if acting != seat:  # others choose by what they know, not by what the searcher keeps to itself
        view.blank_for(w.scratch_views[0], acting)
    return find_node(tree, key_of(w.scratch, w.root_views[acting], w.trail, acting, seat))


@kernel
def select_or_expand(
    rules: Any, view: Any, heuristics: Any, tree: Any, s: Any, acting: int, seat: int, depth: int, w: Any
) -> int:
    """Return the edge to follow and write its node to the path; NONE where the tree has no room for more."""
    node = find_information_set(view, tree, acting, seat, w)
    if node == FULL:
        return NONE
    legal = rules.legal_actions(s, acting, w.actions)
    mark = mark_legal(w.actions, legal, w.marks)
    known = collect_edges(tree, node, w.marks, mark, w.edges)
    edge = select_untried(tree, w.edges, known)
    wanted = widening_quota(tree, node, known, depth) if edge == NONE and known < legal else 0
    if wanted > 0:
        write_priors(view, heuristics, acting, legal, w)
        edge = add_edges(tree, node, w.actions, w.weights, legal, w.marks, mark, wanted)
        if edge < 0 and known == 0:
            return NONE
    if edge < 0:
        edge = select_edge(tree, w.edges, known)
    w.paths[depth, 0], w.paths[depth, 1], w.paths[depth, 2] = node, edge, acting
    return edge


@kernel
def descend(
    rules: Any, view: Any, heuristics: Any, tree: Any, s: Any, seat: int, shared: bool, w: Any
) -> tuple[int, bool, bool]:
    """Follow the tree below the first action down to a new edge.

    Return how many decisions are on the path, whether the last is a new edge, and whether choices are open.
    """
    depth, is_new = 1, False
    while depth < MOST_DEPTH and not is_new and not rules.is_over(s) and not rules.needs_room(s):
        asked = rules.to_act(s)
        acting = first_seat(asked)
        edge = select_or_expand(rules, view, heuristics, tree, s, acting, seat, depth, w)
        if edge == NONE:
            break
        is_new = tree.edge[edge].tried == 0
        rules.step(s, acting, tree.edge[edge].action)
        shared = is_shared(asked, rules.to_act(s), shared)
        depth += 1
    return depth, is_new, shared


# Rollout


@kernel
def roll_out(
    rules: Any,
    view: Any,
    heuristics: Any,
    policy: Any,
    quiescence: Any,
    s: Any,
    shortest: int,
    turns: int,
    shared: bool,
    seed: Any,
    simulation: int,
    w: Any,
) -> None:
    """Play on by the policy, for at least `shortest` actions, through `turns` quiescent positions."""
    played, passed = 0, 0
    while played < MOST_ROLLOUT and not rules.is_over(s) and not rules.needs_room(s):
        if played >= shortest and not shared and quiescence.is_quiet(s):
            passed += 1
            if passed >= turns:
                break
        asked = rules.to_act(s)
        acting = first_seat(asked)
        played += 1
        bits = mix(seed, simulation, 1 + played)
        rules.step(s, acting, policy.choose(rules, view, heuristics, s, acting, bits, w))
        shared = is_shared(asked, rules.to_act(s), shared)


# Evaluation and backup


@kernel
def evaluate(rules: Any, heuristics: Any, tree: Any, s: Any, seat: int, seats: int, w: Any) -> float:
    """Write what the position is worth to each seat; return the penalty of the first action.

    Nothing else counts once the end was seen.
    """
    if rules.is_over(s):
        rules.outcome(s, w.values)
        return 0.0
    w.values[seat] = heuristics.value(s, seat)
    for each in range(seats):
        if each != seat:  # of two, one wins what the other loses
            w.values[each] = -w.values[seat] if seats == 2 else heuristics.value(s, each)
    return float(w.penalties[tree.edge[w.paths[0, 1]].action])


@kernel
def backup_path(tree: Any, depth: int, penalty: float, w: Any) -> None:
    """Add what a simulation was worth to every edge on its path; the first action pays its penalty."""
    backup(tree, w.paths[0, 0], w.paths[0, 1], w.values[w.paths[0, 2]] - penalty)
    for i in range(1, depth):
        backup(tree, w.paths[i, 0], w.paths[i, 1], w.values[w.paths[i, 2]])
