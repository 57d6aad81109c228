"""Hands, deck, market and discard pile: how cards move, and what watchers learn from it."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.battle_farm.cards import COLOR, CROPS, NO_CARD, PRINTED, SLOTS
from plowshares.games.battle_farm.rules.reports import EVERYBODY, note_card, only
from plowshares.games.battle_farm.rules.table import hand_size
from plowshares.games.battle_farm.state import DECK, MOST_VALUE, WATCHERS, State, Told

# --- hands: one row of cards for all seats, grouped by seat, each group in hand order (§7) ---


@kernel
def hand_start(s: State, seat: int) -> int:
    """Return where the seat's hand begins in the row."""
    start = 0
    for p in range(seat):
        start += hand_size(s, p)
    return start


@kernel
def add_card(s: State, seat: int, card: int, value: int) -> None:
    """Put a card at the end of a hand."""
    at = hand_start(s, seat + 1)
    i = hand_start(s, len(s.hand_count))
    while i > at:
        s.hand_card[i] = s.hand_card[i - 1]
        s.hand_value[i] = s.hand_value[i - 1]
        i -= 1
    s.hand_card[at] = card
    s.hand_value[at] = value
    s.hand_count[seat] += 1


@kernel
def remove_card(s: State, seat: int, h: int) -> None:
    """Take the card at a hand position away; later ones move down."""
    end = hand_start(s, len(s.hand_count)) - 1
    for i in range(hand_start(s, seat) + h, end):
        s.hand_card[i] = s.hand_card[i + 1]
        s.hand_value[i] = s.hand_value[i + 1]
    s.hand_card[end] = 0
    s.hand_value[end] = 0
    s.hand_count[seat] -= 1
    if s.hand_count[seat] == 0:
        s.boost[seat] = 0


@kernel
def card_at(s: State, seat: int, h: int) -> int:
    """Return the kind of a hand card."""
    return int(s.hand_card[hand_start(s, seat) + h])


@kernel
def value_at(s: State, seat: int, h: int) -> int:
    """Return the current value of a hand card."""
    return int(s.hand_value[hand_start(s, seat) + h])


@kernel
def count_in_hand(s: State, seat: int, card: int) -> int:
    """Count the cards of a kind in a hand."""
    start = hand_start(s, seat)
    count = 0
    for i in range(start, start + hand_size(s, seat)):
        count += s.hand_card[i] == card
    return count


@kernel
def count_color_in_hand(s: State, seat: int, color: int) -> int:
    """Count the crop cards of a color in a hand (R89)."""
    start = hand_start(s, seat)
    count = 0
    for i in range(start, start + hand_size(s, seat)):
        count += COLOR[s.hand_card[i]] == color
    return count


@kernel
def count_crop_cards(s: State, seat: int) -> int:
    """Count the crop cards in a hand."""
    start = hand_start(s, seat)
    count = 0
    for i in range(start, start + hand_size(s, seat)):
        count += s.hand_card[i] < CROPS
    return count


@kernel
def raise_hand_card(s: State, seat: int, h: int, amount: int) -> None:
    """Add to the value of a hand card; only its owner learns which."""
    i = hand_start(s, seat) + h
    s.hand_value[i] = min(int(s.hand_value[i]) + amount, MOST_VALUE)
    s.boost[seat] += amount
    note_card(s, Told.RAISED, seat, int(s.hand_card[i]), int(s.hand_value[i]), only(seat))


# --- what watchers know of hidden places: never more cards than surely lie there ---


@kernel
def see_enter(s: State, place: int, card: int, watchers: int) -> None:
    """These watchers see the card go into a hidden place; the owner of a hand needs no memory of it."""
    for w in range(WATCHERS):
        if w != place + 1 and (watchers >> w) & 1 == 1:
            s.seen[w, place, card] += 1


@kernel
def see_leave(s: State, place: int, card: int, watchers: int) -> None:
    """The card leaves a hidden place; watchers that do not see it can be sure of one less of every kind."""
    for w in range(WATCHERS):
        if (watchers >> w) & 1 == 1:
            s.seen[w, place, card] = max(s.seen[w, place, card] - 1, 0)
        else:
            for kind in range(len(s.discard)):
                s.seen[w, place, kind] = max(s.seen[w, place, kind] - 1, 0)


@kernel
def see_at_least(s: State, seat: int, card: int, count: int) -> None:
    """Everybody learns that a hand holds that many cards of a kind."""
    for w in range(WATCHERS):
        if w != seat + 1:
            s.seen[w, seat, card] = max(int(s.seen[w, seat, card]), count)


# --- moves between hand, deck, market and discard pile ---


@kernel
def receive(s: State, seat: int, card: int, value: int) -> None:
    """Put a card into a hand for all to see."""
    add_card(s, seat, card, value)
    see_enter(s, seat, card, EVERYBODY)
    s.boost[seat] = max(int(s.boost[seat]) + value - PRINTED[card], 0)
    note_card(s, Told.GOT, seat, card, value, EVERYBODY)


@kernel
def show_and_remove(s: State, seat: int, h: int) -> None:
    """Take a card out of a hand for all to see, with its value: planted or played."""
    card = card_at(s, seat, h)
    s.boost[seat] = max(int(s.boost[seat]) - (value_at(s, seat, h) - PRINTED[card]), 0)
    see_leave(s, seat, card, EVERYBODY)
    remove_card(s, seat, h)


@kernel
def discard_from_hand(s: State, seat: int, h: int) -> None:
    """Discard a hand card; all see the card, not its former value."""
    card = card_at(s, seat, h)
    s.discard[card] += 1
    see_leave(s, seat, card, EVERYBODY)
    remove_card(s, seat, h)
    note_card(s, Told.DISCARDED, seat, card, 0, EVERYBODY)


@kernel
def create(s: State, seat: int, card: int, value: int) -> None:
    """Put a card into a hand that was in no deck; the caller says who learns of it (R5)."""
    s.created[card] += 1
    add_card(s, seat, card, value)


@kernel
def draw_top(s: State) -> int:
    """Take the top card of the deck; who sees it is the caller's matter."""
    s.deck_count -= 1
    card = int(s.deck[s.deck_count])
    s.deck[s.deck_count] = 0
    return card


@kernel
def draw_to_hand(s: State, seat: int) -> None:
    """Draw the top card; only its owner sees it."""
    card = draw_top(s)
    see_leave(s, DECK, card, only(seat))
    add_card(s, seat, card, PRINTED[card])
    note_card(s, Told.DREW, seat, card, PRINTED[card], only(seat))


@kernel
def put_into_deck(s: State, seat: int, card: int, position: int) -> None:
    """Insert a card at a position counted from the top; the seat knows the card, not the place."""
    at = int(s.deck_count) - position
    for i in range(int(s.deck_count), at, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[at] = card
    s.deck_count += 1
    see_enter(s, DECK, card, only(seat))
    note_card(s, Told.RETURNED, seat, card, PRINTED[card], only(seat))


@kernel
def refill_slot(s: State, slot: int) -> None:
    """Fill a market slot from the deck, or leave it empty when there is no deck (R29, R30)."""
    s.market[slot] = NO_CARD
    if s.deck_count > 0:
        card = draw_top(s)
        s.market[slot] = card
        see_leave(s, DECK, card, EVERYBODY)


@kernel
def renew_market(s: State) -> None:
    """Discard all market cards and fill the slots again in order while the deck lasts."""
    for slot in range(SLOTS):
        if s.market[slot] != NO_CARD:
            s.discard[s.market[slot]] += 1
    for slot in range(SLOTS):
        refill_slot(s, slot)
