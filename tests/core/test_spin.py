"""Threads that wait leave their core to others."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import numba
from llvmlite import ir

from plowshares.core.jit import kernel
from plowshares.core.spin import INSTRUCTION, compile_pause, find_pause, instruct, pause


def test_a_pause_is_one_instruction_of_the_machine() -> None:
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), []), "wait")
    builder = ir.IRBuilder(function.append_basic_block())
    signature, write = find_pause(None)
    context: Any = SimpleNamespace(get_dummy_value=lambda: "nothing")
    assert write(context, builder, signature, ()) == "nothing"
    assert f'call void @"{INSTRUCTION}"()' in str(function)
    assert signature.return_type == numba.types.none


def test_kernels_call_it_and_others_go_on() -> None:
    assert inspect.getclosurevars(compile_pause()).globals == {"instruct": instruct}
    pause()


def test_it_compiles() -> None:
    @kernel
    def wait(beats: int) -> int:
        for _ in range(beats):
            pause()
        return beats

    assert wait(3) == 3
