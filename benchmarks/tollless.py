"""Stratego's heuristics without tolls: a module, since the search of each is compiled once and kept under its name."""

from __future__ import annotations

from plowshares.games.stratego.heuristics import SCRIPT_REASON, prior, script, value

__all__ = ["SCRIPT_REASON", "prior", "script", "value"]
