"""Intervals and tests: how sure can one be after so many seeds?

The sample is always the mean over the matches of one seed, one for each rotation of the seats, since they belong
together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec
import numpy as np

from plowshares.arena.intervals import wilson

NORMAL = NormalDist()
ALPHA = 0.05
POWER = 0.8
ENOUGH = 30  # seeds without any difference that are taken for none
LARGEST = 10_000_000  # games; more is as good as never


class Estimate(msgspec.Struct, frozen=True):
    """A mean with its interval."""

    mean: float
    low: float
    high: float
    count: int  # seeds

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Comparison(msgspec.Struct, frozen=True):
    """A mean difference with its interval, and how easily chance alone would give it."""

    mean: float
    low: float
    high: float
    count: int
    error: float  # standard error
    p: float


def t_quantile(z: float, freedom: int) -> float:
    """Return Student's quantile for a normal one (Cornish and Fisher's expansion; exact enough from 3 degrees on)."""
    v = max(1, freedom)
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third


def t_chance(t: float, freedom: int) -> float:
    """Return the two-sided chance of a t at least so large (Wallace's normal approximation)."""
    v = max(1, freedom)
    z = math.sqrt(v * math.log1p(t * t / v)) * (8 * v + 1) / (8 * v + 3)
    return math.erfc(z / math.sqrt(2))


def z_of(alpha: float) -> float:
    """Return the normal quantile of a two-sided test."""
    return NORMAL.inv_cdf(1 - alpha / 2)


def estimate(values: Sequence[float], is_share: bool = False, alpha: float = ALPHA) -> Estimate:
    """Return the mean of seeds with its interval: Wilson's for shares, Student's for other numbers."""
    count = len(values)
    if not count:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(np.mean(values))
    if count == 1:
        low, high = wilson(mean, 1) if is_share else (-math.inf, math.inf)
        return Estimate(mean, low, high, count)
    error = float(np.std(values, ddof=1)) / math.sqrt(count)
    z = t_quantile(z_of(alpha), count - 1)
    if not is_share:
        return Estimate(mean, mean - z * error, mean + z * error, count)
    # As many independent games as would have this standard error; all alike tell no more than one game a seed.
    games = mean * (1 - mean) / error**2 if error > 0 else count
    low, high = wilson(mean, max(games, 1.0), z)
    return Estimate(mean, low, high, count)


def median(values: Sequence[float], alpha: float = ALPHA) -> Estimate:
    """Return the median with its interval from order statistics."""
    ordered = sorted(values)
    count = len(ordered)
    if not count:
        return Estimate(math.nan, math.nan, math.nan, 0)
    spread = z_of(alpha) * math.sqrt(count) / 2
    low, high = max(0, math.floor(count / 2 - spread)), min(count - 1, math.ceil(count / 2 + spread))
    return Estimate(float(np.median(ordered)), ordered[low], ordered[high], count)


def compare(differences: Sequence[float], alpha: float = ALPHA) -> Comparison:
    """Test whether the differences of pairs have a mean other than 0."""
    count = len(differences)
    if count < 2:
        mean = float(np.mean(differences)) if count else math.nan
        return Comparison(mean, -math.inf, math.inf, count, math.inf, 1.0)
    mean = float(np.mean(differences))
    error = float(np.std(differences, ddof=1)) / math.sqrt(count)
    if error < 1e-12 * max(1.0, abs(mean)):
        # The same difference in every pair: as a test of signs would have it.
        return Comparison(mean, mean, mean, count, 0.0, 1.0 if mean == 0 else 2.0 ** (1 - min(count, 60)))
    reach = t_quantile(z_of(alpha), count - 1) * error
    return Comparison(mean, mean - reach, mean + reach, count, error, t_chance(mean / error, count - 1))


def holm(chances: Sequence[float]) -> list[float]:
    """Correct chances for their number (Holm's step-down procedure)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected = [1.0] * len(chances)
    most = 0.0
    for rank, i in enumerate(order):
        most = max(most, min(1.0, chances[i] * (len(chances) - rank)))
        corrected[i] = most
    return corrected


def seeds_needed(test: Comparison, matters: float, comparisons: int, alpha: float = ALPHA) -> int | None:
    """Return how many seeds would settle a question, if what was seen so far is near the truth; nothing if too many.

    It is settled when the difference is seen with the usual power, or when none that matters is left possible.
    """
    if test.count < 2 or not math.isfinite(test.error):
        return None
    if not test.error and not test.mean:
        return ENOUGH
    z = z_of(alpha / max(1, comparisons))
    wanted = []
    if test.mean:
        wanted.append(test.count * ((z + NORMAL.inv_cdf(POWER)) * test.error / abs(test.mean)) ** 2)
    if abs(test.mean) < matters:
        wanted.append(test.count * (z * test.error / (matters - abs(test.mean))) ** 2)
    return math.ceil(min(wanted)) if wanted and min(wanted) <= LARGEST else None


def round_up(count: int) -> int:
    """Round up to two digits, since more would pretend to know."""
    if count < 100:
        return count
    scale: int = 10 ** (len(str(count)) - 2)
    return -(-count // scale) * scale
