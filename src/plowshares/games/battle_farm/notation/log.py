"""The log: what a step did, in sentences for one viewer, from the events in its view."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from plowshares.games.battle_farm.cards import (
    ALL_NAMES,
    BED_NAMES,
    CALLINGS,
    CLASS_NAMES,
    NO_CARD,
    title_of,
)
from plowshares.games.battle_farm.notation.words import card_name, plural, sale_of, seat_name
from plowshares.games.battle_farm.state import Reason, State, Told


class Event(NamedTuple):
    """One event as a viewer sees it."""

    what: Told
    actor: int
    other: int
    bed: int
    amount: int
    card: int
    value: int


class Teller(NamedTuple):
    """Who tells to whom: names, and verbs that agree with them."""

    before: State
    after: State
    viewer: int

    def name(self, seat: int) -> str:
        """Return the name inside a sentence."""
        return "you" if seat == self.viewer else seat_name(self.after, seat)

    def does(self, seat: int, verb: str, rest: str) -> str:
        """Return a sentence: `You buy Corn.`, `Player 2 buys Corn.`"""
        subject = f"You {verb}" if seat == self.viewer else f"{seat_name(self.after, seat)} {verb}s"
        return f"{subject} {rest}".strip() + "."

    def whose(self, seat: int) -> str:
        """Return `your` or `Player 2's`."""
        return "your" if seat == self.viewer else f"{seat_name(self.after, seat)}'s"


Sentence = Callable[[Teller, Event], str]


def tell(before: State, after: State, seat: int) -> list[str]:
    """Say in plain sentences what happened between two views of one seat."""
    if before.tobytes() == after.tobytes():
        return []
    teller = Teller(before, after, seat)
    return [line for event in events_of(after) if (line := _SENTENCES[event.what](teller, event))]


def events_of(s: State) -> list[Event]:
    """List the events of the last step."""
    rows = zip(
        s.told_what, s.told_actor, s.told_other, s.told_bed, s.told_amount, s.told_card, s.told_value, strict=True
    )
    return [Event(Told(int(what)), *map(int, rest)) for what, *rest in list(rows)[: s.told_count]]


def _through(e: Event) -> str:
    return f" with {ALL_NAMES[e.card]}" if e.card != NO_CARD else ""


def _place(t: Teller, e: Event) -> str:
    return f"{t.whose(e.other)} bed b{e.bed}"


def _turn(t: Teller, e: Event) -> str:
    begins = t.does(e.actor, "begin", "a turn")
    return f"Round {t.after.round}: {begins[0].lower() + begins[1:] if e.actor == t.viewer else begins}"


def _rolled(t: Teller, e: Event) -> str:
    return t.does(e.actor, "roll", f"a {e.amount}{' for ' + ALL_NAMES[e.card] if e.card != NO_CARD else ''}")


def _harvested(t: Teller, e: Event) -> str:
    return t.does(e.actor, "harvest", f"{ALL_NAMES[e.card]} from b{e.bed} for {plural(e.amount, 'coin')}")


def _paid(unit: str) -> Sentence:
    def sentence(t: Teller, e: Event) -> str:
        return t.does(e.actor, "get", f"{plural(e.amount, unit)} from {t.name(e.other)}{_through(e)}")

    return sentence


def _gained(verb: str, unit: str) -> Sentence:
    def sentence(t: Teller, e: Event) -> str:
        return t.does(e.actor, verb, f"{plural(e.amount, unit)}{_through(e)}")

    return sentence


def _bought(t: Teller, e: Event) -> str:
    return t.does(e.actor, "buy", f"{card_name(e.card)} for {plural(e.amount, 'coin')}")


def _marked(t: Teller, e: Event) -> str:
    return t.does(e.actor, "put", f"{card_name(e.card, e.value)} aside for a sale")


def _proposed(t: Teller, e: Event) -> str:
    cards = ", ".join(card_name(card, value) for card, value in sale_of(t.after))
    return t.does(e.actor, "offer", f"for sale: {cards}")


def _bid(t: Teller, e: Event) -> str:
    return f"You bid {e.value}." if e.actor == t.viewer else f"{seat_name(t.after, e.actor)} has made a bid."


def _opened(t: Teller, e: Event) -> str:
    if e.amount == 0:
        return "Nobody makes an offer."
    bids = [f"{seat_name(t.after, p)} {t.after.bid[p]}" for p in range(t.after.options.players) if t.after.has_bid[p]]
    return f"The bids are open: {', '.join(bids)}."


def _sold(t: Teller, e: Event) -> str:
    cards = ", ".join(card_name(card, value) for card, value in sale_of(t.before))
    return t.does(e.actor, "sell", f"{cards} to {t.name(e.other)} for {plural(e.amount, 'coin')}")


def _planted(t: Teller, e: Event) -> str:
    return t.does(e.actor, "plant", f"{card_name(e.card, e.value)} in b{e.bed}")


def _played(t: Teller, e: Event) -> str:
    return t.does(e.actor, "play", f"{ALL_NAMES[e.card]} for {plural(e.amount, 'fertilizer')}")


def _ability(t: Teller, e: Event) -> str:
    profession = int(t.after.profession[e.actor])
    return t.does(e.actor, "use", f"{title_of(CALLINGS[profession].ability)} ({CLASS_NAMES[profession]})")


def _fertilized(t: Teller, e: Event) -> str:
    return t.does(e.actor, "fertilize", f"{ALL_NAMES[e.card]} in b{e.bed}")


def _stolen(t: Teller, e: Event) -> str:
    if t.viewer == e.actor:
        return f"You steal a card from {t.name(e.other)}: {card_name(e.card, e.value)}."
    if t.viewer == e.other:
        return f"{seat_name(t.after, e.actor)} steals a card from you: {card_name(e.card, e.value)}."
    return f"{seat_name(t.after, e.actor)} steals a card from {t.name(e.other)}."


def _destroyed(t: Teller, e: Event) -> str:
    return t.does(e.actor, "destroy", f"{ALL_NAMES[e.card]} in {_place(t, e)}")


def _changed(t: Teller, e: Event) -> str:
    return f"{ALL_NAMES[e.card]} in {_place(t, e)} changes by {e.amount:+d} to value {e.value}."


def _delayed(t: Teller, e: Event) -> str:
    if e.card == NO_CARD:
        return f"Nothing grows in {_place(t, e)}; nothing happens."
    return f"{ALL_NAMES[e.card]} in {_place(t, e)} ripens one turn later."


def _remodeled(t: Teller, e: Event) -> str:
    return t.does(e.actor, "turn", f"{_place(t, e)} into {BED_NAMES[e.amount]}")


def _drew(t: Teller, e: Event) -> str:
    return t.does(e.actor, "draw", card_name(e.card))


def _returned(t: Teller, e: Event) -> str:
    return t.does(e.actor, "put", f"{card_name(e.card)} into the deck")


def _discarded(t: Teller, e: Event) -> str:
    return t.does(e.actor, "discard", card_name(e.card))


def _raised(t: Teller, e: Event) -> str:
    if e.card == NO_CARD:
        return t.does(e.actor, "raise", "a card in hand")
    return t.does(e.actor, "raise", f"{ALL_NAMES[e.card]} in hand to value {e.value}")


def _got(t: Teller, e: Event) -> str:
    return t.does(e.actor, "take", f"{card_name(e.card, e.value)} into hand")


def _spread(t: Teller, e: Event) -> str:
    return f"The value of {plural(e.amount, 'crop')} changes{_through(e)}."


def _renewed(t: Teller, e: Event) -> str:
    return "The market is renewed."


def _final(t: Teller, e: Event) -> str:
    if t.after.reason == Reason.WIN_LIMIT:
        return t.does(e.actor, "own", f"{t.after.win_limit} coins or more; the last turns begin")
    return "The deck is empty; the last turns begin."


def _unsold(t: Teller, e: Event) -> str:
    return t.does(e.actor, "decline", "all bids")


def _ended(t: Teller, e: Event) -> str:
    return "The match is over."


def _more(t: Teller, e: Event) -> str:
    return "… and more."


def _nothing(t: Teller, e: Event) -> str:
    return ""


_SENTENCES: dict[Told, Sentence] = {
    Told.NOTHING: _nothing,
    Told.TURN: _turn,
    Told.ROLLED: _rolled,
    Told.HARVESTED: _harvested,
    Told.GAINED_COINS: _gained("gain", "coin"),
    Told.GAINED_FERTILIZERS: _gained("gain", "fertilizer"),
    Told.PAID_COINS: _paid("coin"),
    Told.PAID_FERTILIZERS: _paid("fertilizer"),
    Told.LOST_COINS: _gained("lose", "coin"),
    Told.LOST_FERTILIZERS: _gained("lose", "fertilizer"),
    Told.BOUGHT: _bought,
    Told.MARKED: _marked,
    Told.PROPOSED: _proposed,
    Told.BID: _bid,
    Told.OPENED: _opened,
    Told.SOLD: _sold,
    Told.UNSOLD: _unsold,
    Told.PLANTED: _planted,
    Told.PLAYED: _played,
    Told.ABILITY: _ability,
    Told.FERTILIZED: _fertilized,
    Told.STOLEN: _stolen,
    Told.DESTROYED: _destroyed,
    Told.CHANGED: _changed,
    Told.DELAYED: _delayed,
    Told.REMODELED: _remodeled,
    Told.DREW: _drew,
    Told.RETURNED: _returned,
    Told.DISCARDED: _discarded,
    Told.RAISED: _raised,
    Told.GOT: _got,
    Told.SPREAD: _spread,
    Told.RENEWED: _renewed,
    Told.FINAL: _final,
    Told.ENDED: _ended,
    Told.MORE: _more,
}
