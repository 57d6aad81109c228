"""Stratego: two hidden armies, one flag each."""

from __future__ import annotations

from plowshares.core.game import Game
from plowshares.games.stratego import (
    actions,
    fields,
    heuristics,
    notation,
    observation,
    positions,
    rules,
    scene,
    state,
    svg,
    text,
    view,
)
from plowshares.games.stratego.options import PRESETS, Options

GAME = Game(
    name="stratego",
    title="Stratego",
    summary="Two armies whose ranks the enemy cannot see: capture the flag, or leave the enemy without a move.",
    length="5 to 60 minutes: classic 150–700 moves, micro 5–40",
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
    fields=fields,
    positions=positions,
    scene=scene,
)
