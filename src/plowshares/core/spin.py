"""Waiting for another thread without giving up the processor: a spin-wait hint, and numbers that threads share.

Shared numbers are read and written atomically (acquire, release), in C-contiguous arrays of two dimensions. So what a
thread has written before it stores a number is there for those that have loaded it.
"""

from __future__ import annotations

import platform
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

INSTRUCTION = "llvm.x86.sse2.pause" if platform.machine() in ("x86_64", "AMD64") else "llvm.donothing"


def pause() -> None:
    """Leave the core to its other thread for some tens of cycles, where the machine can; interpreted, go on."""


def write_pause(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Write the instruction."""
    instruction = ir.FunctionType(ir.VoidType(), [])
    builder.call(builder.module.declare_intrinsic(INSTRUCTION, (), instruction), [])
    return context.get_dummy_value()


def find_pause(context: Any) -> Any:
    """Tell Numba what the instruction takes and gives, nothing, and how it is written."""
    return types.none(), write_pause


instruct: Any = intrinsic(find_pause)


@overload(pause)
def compile_pause() -> Any:
    """Return what kernels call instead."""
    return lambda: instruct()


def load_shared(array: Any, row: int, column: int) -> int:
    """Return a number that other threads write."""
    return int(array[row, column])


def store_shared(array: Any, row: int, column: int, value: int) -> None:
    """Write a number that other threads read."""
    array[row, column] = value


def find_place(context: Any, builder: Any, kind: Any, array: Any, row: Any, column: Any) -> Any:
    """Write the address of an entry."""
    made = context.make_array(kind)(context, builder, array)
    width = builder.extract_value(made.shape, 1)
    return builder.gep(made.data, [builder.add(builder.mul(row, width), column)])


def find_load(context: Any, array: Any, row: Any, column: Any) -> Any:
    """Tell Numba what an atomic load takes and gives, and how it is written."""

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = find_place(context, builder, array, *given)
        return builder.load_atomic(place, "acquire", array.dtype.bitwidth // 8)

    return array.dtype(array, types.int64, types.int64), write


def find_store(context: Any, array: Any, row: Any, column: Any, value: Any) -> Any:
    """Tell Numba what an atomic store takes and gives, and how it is written."""

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = find_place(context, builder, array, *given[:3])
        builder.store_atomic(given[3], place, "release", array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.none(array, types.int64, types.int64, array.dtype), write


load_atomic: Any = intrinsic(find_load)
store_atomic: Any = intrinsic(find_store)


@overload(load_shared, strict=False)
def compile_load(array: Any, row: int, column: int) -> Any:
    """Return what kernels call instead."""
    return lambda array, row, column: load_atomic(array, row, column)


@overload(store_shared, strict=False)
def compile_store(array: Any, row: int, column: int, value: int) -> Any:
    """Return what kernels call instead."""
    return lambda array, row, column, value: store_atomic(array, row, column, value)
