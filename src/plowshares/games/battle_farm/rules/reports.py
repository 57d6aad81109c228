"""What a step did, kept for the log: each event with the watchers who may know its card."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.battle_farm.cards import NO_BED, NO_CARD
from plowshares.games.battle_farm.state import EVENTS, WATCHERS, State, Told

EVERYBODY = (1 << WATCHERS) - 1


@kernel
def only(seat: int) -> int:
    """Return the set of watchers with one seat in it."""
    return 1 << (seat + 1)


@kernel
def may_see(watchers: int, seat: int) -> bool:
    """Ask whether the seat (or SPECTATOR) is in the set."""
    return (watchers >> (seat + 1)) & 1 == 1


@kernel
def forget_events(s: State) -> None:
    """Clear the events of the step before."""
    for i in range(s.told_count):
        s.told_what[i] = Told.NOTHING
        s.told_actor[i] = 0
        s.told_other[i] = 0
        s.told_bed[i] = 0
        s.told_amount[i] = 0
        s.told_to[i] = 0
        s.told_card[i] = 0
        s.told_value[i] = 0
    s.told_count = 0


@kernel
def note(s: State, what: Told, actor: int, other: int, bed: int, amount: int, card: int, value: int, to: int) -> None:
    """Add an event; when the list is full, its last entry says that there was more."""
    i = int(s.told_count)
    if i == EVENTS:
        s.told_what[i - 1] = Told.MORE
        return
    s.told_what[i] = what
    s.told_actor[i] = actor
    s.told_other[i] = other
    s.told_bed[i] = bed
    s.told_amount[i] = min(amount, 30000)
    s.told_to[i] = to
    s.told_card[i] = card
    s.told_value[i] = value
    s.told_count = i + 1


@kernel
def note_seat(s: State, what: Told, actor: int) -> None:
    """Add an event that is about a seat alone."""
    note(s, what, actor, NOBODY, NO_BED, 0, NO_CARD, 0, EVERYBODY)


@kernel
def note_gain(s: State, what: Told, actor: int, card: int, amount: int) -> None:
    """Add an event that says how much a seat got (or rolled, or lost) through a card."""
    note(s, what, actor, NOBODY, NO_BED, amount, card, 0, EVERYBODY)


@kernel
def note_payment(s: State, what: Told, actor: int, other: int, card: int, amount: int) -> None:
    """Add an event that says what one seat gave another."""
    note(s, what, actor, other, NO_BED, amount, card, 0, EVERYBODY)


@kernel
def note_bed(s: State, what: Told, actor: int, other: int, bed: int, amount: int) -> None:
    """Add an event in a bed of `other`, with the crop that grows there now."""
    note(s, what, actor, other, bed, amount, int(s.crop[other, bed]), int(s.crop_value[other, bed]), EVERYBODY)


@kernel
def note_card(s: State, what: Told, actor: int, card: int, value: int, to: int) -> None:
    """Add an event with a card that only some watchers may know."""
    note(s, what, actor, NOBODY, NO_BED, 0, card, value, to)
