"""The engine's contract, on every preset."""

from __future__ import annotations

import pytest

from plowshares.core.options import read_options
from plowshares.engine.contract import POSITION_CHECKS, Amounts, walk
from plowshares.games.stratego import GAME
from plowshares.games.stratego.options import PRESETS
from tests.amounts import LONG_COMPILED, amount

pytestmark = pytest.mark.every_mode

SMALL = Amounts(matches=1, positions=amount(6, 2), actions=amount(20, 4), worlds=1)


QUICK = ("classic", "micro")
CHOSEN = [pytest.param(each, marks=() if each in QUICK else LONG_COMPILED) for each in PRESETS]


@pytest.mark.parametrize("preset", CHOSEN if amount(1, 0) else ["micro"])
def test_the_contract_holds(preset: str) -> None:
    options = read_options(GAME.options, {**PRESETS[preset], "setup_limit": 60})
    positions = 0
    for position in walk(GAME, options, SMALL):
        positions += 1
        for check in POSITION_CHECKS.values():
            check(position)
    assert positions > 1
