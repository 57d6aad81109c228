"""What a viewer sees: which piece stands where, and which face it shows."""

from __future__ import annotations

from typing import Any, NamedTuple

from plowshares.core.scene import Viewer
from plowshares.core.seats import has_seat
from plowshares.games.stratego.board import square_of_spot
from plowshares.games.stratego.board_view import squares_by_row
from plowshares.games.stratego.notation.refusals import name_of
from plowshares.games.stratego.pieces import EMPTY, TYPES, UNKNOWN, Type
from plowshares.games.stratego.rules import to_act
from plowshares.games.stratego.state import NOWHERE, SIDES, WALL, Phase, Side


class Piece(NamedTuple):
    """A piece as it is drawn."""

    thing: str  # its id
    side: int
    type: int  # UNKNOWN if it lies face down
    moved: bool
    shown: bool  # the other side has been told what it is


class Sight:
    """A view as its seat looks at it. Everything that people are shown about pieces is read from here."""

    def __init__(self, s: Any, viewer: Viewer) -> None:
        self.s, self.viewer, self.seat = s, viewer, viewer.seat
        self.is_open = is_open(s)
        self.rows = squares_by_row(int(s.options.width), int(s.options.height), self.seat == Side.BLUE)
        self.board: list[int] = s.board.tolist()
        self.pieces = {**self._placed(), **self._standing()}  # by square
        self.lost = tuple(losses(s, side) for side in range(SIDES))  # of each type; the last number is unknown ones
        self.left = tuple(self._count(side) for side in range(SIDES))  # the same for those on the board, as drawn
        self.about: dict[tuple[int, bool], str] = {}  # what is said of hidden pieces, by side and whether they moved

    def is_lake(self, square: int) -> bool:
        """Ask whether a square of the board is a lake."""
        return self.board[square] == WALL

    def is_mine(self, square: int) -> bool:
        """Ask whether one of the viewer's own pieces stands on a square."""
        return square in self.pieces and self.viewer.is_me(self.pieces[square].side)

    def find(self, name: str) -> int | None:
        """Return the square with a name such as e4, or None."""
        return next((square for row in self.rows for square in row if name_of(square) == name), None)

    def piece_on(self, pick: str) -> Piece | None:
        """Return the piece on the cell of a pick."""
        square = self.find(pick.removeprefix("cell "))
        return self.pieces.get(square) if square is not None else None

    def _standing(self) -> dict[int, Piece]:
        s = self.s
        count, blue = int(s.pieces), int(s.blue)
        types, moved, shown = s.types.tolist(), s.moved.tolist(), s.shown.tolist()
        found = {}
        for number, square in enumerate(s.squares.tolist()[:count]):
            if square != NOWHERE:
                side = int(number >= blue)
                face = types[number] if shows_face(s, self.viewer, side, bool(shown[number])) else UNKNOWN
                found[square] = Piece(f"piece {number}", side, face, bool(moved[number]), bool(shown[number]))
        return found

    def _count(self, side: int) -> list[int]:
        counts = [0] * (TYPES + 1)
        for piece in self.pieces.values():
            if piece.side == side:
                counts[piece.type] += 1  # UNKNOWN is the last
        return counts

    def _placed(self) -> dict[int, Piece]:
        """Return what stands in the set-up areas that the viewer may see."""
        if self.s.phase != Phase.SETUP:
            return {}
        found = {}
        for side in range(SIDES):
            if self.is_open or self.viewer.is_me(side):
                for spot, type_ in enumerate(self.s.area[side].tolist()[: int(self.s.options.spots)]):
                    if type_ != EMPTY:
                        square = int(square_of_spot(self.s, side, spot))
                        found[square] = Piece(f"own {name_of(square)}", side, type_, False, False)
        return found


def is_open(s: Any) -> bool:
    """Ask whether this is a State in which everything is public: after the end, also by resignation.

    A view of a match that is played has no generators (`view.blank_for`).
    """
    return bool(s.phase == Phase.OVER or s.rng[0].key or s.rng[1].key)


def shows_face(s: Any, viewer: Viewer, side: int, shown: bool) -> bool:
    """Ask whether a piece of a side lies face up for a viewer; `shown` if the other side has been told what it is."""
    return viewer.is_me(side) or (shown and bool(s.options.memory_aid)) or is_open(s)


def is_to_act(s: Any, seat: int) -> bool:
    """Ask whether a seat has something to decide."""
    return 0 <= seat < SIDES and bool(has_seat(to_act(s), seat))


def pieces_of(s: Any, side: int) -> range:
    """Return the numbers of a side's pieces."""
    return range(int(s.blue)) if side == Side.RED else range(int(s.blue), int(s.pieces))


def losses(s: Any, side: int) -> list[int]:
    """Return how many of each type a side has lost, as far as the view knows; the last number is unknown ones."""
    counts, own = [0] * (TYPES + 1), pieces_of(s, side)
    squares, types = s.squares[own.start : own.stop].tolist(), s.types[own.start : own.stop].tolist()
    for square, type_ in zip(squares, types, strict=True):
        if square == NOWHERE:
            counts[type_] += 1  # UNKNOWN is the last
    return counts


def unknown_kinds(sight: Sight, piece: Piece) -> dict[int, int]:
    """Return which types a face-down piece can be, as far as it is drawn, with how many of each are left."""
    army, lost, left = sight.s.options.army.tolist(), sight.lost[piece.side], sight.left[piece.side]
    lowest = Type.SPY if piece.moved else Type.FLAG
    counts = {type_: army[type_] - lost[type_] - left[type_] for type_ in range(lowest, TYPES)}
    return {type_: count for type_, count in counts.items() if count > 0}


def tray_of(viewer: Viewer, side: int) -> str:
    """Name the tray of a side's fallen pieces: the viewer's losses, or what the viewer has captured."""
    is_left = viewer.is_me(side) or (viewer.seat not in (0, 1) and side == 0)
    return "lost" if is_left else "captured"
