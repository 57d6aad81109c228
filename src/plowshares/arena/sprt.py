"""The sequential test: is A better than B? Stop as soon as the matches played say so.

The sample is the mean score of a group of matches on one seed, one on each rotation of the seats, because matches
of a group belong together. The likelihood ratio is that of the whole distribution of group scores, with its
mean held at what each hypothesis says (as fishtest does for pairs, with five possible scores).
"""

from __future__ import annotations

import collections
import math
from collections.abc import Sequence

import msgspec

from plowshares.core.errors import InvalidOption
from plowshares.engine.intervals import expected

SMOOTH = 1e-3  # games' worth of every possible score: nothing is impossible
STEPS = 60  # of bisection


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Test `B is elo1 points stronger` against `elo0 points`, with the chances of the two errors."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise InvalidOption(f"sprt needs elo0 below elo1, got {self.elo0:g} and {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise InvalidOption(f"sprt {name} is {getattr(self, name):g}; it must lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Sequence[float]) -> float:
        """Return the log likelihood ratio of group scores in [0, 1]."""
        if not scores:
            return 0.0
        counts = collections.Counter(round(score, 6) for score in scores)
        values = sorted({*counts, 0.0, 0.25, 0.5, 0.75, 1.0})
        total = sum(counts[value] + SMOOTH for value in values)
        shares = [(counts[value] + SMOOTH) / total for value in values]
        low, high = (tilt(values, shares, expected(elo)) for elo in (self.elo0, self.elo1))
        gain = sum(p * math.log(b / a) for p, a, b in zip(shares, low, high, strict=True))
        return len(scores) * gain

    def decide(self, scores: Sequence[float]) -> str:
        """Return `better`, `not better`, or nothing yet."""
        low, high = self.bounds
        ratio = self.ratio(scores)
        return "better" if ratio >= high else "not better" if ratio <= low else ""


def tilt(values: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution with that mean, given observed shares."""
    # q = p / (1 + λ(x - mean)) with Σ q (x - mean) = 0; λ lies where all weights stay positive.
    low, high = -1 / (max(values) - mean), -1 / (min(values) - mean)
    for _ in range(STEPS):
        middle = (low + high) / 2
        slope = sum(p * (x - mean) / (1 + middle * (x - mean)) for x, p in zip(values, shares, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    return [p / (1 + low * (x - mean)) for x, p in zip(values, shares, strict=True)]


def first_decision(test: Sprt, scores: Sequence[float]) -> tuple[int, str]:
    """Return after how many groups the test first ended, and how; all of them and nothing if it has not."""
    for count in range(1, len(scores) + 1):
        verdict = test.decide(scores[:count])
        if verdict:
            return count, verdict
    return len(scores), ""
