"""How good a position is, what to try first, and how to set up."""

from __future__ import annotations

from plowshares.games.stratego.heuristics.rating import prior, value
from plowshares.games.stratego.heuristics.setups import script

__all__ = ["prior", "script", "value"]
