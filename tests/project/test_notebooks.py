"""The example notebooks run from their first cell to the last, and are kept without what they print."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from plowshares.core.jit import cache_root
from tests.project.checkout import ROOT

read: Any = nbformat.read  # it has no types
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_output(path: Path) -> None:
    cells = read(path, as_version=4).cells
    assert [cell.cell_type for cell in cells[:1]] == ["markdown"]
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOWSHARES_CACHE", str(cache_root()))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    notebook = read(path, as_version=4)
    client = NotebookClient(notebook, timeout=500, kernel_name="python3", resources={"metadata": {"path": tmp_path}})
    client.execute()
    shown = [
        kind for cell in notebook.cells for out in cell.get("outputs", ()) for kind in out.get("data", {"text": ""})
    ]
    assert shown
    assert ("image/svg+xml" in shown) == (path.stem == "players")
    assert ("image/png" in shown) == (path.stem == "players")  # the plot of a review


def test_there_is_one_for_each_audience() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["designers", "learners", "players", "researchers"]
