"""The table: what every position of `micro` is worth against somebody who moves at random.

Cells are counted as the player sits, its own row first. A level's positions are where its movers stand. Since battles
lead to later levels, which are worked out before, only moves without a battle lead back and forth within one: these
are followed round by round, as many as the limit without battles allows or until nothing changes. The two-square rule
is left out: it bars few moves, and those only for one turn.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.heuristics.small.levels import (
    BOMB,
    DRAWN,
    FLAG,
    LOST,
    MOVERS,
    RESULTS,
    WON,
    A,
    C,
    D,
    Level,
    tabulate,
)
from plowshares.games.stratego.state import Settings

SIDE = 4  # cells of the board's edge
CELLS = SIDE * SIDE
WAYS = 4
MOST_MOVES = 2 * WAYS  # of two movers
NOBODY, NO_CELL, NO_MOVE = -1, -1, -1
US, THEM = 0, 1  # whose turn it is
MOST_TABLES = 24  # that are kept: six for each set-up, 3 MB each
PATIENCE = 0.9999  # what a score is worth a move later: whoever can win at once shall
STILL = 1e-6  # a change that does not matter
STEPS = np.full((CELLS, WAYS), NO_CELL, np.int64)
for _cell in range(CELLS):
    for _way, (_up, _right) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        if 0 <= _cell // SIDE + _up < SIDE and 0 <= _cell % SIDE + _right < SIDE:
            STEPS[_cell, _way] = _cell + SIDE * _up + _right


class Table:
    """The board worked out for one place of our bomb and flag, and of the two enemy pieces that stay."""

    def __init__(self, settings: Any, bomb: int, flag: int, c: int, d: int) -> None:
        self.battles = tabulate(settings)
        levels = self.battles.levels
        self._numbers = {level: number for number, level in enumerate(levels)}
        self._alive = np.array([level.movers for level in levels], np.int64)
        sizes = CELLS ** self._alive.sum(1)
        self._first = np.cumsum(sizes) - sizes
        self._values = np.zeros((2, int(sizes.sum())), np.float32)
        self._stays = {BOMB: bomb, FLAG: flag, C: c, D: d}
        rounds = int(settings.no_battle_limit) or CELLS * CELLS
        for number, level in enumerate(levels):
            self._work_out(number, level, rounds)
        self._values = self._values[THEM:].copy()  # only what comes after our move is asked for

    def knows(self, level: Level) -> bool:
        """Ask whether a level can be reached from the first one."""
        return level in self._numbers

    def rate_move(self, level: Level, at: list[int], mover: int, to: int) -> float:
        """Return what it is worth to move one of our pieces, from where all movers stand."""
        number = self._numbers[level]
        board, cells = np.full(CELLS, NOBODY), np.array(at, np.int64)
        stand(board, self._alive[number], cells, self._stand_still(level))
        target = int(board[to])
        cells[mover] = to
        if target == NOBODY:
            return float(self._values[0, self._first[number] + place_of(self._alive[number], cells)])
        return float(meet(number, mover, target, cells, 0, *self._tables()))

    def _tables(self) -> tuple[Any, ...]:
        battles = self.battles
        return battles.sure, battles.chance, battles.after, self._alive, self._first, self._values

    def _stand_still(self, level: Level) -> Any:
        """Return the cells of the pieces that stay, in their order, as far as they are left."""
        gone = set() if level.bomb else {BOMB}
        gone |= set() if level.enemy_bomb else {C, D} - {level.flag}
        return np.array([NO_CELL if piece in gone else cell for piece, cell in self._stays.items()], np.int64)

    def _work_out(self, number: int, level: Level, rounds: int) -> None:
        positions = CELLS ** sum(level.movers)
        where, numbers = np.zeros(positions, np.int64), np.zeros(positions, np.int64)
        still = self._stand_still(level)
        count = list_positions(self._alive[number], still, where, numbers)
        quiet = np.full((2, count, MOST_MOVES), NO_MOVE, np.int32)
        fought, moves = np.zeros((2, count)), np.zeros((2, count), np.int64)
        list_moves(number, still, where[:count], numbers, quiet, fought, moves, *self._tables())
        found = np.full((2, count), DRAWN)
        sweep(quiet, fought, moves, rounds, found, found.copy())
        self._values[:, self._first[number] + where[:count]] = found


@functools.lru_cache(maxsize=MOST_TABLES)
def find_table(limit: int, bomb_stays: bool, bomb: int, flag: int, c: int, d: int) -> Table:
    """Return the table for a limit without battles, a kind of bomb, and the cells of those that stay."""
    settings = Settings.new()
    settings.no_battle_limit, settings.bomb_stays = limit, bomb_stays
    return Table(settings, bomb, flag, c, d)


@kernel
def place_of(alive: Any, at: Any) -> int:
    """Return the number of a position within its level."""
    place = 0
    for piece in range(MOVERS):
        if alive[piece]:
            place = CELLS * place + at[piece]
    return place


@kernel
def read_place(place: int, alive: Any, at: Any) -> None:
    """Write where the movers of a position stand."""
    for turn in range(MOVERS):
        piece = MOVERS - 1 - turn
        at[piece] = NO_CELL
        if alive[piece]:
            at[piece] = place % CELLS
            place //= CELLS


@kernel
def stand(board: Any, alive: Any, at: Any, still: Any) -> bool:
    """Write who stands where; return whether everybody has a cell alone."""
    for cell in range(CELLS):
        board[cell] = NOBODY
    for i in range(len(still)):
        if still[i] != NO_CELL:
            board[still[i]] = BOMB + i
    for piece in range(MOVERS):
        if alive[piece]:
            if board[at[piece]] != NOBODY:
                return False
            board[at[piece]] = piece
    return True


@kernel
def list_positions(alive: Any, still: Any, where: Any, numbers: Any) -> int:
    """Number the positions in which nobody shares a cell, both ways; return how many."""
    board, at = np.zeros(CELLS, np.int64), np.zeros(MOVERS, np.int64)
    count = 0
    for place in range(len(numbers)):
        numbers[place] = NO_MOVE
        read_place(place, alive, at)
        if stand(board, alive, at, still):
            numbers[place] = count
            where[count] = place
            count += 1
    return count


@kernel
def is_ours(piece: int) -> bool:
    """Ask whether a piece is the player's own."""
    return piece < A or piece in (BOMB, FLAG)


@kernel
def list_moves(
    level: int, still: Any, where: Any, numbers: Any, quiet: Any, fought: Any, moves: Any,
    sure: Any, chance: Any, after: Any, alive: Any, first: Any, values: Any,
) -> None:  # fmt: skip
    """Write of each position and turn the moves without a battle, what battles are worth, and how many moves there are.

    Of our battles the best counts, of theirs the sum.
    """
    board, at = np.zeros(CELLS, np.int64), np.zeros(MOVERS, np.int64)
    for number in range(len(where)):
        read_place(where[number], alive[level], at)
        stand(board, alive[level], at, still)
        for piece in range(MOVERS):
            home, turn = at[piece], US if piece < A else THEM
            for way in range(WAYS if home != NO_CELL else 0):
                to = STEPS[home, way]
                if to == NO_CELL or (board[to] != NOBODY and is_ours(board[to]) == is_ours(piece)):
                    continue
                at[piece] = to
                if board[to] == NOBODY:
                    add_quiet(quiet[turn, number], numbers[place_of(alive[level], at)])
                else:
                    worth = meet(level, piece, board[to], at, 1 - turn, sure, chance, after, alive, first, values)
                    fought[turn, number] = (
                        max(fought[turn, number], worth) if turn == US else fought[turn, number] + worth
                    )
                moves[turn, number] += 1
                at[piece] = home


@kernel
def add_quiet(quiet: Any, number: int) -> None:
    """Add a position to the end of a list."""
    i = 0
    while quiet[i] != NO_MOVE:
        i += 1
    quiet[i] = number


@kernel
def meet(
    level: int, attacker: int, target: int, at: Any, turn: int,
    sure: Any, chance: Any, after: Any, alive: Any, first: Any, values: Any,
) -> float:  # fmt: skip
    """Return what a battle is worth; `at` is where the movers then stand, if they are left, and `turn` whose it is."""
    total = float(sure[level, attacker, target])
    for i in range(RESULTS):
        if chance[level, attacker, target, i] > 0.0:
            then = after[level, attacker, target, i]
            place = first[then] + place_of(alive[then], at)
            total += chance[level, attacker, target, i] * values[turn, place]
    return total


@kernel
def sweep(quiet: Any, fought: Any, moves: Any, rounds: int, found: Any, before: Any) -> None:
    """Follow the moves of a level round by round: ours is the best one, theirs any. Who has none has lost."""
    for _ in range(rounds):
        change = 0.0
        for number in range(len(moves[US])):
            best, total = fought[US, number] if moves[US, number] > 0 else LOST, fought[THEM, number]
            for i in range(MOST_MOVES):
                if quiet[US, number, i] == NO_MOVE:
                    break
                best = max(best, PATIENCE * before[THEM, quiet[US, number, i]])
            for i in range(MOST_MOVES):
                if quiet[THEM, number, i] == NO_MOVE:
                    break
                total += PATIENCE * before[US, quiet[THEM, number, i]]
            found[US, number] = best
            found[THEM, number] = total / moves[THEM, number] if moves[THEM, number] > 0 else WON
            change = max(change, abs(best - before[US, number]), abs(found[THEM, number] - before[THEM, number]))
        for number in range(len(moves[US])):
            before[US, number], before[THEM, number] = found[US, number], found[THEM, number]
        if change < STILL:
            break
