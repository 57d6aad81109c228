"""The engine's contract with short set-ups, also interpreted. tests/contract walks through every preset compiled."""

from __future__ import annotations

import pytest

from plowshares.core.options import read_options
from plowshares.engine.contract import POSITION_CHECKS, Amounts, walk
from plowshares.games.stratego import GAME
from plowshares.games.stratego.options import PRESETS
from tests.amounts import INTERPRETED, amount

pytestmark = pytest.mark.every_mode

SMALL = Amounts(matches=1, positions=amount(6, 2), actions=amount(20, 4), worlds=1)


@pytest.mark.parametrize("preset", ["micro"] if INTERPRETED else ["classic", "micro"])
def test_the_contract_holds(preset: str) -> None:
    options = read_options(GAME.options, {**PRESETS[preset], "setup_limit": 60})
    positions = 0
    for position in walk(GAME, options, SMALL):
        positions += 1
        for check in POSITION_CHECKS.values():
            check(position)
    assert positions > 1
