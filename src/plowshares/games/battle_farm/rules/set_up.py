"""Set-up: everything automatic, every draw in the order of §4."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.core.rng import below, seed_rng, shuffle
from plowshares.games.battle_farm.cards import (
    CLASS_BED_COUNT,
    CLASS_BEDS,
    CLASS_COINS,
    CLASS_FERTILIZERS,
    CLASS_NEW_CARDS,
    CLASS_NEW_KINDS,
    FIRST_CLASS_CARD,
    KINDS,
    PRINTED,
    PROFESSIONS,
    SLOTS,
)
from plowshares.games.battle_farm.rules.hands import add_card, create, draw_top, refill_slot, see_enter
from plowshares.games.battle_farm.rules.reports import EVERYBODY
from plowshares.games.battle_farm.rules.stocks import add_coins, add_fertilizers, roll
from plowshares.games.battle_farm.rules.table import beds, players
from plowshares.games.battle_farm.rules.turn import begin_turn, settle
from plowshares.games.battle_farm.state import State

PLAY_STREAM = 0


@kernel
def setup(s: State, seed: Any) -> None:
    """Make the first position and go on to the first decision."""
    seed_rng(s.rng, seed, PLAY_STREAM)
    build_deck(s)
    assign_classes(s)
    for seat in range(players(s)):
        equip(s, seat)
    for seat in range(players(s)):
        give_new_cards(s, seat)
        if s.options.class_cards:
            give_class_card(s, seat)
    draw_turn_order(s)
    for place in range(players(s)):
        add_fertilizers(s, int(s.order[place]), place + 1)  # R9
    for slot in range(SLOTS):
        refill_slot(s, slot)
    s.round = 1
    s.current = s.order[0]
    begin_turn(s)
    settle(s)


@kernel
def build_deck(s: State) -> None:
    """Shuffle the full deck; §4 counts from the top, which is the end of our row."""
    for card in range(KINDS):
        for _ in range(int(s.options.composition[card])):
            s.deck[s.deck_count] = card
            s.deck_count += 1
    count = int(s.deck_count)
    shuffle(s.rng, s.deck, count)
    for i in range(count // 2):
        held = s.deck[i]
        s.deck[i] = s.deck[count - 1 - i]
        s.deck[count - 1 - i] = held


@kernel
def assign_classes(s: State) -> None:
    """Give each seat its class: as chosen, shuffled, or drawn one by one (R2)."""
    n = players(s)
    for i in range(PROFESSIONS):
        s.profession[i] = s.options.classes[i] if s.options.fixed_classes else i
    if s.options.fixed_classes:
        return
    if s.options.independent_classes:
        for seat in range(n):
            s.profession[seat] = below(s.rng, PROFESSIONS)
    else:
        shuffle(s.rng, s.profession, PROFESSIONS)
    for seat in range(n, PROFESSIONS):
        s.profession[seat] = 0


@kernel
def equip(s: State, seat: int) -> None:
    """Give a seat its beds, coins, fertilizers and cards (R3, R4)."""
    profession = int(s.profession[seat])
    s.bed_count[seat] = CLASS_BED_COUNT[profession]
    for bed in range(beds(s, seat)):
        s.bed[seat, bed] = CLASS_BEDS[profession, bed]
    add_coins(s, seat, int(s.options.start_coins) + CLASS_COINS[profession])
    add_fertilizers(s, seat, int(s.options.start_fertilizers) + CLASS_FERTILIZERS[profession])
    for _ in range(int(s.options.start_cards)):
        card = draw_top(s)
        add_card(s, seat, card, PRINTED[card])


@kernel
def give_new_cards(s: State, seat: int) -> None:
    """Create the cards a class starts with (R5, R6)."""
    profession = int(s.profession[seat])
    first = CLASS_NEW_KINDS[profession, 0]
    kinds = CLASS_NEW_KINDS[profession, 1] - first
    for i in range(CLASS_NEW_CARDS[profession]):
        card = first + below(s.rng, kinds)
        create(s, seat, card, PRINTED[card])
        s.bonus[seat, i] = card


@kernel
def give_class_card(s: State, seat: int) -> None:
    """Put the class card into the hand; everybody knows that it is there."""
    card = FIRST_CLASS_CARD + int(s.profession[seat])
    create(s, seat, card, PRINTED[card])
    s.cloned[card] += 1
    see_enter(s, seat, card, EVERYBODY)


@kernel
def draw_turn_order(s: State) -> None:
    """Roll d20s; higher goes first, equal rolls by a random permutation (R7, R8)."""
    n = players(s)
    for seat in range(n):
        s.rolls[seat] = roll(s, 20)
    for place in range(n):
        s.order[place] = place
    shuffle(s.rng, s.order, n)
    # A stable sort by roll keeps the permutation's order among equals.
    for i in range(1, n):
        seat = s.order[i]
        j = i
        while j > 0 and s.rolls[s.order[j - 1]] < s.rolls[seat]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = seat
