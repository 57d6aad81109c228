"""Intervals and tests against known values, and against the truth by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from plowshares.lab.statistics import (
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


@pytest.mark.parametrize(("freedom", "exact"), [(4, 2.776), (9, 2.262), (29, 2.045), (120, 1.980)])
def test_students_quantiles_are_those_of_the_tables(freedom: int, exact: float) -> None:
    assert t_quantile(z_of(0.05), freedom) == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize(("t", "freedom", "exact"), [(2.262, 9, 0.05), (3.250, 9, 0.01), (2.756, 29, 0.01)])
def test_students_chances_are_those_of_the_tables(t: float, freedom: int, exact: float) -> None:
    assert t_chance(t, freedom) == pytest.approx(exact, rel=0.03)


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
    assert compare([0.0] * 10).p == 1.0
    assert compare([1.0] * 10).p == 2.0**-9


def test_chance_alone_is_seldom_taken_for_a_difference() -> None:
    chance = np.random.default_rng(3)
    found = [compare(chance.normal(0, 1, 40).tolist()).p < 0.05 for _ in range(600)]
    assert 0.02 < np.mean(found) < 0.08


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
    assert seeds_needed(Comparison(0.0, 0.0, 0.0, 5, 0.0, 1.0), 0.02, 3) == 30
    assert seeds_needed(Comparison(math.nan, 0, 0, 1, math.inf, 1.0), 0.02, 3) is None
    assert seeds_needed(Comparison(1e-9, -1, 1, 100, 0.5, 1.0), 0.0, 3) is None
    assert round_up(12345) == 13000
    assert round_up(99) == 99
