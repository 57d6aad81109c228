"""OpenSpiel's own random simulation passes on every game, and its algorithms run."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts
from open_spiel.python.observation import make_observation

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


@pytest.mark.parametrize("player", [0, 1])
def test_the_other_seats_of_a_resampled_state_know_the_world_that_was_drawn(player: int) -> None:
    options = '{"red_setup": "random", "blue_setup": "random"}'
    state = walk(pyspiel.load_game("plowshares_stratego", {"preset": "micro", "options": options}), 2, 3)
    rng, known = np.random.default_rng(1), dict[bytes, tuple[str, str]]()
    for _ in range(20):
        drawn = state.resample_from_infostate(player, rng.random)
        assert drawn.information_state_string(player) == state.information_state_string(player)
        found = drawn.information_state_string(1 - player), drawn.observation_string(1 - player)
        seen = drawn.view(1 - player).tobytes()
        assert known.setdefault(seen, found) == found, "the same world, the same knowledge"
        if seen != state.view(1 - player).tobytes():
            assert found[1] != state.observation_string(1 - player)
            assert found[0] != state.information_state_string(1 - player)
    assert len(known) > 1
    assert len(set(known.values())) == len(known), "other worlds, other knowledge"


def test_an_observer_with_perfect_recall_has_no_tensor() -> None:
    game = load("stratego")
    state = walk(game, 3, 4)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert (recall.tensor, recall.dict) == (None, {})
    recall.set_from(state, 0)
    assert recall.tensor is None
    assert recall.string_from(state, 0) == state.information_state_string(0)
    plain = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
    plain.set_from(state, 0)
    assert plain.tensor.tolist() == state.observation_tensor(0)
    for perfect_recall in (True, False):  # and so does OpenSpiel's own side, in C++
        kind = pyspiel.IIGObservationType(perfect_recall=perfect_recall)
        theirs = pyspiel._Observation(game, game.make_observer(kind, {}))
        assert theirs.has_tensor() is not perfect_recall
        words = state.information_state_string(0) if perfect_recall else state.observation_string(0)
        assert theirs.string_from(state, 0) == words
    assert game.information_state_tensor_shape() == []


def test_actions_are_in_the_frame_of_the_seat_unless_asked_otherwise() -> None:
    options = '{"red_setup": "random", "blue_setup": "random"}'
    given = {"preset": "micro", "options": options}
    own = pyspiel.load_game("plowshares_stratego", given)
    match = pyspiel.load_game("plowshares_stratego", {**given, "frame": "match"})
    states, rng, turned = [own.new_initial_state(), match.new_initial_state()], random.Random(4), 0
    for state in states:
        state.apply_action(2)
    assert (own.num_distinct_actions(), match.num_distinct_actions()) == (own.kit.frames.size, match.kit.frames.size)
    for _ in range(12):
        first, second = states
        seat = first.current_player()
        layout = first.layout(seat)
        assert sorted(layout.to_match[first.legal_actions()].tolist()) == second.legal_actions()
        assert first.observation_tensor(seat) == second.observation_tensor(seat)
        number = rng.choice(first.legal_actions())
        action = int(layout.to_match[number])
        assert first.action_to_string(seat, number).split()[1:] == second.action_to_string(seat, action).split()[1:]
        turned += number != action
        first.apply_action(number)
        second.apply_action(action)
        assert first.s.tobytes() == second.s.tobytes()
    assert turned > 0
    with pytest.raises(PlowsharesError, match="frame: there are seat, match, and not 'board'"):
        load("stratego", frame="board")
