"""The view with names."""

from __future__ import annotations

from plowshares.core.fields import ViewFields
from plowshares.core.seats import SPECTATOR, seats_of
from tests.toys.pennies import rules
from tests.toys.pennies.state import State


class View(ViewFields, frozen=True, kw_only=True):
    """What a seat knows of a match of Pennies."""

    board: dict[str, int]  # what each seat laid in the round before
    points: list[int]


def fields(s: State, seat: int) -> View:
    """Return a seat's view as named fields."""
    seats = range(int(s.options.seats))
    return View(
        viewer=None if seat == SPECTATOR else seat,
        to_act=seats_of(rules.to_act(s)),
        over=bool(s.over),
        board={f"seat {each}": int(s.shown[each]) for each in seats},
        points=[int(s.points[each]) for each in seats],
    )
