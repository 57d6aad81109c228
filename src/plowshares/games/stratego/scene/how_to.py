"""How to play, in pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable

from plowshares.core.i18n import Text, _, render
from plowshares.core.scene import Picture
from plowshares.core.svg import tag
from plowshares.games.stratego.board import square_at
from plowshares.games.stratego.pieces import UNKNOWN, Type
from plowshares.games.stratego.scene import drawing
from plowshares.games.stratego.scene.drawing import CELL

_NAMES = re.compile(r' data-(?:pick|thing)="[^"]*"')
Men = Iterable[tuple[int, int, int, int]]  # column, row from the top, side, type


def how_to_play() -> list[Picture]:
    """Explain the game in seven pictures."""
    return [
        Picture(_both_armies(), _("You see your own army. Of the other you see only the backs."), _("Two armies")),
        Picture(_ways(), _("A piece goes one square. A Scout runs as far as the way is free."), _("Moving")),
        Picture(
            _duel(Type.CAPTAIN, Type.SERGEANT),
            _("Move onto a piece to attack it. The higher rank wins; equal ranks both fall."),
            _("Battles"),
        ),
        Picture(
            _duel(Type.MINER, Type.BOMB), _("Bombs take every attacker, except Miners: they clear them."), _("Bombs")
        ),
        Picture(
            _duel(Type.SPY, Type.MARSHAL),
            _("The Spy takes the Marshal if it attacks. Every other rank beats it."),
            _("The Spy"),
        ),
        Picture(
            _duel(Type.SCOUT, Type.FLAG),
            _("Capture the Flag, or leave the other side without a move: you win."),
            _("The Flag"),
        ),
        Picture(
            _signs(),
            _("A dot: it has moved, so it is neither a Bomb nor the Flag. An eye: the other side has seen your piece."),
            _("Signs on pieces"),
        ),
    ]


def _scene(columns: int, rows: int, men: Men, title: Text, goals: Iterable[tuple[int, int, str]] = ()) -> str:
    marked = {(column, row): mark for column, row, mark in goals}
    parts = []
    for row in range(rows):
        for column in range(columns):
            square = int(square_at(row, column))
            mark = marked.get((column, row), "")
            spot = drawing.Spot(square, "", mark, bool(mark))
            parts.append(drawing.ground(spot, column * CELL, row * CELL))
    for number, (column, row, side, type_) in enumerate(men):
        figure = drawing.piece(f"example {number}", side, type_, False, False, False, "")
        parts.append(tag("g", figure, transform=f"translate({column * CELL} {row * CELL})"))
    words = render(title)
    return _still(drawing.sheet(columns * CELL, rows * CELL, words, words, parts))


def _still(svg: str) -> str:
    """Return a drawing in which nothing can be picked: it may stand beside a real board."""
    svg = svg.replace('class="pick cell marked"', 'class="cell pictured"').replace('class="pick cell"', 'class="cell"')
    return _NAMES.sub("", svg)


def _both_armies() -> str:
    ours = ((Type.MINER, Type.CAPTAIN, Type.FLAG, Type.BOMB),)
    men = [(column, 0, 1, UNKNOWN) for column in range(4)]
    men += [(column, 2, 0, int(type_)) for row in ours for column, type_ in enumerate(row)]
    return _scene(4, 3, men, _("Two armies"))


def _ways() -> str:
    men = [(0, 2, 0, int(Type.MAJOR)), (2, 2, 0, int(Type.SCOUT)), (3, 0, 1, UNKNOWN)]
    goals = [(0, 1, "move"), (1, 2, "move"), (2, 1, "move"), (2, 0, "move"), (3, 2, "move")]
    return _scene(4, 3, men, _("Moving"), goals)


def _duel(attacker: Type, defender: Type) -> str:
    men = [(0, 0, 0, int(attacker)), (1, 0, 1, int(defender))]
    return _scene(2, 1, men, _("A battle"), [(1, 0, "attack")])


def _signs() -> str:
    figures = (
        drawing.piece("example 0", 1, UNKNOWN, True, False, False, ""),
        drawing.piece("example 1", 0, int(Type.MAJOR), True, False, False, ""),
        drawing.piece("example 2", 0, int(Type.COLONEL), False, True, False, ""),
    )
    parts = [drawing.ground(drawing.Spot(int(square_at(0, i)), "", ""), i * CELL, 0) for i in range(len(figures))]
    parts += [tag("g", figure, transform=f"translate({i * CELL} 0)") for i, figure in enumerate(figures)]
    words = render(_("Signs on pieces"))
    return _still(drawing.sheet(len(figures) * CELL, CELL, words, words, parts))
