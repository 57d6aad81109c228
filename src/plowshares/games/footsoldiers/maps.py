"""Maps: reading the text of one, and the two that come with the game (§3.2, §3.3)."""

from __future__ import annotations

import functools
from collections import deque
from importlib import resources
from typing import NamedTuple

from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import Text, _
from plowshares.core.notes import refuse_option
from plowshares.core.parsing import quote, suggest

BUILT_IN = ("default", "open")
MOST_SIDE = 200
MOST_CELLS = 10_000
BASES = "12"
ROCK = "X"
EMPTY = " "

Cell = tuple[int, int]


class BadMap(InvalidOption):
    """A map that cannot be played on."""

    code = "map"


class Map(NamedTuple):
    """A map as it is drawn: rows of equal length."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """How many rows it has."""
        return len(self.rows)

    def base(self, seat: int) -> Cell:
        """Return the cell of a seat's base."""
        return next(cell for cell in self.cells() if self.at(cell) == BASES[seat])

    def rocks(self) -> list[Cell]:
        """List the cells of all rocks, by column, then by row."""
        return [cell for cell in self.cells() if self.at(cell) == ROCK]

    def cells(self) -> list[Cell]:
        """List all cells, by column, then by row."""
        return [(x, y) for x in range(self.width) for y in range(self.height)]

    def at(self, cell: Cell) -> str:
        """Return the letter of a cell."""
        return self.rows[cell[1]][cell[0]]


@functools.lru_cache(maxsize=64)
def load_map(name_or_text: str, width: int = 0, height: int = 0) -> Map:
    """Return a built-in map by its name or a map from its text, widened if asked; raise BadMap."""
    if name_or_text in BUILT_IN:
        name_or_text = resources.files(__package__).joinpath(f"data/{name_or_text}.txt").read_text("utf-8")
    return widen(read_map(name_or_text), width, height)


def read_map(text: str) -> Map:
    """Read the text of a map; blanks at the end of lines and blank lines at the end do not count."""
    lines = [line.removesuffix("\r").rstrip(EMPTY) for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    _check_letters(lines, text)
    width = max((len(line) for line in lines), default=0)
    _check_size(width, len(lines))
    _check_bases(lines)
    return Map(tuple(line.ljust(width) for line in lines))


def widen(plan: Map, width: int, height: int) -> Map:
    """Add empty columns on the right and empty rows at the bottom; 0 leaves a side as it is."""
    for name, asked, own in (("map_width", width, plan.width), ("map_height", height, plan.height)):
        if asked and asked < own:
            raise refuse_option(name, _("{asked} is less than the {own} of the map itself", asked=asked, own=own))
    width, height = width or plan.width, height or plan.height
    _check_size(width, height)
    rows = [row.ljust(width) for row in plan.rows]
    return Map(tuple(rows + [EMPTY * width] * (height - len(rows))))


def count_steps(plan: Map, seat: int) -> dict[Cell, int]:
    """Return how many steps past rocks each cell is from a seat's base; cells without a way are missing."""
    home = plan.base(seat)
    steps = {home: 0}
    queue = deque([home])
    while queue:
        x, y = queue.popleft()
        for near in ((x, y + 1), (x - 1, y), (x, y - 1), (x + 1, y)):
            inside = 0 <= near[0] < plan.width and 0 <= near[1] < plan.height
            if inside and near not in steps and plan.at(near) != ROCK:
                steps[near] = steps[x, y] + 1
                queue.append(near)
    return steps


def _bad(why: Text) -> BadMap:
    return BadMap(*refuse_option("map", why).args)


def _check_letters(lines: list[str], text: str) -> None:
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter not in (*BASES, ROCK, EMPTY):
                where = {"letter": repr(letter), "line": y + 1, "column": x + 1, "text": quote(text)}
                known = ", ".join(BUILT_IN) + suggest(text, BUILT_IN)
                raise _bad(
                    _(
                        "{letter} in line {line}, column {column} of {text} is none of '1', '2', 'X', space;"
                        " the built-in maps are {known}",
                        **where,
                        known=known,
                    )
                )


def _check_size(width: int, height: int) -> None:
    if width > MOST_SIDE or height > MOST_SIDE or width * height > MOST_CELLS:
        asked = {"width": width, "height": height, "side": MOST_SIDE, "most": MOST_CELLS}
        raise _bad(_("{width}×{height} cells are too many, at most {side}×{side} and {most} in all", **asked))


def _check_bases(lines: list[str]) -> None:
    for seat, letter in enumerate(BASES):
        found = sum(line.count(letter) for line in lines)
        if found != 1:
            words = _(
                "player{n} needs exactly one base {letter}, found {found}", n=seat + 1, letter=repr(letter), found=found
            )
            raise _bad(words)
