"""Sets of cells that are walked in cell order without looking at what is not in them."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int64s, Record

NOWHERE = -1
SHIFT = 5
SPAN = 1 << SHIFT  # bits in use per word: never the sign bit of an Int64
LOW = SPAN - 1
BITS = (1 << SPAN) - 1
MOST_WORDS = SPAN * (SPAN - 1)  # so that there is a bit for every top

# The remainders of 1, 2, 4, … 2**31 by 37 all differ.
_MODULUS = 37
_BIT = np.array([next((i for i in range(SPAN) if (1 << i) % _MODULUS == r), 0) for r in range(_MODULUS)], np.int64)


class CellSet(Record):
    """A set of cells as bits, above it which words are not empty, and above those which tops are not.

    The last stands in the upper half of the first top, so that the next cell is found in the same few steps however
    much empty land lies between.
    """

    words: Annotated[Int64s, "words"]  # one bit per cell
    tops: Annotated[Int64s, "tops"]  # one bit per word; in the first also, from SPAN on, one per top after it


def set_sizes(cells: int) -> dict[str, int]:
    """Return the sizes of a CellSet for that many cells."""
    words = max(1, -(-cells // SPAN))
    if words > MOST_WORDS:
        raise ValueError(f"a set has room for {MOST_WORDS * SPAN} cells, not for {cells}")
    return {"words": words, "tops": max(1, -(-words // SPAN))}


@kernel
def lowest_bit(bits: int) -> int:
    """Return the place of the lowest 1; there is one."""
    return int(_BIT[(bits & -bits) % _MODULUS])


@kernel
def has_cell(cells: CellSet, cell: int) -> bool:
    """Ask whether the set holds the cell."""
    return (cells.words[cell >> SHIFT] >> (cell & LOW)) & 1 == 1  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def add_cell(cells: CellSet, cell: int) -> None:
    """Put a cell into the set."""
    word = cell >> SHIFT
    cells.words[word] |= 1 << (cell & LOW)
    top = word >> SHIFT
    cells.tops[top] |= 1 << (word & LOW)
    if top > 0:
        cells.tops[0] |= 1 << (SPAN + top)


@kernel
def remove_cell(cells: CellSet, cell: int) -> None:
    """Take a cell out of the set."""
    word = cell >> SHIFT
    cells.words[word] &= ~(1 << (cell & LOW))
    if cells.words[word] == 0:
        top = word >> SHIFT
        cells.tops[top] &= ~(1 << (word & LOW))
        if top > 0 and cells.tops[top] == 0:
            cells.tops[0] &= ~(1 << (SPAN + top))


@kernel
def next_cell(cells: CellSet, start: int) -> int:
    """Return the first cell of the set from `start` on, or NOWHERE."""
    word = start >> SHIFT
    if word >= len(cells.words):
        return NOWHERE
    bits = cells.words[word] >> (start & LOW)
    if bits != 0:
        return start + lowest_bit(bits)
    word = _next_word(cells, word + 1)
    if word == NOWHERE:
        return NOWHERE
    return (word << SHIFT) + lowest_bit(cells.words[word])


@kernel
def _next_word(cells: CellSet, start: int) -> int:
    top = start >> SHIFT
    if top >= len(cells.tops):
        return NOWHERE
    bits = (cells.tops[top] & BITS) >> (start & LOW)
    if bits != 0:
        return start + lowest_bit(bits)
    later = cells.tops[0] >> (SPAN + top + 1)
    if later == 0:
        return NOWHERE
    top += 1 + lowest_bit(later)
    return (top << SHIFT) + lowest_bit(cells.tops[top])
