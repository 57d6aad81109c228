"""Every game plays as it did when its golden playthroughs were written, in every mode of compilation."""

from __future__ import annotations

import pytest

from plowshares.core.game import Game
from tests.amounts import CHECKED, INTERPRETED
from tests.contract.golden import FOLDER, MARK, place_of, tables, write_playthrough


def chosen() -> list[tuple[Game, str]]:
    """List what is replayed: every preset, but bounds-checked one of each game, since each is a compilation."""
    return [(game, preset) for game, preset in tables() if not CHECKED or preset == next(iter(game.presets))]


@pytest.mark.parametrize(("game", "preset"), chosen(), ids=lambda part: part if isinstance(part, str) else part.name)
def test_a_match_goes_as_it_was_written_down(game: Game, preset: str) -> None:
    expected = place_of(game, preset).read_text()
    short = expected.partition(MARK)[0]
    assert write_playthrough(game, preset, whole=not INTERPRETED) == (short if INTERPRETED else expected), (
        "the rules, or how they are shown, have changed: if that is meant, raise the version and run `make golden`"
    )


def test_every_preset_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert set(FOLDER.glob("*")) == {place_of(game, preset) for game, preset in tables()}
