"""Every game keeps the contract, with every preset. No game is named here."""

from __future__ import annotations

import pytest

from plowshares import registry
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.engine.contract import MATCH_CHECKS, POSITION_CHECKS, Amounts, check
from tests.amounts import CHECKED, INTERPRETED, first_presets_are_quick
from tests.toys.pennies import GAME as PENNIES

# Modes are not compared here: the same golden playthroughs are replayed in all three.
MODES = "compiled, interpreted and bounds-checked runs agree"
COMPILED = Amounts(matches=2, positions=14, actions=40, worlds=2, interpreted=0)
SLOW = Amounts(matches=1, positions=2, actions=6, worlds=1, interpreted=0)
GAMES = {name: registry.find(name) for name in registry.names()} | {PENNIES.name: PENNIES}


def tables() -> list[tuple[Game, str]]:
    """List what is checked: everything compiled, one preset of each game bounds-checked, the toy interpreted.

    Whole random matches take minutes when interpreted; the golden playthroughs go through every preset in each mode.
    """
    games = [PENNIES] if INTERPRETED else list(GAMES.values())
    return [(game, preset) for game in games for preset in list(game.presets)[: 1 if CHECKED else None]]


@pytest.mark.parametrize(("game", "preset"), first_presets_are_quick(tables()))
def test_contract(game: Game, preset: str) -> None:
    options = read_options(game.options, dict(game.presets[preset]))
    held = list(check(game, options, SLOW if INTERPRETED else COMPILED))
    assert held == [name for name in [*MATCH_CHECKS, *POSITION_CHECKS] if name != MODES]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_presets_that_include_the_defaults(game: Game) -> None:
    assert game.presets
    assert game.name.replace("_", "").isalpha()
    assert all((game.title, game.summary, game.length, game.seats, game.version >= 1))
