"""What may be done, and what then happens. The paragraphs are those of RULES.md."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode, fields_of
from plowshares.core.jit import kernel
from plowshares.core.seats import seat_bit
from plowshares.skeleton.actions import Kind
from plowshares.skeleton.state import SEATS, State


@kernel
def setup(s: State, seed: Any) -> None:
    """Fill the heap (§1)."""
    s.stones = s.options.stones
    s.seat = 0
    s.taken = 0


@kernel
def to_act(s: State) -> int:
    """Return the player in turn."""
    return 0 if is_over(s) else seat_bit(s.seat)


@kernel
def legal_actions(s: State, seat: int, out: Any) -> int:
    """List how many stones may be taken (§2)."""
    if is_over(s) or seat != s.seat:
        return 0
    count = min(int(s.options.most), int(s.stones))
    for fewer in range(count):
        out[fewer] = encode(s.actions, Kind.TAKE, fewer, 0, 0)
    return count


@kernel
def step(s: State, seat: int, action: int) -> None:
    """Take stones, and pass the turn on."""
    s.taken = 1 + fields_of(s.actions, Kind.TAKE, action)[0]
    s.stones -= s.taken
    s.seat = (seat + 1) % SEATS


@kernel
def is_unfinished(s: State, seat: int) -> bool:
    """Every command is a single action."""
    return False


@kernel
def is_over(s: State) -> bool:
    """Ask whether the heap is empty."""
    return bool(s.stones == 0)


@kernel
def needs_room(s: State) -> bool:
    """The State never grows."""
    return False


@kernel
def scores(s: State, out: Any) -> None:
    """Give the winner a point (§3)."""
    for seat in range(SEATS):
        out[seat] = 1.0 if is_over(s) and seat != s.seat else 0.0


@kernel
def outcome(s: State, out: Any) -> None:
    """Let the player that took the last stone win (§3)."""
    for seat in range(SEATS):
        out[seat] = 0.0
        if is_over(s):
            out[seat] = -1.0 if seat == s.seat else 1.0
