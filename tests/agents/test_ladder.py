from __future__ import annotations

import pytest

from plowshares.agents.ladder import Pairing, Row, Terms, all_pairs, neighbours, part_of_win, play, schedule
from plowshares.core.errors import InvalidOption
from tests.amounts import amount
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options


def test_pairs_name_the_stronger_player_first() -> None:
    assert all_pairs(["hard", "random", "easy"]) == [("easy", "random"), ("hard", "random"), ("hard", "easy")]
    assert neighbours(["random", "greedy", "easy", "hard"]) == [
        ("hard", "random"),
        ("hard", "greedy"),
        ("hard", "easy"),
    ]
    assert neighbours(["passive", "easy", "hard@64", "hard"]) == [
        ("easy", "passive"),
        ("hard", "passive"),
        ("hard@64", "passive"),
        ("hard", "easy"),
        ("hard@64", "hard"),
    ]
    assert neighbours(["random", "greedy"]) == [("greedy", "random")]
    with pytest.raises(InvalidOption, match="no player is called 'expret'; did you mean 'expert'"):
        all_pairs(["expret"])
    for word in ("greedy@5", "hard@", "hard@0", "hard@x"):
        with pytest.raises(InvalidOption, match=f"'{word}' is not a level with a number of simulations"):
            all_pairs([word])


def test_every_seed_is_played_with_seats_changed() -> None:
    pairs = list(schedule([("hard", "easy"), ("easy", "random")], 4, 7))
    assert [(each.seed, each.seat) for each in pairs if each.first == "hard"] == [(7, 0), (7, 1), (8, 0), (8, 1)]
    assert len(pairs) == 8
    three = list(schedule([("hard", "easy")], 4, 7, 3))
    assert [(each.seed, each.seat) for each in three] == [(7, 0), (7, 1), (7, 2), (8, 0)]


def test_rows_know_how_sure_they_are() -> None:
    assert Row("a", "b").interval == (0.0, 1.0)
    assert Row("a", "b", 4).mean == Row("a", "b", 4).share == 0.25
    row = Row("a", "b", 2, [1.0] * 15 + [0.5] * 2 + [0.0] * 3)
    low, high = row.interval
    assert row.mean == 0.8
    assert 0.5 < low < 0.8 < high < 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_of_the_ladder_is_repeatable_and_scored(seats: int) -> None:
    terms = Terms(Options(seats=seats), scale=0.001)
    first = play(GAME, terms, Pairing("greedy", "random", 3, 0))
    assert first == play(GAME, terms, Pairing("greedy", "random", 3, 0))
    assert 0 <= first.score <= 1
    assert not first.cut
    if seats == 2:
        swapped = play(GAME, terms, Pairing("random", "greedy", 3, 1))
        assert swapped.score == pytest.approx(1 - first.score)


def test_a_win_is_shared_by_those_who_win_together() -> None:
    assert [part_of_win((1.0, -1.0), seat) for seat in range(2)] == [1.0, 0.0]
    assert [part_of_win((0.0, 0.0), seat) for seat in range(2)] == [0.5, 0.5]
    assert [part_of_win((0.5, -1.0, 0.5), seat) for seat in range(3)] == [0.5, 0.0, 0.5]


def test_the_first_player_sits_alone() -> None:
    alone = [
        play(GAME, Terms(Options(seats=3, rounds=5)), Pairing("greedy", "random", seed, seed % 3)).score
        for seed in range(amount(60, 6))
    ]
    others = [
        play(GAME, Terms(Options(seats=3, rounds=5)), Pairing("random", "greedy", seed, seed % 3)).score
        for seed in range(amount(60, 6))
    ]
    assert sum(alone) > sum(others)


def test_endless_matches_are_broken_off_as_draws() -> None:
    played = play(GAME, Terms(Options(), most=3), Pairing("greedy", "random", 3, 0))
    assert (played.score, played.decisions, played.cut) == (0.5, 3, True)
    played = play(GAME, Terms(Options(seats=4), most=3), Pairing("greedy", "random", 3, 0))
    assert (played.score, played.cut) == (0.25, True)


def test_levels_by_simulations_repeat_themselves() -> None:
    pairing = Pairing("hard@32", "passive", 3, 0)
    assert play(GAME, Terms(Options()), pairing) == play(GAME, Terms(Options()), pairing)


def test_levels_take_part() -> None:
    for number in range(amount(4, 1)):
        assert 0 <= play(GAME, Terms(Options(), 0.001), Pairing("hard", "random", number, number % 2)).score <= 1
