"""The table: the value of every position of `micro` against an opponent that moves at random.

Cells are counted as the player sits, its own row first. A level's positions are where its movers stand. Since battles
lead to later levels, which are solved before, only moves without a battle lead back and forth within one: these
are followed round by round, as many as the limit without battles allows or until nothing changes. The two-square rule
is left out: it bars few moves, and those only for one turn.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.heuristics.tablebase.levels import (
    BOMB,
    DRAWN,
    FLAG,
    LOST,
    MOVERS,
    RESULTS,
    WON,
    A,
    Battles,
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
THEM, US = 0, 1  # whose turn it is
MOST_TABLES = 24  # in memory: six for each set-up, 3 MB each
DISCOUNT = 0.9999  # of a score a move later, so that a win at once is preferred
STILL = 1e-6  # a change that does not matter
STEPS = np.full((CELLS, WAYS), NO_CELL, np.int64)
for _cell in range(CELLS):
    for _way, (_up, _right) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        if 0 <= _cell // SIDE + _up < SIDE and 0 <= _cell % SIDE + _right < SIDE:
            STEPS[_cell, _way] = _cell + SIDE * _up + _right


class ValueTable:
    """The board solved for one place of our bomb and flag, and of the two enemy pieces that stay."""

    def __init__(self, settings: Any, bomb: int, flag: int, c: int, d: int) -> None:
        self.battles = tabulate(settings)
        self._numbers = {level: number for number, level in enumerate(self.battles.levels)}
        self._stays = {BOMB: bomb, FLAG: flag, C: c, D: d}
        self._tables = new_tables(self.battles)
        workspace, rounds = new_workspace(), int(settings.no_battle_limit) or CELLS * CELLS
        for level, number in self._numbers.items():
            solve_level(number, self._stand_still(level), rounds, self._tables, workspace)
        *others, values = self._tables
        self._tables = (*others, values[: THEM + 1].copy())  # all that is asked for is what comes after our moves

    def knows(self, level: Level) -> bool:
        """Ask whether a level can be reached from the first one."""
        return level in self._numbers

    def rate_move(self, level: Level, at: list[int], mover: int, to: int) -> float:
        """Return what it is worth to move one of our pieces, from where all movers stand."""
        cells = np.array(at, np.int64)
        return float(rate(self._numbers[level], self._stand_still(level), cells, mover, to, self._tables))

    def _stand_still(self, level: Level) -> Any:
        """Return the cells of the pieces that stay, in their order, as far as they are left."""
        gone = set() if level.bomb else {BOMB}
        gone |= set() if level.enemy_bomb else {C, D} - {level.flag}
        return np.array([NO_CELL if piece in gone else cell for piece, cell in self._stays.items()], np.int64)


def new_tables(battles: Battles) -> tuple[Any, ...]:
    """Return what the kernels read: battles, who is left in each level, where its values begin, and the values."""
    alive = np.array([level.movers for level in battles.levels], np.int64)
    sizes = CELLS ** alive.sum(1)
    values = np.zeros((2, int(sizes.sum())), np.float32)
    return battles.sure, battles.chance, battles.after, alive, np.cumsum(sizes) - sizes, values


def new_workspace() -> tuple[Any, ...]:
    """Return the workspace for the positions of one level, by turn where that matters."""
    most = CELLS**MOVERS
    where, numbers = np.zeros(most, np.int64), np.zeros(most, np.int64)
    quiet, fought = np.zeros((2, most, MOST_MOVES), np.int32), np.zeros((2, most))
    return where, numbers, quiet, fought, np.zeros((2, most), np.int64), np.zeros((2, most)), np.zeros((2, most))


def list_kernels(battles: Battles) -> list[tuple[Any, tuple[Any, ...]]]:
    """List what is called to make a table and to ask it, with arguments of the right types."""
    tables, few = new_tables(battles), np.zeros(MOVERS, np.int64)
    return [(solve_level, (0, few, 1, tables, new_workspace())), (rate, (0, few, few, 0, 0, tables))]


@functools.lru_cache(maxsize=MOST_TABLES)
def find_table(limit: int, bomb_stays: bool, bomb: int, flag: int, c: int, d: int) -> ValueTable:
    """Return the table for a limit without battles, a kind of bomb, and the cells of those that stay."""
    settings = Settings.new()
    settings.no_battle_limit, settings.bomb_stays = limit, bomb_stays
    return ValueTable(settings, bomb, flag, c, d)


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
def solve_level(level: int, still: Any, rounds: int, tables: Any, workspace: Any) -> None:
    """Write the values of a level's positions; those of later levels are known."""
    _, _, _, alive, first, values = tables
    where, numbers, _, _, _, found, _ = workspace
    count = list_positions(alive[level], still, where, numbers)
    for number in range(count):
        list_moves(level, still, number, tables, workspace)
    sweep(count, rounds, workspace)
    for turn in range(2):
        for number in range(count):
            values[turn, first[level] + where[number]] = found[turn, number]


@kernel
def list_positions(alive: Any, still: Any, where: Any, numbers: Any) -> int:
    """Number the positions in which nobody shares a cell, both ways; return how many."""
    board, at = np.zeros(CELLS, np.int64), np.zeros(MOVERS, np.int64)
    count, most = 0, 1
    for piece in range(MOVERS):
        most *= CELLS if alive[piece] else 1
    for place in range(most):
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
def list_moves(level: int, still: Any, number: int, tables: Any, workspace: Any) -> None:
    """Write of a position, for either turn, the moves without a battle, what battles are worth, and how many moves.

    Of our battles the best counts, of theirs the sum.
    """
    alive = tables[3]
    where, numbers, quiet, fought, moves, _, _ = workspace
    board, at = np.zeros(CELLS, np.int64), np.zeros(MOVERS, np.int64)
    read_place(where[number], alive[level], at)
    stand(board, alive[level], at, still)
    for turn in range(2):
        fought[turn, number] = moves[turn, number] = count = 0
        for piece in range(A) if turn == US else range(A, MOVERS):
            home = at[piece]
            for way in range(WAYS if home != NO_CELL else 0):
                to = STEPS[home, way]
                if to == NO_CELL or (board[to] != NOBODY and is_ours(board[to]) == is_ours(piece)):
                    continue
                moves[turn, number] += 1
                at[piece] = to
                if board[to] == NOBODY:
                    quiet[turn, number, count] = numbers[place_of(alive[level], at)]
                    count += 1
                else:
                    worth = meet(level, piece, board[to], at, 1 - turn, tables)
                    best = max(fought[turn, number], worth)
                    fought[turn, number] = best if turn == US else fought[turn, number] + worth
                at[piece] = home
        if count < MOST_MOVES:
            quiet[turn, number, count] = NO_MOVE


@kernel
def meet(level: int, attacker: int, target: int, at: Any, turn: int, tables: Any) -> float:
    """Return what a battle is worth; `at` is where the movers then stand, if they are left, and `turn` whose it is."""
    sure, chance, after, alive, first, values = tables
    total = float(sure[level, attacker, target])
    for i in range(RESULTS):
        if chance[level, attacker, target, i] > 0.0:
            then = after[level, attacker, target, i]
            place = first[then] + place_of(alive[then], at)
            total += chance[level, attacker, target, i] * values[turn, place]
    return total


@kernel
def sweep(count: int, rounds: int, workspace: Any) -> None:
    """Follow the moves of a level round by round: ours is the best one, theirs any. A side without a move has lost."""
    _, _, quiet, fought, moves, found, before = workspace
    for turn in range(2):
        for number in range(count):
            found[turn, number] = before[turn, number] = DRAWN
    for _ in range(rounds):
        change = 0.0
        for number in range(count):
            best, total = fought[US, number] if moves[US, number] > 0 else LOST, fought[THEM, number]
            for i in range(MOST_MOVES):
                if quiet[US, number, i] == NO_MOVE:
                    break
                best = max(best, DISCOUNT * before[THEM, quiet[US, number, i]])
            for i in range(MOST_MOVES):
                if quiet[THEM, number, i] == NO_MOVE:
                    break
                total += DISCOUNT * before[US, quiet[THEM, number, i]]
            found[US, number] = best
            found[THEM, number] = total / moves[THEM, number] if moves[THEM, number] > 0 else WON
            change = max(change, abs(best - before[US, number]), abs(found[THEM, number] - before[THEM, number]))
        for turn in range(2):
            for number in range(count):
                before[turn, number] = found[turn, number]
        if change < STILL:
            break


@kernel
def rate(level: int, still: Any, at: Any, mover: int, to: int, tables: Any) -> float:
    """Return what one of our moves is worth from a position of a level; `at` is changed."""
    _, _, _, alive, first, values = tables
    board = np.zeros(CELLS, np.int64)
    stand(board, alive[level], at, still)
    at[mover] = to
    if board[to] != NOBODY:
        return meet(level, mover, board[to], at, THEM, tables)
    return DISCOUNT * values[THEM, first[level] + place_of(alive[level], at)]  # type: ignore[no-any-return]  # NumPy's stubs lose the type
