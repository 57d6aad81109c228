"""What the pictures for screens and terminals share: how a seat looks at the board."""

from __future__ import annotations

import functools
from collections.abc import Collection
from enum import Enum
from typing import Any

import numpy as np

from plowshares.games.stratego.board import column_of, row_of, square_at, square_of_spot
from plowshares.games.stratego.notation import decode, squares_of
from plowshares.games.stratego.notation.refusals import name_at, name_of
from plowshares.games.stratego.pieces import EMPTY, LETTERS, NAMES, UNKNOWN, Type
from plowshares.games.stratego.rules import legal_actions
from plowshares.games.stratego.state import NOWHERE, SIDES, WALL, Phase, Side


class Mark(Enum):
    """Why a cell is emphasised (U8, U9)."""

    NONE = "none"
    LAST = "last"
    OWN = "own"
    MOVE = "move"
    STRIKE = "strike"
    ATTACK = "attack"


class Look:
    """A view as its seat looks at it, with some picks marked.

    Values needed for every cell are read from the record once: a picture asks a thousand times.
    """

    def __init__(self, s: Any, seat: int, marked: Collection[str]) -> None:
        self.s = s
        self.seat = seat
        self.marked = frozenset(marked)
        self.rows = squares_by_row(int(s.options.width), int(s.options.height), seat == Side.BLUE)
        self._board: list[int] = s.board.tolist()
        self._types: list[int] = s.types.tolist()
        self._moved: list[int] = s.moved.tolist()
        self._open: list[int] = s.shown.tolist() if s.options.memory_aid else [0] * len(self._types)
        # A State with every type in it is not a view: somebody resigned, or a replay shows everything. While a match
        # goes on, no view has the type of the other side's flag.
        is_full = s.phase == Phase.PLAY and UNKNOWN not in self._types[: int(s.pieces)]
        self._blue, self._is_over = int(s.blue), s.phase == Phase.OVER or is_full
        self._placed = _placed(s, seat)
        self._last = {int(s.last.start), int(s.last.end), int(s.last.contested)} - {NOWHERE}
        self._strike_ends = self._find_strike_ends()

    def face(self, square: int) -> tuple[int, int]:
        """Return side and type to draw: EMPTY side for no piece, UNKNOWN type for face down (U4)."""
        if square in self._placed:
            return self.seat, self._placed[square]
        piece = self._board[square]
        if piece < 0:
            return EMPTY, UNKNOWN
        side = 0 if piece < self._blue else 1
        is_open = side == self.seat or self._is_over or self._open[piece]
        return side, self._types[piece] if is_open else UNKNOWN

    def mark(self, square: int) -> Mark:
        """Return how the cell is emphasised."""
        name = self.pick(square)
        if name not in self.marked:
            return Mark.LAST if square in self._last else Mark.NONE
        if name in self._strike_ends:
            return Mark.STRIKE
        side, _ = self.face(square)
        if side == EMPTY:
            return Mark.MOVE
        return Mark.OWN if side == self.seat else Mark.ATTACK

    def pick(self, square: int) -> str:
        """Return the pick of a cell."""
        return f"cell {name_of(square)}"

    def is_lake(self, square: int) -> bool:
        """Ask whether a cell is a lake."""
        return self._board[square] == WALL

    def has_moved(self, square: int) -> bool:
        """Ask whether the piece on a cell is known to have moved."""
        piece = self._board[square]
        return piece >= 0 and bool(self._moved[piece])

    def describe(self, square: int) -> str:
        """Say what is on a cell, for screen readers."""
        name = name_of(square)
        if self.is_lake(square):
            return f"{name}: lake"
        side, type_ = self.face(square)
        if side == EMPTY:
            return f"{name}: empty"
        whose = ("Red", "Blue")[side]
        moved = ", has moved" if self.has_moved(square) else ""
        return f"{name}: {whose} {'piece' if type_ == UNKNOWN else NAMES[type_]}{moved}"

    def _find_strike_ends(self) -> set[str]:
        """Return the marked cells after which a scout may strike."""
        own = [square for row in self.rows for square in row if self.face(square)[0] == self.seat]
        if sum(self.pick(square) in self.marked for square in own) > 1:
            return set()  # a scout ends its move on none of its own: these are pieces to choose from
        return _strike_ends(self.s, self.seat, self.marked)


@functools.cache
def is_dark(square: int) -> bool:
    """Ask for the colour of a cell: a1 is dark (§3.1)."""
    return bool((row_of(square) + column_of(square)) % 2 == 0)


def face_of(type_: int) -> str:
    """Return what a piece shows on its face (§8.3): F B S 2 … 9 10."""
    return "10" if type_ == Type.MARSHAL else LETTERS[type_].upper()


@functools.cache
def squares_by_row(width: int, height: int, is_turned: bool) -> list[list[int]]:
    """Return the squares as a seat sees them, top row first; Blue sees the board turned by 180°."""
    rows = [[int(square_at(row, column)) for column in range(width)] for row in reversed(range(height))]
    return [row[::-1] for row in reversed(rows)] if is_turned else rows


def _placed(s: Any, seat: int) -> dict[int, int]:
    """Return type by square of what the seat has placed, during its set-up."""
    if s.phase != Phase.SETUP or not 0 <= seat < SIDES:
        return {}
    spots = range(int(s.options.spots))
    return {int(square_of_spot(s, seat, i)): int(s.area[seat, i]) for i in spots if s.area[seat, i] != EMPTY}


def _strike_ends(s: Any, seat: int, marked: frozenset[str]) -> set[str]:
    """Return the marked cells after which a scout may strike, if the marks are the cells that a scout can reach.

    A picture is told the marks and not the piece that was picked; the marks tell which one it was.
    """
    cells = {name for name in marked if name.startswith("cell ")}
    if not cells or s.phase != Phase.PLAY:
        return set()
    ends: dict[int, set[str]] = {}
    strikes: dict[int, set[str]] = {}
    for at, to, struck in _moves(s, seat):
        ends.setdefault(at, set()).add(f"cell {name_at(s, to)}")
        if struck is not None:
            strikes.setdefault(at, set()).add(f"cell {name_at(s, to)}")
    reached = [at for at, names in ends.items() if names == cells - {f"cell {name_at(s, at)}"}]
    return set().union(*(strikes.get(at, set()) for at in reached))


def _moves(s: Any, seat: int) -> list[tuple[int, int, int | None]]:
    out = np.empty(int(s.actions.size), np.int32)
    count = int(legal_actions(s, seat, out))
    return [squares_of(s, *decode(s, int(action))[1]) for action in out[:count]]
