"""The class cards: when each can be used, and one function for each effect of §3.7."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.rng import below
from plowshares.games.battle_farm.cards import ABILITY_COST, FIRST_CLASS_CARD, NO_CARD, PRINTED, SLOTS, Profession
from plowshares.games.battle_farm.rules.asking import answered, ask
from plowshares.games.battle_farm.rules.beds import has_crop, is_greenhouse, remodel
from plowshares.games.battle_farm.rules.hands import (
    add_card,
    card_at,
    hand_start,
    receive,
    remove_card,
    renew_market,
    see_enter,
    see_leave,
)
from plowshares.games.battle_farm.rules.reports import note_card, note_seat, only
from plowshares.games.battle_farm.rules.table import beds, hand_size, players
from plowshares.games.battle_farm.state import DECK, Choice, State, Told

REAP_AND_SOW = FIRST_CLASS_CARD + Profession.HARVEST_FREAK


@kernel
def can_use_ability(s: State, seat: int) -> bool:
    """Ask whether the class card is unused, affordable, and has what it needs."""
    profession = int(s.profession[seat])
    if s.options.class_cards or s.used[seat] or s.fertilizers[seat] < ABILITY_COST[profession]:
        return False
    return has_class_need(s, seat, profession)


@kernel
def has_class_need(s: State, seat: int, profession: int) -> bool:
    """Ask whether what the class card needs is there."""
    match profession:
        case Profession.LAND_BARON:
            return has_discards(s)
        case Profession.HARVEST_FREAK:
            return has_card_to_swap(s, seat) and s.deck_count > 0
        case Profession.CROP_SCIENTIST:
            return has_crop(s)
        case Profession.MARKET_TRADER:
            return has_market_card(s)
        case Profession.WEATHER_WATCHER:
            return has_bed_under_sky(s, seat)
        case _:
            return True


@kernel
def has_card_to_swap(s: State, seat: int) -> bool:
    """Ask whether the hand holds a card for Reap and Sow: any other than itself, where it is a hand card."""
    start = hand_start(s, seat)
    for i in range(start, start + hand_size(s, seat)):
        if s.hand_card[i] != REAP_AND_SOW:
            return True
    return False


@kernel
def has_discards(s: State) -> bool:
    """Ask whether the discard pile holds a card."""
    for card in range(len(s.discard)):
        if s.discard[card] > 0:
            return True
    return False


@kernel
def has_market_card(s: State) -> bool:
    """Ask whether the market holds a card."""
    for slot in range(SLOTS):
        if s.market[slot] != NO_CARD:
            return True
    return False


@kernel
def has_bed_under_sky(s: State, seat: int) -> bool:
    """Ask whether an opponent has a bed other than a Greenhouse."""
    for other in range(players(s)):
        for bed in range(beds(s, other)):
            if other != seat and not is_greenhouse(s, other, bed):
                return True
    return False


@kernel
def use_ability(s: State, seat: int) -> None:
    """Pay for the class card, mark it used, and ask its question."""
    profession = int(s.profession[seat])
    s.fertilizers[seat] -= ABILITY_COST[profession]
    s.used[seat] = 1
    note_seat(s, Told.ABILITY, seat)
    ask_class_card(s, seat, profession)


@kernel
def ask_class_card(s: State, seat: int, profession: int) -> None:
    """Ask the question of a class card."""
    match profession:
        case Profession.LAND_BARON:
            ask(s, Choice.LAND_ACQUISITION, seat, 0)
        case Profession.HARVEST_FREAK:
            ask(s, Choice.REAP_AND_SOW, seat, 0)
        case Profession.MASTER_GARDENER:
            ask(s, Choice.EARLY_BIRD, seat, 0)
        case Profession.CROP_SCIENTIST:
            ask(s, Choice.GENETIC_MODIFICATION, seat, 0)
        case Profession.MARKET_TRADER:
            ask(s, Choice.STONKS, seat, 0)
        case _:
            ask(s, Choice.CLOUD_COVER, seat, 0)


@kernel
def land_acquisition(s: State, seat: int, card: int) -> None:
    """Take a card of the discard pile at its printed value (R101)."""
    answered(s)
    s.discard[card] -= 1
    receive(s, seat, card, PRINTED[card])


@kernel
def reap_and_sow(s: State, seat: int, h: int) -> None:
    """Exchange a hand card for a random deck card; both end at printed value (R102)."""
    sown = card_at(s, seat, h)
    see_leave(s, seat, sown, only(seat))
    remove_card(s, seat, h)
    at = int(s.deck_count) - 1 - below(s.rng, int(s.deck_count))
    reaped = int(s.deck[at])
    s.deck[at] = sown
    see_leave(s, DECK, reaped, only(seat))
    see_enter(s, DECK, sown, only(seat))
    add_card(s, seat, reaped, PRINTED[reaped])
    note_card(s, Told.RETURNED, seat, sown, PRINTED[sown], only(seat))
    note_card(s, Told.DREW, seat, reaped, PRINTED[reaped], only(seat))


@kernel
def early_bird(s: State, seat: int, bed: int, kind: int) -> None:
    """Turn an own bed into Trellis, Rotational or Vertical (R103)."""
    answered(s)
    remodel(s, seat, seat, bed, kind)


@kernel
def stonks(s: State, seat: int, slot: int) -> None:
    """Take a market card for nothing and replace the whole market (R105)."""
    answered(s)
    card = int(s.market[slot])
    s.market[slot] = NO_CARD
    receive(s, seat, card, PRINTED[card])
    renew_market(s)
    note_seat(s, Told.RENEWED, seat)
