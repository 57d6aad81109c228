"""From values to chances: a small mapping for each game, fitted to matches by `research/fit_review.py`.

The chance to win is a logistic function of the value, which counts for more the longer a match has lasted. A game
without a fit gets a plain mapping, and the page says that its chances are rough.
"""

from __future__ import annotations

import functools
import math
from importlib.resources import files

import msgspec

MOST_LOGIT = 5.5  # nothing is taken to be surer than 99.6 %
LONG = 10.0  # doublings of the number of moves at which a match counts as long


class Tenth(msgspec.Struct, frozen=True):
    """What happened in the held-out positions whose predicted chance lay in one tenth."""

    positions: int
    predicted: float
    happened: float


class Fit(msgspec.Struct, frozen=True):
    """The mapping of one game."""

    base: float = 0.0
    slope: float = 2.0
    growth: float = 0.0  # of the slope over the length of a match
    curve: float = 0.0  # of the cube of the value
    matches: int = 0  # that it was fitted to
    held_out: int = 0  # matches that it was checked with
    tenths: tuple[Tenth, ...] = ()

    def chance(self, value: float, n: int, seats: int) -> float:
        """Return the chance to win of a seat that expects this outcome at position n of a match."""
        even = math.log(1 / (seats - 1)) if seats > 1 else 0.0
        slope = self.slope + self.growth * progress(n, seats)
        logit = even + self.base + slope * value + self.curve * value**3
        return 1 / (1 + math.exp(-max(-MOST_LOGIT, min(MOST_LOGIT, logit))))

    @property
    def error(self) -> float | None:
        """By how much a chance was off at most in any tenth with enough held-out positions; None without a check."""
        off = [abs(each.predicted - each.happened) for each in self.tenths if each.positions >= ENOUGH]
        return max(off) if off else None


ENOUGH = 200  # positions of a tenth that say something


def progress(n: int, seats: int) -> float:
    """Return how far a match has come after n positions, from 0 at its beginning up to 1."""
    return min(1.0, math.log2(1 + n / seats) / LONG)


@functools.cache
def fits() -> dict[str, Fit]:
    """Return the mappings of all games that have one."""
    data = files("plowshares.review").joinpath("calibration.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Fit])


def fit_of(game: str) -> Fit:
    """Return the mapping of a game."""
    return fits().get(game, Fit())
