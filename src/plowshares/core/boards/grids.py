"""Grids: coordinates, slots, numbers and names of cells (plain Python; kernels read a `Board`)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from plowshares.core.boards.cells import NOWHERE
from plowshares.core.parsing import cell_name, parse_column
from plowshares.core.records import Int16s, Int32s

KINDS = ("square", "hex", "triangle", "cubic")
SHAPES = ("block", "hexagon")
EDGES = "fpi"  # finite, periodic, infinite
ADJACENCIES = ("edge", "corner")
MOST_AXES = 6

_LETTERS = re.compile(r"([a-z]+)([1-9][0-9]*)\Z", re.ASCII)
_DOTTED = re.compile(r"-?[0-9]+(\.-?[0-9]+)*\Z", re.ASCII)
_LONGEST = 9  # digits or letters of a coordinate; no board reaches that far

_HEX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
_TRIANGLE = ((1, 0), (-1, 0), (0, -1))  # the base lies below where the triangle points up, else above
BASE = 2  # the slot of a triangle's base

Place = tuple[int, ...]


@dataclass(frozen=True)
class Grid:
    """A starting board: a kind of grid, its size and how each axis ends."""

    kind: str
    size: tuple[int, ...]
    edges: str = ""
    shape: str = "block"
    adjacency: str = "edge"

    def __post_init__(self) -> None:
        if not self.edges:
            object.__setattr__(self, "edges", "f" * len(self.size))

    @property
    def axes(self) -> int:
        """How many coordinates a cell has."""
        return 2 if self.shape == "hexagon" else len(self.size)

    @property
    def is_infinite(self) -> bool:
        """Whether some axis has no end."""
        return "i" in self.edges

    @property
    def has_letters(self) -> bool:
        """Whether cells are called a1, b1, …"""
        return self.shape == "block" and self.axes == 2 and not self.is_infinite

    @cached_property
    def offsets(self) -> tuple[Place, ...]:
        """The step of each slot, as seen from a cell whose coordinates have an even sum."""
        if self.kind == "hex":
            return _HEX
        if self.kind == "triangle":
            return _TRIANGLE
        unit = [tuple(int(k == axis) * way for k in range(self.axes)) for axis in range(self.axes) for way in (1, -1)]
        if self.adjacency == "edge":
            return tuple(unit)
        return (*unit, *(step for step in itertools.product((-1, 0, 1), repeat=self.axes) if sum(map(abs, step)) > 1))

    @property
    def slots(self) -> int:
        """How many slots a cell has."""
        return len(self.offsets)

    @cached_property
    def opposites(self) -> tuple[int, ...]:
        """The slot that leads back, for each slot."""
        if self.kind == "triangle":
            return (1, 0, BASE)
        at = {step: slot for slot, step in enumerate(self.offsets)}
        return tuple(at[tuple(-x for x in step)] for step in self.offsets)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The coordinates of the starting cells, by number."""
        if self.shape == "hexagon":
            far = range(-self.size[0], self.size[0] + 1)
            return tuple((q, r) for r in far for q in far if abs(q + r) <= self.size[0])
        # Axis 0 changes fastest.
        return tuple(place[::-1] for place in itertools.product(*(range(n) for n in reversed(self.size))))

    @cached_property
    def numbers(self) -> dict[Place, int]:
        """The number of each starting cell, by its coordinates."""
        return {place: number for number, place in enumerate(self.places)}

    def step(self, place: Place, slot: int) -> Place:
        """Return where a slot of a cell leads, whether or not that is a cell of the board."""
        step = self.offsets[slot]
        if self.kind == "triangle" and slot == BASE and sum(place) % 2:
            step = tuple(-x for x in step)
        ends = zip(place, step, self._wraps, strict=True)
        return tuple((x + d) % n if n else x + d for x, d, n in ends)

    @cached_property
    def _wraps(self) -> tuple[int, ...]:
        """The size of each periodic axis, 0 for the others."""
        if self.shape == "hexagon":
            return (0, 0)
        return tuple(n if end == "p" else 0 for n, end in zip(self.size, self.edges, strict=True))

    @cached_property
    def neighbours(self) -> Int16s:
        """The neighbour of each starting cell through each slot, or NOWHERE."""
        places = np.array(self.places, np.int64)
        table = np.full((len(places), self.slots), NOWHERE, np.int64)
        for slot, step in enumerate(self.offsets):
            steps = np.broadcast_to(np.array(step), places.shape).copy()
            if self.kind == "triangle" and slot == BASE:
                steps[places.sum(axis=1) % 2 == 1] *= -1
            table[:, slot] = self._number_all(places + steps)
        table[table == np.arange(len(places))[:, None]] = NOWHERE
        return _without_doubles(table).astype(np.int16)

    def _number_all(self, places: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Int32s:
        """Return the number of each place, NOWHERE for places that are not a starting cell."""
        if self.shape == "hexagon":
            found = [self.numbers.get((int(q), int(r)), NOWHERE) for q, r in places]
            return np.array(found, np.int32)
        number = np.zeros(len(places), np.int32)
        inside = np.ones(len(places), np.bool_)
        for axis in range(self.axes - 1, -1, -1):
            n, wraps = self.size[axis], self._wraps[axis]
            x = places[:, axis] % wraps if wraps else places[:, axis]
            inside &= (x >= 0) & (x < n)
            number = (number * n + x).astype(np.int32)
        return np.where(inside, number, NOWHERE).astype(np.int32)

    def name(self, place: Iterable[int]) -> str:
        """Return the name of a cell."""
        at = tuple(int(x) for x in place)
        return cell_name(*at) if self.has_letters else ".".join(map(str, at))

    def parse_name(self, name: str) -> Place | None:
        """Return the coordinates a name stands for, or None if it is not a name here. Such a cell need not exist."""
        letters = _LETTERS.match(name)
        if letters:
            if not self.has_letters or len(letters[1]) > _LONGEST or len(letters[2]) > _LONGEST:
                return None
            return parse_column(letters[1]), int(letters[2]) - 1
        parts = name.split(".")
        if not _DOTTED.match(name) or len(parts) != self.axes or max(map(len, parts)) > _LONGEST:
            return None
        return tuple(map(int, parts))


def is_name(text: str) -> bool:
    """Ask whether a text has the form of a cell name, of this board or another."""
    return bool(_LETTERS.match(text) or _DOTTED.match(text))


def _without_doubles(table: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Int32s:
    """Keep only the lowest slot of several that lead to the same cell."""
    order = np.argsort(table, axis=1, kind="stable")
    sorted_ = np.take_along_axis(table, order, 1)
    sorted_[:, 1:][sorted_[:, 1:] == sorted_[:, :-1]] = NOWHERE
    single = np.empty_like(table)
    np.put_along_axis(single, order, sorted_, 1)
    return single.astype(np.int32)


def distances(neighbours: Int16s, start: int) -> Int32s:
    """Return how many steps each cell is from one cell; NOWHERE if no path leads there."""
    steps = np.full(len(neighbours), NOWHERE, np.int32)
    front = np.array([start])
    far = 0
    while len(front):
        steps[front] = far
        reached = np.unique(neighbours[front])
        reached = reached[reached != NOWHERE]
        front = reached[steps[reached] == NOWHERE]
        far += 1
    return steps
