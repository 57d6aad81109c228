"""Helpers and entry points: how kernels that call each other are compiled. Compiled in every stage of the tests."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from plowshares.core import compiler
from plowshares.core.jit import resolve

RULES = """
import numpy as np

from plowshares.core.jit import kernel

PRICES = np.array([5, 7, 11])


@kernel
def price(kind):
    if kind > 2:
        raise ValueError("no such kind")
    return PRICES[kind]


@kernel
def cost(kind, many):
    return price(kind) * many


@kernel
def total(wanted):
    paid = 0
    for kind in range(len(wanted)):
        paid += cost(kind, wanted[kind])
    return paid


@kernel
def totals(table, out):
    for i in range(len(table)):
        out[i] = total(table[i])


@kernel
def doubled(row):
    return row * 2


@kernel
def double_total(table, i):
    return total(doubled(table[i]))


@kernel
def entry(row, i):
    return row[i]
"""

AGAIN = """
import numpy as np
import linked_rules
assert linked_rules.total(np.array([1, 1])) == 12
try:
    linked_rules.total(np.array([1, 1, 1, 1]))
except ValueError as error:
    print(error, sum(linked_rules.total.stats.cache_hits.values()))
"""


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Import a module of three kernels, compiled in every stage."""
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    monkeypatch.setenv("PLOWSHARES_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "linked_rules", raising=False)
    (tmp_path / "linked_rules.py").write_text(RULES)
    return importlib.import_module("linked_rules")


def kept(tmp_path: Path) -> set[str]:
    """Return the names of the kernels in the cache."""
    return {file.name.split(".")[1].split("-")[0] for file in (tmp_path / "cache").rglob("*.nbi")}


def test_only_what_python_calls_is_made_and_kept(rules: ModuleType, tmp_path: Path) -> None:
    assert rules.total(np.array([1, 0, 2])) == 27
    assert kept(tmp_path) == {"total"}
    assert rules.cost(1, 3) == 21, "a helper can be called by Python too"
    assert kept(tmp_path) == {"total", "cost"}


def test_an_error_in_a_helper_reaches_python(rules: ModuleType) -> None:
    with pytest.raises(ValueError, match="no such kind"):
        rules.total(np.array([1, 1, 1, 1]))


def test_an_error_in_a_helper_reaches_python_from_the_cache(rules: ModuleType, tmp_path: Path) -> None:
    assert rules.total(np.array([1, 1])) == 12
    path = os.pathsep.join([str(tmp_path), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "0"}
    again = subprocess.run([sys.executable, "-c", AGAIN], env=environment, capture_output=True, text=True, check=True)
    assert again.stdout.strip() == "no such kind 1"


def test_kernels_call_each_other_with_wide_numbers(rules: Any) -> None:
    types: Any = numba.types  # untyped in part
    for kinds in ((types.int8, types.int32), (types.literal(2), types.int64)):
        _, _, args, _ = rules.cost.get_call_template(kinds, {})
        assert args == (types.int64, types.int64)
    rules.cost.get_call_template((), {"kind": types.int16, "many": types.uint64})
    with_sign = {
        signature.args[1].signed for signature in rules.cost.get_call_template((types.int8, types.int8), {})[0].cases
    }
    assert with_sign == {True, False}, "what is wide already stays as it is"


def test_borrowed_rows_are_not_held_after_the_call(rules: Any) -> None:
    table, out = np.array([[1, 0, 2], [0, 1, 0]]), np.zeros(2, np.int64)
    held = sys.getrefcount(table)
    rules.totals(table, out)
    assert out.tolist() == [27, 7]
    assert sys.getrefcount(table) == held
    (code,) = rules.totals.inspect_llvm().values()
    assert "NRT_incref" not in code


def test_memory_that_a_kernel_allocates_is_freed(rules: Any) -> None:
    runtime: Any = importlib.import_module("numba.core.runtime._nrt_python")
    table = np.array([[1, 0, 2], [0, 1, 0]])
    assert rules.double_total(table, 0) == 54
    runtime.memsys_enable_stats()
    try:
        before = runtime.memsys_get_stats_alloc() - runtime.memsys_get_stats_free()
        for _ in range(100):
            assert rules.double_total(table, 1) == 14
        assert runtime.memsys_get_stats_alloc() - runtime.memsys_get_stats_free() == before
    finally:
        runtime.memsys_disable_stats()


def test_an_index_below_zero_is_out_of_bounds_in_kernels_alone(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    row = np.array([5, 7, 11])
    assert rules.entry(row, 2) == 11
    with pytest.raises(IndexError):
        rules.entry(row, -1)
    njit: Any = numba.njit
    assert njit(lambda row, i: row[i])(row, -1) == 11


def test_a_resolved_kernel_is_called_without_a_look_at_its_arguments(rules: Any) -> None:
    call = resolve(rules.cost, 1, 3)
    assert call is not rules.cost
    assert call(1, 3) == rules.cost(1, 3) == 21


def test_interpreted_a_kernel_is_the_function_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)

    def rule() -> int:
        return 1

    assert compiler.compile_kernel(rule, tmp_path) is rule
    assert resolve(rule) is rule


def test_every_private_name_is_there_and_explained() -> None:
    assert compiler.find_missing() == []
    assert len(compiler.PRIVATE_NAMES) > 20
    assert all(compiler.PRIVATE_NAMES.values())
    assert numba.__version__.startswith(compiler.TESTED)


def test_a_missing_private_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(compiler.PRIVATE_NAMES, "numba.core.caching:NoSuchThing.at_all", "")
    monkeypatch.setitem(compiler.PRIVATE_NAMES, "numba.no_such_module:x", "")
    assert compiler.find_missing() == ["numba.core.caching:NoSuchThing.at_all", "numba.no_such_module:x"]


def test_nothing_of_numba_stays_patched(rules: Any) -> None:
    arrays, bytecode = (importlib.import_module(name) for name in ("numba.np.arrayobj", "numba.core.bytecode"))
    config: Any = numba.config  # its settings come from the environment, unknown to type checkers
    before = arrays.fix_integer_index, bytecode.FunctionIdentity._unique_ids, config.CACHE_DIR
    assert rules.total(np.array([1, 0, 2])) == 27
    with pytest.raises(numba.TypingError):
        rules.entry("text", "text")
    assert (arrays.fix_integer_index, bytecode.FunctionIdentity._unique_ids, config.CACHE_DIR) == before
    assert before[0].__module__ == "numba.np.arrayobj"


PAIR = """
declare void @NRT_incref(i8*)
define void @f(i8* %x) {
  call void @NRT_incref(i8* %x)
  call void @g(i8* %x)
CALL
  ret void
}
"""


def test_reference_counts_are_removed_all_or_none() -> None:
    both = PAIR.replace("CALL", "  call void @NRT_decref(i8* %x)")
    lean = compiler.remove_counting(both)
    assert "call void @NRT" not in lean
    assert "call void @g" in lean
    for strange in ("tail call void @NRT_decref(i8* %x)", "call void @NRT_decref(i8* %x) #3", "invoke @NRT_decref"):
        text = PAIR.replace("CALL", f"  {strange}")
        assert compiler.remove_counting(text) == text
