"""What a seat may know (§7): views, worlds that agree with a view, and changes that no view may show."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import below, draw, seed_rng, shuffle_quickly
from plowshares.games.battle_farm.cards import (
    BONUS_CARDS,
    CLASS_NEW_CARDS,
    CLASS_NEW_KINDS,
    CROPS,
    KINDS,
    NO_CARD,
    PRINTED,
    SEATS,
    SLOTS,
)
from plowshares.games.battle_farm.rules.hands import hand_start
from plowshares.games.battle_farm.rules.reports import may_see
from plowshares.games.battle_farm.rules.set_up import PLAY_STREAM
from plowshares.games.battle_farm.rules.table import beds, hand_size, players
from plowshares.games.battle_farm.state import DECK, MOST_BID, MOST_VALUE, PLACES, WATCHERS, Choice, Phase, State

SAMPLE_STREAM = 1
BOOST_AT_ONCE = 5  # what one Selection adds

# --- views ---


@kernel
def blank_for(s: State, seat: int) -> None:
    """Turn this copy of a State into what the seat may know; also after the end (§6)."""
    s.rng.key = 0
    s.rng.stream = 0
    s.rng.count = 0
    for p in range(players(s)):
        if p != seat:
            blank_hand(s, p)
            for i in range(BONUS_CARDS):
                s.bonus[p, i] = NO_CARD
    for i in range(int(s.deck_count)):
        s.deck[i] = NO_CARD
    for kind in range(len(s.discard)):
        s.created[kind] = 0
    blank_sale(s, seat)
    if seat != s.chooser:
        s.pair[0] = s.pair[1] = NO_CARD
    blank_memories(s, seat)
    for i in range(int(s.told_count)):
        if not may_see(s.told_to[i], seat):
            s.told_card[i] = NO_CARD
            s.told_value[i] = 0


@kernel
def blank_hand(s: State, seat: int) -> None:
    """Hide all of a hand but its size."""
    start = hand_start(s, seat)
    for i in range(start, start + hand_size(s, seat)):
        s.hand_card[i] = NO_CARD
        s.hand_value[i] = 0


@kernel
def blank_sale(s: State, seat: int) -> None:
    """Hide what only the seller knows, and bids until all are in."""
    if seat != s.current:
        s.marks = 0
        for h in range(len(s.marked)):
            s.marked[h] = 0
    if s.phase == Phase.BID:
        for p in range(players(s)):
            if p != seat:
                s.bid[p] = 0


@kernel
def blank_memories(s: State, seat: int) -> None:
    """Hide what other seats have seen; what the public has seen stays."""
    for w in range(1, WATCHERS):
        if w != seat + 1:
            for place in range(PLACES):
                for kind in range(len(s.discard)):
                    s.seen[w, place, kind] = 0


# --- worlds ---


@kernel
def sample_for(s: State, seat: int, seed: Any) -> None:
    """Deal the cards the seat cannot see so that everything it has seen holds; fresh chance from the seed.

    Values in hidden hands are printed ones, plus what the hand is publicly known to have gained.
    """
    seed_rng(s.rng, seed, SAMPLE_STREAM)
    count_unseen(s, seat)
    draw_bonuses(s, seat)
    unseen = lay_out_unseen(s)
    if s.pending == Choice.PEPPERS and s.chooser != seat:
        unseen = deal_peppers(s, seat, unseen)
    else:
        for p in range(players(s)):
            if p != seat:
                unseen = deal_hand(s, seat, p, unseen, False)
    if s.pending == Choice.POLLINATOR_PARADISE and s.chooser != seat:
        for i in range(2):
            s.pair[i] = take_unseen(s, unseen, unseen)
            unseen -= 1
    finish_deck(s, seat, unseen)
    sample_choices(s, seat)
    sample_memories(s, seat)
    seed_rng(s.rng, seed, PLAY_STREAM)


@kernel
def count_unseen(s: State, seat: int) -> None:
    """Count in `created`, for each kind, the cards that lie where the seat does not know; may be short by bonuses."""
    for kind in range(len(s.discard)):
        deck = s.options.composition[kind] if kind < KINDS else 0
        s.created[kind] = deck + s.cloned[kind] - s.discard[kind]
        for place in range(PLACES):
            s.created[kind] -= s.seen[seat + 1, place, kind]
    for slot in range(SLOTS):
        if s.market[slot] != NO_CARD:
            s.created[s.market[slot]] -= 1
    for p in range(players(s)):
        for bed in range(beds(s, p)):
            if s.crop[p, bed] != NO_CARD:
                s.created[s.crop[p, bed]] -= 1
    if seat >= 0:
        count_own(s, seat)


@kernel
def count_own(s: State, seat: int) -> None:
    """Take the seat's own cards off the count, and add the ones its class gave it."""
    start = hand_start(s, seat)
    for i in range(start, start + hand_size(s, seat)):
        s.created[s.hand_card[i]] -= 1
    for i in range(BONUS_CARDS):
        if s.bonus[seat, i] != NO_CARD:
            s.created[s.bonus[seat, i]] += 1
    if s.chooser == seat and s.pending == Choice.POLLINATOR_PARADISE:
        for i in range(2):
            s.created[s.pair[i]] -= 1


@kernel
def draw_bonuses(s: State, seat: int) -> None:
    """Guess the new cards that other classes gave: kinds seen too often for the deck first, then any."""
    for p in range(players(s)):
        if p == seat:
            continue
        first = CLASS_NEW_KINDS[s.profession[p], 0]
        last = CLASS_NEW_KINDS[s.profession[p], 1]
        for i in range(CLASS_NEW_CARDS[s.profession[p]]):
            card = first + below(s.rng, last - first)
            for kind in range(first, last):
                if s.created[kind] < 0:
                    card = kind
            s.bonus[p, i] = card
            s.created[card] += 1


@kernel
def lay_out_unseen(s: State) -> int:
    """Put the unseen cards in a row (the deck's), and turn the count into that of created cards; return how many."""
    unseen = 0
    for kind in range(len(s.discard)):
        for _ in range(int(s.created[kind])):
            s.deck[unseen] = kind
            unseen += 1
        s.created[kind] = s.cloned[kind]
    for p in range(players(s)):
        for i in range(BONUS_CARDS):
            if s.bonus[p, i] != NO_CARD:
                s.created[s.bonus[p, i]] += 1
    return unseen


@kernel
def deal_peppers(s: State, seat: int, unseen: int) -> int:
    """Deal all hands, the chooser of Peppers first, whose hand must hold a crop card."""
    chooser = int(s.chooser)
    known = 0
    for kind in range(CROPS):
        known += int(s.seen[seat + 1, chooser, kind])
    unseen = deal_hand(s, seat, chooser, unseen, known == 0)
    for p in range(players(s)):
        if p != seat and p != chooser:
            unseen = deal_hand(s, seat, p, unseen, False)
    return unseen


@kernel
def take_unseen(s: State, among: int, unseen: int) -> int:
    """Take one of the row's first `among` cards, and put the last unseen one in its place."""
    at = below(s.rng, among)
    card = int(s.deck[at])
    s.deck[at] = s.deck[unseen - 1]
    return card


@kernel
def count_crops(s: State, unseen: int) -> int:
    """Count the crop cards of a row that is in the order of kinds: they come first."""
    count = 0
    while count < unseen and s.deck[count] < CROPS:
        count += 1
    return count


@kernel
def deal_hand(s: State, seat: int, p: int, unseen: int, has_crop: bool) -> int:
    """Give a hidden hand its known cards and unseen ones, if asked a crop first; return how many remain unseen."""
    start = hand_start(s, p)
    end = start + hand_size(s, p)
    i = start
    for kind in range(len(s.discard)):
        for _ in range(int(s.seen[seat + 1, p, kind])):
            s.hand_card[i] = kind
            i += 1
    if has_crop:
        s.hand_card[i] = take_unseen(s, count_crops(s, unseen), unseen)
        unseen -= 1
        i += 1
    while i < end:
        s.hand_card[i] = take_unseen(s, unseen, unseen)
        unseen -= 1
        i += 1
    for i in range(end - 1, start, -1):
        j = start + below(s.rng, i - start + 1)
        held = s.hand_card[i]
        s.hand_card[i] = s.hand_card[j]
        s.hand_card[j] = held
    for i in range(start, end):
        s.hand_value[i] = PRINTED[s.hand_card[i]]
    add_values(s, p)
    return unseen


@kernel
def add_values(s: State, p: int) -> None:
    """Mark and value the cards on sale as they were shown, then spread the hand's known gain over the others."""
    start = hand_start(s, p)
    boost = int(s.boost[p])
    others = hand_size(s, p)
    if p == s.current and s.sale_count > 0:
        others -= int(s.sale_count)
        boost -= mark_sale(s, p)
    while boost > 0 and others > 0:
        h = below(s.rng, hand_size(s, p))
        if p == s.current and s.marked[h]:
            continue
        points = min(boost, BOOST_AT_ONCE)
        s.hand_value[start + h] = min(int(s.hand_value[start + h]) + points, MOST_VALUE)
        boost -= points


@kernel
def mark_sale(s: State, p: int) -> int:
    """Find the cards on sale in the seller's hand; return their value above print."""
    start = hand_start(s, p)
    extra = 0
    for i in range(int(s.sale_count)):
        h = 0
        while s.marked[h] or s.hand_card[start + h] != s.sale_card[i]:
            h += 1
        s.marked[h] = 1
        s.marks += 1
        s.hand_value[start + h] = s.sale_value[i]
        extra += int(s.sale_value[i]) - PRINTED[s.sale_card[i]]
    return extra


@kernel
def finish_deck(s: State, seat: int, unseen: int) -> None:
    """Add the cards known to be in the deck to the ones that are left, and shuffle."""
    for kind in range(len(s.discard)):
        for _ in range(int(s.seen[seat + 1, DECK, kind])):
            s.deck[unseen] = kind
            unseen += 1
    shuffle_quickly(draw(s.rng) | np.uint64(1), s.deck, unseen)
    for i in range(unseen, len(s.deck)):
        s.deck[i] = 0


@kernel
def sample_choices(s: State, seat: int) -> None:
    """Guess the bids that are in but not open yet."""
    if s.phase != Phase.BID:
        return
    for p in range(players(s)):
        if p != seat and s.has_bid[p]:
            s.bid[p] = below(s.rng, min(int(s.coins[p]), MOST_BID) + 1)


@kernel
def sample_memories(s: State, seat: int) -> None:
    """Let other seats remember what the public does."""
    for w in range(1, WATCHERS):
        if w == seat + 1:
            continue
        for place in range(PLACES):
            for kind in range(len(s.discard)):
                s.seen[w, place, kind] = 0 if place == w - 1 else s.seen[0, place, kind]


# --- the leak check's other half, written from the table of §7 and not from blank_for ---


@kernel
def disturb(s: State, seat: int, seed: Any) -> None:
    """Change a full State in everything the seat cannot know, possible or not."""
    seed_rng(s.rng, seed, SAMPLE_STREAM)
    for i in range(int(s.deck_count)):
        s.deck[i] = below(s.rng, len(s.discard))
    for kind in range(len(s.discard)):
        s.created[kind] = below(s.rng, 3)
    for p in range(players(s)):
        if p != seat:
            disturb_seat(s, p)
    is_sale = s.phase == Phase.TRADE or s.phase == Phase.BID or s.phase == Phase.DEAL
    if s.current != seat and is_sale and s.hand_count[s.current] > 0:
        s.marks = 1 + below(s.rng, int(s.hand_count[s.current]))
        for h in range(int(s.hand_count[s.current])):
            s.marked[h] = below(s.rng, 2)
    if s.pending == Choice.POLLINATOR_PARADISE and s.chooser != seat:
        s.pair[0] = below(s.rng, len(s.discard))
        s.pair[1] = below(s.rng, len(s.discard))
    for i in range(int(s.told_count)):
        if not may_see(s.told_to[i], seat):
            s.told_card[i] = below(s.rng, len(s.discard))
            s.told_value[i] = below(s.rng, 9)
    seed_rng(s.rng, seed, SAMPLE_STREAM)


@kernel
def disturb_seat(s: State, p: int) -> None:
    """Change what only this other seat knows."""
    start = hand_start(s, p)
    for i in range(start, start + hand_size(s, p)):
        s.hand_card[i] = below(s.rng, len(s.discard))
        s.hand_value[i] = below(s.rng, 20)
    for i in range(CLASS_NEW_CARDS[s.profession[p]]):
        s.bonus[p, i] = below(s.rng, len(s.discard))
    if s.phase == Phase.BID:
        s.bid[p] = below(s.rng, MOST_BID)
    for place in range(SEATS):
        s.seen[p + 1, place, below(s.rng, len(s.discard))] = below(s.rng, 3)
