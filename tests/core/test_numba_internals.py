"""The private parts of Numba that the fast compiler uses have not changed since it was written."""

from __future__ import annotations

import ast

import pytest

from plowshares.core import compiler
from scripts.numba_internals import NOTICED_BY, PAGE, USUAL, missing_attributes, page
from tests.project.checkout import ROOT

pytestmark = pytest.mark.compiled_only


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
