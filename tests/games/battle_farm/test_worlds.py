"""Sampled worlds, disturbed States and needs that fail, one position each."""

from __future__ import annotations

import numpy as np
import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm import GAME, rules, state, view
from plowshares.games.battle_farm.cards import CARD_SLUGS, CROPS, NO_CARD, PRINTED, Card
from plowshares.games.battle_farm.notation.words import hand_of
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.state import Phase, State
from tests.amounts import some
from tests.games.battle_farm.table import Table, start

pytestmark = pytest.mark.every_mode

WORLDS = range(6)


def worlds(s: State, seat: int) -> list[State]:
    """Return some worlds that agree with the seat's view, each checked to do so."""
    found = []
    for seed in WORLDS:
        world = GAME.view_of(s, seat)
        view.sample_for(world, seat, np.uint64(seed))
        assert GAME.view_of(world, seat).tobytes() == GAME.view_of(s, seat).tobytes()
        found.append(world)
    return found


def match_with(cards: dict[int, list[str]], players: int = 3) -> State:
    """Return the start of a match in which hands are exchanged for given cards, taken from the deck."""
    s = start(3, players=players, classes=["market-trader"] * players)
    for p, slugs in cards.items():
        first = int(sum(s.hand_count[:p]))
        for h, slug in enumerate(slugs):
            card = CARD_SLUGS.index(slug)
            at = int(np.flatnonzero(s.deck[: s.deck_count] == card)[0])
            s.deck[at], s.hand_card[first + h] = s.hand_card[first + h], card
            s.hand_value[first + h] = PRINTED[card]
    return s


def test_a_card_seen_going_into_a_hand_stays_there() -> None:
    s = start(2, players=2, start_coins=50)
    seat, card = int(s.current), int(s.market[0])
    rules.step(s, seat, 0)
    for world in some(worlds(s, 1 - seat)):
        assert card in [kind for kind, _ in hand_of(world, seat)]


def test_a_card_sown_into_the_deck_is_in_the_deck() -> None:
    s = start(4, players=2, classes=["harvest-freak", "market-trader"])
    s.current, s.place, s.phase, s.allowance, s.die = 0, int(np.flatnonzero(s.order == 0)[0]), Phase.PLAY, 0, 0
    sown = hand_of(s, 0)[0][0]
    before = s.deck[: s.deck_count].tolist().count(sown)
    rules.step(s, 0, GAME.actions.space(Options(players=2)).encode("ability"))
    rules.step(s, 0, GAME.actions.space(Options(players=2)).encode("card", 0))
    assert s.seen[1, state.DECK, sown] == 1
    assert before >= 0
    for world in worlds(s, 0):
        assert sown in world.deck[: world.deck_count]


def test_cards_on_sale_lie_marked_in_the_sellers_hand() -> None:
    s = match_with({0: ["corn", "corn", "wither"]})
    s.current, s.phase, s.allowance, s.die = 0, Phase.TRADE, 0, 0
    space = GAME.actions.space(Options(players=3))
    for action in (space.encode("sell", 1), space.encode("sell", 2), space.encode("propose")):
        rules.step(s, 0, action)
    rules.step(s, 2, space.encode("bid", 2))
    for world in some(worlds(s, 1)):
        marked = [hand_of(world, 0)[h] for h in range(3) if world.marked[h]]
        assert sorted(marked) == [(Card.CORN, 3), (Card.WITHER, 3)]
        assert world.marks == 2
        assert 0 <= world.bid[2] <= world.coins[2]


def test_known_gains_lie_on_hidden_cards() -> None:
    s = match_with({0: ["corn", "corn", "wither"]})
    s.current, s.phase, s.allowance, s.die = 0, Phase.TRADE, 0, 0
    s.boost[0] = 7
    s.hand_value[0] += 7
    for world in some(worlds(s, 1)):
        assert sum(value - PRINTED[card] for card, value in hand_of(world, 0)) == 7
    space = GAME.actions.space(Options(players=3))
    rules.step(s, 0, space.encode("sell", 0))
    rules.step(s, 0, space.encode("propose"))
    for world in some(worlds(s, 1)):
        assert sum(value - PRINTED[card] for card, value in hand_of(world, 0)) == 7
    s.boost[0] = 9
    for world in some(worlds(s, 1)):
        assert sum(value - PRINTED[card] for card, value in hand_of(world, 0)) == 9


def test_the_chooser_of_peppers_holds_a_crop_card() -> None:
    s = match_with({0: ["lucky-find", "lucky-find", "corn"]})
    s.current, s.phase, s.allowance, s.die = 0, Phase.HARVEST, 0, 0
    s.pending, s.chooser, s.number = state.Choice.PEPPERS, 0, 2
    for world in some([*worlds(s, 1), *worlds(s, SPECTATOR)]):
        assert any(card < CROPS for card, _ in hand_of(world, 0))
    s.seen[2, 0, Card.CORN] = 1
    for world in worlds(s, 1):
        assert Card.CORN in [card for card, _ in hand_of(world, 0)]


def test_the_pair_is_two_cards_for_others_and_the_same_for_its_chooser() -> None:
    s = match_with({0: ["pollinator-paradise", "corn", "wheat"]})
    s.current, s.phase, s.allowance, s.die = 0, Phase.PLAY, 0, 0
    rules.step(s, 0, GAME.actions.space(Options(players=3)).encode("play", 0))
    for world in worlds(s, 1):
        assert (world.pair != NO_CARD).all()
    for world in worlds(s, 0):
        assert world.pair.tolist() == s.pair.tolist()
    other = s.clone()
    view.disturb(other, 1, np.uint64(5))
    assert other.pair.tolist() != s.pair.tolist() or other.deck.tolist() != s.deck.tolist()
    assert GAME.view_of(other, 1).tobytes() == GAME.view_of(s, 1).tobytes()


def test_kinds_seen_too_often_must_be_class_bonuses() -> None:
    given = {"players": 2, "classes": ["market-trader", "harvest-freak"], "deck_counts": {"onions": 0}}
    for seed in range(400):
        s = start(seed, **given)
        if Card.ONIONS in s.bonus[1]:
            break
    h = int(s.hand_count[0]) + 3 + s.bonus[1].tolist().index(Card.ONIONS)
    s.hand_card[h], s.discard[Card.ONIONS] = s.deck[s.deck_count - 1], 1
    s.hand_value[h] = PRINTED[s.hand_card[h]]
    s.deck_count -= 1
    s.deck[s.deck_count] = 0
    for world in some(worlds(s, 0)):
        assert Card.ONIONS in world.bonus[1]


def test_worlds_know_the_own_bonus() -> None:
    s = start(5, players=2, classes=["harvest-freak", "land-baron"])
    for world in some(worlds(s, 0)):
        assert world.bonus[0].tolist() == s.bonus[0].tolist()
        assert world.created.sum() == 3


def test_disturbing_changes_bids_marks_and_the_pair() -> None:
    table = Table("p0 hand [corn, wheat]; p1 c5; p2 c9 hand [corn]").phase(Phase.TRADE)
    table.play("p0 sell h0", "p0 propose", "p2 bid 4")
    changed = set()
    for seed in WORLDS:
        other = table.s.clone()
        view.disturb(other, 1, np.uint64(seed))
        changed |= {name for name in ("bid", "marked", "marks") if other[name].tobytes() != table.s[name].tobytes()}
        assert GAME.view_of(other, 1).tobytes() == GAME.view_of(table.s, 1).tobytes()
    assert changed == {"bid", "marked", "marks"}
    pair = Table("p0 hand [pollinator-paradise]; p1 c1; deck corn clone wheat").play("p0 play h0")
    other = pair.s.clone()
    view.disturb(other, 1, np.uint64(1))
    assert GAME.view_of(other, 1).tobytes() == GAME.view_of(pair.s, 1).tobytes()
    assert other.pair.tobytes() != pair.s.pair.tobytes()


@pytest.mark.parametrize(
    ("before", "command"),
    [
        ("p0 hand [trellis-bed, corn] beds `trellis` `trellis`; p1 beds `greenhouse` `trellis`", "play h0"),
        ("p0 hand [retractable-greenhouse, corn] beds `greenhouse` `greenhouse`; p1 beds `greenhouse` `greenhouse`",
         "play h0"),
        ("p0 weather-watcher hand [corn]; p1 beds `greenhouse` `greenhouse`", "ability"),
        ("p0 market-trader hand [corn]; market empty empty empty empty empty empty; deck", "ability"),
        ("p0 harvest-freak hand [corn]; deck", "ability"),
        ("p0 hand [pollinator-paradise, corn]; deck", "play h0"),
    ],
)  # fmt: skip
def test_needs_that_fail(before: str, command: str) -> None:
    assert Table(before).refused(command) == "no-target"


def test_one_capacity_and_no_unfinished_commands() -> None:
    s = start(players=4)
    assert state.grow(s) is s
    assert state.count_seats(Options(players=4)) == 4
    assert not rules.needs_room(s)
    assert not rules.is_unfinished(s, 0)
