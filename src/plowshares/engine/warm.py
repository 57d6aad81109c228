"""Compiling a game ahead of time by playing a little of it."""

from __future__ import annotations

import numpy as np

from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, seed_rng
from plowshares.core.seats import seats_of
from plowshares.engine.lookahead import make_lookahead, make_rank, new_scratch
from plowshares.engine.playout import make_playout
from plowshares.engine.search import make_search, new_room, words_of
from plowshares.engine.tree import new_tree


def warm_up(game: Game) -> None:
    """Compile what people and agents use of a game, with its default options."""
    options = read_options(game.options, dict(next(iter(game.presets.values()), {})))
    s = game.start(options, 1)
    space = game.actions.space(options)
    actions = np.empty(space.size, np.int32)
    seats = game.state.count_seats(options)
    for seat in seats_of(game.rules.to_act(s))[:1]:
        count = game.rules.legal_actions(s, seat, actions)
        view = game.view_of(s, seat)
        make_rank(game.heuristics)(view, seat, actions, count, count, np.zeros(space.size, np.float32))
        look = make_lookahead(game.rules, game.view, game.heuristics)
        look(words_of(view), seat, actions, 1, 1, np.uint64(1), new_scratch(s), np.zeros(count))
        search = make_search(game.rules, game.view, game.heuristics)
        search(new_tree(8, 8)[0], words_of(view), seat, seats, np.uint64(1), 0, 1, new_room(view, space.size))
        game.rules.is_unfinished(s, seat)
        game.rules.step(game.start(options, 1), seat, int(actions[0]))
        game.view.disturb(s.clone(), seat, np.uint64(1))
    rng = Rng.new()
    seed_rng(rng, np.uint64(1), 0)
    make_playout(game.rules)(s, rng, 1000, actions)
    game.rules.scores(s, np.zeros(seats))
    game.rules.outcome(s, np.zeros(seats))
    game.observation.encode(s, 0, np.zeros(game.observation.shape(options), game.observation.dtype()))
