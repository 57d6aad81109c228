"""The rules: what may be done, and what then happens."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import seed_rng
from plowshares.core.seats import seat_bit
from plowshares.games.stratego.board import enter, is_land, square_of_spot
from plowshares.games.stratego.pieces import EMPTY, MOST_PIECES
from plowshares.games.stratego.rules.arranging import arrange, clear, fill, list_arranging, load
from plowshares.games.stratego.rules.battle import march
from plowshares.games.stratego.rules.ending import check_end
from plowshares.games.stratego.rules.moving import list_moves
from plowshares.games.stratego.rules.repetition import forget_repetition
from plowshares.games.stratego.state import (
    HALVES,
    NONE,
    NOWHERE,
    SIDES,
    SQUARES,
    WALL,
    Phase,
    Prepared,
    Reason,
    Side,
    State,
)


@kernel
def setup(s: State, seed: Any) -> None:
    """Put every piece in reserve, apply prepared set-ups, and begin play if both sides have one (§4)."""
    wipe(s)
    for side in range(SIDES):
        seed_rng(s.rng[side], seed, side)
        clear(s, side)
        if s.options.prepared[side] == Prepared.GIVEN:
            load(s, side, s.options.layouts[side])
        elif s.options.prepared[side] == Prepared.RANDOM:
            fill(s, side)
        s.ready[side] = int(s.options.prepared[side] != Prepared.BY_HAND)
    begin_when_ready(s)


@kernel
def wipe(s: State) -> None:
    """Forget any earlier match that this record held; options and land stay."""
    s.phase = Phase.SETUP
    s.turn = Side.RED
    s.winner = NONE
    s.reason = Reason.NOT_OVER
    s.ply = 0
    s.quiet = 0
    s.arranged[:] = 0
    s.blue = 0
    s.pieces = 0
    s.types[:] = 0
    s.squares[:] = 0
    s.moved[:] = 0
    s.shown[:] = 0
    s.last.piece = NONE
    s.last.start = NOWHERE
    s.last.end = NOWHERE
    s.last.contested = NOWHERE
    s.last.defender = NONE
    s.last.result = NONE
    for square in range(SQUARES):
        s.board[square] = EMPTY if is_land(s, square) else WALL
    s.movers[:] = 0
    for side in range(SIDES):
        for half in range(HALVES):
            s.open[side, half] = s.land[half]
    forget_repetition(s)


@kernel
def begin_when_ready(s: State) -> None:
    """When both sides are ready, number the pieces and let Red move; without a move Red has lost (§4)."""
    if not (s.ready[Side.RED] and s.ready[Side.BLUE]):
        return
    spots = int(s.options.spots)
    s.blue = MOST_PIECES  # until Blue's first piece has its number
    for spot in range(spots):
        muster(s, Side.RED.value, spot)
    s.blue = s.pieces
    for spot in range(spots - 1, -1, -1):  # Blue sits opposite: cells ascend where its spots descend
        muster(s, Side.BLUE.value, spot)
    s.area[:] = EMPTY
    s.phase = Phase.PLAY
    check_end(s)


@kernel
def muster(s: State, side: int, spot: int) -> None:
    """Give the next number to the piece on a spot, if there is one."""
    if s.area[side, spot] == EMPTY:
        return
    piece = int(s.pieces)
    s.pieces += 1
    s.types[piece] = s.area[side, spot]
    enter(s, piece, square_of_spot(s, side, spot))


@kernel
def to_act(s: State) -> int:
    """Return who owes a decision: in set-up every side that is not ready, in play one side."""
    if s.phase == Phase.PLAY:
        return seat_bit(s.turn)
    mask = np.int64(0)
    if s.phase == Phase.SETUP:
        for side in range(SIDES):
            if not s.ready[side]:
                mask |= seat_bit(side)
    return mask  # type: ignore[return-value]  # an int to readers, int64 to Numba


@kernel
def legal_actions(s: State, seat: int, out: Any) -> int:
    """Write every action of the seat, ascending; a seat that is not to act has none."""
    if seat not in (0, 1):
        return 0
    if s.phase == Phase.SETUP and not s.ready[seat]:
        return list_arranging(s, seat, out)
    if s.phase == Phase.PLAY and s.turn == seat:
        return list_moves(s, seat, out)
    return 0


@kernel
def step(s: State, seat: int, action: int) -> None:
    """Play one legal action."""
    if s.phase == Phase.SETUP:
        arrange(s, seat, action)
        begin_when_ready(s)
    else:
        march(s, seat, action)
        s.turn = 1 - seat
        check_end(s)


@kernel
def is_unfinished(s: State, seat: int) -> bool:
    """Every action is a whole command."""
    return False


@kernel
def is_over(s: State) -> bool:
    """Ask whether the match has ended."""
    return s.phase == Phase.OVER


@kernel
def needs_room(s: State) -> bool:
    """A State never outgrows its record."""
    return False


@kernel
def scores(s: State, out: Any) -> None:
    """Write points: 1 for a win, ½ each for a draw (§6)."""
    for side in range(SIDES):
        out[side] = 0.0
        if s.phase == Phase.OVER:
            out[side] = 0.5 if s.winner == NONE else (1.0 if s.winner == side else 0.0)


@kernel
def outcome(s: State, out: Any) -> None:
    """Write utilities: 1 for the winner, -1 for the loser, 0 otherwise."""
    for side in range(SIDES):
        out[side] = 0.0
        if s.phase == Phase.OVER and s.winner != NONE:
            out[side] = 1.0 if s.winner == side else -1.0
