"""The rules of Battle Farm: what may be done, and what then happens.

Read `turn` first (the phases), then `crops`, `action_cards` and `classes` (the effects, next to
the tables in `cards`), `trade`, `asking` and `answers` (choices), `legal`, `set_up`, `ending`.
"""

from __future__ import annotations

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.games.battle_farm.actions import COIN, FIRST_REMODEL, Kind
from plowshares.games.battle_farm.cards import FIRST_CLASS_CARD
from plowshares.games.battle_farm.rules.action_cards import fungus_infiltration, play_card, pollinate
from plowshares.games.battle_farm.rules.answers import answer_bed, answer_card, answer_crop, answer_player
from plowshares.games.battle_farm.rules.asking import answered
from plowshares.games.battle_farm.rules.classes import early_bird, land_acquisition, stonks, use_ability
from plowshares.games.battle_farm.rules.crops import beanstalk_gift, plant
from plowshares.games.battle_farm.rules.ending import is_over, outcome, scores
from plowshares.games.battle_farm.rules.legal import legal_actions, to_act
from plowshares.games.battle_farm.rules.reports import forget_events
from plowshares.games.battle_farm.rules.set_up import setup
from plowshares.games.battle_farm.rules.trade import accept, decline_bids, mark, place_bid, propose
from plowshares.games.battle_farm.rules.turn import buy, fertilize, leave_phase, settle
from plowshares.games.battle_farm.state import Choice, State

__all__ = [
    "is_over",
    "is_unfinished",
    "legal_actions",
    "needs_room",
    "outcome",
    "scores",
    "setup",
    "step",
    "to_act",
]


@kernel
def step(s: State, seat: int, action: int) -> None:
    """Play one legal action and all that follows from it, up to the next decision."""
    forget_events(s)
    kind = kind_of(s.actions, action)
    a, b, _ = fields_of(s.actions, kind, action)
    # One long table: each further level of calls would be compiled with everything below it once more.
    match kind:
        case Kind.BUY:
            buy(s, seat, a)
        case Kind.DONE:
            leave_phase(s)
        case Kind.SELL:
            mark(s, seat, a)
        case Kind.PROPOSE:
            propose(s, seat)
        case Kind.BID:
            place_bid(s, seat, a)
        case Kind.ACCEPT:
            accept(s, seat, a)
        case Kind.DECLINE:
            decline(s, seat)
        case Kind.PLANT:
            plant(s, seat, a, b)
        case Kind.PLAY:
            play_card(s, seat, a)
        case Kind.ABILITY:
            use_ability(s, seat)
        case Kind.FERTILIZE:
            fertilize(s, seat, a)
        case Kind.CROP:
            answer_crop(s, seat, a, b)
        case Kind.BED:
            answer_bed(s, seat, a, b)
        case Kind.PLAYER:
            answer_player(s, seat, a)
        case Kind.CARD:
            answer_card(s, seat, a)
        case Kind.COLOR:
            fungus_infiltration(s, seat, a)
        case Kind.GIVE:
            beanstalk_gift(s, a == COIN)
        case Kind.KEEP:
            pollinate(s, seat, a)
        case Kind.RESTORE:
            land_acquisition(s, seat, a)
        case Kind.RECLAIM:
            land_acquisition(s, seat, FIRST_CLASS_CARD + a)
        case Kind.TAKE:
            stonks(s, seat, a)
        case _:
            early_bird(s, seat, a, FIRST_REMODEL + b)
    settle(s)


@kernel
def decline(s: State, seat: int) -> None:
    """Decline the effect of a crop, or all bids."""
    if s.pending != Choice.NONE:
        answered(s)
    else:
        decline_bids(s, seat)


@kernel
def is_unfinished(s: State, seat: int) -> bool:
    """Every decision of this game is a command of its own."""
    return False


@kernel
def needs_room(s: State) -> bool:
    """One capacity holds every match."""
    return False
