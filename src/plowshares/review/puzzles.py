"""Puzzles: moments of matches in which one decision is clearly best by what the seat knows.

A game keeps its own in `puzzles.jsonl`, one small record a line: options, seed, the commands up to the moment, and the
answer. `research/make_puzzles.py` makes them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

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
from plowshares.review.judging import search
from plowshares.review.moments import Moments

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
    also: tuple[int, ...] = ()  # other first actions that come to the same

    def is_right(self, action: int) -> bool:
        """Ask whether an action is the answer, or comes to the same."""
        return action == self.action or action in self.also

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
        return None if own is None else self.is_right(own.actions[0])


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


class Question(NamedTuple):
    """A decision that may become a puzzle: all of it is known to the seat."""

    game: Game
    view: Any
    seat: int
    seats: int
    n: int  # commands before it

    @property
    def ask(self) -> Ask:
        """The same as an agent is asked."""
        return Ask(self.view, self.seat, self.game.legal(self.view, self.seat), float("inf"), self.seats)


class Answer(NamedTuple):
    """What a search says about a question."""

    action: int
    also: tuple[int, ...]  # what comes to the same
    chance: float  # to win after it
    other: float  # after the best other decision

    @property
    def actions(self) -> set[int]:
        """All first actions that are right."""
        return {self.action, *self.also}

    @property
    def lead(self) -> float:
        """How far the answer is ahead of everything else."""
        return self.chance - self.other


def make_puzzles(moments: Moments, numbers: Sequence[int], simulations: int) -> Iterator[Puzzle]:
    """Yield puzzles from a match: the decisions of these numbers, from 0, are looked at.

    Where several choose at the same time, the moment is before any of them has chosen.
    """
    for number in numbers:
        if number >= len(moments.decisions):
            return
        decision = moments.decisions[number]
        if decision.since != decision.n:
            continue
        view = moments.game.view_of(moments.state(decision.n), decision.seat)
        question = Question(moments.game, view, decision.seat, moments.seats, number)
        if not is_open(question):
            continue
        first = find_answer(question, simulations)
        if first.lead < CLEAR:
            continue
        checked = find_answer(question, CHECKED * simulations)
        if first.action in checked.actions and checked.lead >= STILL_CLEAR:
            yield _write(moments, question, checked)


def is_open(question: Question) -> bool:
    """Ask whether there is enough to choose from, and no script that decides."""
    ask = question.ask
    return len(ask.legal) >= FEWEST_CHOICES and scripted(question.game, ask, 0) is None


def find_answer(question: Question, simulations: int, seed: int = 0) -> Answer:
    """Search for the decision that is best by a seat's view."""
    game, view, seat, seats, n = question
    found = search(game, view, seat, seats, simulations, mix(np.uint64(simulations + seed), n, seat))
    mapping = fit_of(game.name).curves(seats).known
    also = found.equals(found.best)
    values = found.values[found.best], found.next_best(found.best, also)
    best, other = (mapping.judged(value, n, seats) for value in values)
    return Answer(found.best, also, best, other)


def check_puzzle(game: Game, puzzle: Puzzle, simulations: int, seed: int) -> Puzzle | None:
    """Search a puzzle again; return it with the chances that were found, or None if its answer does not hold."""
    match = puzzle.begin(game)
    question = Question(game, match.view(puzzle.seat), puzzle.seat, match.seats, len(puzzle.moves))
    found = find_answer(question, simulations, seed)
    if puzzle.action not in found.actions or found.lead < STILL_CLEAR:
        return None
    also = tuple(sorted(found.actions - {puzzle.action}))
    return msgspec.structs.replace(puzzle, also=also, chance=round(found.chance, 3), other=round(found.other, 3))


def _write(moments: Moments, question: Question, answer: Answer) -> Puzzle:
    match = moments.match
    return Puzzle(
        options=to_plain(match.options),
        seed=f"{match.seed:#x}",
        moves=[(turn.seat, turn.text) for turn in match.history[: question.n]],
        seat=question.seat,
        action=answer.action,
        answer=question.game.notation.format(question.view, question.seat, (answer.action,)),
        chance=round(answer.chance, 3),
        other=round(answer.other, 3),
        found={level: _try(question, answer, level) for level in LEVELS},
        also=tuple(sorted(answer.also)),
    )


def _try(question: Question, answer: Answer, level: str) -> float:
    """Return how often a level finds the answer."""
    agents = (LeveledAgent(question.game, seed, level, trees=1) for seed in range(TRIES))
    return round(sum(agent.choose(question.ask) in answer.actions for agent in agents) / TRIES, 2)
