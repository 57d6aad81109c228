"""What an agent is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of
from plowshares.engine.match import Command, Match

MIN_SECONDS_TO_SOLVE = 3.0  # with less time left agents search instead of solving


@dataclass(frozen=True)
class Ask:
    """One decision: the seat's own view, what it may do, and how long it may think."""

    view: Any
    seat: int
    legal: Sequence[int]
    seconds: float
    seats: int  # how many play
    news: Sequence[str] = ()  # what the seat could read in the log since it was asked last
    streak: int = 0  # decisions that the seat has made since anybody else made one


class Agent(Protocol):
    """Anything that can play a seat."""

    name: str

    def choose(self, ask: Ask) -> Command:
        """Return one of the legal actions, or a whole command in any form that `Match.play` takes."""


def scripted(game: Game, ask: Ask, seed: int, setup_candidates: int = 1) -> int | None:
    """Return the action that a game's heuristics know without any search, such as in a set-up; None if they do not.

    See `core.hooks.Script`. Seed and setup_candidates are the same throughout a match.
    """
    action = int(hooks_of(game.heuristics).script(ask.view, ask.seat, seed, setup_candidates))
    return action if action in ask.legal else None


def solved(game: Game, ask: Ask) -> int | None:
    """Return the action that a game's heuristics have solved to be best; None if they have not.

    See `core.hooks.Solver`, for positions so small that this takes no longer than to search.
    """
    if ask.seconds < MIN_SECONDS_TO_SOLVE:
        return None
    action = int(hooks_of(game.heuristics).solve(ask.view, ask.seat, ask.legal))
    return action if action in ask.legal else None


def ask_for(match: Match, seat: int) -> Ask:
    """Return what to ask an agent that sits on this seat of the match."""
    streak = count_streak(match, seat)
    return Ask(match.view(seat), seat, match.legal(seat), match.clocks.left(seat), match.seats, streak=streak)


def count_streak(match: Match, seat: int) -> int:
    """Return how many actions the seat has taken since anybody else took one, those of its draft included."""
    count = len(match.draft(seat))
    for turn in reversed(match.history):
        if turn.seat != seat:
            break
        count += len(turn.actions)
    return count
