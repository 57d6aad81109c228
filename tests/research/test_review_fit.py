"""Fitting chances: every match is held out whole, and the mapping finds what the data was made with."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.bench_review import show_check
from plowshares.review.calibration import BAR, Fit, Mapping, Tenth
from research.fit_review import Played, by_tenths, check_game, fit_game, fold_of, pool, predict
from research.review_page import Start, is_right

MATCHES, POSITIONS = 6000, 2


def made_up(seed: int, optimism: float = 0.4) -> list[Played]:
    """Return matches won as a logistic function of the true value, with seats that are too optimistic."""
    dice = np.random.default_rng(seed)
    matches = []
    for number in range(MATCHES):
        value = dice.uniform(-1, 1)
        won = float(dice.random() < 1 / (1 + math.exp(-3 * value)))
        rows = []
        for n in range(POSITIONS):
            noise = dice.normal(0, 0.05)
            rows += [(8 * n, 0, value + optimism + noise, value), (8 * n, 1, -value + optimism + noise, -value)]
        matches.append(Played("stratego", "mini", number, [won, 1 - won], rows))
    return matches


def test_shares_that_fall_are_merged_until_they_rise() -> None:
    groups = [(0.0, 0.1, 1), (1.0, 0.5, 1), (2.0, 0.3, 1), (3.0, 0.4, 1), (4.0, 0.9, 1)]
    assert pool(groups) == [(0.0, 0.1, 1), (2.0, pytest.approx(0.4), 3), (4.0, 0.9, 1)]


def test_tenths_compare_what_was_predicted_with_what_happened() -> None:
    tenths = by_tenths([(0.05, 0.0), (0.07, 1.0), (1.0, 1.0)])
    assert (tenths[0].positions, tenths[0].happened) == (2, 0.5)
    assert tenths[0].predicted == pytest.approx(0.06)
    assert tenths[9] == Tenth(1, 1.0, 1.0)
    assert sum(each.positions for each in tenths) == 3


def test_a_miss_by_less_than_a_rounding_counts() -> None:
    (tenth,) = (each for each in by_tenths([(0.15, float(i < 80_004)) for i in range(400_000)]) if each.positions)
    assert round(tenth.happened, 4) == 0.2
    assert tenth.off > BAR


def test_both_curves_are_fitted_and_hold_on_new_matches() -> None:
    fit = fit_game(made_up(1))
    assert fit.matches == MATCHES
    assert [height for _, height in fit.known.usual] == pytest.approx([0.4] * len(fit.known.usual), abs=0.05)
    assert fit.known.chance(0.4, 10, 2) == pytest.approx(0.5, abs=0.05)  # the optimism is taken out
    assert fit.true.chance(0.0, 10, 2) == pytest.approx(0.5, abs=0.05)
    assert fit.error is not None
    assert fit.error <= BAR
    again = check_game(fit, made_up(2))
    assert again.error is not None
    assert again.error <= BAR
    assert again.known.knots == fit.known.knots
    assert again.presets == ("mini",)


def test_with_everything_known_chances_add_up_to_one_for_each_number_of_seats() -> None:
    values = {2: (0.3, 0.3), 4: (0.1, 0.5, 0.5, 0.1)}  # nearly all seats look well
    matches = [
        Played("battle_farm", "two", seed, [1.0] + (len(row) - 1) * [0.0], [(0, i, v, v) for i, v in enumerate(row)])
        for seed in range(400)
        for row in (values[2 + 2 * (seed % 2)],)
    ]
    fit = check_game(fit_game(matches), matches)
    assert sorted(fit.by_seats) == [2, 4]
    assert fit.curves(3).true == fit.true
    for seats, row in values.items():
        assert fit.curves(seats) is fit.by_seats[seats]
        assert sum(fit.curves(seats).shares(row, 0)) == pytest.approx(1)
    predicted = predict(fit, matches[:2], "true")
    assert [sum(chance for chance, _ in part) for part in (predicted[:2], predicted[2:])] == pytest.approx([1, 1])
    assert [won for _, won in predicted] == [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def test_only_checked_presets_must_begin_evenly_and_only_on_average() -> None:
    assert is_right(Start("stratego", "quick", True, (0.3, 0.7), (0.3, 0.7)))
    assert not is_right(Start("stratego", "quick", True, (0.44, 0.44), (0.5, 0.5)))
    assert is_right(Start("stratego", "micro", False, (0.44, 0.44), (0.5, 0.5)))


def test_positions_of_a_match_are_never_on_both_sides() -> None:
    matches = made_up(3)
    folds = [fold_of(match) for match in matches]
    assert set(folds) == {0, 1, 2, 3}
    assert max(folds.count(fold) for fold in range(4)) <= MATCHES / 4 + 4


def test_a_miss_is_shown_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = Tenth(500, 0.35, 0.32), Tenth(500, 0.35, 0.28)
    few = Tenth(199, 0.35, 0.9)  # too few to say something
    assert show_check("stratego", Fit(Mapping(tenths=(good, few)), Mapping(tenths=(good, good))))
    assert not show_check("stratego", Fit(Mapping(tenths=(good,)), Mapping(tenths=(bad,))))
    assert "-7.0!" in capsys.readouterr().out
    assert not show_check("stratego", Fit())  # nothing was checked
