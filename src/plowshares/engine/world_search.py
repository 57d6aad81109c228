"""A search for games that look ahead on their own: first actions are compared in the same sampled worlds.

It goes in rounds. Every round looks deeper than the one before, in more worlds, at fewer actions. The value of an
action is a mean over worlds in which what was found by looking deeper weighs more.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plowshares.core.game import Heuristics, Rules, Views
from plowshares.core.hooks import hooks_of
from plowshares.core.jit import factory, kernel
from plowshares.engine import default_heuristics
from plowshares.engine.simulation import key_of, prepare, sample_world
from plowshares.engine.tree import NONE, Tree, add_edge, find_node

POSITIONS = 4  # positions that cost as much as a simulation of a tree search
NOTED = 24  # worlds that beliefs are taken from, each of which costs as much as …
WORLD_COST = 4  # … this many positions
# By round: plies after the first action, worlds, actions that are kept, and how much a world counts.
DEPTHS = np.array([0, 2, 2, 4, 4, 6, 6, 8, 8, 10], np.int64)
WORLDS = np.array([4, 4, 12, 12, 24, 24, 48, 48, 96, 192], np.int64)
KEPT = np.array([4096, 10, 7, 6, 5, 5, 4, 4, 3, 3], np.int64)
SHARES = np.array([1, 2, 4, 12, 16, 48, 64, 128, 128, 128], np.int64)
TOTALS = np.cumsum(WORLDS * SHARES)  # visits of an action that has been through a round
LAST = len(DEPTHS) - 1
CERTAIN = 0.9999


@factory
def make_world_search(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a search by `heuristics.look_ahead`; called like the others. It counts positions, not trials."""
    offered: Any = heuristics
    penalties: Any = heuristics if hooks_of(heuristics).root_penalty is not None else default_heuristics

    @kernel
    def search(tree: Any, root: Any, seat: int, seats: int, seed: Any, begin: int, count: int, w: Any) -> int:
        budget = (begin + count) * POSITIONS
        if tree.effort >= budget:
            return 1
        s = w.worlds[0]
        choices = prepare(rules, view, penalties, s, root, seat, seats, w)
        if choices == 0:
            return 0
        top = find_node(tree, key_of(root, root, w.trail, seat, seat))
        if tree.node[top].newest == 0:
            for i in range(choices):
                tree.edge[add_edge(tree, top, w.actions[i], 0.0)].offered = 0
        sheet = offered.new_sheet(len(w.world))
        for number in range(NOTED):
            if number >= tree.made:
                tree.effort += WORLD_COST
            sample_world(view, tree, s, root, seat, number, seed, w)
            offered.note_world(s, seat, sheet)
        offered.prepare_lookahead(s, seat, sheet)
        planned = NONE
        while tree.effort < budget or tree.node[top].visits < choices:  # everything gets one look
            edge = next_trial(tree, choices)
            if edge == NONE:
                tree.effort = budget
                break
            number = world_of(int(tree.edge[edge].tried), int(tree.edge[edge].offered)) % len(w.world_cache)
            sample_world(view, tree, s, root, seat, number, seed, w)
            if number != planned:
                offered.plan_world(s, seat, sheet)
                planned = number
            action = int(tree.edge[edge].action)
            rules.step(s, seat, action)
            before = int(sheet.tally[0])
            found = offered.look_ahead(s, w.world, seat, int(DEPTHS[tree.edge[edge].offered]), w.actions, sheet)
            tree.effort += int(sheet.tally[0]) - before + 1
            weigh_in(tree, top, edge, pay(found, float(w.penalties[action])))
        return 1

    return search


@kernel
def pay(value: float, penalty: float) -> float:
    """Take a penalty off a value, on the scale of log-odds: it counts less for a side that has won or lost."""
    return math.tanh(math.atanh(max(-CERTAIN, min(CERTAIN, value))) - penalty) if penalty != 0.0 else value


@kernel
def world_of(tried: int, stage: int) -> int:
    """Return the number of the next world of an action in a round, by how often it counts so far."""
    before = int(TOTALS[stage - 1]) if stage > 0 else 0
    return (tried - before) // int(SHARES[stage])


@kernel
def weigh_in(tree: Tree, node: int, edge: int, value: float) -> None:
    """Let the value of an action in one world count, by the round it is in."""
    share = int(SHARES[tree.edge[edge].offered])
    tree.node[node].visits += share
    tree.edge[edge].tried += share
    tree.edge[edge].won += share * value


@kernel
def next_trial(tree: Tree, choices: int) -> int:
    """Return the edge to look at next, the best of those that have met fewest worlds; NONE after the last round.

    The edges of the root are the first of the tree. `offered` is the round that an edge is in, `prior` its mean value
    when the world before was finished.
    """
    stage, least, most = 0, 1 << 30, 0
    for i in range(choices):
        stage = max(stage, int(tree.edge[i].offered))
    for i in range(choices):
        if tree.edge[i].offered == stage:
            least, most = min(least, int(tree.edge[i].tried)), max(most, int(tree.edge[i].tried))
    if least == most:
        for i in range(choices):
            edge = tree.edge[i]
            edge.prior = edge.won / edge.tried if edge.tried > 0 else 0.0
        if least == TOTALS[stage]:
            if stage == LAST:
                return NONE
            stage += 1
            promote(tree, choices, stage)
    best = NONE
    for i in range(choices):
        edge = tree.edge[i]
        if edge.offered == stage and edge.tried == least and (best == NONE or edge.prior > tree.edge[best].prior):
            best = i
    return best


@kernel
def promote(tree: Tree, choices: int, stage: int) -> None:
    """Let the best edges of a round go on to the next."""
    for _ in range(min(choices, KEPT[stage])):
        best = NONE
        for i in range(choices):
            edge = tree.edge[i]
            if edge.offered == stage - 1 and (best == NONE or edge.prior > tree.edge[best].prior):
                best = i
        tree.edge[best].offered = stage
