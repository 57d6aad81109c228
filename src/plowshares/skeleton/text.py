"""The heap for a terminal."""

from __future__ import annotations

from collections.abc import Collection

from plowshares.skeleton.state import State


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Print the stones."""
    lines = [f"{s.stones} stones: {'o' * int(s.stones)}"]
    if marked:
        lines.append("marked: " + ", ".join(sorted(marked)))
    return "\n".join(lines)
