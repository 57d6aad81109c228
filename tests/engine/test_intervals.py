"""Confidence intervals, scores and Elo differences."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plowshares.engine.intervals import elo_of, expected, mean, score_of, wilson


def test_wilson_as_in_the_books() -> None:
    low, high = wilson(0.5, 10)
    assert (round(low, 4), round(high, 4)) == (0.2366, 0.7634)
    low, high = wilson(1.0, 10)
    assert (round(low, 4), round(high, 4)) == (0.7225, 1.0)
    assert wilson(0.3, 0) == (0.0, 1.0)


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_wilson_holds_the_score(score: float, games: int) -> None:
    low, high = wilson(score, games)
    assert 0 <= low <= score + 1e-9
    assert score - 1e-9 <= high <= 1


def test_elo_and_score_are_twins() -> None:
    assert [round(elo_of(expected(elo)), 6) for elo in (-200, 0, 35, 400)] == [-200, 0, 35, 400]
    assert (elo_of(0), elo_of(1)) == (-np.inf, np.inf)
    assert (score_of(-1), score_of(0), score_of(1), mean([]), mean([1, 2])) == (0, 0.5, 1, 0, 1.5)
