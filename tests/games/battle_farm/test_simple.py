"""The simple player: always legal, by its own view only, and sensible."""

from __future__ import annotations

import numpy as np
import pytest

from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import seats_of
from plowshares.games.battle_farm import GAME, heuristics, rules
from plowshares.games.battle_farm.actions import SPACE
from plowshares.games.battle_farm.heuristics.simple import NO_ACTION
from plowshares.games.battle_farm.state import Choice, Phase, State
from tests.games.battle_farm.table import Table, start

BITS = np.uint64(1)


def guessed(table: Table, seat: int = 0) -> str:
    """Return what the simple player does, as a command."""
    action = int(heuristics.guess(table.view(seat), seat, BITS))
    return str(GAME.notation.format(table.view(seat), seat, (action,)))


def play_on(s: State, seed: int, wild: int) -> set[int]:
    """Let simple players play a match to its end, with a random action now and then; return the choices they made."""
    chance, actions, met = Rng.new(), np.zeros(SPACE.size, np.int32), set()
    seed_rng(chance, np.uint64(seed), 3)
    while not rules.is_over(s):
        seat = seats_of(rules.to_act(s))[0]
        count = rules.legal_actions(s, seat, actions)
        action = int(heuristics.guess(s, seat, BITS))
        assert action in actions[:count]
        assert action == heuristics.guess(GAME.view_of(s, seat), seat, BITS)
        known = heuristics.script(GAME.view_of(s, seat), seat, seed)
        assert known == NO_ACTION or known in actions[:count]
        met.add(int(s.pending))
        if below(chance, 1000) < wild:
            action = int(actions[below(chance, count)])
        rules.step(s, seat, action)
    return met


@pytest.mark.compiled_only
def test_its_actions_are_legal_and_follow_from_its_own_view() -> None:
    met = set()
    for seed in range(60):
        met |= play_on(start(seed, players=2 + seed % 5, may_decline=bool(seed % 2)), seed, 150)
    assert met == set(Choice)


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_match_of_simple_players_ends_before_its_last_round(players: int) -> None:
    matches = 20
    late = 0
    for seed in range(matches):
        s = start(seed, players=players)
        play_on(s, seed, 0)
        late += s.round == s.options.max_rounds
    assert late <= matches // 4


def test_it_buys_what_brings_most_and_digs_only_while_it_can_buy_what_comes() -> None:
    market = "p0 c9; p1 c5; market wheat melon recycle recycle recycle recycle"
    assert guessed(Table(market).dice(3).enter(Phase.BUY)) == "buy m1"
    poor = "p0 c9; p1 c{}; market {} recycle recycle recycle recycle recycle"
    assert guessed(Table(poor.format(5, "recycle")).dice(3).enter(Phase.BUY)) == "buy m0"
    assert guessed(Table(poor.format(5, "recycle")).dice(1).enter(Phase.BUY)) == "done"
    clogged = "p0 c9; p1 c{}; market trellis-bed trellis-bed vertical-bed vertical-bed rotational-bed rotational-bed"
    assert guessed(Table(clogged.format(5)).dice(3).enter(Phase.BUY)) == "done"
    assert guessed(Table(clogged.format(50)).dice(3).enter(Phase.BUY)) == "buy m0"


def test_a_player_behind_keeps_the_market_moving() -> None:
    clogged = "p0 c9; p1 c{}; market trellis-bed trellis-bed vertical-bed vertical-bed rotational-bed rotational-bed"
    ahead, behind = (Table(clogged.format(coins)).dice(3).enter(Phase.BUY).view(0) for coins in (5, 50))
    assert heuristics.script(ahead, 0, 1) == NO_ACTION
    assert heuristics.script(behind, 0, 1) == heuristics.guess(behind, 0, BITS)
    wanted = Table("p0 c9; p1 c50; market melon recycle recycle recycle recycle recycle").dice(3).enter(Phase.BUY)
    assert heuristics.script(wanted.view(0), 0, 1) == NO_ACTION
    assert heuristics.script(Table("p0 hand [corn]; p1 c50").view(0), 0, 1) == NO_ACTION


def test_it_plants_where_a_crop_gains_and_plays_what_pays() -> None:
    assert guessed(Table("p0 hand [corn, grapes] beds `common` `raised`")) == "plant h1 b1"
    assert guessed(Table("p0 hand [corn] beds `vertical` `rotational`")) == "plant h0 b1"
    assert guessed(Table("p0 hand [lucky-find, corn] beds `common`")) == "play h0"
    assert guessed(Table("p0 f9 hand [yellow-warning, corn] beds `common`")) == "plant h1 b0"
    assert guessed(Table("p0 f9 hand [yellow-warning, corn, corn, melon] beds `common`")) == "play h0"


def test_a_position_is_quiet_when_a_turn_begins() -> None:
    begun = Table("p0 c9; market corn corn corn corn corn corn").dice(3).enter(Phase.BUY)
    assert heuristics.is_quiet(begun.view(0))
    assert not heuristics.is_quiet(begun.play("p0 buy m0").view(0))
    assert not heuristics.is_quiet(Table("p0 hand [corn]").view(0))
    assert heuristics.is_quiet(Table("p0 hand [corn]").phase(Phase.OVER).view(0))
