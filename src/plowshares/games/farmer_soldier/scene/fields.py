"""One field: its ground, the figures on it, what is written on it. All of it is drawn around the field's middle."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from xml.sax.saxutils import escape

from plowshares.core.i18n import render
from plowshares.core.svg import number, tag
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.scene.places import RADIUS, SIDE, TRIANGLE
from plowshares.games.farmer_soldier.scene.words import ART

Box = tuple[float, float, float, float]  # left, top, width, height of the room for figures

COLOURS = 8  # seats with a colour of their own; further ones repeat them with a ring and initials
_H = math.sqrt(3) / 2
_INSET = 3.0  # half the gap between hexagons and triangles

# Labels are made for a phone. Where the page shows the drawing larger, they are drawn smaller, to about 16 px.
LEAST_LABEL = 0.6  # of its size
READ_AT = 16.0  # pixels

# What the land is made of: its colour on a light and on a dark page.
LAND = {
    "meadow": ("#a9d072", "#84a759"),
    "hill": ("#b6da80", "#8fb065"),
    "tuft": ("#79b453", "#5f8f41"),
    "farm": ("#dcb15e", "#b38f4b"),
    "furrow": ("#c4934a", "#9d763b"),
    "ear": ("#f2d485", "#d3b566"),
}
_LINES = ("tuft", "furrow", "ear")


def _dress(name: str) -> str:
    """Return the style of a part of the land by day and by night."""
    day, night = LAND[name]
    what = "stroke" if name in _LINES else "fill"
    return f".{name}{{{what}:light-dark({day},{night})}}.dark .{name}{{{what}:{night}}}"


STYLE = (
    "".join(_dress(name) for name in LAND) + "text{font-family:var(--ui,system-ui,sans-serif);font-weight:700}"
    ".nm{fill:#3d2f18}.fl{fill:light-dark(#3d2f18,#f1ebdf)}.dark .fl{fill:#f1ebdf}"
    ".bd{stroke:#fff;stroke-width:2.5;fill:var(--pc,#6d6a60)}.bt{fill:var(--on,#fff)}"
    ".gr .bd{fill:#8a5a0b}.gr .bt{fill:#fff}"
    ".paper{fill:light-dark(#fffdf873,#fffdf82b)}.dark .paper{fill:#fffdf82b}"
    ".own{fill:none;stroke:var(--pc);stroke-linejoin:round}"
    ".fit{transform-box:fill-box;transform-origin:center;"
    f"transform:scale(clamp({LEAST_LABEL},{READ_AT}/(var(--text)*var(--scale,1)),1))}}"
    ".ok{fill:#fffdf8}.okt{fill:#215135}.no{fill:#b23426}.not{fill:#fff}"
    ".pick{cursor:pointer}.dim{opacity:.5}.copy{opacity:.55}"
    ".mark{display:none;pointer-events:none}.marked>.mark,[data-mark]>.mark{display:inline}"
    ".mark *{fill:none;stroke-linejoin:round;stroke-linecap:round}"
    ".mark-attack,.mark-select{display:none}"
    ".mark-move .halo,.mark-attack .halo,.mark-select .halo{stroke:#fff;stroke-width:9;opacity:.85}"
    ".mark-move .line{stroke:#e8a100;stroke-width:6;stroke-dasharray:2 12;fill:#fff6c8;fill-opacity:.4}"
    ".mark-attack .line{stroke:#d2341f;stroke-width:6;stroke-dasharray:2 11}"
    ".mark-select .line{stroke:#e8a100;stroke-width:8}"
    "[data-mark=attack]>.mark>.mark-attack,[data-mark=select]>.mark>.mark-select{display:inline}"
    "[data-mark=attack]>.mark>.mark-move,[data-mark=select]>.mark>.mark-move{display:none}"
    ".chosen>.mark>.mark-select{display:inline}.chosen>.mark>.mark-move{display:none}"  # what is in it stays clear
    ".pick:focus-visible{outline:none!important}"  # the box of a field is larger than what is seen of it
    ".pick:focus-visible>.mark,.pick:focus-visible>.mark>.mark-move{display:inline}"
    ".pick:focus-visible>.mark .line{stroke:#0b4f9e;stroke-width:9;stroke-dasharray:none}"
    ".hl{fill:none;stroke:#e8a100;stroke-width:8;stroke-linejoin:round}"
)


# The ground


def paint(name: str) -> str:
    """Return the attributes of a part of the land; the colour counts where a style does not."""
    return f'class="{name}" {"stroke" if name in _LINES else "fill"}="{LAND[name][0]}"'


@functools.cache
def outline(kind: str, inset: float = 0.0, up: bool = True) -> str:
    """Return the outline of a field as an element without its attributes closed: `<rect …` or `<path …`."""
    if kind == "square":
        side = SIDE - 2 * inset
        corner = number(-side / 2)
        return (
            f'<rect x="{corner}" y="{corner}" width="{number(side)}" height="{number(side)}" rx="{number(18 - inset)}"'
        )
    points = _hexagon(RADIUS - _INSET - inset) if kind == "hex" else _triangle(2 * (_INSET + inset), up)
    return f'<path d="M{"L".join(f"{number(x)} {number(y)}" for x, y in points)}z"'


def _hexagon(radius: float) -> list[tuple[float, float]]:
    return [(radius * math.cos(math.radians(a)), radius * math.sin(math.radians(a))) for a in range(30, 390, 60)]


def _triangle(inset: float, up: bool) -> list[tuple[float, float]]:
    side = TRIANGLE - inset * math.sqrt(3)
    high, way = side * _H, 1 if up else -1
    return [(-side / 2, way * high / 3), (side / 2, way * high / 3), (0.0, -way * high * 2 / 3)]


def variants(kind: str) -> tuple[tuple[str, bool], ...]:
    """Return the forms that fields of a kind of grid have: a name for ids, and whether a triangle points up."""
    return (("up", True), ("down", False)) if kind == "triangle" else (("", True),)


def ground_id(kind: str, farmed: bool, up: bool = True) -> str:
    """Return the id of a ground in the drawing."""
    return f"fs-{kind}{'' if kind != 'triangle' or up else '-down'}-{'farm' if farmed else 'grass'}"


@functools.cache
def grounds(kind: str, rich: bool) -> str:
    """Return the definitions of meadows and farmland; a rich ground has grass and ears, a plain one none."""
    parts = []
    if rich:
        parts = [_pattern(name, inside) for name, inside in (("farm", _farm()), ("meadow", _meadow()))]
    for _, up in variants(kind):
        for farmed in (False, True):
            name, form = "farm" if farmed else "meadow", outline(kind, 0, up)
            body = f"{form} {paint(name)}/>" + (f'{form} fill="url(#fs-{name})"/>' if rich else "")
            parts.append(f'<g id="{ground_id(kind, farmed, up)}">{body}</g>')
    return tag("defs", *parts)


REACH = 340  # ground is drawn this wide around the middle of a field


def _pattern(name: str, inside: str) -> str:
    """Return what a kind of land is filled with: unlike what is cut to a form, it makes no field larger.

    A tile is drawn from its own corner on, so it is moved to have its middle in the middle of the field.
    """
    place = f'width="{REACH}" height="{REACH}" patternTransform="translate({-REACH // 2} {-REACH // 2})"'
    return f'<pattern id="fs-{name}" patternUnits="userSpaceOnUse" {place}>{inside}</pattern>'


def _meadow() -> str:
    hills = "".join(
        f'<ellipse cx="{a * 83 % REACH}" cy="{a * 57 % REACH}" rx="34" ry="15" {paint("hill")}/>' for a in range(1, 15)
    )
    tuft = "m-5 0q1-6 4-7q0 4 1 7q2-7 5-9q-1 6 0 9"
    tufts = "".join(f"M{a * 71 % REACH} {a * 47 % REACH}{tuft}" for a in range(2, 26))
    return hills + f'<path d="{tufts}" fill="none" {paint("tuft")} stroke-width="2" stroke-linecap="round"/>'


def _farm() -> str:
    rows = "".join(f"M{x} 0c-12 {REACH * 0.3:.0f} 12 {REACH * 0.6:.0f} 0 {REACH}" for x in range(0, REACH, 26))
    ear = "m0 8v-12m0 4l-4-4m4 4l4-4m-4-4l-3-4m3 4l3-4"
    ears = "".join(f"M{a * 67 % REACH} {a * 41 % REACH}{ear}" for a in range(3, 46))
    return (
        f'<path d="{rows}" {paint("furrow")} stroke-width="7" fill="none"/>'
        f'<path d="{ears}" {paint("ear")} stroke-width="2.4" stroke-linecap="round" fill="none"/>'
    )


@functools.cache
def marks(kind: str, up: bool, plain: bool) -> str:
    """Return the marks of a field that the page shows: can be picked, can be attacked, is picked."""
    if plain:  # one shape serves all on boards of thousands of fields
        return f'<g class="mark"><g class="mark-move">{outline(kind, 6, up)} class="line"/></g></g>'
    inside = "".join(
        f'<g class="mark-{mark}">{outline(kind, inset, up)} class="halo"/>{outline(kind, inset, up)} class="line"/></g>'
        for mark, inset in (("move", 6), ("attack", 9), ("select", 3))
    )
    return f'<g class="mark">{inside}</g>'


@functools.lru_cache(maxsize=256)
def frame(kind: str, up: bool, seats: tuple[int, ...]) -> str:
    """Return the coloured frames of those who farm a field; several share it in dashes."""
    parts = []
    for i, seat in enumerate(seats[:3]):
        dash = f' stroke-dasharray="30 {30 * (min(len(seats), 3) - 1)}" stroke-dashoffset="{-30 * i}"'
        parts.append(
            f'<g class="seat-{seat % COLOURS}">{outline(kind, 4, up)} class="own" stroke-width="7"'
            f"{dash if len(seats) > 1 else ''}/></g>"
        )
    return "".join(parts)


# Figures


def room(kind: str, up: bool, text: float, label: bool) -> Box:
    """Return where figures stand in a field: below its name, clear of a label, with room for badges on the right."""
    place = label_place(kind, up, text)
    if kind == "hex":
        return -90.0, -68.0, 168.0, (place - text * 0.8 if label else 76.0) + 68.0
    if kind == "triangle" and up:
        return -88.0, -80.0, 176.0, (place - text * 0.8 if label else 80.0) + 80.0
    if kind == "triangle":
        return (-92.0, place + text * 0.8, 172.0, 34.0 - place - text * 0.8) if label else (-100.0, -86.0, 200.0, 136.0)
    return -92.0, -92.0 + text * 0.95, 184.0, 182.0 - text * (2.0 if label else 0.95)


def label_place(kind: str, up: bool, text: float) -> float:
    """Return how far below its middle the label of a field lies: where it covers no name of a neighbour."""
    if kind == "hex":
        return RADIUS * 0.63 - text * 0.75
    if kind == "triangle":
        return (TRIANGLE * _H / 3 - text * 0.8) * (1 if up else -1)
    return SIDE / 2 - text * 0.3


@functools.lru_cache(maxsize=256)
def spots(count: int, box: Box, few_first: bool = False) -> tuple[tuple[float, float, float], ...]:
    """Return middle and size of each figure, as large as the box allows; the shorter row is last or first."""
    left, top, width, height = box
    columns = max(range(1, 5), key=lambda n: _figure_size(count, n, box))
    rows = max(1, -(-count // columns))
    wide, high, size = width / columns, height / rows, _figure_size(count, columns, box)
    lengths = [columns] * (rows - 1) + [count - columns * (rows - 1)]
    found = []
    for row, in_row in enumerate(reversed(lengths) if few_first else lengths):
        for column in range(in_row):
            x = left + width / 2 + (column - (in_row - 1) / 2) * wide
            found.append((x, top + (row + 0.5) * high, size))
    return tuple(found)


def _figure_size(count: int, columns: int, box: Box) -> float:
    rows = max(1, -(-count // columns))
    return min(box[2] / columns, box[3] / rows * (1.07 if rows > 1 else 1.2), 96.0)  # a little air is drawn around each


@functools.lru_cache(maxsize=1 << 12)
def figure(what: int, seat: int, count: int, spot: tuple[float, float, float], text: float, letters: str) -> str:
    """Return a figure, or up to three of them, with their number; the colour is that of the seat."""
    x, y, size = spot
    shown = min(count, 2 if what == Thing.FOOD else 3) if size >= 58 and not letters else 1
    inside = "".join(
        f'<use href="art:{ART[what]}" x="{x + (i - (shown - 1) / 2) * size * 0.17 - size * 0.54:.1f}"'
        f' y="{y - (shown - 1 - i) * size * 0.05 - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"/>'
        for i in range(shown)
    )
    return inside + badge(count, x + size * 0.33, y + size * 0.33, text, letters)


@functools.lru_cache(maxsize=1 << 12)
def badge(count: int, x: float, y: float, text: float, letters: str = "") -> str:
    """Return a number in the colour of its owner; a further ring and letters tell seats of one colour apart."""
    words = f"{letters} {count}" if letters else str(count)
    high = text * 1.35
    wide = max(high, len(words) * text * 0.58 + text * 0.7)
    ring = (
        f'<rect x="{x - wide / 2 - 4:.1f}" y="{y - high / 2 - 4:.1f}" width="{wide + 8:.1f}" height="{high + 8:.1f}"'
        f' rx="{high / 2 + 4:.1f}" fill="#2c231c"/>'
        if letters
        else ""
    )
    return (
        f'<g class="fit" style="--text:{text:.1f}">{ring}'
        f'<rect class="bd" x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}"'
        f' rx="{high / 2:.1f}"/><text class="bt" x="{x:.1f}" y="{y:.1f}" dy=".36em" text-anchor="middle"'
        f' font-size="{text:.1f}">{escape(words)}</text></g>'
    )


@functools.lru_cache(maxsize=1 << 10)
def chip(words: str, y: float, good: bool, text: float) -> str:
    """Return a small label across a field: white for good news, red for bad."""
    wide, high = len(words) * text * 0.54 + text * 1.3, text * 1.5
    kind = "ok" if good else "no"
    return (
        f'<g class="fit" style="--text:{text:.1f}">'
        f'<rect class="{kind}" x="{-wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}"'
        f' rx="{high / 2:.1f}"/><text class="{kind}t" x="0" y="{y:.1f}" dy=".36em" text-anchor="middle"'
        f' font-size="{text:.1f}">{escape(words)}</text></g>'
    )


@functools.lru_cache(maxsize=1 << 13)
def name_label(words: str, kind: str, up: bool, text: float) -> str:
    """Return the name of a field, in its corner."""
    if kind == "square":
        x, y, anchor = -SIDE / 2 + 15, -SIDE / 2 + text * 0.95 + 8, "start"
    elif kind == "hex":
        x, y, anchor = 0.0, -RADIUS + text + 14, "middle"
    else:
        tip = TRIANGLE * _H * 2 / 3 - 44  # near the corner that points up or down
        x, y, anchor = 0.0, text - tip if up else tip, "middle"
    return (
        f'<text class="nm" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{text:.1f}">'
        f"{escape(render(words))}</text>"
    )


def things_of(contents: tuple[tuple[int, tuple[int, ...]], ...]) -> Iterator[tuple[int, int, int]]:
    """List seat, kind and number of what is in a field."""
    for seat, amounts in contents:
        for what, count in enumerate(amounts):
            if count:
                yield seat, what, count
