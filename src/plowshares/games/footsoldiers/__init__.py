"""Footsoldiers: two players, soldiers that march and fight by themselves, one command a turn."""

from __future__ import annotations

from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.games.footsoldiers import (
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
from plowshares.games.footsoldiers.notes import NOTES
from plowshares.games.footsoldiers.options import PRESETS, Options

GAME = Game(
    name="footsoldiers",
    title="Footsoldiers",
    summary=_("Both choose at once. Then your soldiers march and fight."),
    length=_("10 to 30 minutes"),
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
    scene=scene,
    review=review,
    notes=NOTES,
    fields=fields,
    positions=positions,
)
