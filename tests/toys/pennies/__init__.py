"""Pennies: a toy game with everything the engine must handle, for its tests."""

from plowshares.core.game import Game
from tests.toys.pennies import actions, fields, heuristics, notation, observation, rules, state, svg, text, view
from tests.toys.pennies.options import PRESETS, Options

GAME = Game(
    name="pennies",
    title="Pennies",
    summary="Lay a coin in secret; the highest single sum takes the round.",
    length="a minute",
    seats=range(2, 5),
    version=1,
    options=Options,
    presets=PRESETS,
    state=state,
    actions=actions,
    rules=rules,
    view=view,
    notation=notation,
    svg=svg,
    text=text,
    heuristics=heuristics,
    observation=observation,
    fields=fields,
)
