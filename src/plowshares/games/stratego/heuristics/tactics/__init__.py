"""Looking ahead in one sampled world: a tactical search that does not overlook what known pieces can take."""

from __future__ import annotations

from plowshares.games.stratego.heuristics.tactics.alpha_beta import look_ahead
from plowshares.games.stratego.heuristics.tactics.planning import (
    can_look_ahead,
    note_world,
    plan_world,
    prepare_lookahead,
)
from plowshares.games.stratego.heuristics.tactics.sheet import new_sheet

__all__ = ["can_look_ahead", "look_ahead", "new_sheet", "note_world", "plan_world", "prepare_lookahead"]
