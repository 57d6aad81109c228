"""How good a position is for a seat, in coins it may hope for; kernels over views.

Everything is estimated in coins: stocks, crops by value and time, hand cards by what they usually bring, the market
for whoever buys next, and, while the seat is in the middle of something (a pending choice, a sale, a bid), what that
promises. The value compares the seat's sum with that of its rivals, the best of them most. How much each of these
says was fitted to matches of two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.games.battle_farm.actions import Kind
from plowshares.games.battle_farm.cards import ALL_KINDS, CROPS, GRADE, KINDS, NO_CARD, PRICE, PRINTED, SLOTS, Card
from plowshares.games.battle_farm.rules.asking import ANSWER, can_choose_place
from plowshares.games.battle_farm.rules.beds import bed_coins, is_greenhouse, is_growing
from plowshares.games.battle_farm.rules.ending import place_of, rank
from plowshares.games.battle_farm.rules.hands import count_crop_cards, hand_start
from plowshares.games.battle_farm.rules.table import beds, hand_size, players
from plowshares.games.battle_farm.state import Choice, Phase, State

PATIENCE = 0.88  # what a coin is worth a turn later
IN_HAND = 0.5  # of a crop card's value; the rest is planted first
HAND = 0.75  # of what the cards in hand promise
HIDDEN_CARD = 2.5  # a card in another's hand,
FIRST_HIDDEN = 4  # only this many count: a larger hand holds useless cards
LOST_CARD = 1.5  # what it is worth that a rival loses one
FIRST_FERTILIZERS = 6
FERTILIZER = 0.5
FURTHER_FERTILIZER = 0.25
EMPTY_BED = 0.2
SPARE = 1  # crop cards beyond the number of beds that are worth having
RIVAL = 0.6  # what a rival's loss of a coin is worth to us, roughly
CARDS_A_TURN = 2.0  # how fast the deck goes, per player and round
MARKET = 0.45  # of what the crops in the market bring, to whoever buys next
WHOLE_DECK = 177.0  # cards in the deck of two when they begin
USUAL_ROUNDS = 100.0
TURNED = 63.0  # coins that may well be made up for in a whole match, and
LAST = 0.2  # … the part of them that may be in the last turns

# What an action card in hand brings beyond its cost; low enough to be played when it brings more.
_WORTH: dict[int, float] = {
    Card.GARDEN_GOURMET: 0.3,
    Card.FERTILIZER_FRENZY: 0.4,
    Card.RECYCLE: 0.4,
    Card.LUCKY_FIND: 2.4,
    Card.GREEN_THUMB: 0.8,
    Card.RED_REAPER: 0.8,
    Card.YELLOW_WARNING: 0.8,
    Card.WEED_WHACKER: 1.6,
    Card.PEST_CONTROL: 0.9,
    Card.SELECTION: 0.6,
    Card.FLOWER_POWER: 0.8,
    Card.FUNGUS_INFILTRATION: 0.5,
    Card.SEED_SPROUT: 1.8,
    Card.POLLINATOR_PARADISE: 1.0,
    Card.RETRACTABLE_GREENHOUSE: 0.3,
    Card.GARDEN_GNOME: 0.8,
    Card.TRELLIS_BED: 0.3,
    Card.VERTICAL_BED: 0.3,
    Card.ROTATIONAL_BED: 0.3,
    Card.GROCERY: 1.0,
    Card.THORNY_FENCE: 1.5,
    Card.CLONE: 3.5,
    Card.WITHER: 2.0,
}
CLASS_CARD_WORTH = 1.0  # of a class card, where it is a hand card
ACTION_WORTH = np.array([_WORTH.get(card, CLASS_CARD_WORTH if card >= KINDS else 0.0) for card in range(ALL_KINDS)])
# What the effect of a crop adds on average.
_EFFECT: dict[int, float] = {
    Card.WHEAT: 0.3,
    Card.APPLES: 0.5,
    Card.CABBAGE: 0.8,
    Card.CORN: 0.8,
    Card.CARROTS: 0.8,
    Card.ONIONS: 0.2,
    Card.MANGO: 1.8,
    Card.TOMATOES: 1.0,
    Card.POTATOES: 0.8,
    Card.MELON: 1.2,
    Card.BEANS: 0.8,
    Card.WASABI: 0.5,
    Card.PINEAPPLE: 2.0,
    Card.EGGPLANT: 0.8,
    Card.PEPPERS: 1.2,
    Card.PUMPKINS: 4.0,
    Card.GRAPES: 2.0,
    Card.CLOUDBERRY: 4.0,
    Card.STRAWBERRY: 6.0,
    Card.BLUEBERRY: 3.0,
}
EFFECT = np.array([_EFFECT.get(card, 0.0) for card in range(ALL_KINDS)])
# Effects that are still to come once the crop is planted.
_AT_HARVEST = (
    Card.APPLES,
    Card.POTATOES,
    Card.MELON,
    Card.BEANS,
    Card.PINEAPPLE,
    Card.PEPPERS,
    Card.PUMPKINS,
    Card.GRAPES,
    Card.STRAWBERRY,
)
HARVEST_EFFECT = np.array([_EFFECT.get(card, 0.0) if card in _AT_HARVEST else 0.0 for card in range(ALL_KINDS)])
# What a pending choice that needs no closer look promises its chooser.
_PROMISE = {
    Choice.BEANS: 0.7,
    Choice.WASABI: 2.2,
    Choice.RECYCLE: 0.7,
    Choice.FUNGUS_INFILTRATION: 2.0,
    Choice.POLLINATOR_PARADISE: 3.0,
    Choice.REAP_AND_SOW: 0.8,
    Choice.EARLY_BIRD: 1.2,
}
PROMISE = np.array([_PROMISE.get(choice, 0.0) for choice in Choice])


@kernel
def value(s: State, seat: int) -> float:
    """Estimate the seat's outcome, in [-1, 1]."""
    if s.phase == Phase.OVER:
        return 1.0 if rank(s, seat) == 1 else -1.0
    mine = worth(s, seat, seat) + promise(s, seat) + sale_hope(s, seat)
    best = 0.0
    total = 0.0
    for p in range(players(s)):
        if p != seat:
            other = worth(s, seat, p)
            best = max(best, other)
            total += other
    lead = mine - 0.75 * best - 0.25 * total / (players(s) - 1) + market_hope(s, seat)
    lead /= TURNED * (LAST + part_left(s))
    return lead / (1.0 + abs(lead))


@kernel
def part_left(s: State) -> float:
    """Guess which part of a match is still to be played; the same lead says more the less that is.

    It ends with the deck, or with the rounds; and the slower the market moves, the less will happen in those. So
    whoever is behind draws cards, and whoever leads does not.
    """
    drawn = max(1.0, WHOLE_DECK - s.deck_count)
    pace = min(1.0, drawn / (CARDS_A_TURN * players(s) * s.round))
    rounds = (s.options.max_rounds - s.round) / USUAL_ROUNDS
    return max(0.0, min(s.deck_count / WHOLE_DECK, rounds * pace))


@kernel
def worth(s: State, seat: int, p: int) -> float:
    """Estimate what a player's things are worth in coins, as the seat sees them."""
    time = turns_left(s, p)
    total = float(s.coins[p]) + fertilizer_worth(s, p) * min(time, 1.0)
    for bed in range(beds(s, p)):
        if is_growing(s, p, bed):
            total += crop_worth(s, seat, p, bed, time)
        else:
            total += EMPTY_BED
    hand = HAND * hand_worth(s, seat) if p == seat else HIDDEN_CARD * min(hand_size(s, p), FIRST_HIDDEN)
    return total + hand * min(1.0, 0.1 + time / 3.0)


@kernel
def turns_left(s: State, p: int) -> float:
    """Guess how many turns a player still begins."""
    if s.final:
        return 1.0 if place_of(s, p) > s.place else 0.0
    # Not below three for a short deck: whoever fears the end would buy nothing, and it would never come.
    cards = max(2.0, s.deck_count / (CARDS_A_TURN * players(s)))
    return min(1.0 + cards, 1.0 + s.options.max_rounds - s.round)


@kernel
def fertilizer_worth(s: State, p: int) -> float:
    """Value fertilizers, further ones less."""
    count = int(s.fertilizers[p])
    first = min(count, FIRST_FERTILIZERS)
    return FERTILIZER * first + FURTHER_FERTILIZER * min(count - first, 12)


@kernel
def crop_worth(s: State, seat: int, p: int, bed: int, time: float) -> float:
    """Value a growing crop by its coins, its coming effect, and how long it takes."""
    timer = int(s.crop_timer[p, bed])
    coins = s.crop_value[p, bed] + bed_coins(s, p, bed) + HARVEST_EFFECT[s.crop[p, bed]]
    if p == seat:
        coins += 0.2 * is_greenhouse(s, p, bed) * GRADE[s.crop[p, bed]]
    waits = timer if p == seat or p == s.current else timer - 1
    if timer > time:
        coins *= 0.35 if timer <= time + 2 and s.fertilizers[p] > 1 else 0.08
    return float(coins * PATIENCE**waits)


@kernel
def card_worth(s: State, seat: int, card: int, value: int) -> float:
    """Value a card in the seat's own hand."""
    if card >= CROPS:
        return float(ACTION_WORTH[card])
    bonus = EFFECT[card]
    if card == Card.APPLES:
        bonus += 0.5 * min(int(s.apples[seat]), 8)
    return float(IN_HAND * value + 0.6 * bonus)


@kernel
def hand_worth(s: State, seat: int) -> float:
    """Value the seat's own hand; more crops than can be planted soon count less."""
    start = hand_start(s, seat)
    crops = 0.0
    actions = 0.0
    count = 0
    for i in range(start, start + hand_size(s, seat)):
        card = int(s.hand_card[i])
        one = card_worth(s, seat, card, int(s.hand_value[i]))
        if card < CROPS:
            crops += one
            count += 1
        else:
            actions += one
    room = beds(s, seat) + SPARE
    return actions + (crops if count <= room else crops * room / count)


@kernel
def market_hope(s: State, seat: int) -> float:
    """Estimate what the crops in the market are worth to the seat: they are for whoever buys next."""
    if s.final:
        return 0.0
    profit = 0.0
    for slot in range(SLOTS):
        card = int(s.market[slot])
        if card != NO_CARD and card < CROPS:
            profit += PRINTED[card] - PRICE[card]
    if next_buyer(s) == seat:
        return MARKET * profit
    return -MARKET * profit / (players(s) - 1)


@kernel
def next_buyer(s: State) -> int:
    """Return who buys, or will when this turn is over."""
    if s.phase <= Phase.BUY:
        return int(s.current)
    return int(s.order[(s.place + 1) % players(s)])


# --- what is under way promises something ---


@kernel
def promise(s: State, seat: int) -> float:
    """Estimate what the seat's pending choice will bring."""
    if s.pending == Choice.NONE or s.chooser != seat:
        return 0.0
    match ANSWER[s.pending]:
        case Kind.CROP | Kind.BED:
            return best_place(s, seat)
        case Kind.RESTORE:
            return best_discard(s, seat)
        case Kind.TAKE:
            return best_slot(s, seat)
        case _:
            pass
    match s.pending:
        case Choice.GARDEN_GNOME:
            return min(int(s.number), longest_hand(s, seat)) * LOST_CARD
        case Choice.THORNY_FENCE:
            return min(int(s.number), longest_hand(s, seat)) * LOST_CARD
        case Choice.PEPPERS:
            return IN_HAND * s.number
        case Choice.SELECTION:
            return IN_HAND * 5.0
        case _:
            return float(PROMISE[s.pending])


@kernel
def longest_hand(s: State, seat: int) -> int:
    """Count the cards of the rival who has most."""
    longest = 0
    for p in range(players(s)):
        if p != seat:
            longest = max(longest, hand_size(s, p))
    return longest


@kernel
def best_place(s: State, seat: int) -> float:
    """Return what the best crop or bed to choose brings."""
    best = -5.0
    for p in range(players(s)):
        for bed in range(beds(s, p)):
            if can_choose_place(s, p, bed):
                best = max(best, place_gain(s, seat, p, bed))
    return best


@kernel
def place_gain(s: State, seat: int, p: int, bed: int) -> float:
    """Estimate what the pending choice brings the seat when it falls on this place."""
    if not is_growing(s, p, bed):
        return 0.5 if s.pending != Choice.CLOUD_COVER else 0.0
    points = float(s.crop_value[p, bed])
    soon = PATIENCE ** int(s.crop_timer[p, bed])
    ours = 1.0 if p == seat else -RIVAL
    match s.pending:
        case Choice.STRAWBERRY:
            return points
        case Choice.CLONE:
            return points * IN_HAND + 0.5
        case Choice.GARDEN_GOURMET:
            return s.number * soon * ours
        case Choice.GENETIC_MODIFICATION:
            return soon * ours
        case Choice.FERTILIZER_FRENZY:
            return -min(points, float(GRADE[s.crop[p, bed]])) * soon * ours
        case Choice.WITHER:
            return (1.0 - points) * soon * ours
        case Choice.PINEAPPLE | Choice.BLUEBERRY:
            return -points * soon * ours
        case Choice.EGGPLANT | Choice.CLOUD_COVER:
            return -(1.0 - PATIENCE) * points * soon * ours - (0.5 if p == seat else 0.0)
        case _:
            return 0.8 if p == seat else 0.0


@kernel
def best_discard(s: State, seat: int) -> float:
    """Return what the best card of the discard pile is worth in hand."""
    best = 0.0
    for card in range(len(s.discard)):
        if s.discard[card] > 0:
            best = max(best, card_worth(s, seat, card, PRINTED[card]))
    # Once a game: early on there is little to choose from.
    return best - 3.0


@kernel
def best_slot(s: State, seat: int) -> float:
    """Return what the best market card is worth in hand, less what waiting for a better one is."""
    best = 0.0
    for slot in range(SLOTS):
        card = int(s.market[slot])
        if card != NO_CARD:
            best = max(best, card_worth(s, seat, card, PRINTED[card]))
    return best - 1.0


@kernel
def sale_hope(s: State, seat: int) -> float:
    """Estimate what a sale under way promises: to the seller for spare cards, to a bidder by its bid."""
    if s.current == seat:
        return seller_hope(s, seat)
    if s.sale_count == 0 or not s.has_bid[seat]:
        return 0.0
    lot = lot_worth(s, seat)
    bid = float(s.bid[seat])
    if bid == 0.0:
        return 0.0
    # A higher bid wins more often and leaves less.
    return bid / (bid + 0.5 * max(lot, 0.1)) * (lot - bid)


@kernel
def lot_worth(s: State, seat: int) -> float:
    """Value the cards on sale in the seat's own hand."""
    total = 0.0
    for i in range(int(s.sale_count)):
        total += card_worth(s, seat, int(s.sale_card[i]), int(s.sale_value[i]))
    return total * min(1.0, 0.1 + turns_left(s, seat) / 3.0)


@kernel
def seller_hope(s: State, seat: int) -> float:
    """Value the marked cards that the seller has too many of; offering them is the point of marking."""
    start = hand_start(s, seat)
    spare = count_crop_cards(s, seat) - beds(s, seat) - SPARE
    if s.marks == 0 or spare <= 0:
        return -0.5 * s.marks
    hope = 0.2 * min(int(s.marks), spare) - 0.3 * max(int(s.marks) - spare, 0)
    for h in range(hand_size(s, seat)):
        if s.marked[h] and s.hand_value[start + h] > 6:
            hope -= 0.3
    return hope * (1.2 if s.phase != Phase.TRADE else 1.0)


# --- what to try first ---


@kernel
def prior(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write a weight for each action; larger is tried earlier."""
    for i in range(count):
        kind = kind_of(s.actions, actions[i])
        a, _, _ = fields_of(s.actions, kind, actions[i])
        out[i] = action_weight(s, seat, kind, a)


@kernel
def action_weight(s: State, seat: int, kind: int, a: int) -> float:
    """Weigh an action by its kind, cards by their worth and bids by their distance from a sensible one."""
    start = hand_start(s, seat)
    match kind:
        case Kind.BUY:
            card = int(s.market[a])
            return float(max(0.3, 1.0 + card_worth(s, seat, card, PRINTED[card]) - PRICE[card]))
        case Kind.BID:
            return 2.0 / (1.0 + abs(a - 0.4 * lot_worth(s, seat)))
        case Kind.PLANT:
            return float(1.0 + 0.2 * s.hand_value[start + a])
        case Kind.PLAY:
            return float(1.0 + ACTION_WORTH[s.hand_card[start + a]])
        case Kind.SELL:
            return 0.3
        case _:
            return 1.0
