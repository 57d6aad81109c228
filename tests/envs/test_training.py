"""PPO without its network: rollouts, advantages, curves, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plowshares.cli import app
from plowshares.cli.train import Measuring, course_of, train
from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.envs import ppo
from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.training import Point, point_of, read_curve, write_curve

pytestmark = pytest.mark.compiled_only


def choose_first(seen: Any, mask: Any) -> tuple[Any, Any, Any]:
    """Stand in for a network: the first legal action."""
    return mask.argmax(axis=1), np.zeros(len(mask), np.float32), np.full(len(mask), 0.5, np.float32)


def micro(count: int) -> FramedBatch:
    return FramedBatch(
        Batch(*read_game("stratego", "micro", red_setup="random", blue_setup="random"), count, 3, threads=1)
    )


def test_a_rollout_holds_what_the_batch_shows() -> None:
    framed, twin = micro(6), micro(6)
    rollout = ppo.new_rollout(framed, 40)
    ppo.collect(framed, rollout, choose_first)
    for t in range(40):
        assert (rollout.observations[t] == twin.observations).all()
        assert (rollout.masks[t] == twin.masks).all()
        assert (rollout.seats[t] == twin.batch.seats).all()
        twin.step(rollout.actions[t])
        assert (rollout.ends[t] == twin.batch.over).all()
    assert (rollout.last_seats == twin.batch.seats).all()


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


def test_moves_of_rivals_are_not_discounted() -> None:
    found = ppo.estimate_advantages(three_actions(row(1, 0, 1)))[:, 0]
    assert found[[0, 2]].tolist() == pytest.approx([ppo.GAMMA * ppo.LAMBDA, 1.0])


def test_against_rivals_the_learner_has_one_seat_of_every_match() -> None:
    framed = micro(6)
    rollout = ppo.new_rollout(framed, 20)
    ppo.collect(framed, rollout, choose_first, ppo.random_rivals)
    assert (rollout.own == (rollout.seats == np.arange(6) % 2)).all()
    first = rollout.masks.argmax(axis=2)
    assert (rollout.actions[rollout.own] == first[rollout.own]).all()
    assert (rollout.actions[~rollout.own] != first[~rollout.own]).any()


def test_curves_are_written_and_read(tmp_path: Path) -> None:
    curve = [Point(0.0, 0, 0.25, 0.5), point_of(61.5, 16384, np.array([1.0, 1, 1, 0.0, 1, 1, 1, -1]))]
    assert (curve[1].wins, curve[1].draws) == (0.75, 0.125)
    write_curve(curve, tmp_path / "curve.csv")
    assert read_curve(tmp_path / "curve.csv") == curve


def test_flags_make_a_course() -> None:
    words = [
        "train",
        "stratego",
        "--option",
        "a=1",
        "--option",
        "b=2",
        "--rival",
        "league",
        "--width",
        "64",
        "--every",
        "7",
    ]
    _, bound, _ = app.parse_args(words)
    assert bound.kwargs["option"] == ("a=1", "b=2")
    course = course_of(bound.kwargs["learning"], bound.kwargs.get("measuring", Measuring()))
    assert (course.rival, course.settings.width, course.every) == ("league", 64, 7)
    assert course.settings.epochs == ppo.Settings().epochs


def test_what_cannot_be_learned_is_refused() -> None:
    with pytest.raises(InvalidOption, match="there is no such file"):
        train("farmer_soldier", measuring=Measuring(also=(Path("nothing.csv"),)))
    with pytest.raises(PlowsharesError, match="games for two; this match has 3 seats"):
        ppo.Learner(FramedBatch(Batch(*read_game("farmer_soldier", "melee"), 2, 1, threads=1)))
