"""How soldiers attack by themselves, and how the fallen are removed (§5.4)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.footsoldiers.actions import FACINGS
from plowshares.games.footsoldiers.field import (
    base_piece,
    clear_soldier,
    copy_soldier,
    find_soldier,
    is_of,
    neighbour,
)
from plowshares.games.footsoldiers.movement import first_side, place_in_order
from plowshares.games.footsoldiers.state import NOWHERE, SEATS, Piece, Removal, State


@kernel
def attack(s: State) -> None:
    """Let every soldier on the map attack. The order matters only where the fallen are no targets."""
    first = first_side(s)
    for turn in range(SEATS):
        seat = first ^ turn
        for i in range(s.sides[seat].count):
            strike(s, seat, place_in_order(s, seat, i))


@kernel
def strike(s: State, seat: int, i: int) -> None:
    """Let one soldier hit its target, if it has one."""
    side = s.sides[seat]
    target = find_target(s, seat, int(side.cell[i]), int(side.facing[i]))
    if target != NOWHERE:
        hurt(s, 1 - seat, target, int(s.options.damage[side.type[i]]))


@kernel
def find_target(s: State, seat: int, cell: int, facing: int) -> int:
    """Return the first neighbouring cell with an enemy, clockwise from the facing, or NOWHERE."""
    if not has_beside(s, 1 - seat, cell):
        return NOWHERE
    for quarter in range(FACINGS):
        near = neighbour(s, cell, (facing + quarter) % FACINGS)
        if is_target(s, 1 - seat, near):
            return near
    return NOWHERE


@kernel
def has_beside(s: State, seat: int, cell: int) -> bool:
    """Ask whether the seat has a piece next to the cell. Mostly it has none, and this is quickly asked."""
    column = s.options.column
    above, below = is_of(s.board[cell - 1], seat), is_of(s.board[cell + 1], seat)
    return above or below or is_of(s.board[cell - column], seat) or is_of(s.board[cell + column], seat)


@kernel
def is_target(s: State, seat: int, cell: int) -> bool:
    """Ask whether a piece of the seat on the cell can be attacked now."""
    piece = s.board[cell]
    if not is_of(piece, seat):
        return False
    if s.options.removal == Removal.AFTER_ALL or piece == base_piece(seat):
        return True
    side = s.sides[seat]
    return int(side.health[find_soldier(side, cell)]) > 0


@kernel
def hurt(s: State, seat: int, cell: int, damage: int) -> None:
    """Take health from the seat's piece on the cell, never below 0 (R22)."""
    side = s.sides[seat]
    if cell == side.base:
        side.base_health = max(0, side.base_health - damage)
    else:
        i = find_soldier(side, cell)
        side.health[i] = max(0, int(side.health[i]) - damage)


@kernel
def remove_fallen(s: State) -> None:
    """Take the soldiers without health off the map, keeping the others in order."""
    for seat in range(SEATS):
        side = s.sides[seat]
        standing = 0
        for i in range(side.count):
            if side.health[i] == 0:
                s.board[side.cell[i]] = Piece.EMPTY
                continue
            if standing < i:
                copy_soldier(side, i, standing)
            standing += 1
        for i in range(standing, side.count):
            clear_soldier(side, i)
        side.count = standing
