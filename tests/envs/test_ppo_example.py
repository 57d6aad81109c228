"""The PPO example, without its network: rollouts, advantages, measuring, curves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import ppo
from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game

pytestmark = pytest.mark.compiled_only


def choose_first(seen: Any, mask: Any) -> tuple[Any, Any, Any]:
    """Stand in for a network: the first legal action."""
    return mask.argmax(axis=1), np.zeros(len(mask), np.float32), np.full(len(mask), 0.5, np.float32)


def micro(count: int) -> Batch:
    return Batch(*read_game("stratego", "micro", **ppo.READY["stratego"]), count, 3)


def test_a_rollout_holds_what_the_batch_shows() -> None:
    with micro(6) as batch, micro(6) as twin:
        rollout = ppo.new_rollout(batch, 40)
        batch.reset(5, rollout.observations[0], rollout.masks[0])
        twin.reset(5)
        ppo.play(batch, rollout, choose_first)
        for t in range(40):
            assert (rollout.observations[t] == twin.observations).all()
            assert (rollout.masks[t] == twin.masks).all()
            assert (rollout.seats[t] == twin.seats).all()
            twin.step(rollout.actions[t])
            assert (rollout.ends[t] == twin.over).all()
        ppo.go_on(rollout)
        assert (rollout.observations[0] == twin.observations).all()


def row(*numbers: float) -> Any:
    """One match: a number for each step."""
    return np.array(numbers, np.float32)[:, None]


def three_actions(own: Any) -> ppo.Rollout:
    """One match: seat 0, seat 1, then seat 0 wins with its last action."""
    return ppo.Rollout(
        observations=None,
        masks=None,
        actions=row(0, 0, 0),
        chances=None,
        values=row(0.0, 0.0, 0.0),
        seats=row(0, 1, 0),
        rewards=row(0, 0, 1),
        ends=row(0, 0, 1).astype(bool),
        own=own.astype(bool),
        last_values=row(0.9)[0],
        last_seats=row(0)[0],
    )


def test_advantages_turn_their_sign_with_the_seat() -> None:
    found = ppo.estimate_advantages(three_actions(row(1, 1, 1)))[:, 0]
    fade = ppo.GAMMA * ppo.LAMBDA
    assert found.tolist() == pytest.approx([fade**2, -fade, 1.0])


def test_what_random_play_does_costs_no_patience() -> None:
    found = ppo.estimate_advantages(three_actions(row(1, 0, 1)))[:, 0]
    assert found[[0, 2]].tolist() == pytest.approx([ppo.GAMMA * ppo.LAMBDA, 1.0])


def test_against_random_play_the_learner_has_one_seat_of_every_match() -> None:
    with micro(6) as batch:
        rollout = ppo.new_rollout(batch, 20)
        batch.reset(5, rollout.observations[0], rollout.masks[0])
        ppo.play(batch, rollout, choose_first, alone=False)
    assert (rollout.own == (rollout.seats == np.arange(6) % 2)).all()
    first = rollout.masks[:-1].argmax(axis=2)
    assert (rollout.actions[rollout.own] == first[rollout.own]).all()
    assert (rollout.actions[~rollout.own] != first[~rollout.own]).any()


def test_measuring_counts_one_match_for_each_place() -> None:
    with micro(64) as batch:
        wins, draws = ppo.measure(batch, 7, lambda seen, mask: choose_first(seen, mask)[0])
        assert 0 < wins < 1
        assert wins + draws <= 1
        assert (wins, draws) == ppo.measure(batch, 7, lambda seen, mask: choose_first(seen, mask)[0])


def test_curves_are_written_and_read(tmp_path: Path) -> None:
    curve = [ppo.Point(0.0, 0, 0.25, 0.5), ppo.Point(61.5, 16384, 0.875, 0.0)]
    ppo.write_curve(curve, tmp_path / "curve.csv")
    assert ppo.read_curve(tmp_path / "curve.csv") == curve


def test_the_command_line() -> None:
    asked = ppo.read_arguments(["farmer_soldier", "--preset", "standard", "--minutes", "2"])
    assert (asked.game, asked.preset, asked.minutes, asked.matches) == ("farmer_soldier", "standard", 2.0, 256)
