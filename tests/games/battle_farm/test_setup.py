"""Set-up, limits and results: the totals of section 3.6 and the examples S1 to S11; views V1 to V8."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm import GAME, notation, rules
from plowshares.games.battle_farm.cards import (
    CARD_SLUGS,
    COLOR,
    CROPS,
    FACES,
    GRADE,
    KINDS,
    NO_CARD,
    PRINTED,
    QUANTITY,
    Card,
    Color,
    Rarity,
)
from plowshares.games.battle_farm.notation.words import hand_of, sale_of
from plowshares.games.battle_farm.options import PRESETS, Options, composition, win_limit
from plowshares.games.battle_farm.rules.ending import rank
from plowshares.games.battle_farm.state import Phase, Reason, State
from tests.games.battle_farm.table import Table, start


def test_totals_of_the_deck() -> None:
    assert len(Card) == KINDS == len(FACES) == 44
    assert [face.card for face in FACES] == list(Card)
    assert QUANTITY[:CROPS].sum() == 105
    assert (QUANTITY * PRINTED)[:CROPS].sum() == 582
    assert QUANTITY[CROPS:].sum() == 84
    assert QUANTITY.sum() == 189


def test_totals_by_rarity_and_color() -> None:
    def by_rarity(numbers: Any) -> list[int]:
        return [int(sum(numbers[GRADE[: len(numbers)] == rarity])) for rarity in Rarity]

    assert by_rarity(QUANTITY[:CROPS]) == [48, 36, 12, 6, 3]
    assert by_rarity((QUANTITY * PRINTED)[:CROPS]) == [120, 198, 108, 90, 66]
    assert [int(sum(QUANTITY[color == COLOR])) for color in Color] == [35, 35, 35]
    assert [int(sum(QUANTITY[CROPS:][GRADE[CROPS:] == rarity])) for rarity in Rarity] == [42, 20, 12, 6, 4]


@pytest.mark.parametrize("players", range(2, 7))
def test_deck_after_set_up(players: int) -> None:
    assert start(players=players).deck_count == 189 - 3 * players - 6


def seed_with_order(order: list[int], **options: Any) -> State:
    """Return a set-up with this turn order."""
    for seed in range(1000):
        s = start(seed, **options)
        if s.order[: len(order)].tolist() == order:
            return s
    raise AssertionError(f"no seed gives {order}")


def test_s1_stocks() -> None:
    s = seed_with_order([2, 0, 1], players=3, classes=["market-trader", "weather-watcher", "master-gardener"])
    assert s.coins[:3].tolist() == [7, 5, 4]
    assert s.fertilizers[:3].tolist() == [8, 10, 9]
    assert s.hand_count[:3].tolist() == [3, 3, 3]
    assert s.deck_count == 174
    assert s.win_limit == 208


def test_s2_bonus_cards() -> None:
    s = seed_with_order([0, 1, 2], players=3, classes=["land-baron", "harvest-freak", "crop-scientist"])
    assert s.hand_count[:3].tolist() == [4, 5, 5]
    assert s.deck_count == 174
    assert s.fertilizers[:3].tolist() == [7, 8, 9]
    assert s.coins[:3].tolist() == [4, 4, 4]
    last = [[card for card, _ in hand_of(s, p)[3:]] for p in range(3)]
    assert set(last[0]) <= set(range(Card.PINEAPPLE, Card.PEPPERS + 1))
    assert set(last[1]) <= set(range(Card.WHEAT, Card.ONIONS + 1))
    assert set(last[2]) <= set(range(Card.GARDEN_GOURMET, Card.YELLOW_WARNING + 1))


def test_s3_ties_go_by_the_permutation() -> None:
    """Two equal rolls below a higher one: the third goes first, the tied ones either way, with fertilizers to match."""
    orders = set()
    for seed in range(4000):
        s = start(seed, players=3, classes=["market-trader"] * 3)
        if s.rolls[0] == s.rolls[1] < s.rolls[2]:
            order = s.order[:3].tolist()
            orders.add(tuple(order))
            assert [int(s.fertilizers[p]) - 6 for p in order] == [1, 2, 3]
        if len(orders) == 2:
            break
    assert orders == {(2, 1, 0), (2, 0, 1)}


def test_s4_changed_deck() -> None:
    options = Options(players=2, deck_counts={"strawberry": 0})
    assert sum(composition(options)) == 188
    assert win_limit(options) == 243


def test_s5_deck_too_small() -> None:
    counts = dict.fromkeys(CARD_SLUGS, 0) | {"wheat": 12, "corn": 12}
    with pytest.raises(InvalidOption, match=r"24 cards in all, not 25\.\.220"):
        read_options(Options, {"players": 6, "deck_counts": counts})
    assert sum(composition(Options(players=6, deck_counts=counts | {"apples": 1}))) == 25


def final_round(**options: Any) -> Table:
    table = Table("p0 c185 f0; p1 c5 f0; p2 c5 f0; p3 c5 f0; order p3 p0 p2 p1", **options)
    return table.end_turn(0)


def test_s6_final_round() -> None:
    table = final_round()
    assert table.s.current == 2
    assert table.end_turn(2).s.current == 1
    assert table.end_turn(1).s.phase == Phase.OVER
    assert table.s.reason == Reason.WIN_LIMIT


def test_s7_final_lap() -> None:
    table = final_round(final_turns="lap")
    assert table.end_turn(2).s.current == 1
    assert table.end_turn(1).s.current == 3
    assert table.s.round == 6
    assert table.end_turn(3).s.phase == Phase.OVER


def test_s8_the_flag_stays() -> None:
    table = Table("p0 c250 f0; p1 c0 f0 hand [wasabi, wasabi]").end_turn(0)
    table.phase(Phase.PLAY).dice(4).play("p1 plant h0 b0", "p1 player p0", "p1 done")
    assert table.s.phase == Phase.OVER
    assert table.s.coins[:2].tolist() == [246, 4]
    assert table.s.trigger == 0


def test_s9_tie_shared() -> None:
    table = Table("p0 c120; p1 c131 f2; p2 c131 f5")
    assert [rank(table.s, p) for p in range(3)] == [3, 1, 1]
    table.phase(Phase.OVER).s.reason = Reason.DECK
    assert "Player 1 and Player 2 win together" in notation.describe_result(table.s)[1]


def test_s10_tie_extended() -> None:
    table = Table("p0 c120; p1 c131 f2; p2 c131 f5", tiebreak="extended")
    assert [rank(table.s, p) for p in range(3)] == [3, 2, 1]


def test_s11_cap() -> None:
    s = start(players=2, max_rounds=1)
    turns = 0
    while not rules.is_over(s):
        seat = int(s.current)
        rules.step(s, seat, notation.parse(GAME.view_of(s, seat), seat, "done")[0])
        turns += 1
    assert s.reason == Reason.CAP
    assert s.round == 1
    assert turns >= 2
    assert s.trigger == -1


def test_stale_market_is_renewed_after_quiet_rounds() -> None:
    table = Table("p0 c0 f0 hand [lucky-find]; p1 c0 f0; deck corn beans corn beans corn beans corn", stale_market=2)
    table.end_turn(1)
    assert table.s.quiet_rounds == 1
    assert table.s.market[0] == Card.WHEAT
    table.end_turn(1)
    assert table.s.quiet_rounds == 0
    assert table.s.market.tolist() == [Card.CORN, Card.BEANS] * 3
    assert table.s.discard[Card.WHEAT] == 6
    table.s.bought = True
    table.end_turn(1)
    assert table.s.quiet_rounds == 0


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_options(name: str) -> None:
    assert read_options(Options, PRESETS[name]).players in GAME.seats


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": 7}, "players"),
        ({"players": 1}, "players"),
        ({}, "players"),
        ({"players": 2, "colour": 1}, "colour"),
        ({"players": 2, "classes": ["land-baron"]}, "1 classes for 2 players"),
        ({"players": 2, "classes": ["land-baron", "plumber"]}, "classes"),
        ({"players": 2, "deck_counts": {"banana": 1}}, "banana"),
        ({"players": 2, "deck_counts": {"wheat": 13}}, "deck_counts"),
        ({"players": 2, "deck_counts": dict.fromkeys(CARD_SLUGS, 12)}, "528 cards"),
        ({"players": 2, "start_cards": 11}, "start_cards"),
        ({"players": 2, "stale_market": True}, "stale_market"),
    ],
)
def test_bad_options_are_named(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        read_options(Options, given)


# --- views ---


def table_on_sale() -> Table:
    return Table("p0 hand [corn=8, clone, wheat]; p1 c9; p2 c9").phase(Phase.TRADE)


def without_log(s: State) -> bytes:
    """Return a view's bytes without the events of the last step."""
    copy = s.clone()
    for name in type(s).layout.names or ():
        if name.startswith("told_"):
            copy[name] = 0
    return copy.tobytes()


def test_v1_marking_a_card_shows_nothing() -> None:
    table = table_on_sale()
    before = without_log(table.view(1))
    action = notation.parse(table.view(0), 0, "sell h1")[0]
    assert notation.format_public(table.view(0), 0, action) == "sell ?"
    table.play("p0 sell h1")
    assert without_log(table.view(1)) == before
    assert without_log(table.view(SPECTATOR)) == without_log(table.view(SPECTATOR))


def test_v2_a_proposal_shows_kind_and_value() -> None:
    table = table_on_sale().play("p0 sell h0", "p0 propose")
    assert all(sale_of(table.view(seat)) == [(Card.CORN, 8)] for seat in (SPECTATOR, 0, 1, 2))


def test_v3_a_bid_is_hidden_until_all_are_in() -> None:
    table = table_on_sale().play("p0 sell h0", "p0 propose", "p2 bid 4")
    assert [int(table.view(seat).bid[2]) for seat in (0, 1, 2)] == [0, 0, 4]
    assert all(table.view(seat).has_bid[2] for seat in (0, 1, 2))


def test_v4_then_all_bids_are_open() -> None:
    table = table_on_sale().play("p0 sell h0", "p0 propose", "p2 bid 4", "p1 bid 2")
    assert all(table.view(seat).bid[:3].tolist() == [0, 2, 4] for seat in (SPECTATOR, 0, 1, 2))


def test_v5_a_stolen_card_is_seen_by_two() -> None:
    table = Table("p0 hand [mango]; p1 hand [clone]; p2 hand []").play("p0 plant h0 b0")
    assert hand_of(table.view(0), 0) == [(Card.CLONE, 4)]
    assert hand_of(table.view(2), 0) == [(NO_CARD, 0)]
    assert table.view(2).hand_count[:2].tolist() == [1, 0]
    assert table.view(1).seen[2, 0, Card.CLONE] == 1
    assert table.view(2).seen[3, 0, Card.CLONE] == 0


def test_v6_only_the_chooser_sees_the_pair() -> None:
    table = Table("p0 hand [pollinator-paradise]; p1 c9; deck clone corn wither").play("p0 play h0")
    assert table.view(0).pair.tolist() == [Card.CLONE, Card.CORN]
    for seat in (SPECTATOR, 1):
        assert table.view(seat).pair.tolist() == [NO_CARD, NO_CARD]
        assert table.view(seat).deck_count == 1


def test_v7_selection_shows_no_card() -> None:
    def play(h: int) -> bytes:
        table = Table("p0 hand [selection, corn, wheat]; p1 c9").play("p0 play h0", f"p0 card h{h}")
        return bytes(table.view(1).tobytes())

    assert play(0) == play(1)


def test_v8_equal_knowledge_gives_equal_bytes() -> None:
    first = Table("p0 hand [corn]; p1 hand [clone, wheat]; deck wheat corn wither")
    second = Table("p0 hand [corn]; p1 hand [beans, wither=8]; deck clone corn beans")
    second.s.rng.key = np.uint64(99)
    assert first.s.tobytes() != second.s.tobytes()
    assert first.view(0).tobytes() == second.view(0).tobytes()
