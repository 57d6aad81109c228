"""Answers about made-up results whose truth is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.arena.job import Entrant
from plowshares.core.measures import Extra
from plowshares.lab.aggregate import Numbers, all_measures, find_measure
from plowshares.lab.design import Variant, define
from plowshares.lab.findings import Finding, answer, is_settled, questions_of
from plowshares.lab.observer import Row
from plowshares.lab.report import Results
from plowshares.lab.study import Study
from tests.lab.toy import TOY, toy

WHO = (Entrant("a", "random"), Entrant("b", "random"))
WIN, LOSS, DRAW = (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)


def variant(index: int, **values: Any) -> Variant:
    return Variant(index, values, {}, WHO)


def row(variant: int, number: int, outcome: tuple[float, ...], **more: Any) -> Row:
    facts = {"reason": "end", "rounds": 10, "commands": 20, "decisions": 20, "options": 5.0, "lead_from": 0.5}
    facts |= {"lead_changes": 1, "variety": 2.0, "distinct": 4, "kinds": {"lay": 3, "add": 1}, "extra": Extra()}
    return Row(variant, number, number // 2, number % 2, "0x1", ("a", "b"), outcome, outcome, **{**facts, **more})


def study(rows: list[Row], variants: list[Variant], *names: str) -> list[Finding]:
    measures = all_measures(registry.find(TOY), variants)
    numbers = Numbers(rows, measures, len(variants))
    return answer(numbers, variants, [find_measure(numbers.measures, name) for name in names])


TWO = [variant(0, rounds=2), variant(1, rounds=4)]


def test_every_change_is_looked_at_alone_and_over_all() -> None:
    grid = [variant(2 * i + j, x=i, y=j) for i in range(3) for j in range(2)]
    questions = questions_of(grid)
    assert [(each.change, each.where) for each in questions[:3]] == [
        ("x=1 instead of x=0", "on average"),
        ("x=1 instead of x=0", "with y=0"),
        ("x=1 instead of x=0", "with y=1"),
    ]
    assert questions[0].before == (0, 1)
    assert questions[0].after == (2, 3)
    assert len(questions) == 2 * 3 + 1 * 4
    assert [each.where for each in questions_of(TWO)] == [""]
    assert questions_of([variant(0)]) == []


def test_a_clear_difference_is_found_with_its_size() -> None:
    chance = np.random.default_rng(1)
    rows = [row(v, n, DRAW, rounds=int(chance.integers(8, 13)) + 5 * v) for v in (0, 1) for n in range(200)]
    (found,) = study(rows, TWO, "rounds")
    assert found.verdict == "differs"
    assert found.test.low < 5 < found.test.high
    assert found.test.count == 100
    assert "rounds=4 instead of rounds=2: rounds goes from 10." in found.sentence
    assert found.sentence.endswith("sure (p < 0.001 one comparison).")


def test_pairing_takes_the_luck_of_the_seed_away() -> None:
    chance = np.random.default_rng(2)
    luck = chance.integers(10, 200, 60)  # of the seed, the same in both variants
    rows = [row(v, n, DRAW, rounds=int(luck[n // 2]) + v) for v in (0, 1) for n in range(120)]
    (found,) = study(rows, TWO, "rounds")
    assert found.verdict == "differs"
    assert found.test.mean == pytest.approx(1)


def test_no_difference_is_said_when_none_that_matters_is_left() -> None:
    rows = [
        row(v, n, WIN if (n + n // 2) % 2 else LOSS, options=5.0 + 0.01 * (n % 3)) for v in (0, 1) for n in range(400)
    ]
    (found,) = study(rows, TWO, "options")
    assert found.verdict == "same"
    assert "no difference that matters" in found.sentence


def test_too_few_games_cannot_tell_and_say_how_many_would() -> None:
    chance = np.random.default_rng(4)
    rows = [row(v, n, DRAW, rounds=int(chance.integers(1, 100))) for v in (0, 1) for n in range(20)]
    (found,) = study(rows, TWO, "rounds")
    assert found.verdict == "open"
    assert found.needed is not None
    assert found.needed > 20
    assert "cannot tell yet (p = " in found.sentence
    assert found.sentence.endswith(f"about {found.needed} games of each variant would settle it.")


def test_the_seat_that_always_wins_is_found() -> None:
    rows = [row(v, n, WIN if v else (WIN if n % 4 < 2 else LOSS)) for v in (0, 1) for n in range(80)]
    found = study(rows, TWO, "first seat")
    by_where = {each.where: each for each in found}
    assert by_where["rounds=4"].verdict == "differs"
    assert "With rounds=4: the first seat scores 100.0 %, +50.0 points from even" in by_where["rounds=4"].sentence
    assert by_where["rounds=2"].verdict != "differs"
    assert not is_settled(found) or all(each.verdict != "open" for each in found)


def test_more_comparisons_ask_for_more() -> None:
    chance = np.random.default_rng(5)
    rows = [row(v, n, DRAW, rounds=int(chance.integers(5, 16)) + v) for v in (0, 1) for n in range(60)]
    (alone,) = study(rows, TWO, "rounds")
    many = study(rows, TWO, "rounds", "decisions", "options", "variety", "lead changes")
    together = next(each for each in many if each.measure == "rounds")
    assert together.test.p == alone.test.p
    assert together.p >= alone.p


def test_measures_without_a_value_in_some_matches_are_compared_where_there_is_one() -> None:
    rows = [
        row(v, n, DRAW if n % 4 else WIN, lead_from=None if n % 4 else 0.2 + 0.3 * v) for v in (0, 1) for n in range(80)
    ]
    (found,) = study(rows, TWO, "lead from")
    assert found.test.count == 20
    assert found.verdict == "differs"


def test_tags_series_reasons_and_kinds_are_added_up() -> None:
    extra = Extra({"weight": 2.0}, {"class": [["baker"], ["smith"]]}, {"coins": [1.0, 3.0]})
    rows = [row(0, n, WIN, extra=extra, reason="end" if n else "cap") for n in range(4)]
    numbers = Numbers(rows, all_measures(registry.find(TOY), [variant(0)]), 1)
    assert numbers.tags(0)["class"]["baker"].mean == 1.0
    assert numbers.tags(0)["class"]["smith"].mean == 0.0
    assert numbers.series(0) == {"coins": [1.0, 3.0]}
    assert numbers.reasons(0) == {"end": 0.75, "cap": 0.25}
    assert numbers.kinds(0) == {"lay": 0.75, "add": 0.25}


def test_players_who_differ_are_measured_by_name() -> None:
    mixed = Variant(0, {}, {}, (Entrant("a", "greedy"), Entrant("b", "random")))
    names = [each.name for each in all_measures(registry.find(TOY), [mixed])]
    assert {"player a", "player b"} <= set(names)
    assert not any(name.startswith("player") for name in [m.name for m in all_measures(registry.find(TOY), TWO)])


def tagged(words: list[str], outcome: tuple[float, ...], number: int) -> Row:
    return row(0, number, outcome, extra=Extra({}, {"class": [[word] for word in words]}))


def test_the_words_of_a_tag_are_compared_with_even_and_corrected_together() -> None:
    chance = np.random.default_rng(1)
    rows = []
    for seed in range(60):
        words = ["baron", "trader"] if seed < 50 else ["gardener", "trader"]
        wins = chance.random() < 0.9
        rows += [tagged(words, WIN if wins else LOSS, 2 * seed), tagged(words, WIN if wins else LOSS, 2 * seed + 1)]
    numbers = Numbers(rows, all_measures(registry.find(TOY), [variant(0)]), 1)
    found = {each.measure: each for each in answer(numbers, [variant(0)], [], tags=["class", "nothing"])}
    assert set(found) == {"class baron", "class trader", "class gardener"}
    baron, gardener = found["class baron"], found["class gardener"]
    assert (baron.verdict, baron.test.count) == ("differs", 50)
    assert baron.p >= baron.test.p
    assert baron.sentence.startswith("Class baron scores ")
    assert "after correction for 3 comparisons" in baron.sentence
    assert found["class trader"].after < 0.5 < baron.after
    assert numbers.tags(0)["class"]["baron"].mean == baron.after
    # A word that one seed in six has needs six times the games.
    assert gardener.needed is None or gardener.needed >= 6 * 2 * gardener.test.count


def test_tags_are_asked_about_if_the_game_wants_it_or_the_study_names_them() -> None:
    farm: dict[str, Any] = {"game": "battle_farm", "options": {"max_rounds": 2}, "seats": ["random,random"]}
    for measures, there in (([], True), (["rounds"], False), (["rounds", "class"], True)):
        found = Study(define({**farm, "games": 2, "samples": 0, "measures": measures})).run(workers=1).findings
        assert any(each.measure.startswith("class ") for each in found) == there


def test_seeds_that_give_the_same_games_are_counted() -> None:
    alike = [row(0, number, WIN if number % 2 else LOSS) for number in range(20)]
    measures = all_measures(registry.find(TOY), [variant(0)])
    assert Numbers(alike, measures, 1).different_seeds(0) == (1, 10)
    assert Numbers([*alike, row(0, 20, WIN), row(0, 21, WIN, rounds=11)], measures, 1).different_seeds(0) == (2, 11)


def test_the_reader_is_warned_when_most_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Results(Study(define(toy(games=8))).run(workers=1))
    assert found.warnings() == []
    monkeypatch.setattr(Numbers, "different_seeds", lambda self, variant: (1 + variant, 4))
    (warning,) = found.warnings()
    assert "1 of 4 seeds differ with rounds=2; 2 of 4 seeds differ with rounds=4." in warning
    assert f"<strong>Careful:</strong> {warning}" in found.html()
