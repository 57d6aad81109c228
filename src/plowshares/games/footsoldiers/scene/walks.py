"""Where soldiers will go by themselves, as far as the map decides it."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import Soldier, base_of, grid_of
from plowshares.games.footsoldiers.state import SEATS, Order, Piece, State

STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))  # by facing
MOST_TURNS = 100
MOST_KEPT = 1 << 13


class Ground(NamedTuple):
    """A map without soldiers: what always blocks the way."""

    width: int
    height: int
    blocked: frozenset[Cell]


class Walk(NamedTuple):
    """The way of a soldier if nobody stops it: every cell it passes, and where it stands after each turn."""

    cells: tuple[Cell, ...]
    stops: tuple[Cell, ...]
    arrives: bool  # beside its goal, or on it; else it gets stuck at the last stop

    @property
    def turns(self) -> int:
        """How many turns it takes."""
        return len(self.stops)


@functools.lru_cache(maxsize=64)
def _ground(width: int, height: int, pieces: bytes) -> Ground:
    blocked = frozenset((i // height, i % height) for i, piece in enumerate(pieces) if piece)
    return Ground(width, height, blocked)


def ground_of(s: State) -> Ground:
    """Return the map of a match with its rocks and castles."""
    grid = grid_of(s)
    pieces = (grid == Piece.ROCK).astype("int8")
    for seat in range(SEATS):
        pieces[base_of(s, seat)] = 1
    return _ground(int(s.options.width), int(s.options.height), pieces.tobytes())


def is_mirrored(s: State, seat: int) -> bool:
    """Ask whether ties are turned round for a seat."""
    return seat == 1 and int(s.options.order) == Order.MIRRORED


def walk_of(s: State, soldier: Soldier) -> Walk:
    """Return the way of a soldier if nobody stops it."""
    speed = int(s.options.speed[soldier.type])
    return find_walk(ground_of(s), soldier.at, soldier.to, speed, is_mirrored(s, soldier.seat))


@functools.lru_cache(maxsize=MOST_KEPT)
def find_walk(ground: Ground, start: Cell, goal: Cell, speed: int, mirrored: bool) -> Walk:
    """Walk turn by turn to the nearest cell within reach, as the rules do, until nothing is nearer."""
    cells: list[Cell] = [start]
    stops: list[Cell] = []
    while len(stops) < MOST_TURNS:
        path = find_step(ground, ground.blocked, cells[-1], goal, speed, mirrored)
        if len(path) == 1:
            break
        cells += path[1:]
        stops.append(path[-1])
    return Walk(tuple(cells), tuple(stops), _far(cells[-1], goal) <= (1 if goal in ground.blocked else 0))


def find_step(
    ground: Ground, blocked: Collection[Cell], start: Cell, goal: Cell, speed: int, mirrored: bool
) -> list[Cell]:
    """Return the cells of one turn's march, the start first: to the nearest cell within reach (§5.3)."""
    before: dict[Cell, Cell | None] = {start: None}
    steps = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if steps[cell] == speed:
            continue
        for dx, dy in STEPS:
            near = (cell[0] + dx, cell[1] + dy)
            if near in before or near in blocked or not _is_inside(ground, near):
                continue
            before[near], steps[near] = cell, steps[cell] + 1
            queue.append(near)
    return _trace(before, _choose(before, start, goal, mirrored))


def _is_inside(ground: Ground, cell: Cell) -> bool:
    return 0 <= cell[0] < ground.width and 0 <= cell[1] < ground.height


def _far(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _choose(cells: Collection[Cell], start: Cell, goal: Cell, mirrored: bool) -> Cell:
    least = min(_far(cell, goal) for cell in cells)
    if _far(start, goal) == least:
        return start
    nearest = [cell for cell in cells if _far(cell, goal) == least]
    return max(nearest) if mirrored else min(nearest)


def _trace(before: dict[Cell, Cell | None], end: Cell) -> list[Cell]:
    path = [end]
    cell = before[end]
    while cell is not None:
        path.append(cell)
        cell = before[cell]
    return path[::-1]
