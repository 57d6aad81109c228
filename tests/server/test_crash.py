"""A server killed at any moment loses nothing that it has acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.killing import kill_often

pytestmark = pytest.mark.compiled_only
KILLS = 4


@pytest.mark.long
def test_no_acknowledged_action_is_lost_by_kill(tmp_path: Path) -> None:
    report = kill_often(f"sqlite:///{tmp_path / 'tables.sqlite'}", KILLS)
    assert report.kills == KILLS
    assert report.written
