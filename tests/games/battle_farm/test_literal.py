"""The readings of `literal`: any bed, an Eggplant on itself, Apples that count each other, class cards in hands."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.options import read_options
from plowshares.core.seats import seats_of
from plowshares.games.battle_farm import GAME
from plowshares.games.battle_farm.actions import SPACE, WHOLE_SPACE, Kind
from plowshares.games.battle_farm.cards import ABILITY_COST, FIRST_CLASS_CARD, Bed, Card, Profession
from plowshares.games.battle_farm.notation.refusals import find_refusal
from plowshares.games.battle_farm.notation.words import hand_of
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.rules.asking import can_choose_place
from plowshares.games.battle_farm.rules.beds import can_remodel
from plowshares.games.battle_farm.rules.crops import resolve_next_harvest
from plowshares.games.battle_farm.rules.hands import hand_start
from plowshares.games.battle_farm.rules.turn import begin_turn
from plowshares.games.battle_farm.state import Choice, Phase


def table(**given: bool) -> Any:
    return GAME.start(read_options(Options, {"players": 2, **given}), 1)


@pytest.mark.parametrize("is_literal", [False, True])
def test_a_greenhouse_of_another_may_be_rebuilt(is_literal: bool) -> None:
    s = table(any_bed=is_literal)
    s.bed[1, 0] = Bed.GREENHOUSE.value
    assert bool(can_remodel(s, 0, 1, 0, Bed.TRELLIS.value)) is is_literal
    s.pending, s.chooser = Choice.TRELLIS_BED.value, 0
    assert (find_refusal(s, 0, Kind.BED, (1, 0), "bed p1 b0") is None) is is_literal


@pytest.mark.parametrize("is_literal", [False, True])
def test_an_eggplant_may_pick_itself(is_literal: bool) -> None:
    s = table(eggplant_self=is_literal)
    s.bed[0, 0] = Bed.COMMON.value
    s.crop[0, 0] = Card.EGGPLANT.value
    s.pending, s.chooser, s.number = Choice.EGGPLANT.value, 0, 0
    assert bool(can_choose_place(s, 0, 0)) is is_literal
    assert (find_refusal(s, 0, Kind.CROP, (0, 0), "crop p0 b0") is None) is is_literal


@pytest.mark.parametrize(("is_literal", "extra"), [(False, 1), (True, 2)])
def test_two_apples_at_once_count_each_other(is_literal: bool, extra: int) -> None:
    coins = []
    for card in (Card.APPLES, Card.CARROTS):
        s = table(apples_together=is_literal)
        seat = int(s.current)
        for bed in range(2):
            s.bed[seat, bed] = Bed.COMMON.value
            s.crop[seat, bed] = card.value
            s.crop_value[seat, bed] = 2
            s.crop_timer[seat, bed] = 1
        before = int(s.coins[seat])
        begin_turn(s)
        while s.queue_count:
            resolve_next_harvest(s)
        coins.append(int(s.coins[seat]) - before)
        assert int(s.apples[seat]) == (2 if card is Card.APPLES else 0)
    assert coins[0] - coins[1] == extra


# Class cards as hand cards


def held_table(*classes: str) -> Any:
    """Return a match with class cards in hands, at the play phase of its first player."""
    given = {"players": 2, "class_cards": "hand", "classes": list(classes)}
    s = GAME.start(read_options(Options, given), 1)
    s.phase, s.allowance = Phase.PLAY.value, 0
    s.fertilizers[:2] = 20
    return s


def do(s: Any, command: str) -> None:
    seat = next(iter(seats_of(GAME.rules.to_act(s))))
    for action in GAME.notation.parse(s, seat, command):
        assert action in GAME.legal(s, seat)
        GAME.rules.step(s, seat, action)


def place_of(s: Any, seat: int, card: int) -> int:
    return next(h for h, (held, _value) in enumerate(hand_of(s, seat)) if held == card)


def class_card(profession: Profession) -> int:
    return FIRST_CLASS_CARD + int(profession)


def test_everybody_knows_who_begins_with_which_class_card() -> None:
    s = held_table("land-baron", "crop-scientist")
    for seat, profession in enumerate((Profession.LAND_BARON, Profession.CROP_SCIENTIST)):
        card = class_card(profession)
        assert int(s.created[card]) == int(s.cloned[card]) == 1
        assert (card, int(ABILITY_COST[profession])) in hand_of(s, seat)
        assert int(s.seen[0, seat, card]) == 1
        assert not any(hand == card for hand, _value in hand_of(s, 1 - seat))
    assert GAME.actions.space(read_options(Options, {"players": 2})).size == SPACE.size
    assert int(s.actions.size) == WHOLE_SPACE.size == SPACE.size + len(Profession)


def test_a_replayable_class_card_stays_and_serves_once_a_turn() -> None:
    s = held_table("crop-scientist", "crop-scientist")
    seat, card = int(s.current), class_card(Profession.CROP_SCIENTIST)
    s.crop[1 - seat, 0], s.crop_value[1 - seat, 0], s.crop_timer[1 - seat, 0] = Card.CORN.value, 3, 2
    h = place_of(s, seat, card)
    do(s, f"play h{h}")
    assert s.pending == Choice.GENETIC_MODIFICATION
    do(s, f"crop p{1 - seat} b0")
    assert int(s.crop_value[1 - seat, 0]) == 4
    assert place_of(s, seat, card) == h
    assert int(s.fertilizers[seat]) == 19
    with pytest.raises(IllegalCommand, match="used up for this turn"):
        GAME.notation.parse(s, seat, f"play h{h}")
    begin_turn(s)
    assert not s.used[seat]


def test_a_class_card_that_serves_once_goes_to_the_discard_pile_and_can_be_taken_by_another() -> None:
    s = held_table("market-trader", "market-trader")
    seat, card = int(s.current), class_card(Profession.MARKET_TRADER)
    do(s, f"play h{place_of(s, seat, card)}")
    do(s, "take m0")
    assert int(s.discard[card]) == 1
    begin_turn(s)
    assert s.used[seat]  # for the whole game
    s.phase, s.pending, s.chooser = Phase.PLAY.value, Choice.LAND_ACQUISITION.value, seat
    do(s, "reclaim stonks")
    assert int(s.discard[card]) == 0
    with pytest.raises(IllegalCommand, match="used up for this game"):
        GAME.notation.parse(s, seat, f"play h{place_of(s, seat, card)}")


def test_a_class_card_is_sold_and_played_by_its_buyer() -> None:
    s = held_table("weather-watcher", "land-baron")
    seat = int(s.current)
    card = class_card(Profession(int(s.profession[seat])))
    s.phase = Phase.TRADE.value
    s.coins[1 - seat] = 9
    do(s, f"sell h{place_of(s, seat, card)}")
    do(s, "propose")
    do(s, "bid 3")
    do(s, f"accept p{1 - seat}")
    assert place_of(s, 1 - seat, card) >= 0
    assert int(s.seen[0, 1 - seat, card]) == 1
    assert not any(held == card for held, _value in hand_of(s, seat))


def test_reap_and_sow_exchanges_any_other_card() -> None:
    s = held_table("harvest-freak", "harvest-freak")
    seat = int(s.current)
    h = place_of(s, seat, class_card(Profession.HARVEST_FREAK))
    do(s, f"play h{h}")
    with pytest.raises(IllegalCommand, match="cannot exchange itself"):
        GAME.notation.parse(s, seat, f"card h{h}")
    assert len(GAME.legal(s, seat)) == len(hand_of(s, seat)) - 1


def test_without_the_option_class_cards_lie_apart() -> None:
    s = table()
    assert len(s.discard) == 44
    with pytest.raises(IllegalCommand):
        GAME.notation.parse(s, int(s.current), "reclaim stonks")
    held = held_table("land-baron", "land-baron")
    with pytest.raises(IllegalCommand, match="play yours"):
        GAME.notation.parse(held, int(held.current), "ability")


@pytest.mark.parametrize("in_vain", [False, True])
def test_an_action_card_without_a_target_is_wasted_or_refused(in_vain: bool) -> None:
    s = table(play_in_vain=in_vain)
    seat = int(s.current)
    s.phase, s.allowance, s.fertilizers[seat] = Phase.PLAY.value, 0, 9
    s.hand_card[hand_start(s, seat)], s.hand_value[hand_start(s, seat)] = Card.WITHER.value, 3
    if not in_vain:
        with pytest.raises(IllegalCommand, match="nothing to be used on"):
            GAME.notation.parse(s, seat, "play h0")
        return
    do(s, "play h0")
    assert s.pending == Choice.NONE
    assert int(s.discard[Card.WITHER]) == 1
    assert int(s.fertilizers[seat]) == 6


def test_the_prompt_names_no_ability_where_class_cards_are_played() -> None:
    assert GAME.notation.prompt(held_table("land-baron", "crop-scientist"), 0) == (
        "Plant crops or play action cards, then be done."
    )
