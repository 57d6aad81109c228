"""PettingZoo's own conformance tests pass for every game and preset. No game is named here."""

from __future__ import annotations

import copy
import functools
import itertools
import pickle
import sys
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
from tests.amounts import first_presets_are_quick
from tests.toys.pennies import GAME as PENNIES

pytestmark = pytest.mark.compiled_only
GAMES = [registry.find(name) for name in registry.names()] + [PENNIES]
TABLES = [(game, preset) for game in GAMES for preset in game.presets]
every_table = pytest.mark.parametrize(("game", "preset"), first_presets_are_quick(TABLES))
# Long tests take the first preset of each game only.
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """PettingZoo warns that observations are dictionaries, which is how masks are given."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@every_table
def test_conformance(game: Game, preset: str) -> None:
    cycles = 60 if preset == next(iter(game.presets)) else 10
    api_test(env(game, preset), num_cycles=cycles)
    parallel_api_test(parallel_env(game, preset), num_cycles=cycles)
    seed_test(lambda: env(game, preset), num_cycles=cycles // 2)
    parallel_seed_test(lambda: parallel_env(game, preset), num_cycles=cycles // 2)
    makers = {
        "env": functools.partial(make_seeded, env, game, preset),
        "parallel_env": functools.partial(make_seeded, parallel_env, game, preset),
    }
    max_cycles_test(types.SimpleNamespace(**makers))
    assert makers


def make_seeded(make: Any, game: Game, preset: str, **given: Any) -> Any:
    """Return an environment that always goes the same way.

    PettingZoo asks that no match ends within four cycles, and plays without a seed; on `triangles` one of 100 does.
    """
    made = make(game, preset, **given)
    for agent in made.possible_agents:
        made.action_space(agent).seed(1)
    made.reset = functools.partial(made.reset, seed=1)
    return made


@every_table
def test_pictures(game: Game, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: env(game, preset, render_mode=render_mode), {"svg": lambda svg: svg.startswith("<svg")}
    )
    assert capsys.readouterr().out


@every_game
def test_pictures_of_parallel_environments(game: Game) -> None:
    made = parallel_env(game, next(iter(game.presets)), render_mode="rgb_array")
    made.reset(seed=1)
    assert made.render().dtype == np.uint8


@every_table
def test_the_benchmark_runs(
    game: Game, preset: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It plays for five seconds; a clock that ticks with every look makes that a handful of cycles.
    clock = types.SimpleNamespace(time=itertools.count().__next__)
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(env(game, preset))
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


def play_together(made: Any, cycles: int) -> bytes:
    for _ in range(cycles):
        seen = {agent: made.table.observe(seat)["action_mask"] for seat, agent in enumerate(made.agents)}
        made.step({agent: int(np.flatnonzero(mask)[len(agent) % mask.sum()]) for agent, mask in seen.items()})
    state: bytes = made.table.s.tobytes()
    return state


@every_game
def test_parallel_environments_are_copied_and_pickled_in_mid_game(game: Game) -> None:
    made = parallel_env(game, next(iter(game.presets)))
    made.reset(seed=3)
    play_together(made, 3)
    twins = [copy.deepcopy(made), pickle.loads(pickle.dumps(made))]
    end = play_together(made, 4)
    assert [play_together(twin, 4) for twin in twins] == [end, end]


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
    assert made.infos["seat_0"]["was_legal"] is False
    strict = env(PENNIES, illegal="raise")
    strict.reset(seed=2)
    with pytest.raises(PlowsharesError, match="action 7 is not legal for seat 0"):
        strict.step(7)


def test_info_has_mask_seat_and_prompt_and_texts_on_request() -> None:
    single, together = env(PENNIES, legal_texts=True), parallel_env(PENNIES, legal_texts=True)
    single.reset(seed=2)
    _, first = together.reset(seed=2)
    found: list[tuple[Any, Any]] = [(single.infos, single), (first, together)]
    for infos, made in found:
        for seat, agent in enumerate(made.possible_agents):
            seen = made.table.observe(seat)
            assert np.array_equal(infos[agent]["action_mask"], seen["action_mask"])
            assert infos[agent]["seat"] == seat
            assert infos[agent]["prompt"] == made.table.game.notation.prompt(made.table.view(seat), seat)
            assert infos[agent]["legal"] == made.table.texts(seat)
        assert infos["seat_0"]["legal"]


def test_unknown_presets_and_games_are_refused() -> None:
    with pytest.raises(PlowsharesError, match="no preset 'huge'; there are: default, four"):
        env(PENNIES, "huge")
    with pytest.raises(PlowsharesError, match="no game is called"):
        parallel_env("chess")
    for make in (env, parallel_env):
        with pytest.raises(PlowsharesError, match="no render mode 'film'; there are: human, ansi, svg, rgb_array"):
            make(PENNIES, render_mode="film")
