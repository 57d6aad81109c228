"""Confidence intervals of match results."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054  # of the normal distribution, two-sided


def wilson(score: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval of a mean score in [0, 1]; draws make it a little too wide, never too narrow."""
    if games <= 0:
        return 0.0, 1.0
    centre = score + z * z / (2 * games)
    spread = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def score_of(outcome: float) -> float:
    """Turn a utility in [-1, 1] into a score in [0, 1]."""
    return (outcome + 1) / 2


def elo_of(score: float) -> float:
    """Return the difference in strength that gives this mean score; infinite at 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def expected(elo: float) -> float:
    """Return the mean score that a difference in strength gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0
