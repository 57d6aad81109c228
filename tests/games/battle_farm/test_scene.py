"""What people see of Battle Farm: whole random matches of every preset, for every viewer."""

from __future__ import annotations

import pytest

from plowshares.core.options import read_options
from plowshares.games.battle_farm import GAME
from tests.scene_checks import SceneWalk

CODES = r"\b[mhb]\d\b|\b\w+=\d|win-limit"


@pytest.mark.parametrize("preset", GAME.presets)
def test_a_random_match_has_no_codes_and_all_picks(preset: str) -> None:
    walk = SceneWalk(GAME, read_options(GAME.options, GAME.presets[preset]), seed=len(preset), codes=CODES)
    assert walk.play(400, look_every=5) > 300
    walk.check_leaks(3)
