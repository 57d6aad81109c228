"""A search tree in flat arrays, seen by one seat: the searcher.

A node stands for what the searcher can tell apart: its own view, who is to act, and how many actions it has not
seen anything of. So what others have chosen in secret can never steer its own choice. Which actions another seat
has at a node differs from world to world; every edge counts how often it could have been chosen.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Floats, Int32, Int32s, Record, UInt64s

NONE = -1
FULL = -2
A, B, C = np.uint64(13), np.uint64(7), np.uint64(17)
START = np.uint64(0x9E3779B97F4A7C15)
EXPLORE = 1.2  # how far a good prior reaches against what was seen, which is scaled to 0 … 1
NARROW = 0.02  # outcomes at a node that differ by less are not told apart at once
WIDEN = 1.5  # edges looked at in a node grow with WIDEN times the root of its visits …
NARROWEST = 4  # … and are never fewer than these …
WIDEST = 128  # … or these at the root, where all that looks sensible is tried


class Tree(Record):
    """Everything a search remembers; its size is its bound on memory."""

    nodes: Int32  # in use
    edges: Int32  # in use
    beyond: Int32  # actions played by the priors after the last new edge, before the position is rated
    key: Annotated[UInt64s, "slots"]  # a hash table with open addressing
    node: Annotated[Int32s, "slots"]  # one more than the node: 0 is an empty slot
    visits: Annotated[Int32s, "most"]  # of each node
    newest: Annotated[Int32s, "most"]  # the edge added last to each node, one more: 0 is none
    older: Annotated[Int32s, "links"]  # the edge added before this one, one more
    action: Annotated[Int32s, "links"]
    prior: Annotated[Floats, "links"]  # share of the weights when it was added
    offered: Annotated[Int32s, "links"]  # how often it could have been chosen
    tried: Annotated[Int32s, "links"]
    won: Annotated[Floats, "links"]  # sum of values for the seat that chooses


def new_tree(nodes: int, edges: int, beyond: int = 0) -> Any:
    """Return an empty tree with room for this many nodes and edges, as an array of one."""
    slots = 1 << (2 * nodes - 1).bit_length()
    tree = Tree.sized(slots=slots, most=nodes, links=edges).array(1)
    tree[0].beyond = beyond
    return tree


@kernel
def stir(h: Any, word: Any) -> Any:
    """Mix one word into a hash; shifts and exclusive-ors only, since sums that wrap warn when interpreted."""
    h ^= word
    h ^= h << A
    h ^= h >> B
    return h ^ (h << C)


@kernel
def hash_words(words: Any) -> Any:
    """Return a hash of a view, given as 64-bit words."""
    h = START
    for word in words:
        h = stir(h, word)
    return h


@kernel
def find_node(tree: Tree, key: Any) -> int:
    """Return the node of a key, a new one if there is none, or FULL."""
    mask = len(tree.key) - 1
    slot = np.int64(key & np.uint64(mask))
    while tree.node[slot] != 0:
        if tree.key[slot] == key:
            return int(tree.node[slot]) - 1
        slot = (slot + 1) & mask
    if tree.nodes == len(tree.visits):
        return FULL
    tree.key[slot] = key
    tree.node[slot] = tree.nodes + 1
    tree.nodes += 1
    return tree.nodes - 1


@kernel
def offer(tree: Tree, node: int, actions: Any, count: int, edge_of: Any) -> int:
    """Note in `edge_of` which edge, plus one, each action has at the node; count those that have one as offered."""
    for i in range(count):
        edge_of[actions[i]] = 0
    link = tree.newest[node]
    while link != 0:
        edge_of[tree.action[link - 1]] = link
        link = tree.older[link - 1]
    known = 0
    for i in range(count):
        if edge_of[actions[i]] != 0:
            tree.offered[edge_of[actions[i]] - 1] += 1
            known += 1
    return known


@kernel
def wants_more(tree: Tree, node: int, known: int, count: int, depth: int) -> bool:
    """Ask whether an action that has no edge yet should get one."""
    if known == 0:
        return True
    if known == count or tree.edges == len(tree.action):
        return False
    least = NARROWEST if depth > 0 else WIDEST
    return known < least + int(WIDEN * math.sqrt(tree.visits[node]))


@kernel
def add_edge(tree: Tree, node: int, actions: Any, weights: Any, count: int, edge_of: Any) -> int:
    """Give the action with the largest weight that has no edge one of its own; return it, or FULL."""
    if tree.edges == len(tree.action):
        return FULL
    best, total = NONE, 0.0
    for i in range(count):
        total += weights[i]
        if edge_of[actions[i]] == 0 and (best == NONE or weights[i] > weights[best]):
            best = i
    edge = tree.edges
    tree.edges += 1
    tree.action[edge] = actions[best]
    tree.prior[edge] = weights[best] / total if total > 0 else 1.0 / count
    tree.offered[edge] = 1
    tree.older[edge] = tree.newest[node]
    tree.newest[node] = edge + 1
    return edge


@kernel
def choose_edge(tree: Tree, actions: Any, count: int, edge_of: Any) -> int:
    """Return the edge to follow: what has done well, what looked good beforehand, what was tried little."""
    # Heuristics of different games, and positions of one, spread their values very differently:
    # between the worst and the best of a node lies 0 … 1, so that curiosity means the same everywhere.
    low, high = 1e30, -1e30
    for i in range(count):
        edge = edge_of[actions[i]] - 1
        if edge >= 0:
            mean = mean_of(tree, edge)
            low, high = min(low, mean), max(high, mean)
    scale = 1.0 / max(NARROW, high - low)
    best, best_score = NONE, -1e30
    for i in range(count):
        edge = edge_of[actions[i]] - 1
        if edge < 0:
            continue
        explore = EXPLORE * (0.1 + tree.prior[edge]) * math.sqrt(tree.offered[edge] + 1.0) / (1.0 + tree.tried[edge])
        score = (mean_of(tree, edge) - low) * scale + explore
        if score > best_score:
            best, best_score = edge, score
    return best


@kernel
def mean_of(tree: Tree, edge: int) -> float:
    """Return what an edge was worth on average."""
    return tree.won[edge] / max(1, tree.tried[edge])  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def remember(tree: Tree, node: int, edge: int, value: float) -> None:
    """Add what a simulation was worth to the seat that chose."""
    tree.visits[node] += 1
    tree.tried[edge] += 1
    tree.won[edge] += value
