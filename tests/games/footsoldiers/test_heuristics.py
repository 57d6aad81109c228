"""Guesses are drawn as the priors weigh, without weighing all."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from plowshares.core.rng import mix
from plowshares.core.seats import first_seat
from plowshares.games.footsoldiers import rules, view
from plowshares.games.footsoldiers.heuristics import guess, guess_aim, prior, shake
from plowshares.games.footsoldiers.state import SEATS, State
from tests.amounts import amount, some
from tests.games.footsoldiers.table import CORRIDOR, ROCKY, position

RAID = ("P1 Scout (3,2)→(3,2)", "P1 Tank (7,2)→(7,2) Right", "P2 Scout (3,3)→(1,2)", "P2 Tank (6,1)→(5,1)")


def bits_of(number: int) -> Any:
    """Return some random bits."""
    return np.uint64(mix(np.uint64(5), number, 1))


def weigh(s: State, seat: int) -> dict[int, float]:
    """Return what the priors say of every legal decision."""
    actions, weights = np.zeros(int(s.actions.size), np.int32), np.zeros(int(s.actions.size), np.float32)
    count = rules.legal_actions(s, seat, actions)
    prior(s, seat, actions, count, weights)
    return dict(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True))


def after(s: State, *shares: float) -> State:
    """Let seat 0 take the legal decisions at these shares of the list."""
    for share in shares:
        legal = list(weigh(s, 0))
        rules.step(s, 0, legal[int(share * len(legal))])
    return s


POSITIONS: dict[str, Any] = {
    "build or order": lambda: position(*RAID),
    "no money": lambda: position(*RAID, money=(0, 0)),
    "only tanks are too dear": lambda: position(plan=ROCKY, money=(7, 7)),
    "where to, with raiders": lambda: after(position(*RAID), 0.3),
    "where to, without": lambda: after(position(plan=ROCKY), 0.5),
    "facing": lambda: after(position(*RAID), 0.3, 0.5),
    "a corridor": lambda: position(plan=CORRIDOR),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_guesses_are_as_frequent_as_priors_weigh(name: str) -> None:
    s = POSITIONS[name]()
    weights = weigh(s, 0)
    draws = amount(20_000, 400)
    found: defaultdict[float, int] = defaultdict(int)
    for i in range(draws):
        found[round(weights[guess(s, 0, bits_of(i))], 3)] += 1  # what is not legal has no weight
    total = sum(weights.values())
    for weight in some({round(each, 3) for each in weights.values()}):
        share = sum(each for each in weights.values() if round(each, 3) == weight) / total
        noise = (share * (1 - share) / draws) ** 0.5
        assert abs(found[weight] / draws - share) < 5 * noise + 0.01


def test_guesses_play_a_match_and_tell_nothing_of_the_other_command() -> None:
    s = position(t=30)
    draws = 0
    while not rules.is_over(s):
        seat = first_seat(rules.to_act(s))
        action = guess(s, seat, bits_of(draws))
        other = s.clone()
        view.disturb(other, seat, np.uint64(draws))
        assert guess(other, seat, bits_of(draws)) == action
        assert action in weigh(s, seat)
        rules.step(s, seat, action)
        draws += 1
    assert draws > 30


def test_a_destination_weighs_the_same_in_any_list() -> None:
    s = after(position(*RAID), 0.3)
    weights = weigh(s, 0)
    some = np.array(sorted(weights)[::7], np.int32)
    out = np.zeros(len(some), np.float32)
    prior(s, 0, some, len(some), out)
    assert out.tolist() == [weights[action] for action in some.tolist()]


def test_bits_of_nothing_but_zeros_guess_too() -> None:
    s = after(position(plan=ROCKY), 0.5)
    assert shake(np.uint64(0)) != 0
    assert guess(s, 0, np.uint64(0)) in weigh(s, 0)
    for seat in range(SEATS):
        assert guess_aim(s, seat, bits_of(seat)) >= 0
