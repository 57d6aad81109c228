"""Where cells lie on paper: layers of two axes each, side by side and above each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from plowshares.core.boards import Grid, grid_of
from plowshares.games.farmer_soldier.positions import occupied

Place = tuple[int, ...]
Point = tuple[float, float]
Edge = tuple[Point, Point]

SQUARE = 124.0  # side
HEX = 74.0  # side
TRIANGLE = 190.0  # side
GAP = 36.0  # between layers

_H = math.sqrt(3) / 2


@dataclass(frozen=True)
class Window:
    """The part of a board that is drawn: all of a finite one, the used part and a margin of an infinite one."""

    grid: Grid
    cells: dict[Place, int]
    low: Place
    high: Place

    @cached_property
    def layers(self) -> list[Place]:
        """The coordinates beyond the first two, of each layer."""
        return sorted({place[2:] for place in self.cells}, key=lambda rest: rest[::-1])


def window_of(s: Any) -> Window:
    """Choose what to draw of a board."""
    grid = grid_of(s.board)
    cells = {_place(s, cell): cell for cell in range(s.board.count)}
    if grid.is_infinite:
        used = [_place(s, cell) for cell in occupied(s)] or list(cells)[: int(s.board.start)]
        ends = list(zip(grid.edges, *used, strict=True))
        inside = [(min(xs) - 1, max(xs) + 1) if end == "i" else (min(xs), max(xs)) for end, *xs in ends]
        whole = [
            (a, b) if end == "i" else (0, n - 1) for (a, b), end, n in zip(inside, grid.edges, grid.size, strict=True)
        ]
        cells = {p: c for p, c in cells.items() if all(a <= x <= b for x, (a, b) in zip(p, whole, strict=True))}
    columns = list(zip(*cells, strict=True))
    return Window(grid, cells, tuple(map(min, columns)), tuple(map(max, columns)))


def _place(s: Any, cell: int) -> Place:
    return tuple(int(x) for x in s.board.places[cell][: s.board.axes])


class Layout:
    """Points of a window in pixels, y downwards."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.kind = window.grid.kind if window.grid.kind in ("hex", "triangle") else "square"
        corners = np.array([p for place in window.cells for p in self._flat(place)])
        self._origin = corners.min(axis=0)
        self.layer_width, self.layer_height = (float(x) for x in corners.max(axis=0) - self._origin)

    @cached_property
    def size(self) -> Point:
        """Width and height of all layers."""
        spots = [self._shift(rest) for rest in self.window.layers]
        return max(x for x, _ in spots) + self.layer_width, max(y for _, y in spots) + self.layer_height

    def corners(self, place: Place) -> list[Point]:
        """Return the corners of a cell."""
        dx, dy = self._shift(place[2:])
        return [(x - self._origin[0] + dx, y - self._origin[1] + dy) for x, y in self._flat(place)]

    def centre(self, place: Place) -> Point:
        """Return the middle of a cell."""
        points = self.corners(place)
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def edge(self, place: Place, slot: int) -> Edge | None:
        """Return the side of a cell that a slot leads through, or None if it leads to another layer or a corner."""
        points = self.corners(place)
        pairs = {"square": _SQUARE_EDGES, "hex": _HEX_EDGES, "triangle": _TRIANGLE_EDGES}[self.kind]
        if slot not in pairs or (self.kind == "square" and slot // 2 >= min(self.window.grid.axes, 2)):
            return None
        a, b = pairs[slot]
        if self.kind == "triangle" and sum(place) % 2:
            a, b = _DOWN_EDGES[slot]
        return points[a], points[b]

    def layer_corner(self, rest: Place) -> Point:
        """Return the upper left corner of a layer."""
        return self._shift(rest)

    def _shift(self, rest: Place) -> Point:
        """Return how far a layer is moved: axis 2 to the right, 3 down, 4 to the right, 5 down."""
        low, high = self.window.low[2:], self.window.high[2:]
        step = [self.layer_width + GAP, self.layer_height + GAP]
        shift = [0.0, 0.0]
        for axis, x in enumerate(rest):
            way = axis % 2
            shift[way] += (x - low[axis]) * step[way]
            step[way] *= high[axis] - low[axis] + 1
            step[way] += GAP
        return shift[0], shift[1]

    def _flat(self, place: Place) -> list[Point]:
        x, y = place[0], place[1] if len(place) > 1 else 0
        if self.kind == "hex":
            cx, cy = 2 * _H * HEX * (x + y / 2), -1.5 * HEX * y
            return [(cx + _H * HEX * dx, cy + HEX * dy) for dx, dy in _HEXAGON]
        if self.kind == "triangle":
            left, top = x * TRIANGLE / 2, -(y + 1) * _H * TRIANGLE
            bottom = top + _H * TRIANGLE
            if (x + y) % 2 == 0:
                return [(left, bottom), (left + TRIANGLE, bottom), (left + TRIANGLE / 2, top)]
            return [(left, top), (left + TRIANGLE, top), (left + TRIANGLE / 2, bottom)]
        left, top = x * SQUARE, -(y + 1) * SQUARE
        return [(left, top), (left + SQUARE, top), (left + SQUARE, top + SQUARE), (left, top + SQUARE)]


# Corners clockwise from the top; y downwards.
_HEXAGON = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
_SQUARE_EDGES = {0: (1, 2), 1: (0, 3), 2: (0, 1), 3: (3, 2)}
_HEX_EDGES = {0: (1, 2), 1: (5, 4), 2: (0, 1), 3: (4, 3), 4: (2, 3), 5: (0, 5)}
_TRIANGLE_EDGES = {0: (2, 1), 1: (2, 0), 2: (0, 1)}
_DOWN_EDGES = {0: (1, 2), 1: (0, 2), 2: (0, 1)}


def layer_name(rest: Place) -> str:
    """Name a layer by its coordinates beyond the first two."""
    return ", ".join(f"axis {axis} = {x}" for axis, x in enumerate(rest, 2))


def ending(grid: Grid, place: Place, slot: int) -> str:
    """Return how the board ends where a slot leaves the starting block: `p`, `i`, `f`, or nothing where it does not."""
    if grid.shape == "hexagon":
        return "" if grid.step(place, slot) in grid.numbers else "f"
    step = grid.offsets[slot]
    if grid.kind == "triangle" and slot == 2 and sum(place) % 2:
        step = (0, 1)
    for x, d, n, end in zip(place, step, grid.size, grid.edges, strict=True):
        if end != "i" and not 0 <= x + d < n:
            return end
    return ""
