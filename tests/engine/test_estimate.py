"""Estimates of positions for any seat, and copies of a position with other future chance."""

from __future__ import annotations

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.options import read_options
from plowshares.engine.chance import reseed
from plowshares.engine.match import Match
from plowshares.review.estimates import Estimator
from tests.agents.test_levels import disturbed
from tests.agents.test_passive import play_passively
from tests.amounts import amount

COUNT = amount(16, 3)


def start(name: str, preset: str, commands: int) -> Match:
    game = registry.find(name)
    match = Match(game, read_options(game.options, dict(game.presets[preset])), 3)
    play_passively(match, commands)
    return match


@pytest.mark.parametrize(("name", "preset", "commands"), [("stratego", "mini", 30), ("battle_farm", "two", 6)])
def test_what_a_seat_knows_is_estimated_from_its_view_alone(name: str, preset: str, commands: int) -> None:
    match = start(name, preset, commands)
    estimator = Estimator(match.game, match.seats)
    for seat in range(match.seats):
        found = estimator.known(match.state, seat, COUNT)
        assert -1 <= found <= 1
        assert found == estimator.known(disturbed(match, seat), seat, COUNT)
        assert -1 <= estimator.true(match.state, seat, COUNT) <= 1


@pytest.mark.parametrize(("name", "preset"), [("civ", "quick"), ("stratego", "mini"), ("footsoldiers", "short")])
def test_what_one_of_two_seats_gains_the_other_loses(name: str, preset: str) -> None:
    match = start(name, preset, 4)
    estimator = Estimator(match.game, match.seats)
    first, second = (estimator.true(match.state, seat, COUNT) for seat in range(2))
    assert first == pytest.approx(-second)


@pytest.mark.parametrize(("name", "preset"), [("battle_farm", "three"), ("civ", "quick")])
def test_seats_are_compared_with_all_of_them(name: str, preset: str) -> None:
    match = start(name, preset, 6)
    estimator, seats = Estimator(match.game, match.seats), range(match.seats)
    compared = [estimator.true(match.state, seat, COUNT) for seat in seats]
    rated = [estimator.true(match.state, seat, COUNT, is_compared=False) for seat in seats]
    assert sum(compared) == pytest.approx(0)
    assert sum(rated) != pytest.approx(0), "nothing to take off"
    off = [whole - part for whole, part in zip(rated, compared, strict=True)]
    assert off == pytest.approx([sum(rated) / match.seats] * match.seats)


def test_a_match_that_is_over_is_worth_its_outcome() -> None:
    match = start("stratego", "micro", 400)
    over = match.state
    assert match.game.rules.is_over(over)
    outcome = np.zeros(2)
    match.game.rules.outcome(over, outcome)
    for seat in range(2):
        assert Estimator(match.game, match.seats).true(over, seat, 2) == outcome[seat]


@pytest.mark.parametrize(("name", "preset"), [("battle_farm", "two"), ("stratego", "mini"), ("footsoldiers", "short")])
def test_other_chance_leaves_everything_else_as_it_was(name: str, preset: str) -> None:
    match = start(name, preset, 3)
    s = match.state
    other = reseed(s, 7)
    assert type(other) is type(s)
    if name == "footsoldiers":  # it has no chance at all
        assert other.tobytes() == s.tobytes()
        return
    assert other.tobytes() != s.tobytes()
    assert other.tobytes() == reseed(s, 7).tobytes()
    for seat in range(match.seats):
        assert match.game.view_of(other, seat).tobytes() == match.game.view_of(s, seat).tobytes()
