"""Many tree searches side by side whose leaves somebody else evaluates, such as a network: kernels made from a game.

One simulation of all searches is two calls: `select` follows every tree down to a leaf and writes what the seat to act
there observes; `expand` takes priors and values of all leaves and backs them up. Trees, keys and PUCT are those of the
built-in search: nodes are information sets of the searcher, and every simulation is played in a world of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.game import Observation, Rules, Views
from plowshares.core.jit import factory, kernel
from plowshares.core.records import Record
from plowshares.core.rng import mix
from plowshares.core.seats import MOST_SEATS, first_seat
from plowshares.engine.simulation import find_information_set
from plowshares.engine.tree import FULL, NONE, START, Tree, add_edges, backup, collect_edges, mark_legal, select_edge
from plowshares.engine.workspace import MOST_DEPTH, Workspace, copy_words, count_words, lasting_bytes

IDLE, ENDED, LEAF, LAST = 0, 1, 2, 3  # what a simulation came to; LAST is a leaf that gets no edges
SEAT, KIND, DEPTH, COUNT = 0, 1, 2, 3  # columns of `found`: the seat to act at the leaf, …, how many actions it has


@kernel
def follow(tree: Tree, edges: Any, count: int) -> int:
    """Return the listed edge to follow: by PUCT, and by the largest prior as long as none was tried."""
    tried, best = 0, NONE
    for k in range(count):
        edge = tree.edge[edges[k]]
        edge.offered += 1
        tried += edge.tried
        if best == NONE or edge.prior >= tree.edge[best].prior:  # of equals the one added first
            best = int(edges[k])
    return select_edge(tree, edges, count) if tried > 0 else best


@kernel
def descend(
    rules: Any, view: Any, observation: Any, tree: Any, s: Any, seat: int, w: Any, found: Any, legal: Any, seen: Any
) -> None:
    """Follow a tree from its root to a leaf, or to the end of the match, and write down which."""
    depth, acting, edge = 0, seat, 0
    while edge != NONE and not rules.is_over(s):
        node, count = NONE, rules.legal_actions(s, acting, w.actions)
        edge = NONE
        if depth < MOST_DEPTH and not rules.needs_room(s):
            node = find_information_set(view, tree, acting, seat, w)
        if node >= 0:
            mark = mark_legal(w.actions, count, w.marks)
            known = collect_edges(tree, node, w.marks, mark, w.edges)
            if known == count:
                edge = follow(tree, w.edges, known)
        w.paths[depth, 0], w.paths[depth, 1], w.paths[depth, 2] = node, edge, acting
        if edge != NONE:
            rules.step(s, acting, tree.edge[edge].action)
            depth += 1
            acting = first_seat(rules.to_act(s))
        else:
            found[KIND], found[SEAT], found[COUNT] = LAST if node < 0 else LEAF, acting, count
            show_leaf(view, observation, acting, count, w, legal, seen)
    found[DEPTH] = depth
    if edge != NONE:
        found[KIND] = ENDED
        rules.outcome(s, w.values)


@kernel
def show_leaf(view: Any, observation: Any, acting: int, count: int, w: Any, legal: Any, seen: Any) -> None:
    """Write what the seat to act at a leaf may do, and what it observes."""
    for k in range(count):
        legal[k] = w.actions[k]
    copy_words(w.world, w.scratch)
    view.blank_for(w.scratch_views[0], acting)
    observation.encode(w.scratch_views[0], acting, seen)


@factory
def make_select(rules: Rules, view: Views, observation: Observation) -> Any:
    """Return a kernel that follows every tree from its root down to a leaf, each in a sampled world of its own."""

    @kernel
    def select(
        trees: Any, roots: Any, seats: Any, simulation: int, seed: Any, stack: Any, found: Any, legal: Any, seen: Any
    ) -> None:
        for i in range(len(seats)):
            w = Workspace(
                stack.paths[i],
                stack.values[i],
                stack.actions[i],
                stack.weights[i],
                stack.marks[i],
                stack.edges[i],
                stack.penalties[i],
                stack.trail[i],
                stack.worlds[i],
                stack.world[i],
                stack.scratch_views[i],
                stack.scratch[i],
                stack.root_views[i],
                stack.world_cache[i],
            )
            seat = int(seats[i])
            found[i, KIND] = IDLE
            if seat >= 0:
                copy_words(roots[i], w.world)
                view.sample_for(w.worlds[0], seat, mix(seed, simulation, i))
                w.trail[0], w.trail[1] = START, np.uint64(0)
                descend(rules, view, observation, trees[i], w.worlds[0], seat, w, found[i], legal[i], seen[i])

    return select


@kernel
def expand(trees: Any, stack: Any, found: Any, legal: Any, priors: Any, values: Any) -> None:
    """Give every leaf its edges, and add what it is worth to all edges on the way.

    `priors` are weights by action; `values[i]` begins with the seat to act at the leaf, the others follow in order.
    """
    players = values.shape[1]
    for i in range(len(found)):
        kind, depth, tree, paths = found[i, KIND], found[i, DEPTH], trees[i], stack.paths[i]
        if kind in (LEAF, LAST):
            for turn in range(players):
                stack.values[i, (found[i, SEAT] + turn) % players] = values[i, turn]
        if kind == LEAF:
            count, marks = found[i, COUNT], stack.marks[i]
            for k in range(count):
                stack.weights[i, k] = priors[i, legal[i, k]]
            mark = marks[len(marks) - 1]
            add_edges(tree, paths[depth, 0], legal[i], stack.weights[i], count, marks, mark, count)
        if kind != IDLE:
            for d in range(depth):
                backup(tree, paths[d, 0], paths[d, 1], stack.values[i, paths[d, 2]])


@kernel
def add_noise(trees: Any, noise: Any, share: float) -> None:
    """Mix noise into the priors of the roots, so that self-play tries other actions too; `noise` is by action."""
    for i in range(len(trees)):
        tree = trees[i]
        link = int(tree.node[0].newest)
        while link != 0:
            edge = tree.edge[link - 1]
            edge.prior = (1.0 - share) * edge.prior + share * noise[i, edge.action]
            link = int(edge.older)


@kernel
def read_roots(trees: Any, visits: Any, values: Any) -> None:
    """Write how often each action was tried at the root, and its mean value; 0 for those that were not."""
    for i in range(len(trees)):
        tree = trees[i]
        link = int(tree.node[0].newest)
        while link != 0:
            edge = tree.edge[link - 1]
            if edge.tried > 0:
                visits[i, edge.action] = edge.tried
                values[i, edge.action] = edge.won / edge.tried
            link = int(edge.older)


@factory
def make_prepare(view: Views) -> Any:
    """Return a kernel that makes the views of all roots: each seat's own, which nodes are told apart by."""

    @kernel
    def prepare(states: Any, seats: Any, players: int, roots: Any, stack: Any) -> None:
        for i in range(len(seats)):
            if seats[i] >= 0:
                copy_words(states[i], stack.world[i])
                view.blank_for(stack.worlds[i][0], int(seats[i]))
                copy_words(stack.world[i], roots[i])
                for each in range(players):
                    copy_words(roots[i], stack.scratch[i])
                    view.blank_for(stack.scratch_views[i][0], each)
                    copy_words(stack.scratch[i], stack.root_views[i, each])

    return prepare


def new_stack(s: Record, actions: int, count: int) -> Workspace:
    """Return the buffers of `count` searches: like `new_workspace`, with a first axis more."""
    words = count_words(lasting_bytes(s))
    return Workspace(
        np.zeros((count, MOST_DEPTH + 1, 3), np.int32),
        np.zeros((count, MOST_SEATS)),
        np.zeros((count, actions), np.int32),
        np.zeros((count, actions), np.float32),
        np.zeros((count, actions + 1), np.int32),
        np.zeros((count, actions + 1), np.int32),
        np.zeros((count, 1), np.float32),
        np.zeros((count, 2), np.uint64),
        *_new_states(s, count),
        *_new_states(s, count),
        np.zeros((count, MOST_SEATS, words), np.uint64),
        np.zeros((count, 1, 1), np.uint64),  # every simulation has a world of its own: none is cached
    )


def _new_states(s: Record, count: int) -> tuple[Any, Any]:
    """Return memory for some States: each as an array of one record, and as the words of the same memory."""
    layout = type(s).layout
    words = np.zeros((count, count_words(layout.itemsize)), np.uint64)
    return words.view(np.uint8)[:, : layout.itemsize].view(layout), words[:, : count_words(lasting_bytes(s))]


def new_trees(count: int, nodes: int, edges: int) -> Any:
    """Return empty trees with room for this many nodes and edges each."""
    slots = 1 << (2 * nodes - 1).bit_length()
    return np.zeros(count, Tree.sized(slots=slots, most=nodes, links=edges, plans=1, steps=1).layout)


assert FULL < 0  # a node that there is no room for is below 0, like none at all
