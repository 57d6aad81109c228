"""The index of compiled kernels, when it names what is no longer there."""

from __future__ import annotations

import pickle
import sys
import types
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching

import plowshares.core.jit  # noqa: F401  # importing it is what mends the loading of an index


def write_index(folder: Path, key: Any) -> Any:
    new: Any = caching.IndexDataCacheFile
    file = new(str(folder), "rules.setup-1.py311", "stamp")
    data = pickle.dumps(("stamp", {key: "data"}))
    (folder / "rules.setup-1.py311.nbi").write_bytes(pickle.dumps(numba.__version__) + data)
    return file


def test_an_index_is_read_back(tmp_path: Path) -> None:
    assert write_index(tmp_path, "key")._load_index() == {"key": "data"}


def test_an_index_of_a_game_that_is_gone_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = types.ModuleType("gone_game")
    monkeypatch.setitem(sys.modules, "gone_game", module)
    state = type("State", (), {"__module__": "gone_game"})
    module.State = state
    file = write_index(tmp_path, state)
    assert file._load_index() == {state: "data"}
    del module.State
    assert file._load_index() == {}
    monkeypatch.delitem(sys.modules, "gone_game")
    assert file._load_index() == {}
