"""How soldiers attack by themselves, and how the fallen are removed (§5.4)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.simd import WORD, count_ones, find_equal
from plowshares.games.footsoldiers.actions import FACINGS
from plowshares.games.footsoldiers.field import (
    base_piece,
    clear_soldier,
    copy_soldier,
    find_soldier,
    is_of,
    neighbour,
)
from plowshares.games.footsoldiers.movement import first_side, is_mirrored
from plowshares.games.footsoldiers.state import NOWHERE, PIECES_OF_A_SEAT, SEATS, Piece, Removal, Side, State


@kernel
def attack(s: State) -> None:
    """Let every soldier on the map attack. The order matters only where the fallen are no targets."""
    first = first_side(s)
    other = 1 - first
    # Soldiers meet on both sides or on none, so that only its base can be a target for those whom it has not met.
    if attack_side(s, first) or has_beside(s, base_piece(other), int(s.sides[first].base), int(s.options.column)):
        attack_side(s, other)


@kernel
def attack_side(s: State, seat: int) -> bool:
    """Let one side's soldiers attack; return whether one of them had an enemy beside it, which is rare."""
    side = s.sides[seat]
    count, column, mirrored, base = int(side.count), int(s.options.column), is_mirrored(s, seat), base_piece(1 - seat)
    met = False
    for turn in range(count):
        i = count - 1 - turn if mirrored else turn
        if has_beside(s, base, int(side.cell[i]), column):
            strike(s, seat, i)
            met = True
    return met


@kernel
def strike(s: State, seat: int, i: int) -> None:
    """Let one soldier hit its target, if it has one."""
    side = s.sides[seat]
    target = choose_target(s, seat, int(side.cell[i]), int(side.facing[i]))
    if target != NOWHERE:
        hurt(s, 1 - seat, target, int(s.options.damage[side.type[i]]))


@kernel
def find_target(s: State, seat: int, cell: int, facing: int) -> int:
    """Return the cell that a soldier on a cell would attack, or NOWHERE."""
    if not has_beside(s, base_piece(1 - seat), cell, int(s.options.column)):
        return NOWHERE
    return choose_target(s, seat, cell, facing)


@kernel
def choose_target(s: State, seat: int, cell: int, facing: int) -> int:
    """Return the first neighbouring cell with an enemy, clockwise from the facing, or NOWHERE."""
    for quarter in range(FACINGS):
        near = neighbour(s, cell, (facing + quarter) % FACINGS)
        if is_target(s, 1 - seat, near):
            return near
    return NOWHERE


@kernel
def has_beside(s: State, base: int, cell: int, column: int) -> bool:
    """Ask whether the side whose pieces begin with that base has one next to the cell."""
    above, below = int(s.board[cell - 1]) - base, int(s.board[cell + 1]) - base
    left, right = int(s.board[cell - column]) - base, int(s.board[cell + column]) - base
    # All four at once, since no processor can guess where soldiers meet.
    return is_piece(above) | is_piece(below) | is_piece(left) | is_piece(right)


@kernel
def is_piece(number: int) -> bool:
    """Ask whether a side has a piece of that number, its base being 0."""
    return 0 <= number < PIECES_OF_A_SEAT


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
def has_fallen(side: Side) -> bool:
    """Ask whether one of a side's soldiers has no health: mostly none has."""
    fallen, count = 0, int(side.count)
    for begin in range(0, count, WORD):
        fallen += count_ones(find_equal(side.health, begin, 0))
    return fallen > -count & (WORD - 1)  # that many entries lie behind the last soldier


@kernel
def remove_fallen(s: State) -> None:
    """Take the soldiers without health off the map, keeping the others in order."""
    for seat in range(SEATS):
        side = s.sides[seat]
        standing = 0 if has_fallen(side) else int(side.count)
        for i in range(standing, side.count):
            if side.health[i] == 0:
                s.board[side.cell[i]] = Piece.EMPTY
                continue
            if standing < i:
                copy_soldier(side, i, standing)
            standing += 1
        for i in range(standing, side.count):
            clear_soldier(side, i)
        side.count = standing
