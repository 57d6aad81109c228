"""Simultaneous choices do not depend on the order in which seats are asked."""

from __future__ import annotations

from typing import Any

from plowshares import registry
from plowshares.agents.base import Ask
from plowshares.agents.search import Budget, Search
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.simultaneous import take_back
from tests.amounts import amount

GAME = registry.find("footsoldiers")


def start() -> Match:
    return Match(GAME, read_options(GAME.options, dict(GAME.presets["short"])), 5)


def found_by(match: Match, seat: int) -> list[Any]:
    search = Search(GAME, 11, Budget(simulations=amount(400, 60), trees=1))
    return search.analyse(Ask(match.view(seat), seat, match.legal(seat), float("inf"), 2))


def test_a_search_finds_the_same_whether_the_other_has_chosen_or_not() -> None:
    before, after = start(), start()
    after.play(0, after.legal(0)[1])
    while 0 in after.to_act():
        after.play(0, after.legal(0)[0])
    assert after.to_act() == [1]
    assert after.view(1).tobytes() != before.view(1).tobytes(), "it can tell that the other has chosen"
    assert found_by(before, 1) == found_by(after, 1)


def test_a_search_looks_at_whole_turns_and_leaves_the_view_alone() -> None:
    match = start()
    view = match.view(1)
    held = view.tobytes()
    assert take_back(GAME, view, 1).tobytes() == held
    search = Search(GAME, 3, Budget(simulations=amount(400, 60), trees=1))
    best = search.analyse(Ask(view, 1, match.legal(1), float("inf"), 2))[0].action
    assert view.tobytes() == held
    assert all(seat in (0, 1) for _, seat, _ in search.steps_after(best))


def test_games_in_which_nobody_chooses_at_once_keep_their_views() -> None:
    game = registry.find("stratego")
    view = Match(game, read_options(game.options, {"variant": "micro"}), 1).view(0)
    assert take_back(game, view, 0) is view
