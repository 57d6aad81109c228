"""Batches play exactly as single matches do."""

from __future__ import annotations

import gc
import threading
import time
from random import Random

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, mix, seed_rng
from plowshares.core.seats import seats_of
from plowshares.engine.batch import (
    SMALL,
    clear_mask,
    draw_bits,
    find_illegal,
    find_unmarked,
    has_action,
    pick,
    pick_all,
    write_mask,
)
from plowshares.engine.work_sharing import BEGIN, END
from plowshares.envs import thread_team
from plowshares.envs.batch import Batch
from tests.amounts import amount, some
from tests.toys.pennies import GAME as PENNIES

GAMES = [registry.find(name) for name in registry.names()] + [PENNIES]
# One preset of each game: every further one is a compilation of its own.
TABLES = [(game, next(iter(game.presets))) for game in GAMES]


@pytest.mark.parametrize(("game", "preset"), TABLES, ids=[f"{g.name}-{p}" for g, p in TABLES])
def test_a_batch_is_many_matches(game: Game, preset: str) -> None:
    options = read_options(game.options, dict(game.presets[preset]))
    with Batch(game, options, 3, seed=9, threads=2) as batch:
        twins = [game.start(options, int(mix(np.uint64(9), i, 0))) for i in range(3)]
        for _ in range(amount(600, 4)):
            for i, s in some(enumerate(twins)):
                seat = seats_of(game.rules.to_act(s))[0]
                assert batch.seats[i] == seat
                assert batch.states[i].tobytes() == s.tobytes()
                legal = np.zeros(batch.actions, np.int32)
                count = game.rules.legal_actions(s, seat, legal)
                assert np.flatnonzero(batch.masks[i]).tolist() == legal[:count].tolist()
                seen = np.zeros_like(batch.observations[i])
                game.observation.encode(game.view_of(s, seat), seat, seen)
                assert batch.observations[i].tobytes() == seen.tobytes()
            actions, seats = batch.random_actions(), batch.seats.copy()
            batch.step(actions)
            if batch.over.any() or batch.cut.any():
                break
            for i, s in enumerate(twins):
                game.rules.step(s, int(seats[i]), int(actions[i]))


@pytest.mark.parametrize("size", [SMALL, SMALL + 1])
@pytest.mark.parametrize("fresh", [False, True])
def test_small_and_large_masks_hold_the_marks_of_the_last_decision_only(size: int, fresh: bool) -> None:
    before, after = np.array([3, 5, 6], np.int32), np.array([4, 5], np.int32)
    mask = np.zeros(size, np.int8)
    mask[before] = 1
    if fresh:  # anything may be in it
        mask[:] = 7
    clear_mask(before, len(before), fresh, mask)
    write_mask(after, len(after), fresh, mask)
    assert np.flatnonzero(mask).tolist() == after.tolist()
    assert mask.max() == 1


def test_matches_that_end_begin_again_with_another_seed() -> None:
    options = read_options(PENNIES.options, {"rounds": 1})
    with Batch(PENNIES, options, 200, seed=4, threads=2) as batch:
        first = batch.states["hand"].copy()
        for _ in range(4):
            assert not batch.over.any()
            batch.step(batch.random_actions())
        assert batch.over.all()
        assert np.abs(batch.rewards.sum(axis=1)).max() < 1e-9
        assert np.abs(batch.rewards).max() == 1
        assert (batch.states["round"] == 0).all()
        assert not (batch.states["hand"] == first).all()
        batch.step(batch.random_actions())
        assert not batch.over.any()
        assert not batch.rewards.any()
        batch.reset(4)
        assert (batch.states["hand"] == first).all()


@pytest.mark.parametrize("in_order", [True, False])
def test_the_number_of_threads_changes_nothing(in_order: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thread_team, "IN_ORDER", in_order)
    options = read_options(PENNIES.options, {})
    ends = []
    for threads in (1, 3):
        with Batch(PENNIES, options, amount(300, 60), seed=4, threads=threads) as batch:
            for _ in range(20):
                batch.step(batch.random_actions())
            ends.append(batch.states.tobytes())
    assert ends[0] == ends[1]


def test_helpers_go_on_or_are_called_and_play_the_same() -> None:
    # While it spins, a helper thread starts a step like the last one by itself; otherwise it is called with arguments.
    options = read_options(PENNIES.options, {})
    ends = []
    for threads in (1, 3):
        with Batch(PENNIES, options, amount(300, 60), seed=4, threads=threads) as batch:
            mine, marks = np.zeros_like(batch.observations), np.zeros_like(batch.masks)
            for turn in range(amount(400, 40)):
                if turn % 9 == 5:
                    time.sleep(0.002)  # longer than it spins
                if turn % 31 == 30:
                    batch.reset(turn)
                actions = batch.random_actions()
                batch.step(actions, mine if turn % 7 == 3 else None, marks if turn % 5 == 3 else None)
                ends.append((batch.states.tobytes(), batch.observations.tobytes(), batch.masks.tobytes()))
                ends.append((batch.seats.tobytes(), batch.rewards.tobytes(), mine.tobytes() + marks.tobytes()))
    assert ends[: len(ends) // 2] == ends[len(ends) // 2 :]


def test_illegal_actions_are_refused_and_nothing_is_played() -> None:
    with Batch(PENNIES, read_options(PENNIES.options, {}), 4) as batch:
        before = batch.states.tobytes()
        for actions, words in (
            ([0, 0, 8, 0], "action 8 is not legal in match 2"),
            ([0, 0, 0, 99], "99"),
            ([0], "takes 4"),
        ):
            with pytest.raises(PlowsharesError, match=words):
                batch.step(np.array(actions))
        assert batch.states.tobytes() == before


def test_observations_and_masks_go_into_the_callers_arrays() -> None:
    options = read_options(PENNIES.options, {})
    with Batch(PENNIES, options, 5, seed=4) as batch, Batch(PENNIES, options, 5, seed=4) as twin:
        rows = np.full((4, *batch.observations.shape), 9, batch.observations.dtype)
        masks = np.full((4, *batch.masks.shape), 9, batch.masks.dtype)
        batch.reset(4, rows[0], masks[0])
        for t in range(3):
            assert (rows[t] == twin.observations).all()
            assert (masks[t] == twin.masks).all()
            actions = batch.random_actions()
            batch.step(actions, rows[t + 1], masks[t + 1])
            twin.step(actions)
        # The batch's own arrays are right again as soon as they are used again.
        actions = batch.random_actions()
        batch.step(actions)
        twin.step(actions)
        assert (batch.masks == twin.masks).all()
        assert (batch.observations == twin.observations).all()


def test_observations_are_right_whatever_array_had_those_of_the_step_before() -> None:
    game = registry.find("footsoldiers")  # it writes only what changes, where it can
    options = read_options(game.options, {**game.presets["short"], "total_turns": 3})
    with Batch(game, options, 4, seed=4, threads=1) as batch, Batch(game, options, 4, seed=4, threads=1) as twin:
        mine, other = np.full_like(batch.observations, 9), np.full_like(batch.observations, 9)
        for turn in range(amount(200, 24)):
            actions = batch.random_actions()
            batch.step(actions, mine if turn % 5 == 3 else None)
            twin.step(actions, other)
            assert ((mine if turn % 5 == 3 else batch.observations) == other).all()
            if turn == 10:
                batch.reset(7)
                twin.reset(7)


@pytest.mark.parametrize("count", [0, 1, 2, 127, 128, 129, 500])
def test_an_action_is_found_in_a_list_of_any_length(count: int) -> None:
    legal = 3 * np.arange(count + 5, dtype=np.int32) + 1
    held = [action for action in range(-1, 3 * count + 8) if has_action(legal, count, action)]
    assert held == legal[:count].tolist()
    actions = np.array([legal[0], legal[max(count - 1, 0)], legal[count]], np.int32)
    found = find_illegal(np.tile(legal, (3, 1)), np.full(3, count, np.int32), actions)
    assert found == (2 if count else 0)
    masks = np.zeros((3, 3 * count + 20), np.int8)
    masks[:, legal[:count]] = 1
    assert find_unmarked(masks, actions) == found


@pytest.mark.parametrize("action", [-1, -4, 4, 99, -(2**31), 2**31 - 1])
def test_no_mask_is_asked_about_an_action_that_it_does_not_have(action: int) -> None:
    masks = np.ones((3, 4), np.int8)
    assert find_unmarked(masks, np.array([0, 3, action], np.int32)) == 2
    assert find_unmarked(masks, np.array([action, 3, 0], np.int32)) == 0
    assert find_unmarked(masks, np.array([0, 3, 1], np.int32)) == -1


def test_masks_of_the_caller_allow_nothing() -> None:
    with Batch(PENNIES, read_options(PENNIES.options, {}), 4) as batch:
        masks = np.zeros_like(batch.masks)
        batch.step(batch.random_actions(), masks=masks)
        masks[:] = 1
        wrong = np.array(
            [np.flatnonzero(~np.isin(np.arange(batch.actions), batch.legal[i, : batch.counts[i]]))[0] for i in range(4)]
        )
        with pytest.raises(PlowsharesError, match="not legal in match 0"):
            batch.step(wrong)
        batch.step(batch.random_actions())
        assert (batch.masks.sum(axis=1) == batch.counts).all()


def test_arrays_that_do_not_fit_are_refused_before_anything_is_played() -> None:
    with Batch(PENNIES, read_options(PENNIES.options, {}), 4) as batch:
        before, actions = batch.states.tobytes(), batch.random_actions()
        short, wide = np.zeros_like(batch.masks[:3]), np.zeros(batch.masks.shape, np.int32)
        with pytest.raises(PlowsharesError, match="masks must be a contiguous array of int8"):
            batch.step(actions, masks=short)
        with pytest.raises(PlowsharesError, match="got int32"):
            batch.step(actions, masks=wide)
        with pytest.raises(PlowsharesError, match="got list"):
            batch.step(actions, masks=batch.masks.tolist())
        locked = np.zeros_like(batch.masks)
        locked.flags.writeable = False
        with pytest.raises(PlowsharesError, match="masks must be"):
            batch.step(actions, masks=locked)
        with pytest.raises(PlowsharesError, match="observations must be"):
            batch.step(actions, observations=batch.observations[:, ::-1])
        assert batch.states.tobytes() == before
    with pytest.raises(PlowsharesError, match="at least one match"):
        Batch(PENNIES, read_options(PENNIES.options, {}), 0)


def test_random_actions_favour_none() -> None:
    count, rngs = amount(30_000, 3000), Rng.array(1)
    seed_rng(rngs[0], np.uint64(3), 0)
    legal, counts = np.tile(np.array([5, 7, 11], np.int32), (count, 1)), np.full(count, 3, np.int32)
    bits, out, again = np.zeros(count, np.uint64), np.zeros(count, np.int32), np.zeros(count, np.int32)
    draw_bits(rngs, bits)
    pick_all(legal, counts, bits, out)
    shares = np.array([(out == action).mean() for action in (5, 7, 11)])
    assert np.abs(shares - 1 / 3).max() < 2 / np.sqrt(count)
    draw_bits(rngs, bits)
    pick_all(legal, counts, bits, again)
    assert abs((again == out).mean() - 1 / 3) < 2 / np.sqrt(count)  # the next step is another one


@pytest.mark.parametrize(("bits", "picked"), [(0, 5), (2**32 - 1, 11), (2**31, 7)])
def test_all_random_bits_pick_an_action_of_the_list(bits: int, picked: int) -> None:
    assert pick(np.array([5, 7, 11, 99], np.int32), 3, np.uint64(bits)) == picked


@pytest.mark.parametrize("threads", [1, 2])
def test_to_step_randomly_is_to_play_random_actions(threads: int) -> None:
    options = read_options(PENNIES.options, {})
    with Batch(PENNIES, options, 80, 4, threads) as batch, Batch(PENNIES, options, 80, 4, threads) as twin:
        mine, marks = np.zeros_like(batch.observations), np.zeros_like(batch.masks)
        for turn in range(amount(60, 12)):
            given = (mine if turn % 5 == 3 else None, marks if turn % 7 == 3 else None)
            actions = twin.random_actions()
            twin.step(actions)
            if turn % 4 == 2:  # either way the next ones are the same
                batch.step(batch.random_actions(), *given)
            else:
                batch.step_randomly(*given)
            assert (batch.chosen == actions).all()
            assert batch.states.tobytes() == twin.states.tobytes()
            assert ((batch.observations if given[0] is None else mine) == twin.observations).all()
            assert ((batch.masks if given[1] is None else marks) == twin.masks).all()
            assert (batch.rewards == twin.rewards).all()


def test_how_matches_are_shared_changes_nothing() -> None:
    options = read_options(PENNIES.options, {})
    ends = []
    for moving in (False, True):
        with Batch(PENNIES, options, 300, seed=4, threads=3) as batch:
            for turn in range(amount(60, 12)):
                batch.step(batch.random_actions())
                if moving:
                    cuts = sorted(Random(turn).sample(range(1, 300), 2))
                    batch._team.shares[:, BEGIN], batch._team.shares[:, END] = [0, *cuts], [*cuts, 300]
            ends.append((batch.states.tobytes(), batch.observations.tobytes(), batch.masks.tobytes()))
    assert ends[0] == ends[1]


def test_the_threads_of_a_batch_end_with_it() -> None:
    before = set(threading.enumerate())
    batch = Batch(PENNIES, read_options(PENNIES.options, {}), 200, threads=3)
    helpers = set(threading.enumerate()) - before
    assert (batch.threads, len(helpers)) == (3, 2)
    del batch
    gc.collect()
    assert not any(helper.is_alive() for helper in helpers)
