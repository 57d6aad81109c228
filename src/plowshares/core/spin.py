"""A short rest for a thread that waits for another: two threads may share the parts of one core."""

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
