"""What a seat may do now, ascending (§5, §9)."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.core.seats import seat_bit
from plowshares.games.battle_farm.actions import COIN, FERTILIZER, FIRST_REMODEL, REMODELS, Kind
from plowshares.games.battle_farm.cards import CROPS, FIRST_CLASS_CARD, KINDS, NO_CARD, SLOTS
from plowshares.games.battle_farm.rules.action_cards import has_need, is_used_up
from plowshares.games.battle_farm.rules.asking import ANSWER, can_choose_place, can_choose_player, may_decline
from plowshares.games.battle_farm.rules.beds import is_growing
from plowshares.games.battle_farm.rules.classes import REAP_AND_SOW, can_use_ability
from plowshares.games.battle_farm.rules.hands import hand_start
from plowshares.games.battle_farm.rules.table import beds, hand_size, players
from plowshares.games.battle_farm.rules.trade import owes_bid
from plowshares.games.battle_farm.rules.turn import can_afford
from plowshares.games.battle_farm.state import MOST_BID, Choice, Phase, State


@kernel
def to_act(s: State) -> int:
    """Return the seats that owe a decision (I7, I8)."""
    if s.phase == Phase.OVER:
        return 0
    if s.pending != Choice.NONE:
        return seat_bit(int(s.chooser))
    if s.phase != Phase.BID:
        return seat_bit(int(s.current))
    mask = 0
    for seat in range(players(s)):
        if owes_bid(s, seat):
            mask |= seat_bit(seat)
    return mask


@kernel
def legal_actions(s: State, seat: int, out: Any) -> int:
    """Write every action the seat may take now, ascending; return how many."""
    if seat < 0 or (to_act(s) >> seat) & 1 == 0:
        return 0
    if s.pending != Choice.NONE:
        return list_answers(s, seat, out)
    match s.phase:
        case Phase.BUY:
            return list_buys(s, seat, out)
        case Phase.TRADE:
            return list_sales(s, seat, out)
        case Phase.BID:
            return list_bids(s, seat, out)
        case Phase.DEAL:
            return list_deals(s, out)
        case Phase.PLAY:
            return list_plays(s, seat, out)
        case _:
            return list_fertilizing(s, seat, out)


@kernel
def put(s: State, out: Any, count: int, kind: int, a: int, b: int) -> int:
    """Append an action; return the new count."""
    out[count] = encode(s.actions, kind, a, b, 0)
    return count + 1


@kernel
def list_buys(s: State, seat: int, out: Any) -> int:
    """List `buy` and `done`."""
    n = 0
    for slot in range(SLOTS):
        if can_afford(s, seat, slot):
            n = put(s, out, n, Kind.BUY, slot, 0)
    return put(s, out, n, Kind.DONE, 0, 0)


@kernel
def list_sales(s: State, seat: int, out: Any) -> int:
    """List `done`, `sell` and `propose`."""
    n = put(s, out, 0, Kind.DONE, 0, 0)
    for h in range(hand_size(s, seat)):
        if not s.marked[h]:
            n = put(s, out, n, Kind.SELL, h, 0)
    if s.marks > 0:
        n = put(s, out, n, Kind.PROPOSE, 0, 0)
    return n


@kernel
def list_bids(s: State, seat: int, out: Any) -> int:
    """List `bid`, from 0 to what the seat has."""
    n = 0
    for amount in range(min(int(s.coins[seat]), MOST_BID) + 1):
        n = put(s, out, n, Kind.BID, amount, 0)
    return n


@kernel
def list_deals(s: State, out: Any) -> int:
    """List `accept` and `decline`."""
    n = 0
    for seat in range(players(s)):
        if s.bid[seat] > 0:
            n = put(s, out, n, Kind.ACCEPT, seat, 0)
    return put(s, out, n, Kind.DECLINE, 0, 0)


@kernel
def list_plays(s: State, seat: int, out: Any) -> int:
    """List `done`, `plant`, `play` and `ability`."""
    n = put(s, out, 0, Kind.DONE, 0, 0)
    start = hand_start(s, seat)
    for h in range(hand_size(s, seat)):
        if s.hand_card[start + h] < CROPS:
            n = list_plantings(s, seat, h, out, n)
    for h in range(hand_size(s, seat)):
        if can_play(s, seat, int(s.hand_card[start + h]), int(s.hand_value[start + h])):
            n = put(s, out, n, Kind.PLAY, h, 0)
    if can_use_ability(s, seat):
        n = put(s, out, n, Kind.ABILITY, 0, 0)
    return n


@kernel
def list_plantings(s: State, seat: int, h: int, out: Any, n: int) -> int:
    """List `plant` of one crop card in every empty bed."""
    for bed in range(beds(s, seat)):
        if not is_growing(s, seat, bed):
            n = put(s, out, n, Kind.PLANT, h, bed)
    return n


@kernel
def can_play(s: State, seat: int, card: int, value: int) -> bool:
    """Ask whether a card can be played as an action card now."""
    if card < CROPS or value > s.fertilizers[seat] or is_used_up(s, seat, card):
        return False
    return s.options.play_in_vain or has_need(s, seat, card)


@kernel
def list_fertilizing(s: State, seat: int, out: Any) -> int:
    """List `done` and `fertilize`."""
    n = put(s, out, 0, Kind.DONE, 0, 0)
    for bed in range(beds(s, seat)):
        if is_growing(s, seat, bed):
            n = put(s, out, n, Kind.FERTILIZE, bed, 0)
    return n


# --- answers to a pending choice (§5.8) ---


@kernel
def list_answers(s: State, seat: int, out: Any) -> int:
    """List the answers to the pending choice, and `decline` where it is allowed."""
    n = 0
    if may_decline(s):
        n = put(s, out, n, Kind.DECLINE, 0, 0)
    match ANSWER[s.pending]:
        case Kind.CROP | Kind.BED:
            return list_places(s, out, n)
        case Kind.PLAYER:
            return list_players(s, out, n)
        case Kind.CARD:
            return list_cards(s, seat, out, n)
        case Kind.GIVE:
            return list_gifts(s, out, n)
        case Kind.RESTORE:
            return list_restores(s, out, n)
        case Kind.REMODEL:
            return list_remodels(s, seat, out, n)
        case Kind.TAKE:
            return list_takes(s, out, n)
        case Kind.COLOR:
            return list_all(s, out, n, Kind.COLOR, 3)
        case _:
            return list_all(s, out, n, Kind.KEEP, 2)


@kernel
def list_all(s: State, out: Any, n: int, kind: int, size: int) -> int:
    """List every action of a kind with one field."""
    for a in range(size):
        n = put(s, out, n, kind, a, 0)
    return n


@kernel
def list_places(s: State, out: Any, n: int) -> int:
    """List `crop p b` or `bed p b`."""
    for seat in range(players(s)):
        for bed in range(beds(s, seat)):
            if can_choose_place(s, seat, bed):
                n = put(s, out, n, ANSWER[s.pending], seat, bed)
    return n


@kernel
def list_players(s: State, out: Any, n: int) -> int:
    """List `player p`."""
    for seat in range(players(s)):
        if can_choose_player(s, seat):
            n = put(s, out, n, Kind.PLAYER, seat, 0)
    return n


@kernel
def list_cards(s: State, seat: int, out: Any, n: int) -> int:
    """List `card h`: any hand card, crop cards only for Peppers, and any other than itself for Reap and Sow."""
    start = hand_start(s, seat)
    for h in range(hand_size(s, seat)):
        itself = s.pending == Choice.REAP_AND_SOW and s.hand_card[start + h] == REAP_AND_SOW
        if not itself and (s.pending != Choice.PEPPERS or s.hand_card[start + h] < CROPS):
            n = put(s, out, n, Kind.CARD, h, 0)
    return n


@kernel
def list_gifts(s: State, out: Any, n: int) -> int:
    """List `give`, what the giver has."""
    if s.coins[s.giver] > 0:
        n = put(s, out, n, Kind.GIVE, COIN, 0)
    if s.fertilizers[s.giver] > 0:
        n = put(s, out, n, Kind.GIVE, FERTILIZER, 0)
    return n


@kernel
def list_restores(s: State, out: Any, n: int) -> int:
    """List `restore` and `reclaim`, the kinds in the discard pile."""
    for card in range(KINDS):
        if s.discard[card] > 0:
            n = put(s, out, n, Kind.RESTORE, card, 0)
    for card in range(FIRST_CLASS_CARD, len(s.discard)):
        if s.discard[card] > 0:
            n = put(s, out, n, Kind.RECLAIM, card - FIRST_CLASS_CARD, 0)
    return n


@kernel
def list_remodels(s: State, seat: int, out: Any, n: int) -> int:
    """List `remodel b t`, other types than the bed has (R103)."""
    for bed in range(beds(s, seat)):
        for i in range(REMODELS):
            if s.bed[seat, bed] != FIRST_REMODEL + i:
                n = put(s, out, n, Kind.REMODEL, bed, i)
    return n


@kernel
def list_takes(s: State, out: Any, n: int) -> int:
    """List `take m`."""
    for slot in range(SLOTS):
        if s.market[slot] != NO_CARD:
            n = put(s, out, n, Kind.TAKE, slot, 0)
    return n
