"""The loop of every match that programs play: whom to ask next, and what becomes of the answer.

A `Referee` runs no player itself, so that each caller decides where its players think: in the same thread, in a
process of their own, or beside an event loop. Arena, lab, ladder, terminal and server share it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Protocol

from plowshares.agents.base import Agent, Ask, ask_for
from plowshares.core.errors import IllegalCommand
from plowshares.engine.match import Command

Order = Callable[[Sequence[int]], Iterable[int]]


class Playable(Protocol):
    """What a referee needs of a match; `engine.match.Match` has it."""

    @property
    def undos(self) -> Sequence[int]:
        """Commands that each seat has undone."""

    def waiting(self) -> Sequence[int]:
        """List the seats that owe a decision; empty when the match is over."""

    def play(self, seat: int, command: Command) -> Sequence[Any]:
        """Play an answer and return the commands it completed; raise IllegalCommand if it is not legal."""


def one_by_one(seats: Sequence[int]) -> Sequence[int]:
    """Order for referees that look who is to act after every command: the first seat only."""
    return seats[:1]


class Referee:
    """Asks the seats that a match waits for, in rounds: each seat of a round for one whole command.

    `seats` are those it asks (all by default), `order` sorts each round, and `tries` is how many answers to one
    question a seat may give before it has failed.
    """

    def __init__(
        self,
        match: Playable,
        seats: Container[int] | None = None,
        order: Order = one_by_one,
        tries: int = 1,
        ask: Callable[[Any, int], Ask] = ask_for,
    ) -> None:
        self.match = match
        self._seats, self._order, self._tries, self._ask = seats, order, tries, ask
        self._round: list[int] = []
        self._refused: dict[int, int] = {}  # answers to the present question that were refused
        self._undos: dict[int, int] = {}  # commands undone in the match when each seat was asked

    def next_question(self) -> Ask | None:
        """Return what to ask next; None if none of the seats is to act, or the match is over."""
        seat = self._next_seat()
        if seat is None:
            return None
        self._undos[seat] = sum(self.match.undos)
        return self._ask(self.match, seat)

    def _next_seat(self) -> int | None:
        waiting = self.match.waiting()
        while self._round and self._round[0] not in waiting:
            self._round.pop(0)
        if not self._round:
            waiting = self._begin_round(waiting)
            asked = waiting if self._seats is None else [seat for seat in waiting if seat in self._seats]
            self._round = list(self._order(asked))
        return self._round[0] if self._round else None

    def _begin_round(self, waiting: Sequence[int]) -> Sequence[int]:
        """Return who is to act in the round that begins; for referees that settle something between rounds."""
        return waiting

    def take(self, seat: int, command: Command) -> bool:
        """Play an answer; return whether it completed a command. Raise IllegalCommand if it is refused.

        An answer that comes too late is ignored; see `is_late`.
        """
        if self.is_late(seat):
            return False
        try:
            is_complete = bool(self.match.play(seat, command))
        except IllegalCommand:
            if seat in self.match.waiting():
                raise
            return False  # its time ran out with this answer
        self._refused.pop(seat, None)
        if is_complete and self._round[:1] == [seat]:
            self._round.pop(0)
        return is_complete

    def is_late(self, seat: int) -> bool:
        """Ask whether an answer of the seat would be ignored now: it has left, or its question has been undone."""
        return self._undos.get(seat) != sum(self.match.undos) or seat not in self.match.waiting()

    def refuse(self, seat: int) -> int:
        """Count an answer that was refused; return how many more the seat may give to the same question."""
        self._refused[seat] = self._refused.get(seat, 0) + 1
        return self._tries - self._refused[seat]

    def forgive(self, seat: int) -> None:
        """Forget the refused answers of a seat: its next question is a new one."""
        self._refused.pop(seat, None)


def play_on(match: Playable, agents: Mapping[int, Agent], most: int | None = None) -> int:
    """Let agents play until somebody else is to act, the match is over, or `most` decisions are made; count those."""
    referee = Referee(match, agents)
    decisions = 0
    while decisions != most and (ask := referee.next_question()) is not None:
        referee.take(ask.seat, agents[ask.seat].choose(ask))
        decisions += 1
    return decisions
