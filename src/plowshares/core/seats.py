"""Seats at the table, and sets of them as the bits of one number."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel

MOST_SEATS = 64
ALL_SEATS = (1 << MOST_SEATS) - 1
NOBODY = -1
SPECTATOR = -1
"""The seat of a spectator: knows what is public and nothing else."""
ONE = np.int64(1)


@kernel
def seat_bit(seat: int) -> int:
    """Return the set that holds one seat."""
    return ONE << np.int64(seat)  # type: ignore[return-value]  # an int to readers, int64 to Numba


@kernel
def has_seat(mask: int, seat: int) -> bool:
    """Ask whether the set holds the seat."""
    return (np.int64(mask) >> np.int64(seat)) & ONE == ONE  # type: ignore[no-any-return]  # likewise


@kernel
def first_seat(mask: int) -> int:
    """Return the lowest seat of the set, or NOBODY."""
    for seat in range(MOST_SEATS):
        if has_seat(mask, seat):
            return seat
    return NOBODY


def seats_of(mask: int) -> list[int]:
    """List the seats of the set, ascending."""
    left = int(mask) & ALL_SEATS
    seats = []
    while left:
        lowest = left & -left
        seats.append(lowest.bit_length() - 1)
        left ^= lowest
    return seats
