"""The board for a screen."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Collection, Iterator
from typing import Any

from plowshares.core.parsing import column_name
from plowshares.core.svg import SEAT_COLOURS, label, pick, picture, tag
from plowshares.games.stratego.board import column_of, row_of
from plowshares.games.stratego.board_view import Look, Mark, face_of, is_dark
from plowshares.games.stratego.notation.log import describe_last, list_losses, prompt
from plowshares.games.stratego.notation.refusals import SEAT_NAMES
from plowshares.games.stratego.pieces import EMPTY, LETTERS, NAMES, UNKNOWN
from plowshares.games.stratego.state import NOWHERE, SIDES, Phase

CELL = 50
EDGE = 26  # room for the names of rows and columns
PANEL = 250
LINE = 19
TOKEN = 40
SHELF = 3  # types of the reserve side by side
MOST_LINES = 10  # of words beside the board
MOST_DRAWN = 1 << 14  # pieces of drawings that are kept
SHORT_NAMES = ("flag", "bomb", "spy", "scout", "miner", "serg.", "lieut.", "capt.", "major", "col.", "gen.", "marsh.")
LIGHT, DARK, LAKE, INK = "#f3ead6", "#dccaa2", "#9cc3d5", "#2b2620"
MOVE_MARK, ATTACK_MARK, LAST_MARK = "#1b7f4b", "#c2410c", "#6b5b95"
STYLE = """
.board { font-family: system-ui, sans-serif; fill: #2b2620 }
.pick { cursor: pointer }
.pick:focus { outline: 3px solid #1b7f4b }
.face { font-weight: 700; font-size: 21px; fill: #fff }
.small { font-size: 10px } .words { font-size: 14px } .side { font-size: 11px; font-weight: 700; fill: #fff }
"""


def board(s: Any, seat: int, marked: Collection[str] = (), /) -> str:
    """Draw a view as the seat sits."""
    look = Look(s, seat, marked)
    rows, columns = len(look.rows), len(look.rows[0])
    panel = list(_panel(look, columns * CELL + 2 * EDGE + 8))
    shelves = -(-sum(count > 0 for count in s.options.army.tolist()) // SHELF)  # of the reserve
    height = max(rows * CELL + 2 * EDGE, EDGE + MOST_LINES * LINE + shelves * (TOKEN + 8))
    inside = [_names(tuple(look.rows[0]), tuple(row[0] for row in look.rows)), *_cells(look), *_last_move(look), *panel]
    title = f"Stratego, {SEAT_NAMES[seat] if 0 <= seat < SIDES else 'spectator'}"
    return picture(columns * CELL + 2 * EDGE + PANEL, height, title, _description(s, seat), inside, STYLE)


def _description(s: Any, seat: int) -> str:
    losses = "; ".join(f"{name} lost {list_losses(s, side) or 'nothing'}" for side, name in enumerate(SEAT_NAMES))
    return " ".join(part for part in (prompt(s, seat), describe_last(s), losses) if part)


@functools.lru_cache(maxsize=MOST_DRAWN)
def _names(columns: tuple[int, ...], rows: tuple[int, ...]) -> str:
    """Draw the names of columns and rows on all four edges, given a square of each."""
    parts: list[str] = []
    for i, square in enumerate(columns):
        name = column_name(int(column_of(square)))
        for y in (EDGE / 2, len(rows) * CELL + EDGE * 1.5):
            parts.append(label(name, EDGE + (i + 0.5) * CELL, y, class_="words"))
    for i, square in enumerate(rows):
        for x in (EDGE / 2, len(columns) * CELL + EDGE * 1.5):
            parts.append(label(str(int(row_of(square)) + 1), x, EDGE + (i + 0.5) * CELL, class_="words"))
    return "".join(parts)


def _cells(look: Look) -> Iterator[str]:
    for i, row in enumerate(look.rows):
        for j, square in enumerate(row):
            x, y = EDGE + j * CELL, EDGE + i * CELL
            if look.is_lake(square):
                yield _lake(square, look.describe(square), x, y)
            else:
                name, mark = look.pick(square), look.mark(square)
                yield _cell(
                    square, x, y, look.face(square), look.has_moved(square), mark, name in look.marked, name,
                    look.describe(square),
                )  # fmt: skip


# Two positions in a row differ in a few cells, and all matches together in some thousands.
@functools.lru_cache(maxsize=MOST_DRAWN)
def _cell(
    square: int,
    x: float,
    y: float,
    face: tuple[int, int],
    moved: bool,
    mark: Mark,
    is_marked: bool,
    name: str,
    words: str,
) -> str:
    side, type_ = face
    parts = [tag("rect", x=x, y=y, width=CELL, height=CELL, fill=DARK if is_dark(square) else LIGHT)]
    if side != EMPTY:
        parts.append(token(side, type_, x + CELL / 2, y + CELL / 2))
        if moved:
            parts.append(tag("circle", cx=x + CELL - 10, cy=y + 10, r=3, fill="#fff", stroke=INK, stroke_width=1))
    parts += _mark(mark, x, y)
    return pick(name, words, *parts, marked=(name,) if is_marked else ())


@functools.lru_cache(maxsize=MOST_DRAWN)
def _lake(square: int, words: str, x: float, y: float) -> str:
    parts = [tag("rect", x=x, y=y, width=CELL, height=CELL, fill=LAKE)]
    for row in (16, 26, 36):
        wave = f"M{x + 8} {y + row}q4.5 -6 9 0t9 0t9 0t9 0"
        parts.append(tag("path", d=wave, fill="none", stroke="#4a7f99", stroke_width=2))
    return tag("g", tag("title", words), *parts)


def token(side: int, type_: int, x: float, y: float) -> str:
    """Draw a piece: Red's have square corners and an R, Blue's round ones and a B; backs are hatched."""
    left, top, corner = x - TOKEN / 2, y - TOKEN / 2, (3, 14)[side]
    parts = [
        tag(
            "rect", x=left, y=top, width=TOKEN, height=TOKEN, rx=corner,
            fill=SEAT_COLOURS[side], stroke=INK, stroke_width=1.5,
        )
    ]  # fmt: skip
    if type_ == UNKNOWN:
        for step in (12, 20, 28):
            line = {"x1": left + step - 7, "y1": top + 33, "x2": left + step + 7, "y2": top + 8}
            parts.append(tag("line", **line, stroke="#fff", stroke_width=2, stroke_opacity=0.55))
        parts.append(label(SEAT_NAMES[side][0], left + 6, top + 8, class_="side"))
    else:
        parts.append(label(face_of(type_), x + 3, y - 1, class_="face"))
        parts.append(label(SEAT_NAMES[side][0], left + 6, top + 8, class_="side"))
        parts.append(label(SHORT_NAMES[type_], x, y + 14, class_="small", fill="#fff"))
    return tag("g", *parts)


def _mark(mark: Mark, x: float, y: float) -> list[str]:
    middle_x, middle_y = x + CELL / 2, y + CELL / 2
    frame = {"x": x + 2, "y": y + 2, "width": CELL - 4, "height": CELL - 4, "fill": "none", "stroke_width": 4}
    match mark:
        case Mark.OWN:
            return [tag("rect", **frame, stroke=MOVE_MARK)]
        case Mark.MOVE:
            return [tag("circle", cx=middle_x, cy=middle_y, r=8, fill=MOVE_MARK)]
        case Mark.STRIKE:
            dot = tag("circle", cx=middle_x, cy=middle_y, r=8, fill=MOVE_MARK)
            return [dot, tag("circle", cx=middle_x, cy=middle_y, r=14, fill="none", stroke=ATTACK_MARK, stroke_width=4)]
        case Mark.ATTACK:
            near, far = 5, CELL - 5
            corners = ((near, near, 9, 9), (far, near, -9, 9), (near, far, 9, -9), (far, far, -9, -9))
            cross = "".join(f"M{x + dx} {y + dy}l{to_x} {to_y}" for dx, dy, to_x, to_y in corners)
            return [tag("rect", **frame, stroke=ATTACK_MARK), tag("path", d=cross, stroke=ATTACK_MARK, stroke_width=4)]
        case Mark.LAST:
            return [tag("rect", **frame, stroke=LAST_MARK, stroke_dasharray="6 4")]
        case Mark.NONE:
            return []


def _last_move(look: Look) -> Iterator[str]:
    """Draw an arrow for the last move and a star where there was a battle (U9)."""
    last = look.s.last
    if last.start == NOWHERE:
        return
    places = {
        square: (EDGE + (j + 0.5) * CELL, EDGE + (i + 0.5) * CELL)
        for i, row in enumerate(look.rows)
        for j, square in enumerate(row)
    }
    path = [int(last.start), int(last.end)]
    if last.contested not in (NOWHERE, last.end):
        path.append(int(last.contested))
    points = " ".join(f"{places[square][0]:g},{places[square][1]:g}" for square in path)
    quiet = {"pointer_events": "none"}
    yield tag("polyline", points=points, fill="none", stroke=LAST_MARK, stroke_width=3, stroke_opacity=0.7, **quiet)
    x, y = places[path[-1]]
    yield tag("circle", cx=x, cy=y, r=4, fill=LAST_MARK, **quiet)
    if last.contested != NOWHERE:
        yield label("✷", x + 17, y - 17, font_size=20, fill=ATTACK_MARK, **quiet)


def _panel(look: Look, x: float) -> Iterator[str]:
    s, y = look.s, EDGE
    words = [prompt(s, look.seat)]
    if s.phase == Phase.SETUP:
        words += [f"{name}: {'ready' if s.ready[side] else 'not ready'}" for side, name in enumerate(SEAT_NAMES)]
    else:
        words.append(f"Ply {s.ply}, {s.quiet} without battle.")
        words += [f"{name} lost: {list_losses(s, side) or '–'}" for side, name in enumerate(SEAT_NAMES)]
        words += [f"Last: {describe_last(s)}"] if describe_last(s) else []
    for part in words:
        for line in _wrap(part):
            yield label(line, x, y, text_anchor="start", class_="words")
            y += LINE
        y += LINE // 2
    if s.phase == Phase.SETUP and 0 <= look.seat < SIDES:
        yield from _reserve(look, x, y)


@functools.lru_cache(maxsize=MOST_DRAWN)
def _wrap(words: str) -> list[str]:
    return textwrap.wrap(words, 32)


def _reserve(look: Look, x: float, y: float) -> Iterator[str]:
    """Draw the types in reserve with their numbers; they can be picked."""
    left = [(type_, int(count)) for type_, count in enumerate(look.s.reserve[look.seat]) if count]
    for i, (type_, count) in enumerate(left):
        cx, cy = x + TOKEN / 2 + (i % SHELF) * 78, y + TOKEN / 2 + (i // SHELF) * (TOKEN + 8)
        name = f"reserve {LETTERS[type_]}"
        parts = [token(look.seat, type_, cx, cy), label(f"× {count}", cx + TOKEN / 2 + 15, cy, class_="words")]
        if name in look.marked:
            edge = {"x": cx - 22, "y": cy - 22, "width": 44, "height": 44, "fill": "none"}
            parts.append(tag("rect", **edge, stroke=MOVE_MARK, stroke_width=4))
        yield pick(name, f"{NAMES[type_]} in reserve: {count}", *parts, marked=look.marked)
