"""Ratings: one scale for people, computers and bots, by openskill's Plackett–Luce model.

A strength has a mean μ and an uncertainty σ. What people see is 1500 + 25·(μ − 25) ± 25·σ: with the model's usual
parameters 25 points for one of μ make 400 points odds of ten to one, as with Elo, and ± is one standard deviation
(both were found by simulation: `python -m benchmarks.bench_ratings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

BASE, FACTOR = 1500, 25
FEWEST_GAMES = 10  # games before a number is shown
UNRATED_REASONS = frozenset({"crash", "failed", "closed"})  # nobody won or lost these by playing
SIZES = ("2", "3-4", "5+")  # classes of tables by their seats
_model = PlackettLuce()


class Strength(NamedTuple):
    """A player's estimated strength."""

    mu: float = _model.mu
    sigma: float = _model.sigma


class Shown(NamedTuple):
    """A strength as people see it."""

    rating: int
    plus: int


def size_class(seats: int) -> str:
    """Return the class of a table by its seats: strength against one says little about five."""
    return SIZES[0] if seats <= 2 else SIZES[1] if seats <= 4 else SIZES[2]


def show(mu: float, sigma: float) -> Shown:
    """Return a strength on the scale that people see."""
    return Shown(scale(mu), round(FACTOR * sigma))


def scale(mu: float) -> int:
    """Return a mean on the scale that people see."""
    return round(BASE + FACTOR * (mu - _model.mu))


def rank(outcome: Sequence[float]) -> list[int]:
    """Return everybody's place, 0 for the first; those who did equally well share one."""
    return [sum(other > mine for other in outcome) for mine in outcome]


def rate(before: Sequence[Strength], outcome: Sequence[float]) -> list[Strength]:
    """Return everybody's strength after a match."""
    teams = [[_model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = _model.rate(teams, ranks=[float(place) for place in rank(outcome)])
    return [Strength(float(team[0].mu), float(team[0].sigma)) for team in after]
