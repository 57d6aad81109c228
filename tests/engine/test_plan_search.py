"""A search over whole turns: plans, their values, and the actions of a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.agents.search import EDGES, NODES, Budget, Search
from plowshares.core.options import read_options
from plowshares.engine import principal_variation
from plowshares.engine.match import Match
from plowshares.engine.plan_search import (
    ANSWER,
    FREE,
    PLANS,
    REST,
    SHARE,
    TAGS,
    expected_actions,
    plan_after,
    seed_plan,
    steps_of,
)
from plowshares.engine.principal_variation import LONGEST, follow_line
from plowshares.engine.search import edges_at_root, make_search
from plowshares.engine.tree import NONE, new_tree
from plowshares.engine.workspace import new_workspace, words_of
from plowshares.games.farmer_soldier import positions
from tests.amounts import amount
from tests.toys.pennies import GAME as PENNIES
from tests.toys.pennies import by_plans
from tests.toys.pennies.options import Options

FARMS = registry.find("farmer_soldier")
TOY = replace(PENNIES, heuristics=by_plans)
WINS = "a1 p0 1f 1s 2g; b1 p1 1f 1g; p0 to move"


def position(text: str, **options: object) -> Any:
    """Return a position of Farmer Soldier on a small board."""
    chosen: Any = read_options(FARMS.options, {"size": "2x2", **options})
    return positions.read(chosen, text, 1)


def search(
    game: Any, s: Any, seat: int, *chunks: int, nodes: int = NODES, edges: int = EDGES, rest: Any = (), wanted: int = -1
) -> Any:
    """Search from one seat's view, in chunks of simulations; return the tree and what was found."""
    view, tree = game.view_of(s, seat), new_tree(nodes, edges)
    seed_plan(tree[0], rest)
    tree[0].wanted = wanted + 1
    run = make_search(game.rules, game.view, game.heuristics, view)
    workspace, begin = new_workspace(s, int(s.actions.size)), 0
    for count in chunks:
        run(tree[0], words_of(view), seat, int(s.options.seats), np.uint64(3), begin, count, workspace)
        begin += count
    return tree, edges_at_root(tree)


def test_a_turn_of_several_actions_that_wins_is_found() -> None:
    s = position(WINS)
    tree, found = search(FARMS, s, 0, amount(64, 12))
    assert found[0][2] > 0.9
    world = s.clone()
    FARMS.rules.step(world, 0, found[0][0])
    for action in expected_actions(tree[0], found[0][0]):
        FARMS.rules.step(world, 0, action)
    assert FARMS.rules.is_over(world)
    assert world.winners[0] == 1


def test_chunks_find_what_is_found_at_once() -> None:
    s = position(WINS)
    assert search(FARMS, s, 0, amount(40, 8))[1] == search(FARMS, s, 0, *[amount(10, 2)] * 4)[1]
    assert search(FARMS, s, 0, 1)[1] != search(FARMS, s, 0, amount(40, 8))[1]


def test_every_first_action_is_worth_what_the_best_plan_with_it_is() -> None:
    s = position("a1 p0 1f 1s 2g; b2 p1 1f 1s 4g; p0 to move")
    tree, found = search(FARMS, s, 0, amount(400, 24))
    known = {action for action, _, _ in found}
    assert known <= set(FARMS.legal(s, 0))
    if amount(1, 0):
        assert known == set(FARMS.legal(s, 0))
    assert all(visits % SHARE == 0 for _, visits, _ in found)
    assert len({(visits, value) for _, visits, value in found}) < len(found), "some come to the same, in another order"
    for action, visits, _ in found:
        plan = plan_after(tree[0], action)
        assert steps_of(tree[0], plan)[0] // TAGS == action
        assert tree[0].plan[tree[0].plan[plan].same].tried * SHARE == visits
    assert plan_after(tree[0], 10**6) == NONE
    assert list(expected_actions(tree[0], 10**6)) == []
    assert len(steps_of(tree[0], NONE)) == 0


def test_steps_know_whether_their_order_matters() -> None:
    s = position("a1 p0 1f 1c 4g; b2 p1 1f 4g; p0 begins")
    tree, found = search(FARMS, s, 0, amount(100, 12))
    tags = [int(step) % TAGS for plan in range(int(tree[0].plans)) for step in steps_of(tree[0], plan)]
    assert set(tags) >= {ANSWER, FREE, REST}
    first = steps_of(tree[0], plan_after(tree[0], found[0][0]))
    assert first[0] % TAGS == ANSWER, "how many children become soldiers is asked first"


def test_a_plan_goes_on_where_the_one_before_left_off() -> None:
    s = position("a1 p0 1f 1s 1c 4g; b2 p1 1f 1s 4g; p0 to move")
    tree, found = search(FARMS, s, 0, amount(100, 12))
    action = found[0][0]
    rest = steps_of(tree[0], plan_after(tree[0], action))[1:]
    FARMS.rules.step(s, 0, action)
    after, _ = search(FARMS, s, 0, 1, rest=rest)
    first = [int(step) for step in steps_of(after[0], 0)]
    assert after[0].seeded == len(rest)
    assert first[: len(rest) - 1] == [int(step) for step in rest[:-1]], "its end is planned again"


def test_a_plan_whose_next_step_is_not_legal_is_left() -> None:
    s = position("a1 p0 1f 1c 4g; b2 p1 1f 4g; p0 begins")
    legal = FARMS.legal(s, 0)
    illegal = next(action for action in range(int(s.actions.size)) if action not in legal)
    rest = np.array([illegal * TAGS + ANSWER], np.int32)
    _, found = search(FARMS, s, 0, 2, rest=rest)
    assert found
    assert {action for action, _, _ in found} <= set(legal)


def test_an_action_that_is_asked_about_is_looked_at_first() -> None:
    s = position("a1 p0 1f 1s 1c 4g; b2 p1 1f 1s 4g; p0 to move")
    wanted = FARMS.legal(s, 0)[1:3]
    assert len(wanted) == 2
    for action in wanted:
        found = search(FARMS, s, 0, amount(12, 6), wanted=action)[1]
        assert action in [each for each, _, _ in found]


@pytest.mark.interpreted_only  # every size of tree would be compiled on its own
def test_a_search_goes_on_with_a_full_tree() -> None:
    s = position("a1 p0 1f 1s 1c 4g; b2 p1 1f 1s 4g; p0 to move")
    for nodes, edges in ((3, 64), (16, 2000), (3, 2000)):
        tree, found = search(FARMS, s, 0, amount(100, 6), nodes=nodes, edges=edges)
        assert found
        assert tree[0].nodes <= nodes
        assert tree[0].plans <= nodes
        assert tree[0].steps <= edges


def test_secrets_stay_secret() -> None:
    s = PENNIES.start(Options(rounds=3), 1)
    other = s.clone()
    other.hand[1] = 6
    other.rng.count += 5
    PENNIES.rules.step(other, 1, 3)
    PENNIES.rules.step(s, 1, 2)
    found = [search(TOY, each, 0, amount(100, 3))[1] for each in (s, s, other)]
    assert found[0] == found[1] == found[2]


def test_penalties_of_first_actions_count() -> None:
    s = PENNIES.start(Options(rounds=5), 1)
    found = search(TOY, s, 0, amount(100, 8))[1]
    assert found[0][0] == 5, "every other coin has a penalty"


def test_nothing_is_searched_where_nothing_can_be_done() -> None:
    s = PENNIES.start(Options(rounds=1), 1)
    while not PENNIES.rules.is_over(s):
        seat = 0 if not s.done[0] else 1
        PENNIES.rules.step(s, seat, PENNIES.legal(s, seat)[0])
    assert search(TOY, s, 0, 20)[1] == []


def test_the_principal_variation_is_the_plan_and_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    s = position("a1 p0 1f 1s 1c 4g; b2 p1 1f 1s 4g; p0 to move")
    tree, found = search(FARMS, s, 0, amount(200, 10))
    action = next(each for each, _, _ in found if len(steps_of(tree[0], plan_after(tree[0], each))) > 1)
    steps = list(follow_line(FARMS, tree, s, 0, action, np.uint64(1), 2))
    assert 0 < len(steps) <= LONGEST
    assert steps[0][1] == 0
    for view, acting, action in steps:
        assert action in FARMS.legal(view, acting)
    tree, found = search(FARMS, position(WINS), 0, amount(64, 12))
    steps = list(follow_line(FARMS, tree, position(WINS), 0, found[0][0], np.uint64(1), 2))
    line = [found[0][0], *expected_actions(tree[0], found[0][0])]
    assert len(steps) == len(line) - 1
    monkeypatch.setattr(principal_variation, "expected_actions", lambda tree, action: iter([10**6]))
    assert list(follow_line(FARMS, tree, s, 0, 0, np.uint64(1), 2)) == [], "what is not legal here is not told"
    won = position(WINS)
    for each in line[:-1]:
        FARMS.rules.step(won, 0, each)
    assert list(follow_line(FARMS, tree, won, 0, line[-1], np.uint64(1), 2)) == [], "nothing follows the end"


def test_a_fight_of_three_is_searched_while_others_mark() -> None:
    s = position("a1 p0 2s 9g; a1 p1 2s 9g; a1 p2 2s 9g; p0 to move", players=3, marking="may", mark_overlap="collide")
    FARMS.rules.step(s, 0, FARMS.legal(s, 0)[0])
    assert len(FARMS.legal(s, 1)) > 1
    for seat in (1, 2):
        _, found = search(FARMS, s, seat, amount(200, 16))
        assert {action for action, _, _ in found} <= set(FARMS.legal(s, seat))
        FARMS.rules.step(s, seat, found[0][0])


def test_a_player_keeps_its_plan_for_the_rest_of_a_turn() -> None:
    match = Match(FARMS, read_options(FARMS.options, dict(FARMS.presets["lots"])), 3)
    player, seat = Search(FARMS, 1, Budget(simulations=amount(100, 8), trees=1)), match.waiting()[0]
    ask = ask_for(match, seat)
    actions = [each.action for each in player.analyse(ask)]
    plans = {action: steps_of(player._trees[0][0], plan_after(player._trees[0][0], action)) for action in actions}
    action = max(plans, key=lambda each: len(plans[each]))
    player.go_on(ask, action)
    match.play(seat, action)
    player.analyse(ask_for(match, seat))
    assert player._trees[0][0].seeded == len(plans[action]) - 1 > 0
    player.go_on(ask_for(match, seat), 0)
    assert len(player._rest) == len(plans[action]) - 2, "an action that was not searched counts as the next of the plan"


def test_a_new_turn_begins_with_no_plan() -> None:
    match = Match(FARMS, read_options(FARMS.options, dict(FARMS.presets["lots"])), 3)
    player, ask = Search(FARMS, 1, Budget(simulations=amount(40, 4), trees=1)), ask_for(match, match.waiting()[0])
    player.choose(ask)
    player.analyse(ask)
    assert player._trees[0][0].seeded == 0
    assert player._trees[0][0].nodes > PLANS
