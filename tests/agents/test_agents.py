from __future__ import annotations

import pytest

from plowshares.agents import make_agent
from plowshares.agents.base import ask_for
from plowshares.agents.referee import play_on
from plowshares.core.errors import InvalidOption
from plowshares.engine.match import Match
from tests.amounts import amount
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options


def play(names: list[str], seed: int) -> tuple[float, ...]:
    match = Match(GAME, Options(seats=len(names), rounds=5), seed)
    play_on(match, {seat: make_agent(name, GAME, seed * 8 + seat) for seat, name in enumerate(names)})
    assert match.result is not None
    return match.result.outcome


def test_agents_play_to_the_end_and_repeat_themselves() -> None:
    assert play(["random", "greedy", "random"], 3) == play(["random", "greedy", "random"], 3)


def test_greedy_beats_random() -> None:
    games = amount(60, 6)
    total = sum(play(["greedy", "random"], seed)[0] - play(["random", "greedy"], seed)[0] for seed in range(games))
    assert total > 0


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_agents_see_views_only(name: str) -> None:
    first, second = Match(GAME, Options(), 1), Match(GAME, Options(), 1)
    second.state.hand[1] = 6
    second.state.rng.count = 77
    chosen = [
        [make_agent(name, GAME, seed).choose(ask_for(match, 0)) for seed in range(20)] for match in (first, second)
    ]
    assert chosen[0] == chosen[1]


def test_an_only_action_is_taken_without_thinking() -> None:
    match = Match(GAME, Options(), 1)
    match.state.hand[0] = [0, 0, 4, 0, 0, 0]
    assert make_agent("greedy", GAME, 1).choose(ask_for(match, 0)) == 2


def test_unknown_agents_are_refused_with_a_suggestion() -> None:
    with pytest.raises(InvalidOption, match="no agent is called 'gredy'; did you mean 'greedy'"):
        make_agent("gredy", GAME, 1)
