"""Battle Farm: cards, gardens and mischief for two to six farmers."""

from __future__ import annotations

from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.games.battle_farm import (
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
from plowshares.games.battle_farm.notes import NOTES
from plowshares.games.battle_farm.options import PRESETS, Options

GAME = Game(
    name="battle_farm",
    title="Battle Farm",
    summary=_("Plant, fertilize, bargain – and spoil the neighbours' crops."),
    length=_("30 to 90 minutes"),
    seats=range(2, 7),
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
    scene=scene,
    review=review,
    fields=fields,
    positions=positions,
)
