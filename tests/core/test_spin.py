"""Spinning threads yield their core to others."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite import ir

from plowshares.core.jit import kernel
from plowshares.core.spin import INSTRUCTION, compile_pause, find_pause, instruct, load_shared, pause, store_shared


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


@kernel
def exchange(shared: Any, row: int, value: int) -> int:
    before = load_shared(shared, row, 1)
    store_shared(shared, row, 1, value)
    return before


def test_shared_numbers_are_read_and_written_where_they_lie() -> None:
    shared = np.arange(24, dtype=np.int64).reshape(3, 8)
    assert [exchange(shared, 2, -5), exchange(shared, 2, 7)] == [17, -5]
    assert shared[2, 1] == 7
    assert shared.sum() == 24 * 23 // 2 - 10


def test_compiled_they_are_atomic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    njit: Any = numba.njit

    def exchange_here(shared: Any, row: int, value: int) -> int:
        before = load_shared(shared, row, 1)
        store_shared(shared, row, 1, value)
        return before

    compiled, shared = njit(exchange_here), np.zeros((3, 8), np.int64)
    assert [compiled(shared, 2, 5), compiled(shared, 2, 7), int(shared[2, 1])] == [0, 5, 7]
    (code,) = compiled.inspect_llvm().values()
    assert "load atomic i64" in code
    assert "store atomic i64" in code
