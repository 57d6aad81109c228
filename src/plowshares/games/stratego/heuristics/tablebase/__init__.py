"""A tablebase of the smallest board, `micro`, where a search of a few moves with a rating at its end misleads."""

from __future__ import annotations

from plowshares.games.stratego.heuristics.tablebase.choosing import solve, solving

__all__ = ["solve", "solving"]
