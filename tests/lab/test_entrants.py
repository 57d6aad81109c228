"""Who plays in a study: levels by number, as they are written, refused, described, and played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from plowshares.agents.levels import LEVELS, Level
from plowshares.core.errors import InvalidOption
from plowshares.core.hooks import Blunders
from plowshares.lab import entrants
from plowshares.lab.design import define, variants_of
from plowshares.lab.match import Batch, run_batch
from plowshares.lab.report import Results
from plowshares.lab.study import Study
from tests.lab.toy import TOY, toy


@pytest.mark.parametrize(
    ("word", "whole"),
    [
        ("hard", "hard@2048"),
        (" Hard ", "hard@2048"),
        ("easy@16", "easy@16"),
        ("EXPERT@0500", "expert@500"),
        ("greedy", "greedy"),
        ("cmd:play --at me@1", "cmd:play --at me@1"),
    ],
)
def test_a_level_is_a_level_with_a_number(word: str, whole: str) -> None:
    assert entrants.settle(word) == whole
    assert entrants.settle(whole) == whole


def test_every_level_has_a_number_and_stronger_ones_more() -> None:
    assert list(entrants.SIMULATIONS) == list(LEVELS)
    assert sorted(entrants.SIMULATIONS.values()) == list(entrants.SIMULATIONS.values())


@pytest.mark.parametrize("word", ["hard@", "hard@x", "hard@15", "hard@1000001", "hard@-48", "hard@4.5", "hard@٤٨"])
def test_numbers_that_are_none_are_refused(word: str) -> None:
    with pytest.raises(
        InvalidOption, match=f"'{word}': after @ comes a number of simulations from 16 to 1000000: hard@500"
    ):
        define(toy(seats=[word]))


def test_players_that_do_not_think_by_number_are_refused() -> None:
    with pytest.raises(
        InvalidOption, match="only levels think by number, 'greedy@100' is none; there are: easy, medium"
    ):
        define(toy(seats=["greedy@100,random"]))
    with pytest.raises(InvalidOption, match="'hrad@100' is none; did you mean 'hard'"):
        define(toy(seats=["hrad@100"]))
    with pytest.raises(InvalidOption, match="no agent is called 'search:200'"):
        define(toy(seats=["search:200"]))


def test_names_stay_as_they_were_given() -> None:
    (variant,) = variants_of(define(toy(seats=["hard,mine=expert@64"], vary={})))
    assert [(each.name, each.seat) for each in variant.entrants] == [("hard", "hard@2048"), ("mine", "expert@64")]


def test_a_level_plays_the_same_with_and_without_a_referee(tmp_path: Path) -> None:
    (variant,) = variants_of(define(toy(seats=["hard@16,expert@32"], vary={})))
    plain = Batch(0, TOY, 0, variant.options, variant.entrants, 1, "none", (0, 1))
    rows = run_batch(plain)
    assert run_batch(plain) == rows
    assert run_batch(msgspec.structs.replace(plain, records=tmp_path, samples=2)) == rows
    assert rows[0].players == ("hard@16", "expert@32")


def test_the_report_says_how_much_the_players_think() -> None:
    page = Results(Study(define(toy(seats=["hard@16,expert@16"], games=2, vary={}))).run(workers=1)).html()
    blunder_rate = f"{100 * LEVELS['hard'].blunders.rate:g} %"
    assert (
        f"hard@16 looks ahead in 16 simulations for each decision and takes a slightly worse action in {blunder_rate}"
        in page
    )
    assert "expert@16 looks ahead in 16 simulations for each decision and never errs" in page


def test_levels_with_another_blunder_rate_are_another_study(monkeypatch: pytest.MonkeyPatch) -> None:
    design = define(toy(seats=["hard"]))
    before = design.fingerprint()
    assert define(toy(seats=["greedy"])).fingerprint() != before
    monkeypatch.setitem(LEVELS, "hard", Level(0.16, Blunders(0.99)))
    assert design.fingerprint() != before
    monkeypatch.undo()
    monkeypatch.setitem(entrants.SIMULATIONS, "hard", 16)
    assert design.fingerprint() != before
