"""Where a soldier can go, on maps of few rows: many cells at a time, each a bit.

While soldiers move, the empty cells of such a map are noted as bits of words, cell after cell. A soldier looks at two
words of them, moved so that its own column is the first of the second: they reach as far to either side as it goes in a
turn. A step of all cells that are reached is a shift by one cell up and down and by a column to the left and right; the
rock of the frame, never free, separates a column from the next. A table holds the cell of a column nearest to the aim.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int8s
from plowshares.core.simd import BIT, NOTHING, TOP, WORD, find_equal
from plowshares.games.footsoldiers.state import Piece, State

WORD_SHIFT = 6
ROWS = 8  # the longest column that the table is made for
FAR = 100  # the row of what is not there
LEAST_DETOUR = 3  # steps
# Bits as far apart as the cells of a row, by the power of two that a column's length is.
ROW = np.array([sum(1 << i for i in range(0, WORD, 1 << shift)) for shift in range(4)], np.uint64)


def list_nearest(mirrored: bool) -> Int8s:
    """Return the row nearest to an aim's row, by that row and the bits of a column; of two as the order has it."""
    nearest = np.full((ROWS, 1 << ROWS), FAR, np.int8)
    for aim in range(ROWS):
        for bits in range(1, 1 << ROWS):
            rows = [row for row in range(ROWS) if bits >> row & 1]
            nearest[aim, bits] = min(rows, key=lambda row: (abs(row - aim), -row if mirrored else row))
    return nearest


NEAREST = np.stack([list_nearest(False), list_nearest(True)])


# The free cells


@kernel
def fits_words(s: State) -> bool:
    """Ask whether two words hold all cells that any soldier can reach; then the scratch has room for the whole map."""
    fastest = max(int(s.options.speed[0]), int(s.options.speed[1]), int(s.options.speed[2]))
    return s.options.column <= ROWS and fastest * s.options.column < WORD


@kernel
def count_words(s: State) -> int:
    """Return how many words the cells of the frame are."""
    return (((s.options.width + 2) << s.options.shift) + WORD - 1) >> WORD_SHIFT


@kernel
def note_free(s: State) -> bool:
    """Note the free cells of a map that fits, and return whether it does; whoever does so must forget them."""
    if not fits_words(s):
        return False
    words = words_of(s)
    for k in range(count_words(s)):  # an empty word stays before them and one behind, for reads over the edge
        words[k + 1] = find_equal(s.board, k * WORD, Piece.EMPTY.value)
    return True


@kernel
def forget_free(s: State, noted: bool) -> None:
    """Clear what was noted."""
    words = words_of(s)
    for k in range(count_words(s) if noted else 0):
        words[k + 1] = 0


@kernel
def words_of(s: State) -> Any:
    """Return the scratch as words."""
    return s.queue.view(np.uint64)


@kernel
def note_move(s: State, start: int, stop: int) -> None:
    """Note that a soldier has left one cell for another."""
    words = words_of(s)
    words[(start >> WORD_SHIFT) + 1] |= BIT << np.uint64(start & (WORD - 1))
    words[(stop >> WORD_SHIFT) + 1] &= ~(BIT << np.uint64(stop & (WORD - 1)))


@kernel
def look_about(s: State, first: int) -> Any:
    """Return the free cells in the word that ends before a cell, and in the one that begins with it."""
    words, k, right = words_of(s), first >> WORD_SHIFT, np.uint64(first & (WORD - 1))
    left = TOP - right  # and one more: to shift by a whole word is not defined
    low = (words[k] >> right) | ((words[k + 1] << BIT) << left)
    high = (words[k + 1] >> right) | ((words[k + 2] << BIT) << left)
    return low, high


# Ways


@kernel
def find_near(s: State, start: int, aim: int, speed: int, mirrored: bool) -> int:
    """Return the nearest cell to the aim among all within reach, the start if none is nearer. Free cells are noted."""
    shift, rows = int(s.options.shift), int(s.options.column) - 1
    row, across, down = start & rows, (aim >> shift) - (start >> shift), (aim & rows) - (start & rows)
    low, high = look_about(s, start - row)
    left = abs(across) + abs(down)
    steps = min(left, speed)
    # Of the shortest ways the order prefers one with a single turn, and mostly nothing stands on it.
    turns_off = (across > 0) == mirrored  # its row, or else into it
    most, least = min(abs(across), steps), steps - min(abs(down), steps)
    wide = most if turns_off else least
    deep = steps - wide
    low_way, high_way = mark_way(shift, row, wide, deep, across > 0, down > 0, turns_off)
    if (low_way & ~low) | (high_way & ~high) == NOTHING:
        return start + (wide << shift if across > 0 else -(wide << shift)) + (deep if down > 0 else -deep)
    if left == 1:  # nothing is nearer to a taken cell than next to it
        return start
    # To go round something takes a step aside, one ahead, and a third that leads nearer.
    if speed < LEAST_DETOUR and not can_approach(low, high, shift, row, across, down):
        return start
    low, high = flood(low, high, row, shift, speed)
    return choose_reached(s, low, high, start, aim, speed, mirrored)


@kernel
def mark_way(shift: int, row: int, wide: int, deep: int, right: bool, below: bool, turns_off: bool) -> Any:
    """Return the cells of a way of `wide` columns and `deep` rows, off its row or into it; words as in `look_about`.

    Both results of every choice are computed and one is taken: a processor cannot predict where a soldier goes.
    """
    end = row + deep if below else row - deep
    line_row, first_row = row if turns_off else end, row + 1 if below else end
    far = np.uint64(wide << shift)
    back = (np.uint64(WORD) - far) & TOP
    line = (ROW[shift] & ((BIT << far) - BIT)) << np.uint64(line_row)
    column = ((BIT << np.uint64(deep)) - BIT) << np.uint64(first_row)
    next_column = np.uint64(1 << shift)
    line <<= next_column if right else back
    last_column = far if right else back
    column <<= last_column if turns_off else NOTHING
    leftward = turns_off and not right and wide > 0
    low_line, high_line = NOTHING if right else line, line if right else NOTHING
    low_column, high_column = column if leftward else NOTHING, NOTHING if leftward else column
    return low_line | low_column, high_line | high_column


@kernel
def can_approach(low: Any, high: Any, shift: int, row: int, across: int, down: int) -> bool:
    """Ask whether a neighbour that is nearer to the aim is free."""
    own, column = BIT << np.uint64(row), np.uint64(1 << shift)
    above, below = own >> BIT if down < 0 else NOTHING, own << BIT if down > 0 else NOTHING
    right = own << column if across > 0 else NOTHING
    left = own << (np.uint64(WORD) - column) if across < 0 else NOTHING
    return bool((high & (above | below | right)) | (low & left) != NOTHING)


@kernel
def flood(low_free: Any, high_free: Any, row: int, shift: int, speed: int) -> Any:
    """Return the cells within `speed` steps of a row in the first column of the second word."""
    low, high = NOTHING, BIT << np.uint64(row)
    high_free |= high
    column = np.uint64(1 << shift)
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
def choose_reached(s: State, low: Any, high: Any, start: int, aim: int, speed: int, mirrored: bool) -> int:
    """Return the nearest cell to the aim of those reached. The start keeps a tie, then the order decides."""
    shift, rows = int(s.options.shift), int(s.options.column) - 1
    nearest = NEAREST[1 if mirrored else 0, aim & rows]
    bits = np.uint64((2 << rows) - 1)  # of a column
    middle = start >> shift
    best, stop = abs(middle - (aim >> shift)) + abs((start & rows) - (aim & rows)), start
    for turn in range(-speed, speed + 1):
        x = -turn if mirrored else turn
        word = low if x < 0 else high
        row = int(nearest[(word >> np.uint64((x << shift) & (WORD - 1))) & bits])
        away = abs(middle + x - (aim >> shift)) + abs(row - (aim & rows))
        if away < best:
            best, stop = away, ((middle + x) << shift) + row
    return stop
