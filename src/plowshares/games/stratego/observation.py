"""Numbers for a learner, from the seat's view: planes of the board as the seat sits, own side at the bottom."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.board import is_land, owner_of, square_of
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import EMPTY, TYPES, UNKNOWN
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import NOWHERE, Phase, State


class Plane(IntEnum):
    """The planes; those with a type take TYPES planes from their number on."""

    OWN = 0  # by type: an own piece of it is here
    ENEMY = OWN + TYPES  # by type: an enemy piece known to be of it is here
    OWN_SHOWN = ENEMY + TYPES  # the enemy knows what it is
    OWN_MOVED = OWN_SHOWN + 1
    ENEMY_HERE = OWN_MOVED + 1
    ENEMY_MOVED = ENEMY_HERE + 1
    LAND = ENEMY_MOVED + 1
    LAST_START = LAND + 1
    LAST_END = LAST_START + 1
    LAST_BATTLE = LAST_END + 1
    WALKED = LAST_BATTLE + 1  # where the own piece that the two-square rule watches has stood: how often
    ENEMY_WALKED = WALKED + 1
    # The rest are the same on every cell.
    RESERVE = ENEMY_WALKED + 1  # by type: how many are not yet placed
    LEFT = RESERVE + TYPES  # by type: how many enemies of it are left, as far as is known
    TO_ACT = LEFT + TYPES
    SETUP = TO_ACT + 1
    QUIET = SETUP + 1  # hundredths of no_battle_limit
    PLY = QUIET + 1  # hundredths of move_cap


PLANES = Plane.PLY + 1
FULL = 100


def shape(options: Options) -> tuple[int, ...]:
    """Return planes, height and width."""
    width, height, _ = options.size
    return PLANES, height, width


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int8)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write all planes."""
    out[:] = 0
    width, height = int(s.options.width), int(s.options.height)
    for cell in range(width * height):
        seen = cell if seat == 0 else width * height - 1 - cell
        encode_cell(s, seat, square_of(s, cell), out[:, seen // width, seen % width])
    encode_area(s, seat, out)
    encode_counts(s, seat, out)


@kernel
def encode_cell(s: State, seat: int, square: int, out: Any) -> None:
    """Write the planes of one cell."""
    out[Plane.LAND] = int(is_land(s, square))
    out[Plane.LAST_START] = int(s.last.start == square)
    out[Plane.LAST_END] = int(s.last.end == square)
    out[Plane.LAST_BATTLE] = int(s.last.contested == square)
    out[Plane.WALKED] = count_walked(s, seat, square)
    out[Plane.ENEMY_WALKED] = count_walked(s, 1 - seat, square)
    piece = int(s.board[square])
    if piece < 0:
        return
    type_ = int(s.types[piece])
    if owner_of(s, piece) == seat:
        out[Plane.OWN + type_] = 1
        out[Plane.OWN_SHOWN] = s.shown[piece]
        out[Plane.OWN_MOVED] = s.moved[piece]
        return
    out[Plane.ENEMY_HERE] = 1
    out[Plane.ENEMY_MOVED] = s.moved[piece]
    if type_ != UNKNOWN:
        out[Plane.ENEMY + type_] = 1


@kernel
def count_walked(s: State, side: int, square: int) -> int:
    """Count how often a side's walk has been on a square (§5.5)."""
    walk = s.walks[side]
    count = 0
    if walk.steps > 0:
        for i in range(walk.steps + 1):
            count += walk.trail[i] == square
    return count


@kernel
def encode_area(s: State, seat: int, out: Any) -> None:
    """Write what the seat has placed; its spots are cells as it sits."""
    if s.phase != Phase.SETUP:
        return
    width = int(s.options.width)
    for spot in range(s.options.spots):
        if s.area[seat, spot] != EMPTY:
            out[Plane.OWN + int(s.area[seat, spot]), spot // width, spot % width] = 1


@kernel
def encode_counts(s: State, seat: int, out: Any) -> None:
    """Write the planes that are the same on every cell."""
    for type_ in range(TYPES):
        out[Plane.RESERVE + type_] = s.reserve[seat, type_]
        out[Plane.LEFT + type_] = s.options.army[type_]
    enemy = 1 - seat
    for piece in range(first_piece(s, enemy), end_piece(s, enemy)):
        if s.squares[piece] == NOWHERE and s.types[piece] != UNKNOWN:
            out[Plane.LEFT + int(s.types[piece])] -= 1
    in_setup = s.phase == Phase.SETUP and not s.ready[seat]
    out[Plane.TO_ACT] = int(in_setup or (s.phase == Phase.PLAY and s.turn == seat))
    out[Plane.SETUP] = int(s.phase == Phase.SETUP)
    out[Plane.QUIET] = int(s.quiet) * FULL // max(1, int(s.options.no_battle_limit))
    out[Plane.PLY] = int(s.ply) * FULL // max(1, int(s.options.move_cap))
