"""Optional planes in the environments; tests/engine/test_sights.py has what they hold and that they tell no secrets."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.envs.common import read_game
from plowshares.envs.extras import MEANINGS, ExtraPlanes, Extras, read_extras
from plowshares.envs.frames import Frames
from plowshares.envs.gymnasium import SeatEnv, SeatsVectorEnv
from plowshares.envs.pettingzoo import env
from plowshares.envs.setup import IDS, SetupEnv
from tests.small_games import SMALL

ALL = Extras(moves=3, history=True, belief=4)
NEW = np.ones(1, np.bool_)


def test_a_vector_of_matches_remembers_as_single_ones_do() -> None:
    preset, more = SMALL["stratego"]
    many = SeatsVectorEnv("stratego", preset, num_envs=3, threads=1, extras={"moves": 2, "belief": 8}, **more)
    seen, infos = many.reset(seed=2)
    rng, ends = np.random.default_rng(3), 0
    single = ExtraPlanes(many.batch.game, many.batch.options, many.extras.extras, 1, many.framed.frames)
    single.watch(many.batch.states[:1], NEW)
    for _ in range(80):
        assert many.observation_space.contains(seen)
        numbers = many.framed.numbers[:1]
        alone = single.read(many.batch.states[:1], many.batch.seats[:1], numbers)
        assert all(np.array_equal(alone[key][0], seen[key][0]) for key in ("moves", "belief"))
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])
        seen, _, over, _, infos = many.step(actions)
        single.watch(many.batch.states[:1], over[:1])
        ends += int(over[0])
        if over[0]:
            assert not seen["moves"][0].any(), "a new match begins without a past"
    assert ends > 0
    assert many.hidden_target().shape == (3, 1, *many.framed.frames.shape)
    many.close()


def test_final_observations_have_extras_of_the_match_that_ended() -> None:
    preset, more = SMALL["stratego"]
    many = SeatsVectorEnv("stratego", preset, num_envs=4, threads=1, extras={"moves": 1, "history": True}, **more)
    seen, infos = many.reset(seed=5)
    before: list[list[Any]] = [[None, None] for _ in range(4)]
    rng, ends = np.random.default_rng(5), 0
    for _ in range(120):
        for i, seat in enumerate(infos["seat"]):
            before[i][seat] = seen["observation"][i].astype(np.float32)
        acted = infos["seat"]
        seen, _, over, _, infos = many.step(np.array([rng.choice(np.flatnonzero(m)) for m in infos["action_mask"]]))
        for i in np.flatnonzero(over).tolist():
            final, seat = infos["final_obs"][i], int(acted[i])
            assert many.single_observation_space.contains(final)
            assert np.array_equal(final["moves"][0], final["observation"] - before[i][seat]), "the last change"
            assert final["history"].any()
            assert not seen["history"][i].any(), "and a new match without a past"
            ends += 1
    assert ends > 3
    many.close()


def test_environments_offer_extras_and_never_the_target() -> None:
    one = SeatEnv("footsoldiers", "short", extras={"moves": 1, "history": True, "belief": 2})
    seen, _ = one.reset(seed=1)
    assert one.observation_space.contains(seen)
    assert set(seen) == {"observation", *MEANINGS}
    assert one.hidden_target().shape == (1, *one.table.shape)
    two = env("footsoldiers", "short", extras={"belief": 2})
    two.reset(seed=1)
    assert set(two.observe("seat_0")) == {"observation", "belief", "action_mask"}
    assert two.observation_space("seat_0").contains(two.observe("seat_0"))
    assert two.hidden_target("seat_0").shape == (1, *two.table.shape)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidOption, match="planes"):
        read_extras({"planes": 3})
    with pytest.raises(InvalidOption, match="moves is from 0 to 1024, not -1"):
        read_extras({"moves": -1})
    with pytest.raises(PlowsharesError, match="does not begin with a set-up"):
        SetupEnv("footsoldiers", "short")


def test_a_set_up_is_an_episode_as_long_as_the_army() -> None:
    assert "plowshares/stratego-micro-setup-v1" in IDS
    setup = SetupEnv("stratego", "micro", player="random", rival="random", matches=2)
    rng, rewards = np.random.default_rng(2), []
    for seed in range(6):
        seen, info = setup.reset(seed=seed)
        steps, over, reward = 0, False, 0.0
        while not over:
            assert setup.observation_space.contains(seen)
            seen, earned, over, _, info = setup.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            reward = float(earned)
            steps += 1
        rewards.append(reward)
        assert steps == 5, "four pieces, and ready"
    assert len(set(rewards)) > 1
    assert all(-1 <= each <= 1 for each in rewards)


@pytest.mark.long
@pytest.mark.parametrize("each", IDS)
def test_gymnasiums_own_check_of_set_ups(each: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium advises on bounds of observations
        made = gymnasium.make(each, player="random", rival="random")
        check_env(made.unwrapped, skip_render_check=True)
    assert made.spec is not None


def test_illegal_placements_are_replaced_and_told_or_refused() -> None:
    setup = SetupEnv("stratego", "micro", player="random", rival="random")
    info = setup.reset(seed=1)[1]
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[-1])
    assert setup.step(wrong)[4]["was_legal"] is False
    assert setup.step(int(np.flatnonzero(setup.action_masks())[0]))[4]["was_legal"] is True
    strict = SetupEnv("stratego", "micro", player="random", rival="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(PlowsharesError, match=f"action {wrong} does not set anything up now"):
        strict.step(wrong)
    while setup.action_masks().any():
        setup.step(0)
    with pytest.raises(PlowsharesError, match="the set-up is finished"):
        setup.step(0)


def shapes(name: str) -> dict[str, Any]:
    preset, more = SMALL[name]
    game, options = read_game(name, preset, **more)
    return ALL.shapes(Frames(game, options).shape, game.state.count_seats(options))


def test_shapes_say_how_many_others_there_are() -> None:
    assert shapes("farmer_soldier")["belief"][0] == 2
    assert shapes("stratego")["moves"] == (3, 36, 4, 4)
