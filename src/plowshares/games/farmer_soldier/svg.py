"""The board for screens. Shapes and letters carry the meaning, colour only helps."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any
from xml.sax.saxutils import escape

from plowshares.core.seats import has_seat
from plowshares.core.svg import SEAT_COLOURS, label, number, pick, picture, tag
from plowshares.games.farmer_soldier import rules
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.layout import Layout, Place, Point, ending, layer_name, window_of
from plowshares.games.farmer_soldier.notation import prompt
from plowshares.games.farmer_soldier.notation.log import count_of
from plowshares.games.farmer_soldier.notation.refusals import NAMES, question_of
from plowshares.games.farmer_soldier.positions import cell_name, common_food, owners
from plowshares.games.farmer_soldier.state import Phase

MARGIN = 30.0
LEGEND = 54.0
ROW = 24.0  # height of one player's line in a cell
LARGEST = 1.25  # scale of a line with room to spare
AIR = 5.0  # behind a count
GLYPH = 30.0  # width of a shape with its count
BADGE = 26.0
NEUTRAL = "#4a4a4a"
FITS = {"square": (118.0, 92.0), "hex": (112.0, 84.0), "triangle": (92.0, 66.0)}  # room for a cell's lines

STYLE = """
text{font-family:system-ui,sans-serif;fill:#222}
.cell{fill:#f7f3e8;stroke:#8a8371;stroke-width:1.5}
.pick{cursor:pointer}
.marked .cell{fill:#fff2b3;stroke:#a87b00;stroke-width:4}
.asked .cell{stroke:#111;stroke-width:4;stroke-dasharray:9 5}
.wrap{stroke:#7a3fa0;stroke-width:4;stroke-dasharray:3 6;stroke-linecap:round}
.open{stroke:#f7f3e8;stroke-width:3.5;stroke-dasharray:2 6}
.name{font-size:12px;fill:#6b6450}
.count{font-size:15px;font-weight:600}
.badge{font-size:11px;font-weight:700;fill:#fff}
.caption{font-size:14px;fill:#6b6450}
"""


def board(s: Any, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view as the seat sits, with these picks highlighted."""
    window = window_of(s)
    layout = Layout(window)
    width, height = layout.size
    asked = _asked(s, seat)
    parts = [_cell(s, layout, place, cell, asked, marked) for place, cell in window.cells.items()]
    parts += _edges(layout)
    parts += _captions(layout)
    if s.phase == Phase.AMOUNT:
        parts.append(_arrow(s, layout))
    body = tag("g", *parts, transform=f"translate({number(MARGIN)} {number(MARGIN)})")
    wide = max(width + 2 * MARGIN, 420.0)
    legend = tag(
        "g", *_legend(s, window.grid.edges), transform=f"translate({number(MARGIN)} {number(height + 2 * MARGIN)})"
    )
    title = f"Farmer Soldier, round {int(s.round)}, {'over' if s.phase == Phase.OVER else f'turn of p{s.seat}'}"
    return picture(wide, height + 2 * MARGIN + LEGEND, title, prompt(s, seat), [body, legend], STYLE)


def _asked(s: Any, seat: int) -> int:
    """Return the cell a question is about, or -1."""
    if s.phase in (Phase.MOVE, Phase.OVER):
        return -1
    if s.phase == Phase.MARK and (seat < 0 or not has_seat(rules.to_act(s), seat)):
        return -1
    return question_of(s, seat)[0]


def describe_cell(s: Any, cell: int) -> str:
    """Say in words what is in a cell."""
    parts = []
    for seat, amounts in owners(s, cell):
        parts.append(f"p{seat} " + " ".join(count_of(n, what) for what, n in enumerate(amounts) if n))
    if common_food(s, cell):
        parts.append(f"{common_food(s, cell)} food of nobody")
    moved = [f"{int(n)} of the {NAMES[what]}" for what, n in enumerate(s.arrived[cell]) if n]
    words = "; ".join(parts) or "empty"
    return f"{cell_name(s, cell)}: {words}" + (f" (moved this turn: {', '.join(moved)})" if moved else "")


def _cell(s: Any, layout: Layout, place: Place, cell: int, asked: int, marked: Collection[str]) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in layout.corners(place))
    name = cell_name(s, cell)
    inside = [tag("polygon", points=points, class_="cell"), _name(layout, place, name), *_rows(s, layout, place, cell)]
    extra = "asked" if cell == asked else ""
    return pick(f"cell {name}", describe_cell(s, cell), *inside, marked=marked, class_=extra)


def _name(layout: Layout, place: Place, name: str) -> str:
    points = layout.corners(place)
    x, top = layout.centre(place)[0], min(y for _, y in points)
    if layout.kind == "square":
        return label(name, points[0][0] + 6, top + 10, class_="name", text_anchor="start")
    if layout.kind == "hex":
        return label(name, x, top + 24, class_="name")
    up = sum(place) % 2 == 0
    return label(name, x, max(y for _, y in points) - 12 if up else top + 12, class_="name")


def _rows(s: Any, layout: Layout, place: Place, cell: int) -> Iterator[str]:
    """Draw one line per player with anything in the cell, as large as fits."""
    lines = [(f"p{seat}", SEAT_COLOURS[seat % len(SEAT_COLOURS)], amounts) for seat, amounts in owners(s, cell)]
    if common_food(s, cell):
        lines.append(("", NEUTRAL, (0, 0, 0, common_food(s, cell))))
    if not lines:
        return
    widest = max(BADGE + sum(_width(n) for n in amounts if n) for _, _, amounts in lines) - AIR
    room_x, room_y = FITS[layout.kind]
    scale = min(LARGEST, room_x / widest, room_y / (ROW * len(lines)))
    x, y = layout.centre(place)
    if layout.kind == "square":
        y += 6.0  # below the name
    top = y - scale * ROW * (len(lines) - 1) / 2
    for i, (badge, colour, amounts) in enumerate(lines):
        move = f"translate({number(x - scale * widest / 2)} {number(top + scale * ROW * i)}) scale({scale:.3f})"
        yield tag("g", *_line(badge, colour, amounts), transform=move)


def _width(count: int) -> float:
    return GLYPH + 9.0 * (len(str(count)) - 1)


def _line(badge: str, colour: str, amounts: tuple[int, ...]) -> Iterator[str]:
    if badge:
        yield tag("rect", x=0, y=-9, width=BADGE - 4, height=18, rx=4, fill=colour)
        yield label(badge, (BADGE - 4) / 2, 0.5, class_="badge")
    x = BADGE
    for what, count in enumerate(amounts):
        if count:
            yield shape(what, x + 6, 0, colour)
            yield label(str(count), x + 13.5, 0.5, class_="count", text_anchor="start")
            x += _width(count)


def shape(what: int, x: float, y: float, colour: str) -> str:
    """Draw what a thing looks like: farmer round, soldier pointed, child a small diamond, food a hollow square."""
    if what == Thing.FARMER:
        return tag("circle", cx=x, cy=y, r=6, fill=colour)
    if what == Thing.SOLDIER:
        return tag("polygon", points=_points((x - 6.5, y + 6), (x + 6.5, y + 6), (x, y - 8)), fill=colour)
    if what == Thing.CHILD:
        return tag("polygon", points=_points((x, y - 6), (x + 4.5, y), (x, y + 6), (x - 4.5, y)), fill=colour)
    return tag("rect", x=x - 5, y=y - 5, width=10, height=10, fill="none", stroke=colour, stroke_width=2.5)


def _points(*points: Point) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _edges(layout: Layout) -> Iterator[str]:
    """Mark the sides where the board wraps around, and those beyond which it goes on."""
    grid = layout.window.grid
    for place in layout.window.cells:
        for slot in range(min(grid.slots, 6)):
            edge = layout.edge(place, slot)
            if edge is None:
                continue
            kind = ending(grid, place, slot)
            if kind == "p":
                yield _side(edge, "wrap")
            elif not kind and grid.is_infinite and grid.step(place, slot) not in layout.window.cells:
                yield _side(edge, "open")


def _side(edge: tuple[Point, Point], style: str) -> str:
    (x1, y1), (x2, y2) = edge
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=style)


def _captions(layout: Layout) -> Iterator[str]:
    for rest in layout.window.layers:
        if rest:
            x, y = layout.layer_corner(rest)
            yield label(layer_name(rest), x, y - 12, class_="caption", text_anchor="start")


def _arrow(s: Any, layout: Layout) -> str:
    """Show the move that waits for its amount."""
    places = {cell: place for place, cell in layout.window.cells.items()}
    x1, y1 = layout.centre(places[int(s.cell)])
    x2, y2 = layout.centre(places[int(s.board.neighbours[s.cell, s.slot])])
    line = tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#111", stroke_width=4, stroke_dasharray="8 6")
    return tag("g", line, tag("circle", cx=x2, cy=y2, r=8, fill="#111"), opacity=0.6)


def _legend(s: Any, edges: str) -> Iterator[str]:
    x = 0.0
    for what, name in enumerate(("farmer", "soldier", "child", "food")):
        yield shape(what, x + 6, 8, NEUTRAL)
        yield tag("text", escape(name), x=x + 18, y=13, class_="caption")
        x += 88.0
    notes = []
    if "p" in edges:
        wraps = [str(axis) for axis, end in enumerate(edges) if end == "p"]
        notes.append(f"dotted sides wrap around (axis {', '.join(wraps)})")
    if "i" in edges:
        notes.append("the board has no end where sides are open")
    if notes:
        yield tag("text", escape("; ".join(notes)), x=0, y=38, class_="caption")
