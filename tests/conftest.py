"""Shared set-up of all tests: which of them run in which mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tests.amounts import INTERPRETED
from tests.tiers import is_rest, is_unwanted

# The first call of a kernel compiles it, so examples have no deadline. They are the same every time,
# so that a failing run can be repeated.
settings.register_profile("plowshares", deadline=None, derandomize=True, database=None)
settings.load_profile("plowshares")


GAMES = Path(__file__).parent / "games"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if is_unwanted(collection_path, config.option.markexpr) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        # Each kernel that a test calls is compiled with all that it calls. Rulings, examples, notation and pictures
        # are the same source in every mode, and contract, goldens and invariants play whole matches in all of them.
        if GAMES in item.path.parents and not any(map(item.get_closest_marker, ("every_mode", "compiled_only"))):
            item.add_marker("interpreted_only")
        if is_rest(item.path):
            item.add_marker("rest")
        if "browser" in getattr(item, "fixturenames", ()) and item.get_closest_marker("smoke") is None:
            item.add_marker("long")
    if INTERPRETED:
        items[:] = [item for item in items if item.get_closest_marker("compiled_only") is None]
