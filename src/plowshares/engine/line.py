"""The line that a search expects: from its tree, what each seat would most likely do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plowshares.core.game import Game
from plowshares.core.seats import first_seat
from plowshares.engine.search import key_of, look, words_of
from plowshares.engine.tree import FULL, START, find_node

LONGEST = 6
FEWEST = 8  # looks at an action that make it worth telling


def follow_line(game: Game, tree: Any, view: Any, seat: int, action: int, seed: Any) -> Iterator[tuple[Any, int, int]]:
    """Yield view, seat and action of what follows an action of the searching seat in one sampled world."""
    world = view.clone()
    game.view.sample_for(world, seat, seed)
    trail = np.array([START, 0], np.uint64)
    actions = np.zeros(int(view.actions.size), np.int32)
    game.rules.step(world, seat, action)
    for _ in range(LONGEST):
        if game.rules.is_over(world) or game.rules.needs_room(world):
            return
        acting = first_seat(game.rules.to_act(world))
        node = _find(game, tree, world, view, trail, acting, seat)
        legal = set(actions[: game.rules.legal_actions(world, acting, actions)].tolist())
        best = _most_tried(tree[0], node, legal)
        if best is None:
            return
        yield game.view_of(world, acting), acting, best
        game.rules.step(world, acting, best)


def _find(game: Game, tree: Any, world: Any, root: Any, trail: Any, acting: int, seat: int) -> int:
    seen = game.view_of(world, seat)
    look(words_of(seen), words_of(root), trail)
    if acting != seat:  # what both know
        seen, root = game.view_of(seen, acting), game.view_of(root, acting)
    return int(find_node(tree[0], np.uint64(key_of(words_of(seen), words_of(root), trail, acting, seat))))


def _most_tried(tree: Any, node: int, legal: set[int]) -> int | None:
    """Return the legal action that was tried most at a node, or None where too little is known."""
    best, most = None, FEWEST - 1
    link = 0 if node == FULL else int(tree.node[node].newest)
    while link:
        edge = tree.edge[link - 1]
        if edge.tried > most and int(edge.action) in legal:
            best, most = int(edge.action), int(edge.tried)
        link = int(edge.older)
    return best
