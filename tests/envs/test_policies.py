"""Policies as players, leagues, and the best response, without a network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plowshares.agents import Ask
from plowshares.arena.evaluation import elo_against
from plowshares.arena.seat_kinds import name_of
from plowshares.core.errors import InvalidOption
from plowshares.envs.batch import Batch
from plowshares.envs.best_response import rivals_of
from plowshares.envs.common import read_game
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.league import League
from plowshares.envs.policies import (
    PolicyAgent,
    evaluator_of,
    load_policy,
    looks_like_policy,
    make_agent,
    scores_of,
    split_search,
)
from plowshares.envs.ppo import measure, random_rivals

HERE = "tests.envs.test_policies"


def last_action(observations: Any, masks: Any) -> Any:
    """A policy that prefers later actions."""
    return np.arange(masks.shape[1]) * np.ones_like(masks, float), np.zeros(len(masks))


def even(observations: Any, masks: Any) -> Any:
    """A uniform policy: the same probability for all actions, the same value for all positions."""
    return np.zeros(masks.shape), np.zeros(len(masks))


def scores_only(observations: Any, masks: Any) -> Any:
    return np.zeros(masks.shape)


def nonsense(observations: Any, masks: Any) -> Any:
    return np.zeros(3)


def first(seen: Any, mask: Any) -> Any:
    return mask.argmax(axis=1)


def framed(count: int) -> FramedBatch:
    options = {"red_setup": "random", "blue_setup": "random"}
    return FramedBatch(Batch(*read_game("stratego", "micro", **options), count, 3, threads=1))


def test_a_policy_plays_the_largest_legal_score_in_its_own_frame() -> None:
    many = framed(4)
    batch = many.batch
    policy = load_policy(f"{HERE}:last_action")
    for _ in range(6):
        answers = rivals_of(f"policy:{HERE}:last_action", batch.game, batch.options, 1)(many, np.arange(4))
        for i in range(4):
            seat = int(batch.seats[i])
            agent = PolicyAgent(policy, batch.game, batch.options, 1)
            legal = batch.legal[i, : batch.counts[i]].tolist()
            action = agent.choose(Ask(batch.game.view_of(batch.states[i], seat), seat, legal, 1.0, 2))
            assert many.from_match[many.numbers[i], action] == np.flatnonzero(many.masks[i])[-1] == answers[i]
        many.step(answers)
    batch.close()


def test_a_policy_that_searches_finds_a_win_that_its_network_does_not_know() -> None:
    game, options = read_game("stratego", "micro")
    assert game.positions is not None
    s = game.positions.read(options, "red: f@a1 m@b3; blue: f@b4! 3@d4; red to move", 0)
    ask = Ask(game.view_of(s, 0), 0, game.legal(s, 0), 1.0, 2)
    wins = [action for action in ask.legal if game.rules.is_over(game.play(s.clone(), 0, action))]
    assert len(wins) == 1 < len(ask.legal)
    for seed in range(4):
        assert make_agent(f"policy:{HERE}:even@64", game, options, seed).choose(ask) == wins[0]
    assert len({make_agent(f"policy:{HERE}:even", game, options, seed).choose(ask) for seed in range(20)}) > 1
    with pytest.raises(InvalidOption, match="scores and values"):
        make_agent(f"policy:{HERE}:scores_only@4", game, options, 1).choose(ask)
    with pytest.raises(InvalidOption, match="2 simulations at least"):
        make_agent(f"policy:{HERE}:even@1", game, options, 1)


def test_priors_are_chances_of_the_legal_actions() -> None:
    masks = np.array([[1, 0, 1], [0, 1, 0]])
    priors, values = evaluator_of(even)(None, masks)
    assert priors.tolist() == [[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]
    assert values.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("word", [f"policy:{HERE}:even@4", "greedy"])
def test_searches_and_agents_are_rivals_too(word: str) -> None:
    many = framed(3)
    rivals = rivals_of(word, many.batch.game, many.batch.options, 1)
    rows = np.array([0, 2])
    for _ in range(3):
        assert all(many.masks[i, action] for i, action in zip(rows, rivals(many, rows), strict=True))
        many.step(first(None, many.masks))
    many.batch.close()


def test_what_cannot_be_loaded_is_quoted(tmp_path: Path) -> None:
    for place, words in (
        ("nothing.pt", "no file 'nothing.pt'"),
        ("no_such_module:policy", "cannot be loaded"),
        (f"{HERE}:nobody", "cannot be loaded"),
        (f"{HERE}:HERE", "is a str"),
        ("word", "neither a file"),
    ):
        with pytest.raises(InvalidOption, match=words):
            load_policy(place)
    with pytest.raises(InvalidOption, match="scores of shape"):
        scores_of(nonsense, np.zeros((1, 2)), np.ones((1, 4)))
    with pytest.raises(InvalidOption, match="not a number"):
        scores_of(lambda seen, masks: masks * np.nan, np.zeros((1, 2)), np.ones((1, 4)))
    assert "" in sys.path


def test_words_of_policies() -> None:
    assert looks_like_policy("runs/micro.pt")
    assert looks_like_policy("my.module:policy")
    assert looks_like_policy("runs/micro.pt@32")
    assert name_of("policy:runs/micro.pt@32") == "micro@32"
    assert split_search("policy:runs/micro.pt@32") == ("runs/micro.pt", 32)
    assert split_search("a@b/micro.pt") == ("a@b/micro.pt", 0)
    assert not looks_like_policy("hard@64")
    assert not looks_like_policy("cmd:program")
    assert not looks_like_policy("policy:micro.pt")


def test_measuring_gives_one_outcome_for_each_place() -> None:
    many = framed(64)
    earned = measure(many, 7, first)
    assert set(np.unique(earned)) <= {-1.0, 0.0, 1.0}
    assert (earned > 0).any()
    assert (earned < 0).any()
    assert np.array_equal(earned, measure(many, 7, first))
    many.batch.close()


def test_a_league_draws_those_who_win_more_often() -> None:
    league = League(seed=1, most=3)
    for name in ("a", "b"):
        league.add(name, first)
    league.wins, league.games = [9.0, 1.0], [10.0, 10.0]
    assert league.chances()[0] > 3 * league.chances()[1]
    many = framed(32)
    assert all(many.masks[i, action] for i, action in enumerate(league(many, np.arange(32))))
    before = sum(league.games)
    ended = 0
    for _ in range(60):
        many.step(random_rivals(many, np.arange(32)))
        league.settle(many)
        ended += int(many.batch.over.sum())
    assert sum(league.games) - before == ended > 0
    league.add("c", first)
    league.add("d", first)
    assert league.names == ["a", "c", "d"], "the first stays, the oldest after it leaves"
    assert league(many, np.arange(32)).shape == (32,)
    many.batch.close()


def test_elo_is_fitted_to_fixed_anchors() -> None:
    anchors = {"random": 0.0, "strong": 400.0}
    even = elo_against(anchors, {"strong": (0.5, 400)})
    assert even.elo == pytest.approx(400, abs=2)
    assert even.low < 400 < even.high
    between = elo_against(anchors, {"random": (10 / 11, 10_000), "strong": (0.5, 10_000)})
    assert between.elo == pytest.approx(400, abs=5)
    always = elo_against(anchors, {"random": (1.0, 100)})
    assert 500 < always.elo < 2000, "who never loses stays on the scale"
    assert always.high - always.elo > even.high - even.elo
