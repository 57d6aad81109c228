"""Search that respects secrets: Monte Carlo tree search over what the searcher knows, compiled from a game's rooms."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.game import Heuristics, Rules, Views
from plowshares.core.jit import factory, kernel
from plowshares.core.records import Record
from plowshares.core.rng import mix
from plowshares.core.seats import MOST_SEATS, first_seat
from plowshares.engine.tree import (
    FULL,
    START,
    add_edge,
    choose_edge,
    find_node,
    hash_words,
    offer,
    remember,
    stir,
    wants_more,
)

DEEPEST = 48  # actions from the root that one simulation looks ahead


@kernel
def find_place(tree: Any, words: Any, trail: Any, acting: int, seat: int) -> int:
    """Return the node of what the searcher sees, or FULL; `trail` keeps the last sight and how long it has lasted."""
    seen = hash_words(words)
    trail[1] = trail[1] + np.uint64(1) if seen == trail[0] else np.uint64(0)
    trail[0] = seen
    unseen = trail[1] if acting != seat else np.uint64(0)
    return find_node(tree, stir(seen, np.uint64(acting * DEEPEST) + unseen))


@kernel
def remember_all(tree: Any, paths: Any, depth: int, values: Any) -> None:
    """Add what a simulation was worth to everything on its path."""
    for i in range(depth):
        remember(tree, paths[i, 0], paths[i, 1], values[paths[i, 2]])


@factory
def make_search(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a kernel that runs some simulations from a view and keeps what it learns in a tree.

    One kernel and not several, because Numba does not cache kernels that close over kernels.
    `words` is the memory of `spies[0]`, in which views are made, as 64-bit words.
    """

    @kernel
    def search(
        tree: Any,
        views: Any,
        seat: int,
        seats: int,
        seed: Any,
        begin: int,
        count: int,
        room: Any,
        spies: Any,
        words: Any,
    ) -> int:
        paths, values, actions, weights, edge_of, trail, worlds = room
        deepest = 0
        for simulation in range(begin, begin + count):
            worlds[0] = views[0]
            view.sample_for(worlds[0], seat, mix(seed, simulation, 1))
            s = worlds[0]
            depth, grown = 0, False
            trail[:] = START
            while depth < DEEPEST and not grown and not rules.is_over(s) and not rules.needs_room(s):
                acting = first_seat(rules.to_act(s))
                spies[0] = s
                view.blank_for(spies[0], seat)
                node = find_place(tree, words, trail, acting, seat)
                if node == FULL:
                    break
                legal = rules.legal_actions(s, acting, actions)
                grown = wants_more(tree, node, offer(tree, node, actions, legal, edge_of), legal)
                if grown:
                    spies[0] = s
                    view.blank_for(spies[0], acting)
                    heuristics.prior(spies[0], acting, actions, legal, weights)
                    edge = add_edge(tree, node, actions, weights, legal, edge_of)
                    if edge == FULL:
                        break
                else:
                    edge = choose_edge(tree, actions, legal, edge_of)
                paths[depth, 0], paths[depth, 1], paths[depth, 2] = node, edge, acting
                rules.step(s, acting, tree.action[edge])
                depth += 1
            if rules.is_over(s):
                rules.outcome(s, values)
            else:
                for each in range(seats):
                    values[each] = heuristics.value(s, each)
            remember_all(tree, paths, depth, values)
            deepest = max(deepest, depth)
        return deepest

    return search


def new_room(s: Record, actions: int) -> tuple[Any, ...]:
    """Return the buffers that one search needs: path, values, actions, weights, edges by action, trail, world."""
    return (
        np.zeros((DEEPEST + 1, 3), np.int32),
        np.zeros(MOST_SEATS),
        np.zeros(actions, np.int32),
        np.zeros(actions, np.float32),
        np.zeros(actions, np.int32),
        np.zeros(2, np.uint64),
        np.zeros(1, type(s).layout),
    )


def new_spy(s: Record) -> tuple[Any, Any]:
    """Return room for one view, as a record and as the 64-bit words of the same memory."""
    layout = type(s).layout
    words = np.zeros(-(-layout.itemsize // 8), np.uint64)
    return words.view(np.uint8)[: layout.itemsize].view(layout), words


def edges_at_root(tree: Any, spies: Any, words: Any, view: Any, seat: int) -> list[tuple[int, int, float]]:
    """List action, visits and mean value of what was tried at the root, most visited first."""
    t = tree[0]
    spies[0] = view
    key = stir(np.uint64(hash_words(words)), np.uint64(seat * DEEPEST))
    node = find_node(t, np.uint64(key))
    rows = []
    link = 0 if node == FULL else int(t.newest[node])
    while link:
        edge = link - 1
        rows.append((int(t.action[edge]), int(t.tried[edge]), float(t.won[edge] / max(1, t.tried[edge]))))
        link = int(t.older[edge])
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))
