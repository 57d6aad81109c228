"""The board for terminals: a grid of boxes, each family a letter, its people and food as numbers with letters."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from plowshares.core.i18n import _, render
from plowshares.core.plain_text import legend, letters
from plowshares.core.scene import Viewer
from plowshares.games.farmer_soldier.text import draw_grid


def sketch(s: Any, viewer: Viewer, marked: Collection[str]) -> str:
    """Draw every field with what stands on it; marked fields have a star."""
    seats = int(s.options.seats)
    marks = letters(viewer, seats)
    key = _("f farmers, s soldiers, c children, g food")
    lines = [*draw_grid(s, marked, marks), f"{render(key)}; {legend(viewer, marks, range(seats))}"]
    return "\n".join(line.rstrip() for line in lines)
