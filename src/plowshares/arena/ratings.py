"""Ratings: live ones that move with every match, and final ones by maximum likelihood with intervals."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from plowshares.core.records import Floats
from plowshares.engine.intervals import Z95

ELO = 400 / math.log(10)  # points of a factor e in strength
PRIOR = 1.0  # games against an average player, drawn: keeps players that won or lost everything on the scale
RESAMPLES = 400
ROUNDS = 500
CLOSE = 1e-7


class Finished(msgspec.Struct, frozen=True):
    """A match for rating: who played, with what outcome, and which matches share its seed."""

    players: tuple[int, ...]
    outcome: tuple[float, ...]
    group: int


class Rating(msgspec.Struct, frozen=True):
    """A strength on the scale of Elo, 0 on average, with its 95 % interval."""

    elo: float
    low: float
    high: float


def fit(count: int, matches: Sequence[Finished], seed: int = 0) -> list[Rating]:
    """Rate players by Bradley–Terry: every pair of seats of a match is a comparison, a tie is half a win.

    The interval is the wider of two: from the curvature of the likelihood, and from drawing groups of matches
    again, which knows that the matches on one seed, and the pairs of one match, belong together.
    """
    wins, games = comparisons(count, matches)
    strength = maximise(wins.sum(0)[None], games.sum(0)[None])[0]
    error = ELO * Z95 * standard_errors(strength, games.sum(0))
    elo = ELO * (strength - strength.mean())
    low, high = elo - error, elo + error
    if len(wins) > 1:
        chance = np.random.default_rng(seed)
        weights = chance.multinomial(len(wins), np.full(len(wins), 1 / len(wins)), RESAMPLES)
        again = maximise(np.tensordot(weights, wins, 1), np.tensordot(weights, games, 1))
        again = ELO * (again - again.mean(1, keepdims=True))
        low, high = np.minimum(low, np.quantile(again, 0.025, 0)), np.maximum(high, np.quantile(again, 0.975, 0))
    return [Rating(*(round(float(x), 1) for x in each)) for each in zip(elo, low, high, strict=True)]


def comparisons(count: int, matches: Sequence[Finished]) -> tuple[Floats, Floats]:
    """Return, for every group, how often each player beat each other, and how often they met."""
    groups = {group: i for i, group in enumerate(sorted({match.group for match in matches}))}
    wins = np.zeros((len(groups), count, count))
    games = np.zeros((len(groups), count, count))
    for match in matches:
        group = groups[match.group]
        weight = 1 / (len(match.players) - 1)  # a match of many is not worth more than a match of two to anybody
        for a, mine in zip(match.players, match.outcome, strict=True):
            for b, theirs in zip(match.players, match.outcome, strict=True):
                if a != b:
                    wins[group, a, b] += weight * (mine > theirs) + weight / 2 * (mine == theirs)
                    games[group, a, b] += weight
    return wins, games


def maximise(wins: Floats, games: Floats) -> Floats:
    """Return the most likely log strengths of a batch of tournaments (Hunter's minorisation, 2004)."""
    strength = np.ones(wins.shape[:2])
    won = wins.sum(2) + PRIOR / 2
    for _ in range(ROUNDS):
        both = strength[:, :, None] + strength[:, None, :]
        new = won / ((games / both).sum(2) + PRIOR / (strength + 1))
        new /= np.exp(np.log(new).mean(1, keepdims=True))
        done = np.abs(np.log(new / strength)).max() < CLOSE
        strength = new
        if done:
            break
    logs: Floats = np.log(strength)
    return logs


def standard_errors(strength: Floats, games: Floats) -> Floats:
    """Return the standard errors of log strengths relative to their mean, from the observed information."""
    share = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    weight = games * share * (1 - share)
    prior = PRIOR * np.exp(strength) / (1 + np.exp(strength)) ** 2
    information = np.diag(weight.sum(1) + prior) - weight
    covariance = np.linalg.inv(information)
    centre = np.eye(len(strength)) - 1 / len(strength)
    variance: Floats = np.clip(np.diag(centre @ covariance @ centre), 0, None)
    return np.sqrt(variance)


class Live:
    """Ratings that follow the matches one by one (openskill's Plackett–Luce), for looking at while it runs."""

    def __init__(self, count: int) -> None:
        self._model: Any = None
        self._ratings: list[Any] = []
        if importlib.util.find_spec("openskill") is not None:
            from openskill.models import PlackettLuce

            self._model = PlackettLuce()
            self._ratings = [self._model.rating() for _ in range(count)]

    def add(self, match: Finished) -> None:
        """Take one match into account."""
        if self._model is None:
            return
        teams = [[self._ratings[player]] for player in match.players]
        ranks = [float(sum(other > mine for other in match.outcome)) for mine in match.outcome]
        for player, (rating,) in zip(match.players, self._model.rate(teams, ranks=ranks), strict=True):
            self._ratings[player] = rating

    def shown(self, player: int) -> tuple[float, float] | None:
        """Return mean and uncertainty of a player; None without openskill."""
        if self._model is None:
            return None
        rating = self._ratings[player]
        return round(float(rating.mu), 2), round(float(rating.sigma), 2)
