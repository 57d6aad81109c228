"""The crops: one function for each effect of §3.4, and when it happens."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.rng import below
from plowshares.games.battle_farm.cards import COLOR, CROPS, PRINTED, TIMER, Bed, Card
from plowshares.games.battle_farm.rules.asking import answered, ask
from plowshares.games.battle_farm.rules.beds import (
    bed_coins,
    change_value,
    clear_bed,
    count_color_on_field,
    count_crops,
    delay,
    destroy,
    has_crop,
    has_open_crop,
    is_growing,
    is_open_crop,
    is_precious,
    remodel,
    set_value,
)
from plowshares.games.battle_farm.rules.hands import (
    add_card,
    card_at,
    count_crop_cards,
    count_in_hand,
    hand_start,
    raise_hand_card,
    receive,
    remove_card,
    see_at_least,
    see_enter,
    see_leave,
    show_and_remove,
    value_at,
)
from plowshares.games.battle_farm.rules.reports import EVERYBODY, note, note_gain, only
from plowshares.games.battle_farm.rules.stocks import (
    add_coins,
    gain_coins,
    gain_fertilizers,
    lose_both,
    roll_for,
    take_coins,
    take_fertilizers,
)
from plowshares.games.battle_farm.rules.table import beds, hand_size, players, whose_turn
from plowshares.games.battle_farm.state import Choice, State, Told

POTATOES_RETURN = 4
GRAPES_COINS = 4

# --- planting and harvesting ---


@kernel
def plant(s: State, seat: int, h: int, bed: int) -> None:
    """Plant a crop card, then its planted effect (§5.5)."""
    card = card_at(s, seat, h)
    value = value_at(s, seat, h)
    show_and_remove(s, seat, h)
    timer = TIMER[card]
    if s.bed[seat, bed] == Bed.HYDROPONIC and is_precious(card):
        timer = max(timer - 1, 1)  # R27
    s.crop[seat, bed] = card
    s.crop_value[seat, bed] = value
    s.crop_timer[seat, bed] = timer
    note(s, Told.PLANTED, seat, seat, bed, 0, card, value, EVERYBODY)
    planted(s, seat, card, bed)


@kernel
def planted(s: State, seat: int, card: int, bed: int) -> None:
    """Resolve what a crop does when it is planted."""
    match card:
        case Card.CABBAGE | Card.CORN | Card.CARROTS:
            join_color(s, seat, card)
        case Card.ONIONS:
            onion_ring(s, seat)
        case Card.MANGO:
            mango_madness(s, seat)
        case Card.TOMATOES:
            catch_up(s, seat)
        case Card.WASABI:
            radish_rally(s, seat)
        case Card.EGGPLANT:
            eggplant_emoji(s, seat, bed)
        case Card.ORANGES:
            sweet_and_sour(s, seat, bed)
        case Card.CLOUDBERRY:
            berry_blitz(s, seat)
        case Card.BLUEBERRY:
            ask(s, Choice.BLUEBERRY, seat, 0)
        case _:
            pass


@kernel
def harvest(s: State, seat: int, bed: int) -> None:
    """Remove a ripe crop, pay for it, and queue its effect (§5.2)."""
    card = int(s.crop[seat, bed])
    coins = int(s.crop_value[seat, bed]) + bed_coins(s, seat, bed)
    add_coins(s, seat, coins)
    note(s, Told.HARVESTED, seat, seat, bed, coins, card, int(s.crop_value[seat, bed]), EVERYBODY)
    clear_bed(s, seat, bed)
    s.queue_crop[s.queue_count] = card
    s.queue_bed[s.queue_count] = bed
    s.queue_count += 1


@kernel
def resolve_next_harvest(s: State) -> None:
    """Take the first entry off the harvest queue and resolve its effect."""
    card = int(s.queue_crop[0])
    bed = int(s.queue_bed[0])
    s.queue_count -= 1
    for i in range(s.queue_count):
        s.queue_crop[i] = s.queue_crop[i + 1]
        s.queue_bed[i] = s.queue_bed[i + 1]
    s.queue_crop[s.queue_count] = 0
    s.queue_bed[s.queue_count] = 0
    harvested(s, whose_turn(s), card, bed)


@kernel
def harvested(s: State, seat: int, card: int, bed: int) -> None:
    """Resolve what a crop does when it has been harvested."""
    match card:
        case Card.APPLES:
            apple_picking(s, seat)
        case Card.POTATOES:
            root_respawn(s, seat)
        case Card.MELON:
            melon_mania(s, seat)
        case Card.BEANS:
            ask(s, Choice.BEANS, seat, 0)
        case Card.PINEAPPLE:
            pineapple_punch(s, seat)
        case Card.PEPPERS:
            spicy_sprinkle(s, seat)
        case Card.ORANGES:
            sweet_and_sour(s, seat, bed)
        case Card.PUMPKINS:
            trick_or_treat(s, seat)
        case Card.GRAPES:
            grapevine(s, seat, bed)
        case Card.STRAWBERRY:
            ripe_for_the_picking(s, seat)
        case _:
            pass


# --- commons ---


@kernel
def bake_it_up(s: State, seat: int, bed: int) -> None:
    """Wheat, each time a fertilizer is used on it: value +1 before the timer falls (R59)."""
    if s.crop[seat, bed] == Card.WHEAT:
        change_value(s, seat, seat, bed, 1)


@kernel
def apple_picking(s: State, seat: int) -> None:
    """Apples, harvested: 1 coin for each earlier Apples (R60, R61), or also for those that are ripe with them."""
    others = int(s.apples[seat])
    if s.options.apples_together:
        for i in range(s.queue_count):
            others += 1 if s.queue_crop[i] == Card.APPLES else 0
    gain_coins(s, seat, Card.APPLES.value, others)
    s.apples[seat] += 1


@kernel
def join_color(s: State, seat: int, card: int) -> None:
    """Cabbage, Corn, Carrots, planted: 1 coin per other crop of the same color on the field (R62)."""
    gain_coins(s, seat, card, count_color_on_field(s, COLOR[card]) - 1)


@kernel
def onion_ring(s: State, seat: int) -> None:
    """Onions, planted: 1 fertilizer per Onions still in hand (R63)."""
    count = count_in_hand(s, seat, Card.ONIONS.value)
    gain_fertilizers(s, seat, Card.ONIONS.value, count)
    see_at_least(s, seat, Card.ONIONS.value, count)


# --- uncommons ---


@kernel
def mango_madness(s: State, seat: int) -> None:
    """Mango, planted: steal a random card of all opponents' cards, or one from each (R64)."""
    if s.options.mango_each:
        for victim in range(players(s)):
            if victim != seat and s.hand_count[victim] > 0:
                steal_card(s, seat, victim, below(s.rng, hand_size(s, victim)))
        return
    pool = hand_start(s, players(s)) - hand_size(s, seat)
    if pool == 0:
        return
    h = below(s.rng, pool)
    victim = 0
    while victim == seat or h >= s.hand_count[victim]:
        if victim != seat:
            h -= hand_size(s, victim)
        victim += 1
    steal_card(s, seat, victim, h)


@kernel
def steal_card(s: State, thief: int, victim: int, h: int) -> None:
    """Move a card between hands; thief and victim know which, others only that."""
    card = card_at(s, victim, h)
    value = value_at(s, victim, h)
    two = only(thief) | only(victim)
    see_leave(s, victim, card, two)
    remove_card(s, victim, h)
    add_card(s, thief, card, value)
    see_enter(s, thief, card, two)
    note(s, Told.STOLEN, thief, victim, 0, 0, card, value, two)


@kernel
def catch_up(s: State, seat: int) -> None:
    """Tomatoes, planted: count the richer opponents, then 1d4 coins for each (R66)."""
    richer = 0
    for other in range(players(s)):
        richer += s.coins[other] > s.coins[seat]
    total = 0
    for _ in range(richer):
        total += roll_for(s, seat, Card.TOMATOES.value, 4)
    gain_coins(s, seat, Card.TOMATOES.value, total)


@kernel
def root_respawn(s: State, seat: int) -> None:
    """Potatoes, harvested: on a 4 the card returns to the hand, else 1 fertilizer (R67)."""
    if roll_for(s, seat, Card.POTATOES.value, 4) == POTATOES_RETURN:
        s.discard[Card.POTATOES] -= 1
        receive(s, seat, Card.POTATOES.value, PRINTED[Card.POTATOES])
    else:
        gain_fertilizers(s, seat, Card.POTATOES.value, 1)


@kernel
def melon_mania(s: State, seat: int) -> None:
    """Melon, harvested: 1d4 coins unless it is the first (R68)."""
    if s.melons[seat] > 0:
        gain_coins(s, seat, Card.MELON.value, roll_for(s, seat, Card.MELON.value, 4))
    s.melons[seat] += 1


@kernel
def beanstalk(s: State, seat: int, giver: int) -> None:
    """Beans, opponent chosen: ask which of the two stocks pays, if there is one (R69, R70)."""
    if s.coins[giver] == 0 and s.fertilizers[giver] == 0:
        return
    ask(s, Choice.BEANS_GIVE, seat if s.options.beans_taker else giver, 0)
    s.giver = giver


@kernel
def beanstalk_gift(s: State, coin: bool) -> None:
    """Beans, stock chosen: 1 coin or 1 fertilizer moves to the owner, who is the current player."""
    giver = int(s.giver)
    answered(s)
    if coin:
        take_coins(s, whose_turn(s), giver, Card.BEANS.value, 1)
    else:
        take_fertilizers(s, whose_turn(s), giver, Card.BEANS.value, 1)


@kernel
def radish_rally(s: State, seat: int) -> None:
    """Wasabi, planted: with another one in hand, choose whom to rob (R71)."""
    if count_in_hand(s, seat, Card.WASABI.value) > 0:
        see_at_least(s, seat, Card.WASABI.value, 1)
        ask(s, Choice.WASABI, seat, 0)


@kernel
def radish_robbery(s: State, seat: int, victim: int) -> None:
    """Wasabi, victim chosen: steal 1d4 coins, as far as they reach."""
    take_coins(s, seat, victim, Card.WASABI.value, roll_for(s, seat, Card.WASABI.value, 4))


# --- rares ---


@kernel
def pineapple_punch(s: State, seat: int) -> None:
    """Pineapple, harvested: choose a crop to destroy, if any is open (R73)."""
    if has_open_crop(s):
        ask(s, Choice.PINEAPPLE, seat, 0)


@kernel
def eggplant_emoji(s: State, seat: int, own_bed: int) -> None:
    """Eggplant, planted: choose another open crop, if there is one (R74)."""
    for other in range(players(s)):
        for bed in range(beds(s, other)):
            own = other == seat and bed == own_bed
            if is_open_crop(s, other, bed) and (s.options.eggplant_self or not own):
                ask(s, Choice.EGGPLANT, seat, own_bed)
                return


@kernel
def eggplant_curse(s: State, seat: int, other: int, bed: int) -> None:
    """Eggplant, crop chosen: value −1 and timer +1."""
    change_value(s, seat, other, bed, -1)
    delay(s, seat, other, bed)


@kernel
def spicy_sprinkle(s: State, seat: int) -> None:
    """Peppers, harvested: 1d4 points of value for crop cards in hand, by choice or chance (R75)."""
    points = roll_for(s, seat, Card.PEPPERS.value, 4)
    crops = count_crop_cards(s, seat)
    if crops == 0:
        return
    if not s.options.peppers_random:
        ask(s, Choice.PEPPERS, seat, points)
        return
    for _ in range(points):
        raise_hand_card(s, seat, find_crop_card(s, seat, below(s.rng, crops)), 1)


@kernel
def find_crop_card(s: State, seat: int, index: int) -> int:
    """Return the hand position of a crop card by its place among the crop cards."""
    h = 0
    start = hand_start(s, seat)
    while index > 0 or s.hand_card[start + h] >= CROPS:
        index -= s.hand_card[start + h] < CROPS
        h += 1
    return h


# --- epics and mythics ---


@kernel
def sweet_and_sour(s: State, seat: int, bed: int) -> None:
    """Oranges, planted and harvested: every other growing crop +1, on the field or in the own garden (R76)."""
    raised = 0
    for other in range(players(s)):
        if other != seat and s.options.oranges_own:
            continue
        for place in range(beds(s, other)):
            if is_growing(s, other, place) and not (other == seat and place == bed):
                set_value(s, other, place, int(s.crop_value[other, place]) + 1)
                raised += 1
    note_gain(s, Told.SPREAD, seat, Card.ORANGES.value, raised)


@kernel
def trick_or_treat(s: State, seat: int) -> None:
    """Pumpkins, harvested: each opponent pays a coin per fertilizer held, as far as coins reach (R77)."""
    for other in range(players(s)):
        if other != seat:
            take_coins(s, seat, other, Card.PUMPKINS.value, int(s.fertilizers[other]))


@kernel
def grapevine(s: State, seat: int, bed: int) -> None:
    """Grapes, harvested: a Common or Raised bed becomes Hydroponic, any other pays 4 coins (R78)."""
    if s.bed[seat, bed] <= Bed.RAISED:
        remodel(s, seat, seat, bed, Bed.HYDROPONIC.value)
    else:
        gain_coins(s, seat, Card.GRAPES.value, GRAPES_COINS)


@kernel
def berry_blitz(s: State, seat: int) -> None:
    """Cloudberry, planted: each opponent loses coins and fertilizers by hand cards and crops (R79)."""
    for other in range(players(s)):
        if other != seat:
            lose_both(s, other, Card.CLOUDBERRY.value, hand_size(s, other) + count_crops(s, other))


@kernel
def ripe_for_the_picking(s: State, seat: int) -> None:
    """Strawberry, harvested: choose a growing crop to be paid for, if there is one (R80)."""
    if has_crop(s):
        ask(s, Choice.STRAWBERRY, seat, 0)


@kernel
def blueberry_boom(s: State, seat: int, other: int, bed: int) -> None:
    """Blueberry, bed chosen: it becomes Common; its crop is destroyed unless a Greenhouse saved it (R81)."""
    if is_open_crop(s, other, bed):
        destroy(s, seat, other, bed)
    remodel(s, seat, other, bed, Bed.COMMON.value)
