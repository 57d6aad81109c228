"""The private parts of Numba that the fast compiler uses have not changed since it was written."""

from __future__ import annotations

import ast

import pytest

from plowshares.core import compiler
from scripts.numba_internals import ATTRIBUTES, NOTICED_BY, PAGE, USUAL, missing_attributes, page
from tests.project.checkout import ROOT

pytestmark = pytest.mark.compiled_only

# The modules that know how rules become machine code.
LAYER = ("compiler", "fallback", "jit", "kernel_cache", "plain_compiler", "simd", "spin")


def test_the_installed_numba_is_the_one_that_was_read() -> None:
    written = PAGE.read_text()
    changed = sorted(set(page().splitlines()) ^ set(written.splitlines()))
    assert not changed, "read what changed, adapt the compiler, then run scripts/numba_internals.py"
    assert page() == written


def test_attributes_of_objects_are_there() -> None:
    assert missing_attributes() == []


def test_every_name_is_noticed_by_a_test_that_exists() -> None:
    assert set(NOTICED_BY) <= set(compiler.PRIVATE_NAMES)
    for place in {*NOTICED_BY.values(), USUAL}:
        file, _, name = place.partition("::")
        tree = ast.parse((ROOT / file).read_text())
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, place


def find_private(tree: ast.AST) -> set[str]:
    """Return the private names that a module asks objects for, and those that its classes define."""
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for kind in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        used |= {node.name for node in kind.body if isinstance(node, ast.FunctionDef)}
        used |= {
            node.id
            for line in kind.body
            if not isinstance(line, ast.FunctionDef)
            for node in ast.walk(line)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    return {name for name in used if name.startswith("_") and not name.startswith("__")}


PUBLIC = {"_replace"}  # of every named tuple


def test_no_other_private_name_is_used() -> None:
    listed = {name.rpartition(".")[2] for name in compiler.PRIVATE_NAMES}
    listed |= {name for names in ATTRIBUTES.values() for name in names}
    modules = {name: ROOT / f"src/plowshares/core/{name}.py" for name in LAYER}
    used = {name: find_private(ast.parse(file.read_text())) for name, file in modules.items()}
    assert len(used["compiler"]) > 10, "private names are found"
    assert len(used["kernel_cache"]) > 10, "private names are found"
    unlisted = {name: sorted(found - listed - PUBLIC) for name, found in used.items()}
    assert {name: found for name, found in unlisted.items() if found} == {}
    assert {name for name in listed if name.startswith("_")} <= set().union(*used.values()), "a name is used no more"


def test_only_these_modules_import_private_parts_of_numba() -> None:
    names = {f"plowshares.core.{name}" for name in LAYER}
    files = {path: ".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in ROOT.glob("src/**/*.py")}
    assert names <= set(files.values())
    for path, name in files.items():
        imported = {node.module for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)}
        assert name in names or not any(str(each).partition(".")[0] == "numba" for each in imported), path
