"""The XML of the Gravon archive of human games: one game per file."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from plowshares.core.formats import InvalidFile, Left, Played, Transcript
from plowshares.core.parsing import parse_cell, quote
from plowshares.games.stratego.adapters.formats.boards import (
    CELLS,
    NO_LIMITS,
    SIZE,
    Board,
    Man,
    first_board,
    open_board,
    read_move,
)
from plowshares.games.stratego.pieces import Type

TITLE = "Gravon archive (XML)"
SUFFIXES = (".xml",)
# Letters of a field from B on: bomb, spy, scout … marshal, flag, first Red's, then Blue's.
ORDER = [Type.BOMB, *(Type(code) for code in range(Type.SPY, Type.MARSHAL + 1)), Type.FLAG]
LETTERS = {chr(ord("B") + i): Man(i // len(ORDER), int(ORDER[i % len(ORDER)])) for i in range(2 * len(ORDER))}
LETTER_OF = {man: letter for letter, man in LETTERS.items()}
EMPTY, LAKE = "A", "_"
LAKES = frozenset((42, 43, 46, 47, 52, 53, 56, 57))
COLUMNS = "ABCDEFGHIK"
ROWS = "123456789:"
EARLY, LATE = 5, 3  # turns in a row that a piece may cross one border, until 2006 and since 2013
LAST_EARLY = 2010
DRAWS = (4, 10, 12)
ENDS = {0: "no move left", 1: "flag", 3: "resignation", 4: "draw", 10: "draw", 12: "draw"}
RESIGNED, FLAG, BLOCKED = 3, 1, 0
NOBODY = 3
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_OTHER_GAMES = ("duell", "ultimate")


def is_mine(data: bytes) -> bool:
    """Ask whether a file looks like a game of the archive."""
    return data.lstrip()[:1] == b"<" and (b"<field" in data or b"gravon" in data[:400].lower())


def read(data: bytes, name: str = "") -> Transcript:
    """Read a game; raise InvalidFile that says what is damaged."""
    root = _parse(data)
    fields = [each for each in root.iter() if each.tag.endswith("field") and "content" in each.attrib]
    if not fields:
        raise InvalidFile("there is no board: no <field content=…>")
    label = name or next((each.get("id", "") for each in root.iter() if each.tag == "game"), "")
    if any(word in label.lower() for word in _OTHER_GAMES):
        raise InvalidFile(f"{quote(label)} is another game, not Stratego")
    opening = open_board(read_field(fields[0].attrib["content"]))
    moves = [each for each in root.iter() if "source" in each.attrib and "target" in each.attrib]
    commands = [Played(i % 2, f"{_cell(each, 'source')}-{_cell(each, 'target')}") for i, each in enumerate(moves)]
    year = _YEAR.search(label)
    limit = LATE if year and int(year[0]) > LAST_EARLY else EARLY
    options = {"variant": opening.variant, "two_square": limit, **NO_LIMITS}
    left, drawn, note = _read_result(root)
    return Transcript(options, [*opening.commands, *commands], (), left, drawn, note, opening.position)


def _parse(data: bytes) -> ElementTree.Element:
    if b"<!ENTITY" in data:
        raise InvalidFile("the file defines entities, which games do not need")
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise InvalidFile(f"not well-formed XML: {error}") from None


def read_field(content: str) -> Board:
    """Return the board of a field: 100 letters, row 1 first."""
    letters = "".join(content.split())
    if len(letters) != CELLS:
        raise InvalidFile(f"a board has {CELLS} letters, this one {len(letters)}: {quote(letters)}")
    board = {}
    for cell, letter in enumerate(letters):
        if (letter == LAKE) != (cell in LAKES):
            raise InvalidFile(f"the lakes are not where they should be: {quote(letters)}")
        if letter in LETTERS:
            board[cell] = LETTERS[letter]
        elif letter not in (EMPTY, LAKE):
            raise InvalidFile(f"the letter {letter!r} is not a piece: {quote(letters)}")
    return board


def write_field(board: Board) -> str:
    """Write a board as 100 letters, row 1 first."""
    return "".join(
        LAKE if cell in LAKES else LETTER_OF[board[cell]] if cell in board else EMPTY for cell in range(CELLS)
    )


def _cell(move: ElementTree.Element, key: str) -> str:
    text = move.attrib[key].strip().upper()
    if len(text) != 2 or text[0] not in COLUMNS or text[1] not in ROWS:
        raise InvalidFile(f"{quote(text)} is not a cell of the board")
    return f"{chr(ord('a') + COLUMNS.index(text[0]))}{ROWS.index(text[1]) + 1}"


def _write_cell(name: str) -> str:
    place = parse_cell(name)
    if place is None or max(place) >= SIZE:
        raise InvalidFile(f"{quote(name)} is not a cell of the board")
    return f"{COLUMNS[place[0]]}{ROWS[place[1]]}"


def _read_result(root: ElementTree.Element) -> tuple[Left | None, bool, str]:
    """Return who left, whether it is a draw, and how the archive tells the end."""
    found = next((each for each in root.iter() if each.tag.endswith("result")), None)
    if found is None:
        return None, False, ""
    try:
        kind, winner = int(found.get("type", "-1")), int(found.get("winner", NOBODY))
    except ValueError:
        raise InvalidFile(f"the result is not a number: {quote(str(found.attrib))}") from None
    note = f"{ENDS.get(kind, 'time or leaving')} (type {kind}, winner {winner})"
    if kind in DRAWS or winner == NOBODY:
        return None, True, note
    if kind == FLAG:  # the moves themselves end it
        return None, False, note
    return Left(2 - winner, "resigned" if kind in (RESIGNED, BLOCKED) else "time"), False, note


def write(options: Any, states: Sequence[Any], transcript: Transcript) -> bytes:
    """Write a game; set-ups are the field, names of players are left out as the archive does."""
    board, skipped = first_board(states)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<gravon>", f'<game id="{options.variant}">']
    lines.append(f"<field content={quoteattr(write_field(board))}/>")
    for number, (_, text) in enumerate(transcript.commands[skipped:], 1):
        start, end = read_move(text)
        lines.append(f'<move id="{number}" source="{_write_cell(start)}" target="{_write_cell(end)}"/>')
    kind, winner = _end_of(states[-1], transcript)
    lines += [f'<result type="{kind}" winner="{winner}"/>', "</game>", "</gravon>", ""]
    return "\n".join(lines).encode()


def _end_of(s: Any, transcript: Transcript) -> tuple[int, int]:
    """Return type and winner of the result."""
    if transcript.left is not None:
        return RESIGNED if transcript.left.reason == "resigned" else 11, 2 - transcript.left.seat
    if transcript.drawn or s.winner < 0:
        return DRAWS[0], NOBODY
    flags = [int(s.types[piece]) == Type.FLAG and s.squares[piece] < 0 for piece in range(int(s.pieces))]
    return FLAG if any(flags) else BLOCKED, int(s.winner) + 1
