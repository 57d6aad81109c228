"""Positions as text (§9.3), to build any position of play and to write one down."""

from __future__ import annotations

import re
from typing import Any

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

_POSITION = re.compile(r"red:(?P<red>[^;]*);blue:(?P<blue>[^;]*);(?P<side>red|blue) to move\Z")


def read_position(text: str, options: Options) -> Any:
    """Return the State of a text such as `red: 7@e5 2@a4; blue: 5@e6; red to move`, or raise IllegalCommand."""
    words = re.sub(r"\s*([:;@])\s*", r"\1", " ".join(text.lower().split()))
    match = _POSITION.match(words)
    if not match:
        raise _bad(text, "write 'red: 7@e5; blue: 5@e6; red to move'")
    armies = [_read_army(match[name.lower()], text, options) for name in SEAT_NAMES]
    if set(armies[0]) & set(armies[1]):
        raise _bad(text, "two pieces stand on one cell")
    turn = 0 if match["side"] == "red" else 1
    if turn >= options.move_cap:
        raise _bad(text, "Blue moves second, which move_cap=1 does not allow")
    return _build(options, armies, turn)


def _read_army(words: str, text: str, options: Options) -> dict[int, int]:
    """Return type by cell of one side."""
    width, height, _ = options.size
    army: dict[int, int] = {}
    for word in words.split():
        type_, _, name = word.partition("@")
        cell = cell_of_name(width, height, name)
        if type_ not in TYPE_OF_WORD or cell is None or cell in options.lake_cells:
            raise _bad(text, f"{word!r} is not of the form type@cell on this board")
        if cell in army:
            raise _bad(text, "two pieces stand on one cell")
        army[cell] = TYPE_OF_WORD[type_]
    counts = [list(army.values()).count(code) for code in range(TYPES)]
    if any(count > most for count, most in zip(counts, options.army_counts, strict=True)):
        raise _bad(text, "a side has more pieces of a type than its army")
    if counts[Type.FLAG] != 1 or sum(counts[Type.SPY :]) == 0:
        raise _bad(text, "each side needs its flag and a movable piece")
    return army


def _build(options: Options, armies: list[dict[int, int]], turn: int) -> Any:
    s = new(options)
    wipe(s)
    s.options.prepared[:] = Prepared.BY_HAND
    s.options.layouts[:] = EMPTY
    s.area[:] = EMPTY
    s.ready[:] = 1
    s.blue = len(armies[0])
    for side in range(SIDES):
        seed_rng(s.rng[side], np.uint64(0), side)
        for cell, type_ in sorted(armies[side].items()):
            s.types[s.pieces] = type_
            enter(s, int(s.pieces), int(square_of(s, cell)))
            s.pieces += 1
    s.phase = Phase.PLAY
    s.turn = s.ply = turn
    check_end(s)
    return s


def format_position(s: Any) -> str:
    """Write where the pieces stand and who is to move; memory and counters are left out."""
    armies: list[list[str]] = [[], []]
    for piece in range(int(s.pieces)):
        if s.squares[piece] != NOWHERE:
            name = name_at(s, int(s.squares[piece]))
            armies[owner_of(s, piece)].append(f"{LETTERS[s.types[piece]]}@{name}")
    sides = "; ".join(f"{name.lower()}: {' '.join(army)}" for name, army in zip(SEAT_NAMES, armies, strict=True))
    return f"{sides}; {SEAT_NAMES[s.turn].lower()} to move"


def _bad(text: str, why: str) -> IllegalCommand:
    return IllegalCommand("bad-syntax", f"{why}: {quote(text)}")
