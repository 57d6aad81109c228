"""Step 4, first half: who is asked for marks, and what they may answer (§5 step 4.1–4.3)."""

from __future__ import annotations

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY, seat_bit
from plowshares.games.farmer_soldier.rules.pieces import SOLDIER, count
from plowshares.games.farmer_soldier.state import State


@kernel
def count_opposing(s: State, cell: int, seat: int, first: int) -> int:
    """Return how many soldiers of other players from `first` on are in the cell."""
    soldiers = 0
    for other in range(first, s.options.seats):
        if other != seat:
            soldiers += count(s, cell, other, SOLDIER)
    return soldiers


@kernel
def next_target(s: State, cell: int, seat: int, first: int) -> int:
    """Return the first player from `first` on whose soldiers the seat may mark in the cell, or NOBODY."""
    for other in range(first, s.options.seats):
        if other != seat and s.things[cell, other, SOLDIER] > 0:
            return other
    return NOBODY


@kernel
def has_choice(s: State, cell: int, seat: int) -> bool:
    """Ask whether the seat is asked for marks in the cell: not where it must mark every opposing soldier."""
    own = count(s, cell, seat, SOLDIER)
    if own == 0 or s.armies[cell] < 2:
        return False
    if s.options.may_hold:
        return True
    return s.armies[cell] > 2 and own < count_opposing(s, cell, seat, 0)


@kernel
def is_asked(s: State, cell: int, seat: int, target: int) -> bool:
    """Ask whether marks on the target are a question: the last target takes what is left (R29, R37)."""
    return target != NOBODY and (s.options.may_hold or next_target(s, cell, seat, target + 1) != NOBODY)


@kernel
def count_asked(s: State, cell: int, seat: int) -> int:
    """Return how many questions the seat has in the cell."""
    if not has_choice(s, cell, seat):
        return 0
    return int(s.armies[cell]) - (1 if s.options.may_hold else 2)


@kernel
def mark_range(s: State, seat: int) -> tuple[int, int]:
    """Return the fewest and the most marks that the seat may give to the target it is asked about."""
    marker = s.markers[seat]
    cell, target, used = marker.cell, marker.target, marker.used
    own = count(s, cell, seat, SOLDIER)
    there = count(s, cell, target, SOLDIER)
    if s.options.may_hold:
        return 0, min(there, own - used)
    # Q = own: where own soldiers are enough for all, nothing is asked.
    later = count_opposing(s, cell, seat, target + 1)
    return max(0, own - used - later), min(there, own - used)


@kernel
def seek_question(s: State, seat: int, cell: int, first: int) -> None:
    """Point the marker at the seat's first question from a cell and a target on."""
    marker = s.markers[seat]
    while cell != NOWHERE:
        if has_choice(s, cell, seat):
            target = next_target(s, cell, seat, first)
            if is_asked(s, cell, seat, target):
                if marker.cell != cell:
                    marker.used = 0
                marker.cell = cell
                marker.target = target
                return
        cell = next_cell(s.shared, cell + 1)
        first = 0
    marker.cell = NOWHERE
    marker.target = NOBODY
    marker.used = 0


@kernel
def answer_mark(s: State, seat: int, marks: int) -> None:
    """Write down a seat's answer and go on to its next question; the last answer closes its choice."""
    marker = s.markers[seat]
    s.marks[marker.first + marker.answered] = marks
    marker.answered += 1
    marker.used += marks
    seek_question(s, seat, marker.cell, marker.target + 1)
    if marker.cell == NOWHERE:
        s.marking &= ~seat_bit(seat)


@kernel
def open_marking(s: State) -> None:
    """Count everybody's questions and show everybody the first one."""
    forget_marks(s)
    cell = next_cell(s.shared, 0)
    while cell != NOWHERE:
        if s.armies[cell] >= 2:
            for seat in range(s.options.seats):
                s.markers[seat].questions += count_asked(s, cell, seat)
        cell = next_cell(s.shared, cell + 1)
    first = 0
    for seat in range(s.options.seats):
        marker = s.markers[seat]
        if marker.questions > 0:
            marker.first = first
            first += marker.questions
            seek_question(s, seat, next_cell(s.shared, 0), 0)
            s.marking |= seat_bit(seat)


@kernel
def forget_marks(s: State) -> None:
    """Clear what is left of the marks of the combat before."""
    for seat in range(s.options.seats):
        marker = s.markers[seat]
        for i in range(marker.first, marker.first + marker.questions):
            s.marks[i] = 0
        marker.first = 0
        marker.questions = 0
        marker.answered = 0
