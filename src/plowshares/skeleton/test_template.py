"""Every rule of Skeleton by its number, and the contract that every game keeps."""

from __future__ import annotations

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.options import read_options
from plowshares.engine.contract import Amounts, examine
from plowshares.engine.match import Match
from plowshares.skeleton import GAME
from plowshares.skeleton.options import Options

FEW = Amounts(matches=1, positions=6, actions=10, worlds=1, interpreted=0)


def start(**options: int) -> Match:
    """Begin a match."""
    return Match(GAME, read_options(GAME.options, options), seed=1)


def test_r1_players_take_turns() -> None:
    match = start()
    assert match.state.stones == Options().stones
    match.play(0, "take 2")
    assert match.to_act() == [1]


def test_r2_a_player_takes_at_most_as_many_as_the_option_says() -> None:
    match = start(stones=4, most=3)
    with pytest.raises(IllegalCommand, match="between 1 and 3"):
        match.play(0, "take 4")
    match.play(0, "take 3")
    assert match.legal(1) == [0]


def test_r3_the_player_that_takes_the_last_stone_wins() -> None:
    match = start(stones=3)
    match.play(0, "take 3")
    assert match.result is not None
    assert match.result.outcome == (1.0, -1.0)


@pytest.mark.parametrize("preset", GAME.presets)
def test_the_contract_holds(preset: str) -> None:
    failures = {name: wrong for name, wrong in examine(GAME, Options(**GAME.presets[preset]), FEW) if wrong}
    assert failures == {}
