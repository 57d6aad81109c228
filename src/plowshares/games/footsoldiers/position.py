"""Reading a view from Python: coordinates, pieces and commands in the words of the rules."""

from __future__ import annotations

from typing import NamedTuple

from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.field import base_piece
from plowshares.games.footsoldiers.grammar import Cell, Written
from plowshares.games.footsoldiers.state import SEATS, Command, Piece, State, cell_at, x_of, y_of

SEAT_NAMES = ("player1", "player2")


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
    return int(x_of(s, int(cell))), int(y_of(s, int(cell)))


def is_on_map(s: State, at: Cell) -> bool:
    """Ask whether a column and a row are on the map."""
    return 0 <= at[0] < s.options.width and 0 <= at[1] < s.options.height


def clamp(s: State, at: Cell) -> Cell:
    """Return the cell of the map that is nearest (R12)."""
    return max(0, min(at[0], int(s.options.width) - 1)), max(0, min(at[1], int(s.options.height) - 1))


def piece_at(s: State, at: Cell) -> int:
    """Return the piece on a cell of the map."""
    return int(s.board[cell_at(s, at[0], at[1])])


def name_of(piece: int) -> str:
    """Say what a piece is."""
    if piece == Piece.EMPTY:
        return "an empty cell"
    if piece == Piece.ROCK:
        return "a rock"
    for seat in range(SEATS):
        if piece == base_piece(seat):
            return f"the base of {SEAT_NAMES[seat]}"
    return f"a soldier of {SEAT_NAMES[owner_of(piece)]}"


def owner_of(piece: int) -> int:
    """Return the seat of a base or a soldier."""
    return 0 if piece < base_piece(1) else 1


def soldiers_of(s: State, seat: int) -> list[Soldier]:
    """List a seat's soldiers, by column, then by row."""
    side = s.sides[seat]
    return [
        Soldier(
            seat,
            int(side.type[i]),
            coordinates(s, side.cell[i]),
            int(side.health[i]),
            coordinates(s, side.aim[i]),
            int(side.facing[i]),
        )
        for i in range(side.count)
    ]


def all_soldiers(s: State) -> dict[Cell, Soldier]:
    """Return the soldiers of both sides by their cells."""
    return {soldier.at: soldier for seat in range(SEATS) for soldier in soldiers_of(s, seat)}


def base_of(s: State, seat: int) -> Cell:
    """Return the cell of a seat's base."""
    return coordinates(s, s.sides[seat].base)


def rocks_of(s: State) -> list[Cell]:
    """List the rocks of the map, by column, then by row."""
    return [
        (x, y) for x in range(s.options.width) for y in range(s.options.height) if piece_at(s, (x, y)) == Piece.ROCK
    ]


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
