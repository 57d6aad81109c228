"""Intervals, ratings, the sequential test and schedules."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plowshares.arena import schedule
from plowshares.arena.ratings import Finished, Live, comparisons, fit
from plowshares.arena.sprt import Sprt, first_decision, tilt
from plowshares.core.errors import InvalidOption
from plowshares.engine.intervals import expected


def simulate(strengths: list[float], groups: int, seats: int, seed: int) -> list[Finished]:
    """Play groups of matches by Plackett–Luce, every rotation of the seats once."""
    chance = random.Random(seed)
    found = []
    tables = list(itertools.combinations(range(len(strengths)), seats))
    for group in range(groups):
        table = tables[group % len(tables)]
        for turn in range(seats):
            seated = (*table[turn:], *table[:turn])
            left, places = list(seated), {}
            while left:
                weights = [10 ** (strengths[player] / 400) for player in left]
                (best,) = chance.choices(left, weights)
                places[best] = len(left)
                left.remove(best)
            outcome = tuple(2 * (places[player] - 1) / (seats - 1) - 1 for player in seated)
            found.append(Finished(seated, outcome, group))
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_ratings_find_the_true_strengths(seats: int) -> None:
    true = [0.0, 120.0, -150.0, 30.0]
    ratings = fit(4, simulate(true, 300, seats, 4))
    for rating, strength in zip(ratings, true, strict=True):
        assert rating.low < strength < rating.high
        assert abs(rating.elo - strength) < 60
    assert abs(sum(rating.elo for rating in ratings)) < 0.5


def test_intervals_of_ratings_are_honest() -> None:
    inside = 0
    for seed in range(40):
        (first, _) = fit(2, simulate([40.0, -40.0], 60, 2, seed))
        inside += first.low <= 40.0 <= first.high
    assert inside >= 34  # of 40 at 95 %: fewer would happen once in ten thousand times


def test_a_player_that_won_everything_has_a_finite_rating() -> None:
    first, second = fit(2, [Finished((0, 1), (1.0, -1.0), i) for i in range(5)])
    assert 100 < first.elo < 1000
    assert first.elo == -second.elo
    assert first.low < first.elo < first.high


def test_a_tie_is_half_a_win_and_a_match_of_many_counts_as_one() -> None:
    wins, games = comparisons(3, [Finished((0, 1, 2), (1.0, -0.5, -0.5), 7)])
    assert games.sum() == 3.0
    assert (wins[0, 0, 1], wins[0, 1, 0], wins[0, 1, 2]) == (0.5, 0.0, 0.25)


def test_live_ratings_follow_the_matches() -> None:
    live = Live(3)
    for _ in range(5):
        live.add(Finished((0, 1, 2), (1.0, 0.0, -1.0), 0))
    shown = [live.shown(player) for player in range(3)]
    assert all(each is not None for each in shown)
    means = [each[0] for each in shown if each]
    assert means[0] > means[1] > means[2]


def test_without_openskill_there_are_no_live_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    live = Live(2)
    live.add(Finished((0, 1), (1.0, -1.0), 0))
    assert live.shown(0) is None


# The sequential test


def run_test(test: Sprt, elo: float, chance: random.Random) -> str:
    scores: list[float] = []
    while True:
        for _ in range(5):
            scores.append(sum(chance.random() < expected(elo) for _ in range(2)) / 2)
        verdict = test.decide(scores)
        if verdict:
            return verdict


def test_errors_are_as_rare_as_promised() -> None:
    test = Sprt(elo0=0, elo1=100, alpha=0.05, beta=0.05)
    chance = random.Random(5)
    wrong = sum(run_test(test, 0, chance) == "better" for _ in range(60))
    missed = sum(run_test(test, 100, chance) == "not better" for _ in range(60))
    assert wrong <= 9  # of 60 at 5 %: more would happen once in a thousand times
    assert missed <= 9


def test_the_ratio_grows_with_wins_and_falls_with_losses() -> None:
    test = Sprt(elo0=0, elo1=50)
    assert test.ratio([]) == 0
    assert test.ratio([1.0] * 10) > test.ratio([1.0] * 5) > 0
    assert test.ratio([0.0] * 10) < test.ratio([0.0] * 5) < 0
    assert test.decide([0.5]) == ""


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=30), st.floats(0.3, 0.7))
def test_a_tilted_distribution_has_its_mean(scores: list[float], wanted: float) -> None:
    values = [0.0, 0.25, 0.5, 0.75, 1.0]
    shares = [(scores.count(value) + 0.01) / (len(scores) + 0.05) for value in values]
    tilted = tilt(values, shares, wanted)
    assert abs(sum(tilted) - 1) < 1e-6
    assert abs(sum(x * q for x, q in zip(values, tilted, strict=True)) - wanted) < 1e-6


def test_the_first_decision_is_the_one_that_counts() -> None:
    test = Sprt(elo0=0, elo1=100)
    count, verdict = first_decision(test, [1.0] * 200)
    assert verdict == "better"
    assert 1 < count < 200
    assert first_decision(test, [1.0] * 400) == (count, verdict)
    assert first_decision(test, [0.5, 0.5]) == (2, "")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"elo0": 5.0, "elo1": 5.0}, "sprt needs elo0 below elo1, got 5 and 5"),
        ({"alpha": 0.0}, "sprt alpha is 0; it must lie between 0 and 0.5"),
        ({"beta": 0.7}, "sprt beta is 0.7; it must lie between 0 and 0.5"),
    ],
)
def test_a_bad_test_is_refused(values: dict[str, float], words: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        Sprt(**values)
    assert str(caught.value) == words


# Schedules


def test_everybody_meets_everybody() -> None:
    assert schedule.meetings("round-robin", 3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert len(schedule.meetings("round-robin", 6, 4)) == 15


def test_a_champion_meets_all_others() -> None:
    assert schedule.meetings("gauntlet", 4, 2, champion=2) == [(2, 0), (2, 1), (2, 3)]
    assert all(meeting[0] == 1 for meeting in schedule.meetings("gauntlet", 5, 3, champion=1))


def test_too_few_players_and_unknown_formats_are_refused() -> None:
    with pytest.raises(InvalidOption, match="a match has 4 seats and there are only 3 players"):
        schedule.meetings("round-robin", 3, 4)
    with pytest.raises(InvalidOption, match="a match has 2 seats and there are only 1 players"):
        schedule.swiss_round([0], 2, {}, [0])
    with pytest.raises(InvalidOption, match="no tournament has the format 'ladder'"):
        schedule.meetings("ladder", 3, 2)


@given(st.integers(2, 12), st.integers(2, 4), st.integers(0, 1000))
def test_a_swiss_round_seats_everybody_once(players: int, seats: int, seed: int) -> None:
    if players < seats:
        return
    chance = random.Random(seed)
    met: dict[tuple[int, int], int] = {}
    byes = [0] * players
    for _ in range(4):
        standing = list(range(players))
        chance.shuffle(standing)
        tables = schedule.swiss_round(standing, seats, met, byes)
        seated = [player for table in tables for player in table]
        assert len(seated) == len(set(seated)) == players - players % seats
        for player in set(standing) - set(seated):
            byes[player] += 1
        for table in tables:
            schedule.note_meeting(met, table)
    assert max(byes) - min(byes) <= 1


def test_in_a_swiss_tournament_pairs_do_not_meet_again_early() -> None:
    met: dict[tuple[int, int], int] = {}
    for _ in range(3):
        for table in schedule.swiss_round(list(range(8)), 2, met, [0] * 8):
            schedule.note_meeting(met, table)
    assert max(met.values()) == 1
