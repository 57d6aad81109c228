"""Where players start: the table of homes (§4)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import numpy as np

from plowshares.core.boards import Grid, distances

Place = tuple[int, ...]

_CORNERS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # of a hexagon, times its radius
_HEXAGON = {2: (0, 3), 3: (0, 2, 4), 4: (0, 3, 1, 4), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}


def find_homes(grid: Grid, players: int) -> tuple[int, ...]:
    """Return the home of each player: by the first row of the table that fits, if its homes are apart."""
    row = next((homes for fits, homes in ROWS if fits(grid, players)), None)
    if row is not None:
        cells = [grid.numbers[place] for place in row(grid, players)]
        if len(set(cells)) == players and not ("p" in grid.edges and _has_adjacent(grid, cells)):
            return tuple(cells)
    return _spread_out(grid, players)


def home_distance(grid: Grid, homes: tuple[int, ...]) -> int:
    """Return the largest distance between two homes on the starting board."""
    return max(int(distances(grid.neighbours, home)[list(homes)].max()) for home in homes)


def _has_adjacent(grid: Grid, cells: list[int]) -> bool:
    return any(b in grid.neighbours[a] for a, b in combinations(cells, 2))


def _spread_out(grid: Grid, players: int) -> tuple[int, ...]:
    """Choose each next home as far from those before as can be; ties: larger sum, then lower number."""
    homes = [0]
    far = distances(grid.neighbours, 0)
    nearest, total = far.copy(), far.astype(np.int64)
    while len(homes) < players:
        nearest[homes] = -1
        home = int(np.lexsort((-total, -nearest))[0])
        homes.append(home)
        far = distances(grid.neighbours, home)
        nearest, total = np.minimum(nearest, far), total + far
    return tuple(homes)


def _is_rect(grid: Grid) -> bool:
    return grid.kind in ("square", "cubic")


def _hexagon(grid: Grid, players: int) -> list[Place]:
    radius = grid.size[0]
    return [(_CORNERS[k][0] * radius, _CORNERS[k][1] * radius) for k in _HEXAGON[players]]


def _opposite(grid: Grid, players: int) -> list[Place]:
    far = tuple(n // 2 if end == "p" else n - 1 for n, end in zip(grid.size, grid.edges, strict=True))
    return [(0,) * grid.axes, far]


def _corners(grid: Grid, players: int) -> list[Place]:
    codes = [bits[::-1] for bits in product((0, 1), repeat=grid.axes)]  # ascending, axis 0 the lowest bit
    codes.sort(key=lambda bits: sum(bits) % 2)  # stable: even ones first
    return [tuple(bit * (n - 1) for bit, n in zip(bits, grid.size, strict=True)) for bits in codes[:players]]


def _round_about(grid: Grid, players: int) -> list[Place]:
    ends = list(zip(grid.size, grid.edges, strict=True))
    return [tuple(k * n // players if end == "p" else 0 for n, end in ends) for k in range(players)]


def _triangle_pair(grid: Grid, players: int) -> list[Place]:
    width, height = grid.size
    if (width + height) % 2:
        return [(0, 0), (width - 1, height - 1)]
    return [(0, 0), (0, height - 1) if width % 2 == 0 else (width - 1, 0)]


def _triangle_corners(grid: Grid, players: int) -> list[Place]:
    x, y = grid.size[0] - 1, grid.size[1] - 1
    corners: list[Place] = [(0, 0), (x, y), (x, 0), (0, y)]
    return corners[:players]


def _triangle_wrapped_pair(grid: Grid, players: int) -> list[Place]:
    x = 2 * (grid.size[0] // 4) if grid.edges[0] == "p" else 0
    y = grid.size[1] // 2 if grid.edges[1] == "p" else 0
    return [(0, 0), (x, y)]


def _triangle_round_about(grid: Grid, players: int) -> list[Place]:
    ends = list(zip(grid.size, grid.edges, strict=True))
    # Even steps keep every home pointing the same way.
    return [tuple(2 * (k * n // (2 * players)) if end == "p" else 0 for n, end in ends) for k in range(players)]


Fits = Callable[[Grid, int], bool]
Homes = Callable[[Grid, int], list[Place]]

ROWS: tuple[tuple[Fits, Homes], ...] = (
    (lambda g, n: g.shape == "hexagon" and n <= 6, _hexagon),
    (lambda g, n: g.shape == "block" and g.kind != "triangle" and n == 2, _opposite),
    (lambda g, n: _is_rect(g) and "p" not in g.edges and n <= 2**g.axes, _corners),
    (lambda g, n: (_is_rect(g) or (g.kind == "hex" and g.shape == "block")) and "p" in g.edges, _round_about),
    (lambda g, n: g.kind == "triangle" and "p" not in g.edges and n == 2, _triangle_pair),
    (
        lambda g, n: (
            g.kind == "triangle" and "p" not in g.edges and g.size[0] % 2 == 1 and g.size[1] % 2 == 0 and n <= 4
        ),
        _triangle_corners,
    ),
    (lambda g, n: g.kind == "triangle" and "p" in g.edges and n == 2, _triangle_wrapped_pair),
    (lambda g, n: g.kind == "triangle" and "p" in g.edges, _triangle_round_about),
)
