"""What a Game offers beside its modules: playing and listing actions, optional parts, its import path."""

from __future__ import annotations

import importlib
import pickle
import xml.etree.ElementTree as ElementTree
from typing import Annotated, Any

import pytest
from msgspec import Meta

from plowshares import registry
from plowshares.core.options import SECRET_OPTION, Options, read_options, secret_options
from tests.toys.pennies import GAME
from tests.toys.pennies import options as pennies


def test_actions_are_listed_and_played() -> None:
    s = GAME.start(pennies.Options(rounds=1), 1)
    assert GAME.legal(s, 0) == GAME.legal(s, 1) == [0, 1, 2, 3, 4, 5]
    after = GAME.play(s.clone(), 0, 3)
    assert GAME.legal(after, 0) == [6, 7, 8]
    assert GAME.legal(s, 0) == [0, 1, 2, 3, 4, 5], "a copy was played"
    for seat, action in ((0, 6), (1, 0), (1, 6)):
        after = GAME.play(after, seat, action)
    assert GAME.rules.is_over(after)
    assert GAME.legal(after, 0) == []


def test_optional_parts_are_found_by_name() -> None:
    assert GAME.find_part("boldness").__name__ == "tests.toys.pennies.boldness"
    assert GAME.find_part("measures") is None
    assert GAME.find_part("adapters.web") is None
    assert registry.find("stratego").find_part("measures").__name__ == "plowshares.games.stratego.measures"


def test_a_game_is_pickled_by_its_place() -> None:
    assert pickle.loads(pickle.dumps(GAME)) is GAME


def test_secret_options_say_so_themselves() -> None:
    class Hiding(Options, frozen=True, kw_only=True):
        shown: Annotated[int, Meta(ge=1)] = 1
        plain: int = 2
        hidden: Annotated[str, Meta(description="the map", extra=SECRET_OPTION)] = ""

    assert secret_options(Hiding) == {"hidden"}
    assert secret_options(pennies.Options) == frozenset()
    assert [name for game in registry.names() for name in secret_options(registry.find(game).options)] == ["map_rows"]


def test_a_match_begins_from_a_written_position() -> None:
    game = registry.find("stratego")
    options = read_options(game.options, dict(game.presets["classic"]))
    s = game.start_at(options, 1, "red: 7@e5 2@a4 f@a1; blue: 5@e6 f@j10; red to move")
    assert game.legal(s, 0)


def test_the_package_of_the_games_lists_them() -> None:
    package: Any = importlib.import_module("plowshares.games")
    assert "stratego" in [info.name for info in package()]


@pytest.mark.parametrize("name", [name for name in registry.names() if registry.find(name).find_part("notes")])
def test_every_preset_has_a_small_picture(name: str) -> None:
    game = registry.find(name)
    notes = game.find_part("notes").NOTES
    assert set(notes.presets) == set(game.presets)
    for preset in notes.presets:
        drawn = notes.draw(read_options(game.options, dict(game.presets[preset])))
        assert ElementTree.fromstring(drawn).get("viewBox") == "0 0 120 90"
