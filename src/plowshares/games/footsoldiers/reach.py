"""Where a soldier can go, on maps of few rows: many cells at a time, each a bit of two words.

The columns of such a map, one after another in two words, reach as far to either side as a soldier goes in a turn. A
step of all cells that are reached is a shift by one cell up and down and by a column to the left and right; the rock
of the frame, never free, keeps a column apart from the next. What is nearest to the aim in a column is in a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int8s
from plowshares.games.footsoldiers.field import distance
from plowshares.games.footsoldiers.state import Piece, State

WORD = 64  # cells
ROWS = 8  # the longest column that the table is made for
FAR = 100  # the row of what is not there
BIT, TOP = np.uint64(1), np.uint64(WORD - 1)
COLUMN = np.uint64((1 << ROWS) - 1)


def list_nearest(mirrored: bool) -> Int8s:
    """Return the row nearest to an aim's row, by that row and the bits of a column; of two as the order has it."""
    nearest = np.full((ROWS, 1 << ROWS), FAR, np.int8)
    for aim in range(ROWS):
        for bits in range(1, 1 << ROWS):
            rows = [row for row in range(ROWS) if bits >> row & 1]
            nearest[aim, bits] = min(rows, key=lambda row: (abs(row - aim), -row if mirrored else row))
    return nearest


NEAREST = np.stack([list_nearest(False), list_nearest(True)])


@kernel
def is_within_words(s: State, speed: int) -> bool:
    """Ask whether all cells that a soldier can reach lie in two words, its own column being the first of the second."""
    return s.options.column <= ROWS and speed * s.options.column < WORD


@kernel
def reach_nearest(s: State, start: int, aim: int, speed: int, mirrored: bool) -> int:
    """Return the nearest cell to the aim among all within reach; the start if none is nearer."""
    shift = int(s.options.shift)
    first = ((start >> shift) << shift) - WORD
    first = max(0, min(first, len(s.board) - 2 * WORD))
    low, high = flood(s, start - first, first, speed)
    return choose_reached(s, first, low, high, start, aim, speed, mirrored)


@kernel
def find_free(board: Any) -> Any:
    """Return the empty cells among the first of a board."""
    bits = np.uint64(0)
    for i in range(WORD):
        bits |= np.uint64(board[i] == Piece.EMPTY) << np.uint64(i)
    return bits


@kernel
def flood(s: State, start: int, first: int, speed: int) -> Any:
    """Return the cells within so many steps of a start, which is counted from the first cell."""
    low_free, high_free = find_free(s.board[first:]), find_free(s.board[first + WORD :])
    low, high = np.uint64(0), np.uint64(0)
    if start < WORD:
        low = BIT << np.uint64(start)
    else:
        high = BIT << np.uint64(start - WORD)
    low_free, high_free = low_free | low, high_free | high
    column = np.uint64(s.options.column)
    rest = np.uint64(WORD) - column
    for _ in range(speed):
        ups, downs = low << BIT, (low >> BIT) | (high << TOP)
        rights, lefts = low << column, (low >> column) | (high << rest)
        over_ups, over_downs = (high << BIT) | (low >> TOP), high >> BIT
        over_rights, over_lefts = (high << column) | (low >> rest), high >> column
        low = (low | ups | downs | rights | lefts) & low_free
        high = (high | over_ups | over_downs | over_rights | over_lefts) & high_free
    return low, high


@kernel
def choose_reached(s: State, first: int, low: Any, high: Any, start: int, aim: int, speed: int, mirrored: bool) -> int:
    """Return the nearest cell to the aim of those reached. The start keeps a tie, then the order decides."""
    shift, rows = int(s.options.shift), int(s.options.column) - 1
    nearest = NEAREST[1 if mirrored else 0, aim & rows]
    # The words reach as far; where they were moved to keep within the board, the map ends before they do.
    left, right = max(1, (start >> shift) - speed), min(int(s.options.width), (start >> shift) + speed) + 1
    best, stop = distance(s, start, aim), start
    for turn in range(right - left):
        x = right - 1 - turn if mirrored else left + turn
        place = (x << shift) - first
        word = low if place < WORD else high
        row = int(nearest[(word >> np.uint64(place & (WORD - 1))) & np.uint64(rows_bits(rows))])
        away = abs(x - (aim >> shift)) + abs(row - (aim & rows))
        if away < best:
            best, stop = away, (x << shift) + row
    return stop


@kernel
def rows_bits(rows: int) -> int:
    """Return a bit for each row of a column, whose last row has that number."""
    return (2 << rows) - 1


@kernel
def count_zeros(bits: Any) -> int:
    """Return how many zeros are below the lowest bit that is set."""
    below, count = (bits - BIT) & ~bits, 0
    while below != 0:  # the compiler knows this loop as one instruction
        below &= below - BIT
        count += 1
    return count
