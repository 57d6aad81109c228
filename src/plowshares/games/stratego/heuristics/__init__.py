"""How good a position is, what to try first, and how to set up."""

from __future__ import annotations

from plowshares.games.stratego.heuristics.careful import careful
from plowshares.games.stratego.heuristics.hidden import hidden_kinds
from plowshares.games.stratego.heuristics.idle import idle
from plowshares.games.stratego.heuristics.levels import BLUNDERS
from plowshares.games.stratego.heuristics.rating import prior, value
from plowshares.games.stratego.heuristics.root_penalties import root_penalty
from plowshares.games.stratego.heuristics.setups import SCRIPT_REASON, script
from plowshares.games.stratego.heuristics.tablebase import solve, solving
from plowshares.games.stratego.heuristics.tactics import (
    can_look_ahead,
    look_ahead,
    new_sheet,
    note_world,
    plan_world,
    prepare_lookahead,
)

__all__ = [
    "BLUNDERS",
    "SCRIPT_REASON",
    "can_look_ahead",
    "careful",
    "hidden_kinds",
    "idle",
    "look_ahead",
    "new_sheet",
    "note_world",
    "plan_world",
    "prepare_lookahead",
    "prior",
    "root_penalty",
    "script",
    "solve",
    "solving",
    "value",
]
