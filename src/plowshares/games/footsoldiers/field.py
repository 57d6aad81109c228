"""Cells, pieces and soldiers: the small questions that every rule asks."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.simd import WORD, count_ones, find_less
from plowshares.games.footsoldiers.state import (
    PIECES_OF_A_SEAT,
    SEATS,
    Command,
    Facing,
    Piece,
    Side,
    Stage,
    State,
    cell_at,
    x_of,
    y_of,
)


@kernel
def cell_of(s: State, index: int) -> int:
    """Return the cell of an action's cell index."""
    return cell_at(s, index % s.options.width, index // s.options.width)


@kernel
def index_of(s: State, cell: int) -> int:
    """Return the cell index, for actions, of a cell."""
    return y_of(s, cell) * s.options.width + x_of(s, cell)


@kernel
def distance(s: State, a: int, b: int) -> int:
    """Return |dx| + |dy| between two cells."""
    return abs(x_of(s, a) - x_of(s, b)) + abs(y_of(s, a) - y_of(s, b))


@kernel
def neighbour(s: State, cell: int, facing: int) -> int:
    """Return the next cell in a direction, which may be rock of the frame."""
    match facing:
        case Facing.DOWN:
            return cell + 1
        case Facing.LEFT:
            return cell - s.options.column
        case Facing.UP:
            return cell - 1
        case _:
            return cell + s.options.column


@kernel
def base_piece(seat: int) -> int:
    """Return the piece that is a seat's base."""
    return Piece.BASE + seat * PIECES_OF_A_SEAT


@kernel
def soldier_piece(seat: int, soldier_type: int) -> int:
    """Return the piece that is a seat's soldier of a type."""
    return Piece.SOLDIER + seat * PIECES_OF_A_SEAT + soldier_type


@kernel
def is_of(piece: int, seat: int) -> bool:
    """Ask whether the piece is the seat's base or one of its soldiers."""
    first = Piece.BASE + seat * PIECES_OF_A_SEAT
    return first <= piece < first + PIECES_OF_A_SEAT


@kernel
def is_soldier_of(piece: int, seat: int) -> bool:
    """Ask whether the piece is one of the seat's soldiers."""
    return is_of(piece, seat) and piece != base_piece(seat)


@kernel
def find_soldier(side: Side, cell: int) -> int:
    """Return where in the sorted list the soldier on a cell is, or where one would be inserted."""
    below, count = 0, int(side.count)
    for begin in range(0, count, WORD):
        below += count_ones(find_less(side.cell, begin, cell))
    return below - (-count & (WORD - 1))  # the rest of the last word is 0, and less than any cell


@kernel
def copy_soldier(side: Side, source: int, target: int) -> None:
    """Write one soldier's data over another's."""
    side.cell[target] = side.cell[source]
    side.type[target] = side.type[source]
    side.health[target] = side.health[source]
    side.aim[target] = side.aim[source]
    side.facing[target] = side.facing[source]


@kernel
def clear_soldier(side: Side, i: int) -> None:
    """Leave nothing behind in a place of the list."""
    side.cell[i] = 0
    side.type[i] = 0
    side.health[i] = 0
    side.aim[i] = 0
    side.facing[i] = 0


@kernel
def place_soldier(s: State, seat: int, soldier_type: int, cell: int, health: int, aim: int, facing: int) -> None:
    """Put a soldier on an empty cell, in its place in the sorted list."""
    side = s.sides[seat]
    place = find_soldier(side, cell)
    for i in range(side.count, place, -1):
        copy_soldier(side, i - 1, i)
    side.cell[place] = cell
    side.type[place] = soldier_type
    side.health[place] = health
    side.aim[place] = aim
    side.facing[place] = facing
    side.count += 1
    s.board[cell] = soldier_piece(seat, soldier_type)


@kernel
def clear_field(s: State) -> None:
    """Take every soldier off the map."""
    for seat in range(SEATS):
        side = s.sides[seat]
        for i in range(side.count):
            s.board[side.cell[i]] = Piece.EMPTY
            clear_soldier(side, i)
        side.count = 0


@kernel
def clear_command(command: Command) -> None:
    """Forget a command."""
    command.stage = Stage.FIRST
    command.kind = 0
    command.type = 0
    command.facing = 0
    command.cell = 0
    command.aim = 0
