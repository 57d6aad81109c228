"""Frames: seat-relative views and actions are exact in every game and preset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

from plowshares import registry
from plowshares.core.actions import ActionSpace, kind
from plowshares.core.layout import NO_ACTION, LayoutBuilder
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.envs.common import EnvCore, read_game
from plowshares.envs.frames import Frames
from plowshares.envs.gymnasium import SeatsVectorEnv, env_id

PRESETS = [(name, preset) for name in registry.names() for preset in registry.find(name).presets]


ARMIES: dict[str, Any] = {"red_setup": "random", "blue_setup": "random"}


def random_views(game: str, preset: str, plies: int, seed: int = 5, **options: Any) -> Iterator[tuple[EnvCore, int]]:
    """Play at random in the seat's frame; return the environment at each decision (the same object) and the seat."""
    core = EnvCore(*read_game(game, preset, **options), illegal="raise")
    chance = Rng.new()
    seed_rng(chance, np.uint64(seed), 0)
    core.start(seed)
    for _ in range(plies):
        if core.is_over:
            core.start(seed + 1)
        seat = core.to_act()[0]
        yield core, seat
        choices = core.choices(seat)
        core.play(seat, int(choices[below(chance, len(choices))]))


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_action_has_exactly_one_number_for_each_seat(game: str, preset: str) -> None:
    found, options = read_game(game, preset)
    size = found.actions.space(options).size
    for seat in range(found.state.count_seats(options)):
        frames = Frames(found, options)
        layout = frames.layout_of(found.start(options, 1), seat)
        named = layout.to_match[layout.to_match != NO_ACTION]
        assert sorted(named) == list(range(size))
        assert np.array_equal(layout.to_match[layout.from_match], np.arange(size))
        assert layout.size == len(layout.planes) * int(np.prod(layout.cells, dtype=int)) + len(layout.singles)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_observations_lie_within_their_bounds(game: str, preset: str) -> None:
    plies = 0
    for core, seat in random_views(game, preset, 60):
        low, high = core.frames.bounds()
        seen = core.observe(seat)["observation"]
        assert seen.shape == core.shape == low.shape
        assert (seen >= low).all()
        assert (seen <= high).all()
        plies += 1
    assert plies == 60


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_bounds_are_those_of_the_game_and_not_of_the_type(game: str, preset: str) -> None:
    found, options = read_game(game, preset)
    frames = Frames(found, options)
    low, high = frames.bounds()
    assert np.isfinite(low).all()
    assert np.isfinite(high).all()
    assert (low <= high).all()
    flags = (low >= -1) & (high <= 1)
    assert flags.mean() > 0.2, "one-hot entries and shares are bounded as such"


def test_blues_pieces_stand_where_blues_actions_name_them() -> None:
    moves = {0: 0, 1: 0}
    for core, seat in random_views("stratego", "barrage", 400, **ARMIES):
        seen = core.observe(seat)["observation"]
        layout = core.frames.layout_of(core.s, seat)
        cells = int(np.prod(layout.cells))
        for action in core.choices(seat):
            plane, cell = divmod(int(action), cells)
            if plane < len(layout.planes) and layout.planes[plane].startswith("move"):
                moves[seat] += 1
                assert seen[:12].reshape(12, -1)[:, cell].sum() == 1, "an own piece stands on the cell of its move"
    assert min(moves.values()) > 100


def test_a_forward_step_of_blue_is_a_step_towards_red() -> None:
    steps = {0: 0, 1: 0}
    for core, seat in random_views("stratego", "barrage", 120, **ARMIES):
        texts, layout = core.texts(seat), core.frames.layout_of(core.s, seat)
        cells = int(np.prod(layout.cells))
        for action, text in texts.items():
            plane = action // cells
            if plane < len(layout.planes) and layout.planes[plane] == "move forward 1":
                start, end = text.replace("x", "-").split("-")[:2]
                assert int(end[1:]) - int(start[1:]) == (1 if seat == 0 else -1)
                steps[seat] += 1
    assert min(steps.values()) > 50


def test_footsoldiers_turned_map_shows_the_own_base_at_the_same_place() -> None:
    core = EnvCore(*read_game("footsoldiers", "short"))
    core.start(1)
    seen = [core.observe(seat)["observation"] for seat in (0, 1)]
    assert np.array_equal(seen[0][1], seen[1][1])  # the plane of the bases
    assert np.array_equal(core.mask(0), core.mask(1))  # both may do the same at the start


def test_battle_farm_counts_players_from_oneself() -> None:
    core = EnvCore(*read_game("battle_farm", "three"))
    core.start(3)
    for seat in range(3):
        layout = core.frames.layout_of(core.s, seat)
        first = layout.singles.index("player 0")
        space = core.game.actions.space(core.options)
        assert space.decode(int(layout.to_match[first])) == (space.index("player"), (seat,))


def test_vector_environments_agree_with_single_ones() -> None:
    many = SeatsVectorEnv("footsoldiers", "short", num_envs=8, threads=1)
    seen, infos = many.reset(seed=4)
    for _ in range(40):
        rows = infos["action_mask"]
        for i in range(8):
            number = many.framed.frames.number_of(None, int(infos["seat"][i]))
            assert np.array_equal(seen[i], many.framed.frames.turn(many.batch.observations[i], number))
        kept = seen.copy()
        seen, _, over, _, infos = many.step(np.array([np.flatnonzero(row)[-1] for row in rows]))
        assert not np.shares_memory(kept, seen)
        assert ("final_obs" in infos) == bool(over.any())
    many.close()


def test_final_observations_are_those_of_the_end() -> None:
    many = SeatsVectorEnv("stratego", "micro", num_envs=32, threads=1)
    _, infos = many.reset(seed=9)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(400):
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])
        _, _, over, _, infos = many.step(actions)
        for i in np.flatnonzero(over):
            assert infos["final_obs"][i].shape == many.single_observation_space.shape
            assert infos["_final_obs"][i]
            ended += 1
        if over.any():
            final = infos["final_info"]
            assert np.array_equal(infos["_final_info"], over)
            assert np.array_equal(final["_seat"], over)
            assert np.array_equal(final["rewards"][over], infos["rewards"][over])
            assert (np.abs(final["rewards"][over]).sum(1) > 0).any() == np.any(infos["rewards"][over])
            assert not final["action_mask"].any(), "nothing is legal after the end"
    assert ended > 0
    many.close()


def test_matches_that_are_broken_off_have_final_observations_too() -> None:
    # An infinite board outgrows its State; a batch breaks such matches off.
    many = SeatsVectorEnv("farmer_soldier", "endless", num_envs=8, threads=1, start="9f 9s 99g")
    seen, infos = many.reset(seed=3)
    rng, cuts = np.random.default_rng(1), 0
    for _ in range(600):
        before, seats = infos["action_mask"], infos["seat"]
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in before])
        seen, _, over, cut, infos = many.step(actions)
        for i in np.flatnonzero(cut):
            assert not over[i]
            assert many.single_observation_space.contains(infos["final_obs"][i])
            assert not np.array_equal(infos["final_obs"][i], seen[i]), "not what the next match begins with"
            assert infos["final_info"]["seat"][i] == seats[i]
            assert not infos["final_info"]["rewards"][i].any()
            cuts += 1
        if cuts:
            break
    assert cuts > 0
    many.close()


def test_vector_infos_have_prompts_and_texts_on_request() -> None:
    many = SeatsVectorEnv("stratego", "micro", num_envs=3, threads=1, legal_texts=True, **ARMIES)
    _, infos = many.reset(seed=2)
    for _ in range(4):
        for i, seat in enumerate(infos["seat"].tolist()):
            view = many.batch.game.view_of(many.batch.states[i], seat)
            assert infos["prompt"][i] == many.batch.game.notation.prompt(view, seat)
            assert sorted(infos["legal"][i]) == np.flatnonzero(infos["action_mask"][i]).tolist()
            layout = many.framed.frames.layout_of(view, seat)
            for number, text in infos["legal"][i].items():
                assert text == many.batch.game.notation.format(view, seat, (int(layout.to_match[number]),))
        infos = many.step(infos["action_mask"].argmax(1))[4]
    many.close()


def test_without_copies_arrays_are_overwritten() -> None:
    many = SeatsVectorEnv("stratego", "micro", num_envs=4, threads=1, copy=False)
    first, infos = many.reset(seed=1)
    second = many.step(np.array([np.flatnonzero(row)[0] for row in infos["action_mask"]]))[0]
    assert first is second
    many.close()


def test_both_versions_are_registered() -> None:
    old: Any = gymnasium.make(env_id("stratego", "micro", 0)).unwrapped
    new: Any = gymnasium.make(env_id("stratego", "micro")).unwrapped
    assert (old.table.frame, new.table.frame) == ("match", "seat")
    assert env_id("stratego", "micro") == "plowshares/stratego-micro-v1"


def test_info_has_seat_prompt_and_texts_on_request() -> None:
    env = gymnasium.make(env_id("stratego", "micro"), legal_texts=True)
    _, info = env.reset(seed=2)
    assert info["seat"] == 0
    assert info["prompt"]
    assert sorted(info["legal"]) == np.flatnonzero(info["action_mask"]).tolist()


def test_a_layout_that_forgets_an_action_is_refused() -> None:
    builder = LayoutBuilder(ActionSpace(kind("a"), kind("b", x=2)), ())
    builder.kind("b")
    with pytest.raises(ValueError, match="exactly once"):
        builder.build()
