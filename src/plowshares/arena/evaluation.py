"""How strong a player is: matches against opponents with rotated seats, and a rating on the scale of fixed anchors."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import msgspec

from plowshares.arena.job import Entrant, Job
from plowshares.arena.ratings import Finished, fit
from plowshares.arena.referee import Played
from plowshares.arena.series import Plan, line_of, rotate
from plowshares.core.errors import InvalidOption
from plowshares.engine.intervals import Z95, expected

POINTS = 400 / math.log(10)  # of a factor e in strength
PRIOR = 1.0  # drawn games against an average anchor: keeps who won or lost everything on the scale
FARTHEST = 4000.0  # points from the anchors
Results = Sequence[tuple[Job, Played]]


class Row(msgspec.Struct, frozen=True):
    """How the player did against one opponent."""

    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float  # mean, from 0 to 1, with its 95 % interval
    low: float
    high: float
    faults: int


class Elo(msgspec.Struct, frozen=True):
    """A rating with its 95 % interval, on the scale of the anchors."""

    elo: float
    low: float
    high: float


def table_of(first: Entrant, second: Entrant, seats: int) -> list[Entrant]:
    """Return who sits at a table: one of the first, and the second on all other seats."""
    others = [Entrant(f"{second.name} {i}" if seats > 2 else second.name, second.seat) for i in range(1, seats)]
    return [first, *others]


def jobs_against(plan: Plan, pairs: Sequence[tuple[Entrant, Entrant]], games: int, seats: int) -> list[Job]:
    """Return the matches of some pairs: every seed once from each seat, the same seeds for all pairs."""
    if games < seats:
        raise InvalidOption(f"an evaluation needs a game on each of {seats} seats, not {games}")
    jobs: list[Job] = []
    for (first, second), game in itertools.product(pairs, range(games)):
        seated = rotate(table_of(first, second, seats), game % seats)
        jobs.append(plan.job(len(jobs), game // seats, seated))
    return jobs


def row_of(player: Entrant, opponent: Entrant, results: Results) -> Row:
    """Add up the matches of a player against one opponent."""
    line = line_of(player, _met(player, opponent, results))
    counts = (line.games, line.wins, line.draws, line.losses)
    return Row(opponent.name, *counts, line.score, line.low, line.high, line.faults.total)


def _met(player: Entrant, opponent: Entrant, results: Results) -> Results:
    """Return the matches of a player against one opponent."""
    return [
        (job, played)
        for job, played in results
        if player in job.entrants and all(each == player or each.seat == opponent.seat for each in job.entrants)
    ]


def rate_anchors(anchors: Sequence[Entrant], results: Results) -> dict[str, float]:
    """Rate anchors by their matches against each other; the first one is 0."""
    place = {each.seat: i for i, each in enumerate(anchors)}
    finished = [
        Finished(tuple(place[e.seat] for e in job.entrants), played.result.outcome, job.seed)
        for job, played in results
        if all(e.seat in place for e in job.entrants)
    ]
    ratings = fit(len(anchors), finished)
    return {each.name: round(rating.elo - ratings[0].elo, 1) for each, rating in zip(anchors, ratings, strict=True)}


def beat_share(player: Entrant, opponent: Entrant, results: Results) -> float:
    """Return the mean share of the opponent's seats that a player finished above; a tie is half."""
    shares = []
    for job, played in _met(player, opponent, results):
        outcome = played.result.outcome
        seat = job.entrants.index(player)
        others = [theirs for i, theirs in enumerate(outcome) if i != seat]
        shares.append(sum((outcome[seat] > o) + (outcome[seat] == o) / 2 for o in others) / len(others))
    return sum(shares) / len(shares)


def elo_against(anchors: Mapping[str, float], scores: Mapping[str, tuple[float, int]]) -> Elo:
    """Return the most likely rating of a player by its score and games against anchors of given ratings."""
    met = [(anchors[name], score, games) for name, (score, games) in scores.items()]
    middle = sum(elo for elo, _, _ in met) / len(met)
    met.append((middle, 0.5, PRIOR))  # type: ignore[arg-type]  # a prior of one game
    low, high = middle - FARTHEST, middle + FARTHEST
    for _ in range(60):
        elo = (low + high) / 2
        surplus = sum(games * (score - expected(elo - rating)) for rating, score, games in met)
        low, high = (elo, high) if surplus > 0 else (low, elo)
    information = sum(games * expected(elo - r) * (1 - expected(elo - r)) for r, _, games in met)
    error = Z95 * POINTS / math.sqrt(information)
    return Elo(round(elo, 1), round(elo - error, 1), round(elo + error, 1))
