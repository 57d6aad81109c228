"""Skeleton: a small working game to start from, written by `plowshares new-game`."""

from plowshares.core import open_information
from plowshares.core.game import Game
from plowshares.skeleton import actions, heuristics, notation, observation, rules, state, svg, text
from plowshares.skeleton.options import PRESETS, Options

GAME = Game(
    name="skeleton",
    title="Skeleton",
    summary="Take stones from a heap in turn; the player that takes the last one wins.",
    length="a minute",
    seats=range(2, 3),
    version=1,
    options=Options,
    presets=PRESETS,
    state=state,
    actions=actions,
    rules=rules,
    view=open_information,  # a game with secrets or chance has a module `view` of its own
    notation=notation,
    svg=svg,
    text=text,
    heuristics=heuristics,
    observation=observation,
)
