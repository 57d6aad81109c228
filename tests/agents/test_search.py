from __future__ import annotations

import pytest

from plowshares.agents import make_agent
from plowshares.agents.base import Agent, Ask, ask_for
from plowshares.agents.referee import play_on
from plowshares.agents.search import Budget, Search
from plowshares.engine.match import Match
from tests.amounts import amount
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

FEW = Budget(simulations=amount(600, 64))


def ask(seed: int = 1) -> Ask:
    return ask_for(Match(GAME, Options(), seed), 0)


def test_a_number_of_simulations_is_repeatable_on_any_number_of_trees() -> None:
    first, second = Search(GAME, 5, FEW), Search(GAME, 5, FEW)
    assert first.analyse(ask()) == second.analyse(ask())
    assert first.analyse(ask()) != [] != second.analyse(ask(2))


def test_visits_add_up_over_the_trees() -> None:
    found = Search(GAME, 5, Budget(simulations=128, trees=2)).analyse(ask())
    assert sum(choice.visits for choice in found) == 128
    assert all(-1 <= choice.value <= 1 for choice in found)


def test_time_is_a_budget_too() -> None:
    assert Search(GAME, 5, Budget(seconds=0.01)).analyse(ask())
    hurried = Ask(ask().view, 0, ask().legal, 0.0, 2)
    assert Search(GAME, 5, Budget(seconds=9)).choose(hurried) in hurried.legal


def test_an_only_action_is_taken_without_thinking() -> None:
    match = Match(GAME, Options(), 1)
    match.state.hand[0] = [0, 0, 4, 0, 0, 0]
    assert Search(GAME, 1, Budget(simulations=10**12)).choose(ask_for(match, 0)) == 2


@pytest.mark.compiled_only
def test_search_beats_random() -> None:
    total = 0.0
    for seed in range(40):
        match = Match(GAME, Options(rounds=5), seed)
        seats: dict[int, Agent] = {seed % 2: Search(GAME, seed, FEW), 1 - seed % 2: make_agent("random", GAME, seed)}
        play_on(match, seats)
        assert match.result is not None
        total += match.result.outcome[seed % 2]
    assert total > 0
