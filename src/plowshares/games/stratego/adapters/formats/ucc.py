"""The logs of the UCC 2012 protocol: both set-ups, every move with its outcome, and a closing line.

Red is on top and x, y count from the top left. Read upside down that is our board: y is the row, from a1's row on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from plowshares.core.formats import InvalidFile, Left, Played, Transcript
from plowshares.core.parsing import cell_name, parse_cell, quote
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
from plowshares.games.stratego.pieces import MOST_SPOTS, Type
from plowshares.games.stratego.state import NOWHERE, Result

TITLE = "UCC log"
SUFFIXES = (".log", ".txt")
# Ranks: 1 is the marshal, 9 the scout.
RANKS = {**{str(11 - code + 1): code for code in range(Type.SCOUT, Type.MARSHAL + 1)}, "s": 2, "B": 1, "F": 0}
RANK_OF = {code: rank for rank, code in RANKS.items()}
WAYS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
COLOURS = ("RED", "BLUE")
VICTORIES = {"flag": "VICTORY_FLAG", "army": "VICTORY_ATTRITION", "blocked": "VICTORY_ATTRITION"}
_ROW = re.compile(r"[1-9sSBF.]{10}\Z")
_MOVE = re.compile(
    r"(?:(?:RED|BLUE):?\s+)?([0-9]) ([0-9]) (UP|DOWN|LEFT|RIGHT)(?: ([0-9]))?(?:\s+([A-Z_]+)(?:\s.*)?)?\Z"
)
_END = re.compile(r"(RED|BLUE|NOBODY|NONE)\s+(?:WINS\s+)?([A-Z_]+)")
_SETUP_ROWS = 8
FALLS = {int(Result.ATTACKER_FALLS): "DIES", int(Result.DEFENDER_FALLS): "KILLS", int(Result.BOTH_FALL): "BOTHDIE"}


def is_mine(data: bytes) -> bool:
    """Ask whether a file looks like a log: the first rows are set-ups."""
    try:
        lines = _lines(data)
    except InvalidFile:
        return False
    return sum(bool(_ROW.match(line)) for line in lines[: _SETUP_ROWS + 6]) >= _SETUP_ROWS


def _lines(data: bytes) -> list[str]:
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as error:
        raise InvalidFile(f"not a log: {error}") from None
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def read(data: bytes, name: str = "") -> Transcript:
    """Read a log; raise InvalidFile that quotes what is wrong with it."""
    lines = _lines(data)
    rows = [line for line in lines if _ROW.match(line)]
    if len(rows) != _SETUP_ROWS:
        raise InvalidFile(f"a log has {_SETUP_ROWS} rows of set-ups, this one {len(rows)}")
    opening = open_board(read_rows(rows[:4], rows[4:]))
    commands: list[Played] = []
    left, drawn, note = None, False, ""
    for line in lines[lines.index(rows[-1]) + 1 :]:
        move = _MOVE.match(line)
        if move:
            commands.append(Played(len(commands) % 2, read_line(line)))
            continue
        end = _END.match(line)
        if not end:
            raise InvalidFile(f"this line is neither a move nor the end: {quote(line)}")
        note = line
        drawn = end[1] in ("NOBODY", "NONE")
        if not drawn and end[2] not in VICTORIES.values():
            loser = 1 - COLOURS.index(end[1])
            left = Left(loser, "resigned" if end[2] == "SURRENDER" else "illegal" if end[2] == "ILLEGAL" else "time")
    options = {"variant": opening.variant, "two_square": 0, **NO_LIMITS}
    return Transcript(options, [*opening.commands, *commands], (), left, drawn, note, opening.position)


def read_rows(red: Sequence[str], blue: Sequence[str]) -> Board:
    """Return the board of two set-ups of four rows, the top row first."""
    board = {}
    for side, rows, first in ((0, red, 0), (1, blue, SIZE - 4)):
        for y, row in enumerate(rows, first):
            for x, letter in enumerate(row.replace("S", "s")):
                if letter != ".":
                    board[y * SIZE + x] = Man(side, RANKS[letter])
    return board


def write_rows(board: Board, side: int) -> list[str]:
    """Write a side's set-up as four rows, the top row first."""
    cells = range(MOST_SPOTS) if side == 0 else range(CELLS - MOST_SPOTS, CELLS)
    letters = [RANK_OF[board[cell].type] if cell in board else "." for cell in cells]
    return ["".join(letters[i : i + SIZE]) for i in range(0, MOST_SPOTS, SIZE)]


def read_line(line: str) -> str:
    """Return our text of a move `X Y WAY [n]`; raise InvalidFile if it leaves the board or is none."""
    move = _MOVE.match(line.strip())
    if not move:
        raise InvalidFile(f"this is not a move 'X Y UP|DOWN|LEFT|RIGHT [n]': {quote(line)}")
    x, y, steps = int(move[1]), int(move[2]), int(move[4] or 1)
    to_x, to_y = x + WAYS[move[3]][0] * steps, y + WAYS[move[3]][1] * steps
    if not (0 <= to_x < SIZE and 0 <= to_y < SIZE):
        raise InvalidFile(f"the move leaves the board: {quote(line)}")
    return f"{cell_name(x, y)}-{cell_name(to_x, to_y)}"


def write_line(text: str) -> str:
    """Write one of our moves as `X Y WAY n`."""
    places = [parse_cell(name) for name in read_move(text)]
    (x, y), (to_x, to_y) = (place or (0, 0) for place in places)
    steps = max(abs(to_x - x), abs(to_y - y))
    way = next(name for name, step in WAYS.items() if step == ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y)))
    return f"{x} {y} {way}" + (f" {steps}" if steps > 1 else "")


def outcome_of(s: Any) -> str:
    """Write what the last move did, as the manager tells both sides: OK, KILLS a d, DIES a d, BOTHDIE a d …"""
    last = s.last
    if last.contested == NOWHERE:
        return "OK"
    attacker, defender = int(s.types[last.piece]), int(s.types[last.defender])
    if defender == Type.FLAG and last.result == Result.DEFENDER_FALLS:
        return "VICTORY_FLAG"
    return f"{FALLS[int(last.result)]} {RANK_OF.get(attacker, '?')} {RANK_OF.get(defender, '?')}"


def write(options: Any, states: Sequence[Any], transcript: Transcript) -> bytes:
    """Write a log."""
    board, skipped = first_board(states)
    if any(cell >= MOST_SPOTS if man.side == 0 else cell < CELLS - MOST_SPOTS for cell, man in board.items()):
        raise InvalidFile("a log begins with set-ups, this match with a position")
    lines = [*write_rows(board, 0), *write_rows(board, 1)]
    moves = zip(transcript.commands[skipped:], states[skipped + 1 :], strict=True)
    lines += [f"{COLOURS[seat]} {write_line(text)} {outcome_of(s)}" for (seat, text), s in moves]
    lines.append(_end_of(states[-1], transcript))
    return ("\n".join(lines) + "\n").encode()


def _end_of(s: Any, transcript: Transcript) -> str:
    if transcript.left is not None:
        words = {"resigned": "SURRENDER", "illegal": "ILLEGAL"}
        return f"{COLOURS[1 - transcript.left.seat]} {words.get(transcript.left.reason, 'TIMEOUT')}"
    if transcript.drawn or s.winner < 0:
        return "NOBODY DRAW"
    return f"{COLOURS[int(s.winner)]} {'VICTORY_FLAG' if outcome_of(s) == 'VICTORY_FLAG' else 'VICTORY_ATTRITION'}"
