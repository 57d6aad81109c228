"""How kernels are compiled and cached. The effect of edits on the cache: tests/project/test_compile_cache.py."""

from __future__ import annotations

import ast
import importlib
import os
import re
import time
from pathlib import Path

import pytest

from plowshares.core.jit import WITHOUT_KERNELS, cache_root, factory, is_compiled, kernel, prune_cache
from tests.amounts import INTERPRETED
from tests.project.checkout import ROOT


@kernel
def double(n: int) -> int:
    return n + n


def test_a_kernel_keeps_its_name_and_does_what_it_says() -> None:
    assert double(21) == 42
    assert double.__name__ == "double"


def test_a_factory_makes_each_kernel_once() -> None:
    made: list[int] = []

    @factory
    def make_adder(step: int) -> object:
        made.append(step)
        return object()

    assert make_adder(1) is make_adder(1)
    assert make_adder(1) is not make_adder(2)
    assert made == [1, 2]


def test_the_cache_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLOWSHARES_CACHE", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("PLOWSHARES_CACHE")
    assert cache_root().name == "kernels"


LONE = """
from plowshares.core.jit import kernel

@kernel
def treble(n):
    return 3 * n
"""


def test_a_module_of_one_file_can_hold_kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLOWSHARES_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "lone_rules.py").write_text(LONE)
    treble = importlib.import_module("lone_rules").treble
    assert is_compiled(treble) == INTERPRETED
    assert treble(14) == 42
    assert is_compiled(treble)


def test_prune_removes_only_folders_out_of_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLOWSHARES_CACHE", str(tmp_path))
    long_ago = time.time() - 20 * 86400
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbc").touch()
    os.utime(tmp_path / "old", (long_ago, long_ago))
    assert prune_cache(keep_days=14) == 1
    assert [folder.name for folder in tmp_path.iterdir()] == ["new"]


def imports_of(file: Path) -> set[str]:
    """Return the names of our modules that a file imports at run time."""
    found = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("plowshares"):
            found |= {str(node.module), *(f"{node.module}.{each.name}" for each in node.names)}
    return found


def test_no_kernel_is_made_of_a_module_that_recompiles_nothing() -> None:
    """The names in WITHOUT_KERNELS are left out of the digest that compiled kernels are cached by."""
    source = ROOT / "src/plowshares"
    places = [file for part in ("core", "engine", "games") for file in (source / part).rglob("*.py")]
    kept = [file for file in places if WITHOUT_KERNELS.isdisjoint((file.stem, *file.parts))]
    with_kernels = [file for file in kept if re.search(r"^ *@(kernel|factory)$", file.read_text(), re.MULTILINE)]
    assert len(with_kernels) > 60
    left_out = [file for file in places if file not in kept]
    assert not [file for file in left_out if re.search(r"^ *@(kernel|factory)$", file.read_text(), re.MULTILINE)]
    wrong = {
        f"{file.stem}: {name}"
        for file in with_kernels
        for name in imports_of(file)
        if not WITHOUT_KERNELS.isdisjoint(name.split("."))
    }
    assert not wrong
