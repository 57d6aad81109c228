"""Players of Battle Farm: one who is behind keeps the market moving."""

from __future__ import annotations

from plowshares.agents import advise, make_agent
from plowshares.agents.base import ask_for
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.games.battle_farm import GAME
from plowshares.games.battle_farm.cards import Card
from plowshares.games.battle_farm.state import Phase


def clogged(coins: int) -> Match:
    """Return a match whose market holds nothing worth its price, and whose other player has that many coins."""
    match = Match(GAME, read_options(GAME.options, {"players": 2}), 1)
    s = match.state
    seat = int(s.current)
    s.phase, s.allowance, s.die = Phase.BUY, 3, 3
    s.market[:] = [Card.TRELLIS_BED, Card.VERTICAL_BED, Card.ROTATIONAL_BED, Card.WITHER, Card.CLONE, Card.GROCERY]
    s.coins[seat], s.coins[1 - seat] = 20, coins
    return match


def test_a_player_behind_buys_to_see_another_card_and_a_hint_says_why() -> None:
    match = clogged(60)
    seat = match.to_act()[0]
    ask = ask_for(match, seat)
    (advice,) = advise(GAME, ask.view, seat, ask.legal, 2, 0.0, 16)
    assert advice.text == "buy m0"
    assert "more coins" in advice.reason
    assert 0.0 < advice.chance < 0.5
    for name in ("greedy", "easy", "expert"):
        assert make_agent(name, GAME, 1).choose(ask) == advice.action


def test_a_leader_is_told_what_a_search_finds() -> None:
    match = clogged(5)
    seat = match.to_act()[0]
    ask = ask_for(match, seat)
    found = advise(GAME, ask.view, seat, ask.legal, 2, 0.0, 64)
    assert sum(advice.visits for advice in found) == 64
    assert all("more coins" not in advice.reason for advice in found)
