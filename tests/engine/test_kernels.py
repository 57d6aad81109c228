from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.rng import Rng, seed_rng
from plowshares.engine.lookahead import make_lookahead, make_rank, new_scratch
from plowshares.engine.playout import ILLEGAL, NO_ROOM, make_playout, make_start, make_turn
from plowshares.engine.precompile import warm_up
from plowshares.engine.tree import new_tree
from plowshares.engine.workspace import words_of
from tests.engine.test_growing import CROWDED
from tests.toys.broken import module_with
from tests.toys.pennies import GAME, heuristics
from tests.toys.pennies.options import Options


def chance() -> Rng:
    rng = Rng.new()
    seed_rng(rng, np.uint64(1), 0)
    return rng


def test_playouts_stop_at_the_end_or_at_the_given_number() -> None:
    s = GAME.start(Options(seats=3, rounds=4), 1)
    buffer = np.empty(9, np.int32)
    playout = make_playout(GAME.rules)
    assert playout(s, chance(), 5, buffer) == 5
    assert playout(s, chance(), 1000, buffer) == 3 * 4 * 2 - 5
    assert s.over
    assert make_playout(GAME.rules) is playout


def test_turns_play_a_whole_match_and_refuse_what_is_not_legal() -> None:
    options = Options(seats=3, rounds=4)
    first = GAME.state.new(options)
    states = type(first).array(1)
    make_start(GAME.rules)(states, states.view(np.uint8), np.frombuffer(first.tobytes(), np.uint8), np.uint64(1))
    assert states[0].tobytes() == GAME.start(options, 1).tobytes()
    turn = make_turn(GAME.rules)
    legal, now = np.empty(9, np.int32), np.zeros(2, np.int32)
    count, played = turn(states, False, 0, legal, now), 0
    while count:
        before = states.tobytes()
        assert turn(states, True, 99, legal, now) == ILLEGAL
        assert states.tobytes() == before
        count = turn(states, True, int(legal[count - 1]), legal, now)
        played += 1
    assert played == 3 * 4 * 2
    assert states[0].over


def test_a_turn_says_when_the_state_has_no_room() -> None:
    states = type(GAME.state.new(Options())).array(1)
    states[0] = GAME.start(Options(), 1)
    states[0].spare = 1  # by which that game knows that it is full
    legal, now = np.empty(9, np.int32), np.zeros(2, np.int32)
    assert make_turn(CROWDED.rules)(states, False, 0, legal, now) == NO_ROOM


def test_lookahead_prefers_what_wins_and_does_not_touch_the_view() -> None:
    s = GAME.start(Options(rounds=1), 1)
    s.hand[0] = [1, 6, 1, 1, 1, 1]
    GAME.rules.step(s, 1, 2)
    GAME.rules.step(s, 1, 6)
    before = s.tobytes()
    values = np.zeros(6)
    look = make_lookahead(GAME.rules, GAME.view, GAME.heuristics)
    GAME.rules.step(s, 0, 1)
    root = words_of(GAME.view_of(s, 0))
    look(root, 0, np.array([6, 7, 8], np.int32), 3, 200, np.uint64(1), new_scratch(s), values)
    assert values[2] > values[0]
    assert s.tobytes() != before
    assert root.tobytes() == words_of(GAME.view_of(s, 0)).tobytes()


def test_rank_moves_the_largest_priors_to_the_front() -> None:
    def prior(s: Any, seat: int, actions: Any, count: int, out: Any) -> None:
        for i in range(count):
            out[i] = actions[i] % 4

    from plowshares.core.jit import kernel

    rank = make_rank(module_with(heuristics, prior=kernel(prior)))
    actions = np.arange(8, dtype=np.int32)
    weights = np.zeros(8, np.float32)
    s = GAME.start(Options(), 1)
    assert rank(s, 0, actions, 8, 3, weights) == 3
    assert actions.tolist() == [3, 7, 2, 0, 1, 4, 5, 6]
    assert rank(s, 0, np.arange(8, dtype=np.int32), 2, 5, weights) == 2


def test_warming_up_changes_nothing_and_covers_the_game() -> None:
    warm_up(GAME, new_tree(8, 8))
    assert GAME.start(Options(), 1).tobytes() == GAME.start(Options(), 1).tobytes()
