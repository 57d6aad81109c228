"""The principal variation of a search: what each seat would most likely do next."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of, looks_ahead
from plowshares.core.rng import mix
from plowshares.core.seats import first_seat
from plowshares.engine.plan_search import expected_actions
from plowshares.engine.simulation import key_of, observe
from plowshares.engine.tree import FULL, START, edges_at_root, find_node, new_tree_like
from plowshares.engine.workspace import new_workspace, words_of
from plowshares.engine.world_search import make_world_search

LONGEST = 6
REPLIES = 3  # of a game that looks ahead on its own …
REPLY_SIMULATIONS = 100  # … each by as many simulations
FEWEST = 8  # looks at an action that make it worth telling
WORLDS = 4  # in which the same must follow where no tree is grown

Steps = Iterator[tuple[Any, int, int]]


def follow_line(game: Game, tree: Any, view: Any, seat: int, action: int, seed: Any, seats: int) -> Steps:
    """Yield view, seat and action of what follows an action of the searching seat, in a match of `seats` seats."""
    if looks_ahead(game.heuristics, view):
        return _search_on(game, tree, view, seat, action, seed, seats)
    if hooks_of(game.heuristics).turn_number is not None:
        return _follow_plan(game, tree, view, seat, action, seed)
    if hooks_of(game.heuristics).is_quiet is not None:
        return _play_on(game, view, seat, action, seed)
    return _follow_tree(game, tree, view, seat, action, seed)


def _play_on(game: Game, view: Any, seat: int, action: int, seed: Any) -> Steps:
    """Go on with the turn as the search does, while the same follows in several sampled worlds."""
    heuristics: Any = game.heuristics
    seeds = [np.uint64(mix(seed, number, 1)) for number in range(WORLDS)]
    worlds = [_play_in_world(game, view, seat, action, each) for each in seeds]
    for _ in range(LONGEST):
        if any(_ends_here(game, s) or heuristics.is_quiet(s) for s in worlds):
            return
        told = set()
        for world in worlds:
            acting = first_seat(game.rules.to_act(world))
            seen = game.view_of(world, acting)
            action = int(heuristics.guess(world, acting, np.uint64(seed)))
            told.add((acting, action, game.notation.format(seen, acting, (action,))))
        if len(told) > 1:
            return
        yield seen, acting, action
        for world in worlds:
            game.rules.step(world, acting, action)


def _search_on(game: Game, tree: Any, view: Any, seat: int, action: int, seed: Any, seats: int) -> Steps:
    """Yield what a short search finds for each seat by its own view, in one sampled world."""
    world = _play_in_world(game, view, seat, action, seed)
    run, actions = make_world_search(game.rules, game.view, game.heuristics), int(view.actions.size)
    for _ in range(REPLIES):
        if _ends_here(game, world):
            return
        acting = first_seat(game.rules.to_act(world))
        seen, found = game.view_of(world, acting), new_tree_like(tree)
        run(found[0], words_of(seen), acting, seats, seed, 0, REPLY_SIMULATIONS, new_workspace(seen, actions))
        best = edges_at_root(found)[0][0]
        yield seen, acting, best
        game.rules.step(world, acting, best)


def _follow_plan(game: Game, tree: Any, view: Any, seat: int, action: int, seed: Any) -> Steps:
    """Yield the rest of the turn as it was planned and the best answers to it, in one sampled world."""
    world = _play_in_world(game, view, seat, action, seed)
    for following in itertools.islice(expected_actions(tree[0], action), LONGEST):
        if _ends_here(game, world):
            return
        acting = first_seat(game.rules.to_act(world))
        seen = game.view_of(world, acting)
        if following not in game.legal(seen, acting):
            return
        yield seen, acting, following
        game.rules.step(world, acting, following)


def _follow_tree(game: Game, tree: Any, view: Any, seat: int, action: int, seed: Any) -> Steps:
    """Yield what was tried most, in one sampled world."""
    world = _play_in_world(game, view, seat, action, seed)
    trail = np.array([START, 0], np.uint64)
    for _ in range(LONGEST):
        if _ends_here(game, world):
            return
        acting = first_seat(game.rules.to_act(world))
        node = _find(game, tree, world, view, trail, acting, seat)
        best = _most_tried(tree[0], node, set(game.legal(world, acting)))
        if best is None:
            return
        yield game.view_of(world, acting), acting, best
        game.rules.step(world, acting, best)


def _play_in_world(game: Game, view: Any, seat: int, action: int, seed: Any) -> Any:
    """Return a sampled world after an action."""
    world = view.clone()
    game.view.sample_for(world, seat, seed)
    game.rules.step(world, seat, action)
    return world


def _ends_here(game: Game, world: Any) -> bool:
    """Ask whether a line ends in a world: the match is over, or outgrows its State, whose size a search is made for."""
    return bool(game.rules.is_over(world) or game.rules.needs_room(world))


def _find(game: Game, tree: Any, world: Any, root: Any, trail: Any, acting: int, seat: int) -> int:
    seen = game.view_of(world, seat)
    observe(words_of(seen), words_of(root), trail)
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
