from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plowshares.core.seats import MOST_SEATS, NOBODY, first_seat, has_seat, seat_bit, seats_of


@given(st.sets(st.integers(0, MOST_SEATS - 1)))
def test_sets_of_seats_hold_what_was_put_in(seats: set[int]) -> None:
    mask = 0
    for seat in seats:
        mask |= int(seat_bit(seat))
    assert seats_of(mask) == sorted(seats)
    assert first_seat(mask) == min(seats, default=NOBODY)
    assert [seat for seat in range(MOST_SEATS) if has_seat(mask, seat)] == sorted(seats)
