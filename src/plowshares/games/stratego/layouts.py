"""Texts of §2 and §9.3 that describe a board or an army: cells, lakes, armies, layouts."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.core.parsing import cell_name, parse_cell, quote
from plowshares.games.stratego.pieces import LETTERS, SINGLE_LAKES, TYPE_OF_WORD, TYPES, types_of_layout

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_COUNT = re.compile(r"[0-9]{1,3}\Z", re.ASCII)


def name_of_cell(width: int, cell: int) -> str:
    """Return the name of a cell number (§3.1): 0 is a1."""
    return cell_name(cell % width, cell // width)


@functools.lru_cache(maxsize=1024)
def cell_of_name(width: int, height: int, name: str) -> int | None:
    """Return the cell number of a name, or None if the board has no such cell."""
    place = parse_cell(name)
    if place is None or place[0] >= width or place[1] >= height:
        return None
    return place[1] * width + place[0]


def read_lakes(text: str, auto: str, width: int, height: int, rows: int) -> tuple[int, ...]:
    """Return the lake cells of the option, ascending; raise ValueError that says what is wrong (§2)."""
    words = "".join(text.lower().split())
    if words == "single" and (width, height) != (10, 10):
        raise ValueError(_("'single' needs a 10x10 board"))
    words = {"auto": auto, "none": "", "single": SINGLE_LAKES}.get(words, words)
    lakes: list[int] = []
    for name in words.split(",") if words else []:
        cell = cell_of_name(width, height, name)
        if cell is None:
            raise ValueError(
                _("no cell {cell} on a {width}x{height} board", cell=repr(name), width=width, height=height)
            )
        if cell in lakes:
            raise ValueError(_("{name} is named twice", name=repr(name)))
        if not rows <= cell // width < height - rows:
            raise ValueError(_("{name} lies in a set-up area", name=repr(name)))
        lakes.append(cell)
    if not _is_connected(lakes, width, height):
        raise ValueError(_("no path leads from one set-up area to the other"))
    return tuple(sorted(lakes))


def _is_connected(lakes: Iterable[int], width: int, height: int) -> bool:
    """Ask whether adjacent land cells lead from the bottom row to the top row."""
    closed = set(lakes)
    reached = list(range(width))
    closed.update(reached)
    for cell in reached:  # grows while it is walked
        row, column = divmod(cell, width)
        if row == height - 1:
            return True
        for east, north in STEPS:
            near = cell + north * width + east
            if 0 <= column + east < width and 0 <= row + north < height and near not in closed:
                closed.add(near)
                reached.append(near)
    return False


def read_army(text: str) -> tuple[int, ...]:
    """Return how many pieces of each type `f:1 b:6 …` names; raise ValueError that says what is wrong."""
    army = [0] * TYPES
    named: set[int] = set()
    for pair in re.sub(r"\s*:\s*", ":", text.lower()).split():
        word, _colon, count = pair.partition(":")
        if word not in TYPE_OF_WORD or not _COUNT.match(count):
            raise ValueError(_("{pair} is not of the form type:count", pair=repr(pair)))
        code = TYPE_OF_WORD[word]
        if code in named:
            raise ValueError(_("type {name} is named twice", name=repr(word)))
        named.add(code)
        army[code] = int(count)
    return tuple(army)


def format_army(army: Sequence[int]) -> str:
    """Write an army as the option takes it."""
    return " ".join(f"{LETTERS[code]}:{count}" for code, count in enumerate(army) if count)


def read_shape(text: str, width: int, rows: int) -> str:
    """Return a layout without blanks and capitals; refuse it if it has a wrong shape or no piece (§9.3)."""
    layout = "".join(text.lower().split())
    lines = layout.split("/")
    if len(lines) != rows or any(len(line) != width for line in lines):
        wanted = {"rows": rows, "width": width, "text": quote(text)}
        message = _("a layout has {rows} rows of {width}, from the front to the back, joined by '/': {text}", **wanted)
        raise IllegalCommand("bad-syntax", message)
    if not layout.strip("./"):
        raise IllegalCommand("bad-syntax", _("a layout has at least one piece: {text}", text=quote(text)))
    return layout


def read_layout(text: str, width: int, rows: int) -> list[int]:
    """Return the types of a layout by ascending spot, EMPTY for none; refuse a wrong shape or letter (§9.3)."""
    layout = read_shape(text, width, rows)
    for letter in layout:
        if letter not in LETTERS and letter not in "./":
            raise IllegalCommand(
                "unknown-type",
                _("no type is written {letter} in the layout {text}", letter=repr(letter), text=quote(text)),
            )
    return types_of_layout(layout)


def format_layout(types: Sequence[int], width: int) -> str:
    """Write types by ascending spot as a layout."""
    letters = "".join("." if code < 0 else LETTERS[code] for code in types)
    lines = [letters[start : start + width] for start in range(0, len(letters), width)]
    return "/".join(reversed(lines))
