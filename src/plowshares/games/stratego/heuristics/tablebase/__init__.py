"""The smallest board worked out: `micro`, where to search a few moves ahead and rate what is there misleads."""

from __future__ import annotations

from plowshares.games.stratego.heuristics.tablebase.choosing import solve, solving

__all__ = ["solve", "solving"]
