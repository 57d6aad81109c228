"""Targets as people write them, and the search for options that meet them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from plowshares import lab, registry
from plowshares.core.errors import InvalidOption
from plowshares.lab.aggregate import all_measures
from plowshares.lab.design import define
from plowshares.lab.targets import ADVANTAGE, Clause, read_target, seat_advantage
from plowshares.lab.tuning import Trial, Tuned, frontier_of, tune
from tests.lab.test_findings import DRAW, LOSS, WIN, row, variant
from tests.lab.toy import TOY, toy

MEASURES = all_measures(registry.find("stratego"), [])


def only(text: str) -> Clause:
    (clause,) = read_target(text, MEASURES)
    return clause


def test_targets_are_read_as_people_write_them() -> None:
    first, second = read_target("Seat advantage within 1 %, median length 30 rounds", MEASURES)
    assert (first.name, first.how, first.number) == (ADVANTAGE, "below", 0.01)
    assert (second.name, second.how, second.number, second.is_median) == ("rounds", "about", 30, True)
    assert only("length 200 decisions").name == "decisions"
    assert (only("decided above 90 %").how, only("decided above 90 %").number) == ("above", 0.9)
    assert only("capped at most 5 %").how == "below"
    assert only("pieces left 12").name == "pieces left"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("decided above 120 %", "impossible target 'decided above 120 %': decided cannot be more than 100 %"),
        ("seat advantage within 60 %", "cannot be more than 50 %"),
        ("rounds -3", "rounds cannot be negative"),
        ("rounds above 40, rounds below 20", "exclude each other"),
        ("happiness above 3", "there is no measure 'happiness'"),
        ("make it fun", "cannot read 'make it fun' in the target"),
        (" , ", "asks for nothing"),
    ],
)
def test_targets_that_cannot_be_are_refused(text: str, error: str) -> None:
    with pytest.raises(InvalidOption) as raised:
        read_target(text, MEASURES)
    assert error in str(raised.value)


def test_what_is_missed_and_by_how_much() -> None:
    rows = [row(0, n, WIN if n < 3 else LOSS, rounds=10 * (n + 1)) for n in range(4)]
    assert seat_advantage(rows) == pytest.approx(0.25)
    assert only("seat advantage within 5 %").miss(rows) == pytest.approx(0.2)
    assert only("median length 25 rounds").miss(rows) == 0
    assert only("rounds about 50").miss(rows) == pytest.approx(0.5)
    assert only("rounds above 20").miss(rows) == 0
    assert only("rounds below 20").miss(rows) == pytest.approx(0.25)
    assert only("lead from below 20 %").miss([row(0, 0, DRAW, lead_from=None)]) == 1.0


def test_the_frontier_is_what_nothing_beats() -> None:
    trials = [
        Trial(variant(i), (), misses) for i, misses in enumerate([(0.0, 3.0), (1.0, 1.0), (1.0, 2.0), (3.0, 0.0)])
    ]
    assert [each.variant.index for each in frontier_of(trials)] == [1, 0, 3]


def search(**values: Any) -> dict[str, Any]:
    return toy(**{"vary": {"rounds": [1, 2, 3, 4, 5]}, "games": 4, "target": "median length 3 rounds", **values})


def test_a_small_space_is_tried_out_whole_and_the_target_is_found(tmp_path: Path) -> None:
    tuned = tune(define(search(trials=9)), tmp_path, workers=1)
    assert sorted(trial.variant.values["rounds"] for trial in tuned.trials) == [1, 2, 3, 4, 5]
    assert [trial.variant.label for trial in tuned.frontier] == ["rounds=3"]
    assert tuned.frontier[0].is_met
    assert tuned.sentences()[1] == "rounds=3: median length 3 rounds: 3 ± 0 (while searching 3)."
    assert tuned.table()[0] == {
        "rounds": "3",
        "median length 3 rounds": "3",
        "median length 3 rounds, fresh games": "3 ± 0",
        "frontier": True,
        "met": True,
    }
    assert "The frontier" in tuned.html()


def test_a_search_gives_the_same_again_and_plays_nothing_twice(tmp_path: Path) -> None:
    design = define(search(vary={"rounds": [1, 2, 3, 4, 5], "seats": [2, 3, 4]}, trials=6, target=TWO_WISHES))
    first = tune(design, tmp_path, workers=1)
    told: list[int] = []
    again = tune(design, tmp_path, workers=1, tell=lambda done, total: told.append(done))
    assert told == []
    assert plain(again) == plain(first)
    assert plain(tune(design, workers=1)) == plain(first)
    assert "<circle" in first.html()


TWO_WISHES = "median length 4 rounds, decisions below 20"


def plain(tuned: Tuned) -> list[Any]:
    return [tuned.table(), tuned.sentences()]


def test_how_far_a_search_is_gets_told_with_all_that_is_known() -> None:
    told: list[tuple[int, int]] = []
    tune(define(search(trials=9)), workers=1, tell=lambda done, total: told.append((done, total)))
    assert told[0] == (1, 5 * 4)
    assert told[-1] == (6 * 4, 6 * 4)  # the one on the frontier is played again
    assert all(done <= total for done, total in told)


def test_a_search_with_other_numbers_is_another_study(tmp_path: Path) -> None:
    tune(define(search(vary={"rounds": [1, 2]}, trials=2)), tmp_path, workers=1)
    for other in ({"games": 6}, {"trials": 1}):
        with pytest.raises(InvalidOption, match="another study lies in"):
            tune(define(search(**{"vary": {"rounds": [1, 2]}, "trials": 2, **other})), tmp_path, workers=1)


def test_wishes_come_with_their_intervals() -> None:
    rows = [row(0, n, WIN if n % 8 < 5 else LOSS, rounds=10 + n % 5) for n in range(200)]
    assert 0.04 < only("seat advantage within 5 %").error(rows) < 0.12
    assert 0.1 < only("length 12 rounds").error(rows) < 0.5
    assert 0 < only("median length 12 rounds").error(rows) <= 1
    assert only("decided above 90 %").error(rows) < 0.05


def test_what_cannot_be_met_says_what_is_nearest() -> None:
    tuned = tune(define(search(trials=5, target="median length 40 rounds")), workers=1)
    assert "0 of the frontier meet the target" in tuned.sentences()[0]
    assert tuned.sentences()[1].startswith("rounds=5: ")


def test_combinations_that_cannot_be_played_are_passed_over() -> None:
    tuned = tune(define(search(vary={"rounds": [3, 99]}, trials=4)), workers=1)
    assert [trial.variant.values for trial in tuned.trials] == [{"rounds": 3}]
    with pytest.raises(InvalidOption, match="no combination of the options can be played: variant rounds=99"):
        tune(define(search(vary={"rounds": [99]}, trials=2)), workers=1)


def test_a_search_needs_something_to_search_and_optuna(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidOption, match="tuning needs options to search"):
        tune(define(search(vary={})), workers=1)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InvalidOption, match=r"pip install 'plowshares\[lab\]'"):
        tune(define(search(trials=4)), workers=1)


def test_the_notebook_way_to_tune() -> None:
    found = lab.tune(TOY, "median length 2 rounds", vary={"rounds": range(1, 5)}, seats="random", games=4, workers=1)
    assert [each.variant.values for each in found.frontier] == [{"rounds": 2}]
    assert len(found.table()) == 4
    assert repr(found) == f"<{TOY}: 4 sets of options tried, 1 on the frontier>"
    assert "which options?" in found._repr_html_()
    assert "--target 'median length 2 rounds' --trials 40" in found.results.command
    with pytest.raises(InvalidOption, match=r"a target is searched for with lab\.tune"):
        lab.run(TOY, vary={"rounds": [1, 2]}, target="median length 2 rounds")
    for wrong in ("extra", 5):
        with pytest.raises(InvalidOption, match="the values to vary are a list"):
            lab.run(TOY, vary={"rounds": wrong})  # type: ignore[dict-item]  # the mistake that is tested
