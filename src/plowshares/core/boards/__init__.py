"""Boards: cells and slots as a graph, made from square, triangular, hexagonal and cubic grids."""

from plowshares.core.boards.cells import NOWHERE, CellSet, add_cell, has_cell, next_cell, remove_cell, set_sizes
from plowshares.core.boards.graph import Board, find_cell, grid_of, neighbour, reindex, surround, write_board
from plowshares.core.boards.grids import Grid, distances
from plowshares.core.boards.symmetry import find_symmetry, is_fair, symmetries

__all__ = [
    "NOWHERE",
    "Board",
    "CellSet",
    "Grid",
    "add_cell",
    "distances",
    "find_cell",
    "find_symmetry",
    "grid_of",
    "has_cell",
    "is_fair",
    "neighbour",
    "next_cell",
    "reindex",
    "remove_cell",
    "set_sizes",
    "surround",
    "symmetries",
    "write_board",
]
