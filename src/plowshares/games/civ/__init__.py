"""Civ: a small civilization game with fog of war, after the rules in RULES.md."""

from __future__ import annotations

from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.games.civ import (
    actions,
    fields,
    heuristics,
    notation,
    observation,
    positions,
    review,
    rules,
    scene,
    state,
    svg,
    text,
    view,
)
from plowshares.games.civ.notes import NOTES
from plowshares.games.civ.options import PRESETS, Options

GAME = Game(
    name="civ",
    title="Civ",
    summary=_("Found cities, feed them, and march through the fog of war."),
    length=_("15 minutes to 2 hours"),
    seats=range(2, 9),
    version=1,
    options=Options,
    state=state,
    actions=actions,
    rules=rules,
    view=view,
    notation=notation,
    svg=svg,
    text=text,
    heuristics=heuristics,
    observation=observation,
    presets=PRESETS,
    notes=NOTES,
    fields=fields,
    positions=positions,
    scene=scene,
    review=review,
)
