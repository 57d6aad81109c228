"""Hunger among more units than small armies have: who starves is found by rank, also in the largest lists."""

from __future__ import annotations

from plowshares.core.options import read_options
from plowshares.games.civ import GAME
from plowshares.games.civ.parsing import armies
from plowshares.games.civ.pieces import FULL, add_unit, new_army
from plowshares.games.civ.rules.turns import feed


def test_the_weakest_of_two_thousand_armies_starve() -> None:
    options = read_options(GAME.options, {"size": 32, "unit_limit": 2000, "unit_food": 1})
    s = GAME.start(options, 1)
    for number in range(1990):
        add_unit(s, 0, new_army(number % 1000, FULL - number))
    s.players[0].food = 1900
    feed(s, 0)
    left = sorted(army.hp for army in armies(s, 0))
    assert left == sorted(FULL - number for number in range(1900))
    assert not s.scratch.any()
