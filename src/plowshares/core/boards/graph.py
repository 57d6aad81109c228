"""The board as kernels read it: a table of neighbours that grows where an axis has no end."""

from __future__ import annotations

import functools
from typing import Annotated, Any

import numpy as np

from plowshares.core.boards.cells import NOWHERE
from plowshares.core.boards.grids import ADJACENCIES, BASE, EDGES, KINDS, SHAPES, Grid
from plowshares.core.jit import kernel
from plowshares.core.records import Bool, Int8, Int8s, Int16s, Int64, Record

FINITE, PERIODIC, INFINITE = range(len(EDGES))
# These spread neighbouring coordinates over the index: a probe looks at half an entry too many on average.
MULTIPLIER, LOW_BITS, MASK, FOLD = 40503, 0xFFFF, 0x7FFFFFFF, 15


class Board(Record):
    """A graph of cells, at most `limit`; only a board with an infinite axis gets new ones."""

    kind: Int8  # this, outline, adjacency, lengths and ends describe the grid: see `grid_of`
    outline: Int8
    adjacency: Int8
    axes: Int64
    slots: Int64
    start: Int64  # cells it started with
    count: Int64  # cells there are
    limit: Int64
    base: Int64  # the slot whose offset turns round in cells of odd coordinate sum, or NOWHERE
    is_infinite: Bool
    is_doubled: Bool  # two slots may lead to one cell: some periodic axis is very short
    lengths: Annotated[Int16s, "axes"]
    ends: Annotated[Int8s, "axes"]
    offsets: Annotated[Int8s, "slots", "axes"]
    opposite: Annotated[Int16s, "slots"]
    places: Annotated[Int16s, "cells", "axes"]  # coordinates
    neighbours: Annotated[Int16s, "cells", "slots"]  # cell, or NOWHERE
    index: Annotated[Int16s, "index"]  # cells by a mix of their coordinates, NOWHERE where free
    probe: Annotated[Int16s, "axes"]  # coordinates being looked for; zero between calls


def write_board(board: Any, grid: Grid, limit: int) -> None:
    """Write a starting board into a zeroed Board with room for it."""
    axes, count = grid.axes, len(grid.places)
    board.kind, board.outline = KINDS.index(grid.kind), SHAPES.index(grid.shape)
    board.adjacency = ADJACENCIES.index(grid.adjacency)
    board.axes, board.slots = axes, grid.slots
    board.start = board.count = count
    board.limit = limit if grid.is_infinite else count
    board.base = BASE if grid.kind == "triangle" else NOWHERE
    board.is_infinite = grid.is_infinite
    board.is_doubled = any(end == "p" and n <= 2 for n, end in zip(grid.size, grid.edges, strict=True))
    board.lengths[: len(grid.size)] = grid.size
    board.ends[: len(grid.size)] = [EDGES.index(end) for end in grid.edges]
    board.offsets[: grid.slots, :axes] = grid.offsets
    board.opposite[: grid.slots] = grid.opposites
    board.places[:count, :axes] = grid.places
    board.neighbours[:] = NOWHERE
    board.neighbours[:count, : grid.slots] = grid.neighbours
    reindex(board)


def grid_of(board: Any) -> Grid:
    """Return the grid a board was written from."""
    numbers = 1 if SHAPES[board.outline] == "hexagon" else int(board.axes)
    size = tuple(int(n) for n in board.lengths[:numbers])
    edges = "".join(EDGES[end] for end in board.ends[:numbers])
    return _grid(KINDS[board.kind], size, edges, SHAPES[board.outline], ADJACENCIES[board.adjacency])


@functools.lru_cache(maxsize=64)
def _grid(kind: str, size: tuple[int, ...], edges: str, shape: str, adjacency: str) -> Grid:
    return Grid(kind, size, edges, shape, adjacency)


def find_cell(board: Any, place: tuple[int, ...]) -> int:
    """Return the cell at these coordinates, which are not wrapped, or NOWHERE."""
    bounds = np.iinfo(np.int16)
    if any(not bounds.min <= x <= bounds.max for x in place):
        return NOWHERE
    board.probe[: len(place)] = place
    cell = int(look_up(board))
    board.probe[:] = 0
    return cell


@kernel
def reindex(board: Board) -> None:
    """Rebuild the index after the board moved to a larger capacity."""
    board.index[:] = NOWHERE
    for cell in range(board.count):
        for axis in range(board.axes):
            board.probe[axis] = board.places[cell, axis]
        board.index[free_entry(board)] = cell
    board.probe[:] = 0


@kernel
def neighbour(board: Board, cell: int, slot: int) -> int:
    """Return the cell a slot leads to, or NOWHERE."""
    return int(board.neighbours[cell, slot])


@kernel
def first_entry(board: Board) -> int:
    """Return where the index begins to look for the probe."""
    mixed = 0
    for axis in range(board.axes):
        mixed = ((mixed ^ (int(board.probe[axis]) & LOW_BITS)) * MULTIPLIER) & MASK
    return (mixed ^ (mixed >> FOLD)) & (len(board.index) - 1)


@kernel
def free_entry(board: Board) -> int:
    """Return the first free entry for the probe; the index is never more than half full."""
    entry = first_entry(board)
    while board.index[entry] != NOWHERE:
        entry = (entry + 1) & (len(board.index) - 1)
    return entry


@kernel
def is_probed(board: Board, cell: int) -> bool:
    """Ask whether the cell lies at the probe."""
    for axis in range(board.axes):
        if board.places[cell, axis] != board.probe[axis]:
            return False
    return True


@kernel
def look_up(board: Board) -> int:
    """Return the cell at the probe, or NOWHERE."""
    entry = first_entry(board)
    while board.index[entry] != NOWHERE:
        cell = int(board.index[entry])
        if is_probed(board, cell):
            return cell
        entry = (entry + 1) & (len(board.index) - 1)
    return NOWHERE


@kernel
def aim(board: Board, cell: int, slot: int) -> bool:
    """Point the probe through a slot of a cell; return False if that leaves the board for good."""
    total = 0
    for axis in range(board.axes):
        total += int(board.places[cell, axis])
    way = -1 if slot == board.base and total % 2 != 0 else 1
    for axis in range(board.axes):
        x = int(board.places[cell, axis]) + way * int(board.offsets[slot, axis])
        if board.ends[axis] == PERIODIC:
            x %= int(board.lengths[axis])
        elif board.ends[axis] == FINITE and (x < 0 or x >= board.lengths[axis]):
            return False
        board.probe[axis] = x
    return True


@kernel
def link(board: Board, cell: int, slot: int, to: int) -> None:
    """Let a slot lead to a cell, unless a lower one does already."""
    if board.is_doubled:
        for other in range(board.slots):
            if board.neighbours[cell, other] == to:
                if other < slot:
                    return
                board.neighbours[cell, other] = NOWHERE
    board.neighbours[cell, slot] = to


@kernel
def create(board: Board) -> None:
    """Add a cell at the probe and link it with all its neighbours."""
    cell = board.count
    for axis in range(board.axes):
        board.places[cell, axis] = board.probe[axis]
    board.index[free_entry(board)] = cell
    board.count += 1
    for slot in range(board.slots):
        if aim(board, cell, slot):
            to = look_up(board)
            if to != NOWHERE and to != cell:
                link(board, cell, slot, to)
                link(board, to, int(board.opposite[slot]), cell)


@kernel
def surround(board: Board, cell: int) -> None:
    """Create the neighbours that the cell lacks, in slot order, up to the limit."""
    if not board.is_infinite:
        return
    for slot in range(board.slots):
        if board.count >= board.limit:
            break
        if board.neighbours[cell, slot] == NOWHERE and aim(board, cell, slot) and look_up(board) == NOWHERE:
            create(board)
    board.probe[:] = 0
