"""What a game may count in its matches for studies: the protocol of its module `measures`, and what counting shares."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec


class Extra(msgspec.Struct):
    """What a game counts in one match."""

    numbers: dict[str, float] = {}  # one number a match
    tags: dict[str, list[list[str]]] = {}  # for each seat, the words that apply to it: its class, cards it played
    series: dict[str, list[float]] = {}  # one number a round


class Watch(Protocol):
    """A game's own counting of one match. Plain Python, over full States."""

    def turn(self, s: Any, seat: int, actions: tuple[int, ...], /) -> None:
        """Look at the State after a command."""

    def end(self, s: Any, /) -> Extra:
        """Return what was counted."""


class Measures(Protocol):
    """The optional module `measures` of a game's package."""

    HELP: dict[str, str]  # what each number, tag and series is

    @property
    def CAPS(self) -> tuple[str, ...]:  # noqa: N802  # a constant of the module
        """Reasons that mean a match was cut off by a limit."""

    @property
    def KEYS(self) -> tuple[str, ...]:  # noqa: N802  # a constant of the module
        """Numbers that variants are compared by, and tags whose words are compared with even."""

    def rounds(self, s: Any, /) -> int:
        """Return how many rounds were played."""

    def watch(self, s: Any, /) -> Watch:
        """Begin to count a match from its first State."""


def round_of(s: Any) -> int:
    """Return how many rounds were played, of a game that counts them itself."""
    return int(s.round)


class Rounds:
    """What the counting of such games has in common: some numbers after each round."""

    names: tuple[str, ...] = ()  # of the numbers

    def __init__(self, s: Any) -> None:
        self.round = int(s.round)
        self.series: dict[str, list[float]] = {name: [] for name in self.names}

    def look(self, s: Any) -> None:
        """Note the numbers if another round has begun."""
        if s.round != self.round:
            self.round = int(s.round)
            self.note(s)

    def note(self, s: Any) -> None:
        """Note the numbers now."""
        for row, number in zip(self.series.values(), self.count(s), strict=True):
            row.append(float(number))

    def count(self, s: Any) -> tuple[float, ...]:
        """Return the numbers, in the order of their names."""
        raise NotImplementedError
