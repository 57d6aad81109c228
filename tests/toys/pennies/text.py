"""Pennies for a terminal."""

from __future__ import annotations

from collections.abc import Collection

from tests.toys.pennies.state import State


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Print round, points and the viewer's own coins."""
    lines = [
        f"round {s.round} points {s.points[: s.options.seats].tolist()} shown {s.shown[: s.options.seats].tolist()}"
    ]
    if 0 <= seat < s.options.seats:
        lines.append("coins " + " ".join(f"{i}:{value}" for i, value in enumerate(s.hand[seat])))
    if marked:
        lines.append("marked " + " ".join(sorted(marked)))
    return "\n".join(lines)
