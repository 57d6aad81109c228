"""How good a position is, what to try first, and a simple player who plans turns."""

from __future__ import annotations

from plowshares.games.civ.heuristics.levels import BLUNDERS
from plowshares.games.civ.heuristics.rating import SCRIPT_REASON, hidden_kinds, prior, script, value
from plowshares.games.civ.heuristics.rounds import (
    MOST_SIMULATIONS,
    can_look_ahead,
    look_ahead,
    new_sheet,
    note_world,
    plan_world,
    prepare_lookahead,
    root_penalty,
)
from plowshares.games.civ.heuristics.simple import careful

__all__ = [
    "BLUNDERS",
    "MOST_SIMULATIONS",
    "SCRIPT_REASON",
    "can_look_ahead",
    "careful",
    "hidden_kinds",
    "look_ahead",
    "new_sheet",
    "note_world",
    "plan_world",
    "prepare_lookahead",
    "prior",
    "root_penalty",
    "script",
    "value",
]
