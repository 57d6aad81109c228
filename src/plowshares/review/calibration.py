"""From values to chances: small mappings for each game, fitted to matches by `research/fit_review.py`.

The chance to win is a logistic function of the value, whose weight depends on how long the match has lasted, and then a
monotone piecewise-linear correction. What a seat knew has a mapping of its own: players who do not see the others are
too optimistic, so its values are compared with what everybody usually believes at that stage of a match. With
everything known the chances of all seats add up to 1. A game may have mappings of its own for some numbers of seats. A
game without a fit gets a plain mapping, and the page says that its chances are rough.
"""

from __future__ import annotations

import bisect
import functools
import math
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import msgspec

from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.engine.record import digest

MOST_LOGIT = 5.5  # nothing is taken to be surer than 99.6 %
LEAST_SLOPE = 0.5  # a better value is a better chance
ENOUGH = 200  # positions of a tenth that say something
BAR = 0.05  # by how much a tenth with enough positions may be off
CERTAIN = 1 - 1e-9  # a value that says that a match is won, apart from rounding
LONG = 10.0  # doublings of the number of moves at which a match counts as long


class Tenth(msgspec.Struct, frozen=True):
    """What happened in the held-out positions whose predicted chance lay in one tenth."""

    positions: int
    predicted: float
    happened: float

    @property
    def says_something(self) -> bool:
        """Whether there are enough positions to hold a mapping to the bar."""
        return self.positions >= ENOUGH

    @property
    def off(self) -> float:
        """How much more often a win happened than was predicted."""
        return self.happened - self.predicted


class Mapping(msgspec.Struct, frozen=True):
    """From the values of one curve to chances."""

    base: float = 0.0
    drift: float = 0.0  # of the base over the length of a match
    slope: float = 2.0
    growth: float = 0.0  # of the slope over the length of a match
    knots: tuple[tuple[float, float], ...] = ()  # of the correction, both logits, ascending
    usual: tuple[tuple[float, float], ...] = ()  # the mean value of all seats by progress, ascending
    tenths: tuple[Tenth, ...] = ()  # what was found on held-out matches

    def chance(self, value: float, n: int, seats: int) -> float:
        """Return the chance to win of a seat that expects this outcome at position n of a match."""
        logit = self.correct(self.logit(value, n, seats))
        return 1 / (1 + math.exp(-max(-MOST_LOGIT, min(MOST_LOGIT, logit))))

    def judged(self, value: float, n: int, seats: int) -> float:
        """Return the chance for a value that a search found: what it found to be certain stays certain."""
        if abs(value) >= CERTAIN:
            return 1.0 if value > 0 else 0.0
        return self.chance(value, n, seats)

    def logit(self, value: float, n: int, seats: int) -> float:
        """Return the logit of the chance before the correction; it rises with the value."""
        even = math.log(1 / (seats - 1)) if seats > 1 else 0.0
        passed = progress(n, seats)
        ahead = value - interpolate(self.usual, passed)
        return even + self.base + self.drift * passed + max(LEAST_SLOPE, self.slope + self.growth * passed) * ahead

    def correct(self, logit: float) -> float:
        """Correct a logit: linear between the knots, parallel to the diagonal beyond them."""
        if not self.knots:
            return logit
        (first, low), (last, high) = self.knots[0], self.knots[-1]
        if logit <= first or logit >= last:
            return low + logit - first if logit <= first else high + logit - last
        return interpolate(self.knots, logit)


def interpolate(knots: tuple[tuple[float, float], ...], x: float) -> float:
    """Return the height at x of the line through the knots, level beyond them; 0 without knots."""
    if not knots:
        return 0.0
    place = bisect.bisect_right(knots, (x, math.inf))
    if place in (0, len(knots)):
        return knots[min(place, len(knots) - 1)][1]
    (x0, y0), (x1, y1) = knots[place - 1], knots[place]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


class Curves(msgspec.Struct, frozen=True):
    """The mappings of both curves."""

    known: Mapping = Mapping()
    true: Mapping = Mapping()

    def shares(self, values: Sequence[float], n: int) -> list[float]:
        """Return the chances of all seats with everything known; they add up to 1."""
        chances = [self.true.chance(value, n, len(values)) for value in values]
        return [chance / sum(chances) for chance in chances]


class Fit(msgspec.Struct, frozen=True):
    """The mappings of one game: for what a seat knew, and for everything known."""

    known: Mapping = Mapping()
    true: Mapping = Mapping()
    matches: int = 0  # that they were fitted to
    is_compared: bool = False  # whether they were fitted to values that are compared with those of all seats
    checked: int = 0  # new ones that they were held to; 0: each quarter was predicted by a fit to the others
    presets: tuple[str, ...] = ()  # of the matches that they were held to
    by_seats: dict[int, Curves] = {}  # mappings for some numbers of seats, instead of those for all

    @property
    def error(self) -> float | None:
        """By how much a chance was off at most in any tenth with enough held-out positions; None without a check."""
        tenths = (*self.known.tenths, *self.true.tenths)
        return max((abs(each.off) for each in tenths if each.says_something), default=None)

    @property
    def digest(self) -> str:
        """A digest of the mappings. Values of a review are read through the mappings that it was made with."""
        plain = (msgspec.structs.replace(each, tenths=()) for each in (self.known, self.true))
        return digest(msgspec.json.encode((*plain, self.is_compared, sorted(self.by_seats.items()))))

    def curves(self, seats: int) -> Curves:
        """Return the mappings for matches of so many seats."""
        return self.by_seats.get(seats) or Curves(self.known, self.true)

    def sure(self, game: Game, options: Any) -> float | None:
        """By how much chances were off at most; None if no matches with these options were checked."""
        checked = (game.presets[name] for name in self.presets if name in game.presets)
        is_checked = any(options == read_options(game.options, dict(each)) for each in checked)
        return self.error if is_checked else None


def progress(n: int, seats: int) -> float:
    """Return how far a match has come after n positions, from 0 at its beginning up to 1."""
    return min(1.0, math.log2(1 + n / seats) / LONG)


@functools.cache
def fits() -> dict[str, Fit]:
    """Return the mappings of all games that have some."""
    data = files("plowshares.review").joinpath("calibration.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Fit])


def fit_of(game: str) -> Fit:
    """Return the mappings of a game."""
    return fits().get(game, Fit())
