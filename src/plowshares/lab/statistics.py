"""Confidence intervals and significance tests over seeds.

The sample is always the mean over the matches of one seed, one for each rotation of the seats, since they belong
together.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec
import numpy as np

from plowshares.engine.intervals import wilson

NORMAL = NormalDist()
ALPHA = 0.05
POWER = 0.8
EXACT = 300  # degrees of freedom up to which Student's chances are added up term by term
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
    reserve: float = 0.0  # standard error if one more pair had gone as far as it can each way

    @property
    def caution(self) -> float:
        """The standard error to rule differences out with: pairs that never differed so far may yet."""
        return max(self.error, self.reserve)


def t_chance(t: float, freedom: int) -> float:
    """Return the two-sided chance of a t at least so large."""
    v = max(1, freedom)
    if v > EXACT:  # Wallace's normal approximation, then right to four digits
        z = math.sqrt(v * math.log1p(t * t / v)) * (8 * v + 1) / (8 * v + 3)
        return math.erfc(z / math.sqrt(2))
    # The sum for whole degrees of freedom, which is finite (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    angle = math.atan(abs(t) / math.sqrt(v))
    square, term, total = math.cos(angle) ** 2, 1.0, 0.0
    for k in range(2 if v % 2 else 1, v, 2):
        total += term
        term *= square * k / (k + 1)
    if v % 2 == 0:
        return max(0.0, 1 - math.sin(angle) * total)
    return max(0.0, 1 - 2 / math.pi * (angle + math.sin(angle) * math.cos(angle) * total))


@functools.lru_cache(maxsize=4096)
def t_quantile(alpha: float, freedom: int) -> float:
    """Return the t that chance alone reaches, on either side, in a part alpha of all cases."""
    low, high = 0.0, z_of(alpha)
    while t_chance(high, freedom) > alpha:
        low, high = high, 2 * high
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if t_chance(middle, freedom) > alpha else (low, middle)
    return high


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
    z = t_quantile(alpha, count - 1)
    if not is_share:
        return Estimate(mean, mean - z * error, mean + z * error, count)
    # As many independent games as would have this standard error; all alike tell no more than one game a seed.
    games = mean * (1 - mean) / error**2 if error > 0 else count
    low, high = wilson(mean, max(games, 1.0), z)
    return Estimate(mean, low, high, count)


def median(values: Sequence[float], seeds: int = 0, alpha: float = ALPHA) -> Estimate:
    """Return the median of matches with its interval from order statistics; the matches of a seed count as one."""
    ordered = sorted(values)
    count = len(ordered)
    if not count:
        return Estimate(math.nan, math.nan, math.nan, 0)
    independent = min(count, seeds or count)
    # Ranks that far from the middle, each way, as the normal approximation of a fair coin has it.
    below = math.floor(count / 2 * (1 - z_of(alpha) / math.sqrt(independent)))
    low, high = max(0, below - 1), min(count - 1, count - below)
    return Estimate(float(np.median(ordered)), ordered[low], ordered[high], independent)


def compare(differences: Sequence[float], most: float = 0.0, alpha: float = ALPHA) -> Comparison:
    """Test whether the differences of pairs have a mean other than 0; `most` is the largest that there can be.

    Where that is not known (0), the largest that was seen stands for it.
    """
    count = len(differences)
    if count < 2:
        mean = float(np.mean(differences)) if count else math.nan
        return Comparison(mean, -math.inf, math.inf, count, math.inf, 1.0)
    mean = float(np.mean(differences))
    error = float(np.std(differences, ddof=1)) / math.sqrt(count)
    reserve = reserve_of(differences, most or float(np.max(np.abs(differences))))
    t = t_quantile(alpha, count - 1)
    if error < 1e-12 * max(1.0, abs(mean)):
        # The same difference in every pair: as a test of signs would have it.
        p = 1.0 if mean == 0 else 2.0 ** (1 - min(count, 60))
        reach = 0.0 if mean else t * reserve
        return Comparison(mean, mean - reach, mean + reach, count, 0.0, p, reserve)
    return Comparison(
        mean, mean - t * error, mean + t * error, count, error, t_chance(mean / error, count - 1), reserve
    )


def reserve_of(differences: Sequence[float], most: float) -> float:
    """Return the standard error with two pairs more, one of them as far up as can be and one as far down.

    Something rare that has not been seen yet is not ruled out by that; this is about as careful as the rule of three.
    """
    return float(np.std([*differences, most, -most], ddof=1)) / math.sqrt(len(differences) + 2)


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
    z = z_of(alpha / max(1, comparisons))
    wanted = []
    if test.mean and test.error:
        wanted.append(test.count * ((z + NORMAL.inv_cdf(POWER)) * test.error / abs(test.mean)) ** 2)
    if abs(test.mean) < matters:
        left = matters - abs(test.mean)
        # What was seen shrinks with the root of the number, what was never seen with the number itself.
        seen, unseen = test.count * (z * test.error / left) ** 2, test.count * z * test.reserve / left
        wanted.append(seen if test.error else unseen)
    return math.ceil(min(wanted)) if wanted and min(wanted) <= LARGEST else None


def round_up(count: int) -> int:
    """Round up to two digits, since more would pretend to know."""
    if count < 100:
        return count
    scale: int = 10 ** (len(str(count)) - 2)
    return -(-count // scale) * scale
