"""A table to play at in tests: positions, commands and refusals as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import seats_of
from plowshares.games.farmer_soldier import notation, rules, state, view
from plowshares.games.farmer_soldier.actions import space
from plowshares.games.farmer_soldier.options import Options
from plowshares.games.farmer_soldier.positions import format_position, read_position
from plowshares.games.farmer_soldier.state import Phase

_SEAT = re.compile(r"p([0-9]+) (.*)", re.DOTALL)


class Table:
    """A State, and ways to play it by text."""

    def __init__(self, s: Any) -> None:
        self.s = s

    @property
    def position(self) -> str:
        return format_position(self.s)

    @property
    def phase(self) -> str:
        return Phase(int(self.s.phase)).name.lower()

    @property
    def to_act(self) -> list[int]:
        return seats_of(rules.to_act(self.s))

    @property
    def reason(self) -> str:
        return notation.describe_result(self.s)[0]

    @property
    def scores(self) -> list[float]:
        out = np.zeros(self.s.options.seats)
        rules.scores(self.s, out)
        return [float(points) for points in out]

    @property
    def places(self) -> list[int]:
        out = np.zeros(self.s.options.seats, np.int64)
        rules.places(self.s, out)
        return [int(place) for place in out]

    def view(self, seat: int) -> Any:
        copy = self.s.clone()
        view.blank_for(copy, seat)
        return copy

    def legal(self, seat: int) -> list[int]:
        out = np.zeros(self.s.actions.size, np.int32)
        return [int(action) for action in out[: rules.legal_actions(self.s, seat, out)]]

    def texts(self, seat: int) -> list[str]:
        seen = self.view(seat)
        return [notation.format(seen, seat, (action,)) for action in self.legal(seat)]

    def step(self, seat: int, action: int) -> None:
        rules.step(self.s, seat, action)
        while rules.needs_room(self.s):
            self.s = state.grow(self.s)

    def play(self, *commands: str) -> Table:
        """Play commands: by the current player, or with `p1 ` before by another."""
        for text in commands:
            seat, words = self._seat(text)
            for action in notation.parse(self.view(seat), seat, words):
                assert action in self.legal(seat)
                self.step(seat, action)
        return self

    def refused(self, text: str) -> str:
        """Return the code a command is refused with, and check that nothing changes."""
        seat, words = self._seat(text)
        before = self.s.tobytes()
        with pytest.raises(IllegalCommand) as caught:
            notation.parse(self.view(seat), seat, words)
        assert self.s.tobytes() == before
        assert caught.value.code
        return caught.value.code

    def _seat(self, text: str) -> tuple[int, str]:
        match = _SEAT.match(text)
        return (int(match[1]), match[2]) if match else (int(self.s.seat), text)


def at(position: str, seat: int = 0, start: bool = False, **options: Any) -> Table:
    """Return a table with a position: in the seat's move step, or at the start of its turn."""
    return Table(read_position(Options(**options), position, seat, start))


def new(seed: int = 0, **options: Any) -> Table:
    """Return a table with a new match."""
    s = state.new(Options(**options))
    rules.setup(s, np.uint64(seed))
    while rules.needs_room(s):
        s = state.grow(s)
    return Table(s)


def same(position: str, table: Table) -> bool:
    """Ask whether a table has this position, in whatever order it is written."""
    return sorted(position.split("; ")) == sorted(table.position.split("; "))


def random_match(seed: int, most: int = 10_000, **options: Any) -> Iterator[tuple[Table, int, int]]:
    """Play at random; yield the table, the seat and the action it is about to take, and at the end NOBODY."""
    table = new(seed, **options)
    chance = Rng.new()
    seed_rng(chance, np.uint64(seed), 99)
    for _ in range(most):
        if rules.is_over(table.s):
            break
        waiting = table.to_act
        seat = waiting[below(chance, len(waiting))]
        legal = table.legal(seat)
        action = _prefer(table, legal, chance)
        yield table, seat, action
        table.step(seat, action)
    yield table, -1, -1


def _prefer(table: Table, legal: list[int], chance: Rng) -> int:
    """Choose at random, but end the moves often enough that people live to meet."""
    if table.s.phase == Phase.MOVE and below(chance, 3) == 0:
        return legal[0]
    return legal[below(chance, len(legal))]


def size_of(**options: Any) -> int:
    """Return the size of the action space."""
    return space(Options(**options)).size
