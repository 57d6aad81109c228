"""Clocks of tables that have left memory, or whose process has died."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from plowshares.engine.clock import Clocks, TimeControl
from plowshares.server.saved_clocks import restore_clocks, save_clocks, stop_clocks


def running(spent: float) -> Any:
    """Return the time used in a match in which the second seat has thought for some seconds."""
    clocks = Clocks(TimeControl(100.0), 2, lambda: 50.0)
    clocks.since = {1: 50.0 - spent}
    return SimpleNamespace(clocks=clocks)


def left(saved: bytes, written: float) -> float:
    match = running(0.0)
    restore_clocks(match, saved, written)
    return float(match.clocks.left(1))


def test_clocks_run_on_at_a_table_that_has_left_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    saved = save_clocks(running(7.0))
    monkeypatch.setattr(time, "time", lambda: 1020.0)
    assert left(saved, written=993.0) == 100.0 - 7.0 - 20.0


def test_clocks_stand_from_when_a_process_was_last_seen_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1020.0)
    assert left(stop_clocks(None, 1003.0), written=1000.0) == 100.0 - 3.0
    assert left(stop_clocks(None, 999.5), written=1000.0) == 100.0


def test_the_time_without_a_process_is_not_charged_when_the_next_one_dies_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1010.0)
    second = running(0.0)
    restore_clocks(second, stop_clocks(None, 1003.0), written=1000.0)  # loaded seven seconds after the first has died
    kept = save_clocks(second)
    monkeypatch.setattr(time, "time", lambda: 1030.0)
    assert left(stop_clocks(kept, 1012.0), written=1000.0) == 100.0 - 3.0 - 2.0


def test_clocks_that_were_saved_before_the_last_line_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    saved = save_clocks(running(40.0))
    assert left(stop_clocks(saved, 1009.0), written=1005.0) == 100.0 - 4.0


def test_a_table_that_was_taken_over_twice_without_being_loaded_keeps_the_first_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1100.0)
    assert left(stop_clocks(stop_clocks(None, 1003.0), 1050.0), written=1000.0) == 100.0 - 3.0
