"""A simple player: one quick decision after the other by rules of thumb, without looking ahead.

The search lets it end every turn that it has begun to try (`guess`), and rates positions between turns only
(`is_quiet`): in the middle of a turn what is bought is not planted yet, and whoever stops early would look best.
It reads nothing that its seat does not know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.games.battle_farm.actions import COIN, FERTILIZER, FIRST_REMODEL, Kind
from plowshares.games.battle_farm.cards import (
    ALL_KINDS,
    COLOR,
    COLOR_OF_BED,
    CROPS,
    FIRST_CLASS_CARD,
    GRADE,
    NO_CARD,
    PRICE,
    PRINTED,
    SLOTS,
    Bed,
    Card,
    Color,
    Profession,
    Rarity,
)
from plowshares.games.battle_farm.heuristics.rating import (
    ACTION_WORTH,
    EFFECT,
    PATIENCE,
    best_discard,
    best_slot,
    card_worth,
    lot_worth,
    place_gain,
    turns_left,
)
from plowshares.games.battle_farm.rules.asking import ANSWER, can_choose_place
from plowshares.games.battle_farm.rules.beds import is_growing
from plowshares.games.battle_farm.rules.classes import can_use_ability
from plowshares.games.battle_farm.rules.hands import count_crop_cards, hand_start
from plowshares.games.battle_farm.rules.legal import can_play
from plowshares.games.battle_farm.rules.table import beds, hand_size, players
from plowshares.games.battle_farm.rules.turn import can_afford
from plowshares.games.battle_farm.state import MOST_BID, Choice, Phase, State

NO_ACTION = -1
NONE = -1
WORST = -99.0
COLORS = len(Color)
PROFIT = 0.2  # what a purchase brings at least
EFFECT_SHARE = 0.7  # of what a crop's effect usually brings
NO_ROOM = 0.5  # of a crop that waits for a bed, and
NO_ROOM_SOON = 0.2  # of one that waits behind this many:
WAITING = 3
TURNS = 5  # that it plays before a position is rated: more decide better, in more time
DIG = 1  # the price of a card that is bought only to see the next one, and
DIG_BEHIND = 8  # if somebody has more coins, any price: the market must move for that to change
BID_SHARE = 0.5  # of what a lot is worth
HURRY = 0.8  # what a fertilizer must bring
BEFORE_PLANTING = 1.0  # action cards that bring more are played first: some count crops in hand
ABILITY_GAIN = 1.0  # what a class card that serves once must bring,
CLASS_CARD_GAIN = 0.5  # of a class card among the hand cards that is worth playing
STONKS_GAIN = 3.0  # and the one that costs most

# What an action card brings when it is played, less its fertilizers; those that depend on the table are in `play_gain`.
_GAIN: dict[int, float] = {
    Card.LUCKY_FIND: 3.5,
    Card.POLLINATOR_PARADISE: 1.0,
    Card.GARDEN_GOURMET: 0.4,
    Card.CLONE: 2.0,
    Card.WITHER: 1.0,
    Card.GARDEN_GNOME: 0.5,
    Card.GROCERY: 1.0,
    Card.FERTILIZER_FRENZY: 0.1,
}
GAIN = np.array([_GAIN.get(card, WORST) for card in range(ALL_KINDS)])
_COUNTED: dict[int, int] = {
    Card.GREEN_THUMB: Color.GREEN,
    Card.RED_REAPER: Color.RED,
    Card.YELLOW_WARNING: Color.YELLOW,
}
COUNTED = np.array([_COUNTED.get(card, NONE) for card in range(ALL_KINDS)], np.int64)


@kernel
def is_quiet(s: State) -> bool:
    """Ask whether a turn has just begun: its harvest is in, and nothing is bought yet."""
    if s.phase == Phase.OVER:
        return True
    return s.phase == Phase.BUY and s.pending == Choice.NONE and s.allowance == s.die


@kernel
def guess(s: State, seat: int, bits: Any) -> int:
    """Return what the simple player does; it needs no random bits."""
    if s.pending != Choice.NONE:
        return answer(s, seat)
    match s.phase:
        case Phase.BUY:
            return buy(s, seat)
        case Phase.BID:
            return bid(s, seat)
        case Phase.DEAL:
            return deal(s, seat)
        case Phase.PLAY:
            return play(s, seat)
        case Phase.FERTILIZE:
            return fertilize(s, seat)
        case _:
            return act(s, Kind.DONE, 0, 0)


@kernel
def act(s: State, kind: int, a: int, b: int) -> int:
    """Return the number of an action."""
    return encode(s.actions, kind, a, b, 0)


def script(s: Any, seat: int, seed: int, setup_candidates: int = 1) -> int:
    """Return what no search is needed for: whoever is behind keeps the market moving. Otherwise NO_ACTION.

    A market that nobody wants anything of stays as it is, and the leader wins. To look ahead to the end of a turn does
    not show that: a card that is bought for the next one costs now, and may bring something later.
    """
    if s.phase != Phase.BUY or s.pending != Choice.NONE or not is_behind(s, seat) or best_purchase(s, seat) != NONE:
        return NO_ACTION
    slot = int(dig(s, seat, DIG_BEHIND))
    return NO_ACTION if slot == NONE else int(act(s, Kind.BUY, slot, 0))


# --- market and trade ---


@kernel
def buy(s: State, seat: int) -> int:
    """Buy what brings most, or pay a little to see another card."""
    best = best_purchase(s, seat)
    if best == NONE:
        best = dig(s, seat, DIG_BEHIND if is_behind(s, seat) else DIG)
    return act(s, Kind.DONE, 0, 0) if best == NONE else act(s, Kind.BUY, best, 0)


@kernel
def best_purchase(s: State, seat: int) -> int:
    """Return the slot whose card brings most beyond its price, if any does."""
    room = count_empty(s, seat) - count_crop_cards(s, seat)
    time = turns_left(s, seat)
    best, most = NONE, PROFIT
    for slot in range(SLOTS):
        if can_afford(s, seat, slot):
            gain = buy_gain(int(s.market[slot]), room, time)
            if gain > most:
                best, most = slot, gain
    return best


@kernel
def dig(s: State, seat: int, most: int) -> int:
    """Return the cheapest slot to buy only for the card that comes after it, while that can still be bought."""
    room = count_empty(s, seat) - count_crop_cards(s, seat)
    if s.allowance < 2 or room <= 0 or s.final or s.deck_count == 0:
        return NONE
    cheapest, price = NONE, most + 1
    for slot in range(SLOTS):
        if can_afford(s, seat, slot) and PRICE[s.market[slot]] < price:
            cheapest, price = slot, int(PRICE[s.market[slot]])
    return cheapest


@kernel
def buy_gain(card: int, room: int, time: float) -> float:
    """Estimate what a card brings beyond its price, with `room` for more crops."""
    if card >= CROPS:
        return float(ACTION_WORTH[card] - PRICE[card])
    if GRADE[card] > time:
        return -1.0
    gain = float(PRINTED[card] - PRICE[card] + EFFECT_SHARE * EFFECT[card])
    if room > 0:
        return gain
    return gain * (NO_ROOM if room > -WAITING else NO_ROOM_SOON)


@kernel
def is_behind(s: State, seat: int) -> bool:
    """Ask whether somebody has more coins."""
    for p in range(players(s)):
        if s.coins[p] > s.coins[seat]:
            return True
    return False


@kernel
def count_empty(s: State, seat: int) -> int:
    """Count the seat's empty beds."""
    count = 0
    for bed in range(beds(s, seat)):
        count += not is_growing(s, seat, bed)
    return count


@kernel
def bid(s: State, seat: int) -> int:
    """Bid half of what the lot is worth."""
    return act(s, Kind.BID, max(0, min(int(BID_SHARE * lot_worth(s, seat)), int(s.coins[seat]), MOST_BID)), 0)


@kernel
def deal(s: State, seat: int) -> int:
    """Take the best bid, if it is what the cards are worth."""
    best, most = NONE, 0
    for p in range(players(s)):
        if s.bid[p] > most:
            best, most = p, int(s.bid[p])
    if best == NONE or most < lot_worth(s, seat):
        return act(s, Kind.DECLINE, 0, 0)
    return act(s, Kind.ACCEPT, best, 0)


# --- beds ---


@kernel
def play(s: State, seat: int) -> int:
    """Play the best action card, plant, use the class card, or end the phase."""
    start = hand_start(s, seat)
    plants = count_empty(s, seat) > 0 and count_crop_cards(s, seat) > 0
    best, most = NONE, BEFORE_PLANTING if plants else 0.0
    for h in range(hand_size(s, seat)):
        card = int(s.hand_card[start + h])
        if card >= CROPS and can_play(s, seat, card, int(s.hand_value[start + h])):
            gain = play_gain(s, seat, card)
            if gain > most:
                best, most = h, gain
    if best != NONE:
        return act(s, Kind.PLAY, best, 0)
    if plants:
        h = best_crop(s, seat)
        return act(s, Kind.PLANT, h, best_bed(s, seat, int(s.hand_card[start + h])))
    if can_use_ability(s, seat) and wants_ability(s, seat):
        return act(s, Kind.ABILITY, 0, 0)
    return act(s, Kind.DONE, 0, 0)


@kernel
def play_gain(s: State, seat: int, card: int) -> float:
    """Estimate what an action card brings now, in coins."""
    if card >= FIRST_CLASS_CARD:
        return CLASS_CARD_GAIN if wants_class_card(s, seat, card - FIRST_CLASS_CARD) else WORST
    if COUNTED[card] != NONE:
        return count_color(s, seat, COUNTED[card]) - 0.6
    growing = beds(s, seat) - count_empty(s, seat)
    match card:
        case Card.WEED_WHACKER:
            return growing - 0.6
        case Card.PEST_CONTROL:
            return growing - 1.8
        case Card.SEED_SPROUT:
            return 1.5 * min(growing, 2) - 1.8
        case Card.THORNY_FENCE:
            return growing - 1.8
        case Card.SELECTION:
            return 2.0 if count_crop_cards(s, seat) > 0 else WORST
        case _:
            return float(GAIN[card])


@kernel
def count_color(s: State, seat: int, color: int) -> int:
    """Count the crop cards of a colour in the seat's hand."""
    start = hand_start(s, seat)
    count = 0
    for i in range(start, start + hand_size(s, seat)):
        card = int(s.hand_card[i])
        count += card < CROPS and COLOR[card] == color
    return count


@kernel
def best_crop(s: State, seat: int) -> int:
    """Return the place in hand of the crop that brings most for its time."""
    start = hand_start(s, seat)
    best, most = NONE, WORST
    for h in range(hand_size(s, seat)):
        card = int(s.hand_card[start + h])
        if card < CROPS:
            gain = s.hand_value[start + h] / (1.0 + GRADE[card])
            if gain > most:
                best, most = h, gain
    return best


@kernel
def best_bed(s: State, seat: int, card: int) -> int:
    """Return the empty bed that suits a crop best."""
    best, most = NONE, WORST
    for bed in range(beds(s, seat)):
        if not is_growing(s, seat, bed):
            gain = bed_gain(int(s.bed[seat, bed]), card)
            if gain > most:
                best, most = bed, gain
    return best


@kernel
def bed_gain(bed: int, card: int) -> float:
    """Estimate what a crop gains by this type of bed; less than nothing if another crop would gain more."""
    if bed == Bed.COMMON:
        return 0.0
    if bed == Bed.RAISED or bed == Bed.HYDROPONIC:
        return 2.0 if GRADE[card] >= Rarity.RARE else -0.2
    if bed == Bed.GREENHOUSE:
        return float(0.3 * GRADE[card] - 0.4)
    return 1.0 if COLOR[card] == COLOR_OF_BED[bed] else -0.1


@kernel
def wants_ability(s: State, seat: int) -> bool:
    """Ask whether the class card is worth its fertilizers now."""
    return wants_class_card(s, seat, int(s.profession[seat]))


@kernel
def wants_class_card(s: State, seat: int, profession: int) -> bool:
    """Ask whether the card of a class is worth its fertilizers now."""
    match profession:
        case Profession.LAND_BARON:
            return best_discard(s, seat) > ABILITY_GAIN
        case Profession.HARVEST_FREAK:
            return s.hand_card[hand_start(s, seat) + worst_card(s, seat)] >= CROPS  # type: ignore[no-any-return]  # an array entry
        case Profession.CROP_SCIENTIST:
            return count_empty(s, seat) < beds(s, seat)
        case Profession.MARKET_TRADER:
            return best_slot(s, seat) > STONKS_GAIN
        case _:
            return False


@kernel
def fertilize(s: State, seat: int) -> int:
    """Hurry a crop that would not ripen in time, a dear one, or Wheat."""
    best, most = NONE, HURRY
    time = turns_left(s, seat)
    for bed in range(beds(s, seat)):
        if is_growing(s, seat, bed):
            gain = hurry_gain(s, seat, bed, time)
            if gain > most:
                best, most = bed, gain
    return act(s, Kind.DONE, 0, 0) if best == NONE else act(s, Kind.FERTILIZE, best, 0)


@kernel
def hurry_gain(s: State, seat: int, bed: int, time: float) -> float:
    """Estimate what a fertilizer brings here; a crop that ripens next turn gains nothing."""
    timer = int(s.crop_timer[seat, bed])
    gain = 1.0 if s.crop[seat, bed] == Card.WHEAT else 0.0
    if time < timer <= time + min(int(s.allowance), int(s.fertilizers[seat])):
        return float(gain + s.crop_value[seat, bed])
    if timer > 1:
        gain += (1.0 - PATIENCE) * s.crop_value[seat, bed]
    return gain


# --- answers to a pending choice (§5.8) ---


@kernel
def answer(s: State, seat: int) -> int:
    """Answer the pending choice."""
    match ANSWER[s.pending]:
        case Kind.CROP | Kind.BED:
            return answer_place(s, seat)
        case Kind.PLAYER:
            return answer_player(s, seat)
        case Kind.CARD:
            return answer_card(s, seat)
        case Kind.GIVE:
            return act(s, Kind.GIVE, FERTILIZER if s.fertilizers[s.giver] > 0 else COIN, 0)
        case Kind.RESTORE:
            return answer_restore(s, seat)
        case Kind.TAKE:
            return answer_take(s, seat)
        case Kind.REMODEL:
            return act(s, Kind.REMODEL, 0, 1 if s.bed[seat, 0] == FIRST_REMODEL else 0)
        case Kind.KEEP:
            return answer_keep(s, seat)
        case _:
            return answer_color(s, seat)


@kernel
def answer_place(s: State, seat: int) -> int:
    """Choose the crop or bed that brings most."""
    player, place, most = 0, 0, WORST
    for p in range(players(s)):
        for bed in range(beds(s, p)):
            if can_choose_place(s, p, bed):
                gain = place_gain(s, seat, p, bed)
                if gain > most:
                    player, place, most = p, bed, gain
    return act(s, ANSWER[s.pending], player, place)


@kernel
def answer_player(s: State, seat: int) -> int:
    """Choose the rival with most coins, or with most cards if it is about cards."""
    about_cards = s.pending == Choice.GARDEN_GNOME or s.pending == Choice.THORNY_FENCE
    best, most = NONE, -1
    for p in range(players(s)):
        has = hand_size(s, p) if about_cards else int(s.coins[p])
        if p != seat and has > most:
            best, most = p, has
    return act(s, Kind.PLAYER, best, 0)


@kernel
def answer_card(s: State, seat: int) -> int:
    """Raise the dearest crop, or part with the worst card."""
    if s.pending == Choice.PEPPERS or (s.pending == Choice.SELECTION and count_crop_cards(s, seat) > 0):
        return act(s, Kind.CARD, dearest_crop(s, seat), 0)
    return act(s, Kind.CARD, worst_card(s, seat), 0)


@kernel
def dearest_crop(s: State, seat: int) -> int:
    """Return the place in hand of the crop of most value."""
    start = hand_start(s, seat)
    best, most = NONE, -1
    for h in range(hand_size(s, seat)):
        if s.hand_card[start + h] < CROPS and s.hand_value[start + h] > most:
            best, most = h, int(s.hand_value[start + h])
    return best


@kernel
def worst_card(s: State, seat: int) -> int:
    """Return the place in hand of the card that is worth least."""
    start = hand_start(s, seat)
    worst, least = NONE, -WORST
    for h in range(hand_size(s, seat)):
        gain = card_worth(s, seat, int(s.hand_card[start + h]), int(s.hand_value[start + h]))
        if gain < least:
            worst, least = h, gain
    return worst


@kernel
def answer_restore(s: State, seat: int) -> int:
    """Take the best kind of card from the discard pile."""
    best, most = NONE, WORST
    for card in range(len(s.discard)):
        if s.discard[card] > 0:
            gain = card_worth(s, seat, card, PRINTED[card])
            if gain > most:
                best, most = card, gain
    if best >= FIRST_CLASS_CARD:
        return act(s, Kind.RECLAIM, best - FIRST_CLASS_CARD, 0)
    return act(s, Kind.RESTORE, best, 0)


@kernel
def answer_take(s: State, seat: int) -> int:
    """Take the best card of the market."""
    best, most = NONE, WORST
    for slot in range(SLOTS):
        card = int(s.market[slot])
        if card != NO_CARD:
            gain = card_worth(s, seat, card, PRINTED[card])
            if gain > most:
                best, most = slot, gain
    return act(s, Kind.TAKE, best, 0)


@kernel
def answer_keep(s: State, seat: int) -> int:
    """Keep the better of two cards."""
    first, second = int(s.pair[0]), int(s.pair[1])
    better = card_worth(s, seat, second, PRINTED[second]) > card_worth(s, seat, first, PRINTED[first])
    return act(s, Kind.KEEP, 1 if better else 0, 0)


@kernel
def answer_color(s: State, seat: int) -> int:
    """Choose the colour that grows most with others, compared with the seat's own garden."""
    best, most = 0, WORST
    for color in range(COLORS):
        count = 0.0
        for p in range(players(s)):
            for bed in range(beds(s, p)):
                if is_growing(s, p, bed) and COLOR[s.crop[p, bed]] == color:
                    count += -1.0 if p == seat else 1.0
        if count > most:
            best, most = color, count
    return act(s, Kind.COLOR, best, 0)
