"""The ladder: built-in players against each other on the same seeds, once from every seat.

With more than two seats the stronger player sits alone among weaker ones: does it win more than its share?
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from plowshares.agents.base import Agent
from plowshares.agents.careful import Careful
from plowshares.agents.greedy import Greedy
from plowshares.agents.levels import LEVELS, LeveledAgent
from plowshares.agents.passive import Passive
from plowshares.agents.random_agent import Random
from plowshares.agents.referee import play_on
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.parsing import suggest
from plowshares.engine.intervals import wilson
from plowshares.engine.match import Match

YARDSTICKS: dict[str, Callable[[Game, int], Agent]] = {
    "passive": Passive,
    "random": Random,
    "greedy": Greedy,
    "careful": Careful,
}
PLAYERS = (*YARDSTICKS, *LEVELS)
MARK = "@"  # between a level and its number of simulations: `hard@500`


@dataclass(frozen=True)
class Terms:
    """What all matches of a ladder have in common."""

    options: Options
    scale: float = 1.0  # of the levels' times
    most: int = 4000  # decisions after which a match is broken off as a draw


@dataclass(frozen=True)
class Pairing:
    """One match: the first player sits on one seat, the second on all others."""

    first: str
    second: str
    seed: int
    seat: int  # of the first


class Played(msgspec.Struct, frozen=True):
    """How a pairing went."""

    score: float  # of the first player: its part of the win, 0 to 1
    decisions: int
    cut: bool  # broken off


@dataclass
class Row:
    """What is known about two players after some matches."""

    first: str
    second: str
    seats: int = 2
    scores: list[float] = field(default_factory=list)
    cut: int = 0

    @property
    def share(self) -> float:
        """What the first player would score if both were equally strong."""
        return 1 / self.seats

    @property
    def mean(self) -> float:
        """The first player's mean score."""
        return sum(self.scores) / len(self.scores) if self.scores else self.share

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the mean score."""
        return wilson(self.mean, len(self.scores))


def split_player(word: str) -> tuple[str, int | None]:
    """Return the name of a player and its simulations: `hard@500` is `hard` with 500 for every decision."""
    name, mark, number = word.partition(MARK)
    if name not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise InvalidOption(f"no player is called {name!r}{suggest(name, PLAYERS)}; there are: {known}")
    if not mark:
        return name, None
    if name not in LEVELS or not (number.isascii() and number.isdigit() and int(number) > 0):
        raise InvalidOption(f"{word!r} is not a level with a number of simulations, such as hard{MARK}500")
    return name, int(number)


def all_pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """List every two players, the one that should be stronger first."""
    ordered = sorted(set(players), key=_strength)
    return [(high, low) for low, high in itertools.combinations(ordered, 2)]


def _strength(word: str) -> tuple[int, int]:
    name, simulations = split_player(word)
    return PLAYERS.index(name), simulations or 0


def neighbours(players: Sequence[str]) -> list[tuple[str, str]]:
    """List the pairs of the bars: each level with the one below, all with `passive`, the best with all yardsticks."""
    pairs = all_pairs(players)
    levels = [word for word in sorted(set(players), key=_strength) if split_player(word)[0] in LEVELS]
    near = set(itertools.pairwise(levels))
    return [pair for pair in pairs if pair[::-1] in near or _is_bar(pair, levels)] if levels else pairs


def _is_bar(pair: tuple[str, str], levels: Sequence[str]) -> bool:
    high, low = pair
    return high in levels and low in YARDSTICKS and (high == levels[-1] or low == "passive")


def schedule(pairs: Sequence[tuple[str, str]], games: int, seed: int, seats: int = 2) -> Iterator[Pairing]:
    """Yield the matches: every seed once from each seat, all pairs in turn."""
    for number in range(games):
        for first, second in pairs:
            yield Pairing(first, second, seed + number // seats, number % seats)


def make_player(word: str, game: Game, seed: int, scale: float) -> Agent:
    """Return a player whose time is measured on the processor, on one core: other work does not disturb it."""
    name, simulations = split_player(word)
    if name in YARDSTICKS:
        return YARDSTICKS[name](game, seed)
    return LeveledAgent(game, seed, name, 1.0 if simulations else scale, trees=1, cpu=True, simulations=simulations)


def play(game: Game, terms: Terms, pairing: Pairing) -> Played:
    """Play one match of a ladder."""
    match = Match(game, terms.options, pairing.seed)
    agents = {
        seat: make_player(
            pairing.first if seat == pairing.seat else pairing.second, game, 64 * pairing.seed + seat, terms.scale
        )
        for seat in range(match.seats)
    }
    decisions = play_on(match, agents, terms.most)
    if match.result is None:
        return Played(1 / match.seats, decisions, True)
    return Played(part_of_win(match.result.outcome, pairing.seat), decisions, False)


def part_of_win(outcome: Sequence[float], seat: int) -> float:
    """Return 1 for the only winner and 0 for a loser; joint winners share the 1."""
    best = max(outcome)
    return 1 / outcome.count(best) if outcome[seat] == best else 0.0
