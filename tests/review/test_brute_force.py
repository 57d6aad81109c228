""" "You could not know" against brute force: small endgames with all worlds and lines enumerated."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.options import read_options
from plowshares.core.rng import mix
from plowshares.core.seats import first_seat
from plowshares.review.calibration import fit_of
from plowshares.review.judging import judge
from plowshares.review.model import Judgement
from plowshares.review.verdicts import MISTAKE, Weighed, weigh
from tests.amounts import amount

GAME = registry.find("stratego")
WORLDS, DEPTH, SIMULATIONS = amount(300, 60), 3, amount(512, 96)
MARGIN = 0.04  # chance to win: the search samples its worlds, so verdicts that are this close may differ
FIT = fit_of("stratego")


class Board(NamedTuple):
    """A board on which Red's Marshal stands beside hidden pieces, one of them the Flag."""

    preset: str
    marshal: str
    beside: tuple[str, ...]  # squares of hidden pieces
    hidden: str  # their letters
    red: str
    blue: str  # what is known of Blue

    def places(self) -> list[tuple[str, ...]]:
        """List all ways to put the hidden pieces beside the Marshal."""
        return list(itertools.permutations(self.beside, len(self.hidden)))

    def position(self, squares: tuple[str, ...]) -> Any:
        """Return the State with the hidden pieces on these squares; Red is to move."""
        blue = " ".join(f"{letter}@{square}" for letter, square in zip(self.hidden, squares, strict=True))
        text = f"red: {self.red} m@{self.marshal}+!; blue: {blue} {self.blue}; red to move"
        return GAME.start_at(read_options(GAME.options, dict(GAME.presets[self.preset])), 1, text)


# Where Blue's Marshal stands beside Red's Flag, Red must win at once, so looking a few moves ahead says it all.
BOARDS = {
    "two hidden": Board("micro", "c3", ("c4", "d3", "b3"), "fb", "f@a1 b@b1 3@-!", "3@a4+! m@-!"),
    "three hidden": Board("micro", "c3", ("c4", "d3", "b3"), "fb3", "f@a1 b@b1 3@-!", "m@a2+!"),
    "to the left": Board("micro", "b3", ("b4", "a3", "c3"), "fb3", "f@a1 b@b1 3@-!", "m@a2+!"),
}


def position(flag: str, bomb: str) -> Any:
    """Return a State in which Red's Marshal stands beside two unknown pieces: one wins the match, one loses it."""
    return BOARDS["two hidden"].position((flag, bomb))


def look_ahead(s: Any, depth: int) -> float:
    """Return what a full State is worth to Red if both sides see everything and look so far ahead; else even."""
    if GAME.rules.is_over(s):
        outcome = np.zeros(2)
        GAME.rules.outcome(s, outcome)
        return float(outcome[0])
    if depth == 0:
        return 0.0
    seat = first_seat(GAME.rules.to_act(s))
    values = [look_ahead(GAME.play(s.clone(), seat, action), depth - 1) for action in GAME.legal(s, seat)]
    return max(values) if seat == 0 else min(values)


def outcomes(s: Any) -> dict[int, float]:
    """Return Red's expected outcome after each action in one world."""
    return {action: look_ahead(GAME.play(s.clone(), 0, action), DEPTH - 1) for action in GAME.legal(s, 0)}


def all_worlds(view: Any) -> dict[bytes, tuple[Any, float]]:
    """Return every world that agrees with a view, with how likely it is taken to be."""
    found: dict[bytes, Any] = {}
    counts: Counter[bytes] = Counter()
    for number in range(WORLDS):
        world = view.clone()
        GAME.view.sample_for(world, 0, np.uint64(mix(np.uint64(5), number, 1)))
        key = world.types.tobytes()
        found[key] = world
        counts[key] += 1
    return {key: (found[key], counts[key] / WORLDS) for key in found}


def brute_force(s: Any, played: int, worlds: int) -> Weighed:
    """Weigh an action by enumeration, with the mappings of the game."""
    found = all_worlds(GAME.view_of(s, 0))
    assert len(found) == worlds
    expected: dict[int, float] = dict.fromkeys(GAME.legal(s, 0), 0.0)
    for world, weight in found.values():
        for action, outcome in outcomes(world).items():
            expected[action] += weight * outcome
    true = outcomes(s)
    best, true_best = (max(values, key=lambda each: (values[each], each == played)) for values in (expected, true))
    judged = Judgement(
        n=1,
        seat=0,
        step=0,
        played=played,
        best=best,
        value=expected[played],
        best_value=expected[best],
        next_value=expected[best],
        true_best=true_best,
        true_value=true[played],
        true_best_value=true[true_best],
        choices=len(true),
    )
    return weigh(judged, FIT, 2)


def is_clear(weighed: Weighed) -> bool:
    """Ask whether a verdict does not hang on the worlds that happen to be sampled."""
    return abs(weighed.lost - MISTAKE) >= MARGIN


# With few simulations a search of three unknown pieces is no match for enumeration.
SEARCHED = [pytest.param(name, marks=[] if name == "two hidden" else [pytest.mark.compiled_only]) for name in BOARDS]


@pytest.mark.parametrize("name", SEARCHED)
def test_could_not_know_agrees_with_enumeration(name: str) -> None:
    board, clear = BOARDS[name], Counter[str]()
    worlds = len(list(itertools.permutations(board.hidden)))
    for squares in board.places():
        s = board.position(squares)
        view = GAME.view_of(s, 0)
        for target in squares:
            played = GAME.notation.parse(view, 0, f"{board.marshal}-{target}")[0]
            found = judge(GAME, view, 0, 2, played, SIMULATIONS, 1, s)
            assert found is not None
            found.n = 1
            by_hand = brute_force(s, played, worlds)
            if is_clear(by_hand):
                verdict, expected = (_blame(each) for each in (weigh(found, FIT, 2), by_hand))
                assert verdict == expected, (squares, target, found, by_hand)
                clear[expected] += 1
    assert clear["unknowable"] >= 2
    assert clear["mistake"] >= 4
    assert clear.total() >= len(board.places()) * len(board.hidden) * 2 / 3


def _blame(weighed: Weighed) -> str:
    return weighed.verdict if weighed.verdict in ("mistake", "unknowable") else "fine"
