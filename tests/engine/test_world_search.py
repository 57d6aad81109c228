"""Search in sampled worlds for games with a lookahead of their own: rounds, budgets, and replies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from plowshares.agents.search import Budget, Search
from plowshares.engine.match import Match
from plowshares.engine.principal_variation import REPLIES, follow_line
from plowshares.engine.search import edges_at_root, make_search
from plowshares.engine.tree import new_tree
from plowshares.engine.workspace import new_workspace, words_of
from plowshares.engine.world_search import KEPT, SHARES, TOTALS, WORLDS, world_of
from tests.agents.test_search import ask
from tests.amounts import amount
from tests.toys.pennies import GAME, looking
from tests.toys.pennies.options import Options

TOY = replace(GAME, heuristics=looking)


def search(s: Any, seat: int, *chunks: int) -> tuple[Any, list[tuple[int, int, float]]]:
    """Search a toy match from one seat's view, in chunks of simulations."""
    view, tree = GAME.view_of(s, seat), new_tree(64, 256)
    run = make_search(GAME.rules, GAME.view, looking, view)
    workspace, begin = new_workspace(s, 9), 0
    for count in chunks:
        run(tree[0], words_of(view), seat, int(s.options.seats), np.uint64(3), begin, count, workspace)
        begin += count
    return tree, edges_at_root(tree)


def test_every_action_gets_a_look_even_if_there_is_no_time() -> None:
    tree, found = search(GAME.start(Options(rounds=2), 1), 0, 1)
    assert len(found) == 6
    assert {visits for _, visits, _ in found} == {1}
    assert int(tree[0].nodes) == 1
    assert search(GAME.start(Options(rounds=2), 1), 0, 1, 1)[1] == found, "that has cost more than a second simulation"


def test_chunks_find_what_is_found_at_once() -> None:
    s = GAME.start(Options(rounds=2), 1)
    assert search(s, 0, 400)[1] == search(s, 0, 100, 100, 200)[1]
    assert search(s, 0, 400)[1] != search(s, 0, 200)[1]


def test_only_the_view_counts() -> None:
    s = GAME.start(Options(rounds=2), 1)
    other = s.clone()
    other.hand[1] = 6
    other.rng.count += 5
    assert search(s, 0, 300)[1] == search(other, 0, 300)[1]


def test_fewer_actions_go_through_more_rounds_up_to_the_last() -> None:
    s = GAME.start(Options(rounds=2), 1)
    tree, found = search(s, 0, 10**6)
    visits = [row[1] for row in found]
    assert visits[0] == TOTALS[-1]
    assert sum(count == TOTALS[-1] for count in visits) == KEPT[-1]
    assert min(visits) >= TOTALS[0]
    assert int(tree[0].effort) == 4 * 10**6, "nothing is left to do"
    assert [value for _, _, value in found[: KEPT[-1]]] == sorted((row[2] for row in found[: KEPT[-1]]), reverse=True)


def test_worlds_of_a_round_are_met_in_order() -> None:
    assert [world_of(tried, 0) for tried in range(int(WORLDS[0]))] == list(range(int(WORLDS[0])))
    begin = int(TOTALS[1])
    assert [world_of(begin + int(SHARES[2]) * i, 2) for i in range(3)] == [0, 1, 2]
    assert (np.diff(KEPT) <= 0).all()


def test_after_the_end_nothing_is_found() -> None:
    s = GAME.start(Options(rounds=1), 1)
    for seat in (0, 1):
        GAME.rules.step(s, seat, 0)
        GAME.rules.step(s, seat, 6)
    assert search(s, 0, 5)[1] == []


def test_an_agent_may_search_so_by_simulations_and_by_time() -> None:
    few = Budget(simulations=amount(600, 64))
    first, second = Search(TOY, 5, few), Search(TOY, 5, few)
    assert first.analyse(ask()) == second.analyse(ask())
    assert all(-1 <= choice.value <= 1 for choice in Search(TOY, 5, Budget(seconds=0.01)).analyse(ask()))
    assert first.line_after(first.analyse(ask())[0].action)


def test_the_line_is_searched_for_each_seat_and_ends_with_the_match() -> None:
    s = GAME.start(Options(rounds=1), 1)
    tree, found = search(s, 0, 100)
    steps = list(follow_line(TOY, tree, GAME.view_of(s, 0), 0, found[0][0], np.uint64(1), 2))
    assert [acting for _, acting, _ in steps] == [0, 1, 1][:REPLIES]
    last = Match(TOY, Options(rounds=1), 1)
    for seat, action in ((0, 0), (0, 6), (1, 0)):
        GAME.rules.step(last.state, seat, action)
    assert list(follow_line(TOY, tree, GAME.view_of(last.state, 1), 1, 6, np.uint64(1), 2)) == []
