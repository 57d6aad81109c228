"""The view with names: pieces, cells, the last move (§3, §7)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from plowshares.core.fields import ViewFields
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.games.stratego.board import owner_of, square_of, square_of_spot
from plowshares.games.stratego.layouts import name_of_cell
from plowshares.games.stratego.notation.log import describe_result
from plowshares.games.stratego.notation.refusals import name_at
from plowshares.games.stratego.pieces import EMPTY, LETTERS, NAMES, UNKNOWN
from plowshares.games.stratego.rules import to_act
from plowshares.games.stratego.state import NONE, NOWHERE, SIDES, WALL, Phase, Result

SideName = Literal["red", "blue"]
SIDE_NAMES: tuple[SideName, SideName] = ("red", "blue")
FALLEN: dict[int, Literal["attacker", "defender", "both"]] = {
    Result.ATTACKER_FALLS: "attacker",
    Result.DEFENDER_FALLS: "defender",
    Result.BOTH_FALL: "both",
}


class Piece(msgspec.Struct, frozen=True):
    """A piece; `cell` is None when it was removed."""

    side: SideName
    type: str | None  # its name, such as "marshal"; None if the viewer has not been told
    cell: str | None
    moved: bool = False
    shown: bool = False  # the enemy has been told its type

    @property
    def letter(self) -> str:
        """Its type as commands write it: f, b, s, 2 … 9, m, or ? if it is not known."""
        return "?" if self.type is None else LETTERS[NAMES.index(self.type)]


class LastMove(msgspec.Struct, frozen=True):
    """The last move: from where to where, and who fell if it was a battle."""

    start: str
    end: str
    battle: str | None = None  # the cell that was fought for
    fell: Literal["attacker", "defender", "both"] | None = None


class View(ViewFields, frozen=True, kw_only=True):
    """What a seat knows of a match of Stratego. Seat 0 is Red."""

    phase: Literal["setup", "play", "over"]
    turn: SideName
    ply: int
    quiet: int  # plies since the last battle
    ready: list[bool]  # by seat: whether its set-up is finished
    board: dict[str, Piece | None]  # every cell but lakes
    lakes: list[str]
    removed: list[Piece]
    reserve: dict[str, int]  # during one's own set-up: how many of each type are not placed yet
    last: LastMove | None = None
    winner: SideName | None = None
    reason: str | None = None


def fields(s: Any, seat: int) -> View:
    """Return a seat's view as named fields."""
    pieces = [_piece(s, number) for number in range(int(s.pieces))]
    is_over = s.phase == Phase.OVER
    return View(
        viewer=None if seat == SPECTATOR else seat,
        to_act=seats_of(to_act(s)),
        over=bool(is_over),
        phase=_PHASES[int(s.phase)],
        turn=SIDE_NAMES[int(s.turn)],
        ply=int(s.ply),
        quiet=int(s.quiet),
        ready=[bool(each) for each in s.ready],
        board=_board(s, seat, pieces),
        lakes=[name for name, square in _cells(s) if s.board[square] == WALL],
        removed=[piece for piece in pieces if piece.cell is None],
        reserve=_reserve(s, seat),
        last=_last(s),
        winner=SIDE_NAMES[int(s.winner)] if is_over and s.winner != NONE else None,
        reason=describe_result(s)[0] if is_over else None,
    )


_PHASES: tuple[Literal["setup", "play", "over"], ...] = ("setup", "play", "over")


def _cells(s: Any) -> list[tuple[str, int]]:
    """List the cells of the board by name and square, a1 first."""
    width, cells = int(s.options.width), int(s.options.width) * int(s.options.height)
    return [(name_of_cell(width, cell), int(square_of(s, cell))) for cell in range(cells)]


def _piece(s: Any, number: int) -> Piece:
    type_, square = int(s.types[number]), int(s.squares[number])
    return Piece(
        SIDE_NAMES[int(owner_of(s, number))],
        None if type_ == UNKNOWN else NAMES[type_],
        None if square == NOWHERE else name_at(s, square),
        bool(s.moved[number]),
        bool(s.shown[number]),
    )


def _board(s: Any, seat: int, pieces: list[Piece]) -> dict[str, Piece | None]:
    found: dict[str, Piece | None] = {name: None for name, square in _cells(s) if s.board[square] != WALL}
    found.update({piece.cell: piece for piece in pieces if piece.cell is not None})
    if s.phase == Phase.SETUP and 0 <= seat < SIDES:
        for spot in range(int(s.options.spots)):
            if s.area[seat, spot] != EMPTY:
                name = name_at(s, int(square_of_spot(s, seat, spot)))
                found[name] = Piece(SIDE_NAMES[seat], NAMES[int(s.area[seat, spot])], name)
    return found


def _reserve(s: Any, seat: int) -> dict[str, int]:
    if s.phase != Phase.SETUP or not 0 <= seat < SIDES:
        return {}
    return {name: int(count) for name, count in zip(NAMES, s.reserve[seat], strict=True) if count}


def _last(s: Any) -> LastMove | None:
    last = s.last
    if s.ply == 0 or last.piece == NONE:
        return None
    battle = None if last.contested == NOWHERE else name_at(s, int(last.contested))
    fell = None if battle is None else FALLEN[int(last.result)]
    return LastMove(name_at(s, int(last.start)), name_at(s, int(last.end)), battle, fell)
