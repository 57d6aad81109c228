"""Civ: a small civilization game with fog of war, after the rules in RULES.md."""

from __future__ import annotations

from plowshares.core.game import Game
from plowshares.games.civ import (
    actions,
    fields,
    heuristics,
    notation,
    observation,
    rules,
    scene,
    state,
    svg,
    text,
    view,
)
from plowshares.games.civ.options import PRESETS, Options

GAME = Game(
    name="civ",
    title="Civ",
    summary="Found cities, harvest, research and fight for a map under the fog of war.",
    length="half an hour to two hours; quick: a quarter of an hour",
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
    fields=fields,
    scene=scene,
)
