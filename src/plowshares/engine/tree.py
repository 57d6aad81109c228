"""A search tree in flat arrays, seen by one seat: the searcher.

A node stands for what the searcher can tell apart: its own view, who is to act, and how many actions it has not
seen anything of. So what others have chosen in secret can never steer its own choice. Which actions another seat
has at a node differs from world to world; every edge counts how often it could have been chosen.
"""

from __future__ import annotations

import math
import mmap
from typing import Annotated, Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int32, Int32s, Record, UInt64

Float = Annotated[Any, np.float64]  # in a record

NONE = -1
FULL = -2
ALL = 0  # the mark that every edge has
BLOCK = 64  # words that are compared at once; States as words come in whole blocks
NOTHING = np.uint64(0)
A, B, C = np.uint64(13), np.uint64(7), np.uint64(17)
START = np.uint64(0x9E3779B97F4A7C15)
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
# A factor for each half of each word in a block. Odd, so that no two values of a half have the same product.
LOWER, UPPER = np.array([pow(int(START), i, 1 << 64) >> 32 | 1 for i in range(1, 2 * BLOCK + 1)], np.uint32).reshape(
    2, -1
)
EXPLORE = 1.2  # how far a good prior reaches against what was seen, which is scaled to 0 … 1
NARROW = 0.02  # outcomes at a node that differ by less are not told apart at once
WIDEN = 1.5  # edges looked at in a node grow with WIDEN times the root of its visits …
NARROWEST = 4  # … and are never fewer than these …
WIDEST = 128  # … or these at the root, where all that looks sensible is tried
BATCH = 4


class Node(Record):
    """What a search remembers of one node."""

    key: UInt64
    visits: Int32
    newest: Int32  # the edge added last, one more: 0 is none


class Edge(Record):
    """What a search remembers of one action at a node: half a line of the processor's cache."""

    older: Int32  # the edge added before this one to the same node, one more
    action: Int32
    offered: Int32  # how often it could have been chosen
    tried: Int32
    prior: Float  # share of the weights when it was added
    won: Float  # sum of values for the seat that chooses


class Plan(Record):
    """What a search over whole turns remembers of one way to play a turn."""

    older: Int32  # the plan added before to the same node, one more
    first: Int32  # where its steps begin
    length: Int32
    same: Int32  # the plan that comes to the same, which counts for both: usually itself
    next: Int32  # the node after it; 0 is none
    tried: Int32
    won: Float  # sum of values for the seat whose turn it is
    end: UInt64  # a hash of the position after it


class Tree(Record):
    """Everything a search remembers; its size is its bound on memory."""

    nodes: Int32  # in use
    edges: Int32  # in use
    rollout_length: Int32  # shortest rollout after the last new edge, in actions, before the position is evaluated
    made: Int32  # worlds that are cached
    effort: Int32  # positions that were rated, where a search counts those
    plans: Int32  # in use
    steps: Int32  # in use
    wanted: Int32  # one more than a first action that a search over whole turns looks at in any case; 0 is none
    seeded: Int32  # steps that are there from the beginning: the rest of a plan from an earlier decision of the turn
    node: Annotated[list[Node], "most"]
    edge: Annotated[list[Edge], "links"]
    plan: Annotated[list[Plan], "plans"]
    step: Annotated[Int32s, "steps"]
    slot: Annotated[Int32s, "slots"]  # a hash table with open addressing: one more than the node, 0 is empty


def new_tree(nodes: int, edges: int, rollout_length: int = 0) -> Any:
    """Return an empty tree with room for this many nodes and edges, as an array of one."""
    slots = 1 << (2 * nodes - 1).bit_length()
    tree = _fresh(Tree.sized(slots=slots, most=nodes, links=edges, plans=nodes, steps=edges).layout)
    tree[0].rollout_length = rollout_length
    return tree


def new_tree_like(tree: Any) -> Any:
    """Return an empty tree of the same size, which kernels take for the same type."""
    return _fresh(tree.dtype)


def _fresh(layout: Any) -> Any:
    # Memory fresh from the system costs nothing until it is touched; NumPy would write zeros over what it had before.
    return np.frombuffer(mmap.mmap(-1, layout.itemsize), layout)


@kernel
def hash_combine(h: Any, word: Any) -> Any:
    """Mix one word into a hash; shifts and exclusive-ors only, since sums that wrap warn when interpreted."""
    h ^= word
    h ^= h << A
    h ^= h >> B
    return h ^ (h << C)


@kernel
def hash_change(words: Any, base: Any) -> Any:
    """Return a hash of the blocks of 64-bit words in which a view differs from another, and of what it holds there."""
    # A few actions change little of a State, and to compare costs a third of hashing. Both loops become vectors, since
    # they begin at 0, end at a number known when compiling, and multiply 32 bits at a time.
    h = START
    for block in range(len(words) // BLOCK):
        begin = block * BLOCK
        changed = NOTHING
        for i in range(BLOCK):
            changed |= words[begin + i] ^ base[begin + i]
        if changed != NOTHING:
            held = NOTHING
            for i in range(BLOCK):
                word = words[begin + i]
                held ^= (word & LOW) * np.uint64(LOWER[i]) ^ (word >> HALF) * np.uint64(UPPER[i])
            h = hash_combine(hash_combine(h, np.uint64(block)), held)
    return h


@kernel
def find_node(tree: Tree, key: Any) -> int:
    """Return the node of a key, a new one if there is none, or FULL."""
    mask = len(tree.slot) - 1
    slot = np.int64(key & np.uint64(mask))
    while tree.slot[slot] != 0:
        if tree.node[tree.slot[slot] - 1].key == key:
            return int(tree.slot[slot]) - 1
        slot = (slot + 1) & mask
    if tree.nodes == len(tree.node):
        return FULL
    tree.node[tree.nodes].key = key
    tree.nodes += 1
    tree.slot[slot] = tree.nodes
    return int(tree.nodes) - 1


@kernel
def mark_legal(actions: Any, count: int, marks: Any) -> int:
    """Put a new mark on the legal actions; return it. The last of the marks is the newest."""
    newest = len(marks) - 1
    mark = marks[newest] + 1
    marks[newest] = mark
    for i in range(count):
        marks[actions[i]] = mark
    return int(mark)


@kernel
def fits(edge: Edge, marks: Any, mark: int) -> bool:
    """Ask whether the action of an edge is marked."""
    return bool(mark == ALL or marks[edge.action] == mark)


@kernel
def collect_edges(tree: Tree, node: int, marks: Any, mark: int, out: Any) -> int:
    """List the edges of a node that fit, from the newest to the oldest; return how many."""
    # Whether another seat's edge fits this world cannot be predicted: each is written, and counted if it does.
    count = 0
    link = tree.node[node].newest
    while link != 0:
        edge = tree.edge[link - 1]
        out[count] = link - 1
        count += 1 if fits(edge, marks, mark) else 0
        link = edge.older
    return count


@kernel
def select_untried(tree: Tree, edges: Any, count: int) -> int:
    """Count the listed edges as available; return the best one that was not tried, or NONE."""
    fresh, best = NONE, 0.0
    for i in range(count):
        edge = tree.edge[edges[i]]
        edge.offered += 1
        # Of equal priors the edge added first comes first, and the list is from the newest to the oldest.
        if edge.tried == 0 and (fresh == NONE or edge.prior >= best):
            fresh, best = int(edges[i]), edge.prior
    return fresh


@kernel
def widening_quota(tree: Tree, node: int, known: int, depth: int) -> int:
    """Return how many more edges progressive widening allows a node that has this many; it may get fewer."""
    least = NARROWEST if depth > 0 else WIDEST
    wanted = least + int(WIDEN * math.sqrt(tree.node[node].visits)) - known
    # Priors cost more than edges that are tried later, so they are asked for some at a time.
    return max(BATCH, wanted) if wanted > 0 else 0


@kernel
def add_edges(tree: Tree, node: int, actions: Any, weights: Any, count: int, marks: Any, mark: int, most: int) -> int:
    """Give the marked actions with the largest weights that have no edge one each; return the first, NONE or FULL."""
    link = tree.node[node].newest
    while link != 0:
        edge = tree.edge[link - 1]
        if fits(edge, marks, mark):
            marks[edge.action] = 0
        link = edge.older
    total = 0.0
    for i in range(count):
        total += weights[i]
    first = NONE
    for _ in range(most):
        if tree.edges == len(tree.edge):
            return FULL if first == NONE else first
        best = NONE
        for i in range(count):
            if marks[actions[i]] == mark and (best == NONE or weights[i] > weights[best]):
                best = i
        if best == NONE:
            return first
        marks[actions[best]] = 0
        added = add_edge(tree, node, actions[best], weights[best] / total if total > 0 else 1.0 / count)
        first = added if first == NONE else first
    return first


@kernel
def add_edge(tree: Tree, node: int, action: int, prior: float) -> int:
    """Give an action an edge at a node."""
    edge = tree.edge[tree.edges]
    tree.edges += 1
    edge.action = action
    edge.prior = prior
    edge.offered = 1
    edge.older = tree.node[node].newest
    tree.node[node].newest = tree.edges
    return int(tree.edges) - 1


@kernel
def select_edge(tree: Tree, edges: Any, count: int) -> int:
    """Return the listed edge to follow, by PUCT: its mean value plus an exploration term by its prior."""
    # Heuristics of different games, and positions of one, spread their values very differently:
    # values are scaled to 0 … 1 between the worst and the best of a node, so that exploration weighs the same.
    low, high, won, tried = 1e30, -1e30, 0.0, 0
    for i in range(count):
        edge = tree.edge[edges[i]]
        if edge.tried > 0:
            mean = edge.won / edge.tried
            low, high = min(low, mean), max(high, mean)
            won += edge.won
            tried += edge.tried
    scale, usual = 1.0 / max(NARROW, high - low), won / max(1, tried)
    best, best_score = NONE, -1e30
    for i in range(count):
        edge = tree.edge[edges[i]]
        explore = EXPLORE * (0.1 + edge.prior) * math.sqrt(edge.offered + 1.0) / (1.0 + edge.tried)
        mean = edge.won / edge.tried if edge.tried > 0 else usual
        score = (mean - low) * scale + explore
        if score >= best_score:  # of equals the one added first
            best, best_score = int(edges[i]), score
    return best


@kernel
def backup(tree: Tree, node: int, edge: int, value: float) -> None:
    """Add the value of a simulation, for the seat that chose, to a node and its edge."""
    tree.node[node].visits += 1
    tree.edge[edge].tried += 1
    tree.edge[edge].won += value


def edges_at_root(tree: Any) -> list[tuple[int, int, float]]:
    """List action, visits and mean value of what was tried at the root, most visited first."""
    rows = []
    link = int(tree[0].node[0].newest)  # the root is the first node
    while link:
        edge = tree[0].edge[link - 1]
        if edge.tried:
            rows.append((int(edge.action), int(edge.tried), float(edge.won / edge.tried)))
        link = int(edge.older)
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))
