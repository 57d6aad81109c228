"""The board for a terminal: 80 columns, 24 lines, no colour needed."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Collection
from typing import Any

from plowshares.core.parsing import column_name
from plowshares.games.stratego.board import column_of, row_of
from plowshares.games.stratego.board_view import Look, Mark, is_dark
from plowshares.games.stratego.notation.log import describe_last, list_losses, prompt
from plowshares.games.stratego.notation.refusals import SEAT_NAMES
from plowshares.games.stratego.pieces import EMPTY, LETTERS, UNKNOWN
from plowshares.games.stratego.state import SIDES, WALL, Phase

SIDE_LETTERS = "rb"
LAKE = "~~"
LIGHT, DARK = "  ", " ."  # the two colours of empty cells (§3.1)
FRAMES = {
    Mark.NONE: "  ",
    Mark.LAST: "''",
    Mark.OWN: "()",
    Mark.MOVE: "[]",
    Mark.STRIKE: "{}",
    Mark.ATTACK: "><",
}
LEGEND = "[ ] free to go   { } and may strike   > < attack   ( ) yours   ' ' last move"
PANEL = 34


def board(s: Any, seat: int, marked: Collection[str] = (), /) -> str:
    """Draw a view as the seat sits; a piece is its side and letter (`r7`), or `b?` when face down."""
    left = draw_cells(s, seat, marked)
    beside = itertools.zip_longest(left, _panel(s, seat), fillvalue="")
    lines = [f"{cells:{len(left[0])}}  {words}".rstrip() for cells, words in beside]
    return "\n".join([*lines, LEGEND] if marked else lines) + "\n"


def draw_cells(s: Any, seat: int, marked: Collection[str]) -> list[str]:
    """Draw the cells with a ruler above and below."""
    look = Look(s, seat, marked)
    ruler = "   " + "".join(f" {column_name(int(column_of(square)))}  " for square in look.rows[0])
    return [ruler, *(_line(look, row) for row in look.rows), ruler]


def _line(look: Look, row: list[int]) -> str:
    cells = []
    for square in row:
        frame = FRAMES[look.mark(square)]
        cells.append(f"{frame[0]}{_cell(look, square)}{frame[1]}")
    return f"{int(row_of(row[0])) + 1:2} " + "".join(cells)


def _cell(look: Look, square: int) -> str:
    if look.s.board[square] == WALL:
        return LAKE
    side, type_ = look.face(square)
    if side == EMPTY:
        return DARK if is_dark(square) else LIGHT
    return SIDE_LETTERS[side] + ("?" if type_ == UNKNOWN else LETTERS[type_])


def _panel(s: Any, seat: int) -> list[str]:
    parts = [prompt(s, seat), *(_setup_words(s, seat) if s.phase == Phase.SETUP else _play_words(s))]
    return [line for part in parts for line in textwrap.wrap(part, PANEL)]


def _setup_words(s: Any, seat: int) -> list[str]:
    parts = [f"{name}: {'ready' if s.ready[side] else 'not ready'}" for side, name in enumerate(SEAT_NAMES)]
    if 0 <= seat < SIDES:
        counts = [f"{letter}:{count}" for letter, count in zip(LETTERS, s.reserve[seat], strict=True) if count]
        parts.append(f"Reserve: {' '.join(counts) or 'empty'}")
    return parts


def _play_words(s: Any) -> list[str]:
    losses = [f"{name} lost: {list_losses(s, side) or '-'}" for side, name in enumerate(SEAT_NAMES)]
    last = describe_last(s)
    return [f"Ply {s.ply}, {s.quiet} without battle.", *losses, *([f"Last: {last}"] if last else [])]
