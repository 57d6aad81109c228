"""Compiling a game ahead of time: what its matches need, in the order in which they come to need it."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.game import Game
from plowshares.core.hooks import Needed, hooks_of
from plowshares.core.jit import compile_for
from plowshares.core.options import Options, read_options
from plowshares.core.rng import Rng
from plowshares.engine.estimate import make_estimate
from plowshares.engine.lookahead import make_lookahead, make_rank, new_scratch
from plowshares.engine.playout import make_playout
from plowshares.engine.search import make_search
from plowshares.engine.workspace import new_workspace, words_of


def usual_options(game: Game) -> Options:
    """Return the options that people get unless they choose others."""
    return read_options(game.options, dict(game.presets.get(game.default_preset, {})))


def for_people(game: Game, options: Options, s: Any) -> list[Needed]:
    """List what people need to play, in States like this one; first what every screen needs."""
    rules, view, numbers = game.rules, game.view, np.zeros(game.state.count_seats(options))
    return [
        (rules.legal_actions, (s, 0, _buffer(game, options))),
        (view.blank_for, (s, 0)),
        (kind_of, (s.actions, 0)),
        (fields_of, (s.actions, 0, 0)),
        (rules.to_act, (s,)),
        (rules.is_over, (s,)),
        (rules.needs_room, (s,)),
        (rules.is_unfinished, (s, 0)),
        (rules.step, (s, 0, 0)),
        (rules.setup, (s, np.uint64(1))),
        (view.sample_for, (s, 0, np.uint64(1))),
        (rules.scores, (s, numbers)),
        (rules.outcome, (s, numbers)),
    ]


def for_computer(game: Game, options: Options, s: Any, tree: Any) -> list[Needed]:
    """List what built-in agents need to think; `tree` has the size that they search, which is part of its type."""
    actions, seats = _buffer(game, options), game.state.count_seats(options)
    words, seed, size = words_of(s), np.uint64(1), len(actions)
    search = make_search(game.rules, game.view, game.heuristics, s)
    look = make_lookahead(game.rules, game.view, game.heuristics)
    return [
        (search, (tree[0], words, 0, seats, seed, 0, 1, new_workspace(s, size))),
        (make_rank(game.heuristics), (s, 0, actions, 1, 1, np.zeros(size, np.float32))),
        (look, (words, 0, actions, 1, 1, seed, new_scratch(s), np.zeros(1))),
        *hooks_of(game.heuristics).solving(s),
    ]


def for_learners(game: Game, options: Options, s: Any) -> list[Needed]:
    """List what learners and the contract of a game also need."""
    actions = _buffer(game, options)
    seen = np.zeros(game.observation.shape(options), game.observation.dtype())
    return [
        (make_playout(game.rules), (s, Rng.new(), 1, actions)),
        (game.view.disturb, (s, 0, np.uint64(1))),
        (game.observation.encode, (s, 0, seen)),
    ]


def for_reviews(game: Game, options: Options, s: Any) -> list[Needed]:
    """List what a review of a match needs besides the computer's kernels."""
    estimate = make_estimate(game.rules, game.view, game.heuristics)
    room, seats = new_workspace(s, int(s.actions.size)), game.state.count_seats(options)
    return [(estimate, (words_of(s), 0, seats, True, True, 1, np.uint64(1), 0, 1, room))]


def warm_up(game: Game, tree: Any) -> None:
    """Compile what people, built-in agents, learners and reviews use of a game, with its usual options."""
    options = usual_options(game)
    s = game.state.new(options)
    people, computer = for_people(game, options, s), for_computer(game, options, s, tree)
    compile_all(people + computer + for_learners(game, options, s) + for_reviews(game, options, s))


def compile_all(needed: list[Needed]) -> None:
    """Compile some kernels, or load them from the cache."""
    for kernel, arguments in needed:
        compile_for(kernel, *arguments)


def _buffer(game: Game, options: Options) -> Any:
    return np.empty(game.actions.space(options).size, np.int32)
