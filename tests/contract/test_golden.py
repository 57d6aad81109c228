"""Every game plays as it did when its golden playthroughs were written, in every mode of compilation."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.game import Game
from tests.amounts import INTERPRETED, LONG_COMPILED
from tests.contract.golden import FOLDER, MARK, place_of, tables, write_playthrough


def chosen() -> list[Any]:
    """List what is replayed: every preset. Each is a compilation, so other presets than the first are long compiled."""
    found = []
    for game, preset in tables():
        marks = () if preset == next(iter(game.presets)) else LONG_COMPILED
        found.append(pytest.param(game, preset, id=f"{game.name}-{preset}", marks=marks))
    return found


@pytest.mark.parametrize(("game", "preset"), chosen())
def test_a_match_goes_as_it_was_written_down(game: Game, preset: str) -> None:
    expected = place_of(game, preset).read_text()
    short = expected.partition(MARK)[0]
    assert write_playthrough(game, preset, whole=not INTERPRETED) == (short if INTERPRETED else expected), (
        "the rules, or how they are shown, have changed: if that is meant, raise the version and run `make golden`"
    )


def test_every_preset_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert set(FOLDER.glob("*")) == {place_of(game, preset) for game, preset in tables()}
