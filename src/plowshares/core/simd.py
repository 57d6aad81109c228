"""SIMD comparisons that return bit masks.

One or two instructions on most machines, which LLVM does not make from any loop. WORD consecutive integers are compared
with a value or with other integers of the same type; all of them must exist.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from plowshares.core.jit import kernel

WORD = 64  # entries
NOTHING, BIT, TOP = np.uint64(0), np.uint64(1), np.uint64(WORD - 1)


def find_equal(array: Any, begin: int, value: int) -> Any:
    """Return a bit for each of WORD entries, from a place on, that is the value."""
    return pack(array[begin : begin + WORD] == value)


def find_less(array: Any, begin: int, value: int) -> Any:
    """Return a bit for each of WORD entries, from a place on, that is less than the value."""
    return pack(array[begin : begin + WORD] < value)


def mask_not_equal(array: Any, other: Any, begin: int) -> Any:
    """Return a bit for each of WORD entries, from a place on, that is not the same in two arrays."""
    return pack(array[begin : begin + WORD] != other[begin : begin + WORD])


def mask_descending(array: Any, begin: int) -> Any:
    """Return a bit for each of WORD entries, from a place on, whose next one is less; the last is never asked."""
    return pack(array[begin + 1 : begin + WORD] < array[begin : begin + WORD - 1])


@kernel
def find_first(bits: Any) -> int:
    """Return the number of the lowest bit that is set."""
    return count_ones((bits - BIT) & ~bits)


@kernel
def find_last(bits: Any) -> int:
    """Return the number of the highest bit that is set."""
    for far in (1, 2, 4, 8, 16, 32):  # all below it are set then
        bits |= bits >> np.uint64(far)
    return count_ones(bits) - 1


@kernel
def count_ones(bits: Any) -> int:
    """Return how many bits are set."""
    count = 0
    while bits != 0:  # the compiler knows this loop as one instruction
        bits &= bits - BIT
        count += 1
    return count


def pack(answers: Any) -> Any:
    """Return answers as bits, interpreted."""
    return np.packbits(answers, bitorder="little").view(np.uint64)[0]


# Compiled


def compare_with(sign: str) -> Any:
    """Return what writes a comparison of entries with one value."""

    def compare(typing: Any, array: Any, begin: Any, value: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            wanted = spread(builder, context.cast(builder, given[2], types.int64, array.dtype))
            return answer(builder, sign, load(context, builder, array, given[0], given[1]), wanted)

        return types.uint64(array, types.int64, types.int64), write

    return intrinsic(compare)


def compare_arrays(sign: str) -> Any:
    """Return what writes a comparison of entries with those at the same places of another array."""

    def compare(typing: Any, array: Any, other: Any, begin: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            entries = load(context, builder, array, given[0], given[2])
            return answer(builder, sign, entries, load(context, builder, other, given[1], given[2]))

        return types.uint64(array, other, types.int64), write

    return intrinsic(compare)


def compare_next(sign: str) -> Any:
    """Return what writes a comparison of each entry's next one with it; the last is compared with itself."""

    def compare(typing: Any, array: Any, begin: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            entries = load(context, builder, array, given[0], given[1])
            following = rearrange(builder, entries, [min(k + 1, WORD - 1) for k in range(WORD)])
            return answer(builder, sign, following, entries)

        return types.uint64(array, types.int64), write

    return intrinsic(compare)


def load(context: Any, builder: Any, kind: Any, array: Any, begin: Any) -> Any:
    """Write the reading of WORD entries."""
    data = context.make_array(kind)(context, builder, array).data
    entries = ir.VectorType(data.type.pointee, WORD)
    return builder.load(builder.bitcast(builder.gep(data, [begin]), entries.as_pointer()), align=1)


def spread(builder: Any, value: Any) -> Any:
    """Write the making of WORD entries that are all one value."""
    nothing = ir.Constant(ir.VectorType(value.type, WORD), ir.Undefined)
    return rearrange(builder, builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0)), [0] * WORD)


def rearrange(builder: Any, entries: Any, places: list[int]) -> Any:
    """Write the reading of entries from other places."""
    return builder.shuffle_vector(entries, entries, ir.Constant(ir.VectorType(ir.IntType(32), WORD), places))


def answer(builder: Any, sign: str, entries: Any, others: Any) -> Any:
    """Write a comparison whose answers are bits."""
    return builder.bitcast(builder.icmp_signed(sign, entries, others), ir.IntType(WORD))


is_equal, is_less, is_unlike, is_fall = compare_with("=="), compare_with("<"), compare_arrays("!="), compare_next("<")


@overload(find_equal, strict=False)
def compile_equal(array: Any, begin: int, value: int) -> Any:
    """Return what kernels call instead."""
    return lambda array, begin, value: is_equal(array, begin, value)


@overload(find_less, strict=False)
def compile_less(array: Any, begin: int, value: int) -> Any:
    """Return what kernels call instead."""
    return lambda array, begin, value: is_less(array, begin, value)


@overload(mask_not_equal, strict=False)
def compile_unlike(array: Any, other: Any, begin: int) -> Any:
    """Return what kernels call instead."""
    return lambda array, other, begin: is_unlike(array, other, begin)


@overload(mask_descending, strict=False)
def compile_falls(array: Any, begin: int) -> Any:
    """Return what kernels call instead."""
    return lambda array, begin: is_fall(array, begin)
