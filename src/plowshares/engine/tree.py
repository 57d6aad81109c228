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
ALL = 0  # the mark that every edge has
BLOCK = 128  # words that are compared at once
NOTHING = np.uint64(0)
A, B, C = np.uint64(13), np.uint64(7), np.uint64(17)
START = np.uint64(0x9E3779B97F4A7C15)
EXPLORE = 1.2  # how far a good prior reaches against what was seen, which is scaled to 0 … 1
NARROW = 0.02  # outcomes at a node that differ by less are not told apart at once
WIDEN = 1.5  # edges looked at in a node grow with WIDEN times the root of its visits …
NARROWEST = 4  # … and are never fewer than these …
WIDEST = 128  # … or these at the root, where all that looks sensible is tried
BATCH = 4


class Tree(Record):
    """Everything a search remembers; its size is its bound on memory."""

    nodes: Int32  # in use
    edges: Int32  # in use
    beyond: Int32  # actions played by the priors after the last new edge, before the position is rated
    made: Int32  # worlds that are kept
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
def hash_change(words: Any, base: Any) -> Any:
    """Return a hash of where a view, given as 64-bit words, differs from another and what it holds there."""
    # A few actions change little of a State: to compare costs a tenth of stirring every word.
    h = START
    end = len(words)
    for begin in range(0, end, BLOCK):
        size = min(BLOCK, end - begin)
        ours, theirs = words[begin : begin + size], base[begin : begin + size]  # a loop from 0 on becomes vectors
        changed = NOTHING
        for i in range(size):
            changed |= ours[i] ^ theirs[i]
        if changed != NOTHING:  # written out, since handing slices on costs more than the rest
            for i in range(size):
                if ours[i] != theirs[i]:
                    h = stir(stir(h, np.uint64(begin + i)), ours[i])
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
def mark_legal(actions: Any, count: int, marks: Any) -> int:
    """Put a new mark on the legal actions; return it. The last of the marks is the newest."""
    newest = len(marks) - 1
    marks[newest] += 1
    for i in range(count):
        marks[actions[i]] = marks[newest]
    return int(marks[newest])


@kernel
def fits(tree: Tree, edge: int, marks: Any, mark: int) -> bool:
    """Ask whether the action of an edge is marked."""
    return bool(mark == ALL or marks[tree.action[edge]] == mark)


@kernel
def offer(tree: Tree, node: int, marks: Any, mark: int) -> tuple[int, int]:
    """Count the edges that fit as offered; return how many do, and the best that was not tried."""
    known, fresh = 0, NONE
    link = tree.newest[node]
    while link != 0:
        edge = link - 1
        link = tree.older[edge]
        if not fits(tree, edge, marks, mark):
            continue
        known += 1
        tree.offered[edge] += 1
        # Of equal priors the edge added first comes first, and the walk is from the newest to the oldest.
        if tree.tried[edge] == 0 and (fresh == NONE or tree.prior[edge] >= tree.prior[fresh]):
            fresh = int(edge)
    return known, fresh


@kernel
def count_wanted(tree: Tree, node: int, known: int, depth: int) -> int:
    """Return how many edges a node wants that has so many; it may get fewer."""
    least = NARROWEST if depth > 0 else WIDEST
    wanted = least + int(WIDEN * math.sqrt(tree.visits[node])) - known
    # Priors cost more than edges that are tried later, so they are asked for some at a time.
    return max(BATCH, wanted) if wanted > 0 else 0


@kernel
def add_edges(tree: Tree, node: int, actions: Any, weights: Any, count: int, marks: Any, mark: int, most: int) -> int:
    """Give the marked actions with the largest weights that have no edge one each; return the first, NONE or FULL."""
    link = tree.newest[node]
    while link != 0:
        if fits(tree, link - 1, marks, mark):
            marks[tree.action[link - 1]] = 0
        link = tree.older[link - 1]
    total = 0.0
    for i in range(count):
        total += weights[i]
    first = NONE
    for _ in range(most):
        if tree.edges == len(tree.action):
            return FULL if first == NONE else first
        best = NONE
        for i in range(count):
            if marks[actions[i]] == mark and (best == NONE or weights[i] > weights[best]):
                best = i
        if best == NONE:
            return first
        marks[actions[best]] = 0
        edge = add_edge(tree, node, actions[best], weights[best] / total if total > 0 else 1.0 / count)
        first = edge if first == NONE else first
    return first


@kernel
def add_edge(tree: Tree, node: int, action: int, prior: float) -> int:
    """Give an action an edge at a node."""
    edge = int(tree.edges)
    tree.edges += 1
    tree.action[edge] = action
    tree.prior[edge] = prior
    tree.offered[edge] = 1
    tree.older[edge] = tree.newest[node]
    tree.newest[node] = edge + 1
    return edge


@kernel
def choose_edge(tree: Tree, node: int, marks: Any, mark: int) -> int:
    """Return the fitting edge to follow: what has done well, what looked good beforehand, what was tried little."""
    # Heuristics of different games, and positions of one, spread their values very differently:
    # between the worst and the best of a node lies 0 … 1, so that curiosity means the same everywhere.
    low, high, won, tried = 1e30, -1e30, 0.0, 0
    link = tree.newest[node]
    while link != 0:
        edge = link - 1
        if tree.tried[edge] > 0 and fits(tree, edge, marks, mark):
            mean = mean_of(tree, edge)
            low, high = min(low, mean), max(high, mean)
            won += tree.won[edge]
            tried += tree.tried[edge]
        link = tree.older[edge]
    scale, usual = 1.0 / max(NARROW, high - low), won / max(1, tried)
    best, best_score = NONE, -1e30
    link = tree.newest[node]
    while link != 0:
        edge = link - 1
        link = tree.older[edge]
        if not fits(tree, edge, marks, mark):
            continue
        explore = EXPLORE * (0.1 + tree.prior[edge]) * math.sqrt(tree.offered[edge] + 1.0) / (1.0 + tree.tried[edge])
        mean = mean_of(tree, edge) if tree.tried[edge] > 0 else usual
        score = (mean - low) * scale + explore
        if score >= best_score:  # of equals the one added first
            best, best_score = int(edge), score
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
