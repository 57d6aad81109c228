"""Kernels compiled by plain `njit`: by choice, or because the installed Numba was not tested."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core import caching
from numba.core.registry import cpu_target

from plowshares.core import compiler as fast
from plowshares.core import jit, kernel_cache, plain_compiler
from plowshares.core.errors import PlowsharesError

RULES = """
from plowshares.core.jit import kernel, is_plain, compile_for, is_compiled

@kernel
def double(n):
    return n + n

@kernel
def treble(n):
    return double(n) + n
"""
PROGRAM = """
import plain_rules as rules
assert rules.is_plain()
compile_for = rules.compile_for(rules.treble, 1)
assert rules.is_compiled(rules.treble, 1)
print(rules.treble(14), sum(rules.treble.stats.cache_hits.values()))
"""


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    jit.compiler.cache_clear()
    monkeypatch.delenv("PLOWSHARES_JIT", raising=False)
    yield monkeypatch
    monkeypatch.undo()
    jit.compiler.cache_clear()


def test_the_fast_layer_is_used_where_it_was_tested(choose: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert jit.compiler() is fast
        assert not jit.is_plain()


def test_another_numba_gets_the_plain_way_with_one_warning(choose: pytest.MonkeyPatch) -> None:
    choose.setattr(numba, "__version__", "9.1.0")
    with pytest.warns(RuntimeWarning, match=r"plainly with Numba 9\.1\.0") as said:
        found = {jit.compiler().__name__ for _ in range(2)}
    assert found == {plain_compiler.__name__}
    assert jit.is_plain()
    assert len(said) == 1


def test_it_can_be_forced_unless_a_private_name_is_missing(choose: pytest.MonkeyPatch) -> None:
    choose.setattr(numba, "__version__", "9.1.0")
    choose.setenv("PLOWSHARES_JIT", "fast")
    assert jit.compiler() is fast
    jit.compiler.cache_clear()
    choose.setitem(fast.PRIVATE_NAMES, "numba.core.caching:Gone", "")
    with pytest.warns(RuntimeWarning, match="numba.core.caching:Gone is missing"):
        assert jit.compiler() is plain_compiler


def test_a_tested_numba_without_a_private_name_gets_the_plain_way(choose: pytest.MonkeyPatch) -> None:
    assert numba.__version__.startswith(fast.TESTED)
    choose.setitem(fast.PRIVATE_NAMES, "numba.core.caching:Gone", "")
    with pytest.warns(RuntimeWarning, match="numba.core.caching:Gone is missing"):
        assert jit.compiler() is plain_compiler


def test_the_choice_is_checked(choose: pytest.MonkeyPatch) -> None:
    choose.setenv("PLOWSHARES_JIT", "plain")
    assert jit.compiler() is plain_compiler
    jit.compiler.cache_clear()
    choose.setenv("PLOWSHARES_JIT", "quick")
    with pytest.raises(PlowsharesError, match="'quick'; it can be fast or plain"):
        jit.compiler()


def test_plain_kernels_run_and_are_kept(tmp_path: Path) -> None:
    (tmp_path / "plain_rules.py").write_text(RULES)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
        "PLOWSHARES_CACHE": str(tmp_path / "cache"),
        "PLOWSHARES_JIT": "plain",
        "NUMBA_DISABLE_JIT": "0",
    }
    said = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert said == ["42 0\n", "42 1\n"]


def test_interpreted_a_plain_kernel_is_the_function_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)

    def rule() -> int:
        return 1

    assert plain_compiler.compile_kernel(rule, tmp_path) is rule


def test_a_numba_with_another_cache_compiles_in_every_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    monkeypatch.setitem(sys.modules, "plowshares.core.kernel_cache", None)
    made = plain_compiler.compile_kernel(lambda n: n + 1, tmp_path)
    assert made(1) == 2
    assert not hasattr(made._cache, "holds")


@pytest.mark.parametrize("error", [AttributeError("no _impl"), TypeError("reduce() takes 3 arguments")])
def test_a_numba_that_keeps_kernels_in_another_way_says_so_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    def fail(*arguments: Any) -> None:
        raise error

    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    monkeypatch.setattr(caching.CompileResultCacheImpl, "reduce", fail)
    kernel_cache.warn_of_numba.cache_clear()
    for n in range(2):
        made = plain_compiler.compile_kernel(some_rule, tmp_path)
        assert made(n) == n + 1
        assert not made._cache.holds(None, None)
    (said,) = [record.getMessage() for record in caplog.records]
    assert str(error) in said
    assert "compiled again by every program" in said


def test_an_index_of_another_kind_holds_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cache: Any = kernel_cache.KernelCache(some_rule, tmp_path)
    monkeypatch.delattr(caching.IndexDataCacheFile, "_load_index")
    assert not cache.holds(None, None)
    assert cache.load_overload((), cpu_target.target_context) is None


def test_a_fast_layer_that_cannot_be_loaded_is_done_without(choose: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Any:
        raise ImportError(f"no {name}")

    choose.setattr("plowshares.core.jit.importlib.import_module", refuse)
    with pytest.warns(RuntimeWarning, match="no plowshares.core.compiler"):
        assert jit.compiler() is plain_compiler


def test_a_kernel_with_machine_code_is_not_interpreted() -> None:
    kernel: Any = SimpleNamespace(overloads={})
    assert not jit.is_interpreted(kernel)


def test_machine_code_is_kept_in_its_folder(tmp_path: Path) -> None:
    made: Any = SimpleNamespace()
    plain_compiler.keep(made, some_rule, tmp_path)
    assert str(tmp_path) in str(made._cache.cache_path)


def some_rule(n: int) -> int:
    return n + 1
