"""Reading a view from Python: coordinates, pieces and commands in the words of the rules."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plowshares.core.records import Int8s
from plowshares.games.footsoldiers.actions import TYPES, Kind
from plowshares.games.footsoldiers.grammar import Cell, Written
from plowshares.games.footsoldiers.state import SEATS, Command, Piece, State

SEAT_NAMES = ("player1", "player2")
PIECE_NAMES = (
    "an empty cell",
    "a rock",
    *(name for seat in SEAT_NAMES for name in (f"the base of {seat}", *[f"a soldier of {seat}"] * TYPES)),
)
"""What stands on a cell, by Piece."""


class Soldier(NamedTuple):
    """A soldier on the map."""

    seat: int
    type: int
    at: Cell
    health: int
    to: Cell
    facing: int


def coordinates(s: State, cell: int) -> Cell:
    """Return column and row of a cell."""
    # In plain Python: a kernel call from here costs more than it does.
    settings = s.options
    return (int(cell) >> int(settings.shift)) - 1, int(cell) & (int(settings.column) - 1)


def grid_of(s: State) -> Int8s:
    """Return the pieces of the map as [x, y], without the frame."""
    settings = s.options
    columns, column = int(settings.width) + 2, int(settings.column)
    framed = s.board[: columns * column].reshape(columns, column)
    return framed[1:-1, : int(settings.height)]


def is_on_map(s: State, at: Cell) -> bool:
    """Ask whether a column and a row are on the map."""
    return 0 <= at[0] < s.options.width and 0 <= at[1] < s.options.height


def clamp(s: State, at: Cell) -> Cell:
    """Return the cell of the map that is nearest (R12)."""
    return max(0, min(at[0], int(s.options.width) - 1)), max(0, min(at[1], int(s.options.height) - 1))


def piece_at(s: State, at: Cell) -> int:
    """Return the piece on a cell of the map."""
    return int(grid_of(s)[at])


def soldiers_of(s: State, seat: int) -> list[Soldier]:
    """List a seat's soldiers, by column, then by row."""
    side, count = s.sides[seat], int(s.sides[seat].count)
    shift, rows = int(s.options.shift), int(s.options.column) - 1
    columns = (side.type, side.cell, side.health, side.aim, side.facing)
    return [
        Soldier(seat, kind, ((cell >> shift) - 1, cell & rows), health, ((aim >> shift) - 1, aim & rows), facing)
        for kind, cell, health, aim, facing in zip(*(column[:count].tolist() for column in columns), strict=True)
    ]


def all_soldiers(s: State) -> dict[Cell, Soldier]:
    """Return the soldiers of both sides by their cells."""
    return {soldier.at: soldier for seat in range(SEATS) for soldier in soldiers_of(s, seat)}


def base_of(s: State, seat: int) -> Cell:
    """Return the cell of a seat's base."""
    return coordinates(s, s.sides[seat].base)


def rocks_of(s: State) -> list[Cell]:
    """List the rocks of the map, by column, then by row."""
    return [(x, y) for x, y in np.argwhere(grid_of(s) == Piece.ROCK).tolist()]


def written_of(s: State, command: Command) -> Written:
    """Return a complete command in the words of the rules."""
    kind = Kind(int(command.kind))
    return Written(
        kind,
        type=int(command.type) if kind == Kind.BUILD else None,
        at=coordinates(s, command.cell) if kind != Kind.NOOP else None,
        to=coordinates(s, command.aim) if kind in (Kind.BUILD, Kind.MOVE) else None,
        facing=int(command.facing) if kind in (Kind.BUILD, Kind.FACE) else None,
    )
