"""Intervals and tests against known values, and against the truth by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from plowshares.lab.statistics import (
    ALPHA,
    Comparison,
    compare,
    estimate,
    holm,
    median,
    round_up,
    seeds_needed,
    t_chance,
    t_quantile,
    z_of,
)
from plowshares.lab.study import LOOKS


@pytest.mark.parametrize(
    ("freedom", "exact"), [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (29, 2.045), (120, 1.980), (1000, 1.962)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, exact: float) -> None:
    assert t_quantile(0.05, freedom) == pytest.approx(exact, abs=0.0006)


@pytest.mark.parametrize(
    ("t", "freedom", "exact"),
    [
        (2.262, 9, 0.05),
        (3.250, 9, 0.01),
        (2.756, 29, 0.01),
        (63.657, 1, 0.01),
        (-8.610, 4, 0.001),
        (3.300, 1000, 0.001),
    ],
)
def test_students_chances_are_those_of_the_tables(t: float, freedom: int, exact: float) -> None:
    assert t_chance(t, freedom) == pytest.approx(exact, rel=0.002)
    # Both ways of computing it meet where one takes over from the other.
    assert t_chance(t, 300) == pytest.approx(t_chance(t, 301), rel=0.01, abs=1e-12)


def test_holm_corrects_step_by_step() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = np.random.default_rng(7)
    inside = {"share": 0, "number": 0, "median": 0}
    rounds = 400
    for _ in range(rounds):
        shares = chance.binomial(2, 0.9, 60) / 2  # two rotations of a seed
        found = estimate(shares.tolist(), is_share=True)
        inside["share"] += found.low <= 0.9 <= found.high
        numbers = chance.exponential(3.0, 60).tolist()
        found = estimate(numbers)
        inside["number"] += found.low <= 3.0 <= found.high
        found = median(numbers)
        inside["median"] += found.low <= 3.0 * math.log(2) <= found.high
    for name, count in inside.items():
        assert 0.91 <= count / rounds <= 0.995, name


def test_shares_that_are_all_alike_still_have_an_interval() -> None:
    found = estimate([1.0] * 50, is_share=True)
    assert found.mean == 1.0
    assert 0.9 < found.low < 0.95
    assert found.high == 1.0


def test_few_or_no_values_promise_nothing() -> None:
    assert estimate([]).count == 0
    assert math.isinf(estimate([3.0]).high)
    assert median([]).count == 0
    assert compare([2.0]).p == 1.0
    assert compare([]).count == 0


def test_pairs_that_never_differ_and_pairs_that_always_differ() -> None:
    never = compare([0.0] * 10, most=1.0)
    assert (never.p, never.error) == (1.0, 0.0)
    assert -0.35 < never.low == -never.high < -0.2  # by the rule of three, up to three in ten may differ yet
    assert compare([1.0] * 10).p == 2.0**-9


@pytest.mark.parametrize("seeds", [40, 60, 100, 150])
def test_a_rare_difference_is_seldom_ruled_out(seeds: int) -> None:
    chance = np.random.default_rng(11)
    ruled_out = 0
    for _ in range(400):
        test = compare((chance.random(seeds) < 0.05).astype(float).tolist(), most=1.0)
        ruled_out += abs(test.mean) + t_quantile(0.05, seeds - 1) * test.caution <= 0.05
    assert ruled_out / 400 < 0.08


def test_chance_alone_is_seldom_taken_for_a_difference() -> None:
    chance = np.random.default_rng(3)
    found = [compare(chance.normal(0, 1, 40).tolist()).p < 0.05 for _ in range(600)]
    assert 0.02 < np.mean(found) < 0.08


def test_looking_several_times_does_not_take_chance_for_a_difference_more_often() -> None:
    chance = np.random.default_rng(5)
    found = 0
    for _ in range(600):
        values = chance.normal(0, 1, 160).tolist()
        found += any(compare(values[: 160 // look]).p < ALPHA / len(LOOKS) for look in LOOKS)
    assert found / 600 < 0.05


def test_the_median_of_seeds_whose_matches_are_alike_has_a_wider_interval() -> None:
    chance = np.random.default_rng(9)
    inside = 0
    for _ in range(300):
        luck = chance.exponential(3.0, 30)
        found = median(np.repeat(luck, 4).tolist(), seeds=30)
        inside += found.low <= 3.0 * math.log(2) <= found.high
    assert 0.92 <= inside / 300 <= 1.0


def test_the_games_that_would_settle_a_question() -> None:
    seen = Comparison(0.1, -0.05, 0.25, 100, 0.075, 0.18)
    plain = seeds_needed(seen, 0.02, 1)
    assert plain is not None
    assert 400 < plain < 480  # 100 × ((1.96 + 0.84) × 0.075 / 0.1)²
    corrected = seeds_needed(seen, 0.02, 20)
    assert corrected is not None
    assert corrected > plain
    small = Comparison(0.001, -0.03, 0.03, 100, 0.015, 0.95)
    assert seeds_needed(small, 0.02, 1) == math.ceil(100 * (z_of(0.05) * 0.015 / 0.019) ** 2)
    never = compare([0.0] * 20, most=1.0)
    needed = seeds_needed(never, 0.05, 1)
    assert needed is not None
    assert t_quantile(0.05, needed - 1) * compare([0.0] * needed, most=1.0).caution == pytest.approx(0.05, rel=0.1)
    assert seeds_needed(Comparison(math.nan, 0, 0, 1, math.inf, 1.0), 0.02, 3) is None
    assert seeds_needed(Comparison(1e-9, -1, 1, 100, 0.5, 1.0), 0.0, 3) is None
    assert round_up(12345) == 13000
    assert round_up(99) == 99
