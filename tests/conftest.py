"""What all tests share: how much to do in which mode."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.amounts import INTERPRETED

# The first call of a kernel compiles it, so examples have no deadline. The same examples every
# time: a run that fails can be repeated.
settings.register_profile("plowshares", deadline=None, derandomize=True, database=None)
settings.load_profile("plowshares")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if INTERPRETED:
        items[:] = [item for item in items if item.get_closest_marker("compiled_only") is None]
