"""Reading games of Stratego that people played, and replaying them with our rules.

A file holds one game a line, tab-separated: kind, year, result type, winner (red, blue or none), the 100 cells of the
start from row 1 on (`.` empty, `~` lake, Red in lower case, Blue in upper case), and the moves (`b4b5`; Red begins).
Files may be packed (`.xz`). Nothing of the games is part of the project, only numbers that were fitted to them.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plowshares.core.actions import encode
from plowshares.games.stratego import GAME
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import LETTERS
from plowshares.games.stratego.state import Phase

SIZE = 10
SPOTS = 40
NOBODY = -1
OPTIONS = Options(scout="line", two_square=0, no_battle_limit=0, move_cap=20000)


@dataclass(frozen=True)
class HumanGame:
    """One game: what stood where at the start, who moved where, and who won."""

    kind: str
    year: int
    winner: int  # the side, or NOBODY
    setups: tuple[tuple[int, ...], tuple[int, ...]]  # types by spot, as the owner sits; -1 is empty
    moves: tuple[tuple[int, int], ...]  # from and to, as cell numbers


def read_games(path: Path, kind: str = "classic") -> Iterator[HumanGame]:
    """Yield the games of a kind in the order of the file."""
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as lines:
        for line in lines:
            found, year, _, winner, cells, moves = line.rstrip("\n").split("\t")
            if found == kind:
                sides = {"red": 0, "blue": 1}
                yield HumanGame(
                    kind,
                    int(year),
                    sides.get(winner, NOBODY),
                    _read_setups(cells),
                    tuple(map(_read_move, moves.split())),
                )


def format_game(game: HumanGame) -> str:
    """Write a game as a line that `read_games` reads."""
    red, blue = (("".join("." if t < 0 else LETTERS[t] for t in types)) for types in game.setups)
    lakes = "..~~..~~.."
    cells = red + lakes * 2 + blue[::-1].upper()
    winner = {0: "red", 1: "blue"}.get(game.winner, "none")
    moves = " ".join(_format_cell(start) + _format_cell(end) for start, end in game.moves)
    return "\t".join((game.kind, str(game.year), "1", winner, cells, moves))


def _format_cell(cell: int) -> str:
    return f"{'abcdefghij'[cell % SIZE]}{cell // SIZE + 1}"


def _read_setups(cells: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    blue = cells[::-1][:SPOTS].lower()
    return tuple(map(LETTERS.find, cells[:SPOTS])), tuple(map(LETTERS.find, blue))


def _read_move(text: str) -> tuple[int, int]:
    middle = next(i for i in range(2, len(text)) if text[i].isalpha())
    return _read_cell(text[:middle]), _read_cell(text[middle:])


def _read_cell(text: str) -> int:
    return (int(text[1:]) - 1) * SIZE + "abcdefghij".index(text[0])


def start_game(game: HumanGame, options: Options = OPTIONS) -> Any:
    """Return the State after both set-ups, made by hand: nobody has been told the other's."""
    s = GAME.start(options, 1)
    for side, types in enumerate(game.setups):
        for spot, type_ in enumerate(types):
            if type_ >= 0:
                GAME.rules.step(s, side, int(encode(s.actions, int(Kind.PLACE), type_, spot, 0)))
        GAME.rules.step(s, side, int(encode(s.actions, int(Kind.READY), 0, 0, 0)))
    return s


def replay(game: HumanGame, options: Options = OPTIONS) -> Iterator[Any]:
    """Yield the State before every move, always the same record; stop where our rules say that the game is over."""
    s = start_game(game, options)
    reach = int(s.options.reach)
    for start, end in game.moves:
        if s.phase != Phase.PLAY:
            return
        yield s
        rows, columns = end // SIZE - start // SIZE, end % SIZE - start % SIZE
        direction = (0 if rows > 0 else 2) if rows else (1 if columns > 0 else 3)
        way = direction * reach + abs(rows + columns) - 1
        GAME.rules.step(s, int(s.turn), int(encode(s.actions, int(Kind.MOVE), start, way, 0)))
