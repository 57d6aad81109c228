"""A picture of Pennies."""

from __future__ import annotations

from collections.abc import Collection

from plowshares.core.svg import label, pick, picture, tag
from tests.toys.pennies.actions import COINS
from tests.toys.pennies.state import State


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw the viewer's own coins."""
    parts = []
    for coin in range(COINS if 0 <= seat < s.options.seats else 0):
        value = str(s.hand[seat, coin])
        circle = tag("circle", cx=coin * 10 + 5, cy=5, r=4, fill="none", stroke="black")
        parts.append(pick(f"coin {coin}", f"coin {value}", circle, label(value, coin * 10 + 5, 5), marked=marked))
    return picture(60, 10, "Pennies", f"round {s.round}, points {s.points[: s.options.seats].tolist()}", parts)
