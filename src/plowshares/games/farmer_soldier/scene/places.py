"""Fields by name and by place: what people call a field, and where it lies on the drawing."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plowshares.core.boards import Grid, grid_of
from plowshares.core.i18n import Text, _
from plowshares.core.parsing import cell_name as letter_name
from plowshares.games.farmer_soldier.layout import ending
from plowshares.games.farmer_soldier.positions import cell_name

Place = tuple[int, ...]
Point = tuple[float, float]

SIDE, GAP = 200.0, 12.0  # of a square field, and between two
RADIUS = 116.0  # of a hexagon, corner to middle
TRIANGLE = 330.0  # side
AISLE = 64.0  # between two floors
_H = math.sqrt(3) / 2
WIDEST_BOARD = 6  # fields side by side that a phone can show at once
MOST_ON_BOARD = 40


# Names


def field_name(s: Any, cell: int) -> Text:
    """Return what people call a field: "b2", "b2 on the middle floor", "3 east, 1 north"."""
    grid = grid_of(s.board)
    return name_place(grid, tuple(int(x) for x in s.board.places[cell][: s.board.axes]))


def short_field_name(s: Any, cell: int) -> Text:
    """Return the name that is written on a field, for buttons: on several floors it is not the only one."""
    return short_name(grid_of(s.board), tuple(int(x) for x in s.board.places[cell][: s.board.axes]))


def pick_of(s: Any, cell: int) -> str:
    """Return the pick of a field."""
    return f"cell {cell_name(s, cell)}"


@functools.lru_cache(maxsize=1 << 14)
def name_place(grid: Grid, place: Place) -> Text:
    """Return the whole name of a place."""
    flat = short_name(grid, place)
    if grid.axes <= 2:
        return flat
    return _("{field} on {floor}", field=flat, floor=_("the {floor}", floor=floor_name(grid, place[2:], inside=True)))


@functools.lru_cache(maxsize=1 << 14)
def short_name(grid: Grid, place: Place) -> Text:
    """Return the name of a place among those of its floor, as it is written on the field."""
    if grid.shape == "hexagon":  # rows by letter from below, slanted columns by number
        far = grid.size[0]
        return _("{name}", name=letter_name(place[1] + far, place[0] + far))
    if len(place) == 1 and not grid.is_infinite:
        return _("{name}", name=str(place[0] + 1))
    if not grid.is_infinite:
        return _("{name}", name=letter_name(place[0], place[1]))
    east = _way(place[0], _("E"), _("W"))
    north = _way(place[1], _("N"), _("S")) if len(place) > 1 else None
    parts = [part for part in (north, east) if part]
    if not parts:
        return _("Start")
    return parts[0] if len(parts) == 1 else _("{north} {east}", north=parts[0], east=parts[1])


def _way(steps: int, ahead: Text, back: Text) -> Text | None:
    return _("{steps}{way}", steps=abs(steps), way=ahead if steps > 0 else back) if steps else None


def floor_name(grid: Grid, rest: Place, inside: bool = False) -> Text:
    """Return what a layer of a board of three axes or more is called; `inside` a sentence it is not capitalised."""
    size, edges = grid.size[2:], grid.edges[2:]
    floor = _floor(rest[0], size[0], edges[0] == "i", inside)
    words = [_("house {n}", n=rest[1] + 1)] if len(rest) > 1 else []
    words += [_("street {n}", n=rest[2] + 1)] if len(rest) > 2 else []
    words += [_("town {n}", n=rest[3] + 1)] if len(rest) > 3 else []
    for word in words:
        floor = _("{floor}, {more}", floor=floor, more=word)
    return floor


def _floor(level: int, levels: int, endless: bool, inside: bool) -> Text:
    if not endless and levels <= 3:
        names = {1: (1,), 2: (0, 2), 3: (0, 1, 2)}[levels]
        plain = (_("lower floor"), _("middle floor"), _("upper floor"))
        large = (_("Lower floor"), _("Middle floor"), _("Upper floor"))
        return (plain if inside else large)[names[level]]
    number = level if endless else level + 1
    return _("floor {n}", n=number) if inside else _("Floor {n}", n=number)


# Where fields lie


@dataclass(frozen=True, eq=False)  # plans of finite boards are made once, so that they are told apart quickly
class Plan:
    """Where the fields of a board lie on paper; points are middles of fields, y downwards."""

    grid: Grid
    kind: str  # square, hex, triangle
    places: tuple[Place, ...]  # by position in the lists
    cells: tuple[int, ...]
    points: tuple[Point, ...]
    ghosts: tuple[tuple[int, Point], ...]  # (cell, point): fields of the opposite edge, drawn again beside this one
    floors: tuple[tuple[Place, float, float], ...]  # coordinates, left, top
    floor_size: Point
    width: float
    height: float
    at: dict[int, int] = field(default_factory=dict, compare=False)  # position of a cell in the lists

    @property
    def is_map(self) -> bool:
        """Whether it is too large to be shown whole on a small screen."""
        step = 2 * _H * RADIUS if self.kind == "hex" else SIDE
        return self.grid.is_infinite or len(self.cells) > MOST_ON_BOARD or self.width / step > WIDEST_BOARD

    @property
    def text_size(self) -> float:
        """Size of the smallest text; on a phone the page enlarges it to 12 px, which still fits into a badge."""
        return 30.0 if self.is_map else min(30.0, max(20.0, 12 * self.width / 460))

    def points_up(self, place: Place) -> bool:
        """Whether a triangle stands on its base."""
        return sum(place) % 2 == 0


def plan_of(s: Any) -> Plan:
    """Return the plan of a view's board: all of a finite one, the used part and a margin of an endless one."""
    grid = grid_of(s.board)
    if not grid.is_infinite:
        return whole_plan(grid)
    count = int(s.board.count)
    places = s.board.places[:count, : s.board.axes].astype(int)
    used = places[s.holders[:count] > 0] if s.holders[:count].any() else places[: int(s.board.start)]
    endless = np.array([end == "i" for end in grid.edges])
    low = np.where(endless, used.min(axis=0) - 1, 0)
    high = np.where(endless, used.max(axis=0) + 1, np.array(grid.size) - 1)
    shown = np.flatnonzero(((places >= low) & (places <= high)).all(axis=1))
    return _plan(grid, tuple(tuple(row) for row in places[shown].tolist()), tuple(shown.tolist()))


@functools.lru_cache(maxsize=16)
def whole_plan(grid: Grid) -> Plan:
    """Return the plan of a starting board."""
    return _plan(grid, grid.places, tuple(range(len(grid.places))))


def _plan(grid: Grid, places: tuple[Place, ...], cells: tuple[int, ...]) -> Plan:
    kind = grid.kind if grid.kind in ("hex", "triangle") else "square"
    flat = [_middle(kind, place) for place in places]
    half = half_size(kind)
    margin = [14.0, 14.0 if grid.axes < 3 else 22.0]
    for axis, end in enumerate(grid.edges[:2]):
        margin[axis] += half[axis] if end == "p" else 0.0
    left = min(x for x, _ in flat) - half[0] - margin[0]
    top = min(y for _, y in flat) - half[1] - margin[1]
    wide = max(x for x, _ in flat) + half[0] + margin[0] - left
    high = max(y for _, y in flat) + half[1] + margin[1] - top
    shifts = _shifts(places, wide, high)
    points = tuple(
        (x - left + shifts[place[2:]][0], y - top + shifts[place[2:]][1])
        for (x, y), place in zip(flat, places, strict=True)
    )
    floors = tuple((rest, *shift) for rest, shift in shifts.items()) if grid.axes > 2 else ()
    ghosts = _ghosts(grid, kind, places, cells, (left, top), shifts)
    width = max(x for x, _ in shifts.values()) + wide
    height = max(y for _, y in shifts.values()) + high
    at = {cell: i for i, cell in enumerate(cells)}
    return Plan(grid, kind, places, cells, points, ghosts, floors, (wide, high), width, height, at)


def _shifts(places: tuple[Place, ...], wide: float, high: float) -> dict[Place, Point]:
    """Return how far each floor is moved: axis 2 to the right, 3 down, 4 to the right, 5 down."""
    layers = sorted({place[2:] for place in places}, key=lambda rest: rest[::-1])
    if layers == [()]:
        return {(): (0.0, 0.0)}
    lows, highs = [min(column) for column in zip(*layers, strict=True)], [max(c) for c in zip(*layers, strict=True)]
    shifts = {}
    for rest in layers:
        step, shift = [wide + GAP, high + AISLE], [0.0, AISLE]
        for axis, x in enumerate(rest):
            way = axis % 2
            shift[way] += (x - lows[axis]) * step[way]
            step[way] = step[way] * (highs[axis] - lows[axis] + 1) + 2 * GAP
        shifts[rest] = (shift[0], shift[1])
    return shifts


def _ghosts(
    grid: Grid,
    kind: str,
    places: tuple[Place, ...],
    cells: tuple[int, ...],
    corner: Point,
    shifts: dict[Place, Point],
) -> tuple[tuple[int, Point], ...]:
    """Find the fields that lie beyond an edge that wraps around: drawn again where a step would lead."""
    if "p" not in grid.edges[:2]:
        return ()
    cell_at = dict(zip(places, cells, strict=True))
    found: dict[Place, tuple[int, Point]] = {}
    for place in places:
        for slot, offset in enumerate(grid.offsets):
            if any(offset[2:]) or ending(grid, place, slot) != "p":
                continue
            way = -1 if kind == "triangle" and slot == 2 and sum(place) % 2 else 1
            beyond = tuple(x + way * d for x, d in zip(place, offset, strict=True))
            goal = cell_at.get(grid.step(place, slot))
            if goal is not None:
                x, y = _middle(kind, beyond)
                dx, dy = shifts[place[2:]]
                found[beyond] = goal, (x - corner[0] + dx, y - corner[1] + dy)
    return tuple(found.values())


def _middle(kind: str, place: Place) -> Point:
    x, y = place[0], place[1] if len(place) > 1 else 0
    if kind == "hex":
        return 2 * _H * RADIUS * (x + y / 2), -1.5 * RADIUS * y
    if kind == "triangle":
        base = -y * _H * TRIANGLE
        up = (x + y) % 2 == 0
        return (x + 1) * TRIANGLE / 2, base - _H * TRIANGLE * (1 / 3 if up else 2 / 3)
    return x * (SIDE + GAP), -y * (SIDE + GAP)


def half_size(kind: str) -> Point:
    """Return how far a field reaches from its middle, sideways and up or down."""
    if kind == "hex":
        return _H * RADIUS, RADIUS
    if kind == "triangle":
        return TRIANGLE / 2, _H * TRIANGLE * 2 / 3
    return SIDE / 2, SIDE / 2
