"""The move on `micro` that is best by the table, over all that the enemy's pieces may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from plowshares.core.jit import is_interpreted
from plowshares.games.stratego.board import cell_of, is_movable
from plowshares.games.stratego.heuristics.rating import ends_of
from plowshares.games.stratego.heuristics.tablebase.levels import MARSHAL, MINER, OPEN, A, B, C, D, Level, tabulate
from plowshares.games.stratego.heuristics.tablebase.table import (
    CELLS,
    NO_CELL,
    SIDE,
    find_table,
    list_kernels,
    solve_level,
)
from plowshares.games.stratego.pieces import UNKNOWN, VARIANTS, Type
from plowshares.games.stratego.state import NOWHERE, Phase, Prepared, Reveal, Scoring

NO_ACTION = -1
ARMY = tuple(type_ for type_, count in enumerate(VARIANTS["micro"].army) if count)


class Guess(NamedTuple):
    """Two pieces of the enemy that may be those that move, and what is known if they are. Pieces are by column."""

    movers: tuple[int, ...]
    weight: int
    marshal: int
    flag: int


def solve(s: Any, seat: int, legal: Sequence[int]) -> int:
    """Return the best move for the seat, or NO_ACTION where the board is not solved."""
    if s.phase != Phase.PLAY or not is_small(s) or is_interpreted(solve_level):
        return NO_ACTION
    if s.options.prepared[1 - seat] == Prepared.GIVEN:  # then everything is known, which the table is not made for
        return NO_ACTION
    side = Sight(s, seat)
    guesses = list(side.guesses()) if side.began_at_home() else []
    if not guesses:
        return NO_ACTION
    rated = dict.fromkeys(legal, 0.0)
    for guess in guesses:
        table, level, at = side.find(guess)
        if not table.knows(level):  # such as in a position that somebody has written
            return NO_ACTION
        for action in legal:
            start, end = (side.cell(square) for square in ends_of(s, action))
            rated[action] += guess.weight * table.rate_move(level, at, MARSHAL if start == at[MARSHAL] else MINER, end)
    return max(legal, key=lambda action: rated[action])


def is_small(s: Any) -> bool:
    """Ask whether a match is one of `micro`, with the rules that the table is made for."""
    options, micro = s.options, VARIANTS["micro"]
    has_board = (options.width, options.height, options.rows) == (micro.width, micro.height, micro.rows)
    has_land = sum(int(land).bit_count() for land in s.land) == CELLS
    plain = options.battle_reveal == Reveal.BOTH and options.cap_scoring == Scoring.DRAW and not options.more_squares
    return bool(has_board and has_land and plain and tuple(options.army) == micro.army)


def solving(s: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """List the kernels that `solve` calls in matches like this one, with arguments of the right types."""
    return list_kernels(tabulate(s.options)) if is_small(s) else []


class Sight:
    """What a seat knows, with cells as it sits and pieces by column."""

    def __init__(self, s: Any, seat: int) -> None:
        self._s, self._seat = s, seat
        first, other = (0, int(s.blue)) if seat == 0 else (int(s.blue), 0)
        # Pieces are numbered along the rows as Red sits.
        self._ours, self._theirs = (
            [begin + (i if seat == 0 else SIDE - 1 - i) for i in range(SIDE)] for begin in (first, other)
        )

    def cell(self, square: int) -> int:
        """Return a square's cell."""
        if square == NOWHERE:
            return NO_CELL
        cell = int(cell_of(self._s, square))
        return cell if self._seat == 0 else CELLS - 1 - cell

    def began_at_home(self) -> bool:
        """Ask whether what has not moved stands where its number says: in a position that was written it may not."""
        s = self._s
        if s.blue != SIDE or s.pieces != 2 * SIDE:
            return False
        homes = {piece: column for column, piece in enumerate(self._ours) if not is_movable(s.types[piece])}
        homes |= {piece: CELLS - SIDE + i for i, piece in enumerate(self._theirs) if not s.moved[piece]}
        cells = {piece: self.cell(int(s.squares[piece])) for piece in homes}
        return all(cells[piece] in (NO_CELL, home) for piece, home in homes.items())

    def guesses(self) -> Iterator[Guess]:
        """List which pieces of the enemy may be its movers. All set-ups that are still possible are equally likely."""
        possible = [types for types in permutations(ARMY) if all(map(self._may_be, self._theirs, types))]
        found = sorted({tuple(i for i in range(SIDE) if is_movable(types[i])) for types in possible})
        for movers in found:
            such = [types for types in possible if all(is_movable(types[i]) for i in movers)]
            marshals, flags = ({types.index(type_) for types in such} for type_ in (Type.MARSHAL, Type.FLAG))
            rest = [i for i in range(SIDE) if i not in movers]
            marshal = OPEN if len(marshals) > 1 else (A, B)[movers.index(marshals.pop())]
            flag = OPEN if len(flags) > 1 else (C, D)[rest.index(flags.pop())]
            yield Guess(movers, len(such), marshal, flag)

    def find(self, guess: Guess) -> tuple[Any, Level, list[int]]:
        """Return the table for a guess, the level, and where the movers stand."""
        s = self._s
        ours = {int(s.types[piece]): column for column, piece in enumerate(self._ours)}
        cells = [self.cell(int(s.squares[piece])) for piece in self._theirs]
        rest = [i for i in range(SIDE) if i not in guess.movers]
        at = [self.cell(int(s.squares[self._ours[ours[type_]]])) for type_ in (Type.MARSHAL, Type.MINER)]
        at += [cells[i] for i in guess.movers]
        bomb = self._s.squares[self._ours[ours[Type.BOMB]]] != NOWHERE
        enemy_bomb = all(cells[i] != NO_CELL for i in rest)
        level = Level(tuple(cell != NO_CELL for cell in at), bool(bomb), enemy_bomb, guess.marshal, guess.flag)
        places = (ours[Type.BOMB], ours[Type.FLAG], *(CELLS - SIDE + i for i in rest))
        return find_table(int(s.options.no_battle_limit), bool(s.options.bomb_stays), *places), level, at

    def _may_be(self, piece: int, type_: int) -> bool:
        """Ask whether a piece of the enemy may have a type."""
        s = self._s
        return s.types[piece] in (UNKNOWN, type_) and (is_movable(type_) or not s.moved[piece])
