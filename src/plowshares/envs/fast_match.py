"""One match, stepped from Python as fast as a call allows: for searches and learners that walk one match at a time."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.jit import resolve
from plowshares.core.options import Options
from plowshares.engine.playout import NO_ROOM, make_start, make_turn


class FastMatch:
    """A match. `reset` and `step` return how many actions the seat to act has, 0 at the end.

    They are the first `count` entries of `legal`, an array that the next step overwrites; `seat` is to act. A step is a
    single compiled call that checks the action, plays it and lists the next ones. Where several seats act at the same
    time the lowest is asked first, and nothing that it may see tells what the others have chosen.
    """

    def __init__(self, game: Game, options: Options, seed: int = 0) -> None:
        self.game, self.options = game, options
        self.legal = np.zeros(game.actions.space(options).size, np.int32)
        self._first = game.state.new(options)
        self._bytes = np.frombuffer(self._first.tobytes(), np.uint8)
        self._now = np.zeros(2, np.int32)
        self._start = make_start(game.rules)
        self._sit(self._first)
        self.reset(seed)

    def reset(self, seed: int) -> int:
        """Begin a new match."""
        if self._states.dtype != type(self._first).layout:  # the last match has outgrown its first capacity
            self._sit(self._first)
        self._start(self._states, self._states.view(np.uint8), self._bytes, np.uint64(seed % 2**64))
        return self._list()

    def step(self, action: int) -> int:
        """Play an action of the seat to act."""
        count: int = self._turn(self._states, True, action, self.legal, self._now)
        return count if count >= 0 else self._unusual(count, action)

    @property
    def s(self) -> Any:
        """The State itself, secrets and all."""
        return self._states[0]

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return int(self._now[0])

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.game.rules.is_over(self.s))

    def outcome(self) -> list[float]:
        """Return every seat's utility."""
        out = np.zeros(self.game.state.count_seats(self.options))
        self.game.rules.outcome(self.s, out)
        values: list[float] = out.tolist()
        return values

    def clone(self) -> Self:
        """Return an independent copy of the match."""
        twin = object.__new__(type(self))
        twin.__dict__ = dict(self.__dict__)
        # As bytes: NumPy copies records field by field.
        twin._states = self._states.view(np.uint8).copy().view(self._states.dtype)
        twin._now, twin.legal = self._now.copy(), self.legal.copy()
        return twin

    def _sit(self, s: Any) -> None:
        """Go on with a State, of which a copy is made."""
        self._states = np.frombuffer(bytearray(s.tobytes()), type(s).layout)
        self._turn = resolve(make_turn(self.game.rules), self._states, False, 0, self.legal, self._now)

    def _list(self) -> int:
        """List the legal actions; move the match to larger capacities until it fits."""
        while (count := self._turn(self._states, False, 0, self.legal, self._now)) == NO_ROOM:
            self._sit(self.game.state.grow(self.s))
        return int(count)

    def _unusual(self, count: int, action: int) -> int:
        """Go on in a larger capacity, or refuse an action."""
        if count == NO_ROOM:
            return self._list()
        raise PlowsharesError(f"action {action} is not legal for seat {self.seat}")
