"""Numbers for a learner, from a view: planes over cells, then planes that are the same everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.farmer_soldier.actions import THINGS, space
from plowshares.games.farmer_soldier.options import Options
from plowshares.games.farmer_soldier.state import Phase, State

__all__ = ["dtype", "encode", "shape"]

# Planes: for each seat, the viewer first, its four things; then those below.
ARRIVED = THINGS  # planes of what has moved here this turn
CELL_PLANES = ARRIVED + 4  # and: births due, the cell being asked or moved from, the target of that move, is a cell
PHASES = len(Phase)
GLOBALS = PHASES + 10
PEOPLE_NUMBERS = (3, 4, 5, 6, 8)  # those of the ten that count people or food of a cell; the others are shares
SCALE = np.float32(1.0 / 8.0)  # counts of a usual game are below 8


def shape(options: Options) -> tuple[int, ...]:
    """Return planes × cells."""
    return THINGS * options.players + CELL_PLANES + GLOBALS, space(options).kinds[1].fields[1].size


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.float32)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write every entry of `out`."""
    out[:] = 0.0
    seats = s.options.seats
    first = max(seat, 0)  # a spectator sits with seat 0
    base = seats * THINGS
    for cell in range(s.board.count):
        for i in range(seats):
            for what in range(THINGS):
                out[i * THINGS + what, cell] = s.things[cell, (first + i) % seats, what] * SCALE
        for what in range(THINGS):
            out[base + what, cell] = s.arrived[cell, what] * SCALE
        out[base + ARRIVED, cell] = s.births[cell] * SCALE
        out[base + ARRIVED + 3, cell] = 1.0
    write_question(s, seat, base + ARRIVED + 1, out)
    write_globals(s, seat, base + CELL_PLANES, out)


@kernel
def write_question(s: State, seat: int, plane: int, out: Any) -> None:
    """Mark the cell that is asked about, and where a move that waits leads."""
    if s.phase == Phase.MARK:
        if seat >= 0 and s.markers[seat].cell >= 0:
            out[plane, s.markers[seat].cell] = 1.0
    elif s.phase != Phase.MOVE and s.phase != Phase.OVER:
        out[plane, s.cell] = 1.0
        if s.phase == Phase.AMOUNT:
            out[plane + 1, s.board.neighbours[s.cell, s.slot]] = 1.0


@kernel
def write_globals(s: State, seat: int, plane: int, out: Any) -> None:
    """Write the phase, the question and the clocks of the match over whole planes."""
    seats = s.options.seats
    out[plane + s.phase] = 1.0
    plane += PHASES
    out[plane] = ((s.seat - max(seat, 0)) % seats) / seats
    out[plane + 1] = s.round / s.options.round_cap
    out[plane + 2] = s.quiet / s.options.quiet_rounds
    out[plane + 3] = s.low * SCALE
    out[plane + 4] = s.high * SCALE
    out[plane + 5] = s.short * SCALE
    out[plane + 6] = s.chosen * SCALE
    out[plane + 7] = s.what / THINGS
    if s.phase == Phase.MARK and seat >= 0:
        out[plane + 8] = s.markers[seat].used * SCALE
        out[plane + 9] = ((s.markers[seat].target - seat) % seats) / seats
