"""Drawings: the field, its places, rocks, castles and soldiers, and the ways they go."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator

from plowshares.core.art import seat_styles, use
from plowshares.core.svg import label, number, picture, tag
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.scene.walks import Walk
from plowshares.games.footsoldiers.scene.words import ART

CELL = 60
EDGE = 34  # around the cells: castles reach over theirs by half a cell
WOOD = 12  # of the edge
SMALL = 16  # of a cell of the overview
MOST_DRAWN = 1 << 14
SHOWN_TURNS = 3  # of a soldier's way
SAND, SHADE, GRASS = ("#e4c88d", "#8f7c50"), ("#dfc082", "#887549"), "#b79a52"
STYLE = f"""
.board{{font-family:var(--ui,system-ui,sans-serif)}}
.sand{{fill:light-dark({SAND[0]},{SAND[1]})}}.shade{{fill:light-dark({SHADE[0]},{SHADE[1]})}}
.dark .sand{{fill:{SAND[1]}}}.dark .shade{{fill:{SHADE[1]}}}
.hit{{fill:transparent}}
.goal{{fill:#fff;fill-opacity:.1;stroke:#fff;stroke-opacity:.45;stroke-width:1.5;stroke-dasharray:4 6}}
.marked[data-mark=move]>.mark>.goal{{fill:#fff6c8;fill-opacity:.55;stroke:#e8a100;stroke-opacity:1;stroke-width:2.5}}
.marked[data-mark=attack]>.mark>.goal{{fill:#d2341f;fill-opacity:.12;stroke:#d2341f;stroke-opacity:1;stroke-width:4}}
.marked[data-mark=select]>.mark>.goal{{fill:none;stroke:#e8a100;stroke-opacity:1;stroke-width:4;stroke-dasharray:none}}
.turn{{font-size:16px;font-weight:800}}
.way{{pointer-events:none}}
"""


def sheet(width: float, height: float, title: str, words: str, inside: Iterable[str]) -> str:
    """Return a whole drawing with its title, description and style."""
    return picture(width, height, title, words, inside, seat_styles() + STYLE, role="group")


def at(cell: Cell) -> str:
    """Return the transform that brings a drawing to a cell."""
    return f"translate({number(EDGE + cell[0] * CELL)} {number(EDGE + cell[1] * CELL)})"


def middle(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell."""
    return EDGE + (cell[0] + 0.5) * CELL, EDGE + (cell[1] + 0.5) * CELL


# The ground


@functools.lru_cache(maxsize=64)
def ground(columns: int, rows: int) -> str:
    """Draw the sand with its squares, grass and stones."""
    wide, high = columns * CELL, rows * CELL
    edge = tag("rect", width=wide + 2 * EDGE, height=high + 2 * EDGE, rx=16, fill="#a9834a")
    margin = {"width": wide + 2 * (EDGE - WOOD), "height": high + 2 * (EDGE - WOOD), "rx": 8}
    sand = tag("rect", x=WOOD, y=WOOD, **margin, class_="sand", fill=SAND[0])
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    squares = "".join(f"M{EDGE + x * CELL} {EDGE + y * CELL}h{CELL}v{CELL}h-{CELL}z" for x, y in cells if (x + y) % 2)
    shade = tag("path", d=squares or "M0 0", class_="shade", fill=SHADE[0])
    grass = "".join(
        f"M{EDGE + (x + 0.4) * CELL:g} {EDGE + (y + 0.72) * CELL:g}q1-7 4-9q0 5 1 9q2-9 6-11q-2 6-1 11"
        for x, y in cells
        if (x * 37 + y * 91) % 11 == 0
    )
    tufts = tag("path", d=grass or "M0 0", fill="none", stroke=GRASS, stroke_width=2.2, stroke_linecap="round")
    return tag("g", edge, sand, shade, tufts, aria_hidden="true")


@functools.lru_cache(maxsize=MOST_DRAWN)
def place(cell: Cell, mark: str, is_marked: bool, words: str) -> str:
    """Draw a place that can be picked: nothing but its mark, which is hidden until then."""
    hit = tag("rect", width=CELL, height=CELL, class_="hit")
    goal = tag("rect", x=3, y=3, width=CELL - 6, height=CELL - 6, rx=10, class_="goal")
    return tag(
        "g",
        hit,
        tag("g", goal, class_="mark"),
        class_="pick cell marked" if is_marked else "pick cell",
        data_pick=f"cell {cell[0]},{cell[1]}",
        data_mark=mark,
        aria_label=words,
        transform=at(cell),
    )


@functools.lru_cache(maxsize=MOST_DRAWN)
def rock(cell: Cell) -> str:
    """Draw a rock."""
    x, y = EDGE + cell[0] * CELL, EDGE + cell[1] * CELL
    return use("f-rock", x - 1, y - 6, CELL + 2, CELL + 4, aria_hidden="true", pointer_events="none")


# Castles and soldiers


@functools.lru_cache(maxsize=MOST_DRAWN)
def castle(cell: Cell, seat: int, share: float, words: str) -> str:
    """Draw a castle, two cells wide, with the bar of its health."""
    figure = use("f-base", -CELL / 2, -CELL * 1.02, CELL * 2)
    parts = [figure, bar(-CELL * 0.4, CELL * 0.98, CELL * 1.8, share), crest(seat, -CELL * 0.5, CELL * 0.86)]
    return tag(
        "g", *parts, class_=f"castle seat-{seat}", data_thing=f"castle {seat}", role="img", aria_label=words,
        transform=at(cell),
    )  # fmt: skip


@functools.lru_cache(maxsize=MOST_DRAWN)
def soldier(thing: str, cell: Cell, seat: int, kind: int, facing: int, share: float, words: str) -> str:
    """Draw a soldier as one element that can be lifted as a whole: figure, wedge where it looks, bar of its health."""
    parts = [
        wedge(facing),
        figure(kind, facing, seat),
        bar(13, CELL - 10, CELL - 18, share),
        crest(seat, -1, CELL - 15),
    ]
    return tag(
        "g", *parts, class_=f"soldier seat-{seat}", data_thing=thing, role="img", aria_label=words, transform=at(cell)
    )


def ghost(cell: Cell, seat: int, kind: int, facing: int) -> str:
    """Draw a soldier that is ordered and not there yet."""
    parts = figure(kind, facing, seat), wedge(facing)
    look = {"opacity": 0.75, "pointer_events": "none", "aria_hidden": "true"}
    return tag("g", *parts, class_=f"plan seat-{seat}", transform=at(cell), **look)


def figure(kind: int, facing: int, seat: int) -> str:
    """Draw the figure of a soldier; it looks to the left or to the right."""
    size = CELL * 1.12
    looks_left = facing == 1 or (facing in (0, 2) and seat == 1)
    turn = f"translate({CELL} 0) scale(-1 1)" if looks_left else None
    return use(ART[kind], -(size - CELL) / 2, -(size - CELL) - 4, size, transform=turn)


def wedge(facing: int) -> str:
    """Draw a small wedge at the edge that a soldier looks to."""
    half = CELL / 2
    angle = (90, 180, 270, 0)[facing]
    d = f"M{half - 5} -9l10 9l-10 9z"
    turn = f"translate({half} {half}) rotate({angle})"
    return tag("path", d=d, fill="var(--pc)", stroke="#fff", stroke_width=2, stroke_linejoin="round", transform=turn)


def bar(x: float, y: float, width: float, share: float) -> str:
    """Draw a bar of health: green, amber from one half down, red from one fifth down."""
    colour = "#57b35a" if share > 0.5 else "#e8a83a" if share > 0.2 else "#d2341f"
    back = tag("rect", x=x, y=y, width=width, height=8, rx=4, fill="#2c231c")
    filled = max(0.0, (width - 3) * share)
    return back + tag("rect", x=x + 1.5, y=y + 1.5, width=filled, height=5, rx=2.5, fill=colour)


def crest(seat: int, x: float, y: float) -> str:
    """Draw the crest of a seat, so that colour is not needed."""
    return tag("circle", cx=x + 8, cy=y + 8, r=8, fill="#fffdf8") + use(f"crest-{seat}", x + 1, y + 1, 14)


# Ways


def way(walk: Walk, seat: int, turns: int = SHOWN_TURNS, faint: bool = True) -> str:
    """Draw the way of a soldier, dotted, with the numbers of the turns; a red end means that it gets stuck."""
    if not walk.stops:
        return ""
    last = walk.stops[:turns][-1]
    cells = walk.cells[: walk.cells.index(last) + 1]
    points = [middle(cell) for cell in cells]
    line = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    ends = last == walk.stops[-1]
    is_stuck = ends and not walk.arrives
    look = {"d": line, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    parts = [
        tag("path", **look, stroke="#fff", stroke_width=8, opacity=0.7),
        tag("path", **look, stroke="var(--pd)", stroke_width=4, stroke_dasharray="2 10"),
        *(_turn(cell, i + 1, is_stuck and cell == last) for i, cell in enumerate(walk.stops[:turns])),
    ]
    return tag("g", *parts, class_=f"way seat-{seat}", opacity=0.75 if faint else None, aria_hidden="true")


def _turn(cell: Cell, turn: int, is_stuck: bool) -> str:
    x, y = middle(cell)
    colour = "#d2341f" if is_stuck else "var(--pd)"
    disc = tag("circle", cx=x, cy=y, r=11, fill="#fff", stroke=colour, stroke_width=2.5)
    return disc + label("!" if is_stuck else str(turn), x, y, class_="turn", fill=colour)


# Small


@functools.lru_cache(maxsize=256)
def _small_ground(columns: int, rows: int, rocks: frozenset[Cell]) -> str:
    sand = tag("rect", width=columns * SMALL, height=rows * SMALL, rx=6, class_="sand", fill=SAND[0])
    squares = "".join(
        f"M{x * SMALL + 1} {y * SMALL + 1}h{SMALL - 2}v{SMALL - 2}h-{SMALL - 2}z" for x, y in sorted(rocks)
    )
    return sand + tag("path", d=squares or "M0 0", fill="#8f897e")


def overview(
    columns: int,
    rows: int,
    rocks: frozenset[Cell],
    bases: Collection[Cell],
    men: Iterable[tuple[Cell, int]],
    title: str,
) -> str:
    """Draw all of the field small: rocks, castles, soldiers as discs and diamonds."""
    parts = [_small_ground(columns, rows, rocks), *_dots(men)]
    for seat, (x, y) in enumerate(bases):
        parts.append(tag("g", use("f-base", x * SMALL - 9, y * SMALL - 12, 34), class_=f"seat-{seat}"))
    return sheet(columns * SMALL, rows * SMALL, title, title, parts)


def _dots(men: Iterable[tuple[Cell, int]]) -> Iterator[str]:
    for (x, y), seat in men:
        cx, cy, r = (x + 0.5) * SMALL, (y + 0.5) * SMALL, SMALL * 0.5
        look = {"fill": "var(--pc)", "stroke": "#fff", "stroke_width": 1.5, "class_": f"seat-{seat}"}
        if seat == 0:
            yield tag("circle", cx=cx, cy=cy, r=r, **look)
        else:
            yield tag("path", d=f"M{cx} {cy - r - 1}l{r + 1} {r + 1}l-{r + 1} {r + 1}l-{r + 1}-{r + 1}z", **look)
