"""Search with a caller's evaluation: it finds wins, sees no secrets, and accepts any kind of array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import PlowsharesError
from plowshares.engine.leaf_search import ENDED, KIND
from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game
from plowshares.envs.network_search import NOBODY, NetworkSearch
from tests.amounts import LONG_COMPILED, long_compiled
from tests.small_games import SMALL

FIRST_IS_QUICK = [pytest.param(name, marks=() if name == "stratego" else LONG_COMPILED) for name in SMALL]


def batch_of(name: str, count: int, seed: int = 3) -> Batch:
    preset, more = SMALL[name]
    return Batch(*read_game(name, preset, **more), count, seed, threads=1)


def know_nothing(players: int) -> Any:
    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        assert (masks.sum(axis=1) > 0).all()
        return masks.astype(np.float32), np.zeros((len(observations), players))

    return evaluate


@pytest.mark.parametrize("frame", ["seat", "match"])
@pytest.mark.parametrize("name", FIRST_IS_QUICK)
def test_every_game_is_searched_and_the_best_is_legal(name: str, frame: Any) -> None:
    with batch_of(name, 3) as batch:
        search = NetworkSearch(batch.game, batch.options, 3, know_nothing(batch.players), 6, frame)
        for _ in range(3):
            found = search.search(batch.states, batch.seats, noise=0.25)
            assert (found.visits.sum(axis=1) == 5).all(), "the first simulation expands the root"
            assert np.allclose(found.policy().sum(axis=1), 1)
            layouts = search._framed.frames.layouts
            best = zip(found.numbers, found.best(), strict=True)
            batch.step(np.array([layouts[number].to_match[action] for number, action in best]))


@long_compiled
def test_it_sees_views_only() -> None:
    """States that differ in what the searching seat cannot know give the same visits, bit for bit."""
    for name in SMALL:
        with batch_of(name, 2) as batch:
            for _ in range(5):
                batch.step(batch.random_actions())
            strange = batch.states.copy()
            for i in range(2):
                batch.game.view.disturb(strange[i], int(batch.seats[i]), np.uint64(i))
            assert strange.tobytes() != batch.states.tobytes()
            evaluate = know_nothing(batch.players)
            found = [
                NetworkSearch(batch.game, batch.options, 2, evaluate, 8, seed=4).search(states, batch.seats)
                for states in (batch.states, strange)
            ]
            assert np.array_equal(found[0].visits, found[1].visits)
            assert np.array_equal(found[0].values, found[1].values)


def test_the_end_of_a_match_counts_as_it_is() -> None:
    """A match of one turn ends in a draw, no matter how the function rates its leaves."""
    game, options = read_game("footsoldiers", "short", total_turns=1)

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        priors = np.zeros(masks.shape)
        priors[np.arange(len(masks)), masks.argmax(axis=1)] = 1  # nothing but the first legal action
        return priors, np.ones(len(masks))

    with Batch(game, options, 1, 3, threads=1) as batch:
        search = NetworkSearch(game, options, 1, evaluate, 80, "match")
        found = search.search(batch.states, batch.seats)
        ends = 0
        for simulation in range(80, 110):  # the tree goes on to grow
            search._simulate(simulation, np.uint64(1), np.asarray(batch.seats, np.int64))
            ends += int(search._found[0, KIND] == ENDED and not search._stack.values[0, :2].any())
    assert found.visits.sum() == 79
    assert ends > 0, "a draw, and not what the function says"


@pytest.mark.compiled_only
def test_it_finds_a_win_that_is_one_move_away() -> None:
    """With no knowledge but the end of the match, search wins where random play seldom does."""
    with batch_of("stratego", 24) as batch:
        search = NetworkSearch(batch.game, batch.options, 24, know_nothing(2), 48, "match")
        places, own, earned, open_ = np.arange(24), np.arange(24) % 2, np.zeros(24), np.ones(24, bool)
        for _ in range(200):
            mine = batch.seats == own
            found = search.search(batch.states, np.where(mine & open_, batch.seats, NOBODY))
            batch.step(np.where(mine & open_, found.best(), batch.random_actions()))
            ended = open_ & batch.over
            earned[ended] = batch.rewards[places, own][ended]
            open_ &= ~ended
            if not open_.any():
                break
    assert earned.mean() > 0.3, "random play would earn about 0"


def test_values_and_priors_are_used() -> None:
    with batch_of("footsoldiers", 2) as batch:
        liked = int(batch.legal[0, 3])

        def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
            priors = masks.astype(np.float32)
            priors[:, liked] *= 1000
            return priors, np.zeros(len(observations))

        found = NetworkSearch(batch.game, batch.options, 2, evaluate, 12, "match").search(batch.states, batch.seats)
        assert found.best()[0] == liked


def test_arrays_of_other_libraries_are_given_without_a_copy() -> None:
    class Wrapped:
        def __init__(self, array: Any) -> None:
            self.array = array

    shared: list[bool] = []
    with batch_of("stratego", 2) as batch:

        def evaluate(observations: Wrapped, masks: Wrapped) -> tuple[Any, Any]:
            shared.append(np.shares_memory(observations.array, search._framed.observations))
            return masks.array.astype(np.float64), [0.0, 0.0]

        search = NetworkSearch(batch.game, batch.options, 2, evaluate, 3, arrays=Wrapped)
        search.search(batch.states, batch.seats)
    assert shared == [True] * 3


def test_answers_that_do_not_fit_are_refused() -> None:
    with batch_of("stratego", 2) as batch:
        for wrong, words in (
            (lambda seen, masks: (masks[:, :3], np.zeros(2)), "priors of shape"),
            (lambda seen, masks: (masks * np.nan, np.zeros(2)), "finite"),
            (lambda seen, masks: (-masks, np.zeros(2)), "at least 0"),
            (lambda seen, masks: (masks, np.zeros((2, 5))), "2 values a leaf"),
        ):
            with pytest.raises(PlowsharesError, match=words):
                NetworkSearch(batch.game, batch.options, 2, wrong, 4).search(batch.states, batch.seats)
        with pytest.raises(PlowsharesError, match="2 simulations at least"):
            NetworkSearch(batch.game, batch.options, 2, know_nothing(2), 1)
