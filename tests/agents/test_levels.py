from __future__ import annotations

import dataclasses
import itertools
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.agents import FACES, LEVELS, MAKERS, LeveledAgent, advise, make_agent
from plowshares.agents.base import Ask, ask_for, count_streak
from plowshares.agents.levels import find_window, usual_simulations
from plowshares.agents.reasons import compare
from plowshares.agents.referee import play_on
from plowshares.agents.search import Budget, Choice, Search
from plowshares.core.hooks import Blunders
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from tests.amounts import amount
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options


def first_ask(seats: int = 2) -> Ask:
    return ask_for(Match(GAME, Options(seats=seats), 1), 0)


def test_every_level_plays_and_higher_ones_think_longer_and_blunder_less() -> None:
    assert list(MAKERS) == ["random", "greedy", "careful", "passive", "easy", "medium", "hard", "expert"]
    assert set(MAKERS) <= set(FACES)
    assert all(face.title and face.suits.endswith(".") and face.avatar for face in FACES.values())
    assert all(
        a.seconds < b.seconds and a.blunders.rate >= b.blunders.rate for a, b in itertools.pairwise(LEVELS.values())
    )
    assert LEVELS["expert"].seconds < 1
    for name in LEVELS:
        match = Match(GAME, Options(rounds=1), 1)
        play_on(match, {0: LeveledAgent(GAME, 1, name, 0.001), 1: LeveledAgent(GAME, 2, name, 0.001, cpu=True)})
        assert match.result is not None
        assert make_agent(name, GAME, 1).name == name


def test_an_only_action_is_taken_without_thinking() -> None:
    match = Match(GAME, Options(), 1)
    match.state.hand[0] = [0, 0, 4, 0, 0, 0]
    assert LeveledAgent(GAME, 1, "expert", 1e9).choose(ask_for(match, 0)) == 2


def test_a_blunder_comes_from_a_window_below_the_best_and_never_loses_at_once() -> None:
    player = LeveledAgent(GAME, 1, "easy")
    values = (0.5, 0.45, 0.4, 0.35, 0.1, -1.0)
    found = [Choice(action, 80 - action, value) for action, value in enumerate(values)]
    blunders = [player._blunder(found) for _ in range(600)]
    assert set(blunders) == {1, 2}, "no worse than the median, which is 0.375"
    assert all(250 < blunders.count(action) < 350 for action in (1, 2))
    assert player._blunder(found[:1]) == 0
    assert player._blunder([Choice(4, 9, 0.0), Choice(5, 1, -1.0)]) == 4
    lost = [Choice(4, 9, -1.0), Choice(5, 1, -1.0)]
    assert player._blunder(lost) == 4


def test_later_decisions_of_a_turn_blunder_less(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Choice(action, 80 - action, 0.5 - action / 100) for action in range(6)]
    monkeypatch.setattr(Search, "analyse", lambda search, ask: found)

    def count_blunders(streak: int) -> int:
        player, ask = LeveledAgent(GAME, 1, "easy"), dataclasses.replace(first_ask(), streak=streak)
        return sum(player.choose(ask) != 0 for _ in range(1000))

    assert 590 < count_blunders(0) < 710
    assert 270 < count_blunders(1) < 380
    assert count_blunders(8) < 10


def test_a_game_may_limit_its_searches() -> None:
    heuristics: Any = ModuleType("heuristics")
    vars(heuristics).update(vars(GAME.heuristics), MOST_SIMULATIONS=300)
    game = dataclasses.replace(GAME, heuristics=heuristics)
    assert [usual_simulations(game, level) for level in LEVELS.values()] == [128, 300, 300, 300]
    assert [usual_simulations(GAME, level) for level in LEVELS.values()] == [128, 512, 2048, None]
    assert LeveledAgent(game, 1, "expert").budget(0) == Budget(simulations=300, trees=1)
    assert LeveledAgent(game, 1, "expert", simulations=900).budget(0) == Budget(simulations=900, trees=1)


def test_a_game_may_say_how_often_its_levels_blunder() -> None:
    heuristics: Any = ModuleType("heuristics")
    vars(heuristics).update(vars(GAME.heuristics), BLUNDERS={"easy": Blunders(0.9, 1.0)})
    game = dataclasses.replace(GAME, heuristics=heuristics)
    assert LeveledAgent(game, 1, "easy").level == dataclasses.replace(LEVELS["easy"], blunders=Blunders(0.9, 1.0))
    assert LeveledAgent(game, 1, "medium").level == LEVELS["medium"]


def test_windows_are_narrower_at_higher_levels() -> None:
    found = [Choice(action, 80 - action, 0.5 - action / 100) for action in range(40)]
    depths = [len(find_window(found, level.blunders)) for level in LEVELS.values()]
    assert depths == sorted(depths, reverse=True)
    assert len(set(depths)) == len(depths)
    assert depths[-1] == 0


def test_a_turn_of_many_decisions_has_a_budget() -> None:
    expert, hard = LeveledAgent(GAME, 1, "expert"), LeveledAgent(GAME, 1, "hard")
    assert [expert.budget(streak).seconds for streak in (0, 1)] == [LEVELS["expert"].seconds] * 2
    assert sum(expert.budget(streak).seconds for streak in range(60)) < 7
    counts = [hard.budget(streak).simulations or 0 for streak in range(60)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] > 0


def test_a_streak_counts_the_decisions_since_anybody_else_made_one() -> None:
    match = Match(GAME, Options(), 1)
    assert ask_for(match, 0).streak == 0
    match.play(0, match.legal(0)[0])
    assert ask_for(match, 1).streak == 0
    assert count_streak(match, 0) == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_advice_is_complete(seats: int) -> None:
    ask = first_ask(seats)
    found = advise(GAME, ask.view, 0, ask.legal, ask.seats, 0.0, amount(600, 100))
    assert {each.action for each in found} == set(ask.legal)
    assert [each.visits for each in found] == sorted((each.visits for each in found), reverse=True)
    for each in found:
        assert 0 <= each.chance <= 1
        assert each.line[0] == each.text == GAME.notation.format(ask.view, 0, (each.action,))
        assert each.reason.endswith(".")
    assert "the first choice" in found[-1].reason
    assert found == advise(GAME, ask.view, 0, ask.legal, ask.seats, 0.0, amount(600, 100))


def test_the_most_visited_action_is_best_even_if_a_rare_one_looked_better() -> None:
    found = [Choice(4, 80, 0.5), Choice(2, 20, 0.6), Choice(3, 5, 0.1)]
    assert compare(found, 0, 3) == "It was tried most often."
    assert compare(found, 1, 3) == "It may be better than the first choice, but was tried less often."
    assert compare(found, 2, 3) == "Clearly worse than the first choice."
    assert compare([found[0], found[2]], 0, 2) == "It is clearly better than the rest."
    assert compare([found[0], Choice(1, 9, 0.42)], 0, 2) == "It is better than the rest."
    assert compare([found[0], Choice(1, 9, 0.47)], 0, 2) == "It is a little better than the rest."
    assert compare([found[0], Choice(1, 9, 0.5)], 0, 2) == "Others are about as good."
    assert compare([found[0], Choice(1, 9, 0.49)], 1, 2) == "About as good as the first choice."
    assert compare([found[0], Choice(1, 9, 0.4)], 1, 2) == "Worse than the first choice."
    assert compare([Choice(4, 80, 1.0)], 0, 3) == "As far as the search can see, this wins."
    assert compare([found[0]], 0, 3) == "Nothing else was worth a closer look."
    assert compare([found[0]], 0, 1) == "Nothing else is possible."


def test_advice_where_there_is_nothing_to_choose() -> None:
    match = Match(GAME, Options(rounds=1), 1)
    match.state.hand[0] = [0, 0, 4, 0, 0, 0]
    ask = ask_for(match, 0)
    assert advise(GAME, ask.view, 0, [], 2, 0.1) == []
    (only,) = advise(GAME, ask.view, 0, ask.legal, 2, 0.0, 32)
    assert (only.action, only.reason) == (2, "Nothing else is possible.")


def test_a_sure_win_is_called_one() -> None:
    match = Match(GAME, Options(rounds=1), 1)
    match.state.points[0] = 30
    ask = ask_for(match, 0)
    best = advise(GAME, ask.view, 0, ask.legal, 2, 0.0, 64)[0]
    assert (best.chance, best.reason) == (1.0, "As far as the search can see, this wins.")


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", list(registry.OURS))
def test_search_sees_views_only_in_every_game(name: str) -> None:
    """Two States that differ only in secrets give the same choice, with the same counts and values."""
    game = registry.find(name)
    options = read_options(game.options, dict(next(iter(game.presets.values()))))
    match = Match(game, options, 5)
    agents = [make_agent("random", game, seat) for seat in range(match.seats)]
    compared = 0
    while match.result is None and compared < 3:
        seat = match.to_act()[0]
        if len(match.history) >= 25 * compared and len(match.legal(seat)) > 1 and not match.draft(seat):
            assert found_by(match, match.state, seat) == found_by(match, disturbed(match, seat), seat)
            compared += 1
        match.play(seat, agents[seat].choose(ask_for(match, seat)))
    assert compared


def disturbed(match: Match, seat: int) -> Any:
    other = match.state.clone()
    match.game.view.disturb(other, seat, np.uint64(9))
    assert other.tobytes() != match.state.tobytes()
    return other


def found_by(match: Match, s: Any, seat: int) -> list[Choice]:
    search = Search(match.game, 1, Budget(simulations=128))
    # The first search may be compiled first, and its time limit must not end it before its simulations are done.
    return search.analyse(Ask(match.game.view_of(s, seat), seat, match.legal(seat), 600.0, match.seats))
