"""The board for terminals: a piece is a letter for its side and its sign, or ? when it is face down."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Collection, Iterator
from typing import Any

from plowshares.core.i18n import _, render
from plowshares.core.scene import Viewer
from plowshares.games.stratego.pieces import LETTERS
from plowshares.games.stratego.scene.sight import losses
from plowshares.games.stratego.scene.words import PIECES, SIDES
from plowshares.games.stratego.state import Phase
from plowshares.games.stratego.text import LEGEND, PANEL, draw_cells


def sketch(s: Any, viewer: Viewer, marked: Collection[str]) -> str:
    """Draw the board as the viewer sits, with the lost pieces beside it."""
    cells = draw_cells(s, viewer.seat, marked)
    words = [line for part in _words(s, viewer) for line in textwrap.wrap(part, PANEL)]
    rows = itertools.zip_longest(cells, words, fillvalue="")
    lines = [f"{left:{len(cells[0])}}  {right}".rstrip() for left, right in rows]
    return "\n".join([*lines, LEGEND] if marked else lines)


def _words(s: Any, viewer: Viewer) -> Iterator[str]:
    """Yield what is still to be placed, or what both sides have lost."""
    if s.phase == Phase.SETUP:
        if 0 <= viewer.seat < len(SIDES):
            yield render(_("Still to place: {pieces}", pieces=_count(s.reserve[viewer.seat].tolist(), True)))
        return
    for side in range(len(SIDES)):
        lost = _count(losses(s, side))
        if viewer.is_me(side):
            yield render(_("You have lost: {pieces}", pieces=lost))
        else:
            yield render(_("{name} has lost: {pieces}", name=viewer.names[side], pieces=lost))


def _count(numbers: list[int], signs: bool = False) -> str:
    """Write pieces with their numbers; where they are placed also with the sign that a command needs."""
    found = [
        f"{n} {render(PIECES[kind])}{f' ({LETTERS[kind]})' if signs else ''}" for kind, n in enumerate(numbers) if n
    ]
    return ", ".join(found) or render(_("nothing"))
