"""From values to chances: small mappings for each game, fitted to matches by `research/fit_review.py`.

The chance to win is a logistic function of the value, whose weight depends on how long the match has lasted, and then a
monotone piecewise-linear correction. What a seat knew has a mapping of its own: players who do not see the others are
too optimistic, so its values are compared with what everybody usually believes at that stage of a match. A game
without a fit gets a plain mapping, and the page says that its chances are rough.
"""

from __future__ import annotations

import bisect
import functools
import math
from importlib.resources import files

import msgspec

MOST_LOGIT = 5.5  # nothing is taken to be surer than 99.6 %
LEAST_SLOPE = 0.5  # a better value is a better chance
ENOUGH = 200  # positions of a tenth that say something
BAR = 0.05  # by how much a tenth with enough positions may be off
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


class Fit(msgspec.Struct, frozen=True):
    """The mappings of one game: for what a seat knew, and for everything known."""

    known: Mapping = Mapping()
    true: Mapping = Mapping()
    matches: int = 0  # that they were fitted to
    is_compared: bool = False  # whether they were fitted to values that are compared with those of all seats
    checked: int = 0  # new ones that they were held to; 0: each quarter was predicted by a fit to the others

    @property
    def error(self) -> float | None:
        """By how much a chance was off at most in any tenth with enough held-out positions; None without a check."""
        tenths = (*self.known.tenths, *self.true.tenths)
        return max((abs(each.off) for each in tenths if each.says_something), default=None)


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
