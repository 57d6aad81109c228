"""Search that respects secrets: Monte Carlo tree search over what the searcher knows, compiled from a game's rooms."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.game import Heuristics, Rules, Views
from plowshares.core.jit import factory, kernel
from plowshares.core.records import Record
from plowshares.core.rng import mix
from plowshares.core.seats import MOST_SEATS, first_seat
from plowshares.engine import default_heuristics
from plowshares.engine.tree import (
    ALL,
    BLOCK,
    FULL,
    NONE,
    START,
    add_edges,
    choose_edge,
    count_wanted,
    find_node,
    gather,
    hash_change,
    mark_legal,
    offer,
    remember,
    stir,
)

LINE = 8  # words in a line of the cache
DEEPEST = 48  # actions from the root that one simulation looks ahead …
FARTHEST = 400  # … and that it plays on at most before a position is rated
MOST_KEPT = 512  # worlds that are kept for other first actions to be tried in, and come again after the last …
KEPT_WORDS = 1 << 19  # … together no more than 4 MB


@kernel
def copy_words(source: Any, out: Any) -> None:
    """Copy a State that is given as 64-bit words."""
    # Field by field, as Numba copies records, takes ten times as long and more to compile.
    for i in range(len(out)):
        out[i] = source[i]


@kernel
def look(words: Any, base: Any, trail: Any) -> None:
    """Note what the searcher sees now in `trail`: the last sight, and for how many actions it has lasted."""
    seen = hash_change(words, base)
    trail[1] = trail[1] + np.uint64(1) if seen == trail[0] else np.uint64(0)
    trail[0] = seen


@kernel
def key_of(words: Any, base: Any, trail: Any, acting: int, seat: int) -> Any:
    """Return the key of a node: `words` are what both the searcher and the acting seat can see, `base` at the root."""
    if acting == seat:
        return stir(trail[0], np.uint64(acting * DEEPEST))
    return stir(hash_change(words, base), np.uint64(acting * DEEPEST) + trail[1])


@kernel
def is_shared(asked: Any, asking: Any, was_shared: bool) -> bool:
    """Ask whether choices are made that only count when all have made theirs: what is worth rating comes after that."""
    return bool((asking & ~asked) == 0 and (was_shared or (asked & (asked - 1)) != 0))


@kernel
def remember_all(tree: Any, paths: Any, depth: int, values: Any, toll: float) -> None:
    """Add what a simulation was worth to everything on its path; the first action pays its toll."""
    remember(tree, paths[0, 0], paths[0, 1], values[paths[0, 2]] - toll)
    for i in range(1, depth):
        remember(tree, paths[i, 0], paths[i, 1], values[paths[i, 2]])


@kernel
def spread(actions: Any, count: int, weights: Any, out: Any) -> None:
    """Write the weights of some actions to where each action has its own place."""
    for i in range(count):
        out[actions[i]] = weights[i]


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

    A node of another seat stands for what both know. So that seat plays by less than it knows of itself; and since
    every world holds the searcher's own secrets, it finds out by trying what they are: the searcher is on its guard.

    Whoever has to choose after the last new edge does so by the priors. Where to weigh all actions costs too much, a
    game offers `heuristics.guess(s, seat, bits)`: an action drawn from 64 random bits by what that seat knows.

    Where a turn is many actions of one seat, positions within it cannot be compared: whoever stops early looks best.
    Such a game offers `heuristics.is_quiet(s)` and `TURNS` too. Then only first actions are compared: `guess` goes on
    from each of them through so many quiet positions, the last of which is rated. Each trial has a world of its own,
    since nothing else differs.

    What a first action costs beyond what a search sees, such as a secret of which the rivals in the tree make too
    little, a game says by `heuristics.toll(s, seat, actions, count, out)`, on the scale of values; less than 0 is a
    gain. It is paid unless the match was seen to its end.

    One kernel and not several, because Numba does not cache kernels that close over kernels.
    A State comes as a record, and as the 64-bit words of the same memory, by which it is copied.
    """

    guessed = int(hasattr(heuristics, "guess"))
    guesses: Any = heuristics if guessed else default_heuristics
    by_turns = int(hasattr(heuristics, "is_quiet"))
    quiets: Any = heuristics if by_turns else default_heuristics
    turns = int(getattr(heuristics, "TURNS", 1))
    tolled: Any = heuristics if hasattr(heuristics, "toll") else default_heuristics

    @kernel
    def search(tree: Any, root: Any, seat: int, seats: int, seed: Any, begin: int, count: int, room: Any) -> int:
        paths, values, actions, weights, marks, edges, tolls, trail, memory = room
        worlds, world, spies, spy, bases, kept = memory
        deepest = 0
        copy_words(root, world)
        s = worlds[0]
        if rules.is_over(s) or rules.needs_room(s):
            return 0
        choices = rules.legal_actions(s, seat, actions)
        tolled.toll(s, seat, actions, choices, weights)
        spread(actions, choices, weights, tolls)
        for each in range(seats):
            copy_words(root, spy)
            view.blank_for(spies[0], each)
            copy_words(spy, bases[each])
        trail[:] = START
        top = find_node(tree, key_of(root, root, trail, seat, seat))
        for simulation in range(begin, begin + count):
            # The searcher's first action does not depend on the world, so it is chosen before there is one. Its n-th
            # trial happens in the n-th world, whichever action it is: all are compared in the same worlds.
            known = gather(tree, top, marks, ALL, edges)
            edge = offer(tree, edges, known)
            wanted = count_wanted(tree, top, known, 0) if edge == NONE and known < choices else 0
            if wanted > 0:
                copy_words(root, world)
                legal = rules.legal_actions(s, seat, actions)
                heuristics.prior(s, seat, actions, legal, weights)
                mark = mark_legal(actions, legal, marks)
                edge = add_edges(tree, top, actions, weights, legal, marks, mark, wanted)
            if edge < 0:
                edge = choose_edge(tree, edges, known)
            number = int(tree.edge[edge].tried)
            if not by_turns:
                number %= len(kept)
            if number < tree.made:
                copy_words(kept[number], world)
            else:
                copy_words(root, world)
                view.sample_for(s, seat, mix(seed, number, 1))
                if number < len(kept):
                    copy_words(world, kept[number])
                    tree.made = number + 1
            paths[0, 0], paths[0, 1], paths[0, 2] = top, edge, seat
            asked = rules.to_act(s)
            rules.step(s, seat, tree.edge[edge].action)
            shared = is_shared(asked, rules.to_act(s), False)
            depth, beyond, node, mark, grown = 1, 0, NONE, ALL, by_turns or tree.edge[edge].tried == 0
            trail[0], trail[1] = START, np.uint64(0)
            passed = 0
            while depth < DEEPEST and beyond < FARTHEST and not rules.is_over(s) and not rules.needs_room(s):
                if grown and beyond >= tree.beyond and not shared and quiets.is_quiet(s):
                    passed += 1
                    if passed >= turns:
                        break
                asked = rules.to_act(s)
                acting = first_seat(asked)
                if grown and guessed:
                    beyond += 1
                    rules.step(s, acting, guesses.guess(s, acting, mix(seed, simulation, 1 + beyond)))
                    shared = is_shared(asked, rules.to_act(s), shared)
                    continue
                known, edge, wanted = 0, NONE, 1
                legal = rules.legal_actions(s, acting, actions)
                if not grown:
                    copy_words(world, spy)
                    view.blank_for(spies[0], seat)
                    look(spy, bases[seat], trail)
                    if acting != seat:  # others choose by what they know, not by what the searcher keeps to itself
                        view.blank_for(spies[0], acting)
                    node = find_node(tree, key_of(spy, bases[acting], trail, acting, seat))
                    if node == FULL:
                        break
                    mark = mark_legal(actions, legal, marks)
                    known = gather(tree, node, marks, mark, edges)
                    edge = offer(tree, edges, known)
                    wanted = count_wanted(tree, node, known, depth) if edge == NONE and known < legal else 0
                if wanted > 0:
                    copy_words(world, spy)
                    view.blank_for(spies[0], acting)
                    heuristics.prior(spies[0], acting, actions, legal, weights)
                if grown:
                    beyond += 1
                    place = pick_by_weight(weights, legal, mix(seed, simulation, 1 + beyond))
                    rules.step(s, acting, actions[place])
                    shared = is_shared(asked, rules.to_act(s), shared)
                    continue
                if wanted > 0:
                    edge = add_edges(tree, node, actions, weights, legal, marks, mark, wanted)
                    if edge < 0 and known == 0:
                        break
                if edge < 0:
                    edge = choose_edge(tree, edges, known)
                grown = tree.edge[edge].tried == 0
                paths[depth, 0], paths[depth, 1], paths[depth, 2] = node, edge, acting
                rules.step(s, acting, tree.edge[edge].action)
                shared = is_shared(asked, rules.to_act(s), shared)
                depth += 1
            toll = 0.0  # nothing else counts once the end is seen
            if rules.is_over(s):
                rules.outcome(s, values)
            else:
                toll = tolls[tree.edge[paths[0, 1]].action]
                values[seat] = heuristics.value(s, seat)
                for each in range(seats):
                    if each != seat:  # of two, one wins what the other loses
                        values[each] = -values[seat] if seats == 2 else heuristics.value(s, each)
            remember_all(tree, paths, depth, values, toll)
            deepest = max(deepest, depth)
        return deepest

    return search


def new_room(s: Record, actions: int) -> tuple[Any, ...]:
    """Return the buffers of one search, in the order that the kernel takes them apart."""
    words = count_words(lasting_bytes(s))
    kept = max(1, min(MOST_KEPT, KEPT_WORDS // words))
    return (
        np.zeros((DEEPEST + 1, 3), np.int32),
        np.zeros(MOST_SEATS),
        np.zeros(actions, np.int32),
        np.zeros(actions, np.float32),
        np.zeros(actions + 1, np.int32),
        np.zeros(actions + 1, np.int32),  # one more than there can be edges, since `gather` writes ahead
        np.zeros(actions, np.float32),
        np.zeros(2, np.uint64),
        (
            *new_spy(s),
            *new_spy(s),
            new_words(MOST_SEATS * words).reshape(MOST_SEATS, words),
            new_words(kept * words).reshape(kept, words),
        ),
    )


def new_spy(s: Record) -> tuple[Any, Any]:
    """Return room for one State, as an array of one record and as the 64-bit words of the same memory.

    The words are those that may differ from State to State, in whole blocks; scratch at the end is left out.
    """
    layout = type(s).layout
    words = new_words(count_words(layout.itemsize))
    return words.view(np.uint8)[: layout.itemsize].view(layout), words[: count_words(lasting_bytes(s))]


def count_words(size: int) -> int:
    """Return how many words hold so many bytes, in whole blocks."""
    return -(-size // (8 * BLOCK)) * BLOCK


def lasting_bytes(s: Record) -> int:
    """Return how many bytes of a State come before its scratch, whose first field a game names `SCRATCH`."""
    first, layout = getattr(type(s), "SCRATCH", None), type(s).layout
    fields: Any = layout.fields  # NumPy's stubs allow for none
    return layout.itemsize if first is None else int(fields[first][1])


def new_words(count: int) -> Any:
    """Return so many words that are 0 and begin where a line of the processor's cache does: vectors never cross one."""
    words = np.zeros(count + LINE, np.uint64)
    before = -words.ctypes.data // words.itemsize % LINE
    return words[before : before + count]


def words_of(s: Record) -> Any:
    """Return a copy of a State as 64-bit words."""
    records, words = new_spy(s)
    records[0] = s
    return words


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
