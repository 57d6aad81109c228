"""How to play, in pictures."""

from __future__ import annotations

from collections.abc import Iterable

from plowshares.core.i18n import Text, _, render
from plowshares.core.scene import Picture
from plowshares.core.svg import tag
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.scene import drawing
from plowshares.games.footsoldiers.scene.drawing import CELL, EDGE
from plowshares.games.footsoldiers.scene.walks import Ground, find_walk

Men = Iterable[tuple[Cell, int, int, int, float]]  # cell, seat, kind, facing, share of health


def how_to_play() -> list[Picture]:
    """Explain the game in five pictures."""
    return [
        Picture(
            _field(7, 3, [], _("Two castles"), castles=[((1, 1), 0), ((5, 1), 1)]),
            _("You have a castle, and so does the other player. The first castle to fall loses."),
            _("Two castles"),
        ),
        Picture(
            _field(
                5, 3, [((2, 1), 0, 0, 3, 1.0)], _("Building"), castles=[((1, 1), 0)], marked=[(2, 0), (3, 1), (2, 2)]
            ),
            _("Every turn both give one order at the same time. Build a soldier on a free cell near your castle."),
            _("One order a turn"),
        ),
        Picture(
            _field(8, 2, [((0, 0), 0, 0, 3, 1.0)], _("Marching"), walk=((0, 0), (7, 1), 3)),
            _("Soldiers march by themselves. The numbers say where they stand after each turn."),
            _("They march by themselves"),
        ),
        Picture(
            _field(4, 2, [((1, 0), 0, 1, 3, 0.5), ((2, 0), 1, 2, 1, 0.4)], _("A fight")),
            _("Side by side they strike: first where they face, then clockwise. All hits count at once."),
            _("They strike by themselves"),
        ),
        Picture(
            _field(4, 2, [((0, 0), 0, 2, 3, 1.0), ((1, 0), 0, 1, 3, 1.0), ((2, 0), 0, 0, 3, 1.0)], _("Three kinds")),
            _("Tanks take much, Assassins hit hard, Scouts are fast. Each has its price in coins."),
            _("Three kinds of soldiers"),
        ),
    ]


def _field(
    columns: int,
    rows: int,
    men: Men,
    title: Text,
    castles: Iterable[tuple[Cell, int]] = (),
    marked: Iterable[Cell] = (),
    walk: tuple[Cell, Cell, int] | None = None,
) -> str:
    parts = [drawing.ground(columns, rows), *(drawing.place(cell, "move", True, "") for cell in marked)]
    if walk is not None:
        start, goal, speed = walk
        parts.append(drawing.way(find_walk(Ground(columns, rows, frozenset()), start, goal, speed, False), 0))
    parts += [drawing.castle(cell, seat, 1.0, "") for cell, seat in castles]
    for number, (cell, seat, kind, facing, share) in enumerate(men):
        parts.append(drawing.soldier(f"example {number}", cell, seat, kind, facing, share, ""))
    words = render(title)
    style = tag("style", ".mark{display:none}.marked>.mark{display:inline}")
    return drawing.sheet(columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE, words, words, [style, *parts])
