"""Puzzles: moments of matches in which one decision is clearly best by what the seat knows.

A game keeps its own in `puzzles.jsonl`, one small record a line: options, seed, the commands up to the moment, and the
answer. `research/make_puzzles.py` makes them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from importlib.resources import files

import msgspec
import numpy as np

from plowshares.agents.base import Ask, scripted
from plowshares.agents.levels import LeveledAgent
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import read_options, to_plain
from plowshares.core.rng import mix
from plowshares.engine.match import Listener, Match, Turn, ignore
from plowshares.review.calibration import fit_of
from plowshares.review.judging import Found, search
from plowshares.review.moments import Decision, Moments

FILE = "puzzles.jsonl"
CLEAR = 0.12  # how far the answer is ahead of everything else, in chance to win
STILL_CLEAR = 0.08  # and with ten times the search
FEWEST_CHOICES = 3
CHECKED = 10  # times as many simulations
LEVELS = ("easy", "medium", "hard")
TRIES = 5  # of each level
OFTEN = 0.6  # a level that finds the answer so often finds it easy


class Puzzle(msgspec.Struct, frozen=True):
    """A moment with one clearly best decision."""

    options: dict[str, object]
    seed: str
    moves: list[tuple[int, str]]  # seat and command, from the beginning of the match
    seat: int  # whose decision it is
    action: int  # the answer
    answer: str  # the same in the game's notation
    chance: float  # to win after it, by what the seat knows
    other: float  # after the best other decision
    found: dict[str, float]  # share of tries in which each level finds it

    @property
    def difficulty(self) -> str:
        """The weakest level that finds the answer most of the time; hard if none does."""
        return next((level for level in LEVELS if self.found.get(level, 0.0) >= OFTEN), LEVELS[-1])

    def begin(self, game: Game, names: Sequence[str] | None = None, listener: Listener = ignore) -> Match:
        """Return the match at the moment of the puzzle."""
        options = read_options(game.options, dict(self.options))
        match = Match(game, options, int(self.seed, 16), names, listener=listener, now=lambda: 0.0)
        for seat, command in self.moves:
            match.play(seat, command)
        return match

    def is_solved(self, history: Sequence[Turn]) -> bool | None:
        """Ask whether the seat has found the answer; None if it has not decided yet."""
        own = next((turn for turn in history[len(self.moves) :] if turn.seat == self.seat), None)
        return None if own is None else own.actions[0] == self.action


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game; none if it has no such file."""
    return _read(game.home)


@functools.cache
def _read(package: str) -> tuple[Puzzle, ...]:
    place = files(package).joinpath(FILE)
    lines = place.read_bytes().splitlines() if place.is_file() else []
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)


def find_puzzle(game: Game, number: int) -> Puzzle:
    """Return a puzzle by its number, from 1."""
    known = puzzles_of(game)
    if not 1 <= number <= len(known):
        raise InvalidOption(f"{game.title} has puzzles 1 to {len(known)}, not {number}")
    return known[number - 1]


# Making them


def make_puzzles(moments: Moments, every: int, simulations: int, longest: int) -> Iterator[Puzzle]:
    """Yield puzzles from a match: each `every`-th decision is looked at, up to `longest` commands."""
    for number in range(0, min(longest, len(moments.decisions)), every):
        decision = moments.decisions[number]
        action = find_answer(moments, decision, simulations)
        if action is not None and find_answer(moments, decision, CHECKED * simulations, STILL_CLEAR) == action:
            yield _write(moments, decision, number, action, simulations)


def find_answer(moments: Moments, decision: Decision, simulations: int, clear: float = CLEAR) -> int | None:
    """Return the decision that is clearly best by a seat's view, or None."""
    game, s = moments.game, moments.state(decision.n)
    legal = game.legal(s, decision.seat)
    view = game.view_of(s, decision.seat)
    ask = Ask(view, decision.seat, legal, float("inf"), moments.seats)
    if len(legal) < FEWEST_CHOICES or scripted(game, ask, 0) is not None:
        return None
    found = _search(moments, decision, simulations)
    best, other = _chances(moments, decision, found)
    return found.best if best - other >= clear else None


def _search(moments: Moments, decision: Decision, simulations: int) -> Found:
    view = moments.game.view_of(moments.state(decision.n), decision.seat)
    key = mix(np.uint64(simulations), decision.n, decision.seat)
    return search(moments.game, view, decision.seat, moments.seats, simulations, key)


def _chances(moments: Moments, decision: Decision, found: Found) -> tuple[float, float]:
    fit = fit_of(moments.game.name)
    values = found.values[found.best], found.next_best(found.best)
    best, other = (fit.chance(value, decision.n, moments.seats) for value in values)
    return best, other


def _write(moments: Moments, decision: Decision, number: int, action: int, simulations: int) -> Puzzle:
    game, match = moments.game, moments.match
    view = game.view_of(moments.state(decision.n), decision.seat)
    best, other = _chances(moments, decision, _search(moments, decision, CHECKED * simulations))
    return Puzzle(
        options=to_plain(match.options),
        seed=f"{match.seed:#x}",
        moves=[(turn.seat, turn.text) for turn in match.history[:number]],
        seat=decision.seat,
        action=action,
        answer=game.notation.format(view, decision.seat, (action,)),
        chance=round(best, 3),
        other=round(other, 3),
        found={level: _try(moments, decision, action, level) for level in LEVELS},
    )


def _try(moments: Moments, decision: Decision, action: int, level: str) -> float:
    """Return how often a level finds the answer."""
    game, s = moments.game, moments.state(decision.n)
    view, legal = game.view_of(s, decision.seat), game.legal(s, decision.seat)
    ask = Ask(view, decision.seat, legal, float("inf"), moments.seats)
    hits = sum(LeveledAgent(game, seed, level, trees=1).choose(ask) == action for seed in range(TRIES))
    return round(hits / TRIES, 2)
