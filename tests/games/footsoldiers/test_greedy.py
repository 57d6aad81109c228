"""The heuristics are good enough that looking one decision ahead beats playing at random."""

from __future__ import annotations

import pytest

from plowshares.agents.greedy import Greedy
from plowshares.agents.random_agent import Random
from plowshares.agents.referee import play_on
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.games.footsoldiers import GAME


@pytest.mark.compiled_only
@pytest.mark.parametrize("preset", ["default", "tournament"])
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random(preset: str, seat: int) -> None:
    match = Match(GAME, read_options(GAME.options, GAME.presets[preset]), 1)
    play_on(match, {seat: Greedy(GAME, 1), 1 - seat: Random(GAME, 2)})
    assert match.result is not None
    assert match.result.outcome[seat] == 1
    assert match.result.reason == "base"
