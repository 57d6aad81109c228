"""Positions as text (§9.3), to build any position of play and to write one down.

A cell may be followed by what is remembered of its piece: `+` it has moved, `!` the enemy has been told its type.
`-` in place of a cell is a piece that was removed. `ply` and `quiet` after the side to move are the counters of §6.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import quote
from plowshares.core.rng import seed_rng
from plowshares.games.stratego.board import enter, owner_of, square_of
from plowshares.games.stratego.layouts import cell_of_name
from plowshares.games.stratego.notation.refusals import SEAT_NAMES, name_at
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import EMPTY, LETTERS, TYPE_OF_WORD, TYPES, Type
from plowshares.games.stratego.rules import wipe
from plowshares.games.stratego.rules.ending import check_end
from plowshares.games.stratego.state import NOWHERE, SIDES, Phase, Prepared, new

_POSITION = re.compile(
    r"red:(?P<red>[^;]*);blue:(?P<blue>[^;]*);(?P<side>red|blue) to move"
    r"(?:;ply (?P<ply>[0-9]{1,5}))?(?:;quiet (?P<quiet>[0-9]{1,5}))?\Z",
    re.ASCII,
)
MOVED, SHOWN, REMOVED = "+", "!", "-"


class Placed(NamedTuple):
    """A piece of a written position."""

    type: int
    cell: int  # or NOWHERE
    moved: bool
    shown: bool


def read(options: Options, text: str, seed: int) -> Any:
    """Return the State of a position; there is no chance in it, so every seed gives the same."""
    return read_position(text, options)


def write(s: Any) -> str:
    """Write a position of play with all that both sides remember, but for repeated moves (§5.5, §5.6)."""
    if s.phase != Phase.PLAY:
        when = "both armies stand only after the set-up" if s.phase == Phase.SETUP else "the match is over"
        raise IllegalCommand("wrong-phase", f"there is no position to write: {when}")
    return f"{format_position(s, memory=True)}; ply {int(s.ply)}; quiet {int(s.quiet)}"


def read_position(text: str, options: Options) -> Any:
    """Return the State of a text such as `red: 7@e5 2@a4; blue: 5@e6; red to move`, or raise IllegalCommand."""
    words = re.sub(r"\s*([:;@])\s*", r"\1", " ".join(text.lower().split()))
    match = _POSITION.match(words)
    if not match:
        raise _bad(text, "write 'red: 7@e5; blue: 5@e6; red to move'")
    armies = [_read_army(match[name.lower()], text, options) for name in SEAT_NAMES]
    cells = [piece.cell for army in armies for piece in army if piece.cell != NOWHERE]
    if len(cells) != len(set(cells)):
        raise _bad(text, "two pieces stand on one cell")
    turn = 0 if match["side"] == "red" else 1
    ply = turn if match["ply"] is None else int(match["ply"])
    if ply >= options.move_cap:
        why = "Blue moves second, which move_cap=1 does not allow" if match["ply"] is None else "the plies are over"
        raise _bad(text, why)
    if ply % 2 != turn:
        raise _bad(text, f"before ply {ply + 1} it is not {SEAT_NAMES[turn]}'s turn")
    return _build(options, armies, turn, ply, int(match["quiet"] or 0))


def _read_army(words: str, text: str, options: Options) -> list[Placed]:
    """Return the pieces of one side."""
    army = [_read_piece(word, text, options) for word in words.split()]
    counts = _count_types(army)
    if any(count > most for count, most in zip(counts, options.army_counts, strict=True)):
        raise _bad(text, "a side has more pieces of a type than its army")
    standing = _count_types([piece for piece in army if piece.cell != NOWHERE])
    if standing[Type.FLAG] != 1 or sum(standing[Type.SPY :]) == 0:
        raise _bad(text, "each side needs its flag and a movable piece")
    return sorted(army, key=lambda piece: (piece.cell == NOWHERE, piece.cell, piece.type))


def _read_piece(word: str, text: str, options: Options) -> Placed:
    width, height, _ = options.size
    type_, _, place = word.partition("@")
    name = place.rstrip(MOVED + SHOWN)
    marks = place[len(name) :]
    cell = NOWHERE if name == REMOVED else cell_of_name(width, height, name)
    if type_ not in TYPE_OF_WORD or cell is None or cell in options.lake_cells or len(marks) != len(set(marks)):
        raise _bad(text, f"{word!r} is not of the form type@cell on this board")
    if MOVED in marks and TYPE_OF_WORD[type_] < Type.SPY:
        raise _bad(text, f"{word!r} cannot have moved")
    return Placed(TYPE_OF_WORD[type_], cell, MOVED in marks, SHOWN in marks)


def _count_types(army: list[Placed]) -> list[int]:
    return [sum(piece.type == code for piece in army) for code in range(TYPES)]


def _build(options: Options, armies: list[list[Placed]], turn: int, ply: int, quiet: int) -> Any:
    s = new(options)
    wipe(s)
    s.options.prepared[:] = Prepared.BY_HAND
    s.options.layouts[:] = EMPTY
    s.area[:] = EMPTY
    s.ready[:] = 1
    s.blue = len(armies[0])
    for side in range(SIDES):
        seed_rng(s.rng[side], np.uint64(0), side)
        for piece in armies[side]:
            _add_piece(s, piece)
    s.phase = Phase.PLAY
    s.turn, s.ply, s.quiet = turn, ply, quiet
    check_end(s)
    return s


def _add_piece(s: Any, piece: Placed) -> None:
    number = int(s.pieces)
    s.types[number] = piece.type
    s.moved[number], s.shown[number] = piece.moved, piece.shown
    if piece.cell == NOWHERE:
        s.squares[number] = NOWHERE
    else:
        enter(s, number, int(square_of(s, piece.cell)))
    s.pieces += 1


def format_position(s: Any, memory: bool = False) -> str:
    """Write where the pieces stand and who is to move, with `memory` also what is known of them."""
    armies = []
    for side, name in enumerate(SEAT_NAMES):
        pieces = [piece for piece in range(int(s.pieces)) if owner_of(s, piece) == side]
        if memory:  # in the order in which they are read, so that nothing tells where a piece came from
            pieces.sort(key=lambda piece: (s.squares[piece] == NOWHERE, s.squares[piece], s.types[piece]))
        words = [_format_piece(s, piece, memory) for piece in pieces if memory or s.squares[piece] != NOWHERE]
        armies.append(f"{name.lower()}: {' '.join(words)}")
    return f"{'; '.join(armies)}; {SEAT_NAMES[s.turn].lower()} to move"


def _format_piece(s: Any, piece: int, memory: bool) -> str:
    square = int(s.squares[piece])
    name = REMOVED if square == NOWHERE else name_at(s, square)
    marks = (MOVED if s.moved[piece] else "") + (SHOWN if s.shown[piece] else "") if memory else ""
    return f"{LETTERS[s.types[piece]]}@{name}{marks}"


def _bad(text: str, why: str) -> IllegalCommand:
    return IllegalCommand("bad-syntax", f"{why}: {quote(text)}")
