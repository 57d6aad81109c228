"""The figures of every seat in the chart at the end of a match."""

from __future__ import annotations

import pytest

from plowshares import registry
from plowshares.core.i18n import render
from plowshares.core.options import read_options
from plowshares.engine.default_scene import figures_of
from plowshares.engine.match import Match
from tests.toys.pennies import GAME as PENNIES


@pytest.mark.parametrize("name", registry.OURS)
def test_every_game_of_ours_counts_something_of_every_seat(name: str) -> None:
    game = registry.find(name)
    match = Match(game, read_options(game.options, dict(game.presets[game.default_preset])), 1)
    figures = figures_of(match.game, match.state)
    assert figures is not None
    assert render(figures.label)
    assert len(figures.values) == match.seats
    assert max(figures.values) >= 0


def test_a_game_without_a_scene_counts_nothing() -> None:
    match = Match(PENNIES, PENNIES.options(), 1)
    assert figures_of(match.game, match.state) is None
