"""A State that outgrows its capacity moves to the next one wherever actions are played."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from plowshares.core.jit import kernel
from plowshares.engine.contract import Amounts, Broken
from plowshares.engine.contract import play as checks
from plowshares.engine.contract.walk import hunt, play_some, random_step, walk
from plowshares.engine.match import Match
from tests.toys.broken import broken
from tests.toys.pennies import GAME, rules
from tests.toys.pennies.options import Options

step_well, setup_well = rules.step, rules.setup
grown: list[int] = []


@kernel
def needs_room(s: Any) -> bool:
    return bool(s.spare == 1)


@kernel
def step_and_fill(s: Any, seat: int, action: int) -> None:
    step_well(s, seat, action)
    s.spare = 1


@kernel
def setup_and_fill(s: Any, seed: Any) -> None:
    setup_well(s, seed)
    s.spare = 1


def grow(s: Any) -> Any:
    larger = s.clone()
    larger.spare = 0
    grown.append(1)
    return larger


CROWDED = broken("state", broken("rules", needs_room=needs_room, step=step_and_fill, setup=setup_and_fill), grow=grow)


def test_a_match_grows_at_the_start_and_with_every_action() -> None:
    grown.clear()
    match = Match(CROWDED, Options(rounds=1), 1)
    assert sum(grown) == 1
    match.play(0, "lay 0 +0")
    assert match.state.spare == 0
    assert sum(grown) >= 3
    match.play(1, "lay 0 +0")
    assert match.result is not None


def test_the_contract_lets_matches_grow() -> None:
    s = CROWDED.start(Options(rounds=1), 1)
    assert CROWDED.play(s.clone(), 0, 0).spare == 0
    end, played = play_some(CROWDED, s, checks.new_chance(1), 99, 9)
    assert (bool(end.over), played) == (True, 4)


def test_the_hunt_for_secrets_lets_matches_grow() -> None:
    at, changed = next(hunt(CROWDED, Options(rounds=2), {"hand"}, 50))
    assert (changed, at.s.spare) == ({"hand"}, 0)


def test_a_seat_without_an_action_is_reported() -> None:
    idle = broken("rules", legal_actions=kernel(lambda s, seat, out: 0))
    with pytest.raises(Broken, match="has no legal action"):
        random_step(idle, GAME.start(Options(), 1), checks.new_chance(1), 9)


def test_long_matches_are_recorded_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "RECORDED", 2)
    checks.check_records(GAME, Options(rounds=5), Amounts())
    assert next(walk(GAME, Options(), Amounts())).seats == 2


def test_drafts_can_be_taken_back() -> None:
    match = Match(GAME, Options(), 1)
    match.play(0, "lay 2")
    match.take_back(0)
    match.take_back(1)
    assert match.draft(0) == ()
    assert match.play(0, "lay 3 +1")[0].text == "lay 3 +1"


def test_games_are_pickled_by_place() -> None:
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    assert GAME.home == "tests.toys.pennies"
