"""Drawings: the board, its lakes, and pieces that can be lifted off it as a whole."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from plowshares.core.art import seat_styles, use
from plowshares.core.parsing import column_name
from plowshares.core.svg import label, number, picture, tag
from plowshares.games.stratego.board import column_of, row_of
from plowshares.games.stratego.board_view import is_dark
from plowshares.games.stratego.pieces import LETTERS, UNKNOWN, Type
from plowshares.games.stratego.scene.words import art_of, sign_of

CELL = 100
SMALL = 84  # side of a piece in a tray
EDGE = 26  # the frame; names of rows and columns stand on the left and at the bottom
MOST_DRAWN = 1 << 14
WOOD, PAPER = "#7d5230", "#f9ecd0"
LIGHT, DARK = ("#ecdfba", "#b9a87c"), ("#dcc892", "#a89668")  # squares, on a light and on a dark page
STYLE = f"""
.board{{font-family:var(--ui,system-ui,sans-serif)}}
.sq-l{{fill:light-dark({LIGHT[0]},{LIGHT[1]})}}.sq-d{{fill:light-dark({DARK[0]},{DARK[1]})}}
.dark .sq-l{{fill:{LIGHT[1]}}}.dark .sq-d{{fill:{DARK[1]}}}
.last{{fill:#f2cf6b;opacity:.75}}.zone{{fill:var(--pc);opacity:.13}}
.name{{font-size:19px;font-weight:700;fill:#f0dcb2}}
.corner{{transform-origin:7px 6px}}
.rank{{font-size:26px;font-weight:800;fill:var(--on,#fff)}}
.mark>*{{display:none;pointer-events:none}}
:is(.marked,.pictured)[data-mark=move]>.mark>.mark-move,:is(.marked,.pictured)[data-mark=attack]>.mark>.mark-attack,
:is(.marked,.pictured)[data-mark=select]>.mark>.mark-select{{display:inline}}
.cell.marked{{cursor:pointer}}
@media (max-width:699px),(max-height:559px){{.corner{{transform:scale(1.32)}}.name{{display:none}}}}
"""


class Spot(NamedTuple):
    """A cell of a board as it is drawn."""

    square: int
    words: str  # for screen readers
    mark: str  # how it is marked when it can be picked: move, attack or select
    is_marked: bool = False
    is_last: bool = False  # the last move touched it
    zone: int = -1  # the side whose set-up area is shown here
    is_lake: bool = False


def board(
    rows: Sequence[Sequence[int]], spots: dict[int, Spot], pieces: Iterable[tuple[int, str]], title: str, words: str
) -> str:
    """Draw a board: ground with places to pick, lakes, and over them the pieces, given as square and drawing."""
    width, height = len(rows[0]) * CELL + 2 * EDGE, len(rows) * CELL + 2 * EDGE
    places = {square: (EDGE + j * CELL, EDGE + i * CELL) for i, row in enumerate(rows) for j, square in enumerate(row)}
    inside = [
        frame(width, height),
        names(tuple(rows[0]), tuple(row[0] for row in rows)),
        *(ground(spot, *places[square]) for square, spot in spots.items()),
        *_lakes(rows, {square for square, spot in spots.items() if spot.is_lake}, places),
        *(tag("g", drawing, class_="at", transform=_at(*places[square])) for square, drawing in pieces),
    ]
    return sheet(width, height, title, words, inside)


def sheet(width: float, height: float, title: str, words: str, inside: Iterable[str]) -> str:
    """Return a whole drawing with its title, description and style."""
    return picture(width, height, title, words, inside, seat_styles() + STYLE, role="group")


def _at(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def frame(width: float, height: float) -> str:
    """Draw the wooden frame."""
    light = tag("rect", x=2, y=2, width=width - 4, height=height - 4, rx=14, fill="none", stroke="#a3764b")
    return tag("rect", width=width, height=height, rx=16, fill=WOOD) + light


@functools.cache
def names(columns: tuple[int, ...], rows: tuple[int, ...]) -> str:
    """Write the names of columns and rows on the frame."""
    parts = []
    for i, square in enumerate(columns):
        x, y = EDGE + (i + 0.5) * CELL, len(rows) * CELL + EDGE * 1.5
        parts.append(label(column_name(int(column_of(square))), x, y, class_="name"))
    for i, square in enumerate(rows):
        parts.append(label(str(int(row_of(square)) + 1), EDGE / 2, EDGE + (i + 0.5) * CELL, class_="name"))
    return tag("g", *parts, aria_hidden="true")


@functools.lru_cache(maxsize=MOST_DRAWN)
def ground(spot: Spot, x: float, y: float) -> str:
    """Draw a cell: its ground, what is marked on it, and its marks; a lake has none."""
    square = {"width": CELL, "height": CELL, "shape_rendering": "crispEdges"}
    dark = is_dark(spot.square)
    parts = [tag("rect", **square, class_="sq-d" if dark else "sq-l", fill=DARK[0] if dark else LIGHT[0])]
    if spot.zone >= 0:
        parts.append(tag("rect", **square, class_=f"zone seat-{spot.zone}"))
    if spot.is_last:
        parts.append(tag("rect", **square, class_="last"))
    name = f"cell {column_name(int(column_of(spot.square)))}{int(row_of(spot.square)) + 1}"
    if spot.is_lake:
        return tag("g", *parts, transform=_at(x, y))
    return tag(
        "g",
        *parts,
        marks(),
        class_="pick cell marked" if spot.is_marked else "pick cell",
        data_pick=name,
        data_mark=spot.mark,
        aria_label=spot.words,
        transform=_at(x, y),
    )


@functools.cache
def marks() -> str:
    """Draw the marks of a place, hidden until it can be picked: a dot, a red ring, a golden frame."""
    middle = {"cx": CELL / 2, "cy": CELL / 2}
    dot = tag("circle", **middle, r=17, fill="#fff", opacity=0.55) + tag("circle", **middle, r=13, fill="#3c6e32")
    edge = {"x": 4, "y": 4, "width": CELL - 8, "height": CELL - 8, "rx": 18, "fill": "none"}
    ring = tag("rect", **edge, stroke="#fff", stroke_width=8, opacity=0.85)
    attack = ring + tag("rect", **edge, stroke="#d2341f", stroke_width=5)
    select = tag("rect", **edge, stroke="#fff", stroke_width=7, opacity=0.75)
    select += tag("rect", **edge, stroke="#e8a100", stroke_width=4.5)
    return tag(
        "g",
        tag("g", dot, class_="mark-move"),
        tag("g", attack, class_="mark-attack"),
        tag("g", select, class_="mark-select"),
        class_="mark",
        aria_hidden="true",
    )


# Pieces


@functools.lru_cache(maxsize=MOST_DRAWN)
def piece(thing: str, side: int, type_: int, moved: bool, seen: bool, known: bool, words: str) -> str:
    """Draw a piece as one element that can be lifted as a whole.

    `seen` puts an eye on it: the other side knows it. `known` puts its owner's crest on the face of an enemy's piece.
    """
    parts = [*_tile(type_)]
    if moved:
        parts.append(tag("circle", cx=82, cy=17, r=7, fill="#fff3d0", stroke="var(--pd)", stroke_width=3))
    if seen:
        parts.append(tag("circle", cx=80, cy=78, r=13, fill="#fff8e8", stroke="var(--pd)", stroke_width=2.5))
        parts.append(use("i-eye", 71, 69, 18, color="#3a2a20"))
    if known:
        parts.append(tag("circle", cx=80, cy=78, r=12, fill="#fff8e8", stroke="var(--pd)", stroke_width=2))
        parts.append(use(f"crest-{side}", 71, 69, 18))
    if not words:  # in a picture that has its own words
        return tag("g", *parts, class_=f"piece seat-{side}", aria_hidden="true")
    return tag("g", *parts, class_=f"piece seat-{side}", data_thing=thing, role="img", aria_label=words)


@functools.cache
def _tile(type_: int) -> tuple[str, ...]:
    shadow = tag("rect", x=8, y=18, width=84, height=80, rx=17, fill="#28140a", opacity=0.25)
    edge = tag("rect", x=7, y=12, width=86, height=82, rx=16, fill="var(--pd)")
    body = tag("rect", x=7, y=6, width=86, height=82, rx=16, fill="var(--pc)")
    shine = tag("path", d="M12 17q1-8 11-8.500h54q10 .5 11 8.500", fill="none", stroke="#fff", opacity=0.45)
    if type_ == UNKNOWN:
        back = tag("rect", x=12, y=11, width=76, height=72, rx=11, fill="none", stroke="var(--pl)", opacity=0.55)
        return shadow, edge, body, use(art_of(type_), 15, 12, 70), back, shine
    face = tag("rect", x=12, y=11, width=76, height=72, rx=11, fill=PAPER)
    return shadow, edge, body, face, use(art_of(type_), 17, 13, 70), shine, _corner(sign_of(type_))


def _corner(sign: str) -> str:
    if not sign:
        return ""
    wide = 38 if len(sign) > 1 else 29
    chip = tag("path", d=f"M7 22q0-16 16-16h{wide - 16}v19q0 10-10 10h-{wide - 10}z", fill="var(--pc)")
    return tag("g", chip, label(sign, 7 + wide / 2, 20.5, class_="rank"), class_="corner")


@functools.cache
def picture_of(type_: int, side: int) -> str:
    """Draw a single piece for trays; its number is larger than on the board and stays readable."""
    parts = [
        tag("rect", y=7, width=SMALL, height=SMALL, rx=17, fill="var(--pd)"),
        tag("rect", width=SMALL, height=SMALL, rx=17, fill="var(--pc)"),
    ]
    if type_ != UNKNOWN:
        parts.append(tag("rect", x=5, y=5, width=SMALL - 10, height=SMALL - 10, rx=12, fill=PAPER))
    parts.append(use(art_of(type_), 9, 9, SMALL - 16))
    sign = sign_of(type_)
    if sign:
        wide = 21 + 17 * len(sign)
        chip = tag("path", d=f"M0 17q0-17 17-17h{wide - 17}v26q0 12-12 12h-{wide - 12}z", fill="var(--pc)")
        parts += [chip, label(sign, wide / 2, 20, class_="rank")]
    style = tag("style", seat_styles() + ".rank{font:800 32px system-ui,sans-serif;fill:var(--on,#fff)}")
    box = f"0 0 {SMALL} {SMALL + 7}"
    return tag("svg", style, tag("g", *parts, class_=f"seat-{side}"), xmlns="http://www.w3.org/2000/svg", viewBox=box)


def sign_picture(sign: str, side: int) -> str:
    """Draw the back or face of a piece with one of the signs that are put on pieces: moved, seen or known."""
    type_ = UNKNOWN if sign == "moved" else int(Type.CAPTAIN)
    figure = piece("", side, type_, sign == "moved", sign == "seen", sign == "known", "")
    style = tag("style", seat_styles() + ".rank{font:800 26px system-ui,sans-serif;fill:var(--on,#fff)}")
    return tag("svg", style, figure, xmlns="http://www.w3.org/2000/svg", viewBox="6 4 90 92")


# Lakes


def _lakes(
    rows: Sequence[Sequence[int]], lakes: Collection[int], places: Mapping[int, tuple[float, float]]
) -> Iterator[str]:
    """Draw each lake as one water, if it is a rectangle, else cell by cell."""
    rest = {square for row in rows for square in row if square in lakes}
    while rest:
        lake = _connected(min(rest, key=lambda square: places[square][::-1]), rest, places)
        rest -= lake
        left, top, wide, high = _bounds(lake, places)
        if wide * high == len(lake):
            yield water(left, top, wide, high)
        else:
            yield from (water(*places[square], 1, 1) for square in lake)


def _connected(start: int, among: set[int], places: Mapping[int, tuple[float, float]]) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        x, y = places[todo.pop()]
        for square in among - found:
            other = places[square]
            if abs(other[0] - x) + abs(other[1] - y) == CELL:
                found.add(square)
                todo.append(square)
    return found


def _bounds(lake: set[int], places: Mapping[int, tuple[float, float]]) -> tuple[float, float, int, int]:
    across, down = {places[square][0] for square in lake}, {places[square][1] for square in lake}
    return min(across), min(down), len(across), len(down)


def water(x: float, y: float, wide: int, high: int) -> str:
    """Draw a lake of `wide` by `high` cells."""
    shore = (
        "M30 12C70 2 140 6 172 16c16 8 20 40 18 84 0 40-4 70-20 82-36 10-96 10-138 2"
        "C14 172 8 140 10 96 10 56 12 24 30 12z"
    )
    basin = "M36 22c40-8 92-6 126 2 14 8 18 36 16 76 0 38-4 62-16 72-34 8-86 8-124 2-14-10-18-38-16-76 0-38 2-66 14-76z"
    shade = "M36 22c40-8 92-6 126 2 8 4 12 14 14 30-30-22-112-26-150-2 2-16 4-26 10-30z"
    waves = "M48 70q10-8 20 0t20 0M104 112q10-8 20 0t20 0M50 138q10-8 20 0t20 0M118 66q8-7 16 0t16 0"
    reed = "M150 160c-2-14-1-26 3-38M158 162c0-12 2-22 7-30M143 162c-2-8-2-16 0-24"
    lines = {"fill": "none", "stroke_width": 5, "stroke_linecap": "round"}
    return tag(
        "g",
        tag("path", d=shore, fill="#cdb67c"),
        tag("path", d=basin, fill="#62aacb"),
        tag("path", d=shade, fill="#4a90b4", opacity=0.6),
        tag("path", d=waves, stroke="#b9e0ee", **lines),
        tag("path", d=reed, stroke="#5d8a3f", **lines),
        transform=f"{_at(x, y)} scale({number(wide / 2)} {number(high / 2)})",
        class_="lake",
        aria_hidden="true",
    )


# Small pictures of set-ups

RANK_COLOURS = dict(
    zip(
        LETTERS,
        [
            "#f0bf4c",
            "#3d3a46",
            "#7c5a8a",
            "#f1cbbf",
            "#ebb5a4",
            "#e49e8a",
            "#dd8770",
            "#d46e55",
            "#c8563d",
            "#b8432c",
            "#a5341f",
            "#8d2a1b",
        ],
        strict=True,
    )
)


@functools.cache
def layout_picture(text: str) -> str:
    """Draw a set-up as a small mosaic: the Flag with a pole, Bombs as discs, ranks the darker the higher."""
    rows = text.split("/")
    parts = [tag("rect", width=len(rows[0]) * 10, height=len(rows) * 10, fill="#e9dcb4")]
    for i, row in enumerate(rows):
        for j, letter in enumerate(row):
            if letter != ".":
                parts.append(_tessera(letter, j * 10, i * 10))
    box = f"0 0 {len(rows[0]) * 10} {len(rows) * 10}"
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, aria_hidden="true")


def _tessera(letter: str, x: int, y: int) -> str:
    ground = tag("rect", x=x + 0.4, y=y + 0.4, width=9.2, height=9.2, rx=1.6, fill=RANK_COLOURS[letter])
    if letter == "b":
        return ground + tag("circle", cx=x + 5, cy=y + 5.4, r=2.6, fill="#fff", opacity=0.85)
    if letter == "f":
        return ground + tag(
            "path", d=f"M{x + 3.4} {y + 8}v-6l4 1.600-4 1.700", fill="#b23426", stroke="#3a2a20", stroke_width=0.8
        )
    return ground
