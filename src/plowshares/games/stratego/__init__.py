"""Stratego: two hidden armies, one flag each."""

from __future__ import annotations

from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.games.stratego import (
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
from plowshares.games.stratego.notes import NOTES
from plowshares.games.stratego.options import PRESETS, Options

GAME = Game(
    name="stratego",
    title="Stratego",
    summary=_("Two hidden armies. Find the flag before yours is found."),
    length=_("5 to 60 minutes"),
    seats=range(2, 3),
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
