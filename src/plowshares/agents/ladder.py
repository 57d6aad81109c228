"""The ladder: players of ours against each other on the same seeds with seats changed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from plowshares.agents.base import Agent, ask_for
from plowshares.agents.greedy import Greedy
from plowshares.agents.levels import LEVELS, Levelled
from plowshares.agents.rand import Random
from plowshares.core.errors import BadOption
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.reading import suggest
from plowshares.engine.match import Match

PLAYERS = ("random", "greedy", *LEVELS)
Z95 = 1.959963984540054  # of the normal distribution, two-sided


@dataclass(frozen=True)
class Terms:
    """What all matches of a ladder have in common."""

    options: Options
    scale: float = 1.0  # of the levels' times
    most: int = 4000  # decisions after which a match is broken off as a draw


@dataclass(frozen=True)
class Pairing:
    """One match: the first player sits on every other seat, beginning with `turn`."""

    first: str
    second: str
    seed: int
    turn: int


class Played(msgspec.Struct, frozen=True):
    """How a pairing went."""

    score: float  # of the first player, 0 to 1
    decisions: int
    cut: bool  # broken off


@dataclass
class Row:
    """What is known about two players after some matches."""

    first: str
    second: str
    scores: list[float] = field(default_factory=list)
    cut: int = 0

    @property
    def mean(self) -> float:
        """The first player's mean score."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that (Wilson's)."""
        n, z, p = len(self.scores), Z95, self.mean
        if n == 0:
            return 0.0, 1.0
        centre, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)


def all_pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """List every two players, the one that should be stronger first."""
    for name in players:
        if name not in PLAYERS:
            raise BadOption(f"no player is called {name!r}{suggest(name, PLAYERS)}; there are: {', '.join(PLAYERS)}")
    ordered = sorted(set(players), key=PLAYERS.index)
    return [(high, low) for low, high in itertools.combinations(ordered, 2)]


def neighbours(players: Sequence[str]) -> list[tuple[str, str]]:
    """List the pairs that tell whether the levels are in order: each with the one below, the best with the others."""
    pairs = all_pairs(players)
    levels = [name for name in PLAYERS if name in LEVELS and name in players]
    near = set(itertools.pairwise(levels))
    return [(a, b) for a, b in pairs if (b, a) in near or (a == levels[-1] and b not in LEVELS)] if levels else pairs


def schedule(pairs: Sequence[tuple[str, str]], games: int, seed: int) -> Iterator[Pairing]:
    """Yield the matches: every seed twice, with seats changed, all pairs in turn."""
    for number in range(games):
        for first, second in pairs:
            yield Pairing(first, second, seed + number // 2, number % 2)


def make_player(name: str, game: Game, seed: int, scale: float) -> Agent:
    """Return a player whose time is measured on the processor, on one core: other work does not disturb it."""
    if name in LEVELS:
        return Levelled(game, seed, name, scale, trees=1, cpu=True)
    return Greedy(game, seed) if name == "greedy" else Random(game, seed)


def play(game: Game, terms: Terms, pairing: Pairing) -> Played:
    """Play one match of a ladder."""
    match = Match(game, terms.options, pairing.seed)
    mine = [seat % 2 == pairing.turn for seat in range(match.seats)]
    agents = [
        make_player(pairing.first if own else pairing.second, game, 64 * pairing.seed + seat, terms.scale)
        for seat, own in enumerate(mine)
    ]
    decisions = 0
    while match.result is None and decisions < terms.most:
        seat = match.to_act()[0]
        match.play(seat, agents[seat].choose(ask_for(match, seat)))
        decisions += 1
    if match.result is None:
        return Played(0.5, decisions, True)
    # Outcomes compare a seat with every other; only the other player's seats count here.
    outcome = match.result.outcome
    own = [value for value, is_mine in zip(outcome, mine, strict=True) if is_mine]
    other = [value for value, is_mine in zip(outcome, mine, strict=True) if not is_mine]
    wins = [(a > b) + 0.5 * (a == b) for a in own for b in other]
    return Played(sum(wins) / len(wins), decisions, False)
