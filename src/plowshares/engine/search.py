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
    NONE,
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
def copy_words(source: Any, out: Any) -> None:
    """Copy a State that is given as 64-bit words."""
    # Field by field, as Numba copies records, takes ten times as long and more to compile.
    for i in range(len(out)):
        out[i] = source[i]


@kernel
def look(words: Any, trail: Any) -> None:
    """Note what the searcher sees now in `trail`: the last sight, and for how many actions it has lasted."""
    seen = hash_words(words)
    trail[1] = trail[1] + np.uint64(1) if seen == trail[0] else np.uint64(0)
    trail[0] = seen


@kernel
def key_of(words: Any, trail: Any, acting: int, seat: int) -> Any:
    """Return the key of a node: `words` are what both the searcher and the acting seat can see."""
    if acting == seat:
        return stir(trail[0], np.uint64(acting * DEEPEST))
    return stir(hash_words(words), np.uint64(acting * DEEPEST) + trail[1])


@kernel
def remember_all(tree: Any, paths: Any, depth: int, values: Any) -> None:
    """Add what a simulation was worth to everything on its path."""
    for i in range(depth):
        remember(tree, paths[i, 0], paths[i, 1], values[paths[i, 2]])


@kernel
def pick_by_weight(weights: Any, count: int, bits: Any) -> int:
    """Return a place whose chance is its share of the weights."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    left = total * (float(bits >> np.uint64(32)) / 4294967296.0)
    for i in range(count):
        left -= weights[i]
        if left < 0.0:
            return i
    return 0


@factory
def make_search(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a kernel that runs some simulations from a view and keeps what it learns in a tree.

    One kernel and not several, because Numba does not cache kernels that close over kernels.
    A State comes as a record, and as the 64-bit words of the same memory, by which it is copied.
    """

    @kernel
    def search(tree: Any, root: Any, seat: int, seats: int, seed: Any, begin: int, count: int, room: Any) -> int:
        paths, values, actions, weights, edge_of, trail, worlds, world, spies, spy = room
        deepest = 0
        copy_words(root, world)
        s = worlds[0]
        if rules.is_over(s) or rules.needs_room(s):
            return 0
        trail[:] = START
        look(root, trail)
        sight = trail[0]
        top = find_node(tree, key_of(root, trail, seat, seat))
        for simulation in range(begin, begin + count):
            # The searcher's first action does not depend on the world, so it is chosen before there is one. Its n-th
            # trial happens in the n-th world, whichever action it is: all are compared in the same worlds.
            copy_words(root, world)
            legal = rules.legal_actions(s, seat, actions)
            if wants_more(tree, top, offer(tree, top, actions, legal, edge_of), legal, 0):
                heuristics.prior(s, seat, actions, legal, weights)
                edge = add_edge(tree, top, actions, weights, legal, edge_of)
            else:
                edge = choose_edge(tree, actions, legal, edge_of)
            view.sample_for(s, seat, mix(seed, tree.tried[edge], 1))
            paths[0, 0], paths[0, 1], paths[0, 2] = top, edge, seat
            rules.step(s, seat, tree.action[edge])
            depth, beyond, node, grown = 1, 0, NONE, tree.tried[edge] == 0
            trail[0], trail[1] = sight, np.uint64(0)
            while depth + beyond < DEEPEST and not rules.is_over(s) and not rules.needs_room(s):
                if grown and beyond >= tree.beyond:
                    break
                acting = first_seat(rules.to_act(s))
                if not grown:
                    copy_words(world, spy)
                    view.blank_for(spies[0], seat)
                    look(spy, trail)
                    if acting != seat:  # others choose by what they know, not by what the searcher keeps to itself
                        view.blank_for(spies[0], acting)
                    node = find_node(tree, key_of(spy, trail, acting, seat))
                    if node == FULL:
                        break
                legal = rules.legal_actions(s, acting, actions)
                fresh = grown or wants_more(tree, node, offer(tree, node, actions, legal, edge_of), legal, depth)
                if fresh:
                    copy_words(world, spy)
                    view.blank_for(spies[0], acting)
                    heuristics.prior(spies[0], acting, actions, legal, weights)
                if grown:
                    beyond += 1
                    place = pick_by_weight(weights, legal, mix(seed, simulation, 1 + beyond))
                    rules.step(s, acting, actions[place])
                    continue
                if fresh:
                    grown = True
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
                values[seat] = heuristics.value(s, seat)
                for each in range(seats):
                    if each != seat:  # of two, one wins what the other loses
                        values[each] = -values[seat] if seats == 2 else heuristics.value(s, each)
            remember_all(tree, paths, depth, values)
            deepest = max(deepest, depth)
        return deepest

    return search


def new_room(s: Record, actions: int) -> tuple[Any, ...]:
    """Return the buffers of one search: path, values, actions, weights, edges by action, trail, world and spy."""
    return (
        np.zeros((DEEPEST + 1, 3), np.int32),
        np.zeros(MOST_SEATS),
        np.zeros(actions, np.int32),
        np.zeros(actions, np.float32),
        np.zeros(actions, np.int32),
        np.zeros(2, np.uint64),
        *new_spy(s),
        *new_spy(s),
    )


def new_spy(s: Record) -> tuple[Any, Any]:
    """Return room for one State, as an array of one record and as the 64-bit words of the same memory."""
    layout = type(s).layout
    words = np.zeros(-(-layout.itemsize // 8), np.uint64)
    return words.view(np.uint8)[: layout.itemsize].view(layout), words


def words_of(s: Record) -> Any:
    """Return a copy of a State as 64-bit words."""
    records, words = new_spy(s)
    records[0] = s
    return words


def edges_at_root(tree: Any, view: Any, seat: int) -> list[tuple[int, int, float]]:
    """List action, visits and mean value of what was tried at the root, most visited first."""
    t = tree[0]
    key = stir(np.uint64(hash_words(words_of(view))), np.uint64(seat * DEEPEST))
    node = find_node(t, np.uint64(key))
    rows = []
    link = 0 if node == FULL else int(t.newest[node])
    while link:
        edge = link - 1
        rows.append((int(t.action[edge]), int(t.tried[edge]), float(t.won[edge] / max(1, t.tried[edge]))))
        link = int(t.older[edge])
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))
