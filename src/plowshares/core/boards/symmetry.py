"""Symmetries of a board: ways to exchange its cells that keep neighbours neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from plowshares.core.boards.cells import NOWHERE
from plowshares.core.boards.grids import distances
from plowshares.core.records import Int16s

Symmetry = tuple[int, ...]
"""Where each cell goes."""


def symmetries(
    neighbours: Int16s, colours: Sequence[int] = (), fixed: tuple[int, int] | None = None
) -> Iterator[Symmetry]:
    """Find every symmetry that keeps colours, and (if asked) takes one given cell to another."""
    graph = _Graph(neighbours, colours)
    images = {} if fixed is None else {fixed[0]: fixed[1]}
    first = 0 if fixed is None else fixed[0]
    yield from graph.extend(graph.walk(first), images)


def find_symmetry(neighbours: Int16s, colours: Sequence[int], start: int, to: int) -> Symmetry | None:
    """Find one symmetry that keeps colours and takes `start` to `to`."""
    return next(symmetries(neighbours, colours, (start, to)), None)


def is_fair(neighbours: Int16s, homes: Sequence[int]) -> bool:
    """Ask whether a symmetry can take any home to any other while keeping the set of homes."""
    colours = [int(cell in homes) for cell in range(len(neighbours))]
    # Symmetries form a group, so it is enough that the first home reaches every other.
    return all(find_symmetry(neighbours, colours, homes[0], home) is not None for home in homes[1:])


class _Graph:
    """Neighbour sets, and for every cell a signature that symmetries keep."""

    def __init__(self, neighbours: Int16s, colours: Sequence[int]) -> None:
        self.near = [frozenset(int(to) for to in row if to != NOWHERE) for row in neighbours]
        tints = np.array(colours or [0] * len(self.near))
        self.signs = []
        for cell in range(len(self.near)):
            far = distances(neighbours, cell)
            self.signs.append(tuple(tuple(np.bincount(far[tints == tint])) for tint in (tints[cell], 0, 1)))

    def walk(self, first: int) -> list[int]:
        """List all cells so that each but the first has a neighbour before it."""
        order, seen = [first], {first}
        for cell in order:
            for to in sorted(self.near[cell] - seen):
                seen.add(to)
                order.append(to)
        return order

    def extend(self, order: list[int], given: dict[int, int]) -> Iterator[Symmetry]:
        """Map the cells in this order one by one, going back where no image is left."""
        images: dict[int, int] = {}
        used: set[int] = set()
        tried: list[Iterator[int]] = [iter(self._candidates(order[0], given, images, used))]
        while tried:
            cell = order[len(tried) - 1]
            if cell in images:
                used.discard(images.pop(cell))
            image = next(tried[-1], None)
            if image is None:
                tried.pop()
                continue
            images[cell] = image
            used.add(image)
            if len(tried) == len(order):
                yield tuple(images[c] for c in range(len(order)))
            else:
                tried.append(iter(self._candidates(order[len(tried)], given, images, used)))

    def _candidates(self, cell: int, given: dict[int, int], images: dict[int, int], used: set[int]) -> list[int]:
        before = [images[to] for to in self.near[cell] if to in images]
        pool = set(range(len(self.near))) - used
        for image in before:
            pool &= self.near[image]
        if cell in given:
            pool &= {given[cell]}
        # As many mapped neighbours as the cell has: together with the pool this keeps both edges and gaps.
        return [
            c for c in sorted(pool) if self.signs[c] == self.signs[cell] and len(self.near[c] & used) == len(before)
        ]
