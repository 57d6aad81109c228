"""Work is divided among the cores that this process may use, not all cores of the machine."""

from __future__ import annotations

import os

import pytest

from plowshares.core.cpu import count_cores


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="only Linux ties a process to cores")
def test_a_process_that_is_tied_to_one_core_counts_one() -> None:
    usual = os.sched_getaffinity(0)
    assert count_cores() == len(usual)
    os.sched_setaffinity(0, {min(usual)})
    try:
        assert count_cores() == 1
    finally:
        os.sched_setaffinity(0, usual)


def test_elsewhere_all_cores_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert count_cores() == (os.cpu_count() or 1)
