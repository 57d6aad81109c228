"""Beliefs about hidden things: one interface for every game."""

from __future__ import annotations

import dataclasses
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.game import Belief
from plowshares.core.options import read_options
from plowshares.engine.beliefs import marginals
from plowshares.engine.match import Match
from tests.agents.test_levels import disturbed
from tests.agents.test_passive import play_passively
from tests.amounts import amount

WORLDS = amount(60, 4)


def start(name: str, preset: str, commands: int) -> Match:
    game = registry.find(name)
    match = Match(game, read_options(game.options, dict(game.presets[preset])), 3)
    play_passively(match, commands)
    return match


@pytest.mark.parametrize(("name", "preset", "commands"), [("stratego", "mini", 30), ("civ", "quick", 4)])
def test_beliefs_are_chances_by_counting_and_come_from_the_view_alone(name: str, preset: str, commands: int) -> None:
    match = start(name, preset, commands)
    seat = match.to_act()[0]
    found = marginals(match.game, match.view(seat), seat, WORLDS)
    assert found
    assert len({belief.thing for belief in found}) == len(found)
    for belief in found:
        assert sum(belief.chances) == pytest.approx(1)
        assert list(belief.chances) == sorted(belief.chances, reverse=True)
        assert belief.likeliest == belief.kinds[0]
    assert found == marginals(match.game, match.view(seat), seat, WORLDS)
    other = match.game.view_of(disturbed(match, seat), seat)
    assert found == marginals(match.game, other, seat, WORLDS)


def test_in_stratego_each_hidden_piece_has_a_belief_and_the_counts_add_up() -> None:
    match = start("stratego", "mini", 30)
    found = marginals(match.game, match.view(0), 0, WORLDS)
    blue, end = int(match.state.blue), int(match.state.pieces)
    assert {belief.thing for belief in found} == {f"piece {piece}" for piece in range(blue, end)}
    flags = sum(belief.chances[belief.kinds.index("flag")] for belief in found if "flag" in belief.kinds)
    assert flags == pytest.approx(1)


def test_a_game_may_have_marginals_of_its_own_or_name_nothing() -> None:
    match = start("stratego", "mini", 30)
    own = [Belief("piece 12", ("flag", "bomb"), (0.25, 0.75))]

    def answer(view: Any, seat: int) -> list[Belief]:
        assert view.types[12] == -1
        return own

    offering: Any = ModuleType("offering")
    offering.marginals = answer
    with_own = dataclasses.replace(match.game, heuristics=offering)
    assert marginals(with_own, match.view(0), 0) == own
    assert own[0].likeliest == "bomb"
    silent: Any = ModuleType("silent")
    without = dataclasses.replace(match.game, heuristics=silent)
    assert marginals(without, match.view(0), 0) == []
    assert np.all(match.view(0).types[12:24] == -1)
