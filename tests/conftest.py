"""What all tests share: how much to do in which mode."""

from __future__ import annotations

import os

import pytest

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if INTERPRETED:
        items[:] = [item for item in items if item.get_closest_marker("compiled_only") is None]
