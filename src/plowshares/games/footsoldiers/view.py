"""What each player may know: all but the other's command of this turn (§7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import WIDTH, mix
from plowshares.games.footsoldiers.actions import FACINGS, TYPES, Kind
from plowshares.games.footsoldiers.field import cell_of, clear_command
from plowshares.games.footsoldiers.rules import can_pay, is_near_base, is_over
from plowshares.games.footsoldiers.state import NOWHERE, SEATS, Piece, Stage, State, cell_at, x_of, y_of

TRIES = 32  # at finding an empty cell to build on


@kernel
def blank_for(s: State, seat: int) -> None:
    """Forget the commands of the others. Whether they are complete stays known."""
    for other in range(SEATS):
        if other != seat:
            clear_command(s.commands[other])


@kernel
def sample_for(s: State, seat: int, seed: Any) -> None:
    """Give everyone else who has chosen a command they may have chosen."""
    for other in range(SEATS):
        if other != seat and s.chosen[other]:
            guess_command(s, other, seed)


@kernel
def disturb(s: State, seat: int, seed: Any) -> None:
    """Change the commands of the others, and how far an incomplete one has come."""
    for other in range(SEATS):
        if other == seat or is_over(s):
            continue
        guess_command(s, other, seed)
        if not s.chosen[other]:
            s.commands[other].stage = Stage.FIRST + draw_below(seed, other, 9, Stage.DONE.value)


@kernel
def draw_below(seed: Any, stream: int, count: int, n: int) -> int:
    """Return a number 0 … n-1 of a stream of the seed, fair enough for guesses."""
    return np.int64(mix(seed, stream, count) >> WIDTH) % n  # type: ignore[return-value]  # an int to readers, int64 to Numba


@kernel
def guess_command(s: State, seat: int, seed: Any) -> None:
    """Write a complete command that the seat may legally give."""
    command = s.commands[seat]
    clear_command(command)
    command.stage = Stage.DONE
    match draw_below(seed, seat, 0, Kind.FACE.value + 1):
        case Kind.BUILD:
            guess_build(s, seat, seed)
        case Kind.MOVE:
            if guess_soldier(s, seat, seed):
                command.kind = Kind.MOVE
                command.aim = guess_aim(s, seat, seed)
        case Kind.FACE:
            if guess_soldier(s, seat, seed):
                command.kind = Kind.FACE
                command.facing = draw_below(seed, seat, 1, FACINGS)


@kernel
def guess_build(s: State, seat: int, seed: Any) -> None:
    """Make the command a build, if there is money and an empty cell is found; else leave it a No-op."""
    soldier_type = draw_below(seed, seat, 2, TYPES)
    cell = guess_site(s, seat, seed)
    if cell == NOWHERE or not can_pay(s, seat, soldier_type):
        return
    command = s.commands[seat]
    command.kind = Kind.BUILD
    command.type = soldier_type
    command.cell = cell
    command.aim = guess_aim(s, seat, seed)
    command.facing = draw_below(seed, seat, 1, FACINGS)


@kernel
def guess_site(s: State, seat: int, seed: Any) -> int:
    """Return an empty cell near enough to the seat's base, or NOWHERE if none is met."""
    base = s.sides[seat].base
    x, y = x_of(s, base), y_of(s, base)
    reach = s.options.max_distance_from_base
    left, top = max(0, x - reach), max(0, y - reach)
    columns = min(s.options.width, x + reach + 1) - left
    rows = min(s.options.height, y + reach + 1) - top
    for i in range(TRIES):
        column = left + draw_below(seed, seat, 16 + 2 * i, columns)
        row = top + draw_below(seed, seat, 17 + 2 * i, rows)
        cell = cell_at(s, column, row)
        if s.board[cell] == Piece.EMPTY and is_near_base(s, seat, cell):
            return cell
    return NOWHERE


@kernel
def guess_soldier(s: State, seat: int, seed: Any) -> bool:
    """Write the cell of one of the seat's soldiers into its command; return whether it has any."""
    side = s.sides[seat]
    if side.count == 0:
        return False
    s.commands[seat].cell = side.cell[draw_below(seed, seat, 3, side.count)]
    return True


@kernel
def guess_aim(s: State, seat: int, seed: Any) -> int:
    """Return a destination: the enemy base or any cell, with equal chances."""
    if draw_below(seed, seat, 4, 2) == 0:
        return s.sides[1 - seat].base
    return cell_of(s, draw_below(seed, seat, 5, s.options.width * s.options.height))
