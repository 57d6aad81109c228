"""Pictures, heuristics and observations: what they show, and that play by them makes sense."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest

from plowshares.core.rng import Rng, below, draw, seed_rng
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.lookahead import make_lookahead, make_rank, new_scratch
from plowshares.engine.workspace import words_of
from plowshares.games.battle_farm import GAME, heuristics, notation, observation, rules, svg, text
from plowshares.games.battle_farm.actions import SPACE
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.state import Phase, Reason, State
from tests.amounts import amount, some
from tests.games.battle_farm.table import Table, start

SALE = "p0 hand [corn=8, clone, wheat]; p1 c9 hand [wither] beds `common:corn/4/2` `greenhouse`; p2 c9"

TABLES = (
    Table(SALE),
    Table(SALE).phase(Phase.TRADE).play("p0 sell h0"),
    Table(SALE).phase(Phase.TRADE).play("p0 sell h0", "p0 propose", "p2 bid 4"),
    Table(SALE).phase(Phase.TRADE).play("p0 sell h0", "p0 propose", "p2 bid 4", "p1 bid 2"),
    Table("p0 hand [fungus-infiltration, corn]").play("p0 play h0"),
    Table("p0 hand [pollinator-paradise]; deck corn clone").play("p0 play h0"),
    Table("p0 land-baron hand [corn]; discard clone×1, corn×2").play("p0 ability"),
    Table("p0 c9; market wheat empty corn corn corn corn; deck").dice(2).enter(Phase.BUY),
    Table(SALE).phase(Phase.OVER),
    Table("p0 c250 f0 hand [corn]; p1 c3 hand [wheat] f0").end_turn(0),
)


@pytest.mark.parametrize("table", TABLES, ids=range(len(TABLES)))
def test_every_pick_is_in_the_picture(table: Table) -> None:
    for seat in range(-1, table.options.players):
        view = table.view(seat)
        drawn = svg.board(view, seat)
        names = {node.get("data-pick") for node in ElementTree.fromstring(drawn).iter()}
        for action in table.legal(seat) if seat != SPECTATOR else []:
            for name in notation.picks(view, seat, action):
                assert name in names or name.split()[0] in ("button", "number")
        assert max(len(line) for line in text.board(view, seat).splitlines()) <= 80


def test_a_card_says_color_rarity_and_both_values() -> None:
    drawn = svg.board(TABLES[0].view(0), 0)
    assert "yellow · common" in drawn
    assert "value 8 (print 3)" in drawn
    assert "Corn, common yellow crop, value 8, printed 3. Planted: 1 coin per other yellow crop on the field." in drawn
    assert "ripe in 2 turns" in drawn
    words = text.board(TABLES[0].view(0), 0)
    assert "h0 corn=8 (yellow common, 3): Planted: 1 coin per other yellow crop on the" in words
    assert "b0 common:corn/4/2" in words


def test_others_hands_are_backs() -> None:
    view = TABLES[0].view(1)
    for drawn in (svg.board(view, 1), text.board(view, 1)):
        assert "Clone" not in drawn
        assert "clone" not in drawn


def test_a_hidden_bid_is_not_drawn() -> None:
    view = TABLES[2].view(1)
    assert "Player 2: hidden" in svg.board(view, 1)
    assert "p2 has bid" in text.board(view, 1)
    assert "Player 2: 4" in svg.board(TABLES[3].view(1), 1)


def test_marked_picks_are_highlighted() -> None:
    view = TABLES[0].view(0)
    assert 'class="pick marked"' in svg.board(view, 0, {"hand 1"})
    assert "*h1 clone" in text.board(view, 0, {"hand 1"})


def test_the_observation_shows_the_own_hand_and_no_other() -> None:
    first = np.zeros(observation.shape(Options(players=3)), observation.dtype())
    second = np.zeros_like(first)
    observation.encode(TABLES[0].view(1), 1, first)
    observation.encode(Table(SALE.replace("clone", "beans")).view(1), 1, second)
    assert first.tobytes() == second.tobytes()
    observation.encode(Table(SALE.replace("wither", "beans")).view(1), 1, second)
    assert first.tobytes() != second.tobytes()
    for table in TABLES:
        observation.encode(table.view(0), 0, first)
        assert np.isfinite(first).all()


def better(before: str, good: str, bad: str) -> None:
    """One action of p0 is valued above another, both seen from p0."""

    def value(lines: str) -> float:
        table = Table(before).play(*lines.split(", "))
        return float(heuristics.value(table.view(0), 0))

    assert value(good) > value(bad)


def test_values_prefer_what_a_farmer_would_do() -> None:
    better("p0 hand [grapes, corn]; p1 c5", "p0 plant h0 b0", "p0 done")
    better("p0 hand [grapes, corn] beds `raised` `common`; p1 c5", "p0 plant h0 b0", "p0 plant h0 b1")
    mischief = "p0 hand [wither, corn] beds `common:grapes/15/2`; p1 beds `common:grapes/15/2` `common:wheat/2/1`"
    better(mischief, "p0 play h0", "p0 done")
    better(mischief, "p0 play h0, p0 crop p1 b0", "p0 play h0, p0 crop p0 b0")
    better(mischief, "p0 play h0, p0 crop p1 b0", "p0 play h0, p0 crop p1 b1")
    better("p0 hand [selection, grapes, recycle]; p1 c5", "p0 play h0, p0 card h0", "p0 play h0, p0 card h1")


def test_every_pending_choice_promises_something_finite() -> None:
    cards = ("garden-gourmet", "fertilizer-frenzy", "clone", "recycle", "garden-gnome", "thorny-fence", "trellis-bed")
    crops = "p0 f20 hand [{}, corn] beds `common:corn/3/2` `common`; p1 hand [corn] beds `common:corn/3/2`"
    for card in cards:
        table = Table(crops.format(card)).play("p0 play h0")
        assert -1 < heuristics.value(table.view(0), 0) < 1
    for card in ("eggplant", "blueberry"):
        table = Table(crops.format(card)).play("p0 plant h0 b1")
        assert -1 < heuristics.value(table.view(0), 0) < 1
    for job in ("land-baron", "market-trader", "weather-watcher", "crop-scientist", "master-gardener"):
        table = Table(f"p0 {job} hand [apples]; p1 beds `common:corn/3/2` `common`; discard corn×1").play("p0 ability")
        assert -1 < heuristics.value(table.view(0), 0) < 1
    for crop in ("peppers", "strawberry", "pineapple", "beans"):
        table = Table(f"p0 hand [corn] beds `common:{crop}/9/1`; p1 beds `common:corn/3/2`").dice(2).start_turn()
        assert -1 < heuristics.value(table.view(0), 0) < 1


def test_a_sensible_bid_is_valued_above_none_and_above_too_much() -> None:
    def value(amount: int) -> float:
        table = Table("p0 hand [grapes, corn]; p1 c30; p2 c5").phase(Phase.TRADE)
        table.play("p0 sell h0", "p0 propose", f"p1 bid {amount}")
        return float(heuristics.value(table.view(1), 1))

    assert value(3) > value(0)
    assert value(3) > value(20)


def test_spare_cards_are_worth_offering() -> None:
    hand = ", ".join(["corn"] * 9)
    table = Table(f"p0 hand [{hand}]; p1 c30").phase(Phase.TRADE)
    before = heuristics.value(table.view(0), 0)
    marked = heuristics.value(table.play("p0 sell h0").view(0), 0)
    assert heuristics.value(table.play("p0 propose").view(0), 0) > marked > before
    few = Table("p0 hand [corn, grapes]; p1 c30").phase(Phase.TRADE)
    kept = heuristics.value(few.view(0), 0)
    assert heuristics.value(few.play("p0 sell h1").view(0), 0) < kept


def test_priors_weigh_every_action() -> None:
    for table in TABLES[:-2]:
        for seat in some(table.to_act()):
            legal = np.array(table.legal(seat), np.int32)
            out = np.zeros(len(legal), np.float32)
            heuristics.prior(table.view(seat), seat, legal, len(legal), out)
            assert (out > 0).all()


class Player:
    """The one-step player the agents are made of, without the agents."""

    def __init__(self, s: State, seed: int) -> None:
        self.look = make_lookahead(GAME.rules, GAME.view, GAME.heuristics)
        self.rank = make_rank(GAME.heuristics)
        self.scratch = new_scratch(s)
        self.chance = Rng.new()
        seed_rng(self.chance, np.uint64(seed), 9)

    def choose(self, s: State, seat: int, actions: Any, count: int) -> int:
        view = GAME.view_of(s, seat)
        known = heuristics.script(view, seat, 0)
        if known in actions[:count]:
            return known
        kept = self.rank(view, seat, actions, count, 96, np.zeros(count, np.float32))
        values = np.zeros(kept)
        self.look(words_of(view), seat, actions, kept, 4, np.uint64(draw(self.chance)), self.scratch, values)
        return int(actions[int(values.argmax())])


def play_match(players: int, greedy: set[int], seed: int) -> State:
    s = start(seed, players=players)
    player = Player(s, seed)
    actions = np.zeros(SPACE.size, np.int32)
    while not rules.is_over(s):
        seat = seats_of(rules.to_act(s))[0]
        count = rules.legal_actions(s, seat, actions)
        if seat in greedy:
            action = player.choose(s, seat, actions, count)
        else:
            action = int(actions[below(player.chance, count)])
        rules.step(s, seat, action)
    return s


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", range(2, 7))
def test_greedy_beats_random_players(players: int) -> None:
    matches = 10
    wins = 0
    for seed in range(matches):
        s = play_match(players, {seed % players}, seed)
        wins += s.coins[seed % players] == s.coins.max()
    assert wins >= matches - 1


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", [2, 4, 6])
def test_greedy_players_end_their_matches(players: int) -> None:
    matches = amount(6, 1)
    reasons = [play_match(players, set(range(players)), seed).reason for seed in range(matches)]
    assert sum(reason != Reason.CAP for reason in reasons) >= matches - 1


def test_a_garden_too_wide_for_a_terminal_takes_several_lines() -> None:
    beds = "`common:cloudberry/15/2` " * 5
    lines = text.board(Table(f"p0 beds {beds}; p1 c5").view(0), 0).splitlines()
    rows = [line for line in lines if "cloudberry" in line]
    assert len(rows) > 1
    assert "".join(rows).count("cloudberry") == 5
    assert max(map(len, lines)) <= 80
