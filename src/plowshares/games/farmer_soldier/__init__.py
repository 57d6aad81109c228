"""Farmer Soldier: people who eat, food that has to be where they are, and land to grow it on."""

from plowshares.core.game import Game
from plowshares.core.i18n import _
from plowshares.games.farmer_soldier import (
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
from plowshares.games.farmer_soldier.notes import NOTES
from plowshares.games.farmer_soldier.options import MOST_PLAYERS, PRESETS, Options

GAME = Game(
    name="farmer_soldier",
    title="Farmer Soldier",
    summary=_("Every child becomes a farmer or a soldier. Choose well."),
    length=_("10 to 60 minutes"),
    seats=range(2, MOST_PLAYERS + 1),
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
