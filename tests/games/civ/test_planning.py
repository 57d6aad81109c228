"""The simple player who plans whole turns, and looking ahead by it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.hooks import hooks_of, looks_ahead
from plowshares.engine.workspace import new_scratch_state
from plowshares.games.civ import heuristics, notation, rules
from plowshares.games.civ.heuristics.growth import rounds_left
from plowshares.games.civ.heuristics.standing import standing
from plowshares.games.civ.state import State
from tests.amounts import amount
from tests.games.civ.table import give, on, play, position, start, terrain, view_of

GAME = registry.find("civ")
END = 0


def legal(s: State) -> list[int]:
    out = np.empty(int(s.actions.size), np.int32)
    actions: list[int] = out[: rules.legal_actions(s, int(s.current), out)].tolist()
    return actions


def plan(s: State) -> int:
    """Return what the simple player does; it must be legal."""
    seat, actions = int(s.current), legal(s)
    action = heuristics.careful(view_of(s, seat), seat, actions, 1)
    assert action in actions
    return action


def play_turn(s: State) -> list[str]:
    """Let the simple player play a turn up to its end; return what it did."""
    seat, told = int(s.current), []
    while not rules.is_over(s) and (action := plan(s)) != END:
        told.append(notation.format(view_of(s, seat), seat, (action,)))
        rules.step(s, seat, action)
    return told


def test_it_founds_a_city_beside_a_weak_one_and_takes_it_in_the_same_turn() -> None:
    s = position("quick", "0:3,5 1:6,5 1:0,0", "1:6,6:1w")
    give(s, production=40)
    told = play_turn(s)
    assert told[0].startswith("+C")
    assert told[1].startswith("+A")
    assert on(s, "6,5") == "P0 1@100 city0"
    assert on(s, "6,6") == "P0 1w"


@pytest.mark.parametrize(("production", "taken"), [(50, False), (60, True)])
def test_it_strikes_only_with_enough_armies(production: int, taken: bool) -> None:
    s = position("quick", "0:3,5 1:6,5 1:0,0", "1:6,5:2@100")
    give(s, production=production)
    play_turn(s)
    assert ("city0" in on(s, "6,5")) == taken


def test_armies_of_several_tiles_strike_together() -> None:
    s = position("quick", "0:3,5 1:6,5 1:0,0", "1:6,5:1@100; 0:5,5:1@100; 0:6,4:1@100")
    told = play_turn(s)
    assert told[0].startswith("M")
    assert on(s, "6,5").endswith("city0")


def test_armies_strike_one_at_a_time_where_they_must() -> None:
    s = position("codekata", "0:3,5 1:6,5 1:0,0", "1:6,5:1@100; 0:5,5:3@100", size=10)
    play_turn(s)
    assert on(s, "6,5") == "P0 1@100 city0"


def test_a_city_is_defended_against_armies_beside_it() -> None:
    s = position("quick", "0:0,0 1:9,9", "1:1,0:1@100")
    give(s, production=10)
    assert play_turn(s) == ["+A 0,0"]


def test_workers_go_to_the_best_land_and_more_are_bought_for_it() -> None:
    s = position("quick", "0:0,0 1:9,9", "0:0,0:1w 1@100")
    terrain(s, F="2,0 1,1 0,2")
    give(s, production=10, food=20)
    told = play_turn(s)
    assert told[0] == "+W 0,0"
    assert sum(word.startswith("W") for word in told) == 2, "both leave the city"


def test_trade_is_spent_on_research_and_in_the_last_round_everything_on_points() -> None:
    s = position("quick", "0:0,0 1:9,9")
    give(s, production=40, trade=40)
    s.round = s.options.max_rounds
    assert rounds_left(s) == 0
    told = play_turn(s)
    assert told[:2] == ["R off", "R def"]
    assert [word.split()[0] for word in told[2:4]] == ["+C", "+A"]


@pytest.mark.parametrize(("preset", "given"), [("quick", {}), ("codekata", {"size": 12, "players": 3})])
def test_what_it_plans_is_always_legal_and_depends_on_what_it_sees_only(preset: str, given: dict[str, Any]) -> None:
    s = start(preset, seed=5, **given)
    heuristics_too: Any = heuristics
    for _ in range(amount(600, 120)):
        if rules.is_over(s):
            break
        seat, actions = int(s.current), legal(s)
        action = plan(s)
        assert heuristics_too.careful(s.clone(), seat, actions, 1) == action, "the fog hides it from this player too"
        rules.step(s, seat, action)
    assert s.round > 3


def rate(s: State, seat: int, depth: int = 0) -> float:
    """Return the value of a fully known position by looking ahead."""
    records, words = new_scratch_state(s)
    records[0] = s
    sheet = heuristics.new_sheet(len(words))
    heuristics.note_world(s, seat, sheet)
    heuristics.prepare_lookahead(s, seat, sheet)
    heuristics.plan_world(s, seat, sheet)
    value = heuristics.look_ahead(records[0], words, seat, depth, np.zeros(1, np.int32), sheet)
    assert sheet.tally[0] > 0
    return float(value)


def test_looking_ahead_plays_the_turn_out_and_sees_the_answer() -> None:
    s = position("quick", "0:3,5 1:6,5 1:0,0 0:9,9")
    give(s, production=40)
    ended = s.clone()
    play(ended, "end")
    assert rate(s, 0) > rate(ended, 0) + 0.1, "a city can be taken"
    give(s, 1, production=100)
    threatened = rate(s, 0)
    give(s, 1, production=0)
    assert rate(s, 0) > threatened, "the rival can strike back"


def test_a_match_that_is_won_counts_as_won() -> None:
    s = position("quick", "0:3,5 1:6,5")
    give(s, production=40)
    assert rate(s, 0) == 1.0
    play_turn(s)
    assert standing(s, 1) == -1.0


def test_only_small_boards_are_searched_so() -> None:
    assert looks_ahead(GAME.heuristics, start("quick"))
    assert not looks_ahead(GAME.heuristics, start("codekata"))
    assert hooks_of(GAME.heuristics).most_simulations == 512


def test_the_simple_player_s_own_choice_is_ahead_of_its_equals() -> None:
    s = position("quick", "0:0,0 1:9,9", "0:0,0:1w")
    actions = np.array(legal(s), np.int32)
    out = np.zeros(len(actions), np.float32)
    heuristics.root_penalty(s, 0, actions, len(actions), out)
    assert [int(action) for action, cost in zip(actions, out, strict=True) if cost == 0.0] == [plan(s)]
