"""The board as a picture: terrain, the edge of the fog, cities, stacks, and a panel of stores and scores."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from typing import Any

from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.core.svg import SEAT_COLOURS, label, number, pick, picture, tag
from plowshares.games.civ import parsing
from plowshares.games.civ.notation import prompt, seat_name
from plowshares.games.civ.parsing import Stack
from plowshares.games.civ.rules.ending import score_of
from plowshares.games.civ.rules.turns import YIELD
from plowshares.games.civ.state import Result, State, Terrain

CELL = 48
MARGIN = 22
PANEL = 250
CARD = 78
LEGEND = 28
MOST_DRAWN = 1 << 14  # tiles that are kept as they were drawn
UNKNOWN = int(Terrain.UNKNOWN)
Stacks = dict[int, Stack]  # by tile

NAMES = ("Ocean", "Grassland", "Hills", "Forest", "Mountains")
COLOURS = ("#a9cdea", "#cfe3a8", "#e2cf9a", "#9cc08d", "#c9c3bb")
FOG = "#5f6670"
PAPER = "#fbfaf6"
INK = "#22262b"

# One small drawing for each terrain, in the upper part of a cell: shapes carry the meaning where colours cannot.
SHAPES = (
    "M6 11q4-4 8 0t8 0M26 20q4-4 8 0t8 0",
    "M9 15v-6M12 15l-2-6M34 14v-6M37 14l-2-6M20 25v-5M23 25l-2-5",
    "M4 19q7-12 14 0M24 15q8-12 16 0",
    "M10 17v-4M4 13h12l-6-10zM36 18v-4M30 14h12l-6-10z",
    "M4 20l10-16 10 16M18 12l7-8 11 16",
)
STROKES = ("#5d8fb8", "#7fa04c", "#a5864a", "#4f7d47", "#7d7770")
FILLED = Terrain.FOREST

STYLE = (
    ".pick{cursor:pointer}"
    ".marked>.hit{stroke:#e0007a;stroke-width:3.5;stroke-opacity:1}"
    ".num{font:bold 12px sans-serif}"
    ".tiny{font:8px sans-serif}"
    ".axis{font:10px sans-serif;fill:#555}"
    ".row{font:12px sans-serif}"
    ".head{font:bold 14px sans-serif}"
)


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view as the seat sits, with these picks highlighted."""
    size, stacks = int(s.options.size), parsing.all_stacks(s)
    side = 2 * MARGIN + size * CELL
    panel_height = 70 + CARD * int(s.options.players) + LEGEND * (len(NAMES) + 1)
    parts = [
        tag("rect", width=side + PANEL, height=max(side, panel_height), fill=PAPER),
        _symbols(),
        _axes(size),
        tag("rect", x=MARGIN, y=MARGIN, width=size * CELL, height=size * CELL, fill=FOG),
        tag("g", *_tiles(s, seat, stacks, marked), transform=f"translate({MARGIN} {MARGIN})"),
        tag("g", *_panel(s, seat), transform=f"translate({side} {MARGIN})"),
    ]
    title = f"Civ, seen by {seat_name(s, seat).lower()}"
    return picture(side + PANEL, max(side, panel_height), title, _describe(s, seat, stacks), parts, STYLE)


def _describe(s: State, seat: int, stacks: Stacks) -> str:
    """Say in words what the picture shows, for those who cannot see it."""
    pieces = [_contents(s, tile, stacks) for tile in sorted({*parsing.all_cities(s), *stacks})]
    return f"{prompt(s, seat)} In sight: {'; '.join(pieces) or 'nothing'}."


@functools.cache
def _symbols() -> str:
    shapes = [
        tag(
            "path",
            id=f"civ-terrain-{code}",
            d=shape,
            fill=STROKES[code] if code == FILLED else "none",
            stroke=STROKES[code],
            stroke_width=1.4,
        )
        for code, shape in enumerate(SHAPES)
    ]
    city = tag("path", id="civ-city", d="M0 21v-11l4-4h3v-3l5-4 5 4v3h3l4 4v11z", stroke=PAPER, stroke_width=1.2)
    army = tag("path", id="civ-army", d="M0 0h20v11q0 8-10 13q-10-5-10-13z", stroke=PAPER, stroke_width=1.2)
    return tag("defs", *shapes, city, army)


@functools.cache
def _axes(size: int) -> str:
    parts = []
    for i in range(size):
        middle = MARGIN + i * CELL + CELL / 2
        parts.append(label(str(i), middle, MARGIN - 9, class_="axis"))
        parts.append(label(str(i), MARGIN - 10, middle, class_="axis"))
    return "".join(parts)


def _tiles(s: State, seat: int, stacks: Stacks, marked: Collection[str]) -> Iterator[str]:
    """Draw terrain first, then the fog's edge, then the pieces."""
    size = int(s.options.size)
    seen = set(range(size * size)) if s.result != Result.NONE else parsing.seen_tiles(s, seat)
    for tile, code in enumerate(s.terrain[: size * size].tolist()):
        if code == UNKNOWN:
            continue
        name, (y, x) = parsing.tile_name(s, tile), divmod(tile, size)
        if tile in seen:
            yield _tile(name, x * CELL, y * CELL, code, _contents(s, tile, stacks), f"cell {name}" in marked)
        else:
            yield _memory(name, x * CELL, y * CELL, code)
    yield tag("path", d=_fog_edge(size, seen), stroke=INK, stroke_width=2, stroke_dasharray="5 3", fill="none")
    for tile, owner in parsing.all_cities(s).items():
        yield _city(s, tile, owner, marked)
    for stack in stacks.values():
        yield _stack(s, seat, stack, marked)


def _corner(s: State, tile: int) -> tuple[int, int]:
    x, y = parsing.place_of(s, tile)
    return x * CELL, y * CELL


def _ground(x: int, y: int, code: int) -> tuple[str, str]:
    ground = tag("rect", x=x, y=y, width=CELL, height=CELL, fill=COLOURS[code])
    return ground, tag("use", href=f"#civ-terrain-{code}", x=x, y=y + 2)


@functools.lru_cache(maxsize=MOST_DRAWN)
def _memory(name: str, x: int, y: int, code: int) -> str:
    """Draw a tile that was seen before."""
    veil = tag("rect", x=x, y=y, width=CELL, height=CELL, fill=FOG, fill_opacity=0.55)
    return tag("g", tag("title", f"{name} {NAMES[code]}, remembered"), *_ground(x, y, code), veil)


# Two positions in a row differ in a few tiles.
@functools.lru_cache(maxsize=MOST_DRAWN)
def _tile(name: str, x: int, y: int, code: int, words: str, is_marked: bool) -> str:
    frame = tag(
        "rect",
        class_="hit",
        x=x + 1,
        y=y + 1,
        width=CELL - 2,
        height=CELL - 2,
        fill="none",
        stroke=INK,
        stroke_opacity=0.15,
    )
    touch = tag("rect", x=x, y=y, width=CELL, height=CELL, fill="none", pointer_events="all")
    parts = (*_ground(x, y, code), touch, frame)
    return pick(f"cell {name}", words, *parts, marked=(f"cell {name}",) if is_marked else ())


def _contents(s: State, tile: int, stacks: Stacks) -> str:
    """Say what is on a tile."""
    words = [f"{parsing.tile_name(s, tile)} {NAMES[int(s.terrain[tile])]}"]
    owner = parsing.owner_of_city(s, tile)
    if owner is not None:
        words.append(f"city of {seat_name(s, owner).lower()}")
    if tile in stacks:
        words.append(_stack_words(s, stacks[tile]))
    return ", ".join(words)


def _stack_words(s: State, stack: Stack) -> str:
    words = []
    if stack.workers:
        words.append(f"{len(stack.workers)} worker{'s' * (len(stack.workers) > 1)}")
    if stack.armies:
        hps = " ".join(parsing.health_text(army.hp, army.exact) for army in stack.armies)
        words.append(f"{len(stack.armies)} {'armies' if len(stack.armies) > 1 else 'army'} ({hps} hp)")
    return f"{' and '.join(words)} of {seat_name(s, stack.owner).lower()}"


def _fog_edge(size: int, seen: set[int]) -> str:
    """Return the path between tiles in sight and tiles that are not."""
    parts = []
    for tile in sorted(seen):
        y, x = divmod(tile, size)
        left, top, right, bottom = x * CELL, y * CELL, (x + 1) * CELL, (y + 1) * CELL
        if x > 0 and tile - 1 not in seen:
            parts.append(f"M{left} {top}V{bottom}")
        if x < size - 1 and tile + 1 not in seen:
            parts.append(f"M{right} {top}V{bottom}")
        if y > 0 and tile - size not in seen:
            parts.append(f"M{left} {top}H{right}")
        if y < size - 1 and tile + size not in seen:
            parts.append(f"M{left} {bottom}H{right}")
    return "".join(parts) or "M0 0"


def _city(s: State, tile: int, owner: int, marked: Collection[str]) -> str:
    x, y = _corner(s, tile)
    name = parsing.tile_name(s, tile)
    return pick(
        f"city {name}",
        f"city of {seat_name(s, owner).lower()} on {name}",
        tag("use", href="#civ-city", x=x + 2, y=y + 3, fill=SEAT_COLOURS[owner], class_="hit"),
        label(str(owner), x + 14, y + 16, class_="num", fill=PAPER),
        marked=marked,
    )


def _stack(s: State, seat: int, stack: Stack, marked: Collection[str]) -> str:
    parts = []
    if stack.workers:
        parts.append(_workers(s, seat, stack, marked))
    if stack.armies:
        parts.append(_armies(s, seat, stack, marked))
    return "".join(parts)


def _rested(seat: int, stack: Stack, moved: Collection[bool]) -> float:
    """Return how solid to draw units: one's own that have all moved are pale."""
    return 0.55 if stack.owner == seat and all(moved) else 1.0


def _workers(s: State, seat: int, stack: Stack, marked: Collection[str]) -> str:
    x, y = _corner(s, stack.tile)
    name = parsing.tile_name(s, stack.tile)
    colour = SEAT_COLOURS[stack.owner]
    unmoved = sum(not worker.moved for worker in stack.workers)
    note = f", {unmoved} can move" if stack.owner == seat else ""
    return pick(
        f"workers {name}",
        f"{len(stack.workers)} workers of {seat_name(s, stack.owner).lower()} on {name}{note}",
        tag("circle", class_="hit", cx=x + 12, cy=y + 35, r=9.5, fill=PAPER, stroke=colour, stroke_width=2.2),
        label(str(len(stack.workers)), x + 12, y + 33, class_="num", fill=colour),
        label(f"w{stack.owner}", x + 12, y + 40.5, class_="tiny", fill=INK),
        marked=marked,
        opacity=_rested(seat, stack, [worker.moved for worker in stack.workers]),
    )


def _armies(s: State, seat: int, stack: Stack, marked: Collection[str]) -> str:
    x, y = _corner(s, stack.tile)
    name = parsing.tile_name(s, stack.tile)
    colour = SEAT_COLOURS[stack.owner]
    unmoved = sum(not army.moved for army in stack.armies)
    note = f", {unmoved} can move" if stack.owner == seat else ""
    hps = " ".join(parsing.health_text(army.hp, army.exact) for army in stack.armies)
    health = sum(army.hp for army in stack.armies) / (100 * len(stack.armies))
    return pick(
        f"armies {name}",
        f"{len(stack.armies)} armies of {seat_name(s, stack.owner).lower()} on {name}, {hps} hp{note}",
        tag("use", class_="hit", href="#civ-army", x=x + 25, y=y + 15, fill=colour),
        label(str(len(stack.armies)), x + 35, y + 23, class_="num", fill=PAPER),
        label(f"p{stack.owner}", x + 35, y + 32, class_="tiny", fill=PAPER),
        tag("rect", x=x + 24, y=y + 41, width=22, height=4, fill=INK),
        tag("rect", x=x + 24.5, y=y + 41.5, width=21 * health / 100, height=3, fill="#ffd34d"),
        *(_muster_arrow(x, y, way) for way in sorted({army.muster for army in stack.armies} - {NOBODY})),
        marked=marked,
        opacity=_rested(seat, stack, [army.moved for army in stack.armies]),
    )


def _muster_arrow(x: int, y: int, way: int) -> str:
    """Draw an arrow at the side of the cell that armies are mustered towards."""
    return tag(
        "path",
        d="M17 6l7-8 7 8z",
        fill="#e0007a",
        transform=f"translate({x} {y}) rotate({90 * way} {number(CELL / 2)} {number(CELL / 2)})",
    )


def _panel(s: State, seat: int) -> Iterator[str]:
    yield label(f"Round {s.round} of {s.options.max_rounds}", 0, 8, class_="head", text_anchor="start", fill=INK)
    yield label(_turn_line(s, seat), 0, 28, class_="row", text_anchor="start", fill=INK)
    for other in range(s.options.players):
        yield tag("g", *_card(s, seat, other), transform=f"translate(0 {44 + CARD * other})")
    yield tag(
        "g", _legend(bool(s.options.codekata_yields)), transform=f"translate(0 {52 + CARD * int(s.options.players)})"
    )


def _turn_line(s: State, seat: int) -> str:
    if s.result != Result.NONE:
        return "The match is over."
    if s.current == seat:
        return "Your turn."
    return f"{seat_name(s, int(s.current))} is to move."


def _card(s: State, seat: int, other: int) -> Iterator[str]:
    """Draw what is known of one player."""
    p = s.players[other]
    is_open = bool(s.options.open_stats or other == seat or s.result != Result.NONE)
    yield tag(
        "rect",
        x=0,
        y=0,
        width=PANEL - 16,
        height=CARD - 8,
        rx=6,
        fill="#fff",
        stroke=SEAT_COLOURS[other],
        stroke_width=2,
    )
    yield tag("circle", cx=18, cy=18, r=11, fill=SEAT_COLOURS[other])
    yield label(str(other), 18, 18.5, class_="num", fill=PAPER)
    yield label(_name_line(s, seat, other), 36, 18, class_="head", text_anchor="start", fill=INK)
    stores = f"food {p.food}  production {p.production}  trade {p.trade}" if is_open else "stores unknown"
    yield label(stores, 10, 38, class_="row", text_anchor="start", fill=INK)
    strengths = (
        f"off {parsing.offence(s, other) / 10:.1f}  def {parsing.defence(s, other) / 10:.1f}  " if is_open else ""
    )
    yield label(f"{strengths}{_piece_line(s, seat, other)}", 10, 57, class_="row", text_anchor="start", fill=INK)


def _name_line(s: State, seat: int, other: int) -> str:
    words = seat_name(s, other)
    if other == seat and seat != SPECTATOR:
        words += " (you)"
    if s.players[other].fallen:
        words += ", eliminated"
    elif s.result == Result.NONE and s.current == other:
        words += " ▸"
    return words


def _piece_line(s: State, seat: int, other: int) -> str:
    """Count pieces: one's own and at the end all, otherwise those in sight."""
    counts = f"{len(parsing.cities(s, other))}c {len(parsing.workers(s, other))}w {len(parsing.armies(s, other))}a"
    if other == seat or s.result != Result.NONE:
        return f"{counts} = {int(score_of(s, other))} points"
    return f"in sight {counts}"


@functools.cache
def _legend(codekata: bool) -> str:
    """Explain the terrain: its drawing, name and yield."""
    return "".join(_legend_lines(YIELD[int(codekata)]))


def _legend_lines(gains: Any) -> Iterator[str]:
    yield label("Terrain: food / production / trade", 0, 6, class_="row", text_anchor="start", fill=INK)
    for code, name in enumerate(NAMES):
        y = LEGEND * code + 18
        gain = gains[code]
        yield tag("rect", x=0, y=y, width=46, height=LEGEND - 3, fill=COLOURS[code])
        yield tag("use", href=f"#civ-terrain-{code}", x=0, y=y)
        words = f"{name}  {gain[0]} / {gain[1]} / {gain[2]}"
        yield label(words, 54, y + 11, class_="row", text_anchor="start", fill=INK)
