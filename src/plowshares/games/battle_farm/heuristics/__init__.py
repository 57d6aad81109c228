"""How good a position is, what to try first, and a simple player who ends a turn that was begun."""

from __future__ import annotations

from plowshares.games.battle_farm.heuristics.idle import idle
from plowshares.games.battle_farm.heuristics.levels import BLUNDERS
from plowshares.games.battle_farm.heuristics.rating import prior, value
from plowshares.games.battle_farm.heuristics.simple import TURNS, guess, is_quiet, script

__all__ = ["BLUNDERS", "TURNS", "guess", "idle", "is_quiet", "prior", "script", "value"]
