"""PettingZoo's own conformance tests pass for every game. No game is named here."""

from __future__ import annotations

import copy
import functools
import pickle
import types
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.envs.pettingzoo import env, parallel_env
from tests.toys.pennies import GAME as PENNIES

pytestmark = pytest.mark.compiled_only
GAMES = [registry.find(name) for name in registry.names()] + [PENNIES]
# One preset of each game: every further one is a compilation of its own.
TABLES = [(game, next(iter(game.presets))) for game in GAMES]
every_table = pytest.mark.parametrize(("game", "preset"), TABLES, ids=[f"{g.name}-{p}" for g, p in TABLES])


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """PettingZoo warns that observations are dictionaries, which is how masks are given."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@every_table
def test_conformance(game: Game, preset: str) -> None:
    api_test(env(game, preset), num_cycles=60)
    parallel_api_test(parallel_env(game, preset), num_cycles=60)
    seed_test(lambda: env(game, preset), num_cycles=30)
    parallel_seed_test(lambda: parallel_env(game, preset), num_cycles=20)
    makers = {
        "env": functools.partial(env, game, preset),
        "parallel_env": functools.partial(parallel_env, game, preset),
    }
    max_cycles_test(types.SimpleNamespace(**makers))
    assert makers


@every_table
def test_pictures(game: Game, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[Any] = []
    render_test(
        lambda render_mode: env(game, preset, render_mode=render_mode), {"svg": lambda svg: svg.startswith("<svg")}
    )
    made = parallel_env(game, preset, render_mode="rgb_array")
    made.reset(seed=1)
    shown.append(made.render())
    assert shown[0].dtype == np.uint8
    assert capsys.readouterr().out


def test_the_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(env(PENNIES))
    assert "turns per second" in capsys.readouterr().out


def play(made: Any, steps: int) -> bytes:
    for agent in made.agent_iter(steps):
        observation, _, over, cut, _ = made.last()
        mask = observation["action_mask"]
        made.step(None if over or cut else int(np.flatnonzero(mask)[len(agent) % mask.sum()]))
    state: bytes = made.table.s.tobytes()
    return state


@every_table
def test_environments_are_copied_and_pickled_in_mid_game(game: Game, preset: str) -> None:
    made = env(game, preset)
    made.reset(seed=3)
    play(made, 5)
    twins = [copy.deepcopy(made), pickle.loads(pickle.dumps(made))]
    end = play(made, 7)
    assert [play(twin, 7) for twin in twins] == [end, end]


def test_rewards_are_the_outcome() -> None:
    made = env(PENNIES, rounds=1)
    made.reset(seed=2)
    for agent in made.agent_iter():
        observation, reward, over, _, _ = made.last()
        if over:
            assert reward == made.table.outcome()[int(agent[-1])]
        made.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    assert made.agents == []


def test_illegal_actions_are_replaced_and_told_or_refused() -> None:
    made = env(PENNIES)
    made.reset(seed=2)
    made.step(7)
    assert made.infos["seat_0"] == {"was_legal": False}
    strict = env(PENNIES, illegal="raise")
    strict.reset(seed=2)
    with pytest.raises(PlowsharesError, match="action 7 is not legal for seat 0"):
        strict.step(7)


def test_unknown_presets_and_games_are_refused() -> None:
    with pytest.raises(PlowsharesError, match="no preset 'huge'; there are: default, four"):
        env(PENNIES, "huge")
    with pytest.raises(PlowsharesError, match="no game is called"):
        parallel_env("chess")
