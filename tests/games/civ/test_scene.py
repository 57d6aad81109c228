"""What people see of Civ: random matches of every preset, for every viewer."""

from __future__ import annotations

import pytest

from plowshares.core.options import read_options
from plowshares.games.civ import GAME
from tests.scene_checks import SceneWalk

CODES = r"\b\d+,\d+\b|\+[AWC]\b|\b[AWM] \d"
OTHERS: dict[str, dict[str, object]] = {
    "remember": {"remember_terrain": True, "size": 12, "players": 3, "start_armies": 3, "start_workers": 2},
    "secret": {"open_stats": False, "size": 8, "start_armies": 4, "start_production": 100, "terrain_combat": True},
    "exiles": {"exiles": True, "size": 8, "players": 4, "start_armies": 5, "starvation": "random", "carry_over": False},
}


def walk(preset: str, seed: int) -> SceneWalk:
    options = {**GAME.presets.get(preset, {}), **OTHERS.get(preset, {})}
    return SceneWalk(GAME, read_options(GAME.options, options), seed, CODES)


@pytest.mark.parametrize("preset", [*GAME.presets, *OTHERS])
def test_a_match_begins_without_codes_and_with_all_picks_described(preset: str) -> None:
    match = walk(preset, seed=len(preset))
    assert match.play(60, look_every=10) > 50
    match.check_leaks(3)


@pytest.mark.long
@pytest.mark.parametrize("preset", [*GAME.presets, *OTHERS])
def test_long_matches_have_no_codes_and_leak_nothing(preset: str) -> None:
    match = walk(preset, seed=7 + len(preset))
    for _ in range(8):
        if match.play(100, look_every=20) < 99:
            match.look_at_the_end()
            break
        match.check_leaks(match.rng.randrange(1 << 30))
