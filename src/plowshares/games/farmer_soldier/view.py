"""What a seat may know: everything but the marks of others that are not revealed, and the generator (§7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.jit import kernel
from plowshares.core.rng import below, draw, seed_rng
from plowshares.core.seats import NOBODY, has_seat
from plowshares.games.farmer_soldier.rules.marking import answer_mark, mark_range, seek_question
from plowshares.games.farmer_soldier.rules.pieces import clear_question
from plowshares.games.farmer_soldier.state import Phase, State

NO_SEED = np.uint64(0)


@kernel
def blank_for(s: State, seat: int) -> None:
    """Hide the generator, and in combat the choices of others and how far they have got."""
    if s.phase == Phase.OVER:
        return
    seed_rng(s.rng, NO_SEED, 0)
    if s.phase == Phase.AMOUNT and s.seat != seat:
        # A move without its amount is half a command: nothing has moved, and nobody else need know.
        clear_question(s)
        s.phase = Phase.MOVE
    if s.phase == Phase.MARK:
        for other in range(s.options.seats):
            if other != seat:
                blank_marks(s, other)


@kernel
def blank_marks(s: State, seat: int) -> None:
    """Hide the answers of one seat; whether it is finished stays to be seen in `marking`."""
    marker = s.markers[seat]
    for i in range(marker.questions):
        s.marks[marker.first + i] = 0
    marker.answered = 0
    marker.cell = NOWHERE
    marker.target = NOBODY
    marker.used = 0


@kernel
def sample_for(s: State, seat: int, seed: Any) -> None:
    """Imagine answers of those who have finished; the others have not begun. Give the generator a new key."""
    if s.phase == Phase.OVER:
        return
    seed_rng(s.rng, seed, 0)
    if s.phase != Phase.MARK:
        return
    for other in range(s.options.seats):
        marker = s.markers[other]
        if other == seat or marker.questions == 0:
            continue
        was_open = has_seat(s.marking, other)
        seek_question(s, other, next_cell(s.shared, 0), 0)
        while not was_open and marker.cell != NOWHERE:
            low, high = mark_range(s, other)
            answer_mark(s, other, low + below(s.rng, high - low + 1))


@kernel
def disturb(s: State, seat: int, seed: Any) -> None:
    """Change what the seat cannot know: the generator, and the marks and progress of others."""
    if s.phase == Phase.OVER:
        return
    seed_rng(s.rng, seed, 0)
    draw(s.rng)
    if s.phase != Phase.MARK:
        return
    for other in range(s.options.seats):
        marker = s.markers[other]
        if other == seat or marker.questions == 0:
            continue
        for i in range(marker.questions):
            s.marks[marker.first + i] = below(s.rng, s.options.max_stack)
        marker.answered = below(s.rng, marker.questions + 1)
        if has_seat(s.marking, other):
            marker.cell = below(s.rng, s.board.count)
            marker.target = below(s.rng, s.options.seats)
            marker.used = below(s.rng, s.options.max_stack)
