"""OpenSpiel's own random simulation passes on every game, and its algorithms run."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.envs.openspiel import NAMES, PREFIX

pytestmark = pytest.mark.compiled_only
# Small and short, so that playing to the end with every check of OpenSpiel takes seconds.
SMALL = {
    "battle_farm": {"preset": "quick"},
    "civ": {"preset": "quick", "options": '{"max_rounds": 3}'},
    "farmer_soldier": {"preset": "standard", "options": '{"round_cap": 6}'},
    "footsoldiers": {"preset": "short", "options": '{"total_turns": 4}'},
    "stratego": {"preset": "micro", "options": '{"no_battle_limit": 10}'},
}
assert set(SMALL) <= set(registry.OURS)


def load(name: str, **more: Any) -> Any:
    return pyspiel.load_game(PREFIX + name, {"worlds": 8, **SMALL.get(name, {}), **more})


@pytest.mark.long
@pytest.mark.parametrize("name", registry.OURS)
def test_openspiels_own_random_simulation(name: str) -> None:
    game = load(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


# With every preset, so short that the checks of OpenSpiel, which ask for everything at every step, take seconds.
BRIEF = {
    "battle_farm": '{"max_rounds": 1}',
    "civ": '{"max_rounds": 1}',
    "farmer_soldier": '{"round_cap": 1}',
    "footsoldiers": '{"total_turns": 2}',
    "stratego": '{"no_battle_limit": 6, "move_cap": 40}',
}


@pytest.mark.long
@pytest.mark.parametrize(("name", "preset"), [(name, p) for name in registry.OURS for p in registry.find(name).presets])
def test_openspiels_own_random_simulation_on_every_preset(name: str, preset: str) -> None:
    game = pyspiel.load_game(PREFIX + name, {"worlds": 8, "preset": preset, "options": BRIEF.get(name, "{}")})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.num_players() == registry.find(name).state.count_seats(game.kit.options)


def walk(game: Any, seed: int, steps: int) -> Any:
    """Play some random actions from the first world."""
    state, rng = game.new_initial_state(), random.Random(seed)
    state.apply_action(0)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_states_are_cloned_and_serialised_in_mid_game() -> None:
    game = load("stratego")
    state = walk(game, 3, 9)
    twins = [state.clone(), pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]]
    action = state.legal_actions()[0]
    state.apply_action(action)
    for twin in twins:
        twin.apply_action(action)
        assert str(twin) == str(state)
        assert twin.information_state_string(0) == state.information_state_string(0)


def test_a_seat_knows_its_own_actions_and_not_the_others() -> None:
    # Set-up in Stratego is secret: Red's first action must change what Red knows and nothing that Blue knows.
    game = load("stratego")
    start = walk(game, 0, 0)
    after = [start.child(action) for action in start.legal_actions()[:5]]
    assert len({state.information_state_string(0) for state in after}) == 5
    assert {state.information_state_string(1) for state in after} == {start.information_state_string(1)}
    assert {state.observation_string(1) for state in after} == {start.observation_string(1)}


def test_tensors_are_our_observations() -> None:
    game = load("farmer_soldier")
    state = walk(game, 1, 3)
    seat = state.current_player()
    out = np.zeros(game.kit.game.observation.shape(game.kit.options), game.kit.game.observation.dtype())
    game.kit.game.observation.encode(state.view(seat), seat, out)
    assert np.allclose(state.observation_tensor(seat), out.reshape(-1))


@pytest.mark.long
def test_its_algorithms_run() -> None:
    game = load("farmer_soldier", options='{"round_cap": 2, "size": "2x1"}')
    state = walk(game, 1, 0)
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    assert bot.step(state) in state.legal_actions()
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        load("farmer_soldier", worlds=1, options='{"round_cap": 1, "size": "2x1"}')
    )
    solver.iteration()
    assert solver.average_policy() is not None


def test_its_information_set_tree_search_runs() -> None:
    options = '{"red_setup": "random", "blue_setup": "random"}'
    game = pyspiel.load_game("plowshares_stratego", {"preset": "micro", "options": options})
    state = game.new_initial_state()
    state.apply_action(3)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 1.4, 6, random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_what_cannot_be_is_refused() -> None:
    assert len(NAMES) == len(registry.names())
    with pytest.raises(PlowsharesError, match="no preset 'huge'"):
        pyspiel.load_game(PREFIX + "stratego", {"preset": "huge"})
    with pytest.raises(PlowsharesError, match="worlds"):
        load("stratego", worlds=0)


def test_there_is_no_information_state_tensor_to_train_on_by_mistake() -> None:
    state = pyspiel.load_game("plowshares_stratego(preset=micro)").new_initial_state()
    state.apply_action(3)
    with pytest.raises(PlowsharesError, match="information_state_string"):
        state.information_state_tensor(0)


def test_a_state_is_resampled_so_that_the_player_cannot_tell() -> None:
    options = '{"red_setup": "random", "blue_setup": "random"}'
    game = pyspiel.load_game("plowshares_stratego", {"preset": "micro", "options": options})
    state = game.new_initial_state()
    state.apply_action(3)
    rng, worlds = np.random.default_rng(1), set()
    for _ in range(20):
        other = state.resample_from_infostate(0, rng.random)
        assert other.view(0).tobytes() == state.view(0).tobytes()
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.legal_actions() == state.legal_actions()
        worlds.add(other.s.tobytes())
    assert len(worlds) > 1
