"""How many cores there are to work on."""

from __future__ import annotations

import os


def count_cores() -> int:
    """Return how many cores this process may use: on a shared machine often fewer than it has."""
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
