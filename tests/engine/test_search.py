from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from plowshares.core.seats import first_seat
from plowshares.engine import default_heuristics
from plowshares.engine.contract.walk import legal_actions
from plowshares.engine.principal_variation import follow_line
from plowshares.engine.prior_policy import pick_by_weight
from plowshares.engine.search import edges_at_root, make_search
from plowshares.engine.tree import (
    ALL,
    BLOCK,
    FULL,
    NARROWEST,
    NONE,
    START,
    add_edges,
    collect_edges,
    find_node,
    hash_change,
    hash_combine,
    mark_legal,
    new_tree,
    select_edge,
    select_untried,
    widening_quota,
)
from plowshares.engine.workspace import MOST_DEPTH, MOST_WORLDS, new_workspace, words_of
from tests.amounts import amount
from tests.toys.pennies import GAME, boldness, by_rounds, by_two_rounds, dear
from tests.toys.pennies.options import Options


def search(
    s: Any,
    seat: int,
    simulations: int,
    nodes: int = 4096,
    edges: int = 16384,
    rollout_length: int = 0,
    heuristics: Any = GAME.heuristics,
) -> tuple[Any, Any, list[Any]]:
    """Search a toy match from one seat's view; return tree, deepest path and what was found."""
    view = GAME.view_of(s, seat)
    tree = new_tree(nodes, edges, rollout_length)
    run = make_search(GAME.rules, GAME.view, heuristics, view)
    seats = int(s.options.seats)
    deepest = run(tree[0], words_of(view), seat, seats, np.uint64(3), 0, simulations, new_workspace(s, 9))
    return tree, deepest, edges_at_root(tree)


def test_search_lays_the_best_coin_of_the_last_round() -> None:
    s = GAME.start(Options(rounds=1), 1)
    s.hand[0] = [1, 1, 6, 1, 1, 1]
    _, deepest, found = search(s, 0, amount(3000, 150))
    assert found[0][0] == 2
    assert sum(visits for _, visits, _ in found) == amount(3000, 150)
    assert 1 < deepest <= MOST_DEPTH


def test_search_is_repeatable_and_sees_only_the_view() -> None:
    s = GAME.start(Options(rounds=2), 1)
    other = s.clone()
    other.hand[1] = 6
    other.rng.count += 5
    GAME.rules.step(other, 1, 3)
    found = [search(each, 0, amount(500, 40))[2] for each in (s, s, other)]
    assert found[0] == found[1] == found[2]


def test_a_search_goes_on_with_a_full_tree() -> None:
    s = GAME.start(Options(rounds=3), 1)
    for nodes, edges in ((1, 1), (2, 64), (64, 11)):
        tree, _, found = search(s, 0, amount(300, 60), nodes, edges)
        assert tree[0].nodes <= nodes
        assert tree[0].edges <= edges
        assert found
    full = new_tree(1, 1)
    assert find_node(full[0], np.uint64(5)) == 0
    assert find_node(full[0], np.uint64(5)) == 0
    assert find_node(full[0], np.uint64(6)) == FULL
    assert add_some(full, 1) == [0, FULL]
    assert edges_at_root(full) == []


def add_some(tree: Any, most: int) -> list[int]:
    """Add edges of three actions to the first node, twice; return the first of each time."""
    actions, weights, marks = np.arange(3, dtype=np.int32), np.array([1, 3, 0], np.float32), np.zeros(4, np.int32)
    return [add_edges(tree[0], 0, actions, weights, 3, marks, mark_legal(actions, 3, marks), most) for _ in range(2)]


def test_edges_come_with_the_largest_prior_first_and_some_at_a_time() -> None:
    tree = new_tree(4, 8)
    assert add_some(tree, 2) == [0, 2]
    assert tree[0].edge["action"][:3].tolist() == [1, 0, 2]
    assert tree[0].edge["prior"][:3].tolist() == [0.75, 0.25, 0.0]
    marks, edges = np.array([0, 0, 5, 5], np.int32), np.zeros(4, np.int32)
    assert [collect_edges(tree[0], 0, marks, mark, edges) for mark in (6, 5, ALL)] == [0, 1, 3]
    assert edges[:3].tolist() == [2, 1, 0]  # the newest first
    assert select_untried(tree[0], edges, 3) == 0
    tree[0].edge[0].tried = 1
    assert select_untried(tree[0], edges, 3) == 1
    assert select_untried(tree[0], edges, 1) == 2
    assert select_untried(tree[0], edges, 0) == NONE
    assert tree[0].edge["offered"][:3].tolist() == [3, 3, 4]
    tree[0].edge[0].tried = 9
    assert select_edge(tree[0], edges[1:], 2) == 1  # of two, the one not tried yet
    assert select_edge(tree[0], edges[2:], 1) == 0
    assert add_some(tree, 2) == [NONE, NONE]
    assert widening_quota(tree[0], 0, 0, 1) == NARROWEST
    assert widening_quota(tree[0], 0, NARROWEST, 1) == 0


def test_hashes_differ_where_words_differ() -> None:
    root = np.full(2 * BLOCK, 5, np.uint64)
    hashes = {int(hash_change(root, root))}
    for i in range(0, 2 * BLOCK, amount(1, 9)):
        for bit in range(64):
            changed = root.copy()
            changed[i] ^= np.uint64(1 << bit)
            hashes.add(int(hash_change(changed, root)))
    assert len(hashes) == 1 + 64 * len(range(0, 2 * BLOCK, amount(1, 9)))
    assert int(hash_change(root, root)) == int(START)
    assert int(hash_combine(np.uint64(1), np.uint64(2))) != int(hash_combine(np.uint64(1), np.uint64(3)))


def test_hashes_of_small_numbers_that_change_places_differ() -> None:
    # What Records hold: small numbers, two or more to a word, that move from place to place.
    root = np.zeros(BLOCK, np.uint64)
    hashes = []
    for one in range(amount(16, 4)):
        for other in range(one + 1, amount(17, 5)):
            for low in range(1, 4):
                for high in range(4):
                    changed = root.copy()
                    changed[one], changed[other] = np.uint64(low + (high << 32)), np.uint64(high + (low << 32))
                    hashes.append(int(hash_change(changed, root)))
    assert len(set(hashes)) == len(hashes)


def test_sampled_worlds_are_cached_up_to_a_bound() -> None:
    s = GAME.start(Options(rounds=1), 1)
    tree, _, found = search(s, 0, amount(3000, 100))
    assert tree[0].made == min(MOST_WORLDS, found[0][1])
    assert len(new_workspace(s, 9).world_cache) == MOST_WORLDS


def test_searching_after_the_end_finds_nothing() -> None:
    s = GAME.start(Options(rounds=1), 1)
    for seat in (0, 1):
        GAME.rules.step(s, seat, 0)
        GAME.rules.step(s, seat, 6)
    assert search(s, 0, 5)[2] == []
    assert search(s, 0, 5, heuristics=by_rounds)[2] == []


def test_others_do_not_answer_what_the_searcher_lays_in_secret() -> None:
    # With the last coins 6 and 5 and nothing to choose on top, seat 1 would lose every time it could see the 6.
    s = GAME.start(Options(rounds=1), 1)
    s.hand[0] = [1, 6, 0, 0, 0, 0]
    tree, _, _ = search(s, 0, amount(400, 60))
    # One node for the searcher's coin, one for each of its two tops; then one for each of seat 1's unseen actions,
    # whatever the searcher has laid.
    assert int(tree[0].nodes) == 1 + 2 + 2


def test_rollouts_follow_the_priors() -> None:
    s = GAME.start(Options(rounds=3), 1)
    short, long = search(s, 0, amount(300, 30)), search(s, 0, amount(300, 30), rollout_length=6)
    assert sum(row[1] for row in short[2]) == sum(row[1] for row in long[2]) == amount(300, 30)
    assert short[2] != long[2]
    weights = np.array([0.0, 3.0, 1.0], np.float32)
    assert [pick_by_weight(weights, 3, np.uint64(part << 62)) for part in range(4)] == [1, 1, 1, 2]
    assert pick_by_weight(np.zeros(2, np.float32), 2, np.uint64(7)) == 0


def test_rollouts_follow_guesses_where_a_game_makes_some() -> None:
    s = GAME.start(Options(rounds=1), 1)
    s.hand[0] = [6, 5, 4, 3, 2, 1]
    once = 6  # each coin is tried, and the rest of the round guessed
    bold, any_way = search(s, 0, once, heuristics=boldness)[2], search(s, 0, once)[2]
    assert bold == search(s, 0, once, heuristics=boldness)[2]
    assert sorted(row[0] for row in bold) == sorted(row[0] for row in any_way)
    # With the most on top of its highest coin, the other is seldom beaten by the lower half of ours.
    assert sum(row[2] for row in bold if row[0] >= 3) < sum(row[2] for row in any_way if row[0] >= 3)
    assert default_heuristics.guess(s, 0, np.uint64(1)) == 0


def test_with_quiescent_positions_search_is_one_action_deep_and_rolls_out_to_the_next() -> None:
    s = GAME.start(Options(rounds=2), 1)
    s.hand[0] = [6, 5, 4, 3, 2, 1]
    trials = amount(6 * MOST_WORLDS + 300, 60)  # more worlds than are kept
    tree, deepest, found = search(s, 0, trials, heuristics=by_rounds)
    assert (deepest, int(tree[0].nodes)) == (1, 1)
    assert sum(visits for _, visits, _ in found) == trials
    assert found == search(s, 0, trials, heuristics=by_rounds)[2]
    # The other one always lays its highest coin, so to lay ours loses least or wins.
    assert found[0][0] == 0
    assert default_heuristics.is_quiet(s)


def test_a_rollout_may_pass_several_quiescent_positions() -> None:
    s = GAME.start(Options(rounds=4), 1)
    found = search(s, 0, 12, heuristics=by_two_rounds)[2]
    assert [value for _, _, value in found] == [(s.round + 2) / 16] * len(found)
    s = GAME.start(Options(rounds=1), 1)  # it ends before that
    assert {value for _, _, value in search(s, 0, 6, heuristics=by_two_rounds)[2]} <= {-1.0, 0.0, 1.0}


def test_a_root_penalty_counts_where_the_end_is_not_seen() -> None:
    s = GAME.start(Options(rounds=9), 1)
    s.hand[0] = [3, 3, 3, 3, 3, 3]
    once = 6  # each coin is tried in the same world
    free, tolled = (
        {row[0]: row[2] for row in search(s, 0, once, heuristics=each)[2]} for each in (GAME.heuristics, dear)
    )
    paid = [free[coin] - tolled[coin] for coin in range(6)]
    assert paid == pytest.approx([dear.PENALTY] * 5 + [0.0])
    found = search(s, 0, amount(600, 60), heuristics=dear)[2]
    assert found[0][0] == 5
    assert found[0][1] > 2 * found[1][1]
    last = GAME.start(Options(rounds=1), 1)
    assert search(last, 0, 60, heuristics=dear)[2] == search(last, 0, 60)[2]


def test_the_principal_variation_follows_visits_and_ends_where_there_are_few() -> None:
    s = GAME.start(Options(rounds=1), 1)
    tree, _, found = search(s, 0, amount(2000, 200))
    steps = list(follow_line(GAME, tree, GAME.view_of(s, 0), 0, found[0][0], np.uint64(1), 2))
    assert [acting for _, acting, _ in steps] == [0, 1, 1]
    for view, acting, action in steps:
        assert action in legal_actions(GAME, view, acting, 9)
    assert list(follow_line(GAME, new_tree(1, 1), GAME.view_of(s, 0), 0, 0, np.uint64(1), 2)) == []


def test_with_quiescent_positions_the_principal_variation_ends_with_the_turn_or_at_secrets() -> None:
    game = replace(GAME, heuristics=by_rounds)
    s = GAME.start(Options(rounds=2), 1)
    steps = list(follow_line(game, new_tree(1, 1), GAME.view_of(s, 0), 0, 0, np.uint64(1), 2))
    # Our own coin is told, with what we put on top of it; what the other one lays depends on a hand that is hidden.
    assert [(acting, action) for _, acting, action in steps] == [(0, by_rounds.guess(steps[0][0], 0, np.uint64(1)))]
    over = GAME.start(Options(rounds=1), 1)
    while not GAME.rules.is_over(over):
        last, seat = over.clone(), first_seat(GAME.rules.to_act(over))
        action = by_rounds.guess(over, seat, np.uint64(1))
        GAME.rules.step(over, seat, action)
    assert list(follow_line(game, new_tree(1, 1), GAME.view_of(last, seat), seat, action, np.uint64(1), 2)) == []
