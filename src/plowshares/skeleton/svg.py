"""A picture of the heap."""

from __future__ import annotations

from collections.abc import Collection

from plowshares.core.svg import label, pick, picture, tag
from plowshares.skeleton.rules import is_over
from plowshares.skeleton.state import State

CELL, ROW = 24, 10


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw the stones, and below them how many may be taken."""
    parts = [
        tag("circle", cx=CELL * (i % ROW) + CELL / 2, cy=CELL * (i // ROW) + CELL / 2, r=CELL / 3, fill="#888")
        for i in range(s.stones)
    ]
    bottom = CELL * (-(-int(s.options.stones) // ROW))
    for i in range(0 if is_over(s) or seat != s.seat else min(int(s.options.most), int(s.stones))):
        box = tag("rect", x=CELL * i + 2, y=bottom + 2, width=CELL - 4, height=CELL - 4, fill="none", stroke="#444")
        number = label(str(i + 1), CELL * i + CELL / 2, bottom + CELL / 2, font_size=12)
        parts.append(pick(f"number {i + 1}", f"take {i + 1}", box, number, marked=marked))
    return picture(CELL * ROW, bottom + CELL, "Skeleton", f"{s.stones} stones are left", parts)
