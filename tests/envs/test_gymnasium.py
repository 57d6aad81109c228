"""Gymnasium's own check passes for every game; rivals play; batches are vector environments."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.envs.gymnasium import IDS, SeatEnv, SeatsVectorEnv, env_id
from tests.toys.pennies import GAME as PENNIES

pytestmark = pytest.mark.compiled_only


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Gymnasium advises against observations as wide as their type, which is what planes of counts need."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def play(env: Any, seed: int | None, most: int = 400) -> tuple[list[bytes], float]:
    """Play random legal actions to the end; return what was seen and the last reward."""
    seen, info = env.reset(seed=seed)
    rng = np.random.default_rng(0 if seed is None else seed)
    shown, reward, over = [seen.tobytes()], 0.0, False
    for _ in range(most):
        seen, reward, over, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        assert info["was_legal"]
        assert not cut
        shown.append(seen.tobytes())
        if over:
            break
    return shown, float(reward)


@pytest.mark.long
@pytest.mark.parametrize("each", IDS)
def test_gymnasiums_own_check(each: str) -> None:
    made = gymnasium.make(each)
    check_env(made.unwrapped, skip_render_check=False)
    assert made.spec is not None


@pytest.mark.parametrize("rivals", ["random", "greedy"])
def test_environments_are_copied_and_pickled_in_mid_game(rivals: str) -> None:
    env = SeatEnv("stratego", "micro", rivals=rivals)
    _, info = env.reset(seed=3)
    for _ in range(6):
        info = env.step(int(np.flatnonzero(info["action_mask"])[0]))[4]
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    action = int(np.flatnonzero(info["action_mask"])[-1])
    seen = env.step(action)[0].tobytes()
    assert [twin.step(action)[0].tobytes() for twin in twins] == [seen, seen]


def test_every_preset_is_registered() -> None:
    versions = 2
    assert len(IDS) == versions * sum(len(registry.find(name).presets) for name in registry.names())
    assert all(each in gymnasium.registry for each in IDS)


@pytest.mark.parametrize("rivals", ["random", "greedy", "easy"])
def test_built_in_agents_are_the_rivals(rivals: str) -> None:
    env = gymnasium.make(env_id("farmer_soldier", "standard"), rivals=rivals, seat=1)
    ends = [play(env, seed)[1] for seed in range(2)]
    assert all(-1 <= end <= 1 for end in ends)
    assert env.unwrapped.table.is_over  # type: ignore[attr-defined]  # our class below the wrappers


def test_the_same_seed_gives_the_same_match_and_the_next_another() -> None:
    env = SeatEnv("stratego", "micro")
    first, again, other = play(env, 5), play(env, 5), play(env, None)
    assert first == again
    assert first != other


def test_a_learner_may_sit_on_any_seat() -> None:
    env = SeatEnv(PENNIES, seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == set(range(env.table.seats))
    assert env.action_masks().sum() == env.reset(seed=3)[1]["action_mask"].sum()


def test_pictures() -> None:
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        env = SeatEnv(PENNIES, render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(PlowsharesError, match="no agent is called 'nobody'"):
        SeatEnv(PENNIES, rivals="nobody")
    with pytest.raises(PlowsharesError, match="there is no seat 9"):
        SeatEnv(PENNIES, seat=9)
    with pytest.raises(PlowsharesError, match="no render mode 'film'"):
        SeatEnv(PENNIES, render_mode="film")
    env = SeatEnv(PENNIES, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(PlowsharesError, match="not legal"):
        env.step(7)


def test_a_batch_is_a_vector_environment() -> None:
    made = gymnasium.make_vec(env_id("stratego", "micro"), num_envs=8, red_setup="random", blue_setup="random")
    seen, infos = made.reset(seed=4)
    assert made.observation_space.contains(seen)
    rng, ended, earned = np.random.default_rng(4), 0, np.zeros(8)
    for _ in range(300):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        seen, rewards, over, cut, infos = made.step(actions)
        assert (np.abs(infos["rewards"].sum(axis=1)) < 1e-9).all()
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        ended, earned = ended + int(over.sum()), earned + rewards
    assert ended > 8
    assert earned.any()
    made.close()


def test_a_vector_environment_takes_one_seed() -> None:
    made = SeatsVectorEnv(PENNIES, num_envs=3)
    first = made.reset(seed=2)[0].copy()
    assert (made.reset(seed=2)[0] == first).all()
    made.reset()
    before = made.batch.states.tobytes()
    made.reset()
    assert made.batch.states.tobytes() != before
    with pytest.raises(PlowsharesError, match="one seed for all"):
        made.reset(seed=[1, 2, 3])
    made.close()
