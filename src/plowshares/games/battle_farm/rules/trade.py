"""The trade phase: marking, proposing, secret bids, the deal (§5.4)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.battle_farm.cards import NO_BED, NO_CARD, PRINTED
from plowshares.games.battle_farm.rules.hands import (
    add_card,
    hand_start,
    remove_card,
    see_at_least,
    see_enter,
    see_leave,
)
from plowshares.games.battle_farm.rules.reports import EVERYBODY, note, note_card, note_seat, only
from plowshares.games.battle_farm.rules.stocks import add_coins
from plowshares.games.battle_farm.rules.table import hand_size, players, whose_turn
from plowshares.games.battle_farm.state import Phase, State, Told


@kernel
def can_trade(s: State) -> bool:
    """Ask whether the current player may propose a sale; only public facts decide (R41)."""
    if s.proposals >= s.options.trade_proposals or s.hand_count[s.current] == 0:
        return False
    for seat in range(players(s)):
        if is_bidder(s, seat):
            return True
    return False


@kernel
def is_bidder(s: State, seat: int) -> bool:
    """Ask whether the seat is asked for bids: an opponent with a coin."""
    return seat != s.current and s.coins[seat] > 0


@kernel
def owes_bid(s: State, seat: int) -> bool:
    """Ask whether a bid of this seat is still missing."""
    return is_bidder(s, seat) and not s.has_bid[seat]


@kernel
def mark(s: State, seat: int, h: int) -> None:
    """Put a hand card aside for a sale, in secret."""
    s.marked[h] = 1
    s.marks += 1
    i = hand_start(s, seat) + h
    note_card(s, Told.MARKED, seat, int(s.hand_card[i]), int(s.hand_value[i]), only(seat))


@kernel
def propose(s: State, seat: int) -> None:
    """Show the marked cards to all, by card code, then value, and ask for bids (R37)."""
    start = hand_start(s, seat)
    for h in range(hand_size(s, seat)):
        if s.marked[h]:
            offer(s, int(s.hand_card[start + h]), int(s.hand_value[start + h]))
    show_sale(s, seat)
    s.phase = Phase.BID
    note_seat(s, Told.PROPOSED, seat)


@kernel
def offer(s: State, card: int, value: int) -> None:
    """Add a card to the cards on sale, in its place."""
    i = int(s.sale_count)
    while i > 0 and (s.sale_card[i - 1] > card or (s.sale_card[i - 1] == card and s.sale_value[i - 1] > value)):
        s.sale_card[i] = s.sale_card[i - 1]
        s.sale_value[i] = s.sale_value[i - 1]
        i -= 1
    s.sale_card[i] = card
    s.sale_value[i] = value
    s.sale_count += 1


@kernel
def show_sale(s: State, seat: int) -> None:
    """Let everybody remember that the cards on sale are in the seller's hand."""
    run = 0
    for i in range(int(s.sale_count)):
        run = run + 1 if i > 0 and s.sale_card[i - 1] == s.sale_card[i] else 1
        see_at_least(s, seat, int(s.sale_card[i]), run)


@kernel
def place_bid(s: State, seat: int, amount: int) -> None:
    """Store a secret bid; the last one opens them all (R38)."""
    s.has_bid[seat] = 1
    s.bid[seat] = amount
    note_card(s, Told.BID, seat, NO_CARD, amount, only(seat))
    best = 0
    for other in range(players(s)):
        if owes_bid(s, other):
            return
        best = max(best, int(s.bid[other]))
    note(s, Told.OPENED, whose_turn(s), NOBODY, NO_BED, best, NO_CARD, 0, EVERYBODY)
    if best > 0:
        s.phase = Phase.DEAL
    else:
        end_proposal(s)


@kernel
def accept(s: State, seller: int, buyer: int) -> None:
    """Sell the lot: the bid is paid, the cards go to the end of the buyer's hand (R40)."""
    price = int(s.bid[buyer])
    s.coins[buyer] -= price
    add_coins(s, seller, price)
    for h in range(hand_size(s, seller) - 1, -1, -1):
        if s.marked[h]:
            remove_card(s, seller, h)
    for i in range(int(s.sale_count)):
        hand_over(s, seller, buyer, int(s.sale_card[i]), int(s.sale_value[i]))
    note(s, Told.SOLD, seller, buyer, NO_BED, price, NO_CARD, 0, EVERYBODY)
    end_proposal(s)


@kernel
def hand_over(s: State, seller: int, buyer: int, card: int, value: int) -> None:
    """Put one sold card into the buyer's hand; everybody knows it and its value."""
    add_card(s, buyer, card, value)
    see_leave(s, seller, card, EVERYBODY)
    see_enter(s, buyer, card, EVERYBODY)
    extra = value - PRINTED[card]
    s.boost[seller] = max(int(s.boost[seller]) - extra, 0)
    s.boost[buyer] = max(int(s.boost[buyer]) + extra, 0)


@kernel
def decline_bids(s: State, seller: int) -> None:
    """Sell to nobody."""
    note_seat(s, Told.UNSOLD, seller)
    end_proposal(s)


@kernel
def end_proposal(s: State) -> None:
    """Clear marks, cards on sale and bids; one proposal is used up."""
    unmark_all(s)
    for i in range(int(s.sale_count)):
        s.sale_card[i] = 0
        s.sale_value[i] = 0
    s.sale_count = 0
    for seat in range(players(s)):
        s.has_bid[seat] = 0
        s.bid[seat] = 0
    s.proposals += 1
    s.phase = Phase.TRADE


@kernel
def unmark_all(s: State) -> None:
    """Take all cards back that were put aside."""
    if s.marks > 0:
        for h in range(len(s.marked)):
            s.marked[h] = 0
        s.marks = 0
