"""What the foreign formats share: a whole 10x10 board, and how to begin a match from one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from plowshares.core.formats import InvalidFile, Played
from plowshares.games.stratego.board import owner_of
from plowshares.games.stratego.layouts import format_layout, name_of_cell
from plowshares.games.stratego.pieces import EMPTY, LETTERS, MOST_SPOTS, TYPES, VARIANTS, Type
from plowshares.games.stratego.state import NOWHERE, SIDES, STRIDE, Phase

SIZE = 10
CELLS = SIZE * SIZE
SIDE_WORDS = ("red", "blue")


class Man(NamedTuple):
    """A piece on a cell."""

    side: int
    type: int


Board = Mapping[int, Man]  # by cell, 0 is a1
NO_LIMITS: dict[str, Any] = {"scout": "line", "no_battle_limit": 0, "move_cap": 20000}


class Opening(NamedTuple):
    """How a match begins: with set-ups that stay hidden, or in the middle from a position."""

    variant: str
    commands: list[Played]
    position: str = ""


def open_board(board: Board) -> Opening:
    """Return how to begin from a board: as set-ups if both armies stand whole in their areas, else as a position."""
    counts = [tuple(_count(board, side, code) for code in range(TYPES)) for side in range(SIDES)]
    for side, count in enumerate(counts):
        if count[Type.FLAG] != 1:
            raise InvalidFile(f"{SIDE_WORDS[side]} has {count[Type.FLAG]} flags")
        if sum(count[Type.SPY :]) == 0:
            raise InvalidFile(f"{SIDE_WORDS[side]} has no piece that can move")
    for name in ("classic", "barrage"):
        if counts[0] == counts[1] == VARIANTS[name].army and all(_is_home(cell, man) for cell, man in board.items()):
            return Opening(name, [each for side in range(SIDES) for each in _set_up(board, side)])
    return Opening("classic", [], _position(board))


def _count(board: Board, side: int, type_: int) -> int:
    return sum(man == Man(side, type_) for man in board.values())


def _is_home(cell: int, man: Man) -> bool:
    return cell < MOST_SPOTS if man.side == 0 else cell >= CELLS - MOST_SPOTS


def _set_up(board: Board, side: int) -> list[Played]:
    return [Played(side, f"layout {layout_of(board, side)}"), Played(side, "ready")]


def layout_of(board: Board, side: int) -> str:
    """Return a side's set-up as its owner sees it, front row first (§9.3)."""
    types = [EMPTY] * MOST_SPOTS
    for cell, man in board.items():
        if man.side == side:
            types[cell if side == 0 else CELLS - 1 - cell] = man.type
    return format_layout(types, SIZE)


def _position(board: Board) -> str:
    armies = []
    for side, word in enumerate(SIDE_WORDS):
        men = [f"{LETTERS[man.type]}@{name_of_cell(SIZE, cell)}" for cell, man in board.items() if man.side == side]
        armies.append(f"{word}: {' '.join(men)}")
    return f"{'; '.join(armies)}; red to move"


def first_board(states: Sequence[Any]) -> tuple[Board, int]:
    """Return the board on which play begins, and how many commands came before; raise InvalidFile if it never did."""
    for index, s in enumerate(states):
        if s.phase != Phase.SETUP:
            if (int(s.options.width), int(s.options.height)) != (SIZE, SIZE):
                raise InvalidFile(f"the format has boards of 10x10 only, not {s.options.width}x{s.options.height}")
            return board_of(s), index
    raise InvalidFile("the match did not get beyond its set-up, so there is no board to write")


def board_of(s: Any) -> Board:
    """Return the board of a full State."""
    found = {}
    for piece in range(int(s.pieces)):
        square = int(s.squares[piece])
        if square != NOWHERE:
            found[cell_of_square(square)] = Man(int(owner_of(s, piece)), int(s.types[piece]))
    return dict(sorted(found.items()))


def cell_of_square(square: int) -> int:
    """Return the cell, counted from a1, of a place on the walled board."""
    row, column = divmod(square, STRIDE)
    return (row - 1) * SIZE + column - 1


def read_move(text: str) -> tuple[str, str]:
    """Split a move into its cells; raise InvalidFile for a strike, which foreign formats cannot write."""
    start, _, end = text.partition("-")
    if "x" in end or not end:
        raise InvalidFile(f"{text!r} is a strike after moving, which the format cannot write")
    return start, end
