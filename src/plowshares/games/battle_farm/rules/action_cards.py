"""The action cards: one function for each effect of §3.5, and what each needs to be played."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import below
from plowshares.games.battle_farm.cards import COLOR, FIRST_CLASS_CARD, GRADE, ONCE_A_GAME, PRINTED, Bed, Card, Color
from plowshares.games.battle_farm.rules.asking import answered, ask
from plowshares.games.battle_farm.rules.beds import (
    change_value,
    count_colors_in_garden,
    count_crops,
    count_kinds_on_field,
    has_bed_to_remodel,
    has_crop,
    has_open_crop,
    is_greenhouse,
    is_growing,
    raise_garden,
    set_value,
)
from plowshares.games.battle_farm.rules.classes import ask_class_card, has_class_need
from plowshares.games.battle_farm.rules.hands import (
    add_card,
    card_at,
    count_color_in_hand,
    create,
    discard_from_hand,
    draw_to_hand,
    draw_top,
    put_into_deck,
    raise_hand_card,
    see_at_least,
    see_enter,
    see_leave,
    show_and_remove,
    value_at,
)
from plowshares.games.battle_farm.rules.reports import EVERYBODY, note_card, note_gain, only
from plowshares.games.battle_farm.rules.stocks import gain_coins, gain_fertilizers, roll, roll_for
from plowshares.games.battle_farm.rules.table import beds, hand_size, players
from plowshares.games.battle_farm.state import DECK, Choice, State, Told

# The question of each action card that asks one: it has the card's own name.
QUESTION = np.array([Choice.__members__.get(card.name, Choice.NONE) for card in Card], np.int64)
SELECTION_VALUE = 5
WITHERED = 1
FUNGUS_SPARES = 1


@kernel
def has_need(s: State, seat: int, card: int) -> bool:
    """Ask whether what the action card needs is there (column "Needs", R44)."""
    if card >= FIRST_CLASS_CARD:
        return has_class_need(s, seat, card - FIRST_CLASS_CARD)
    match card:
        case Card.GARDEN_GOURMET | Card.CLONE:
            return has_crop(s)
        case Card.FERTILIZER_FRENZY | Card.WITHER:
            return has_open_crop(s)
        case Card.RECYCLE | Card.SELECTION:
            return hand_size(s, seat) > 1
        case Card.POLLINATOR_PARADISE:
            return s.deck_count > 0
        case Card.RETRACTABLE_GREENHOUSE:
            return has_bed_to_remodel(s, seat, Bed.GREENHOUSE.value)
        case Card.TRELLIS_BED:
            return has_bed_to_remodel(s, seat, Bed.TRELLIS.value)
        case Card.VERTICAL_BED:
            return has_bed_to_remodel(s, seat, Bed.VERTICAL.value)
        case Card.ROTATIONAL_BED:
            return has_bed_to_remodel(s, seat, Bed.ROTATIONAL.value)
        case _:
            return True


@kernel
def play_card(s: State, seat: int, h: int) -> None:
    """Pay for an action card, discard it, then its effect (§5.5, R43)."""
    card = card_at(s, seat, h)
    value = value_at(s, seat, h)
    has_target = has_need(s, seat, card)
    s.fertilizers[seat] -= value
    if card >= FIRST_CLASS_CARD:
        s.used[seat] |= 1 << (card - FIRST_CLASS_CARD)
    if is_replayable(card):
        see_at_least(s, seat, card, 1)
    else:
        show_and_remove(s, seat, h)
        s.discard[card] += 1
    note_gain(s, Told.PLAYED, seat, card, value)
    if has_target:  # else it was played in vain
        effect(s, seat, card, value)


@kernel
def is_replayable(card: int) -> bool:
    """Ask whether a card stays in the hand when it is played: class cards that serve once in every turn."""
    return card >= FIRST_CLASS_CARD and not ONCE_A_GAME[card - FIRST_CLASS_CARD]


@kernel
def is_used_up(s: State, seat: int, card: int) -> bool:
    """Ask whether the seat has played this class card in this turn, or, if it serves once, in this game."""
    return card >= FIRST_CLASS_CARD and (s.used[seat] >> (card - FIRST_CLASS_CARD)) & 1 == 1


@kernel
def effect(s: State, seat: int, card: int, value: int) -> None:
    """Resolve an action card; most ask a question first."""
    if card >= FIRST_CLASS_CARD:
        ask_class_card(s, seat, card - FIRST_CLASS_CARD)
        return
    match card:
        case Card.LUCKY_FIND:
            gain_coins(s, seat, card, roll_for(s, seat, card, 6))
        case Card.GREEN_THUMB:
            gain_coins(s, seat, card, count_color_in_hand(s, seat, Color.GREEN.value))
        case Card.RED_REAPER:
            gain_coins(s, seat, card, count_color_in_hand(s, seat, Color.RED.value))
        case Card.YELLOW_WARNING:
            gain_coins(s, seat, card, count_color_in_hand(s, seat, Color.YELLOW.value))
        case Card.WEED_WHACKER:
            gain_coins(s, seat, card, count_crops(s, seat))
        case Card.PEST_CONTROL:
            note_gain(s, Told.SPREAD, seat, card, raise_garden(s, seat))
        case Card.FLOWER_POWER:
            gain_fertilizers(s, seat, card, count_kinds_on_field(s))
        case Card.SEED_SPROUT:
            seed_sprout(s, seat)
        case Card.POLLINATOR_PARADISE:
            pollinator_paradise(s, seat)
        case Card.GROCERY:
            grocery(s, seat, value)
        case Card.THORNY_FENCE:
            ask(s, Choice.THORNY_FENCE, seat, count_crops(s, seat))
        case Card.GARDEN_GOURMET | Card.GARDEN_GNOME:
            ask(s, QUESTION[card], seat, value)
        case _:
            ask(s, QUESTION[card], seat, 0)


# --- effects without a choice, and what follows an answer ---


@kernel
def fertilizer_frenzy(s: State, seat: int, other: int, bed: int) -> None:
    """Take the grade of a crop off its value, down to 0 (R87)."""
    change_value(s, seat, other, bed, -GRADE[s.crop[other, bed]])


@kernel
def wither(s: State, seat: int, other: int, bed: int) -> None:
    """Make a crop worth 1, also if it was worth 0 (R100)."""
    change_value(s, seat, other, bed, WITHERED - int(s.crop_value[other, bed]))


@kernel
def recycle(s: State, seat: int, h: int) -> None:
    """Discard a hand card and gain fertilizers equal to its grade."""
    card = card_at(s, seat, h)
    discard_from_hand(s, seat, h)
    gain_fertilizers(s, seat, Card.RECYCLE.value, GRADE[card])


@kernel
def selection(s: State, seat: int, h: int) -> None:
    """Raise any hand card by 5, crop or action (R50)."""
    raise_hand_card(s, seat, h, SELECTION_VALUE)


@kernel
def fungus_infiltration(s: State, seat: int, color: int) -> None:
    """Take 1 off every crop of a color worth more than 1; Greenhouses are spared by option (R84, R92)."""
    answered(s)
    hit = 0
    for other in range(players(s)):
        for bed in range(beds(s, other)):
            if is_growing(s, other, bed) and COLOR[s.crop[other, bed]] == color and can_rot(s, other, bed):
                set_value(s, other, bed, int(s.crop_value[other, bed]) - 1)
                hit += 1
    note_gain(s, Told.SPREAD, seat, Card.FUNGUS_INFILTRATION.value, hit)


@kernel
def can_rot(s: State, seat: int, bed: int) -> bool:
    """Ask whether Fungus Infiltration takes value off this crop."""
    if s.options.greenhouse_area and is_greenhouse(s, seat, bed):
        return False
    return s.crop_value[seat, bed] > FUNGUS_SPARES  # type: ignore[no-any-return]  # an array entry


@kernel
def seed_sprout(s: State, seat: int) -> None:
    """Draw a card per different color in the own garden, as far as the deck reaches (R93)."""
    for _ in range(min(count_colors_in_garden(s, seat), int(s.deck_count))):
        draw_to_hand(s, seat)


@kernel
def pollinator_paradise(s: State, seat: int) -> None:
    """Draw two cards and ask which to keep; a single last card is simply taken."""
    if s.deck_count == 1:
        draw_to_hand(s, seat)
        return
    ask(s, Choice.POLLINATOR_PARADISE, seat, 2)
    for i in range(2):
        card = draw_top(s)
        see_leave(s, DECK, card, only(seat))
        s.pair[i] = card


@kernel
def pollinate(s: State, seat: int, index: int) -> None:
    """Keep one card of the pair; the other goes to a random place in the deck (R94)."""
    kept = int(s.pair[index])
    returned = int(s.pair[1 - index])
    answered(s)
    add_card(s, seat, kept, PRINTED[kept])
    note_card(s, Told.DREW, seat, kept, PRINTED[kept], only(seat))
    put_into_deck(s, seat, returned, below(s.rng, int(s.deck_count) + 1))


@kernel
def garden_gnome(s: State, seat: int, victim: int, value: int) -> None:
    """Make a player discard random cards, as many as the card was worth."""
    for _ in range(min(value, hand_size(s, victim))):
        discard_from_hand(s, victim, below(s.rng, hand_size(s, victim)))


@kernel
def grocery(s: State, seat: int, value: int) -> None:
    """Roll 1d6 per point of the card's value for fertilizers (R97)."""
    total = 0
    for _ in range(value):
        total += roll(s, 6)
    gain_fertilizers(s, seat, Card.GROCERY.value, total)


@kernel
def thorny_fence(s: State, seat: int, victim: int, fence: int) -> None:
    """Make an opponent discard a card per crop behind the fence; the victim picks, or chance (R98)."""
    if fence >= hand_size(s, victim):
        for _ in range(hand_size(s, victim)):
            discard_from_hand(s, victim, 0)
    elif s.options.thorny_random:
        garden_gnome(s, seat, victim, fence)
    elif fence > 0:
        ask(s, Choice.THORNY_DISCARD, victim, fence)


@kernel
def clone_crop(s: State, seat: int, other: int, bed: int) -> None:
    """Create a card like a growing crop, at its current value or as printed (R99)."""
    card = int(s.crop[other, bed])
    value = PRINTED[card] if s.options.clone_printed else int(s.crop_value[other, bed])
    create(s, seat, card, value)
    s.cloned[card] += 1
    s.boost[seat] = max(int(s.boost[seat]) + value - PRINTED[card], 0)
    see_enter(s, seat, card, EVERYBODY)
    note_card(s, Told.GOT, seat, card, value, EVERYBODY)
