"""What a Game offers beside its modules: to play and list actions, optional parts, its place for other processes."""

from __future__ import annotations

import pickle
from typing import Annotated

from msgspec import Meta

from plowshares import registry
from plowshares.core.options import SECRET_OPTION, Options, secret_options
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
    assert sum(registry.find(name).find_part("measures") is not None for name in registry.names()) == len(registry.OURS)


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
