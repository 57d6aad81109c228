"""The turn: its phases one after another, when each is skipped, and how a match ends (§5)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.battle_farm.cards import KEPT_USES, NO_CARD, ONCE_A_GAME, PRICE, PRINTED, SLOTS
from plowshares.games.battle_farm.rules.beds import count_crops, is_growing
from plowshares.games.battle_farm.rules.classes import can_use_ability
from plowshares.games.battle_farm.rules.crops import bake_it_up, harvest, resolve_next_harvest
from plowshares.games.battle_farm.rules.hands import add_card, refill_slot, renew_market, see_enter
from plowshares.games.battle_farm.rules.reports import EVERYBODY, note, note_bed, note_seat
from plowshares.games.battle_farm.rules.stocks import roll_for
from plowshares.games.battle_farm.rules.table import beds, hand_size, whose_turn
from plowshares.games.battle_farm.rules.trade import can_trade, unmark_all
from plowshares.games.battle_farm.state import Choice, Phase, Reason, State, Told


@kernel
def settle(s: State) -> None:
    """Go on until somebody is to act or the match is over (§5.1)."""
    while s.pending == Choice.NONE and s.phase != Phase.OVER:
        if s.queue_count > 0:
            resolve_next_harvest(s)
        elif phase_goes_on(s):
            return
        else:
            leave_phase(s)


@kernel
def phase_goes_on(s: State) -> bool:
    """Ask whether the phase waits for an action; only public facts decide."""
    seat = whose_turn(s)
    match s.phase:
        case Phase.BUY:
            return s.allowance > 0 and can_afford_any(s, seat)
        case Phase.TRADE:
            return can_trade(s)
        case Phase.BID | Phase.DEAL:
            return True
        case Phase.PLAY:
            return hand_size(s, seat) > 0 or can_use_ability(s, seat)
        case Phase.FERTILIZE:
            return s.allowance > 0 and can_fertilize_any(s, seat)
        case _:
            return False


@kernel
def leave_phase(s: State) -> None:
    """Go to the next phase, or end the turn."""
    match s.phase:
        case Phase.HARVEST:
            enter_buy(s)
        case Phase.BUY:
            s.phase = Phase.TRADE
            s.allowance = s.die = 0
        case Phase.TRADE:
            unmark_all(s)
            s.phase = Phase.PLAY
        case Phase.PLAY:
            enter_fertilize(s)
        case _:
            s.allowance = s.die = 0
            end_turn(s)


# --- phase 1, harvest (§5.2) ---


@kernel
def begin_turn(s: State) -> None:
    """Start the current player's turn and harvest what is ripe."""
    seat = whose_turn(s)
    note_seat(s, Told.TURN, seat)
    s.phase = Phase.HARVEST
    s.proposals = 0
    if s.options.class_cards:
        s.used[seat] &= KEPT_USES
    elif not ONCE_A_GAME[s.profession[seat]]:
        s.used[seat] = 0
    if s.options.combo_turn:
        s.apples[seat] = 0
        s.melons[seat] = 0
    for bed in range(beds(s, seat)):
        if is_growing(s, seat, bed):
            ripen(s, seat, bed)


@kernel
def ripen(s: State, seat: int, bed: int) -> None:
    """Take 1 off the timer; at 0 the crop is harvested."""
    s.crop_timer[seat, bed] -= 1
    if s.crop_timer[seat, bed] == 0:
        harvest(s, seat, bed)


# --- phase 2, buy (§5.3) ---


@kernel
def enter_buy(s: State) -> None:
    """Roll the allowance, unless nothing can be bought (R31)."""
    s.phase = Phase.BUY
    if can_afford_any(s, whose_turn(s)):
        roll_allowance(s)


@kernel
def roll_allowance(s: State) -> None:
    """Roll how many cards may be bought, or fertilizers used."""
    s.die = roll_for(s, whose_turn(s), NO_CARD, 4)
    s.allowance = s.die


@kernel
def can_afford(s: State, seat: int, slot: int) -> bool:
    """Ask whether the slot holds a card the seat can pay for."""
    return bool(s.market[slot] != NO_CARD and PRICE[s.market[slot]] <= s.coins[seat])


@kernel
def can_afford_any(s: State, seat: int) -> bool:
    """Ask whether the seat can pay for any market card."""
    for slot in range(SLOTS):
        if can_afford(s, seat, slot):
            return True
    return False


@kernel
def buy(s: State, seat: int, slot: int) -> None:
    """Buy a market card; the slot is filled again at once (R29)."""
    card = int(s.market[slot])
    s.coins[seat] -= PRICE[card]
    s.allowance -= 1
    s.bought = True
    add_card(s, seat, card, PRINTED[card])
    see_enter(s, seat, card, EVERYBODY)
    note(s, Told.BOUGHT, seat, NOBODY, slot, PRICE[card], card, PRINTED[card], EVERYBODY)
    refill_slot(s, slot)


# --- phase 5, fertilize (§5.6) ---


@kernel
def enter_fertilize(s: State) -> None:
    """Roll the allowance, unless there is nothing to fertilize (R55)."""
    s.phase = Phase.FERTILIZE
    if can_fertilize_any(s, whose_turn(s)):
        roll_allowance(s)


@kernel
def can_fertilize_any(s: State, seat: int) -> bool:
    """Ask whether the seat has a fertilizer and a crop to use it on."""
    return s.fertilizers[seat] > 0 and count_crops(s, seat) > 0


@kernel
def fertilize(s: State, seat: int, bed: int) -> None:
    """Use a fertilizer on an own crop: it ripens by one turn (R53, R59)."""
    s.fertilizers[seat] -= 1
    s.allowance -= 1
    note_bed(s, Told.FERTILIZED, seat, seat, bed, 0)
    bake_it_up(s, seat, bed)
    ripen(s, seat, bed)


# --- end of turn (§5.7) ---


@kernel
def end_turn(s: State) -> None:
    """Check for the end, then pass the turn on."""
    check_final(s)
    if is_last_turn(s):
        finish(s)
    else:
        pass_turn(s)
        begin_turn(s)


@kernel
def check_final(s: State) -> None:
    """Set the final flag when the limit is reached or the deck is empty (R33, R35)."""
    seat = whose_turn(s)
    at_limit = s.coins[seat] >= s.win_limit
    if s.final or not (at_limit or s.deck_count == 0):
        return
    s.final = True
    s.trigger = seat
    s.reason = Reason.WIN_LIMIT if at_limit else Reason.DECK
    note_seat(s, Told.FINAL, seat)


@kernel
def is_last_turn(s: State) -> bool:
    """Ask whether the match ends with this turn (R34, R56)."""
    ends_round = s.place == s.options.players - 1
    if ends_round and s.round == s.options.max_rounds:
        return True
    if s.options.final_lap:
        return bool(s.final) and next_seat(s) == s.trigger
    return bool(s.final) and ends_round


@kernel
def next_seat(s: State) -> int:
    """Return who follows in turn order."""
    return int(s.order[(s.place + 1) % s.options.players])


@kernel
def finish(s: State) -> None:
    """End the match."""
    if not s.final:
        s.reason = Reason.CAP
    s.phase = Phase.OVER
    note_seat(s, Told.ENDED, whose_turn(s))


@kernel
def pass_turn(s: State) -> None:
    """Make the next player the current one; after the last, a new round begins."""
    s.place += 1
    if s.place == s.options.players:
        s.place = 0
        s.round += 1
        count_quiet_round(s)
    s.current = s.order[s.place]


@kernel
def count_quiet_round(s: State) -> None:
    """Renew the market when it has been quiet for as many rounds as the option says."""
    if s.options.stale_market == 0:
        return
    s.quiet_rounds = 0 if s.bought else s.quiet_rounds + 1
    s.bought = False
    if s.quiet_rounds == s.options.stale_market:
        s.quiet_rounds = 0
        renew_market(s)
        note_seat(s, Told.RENEWED, NOBODY)
