"""What happened between two views of one seat, as events for the page and sentences for the log.

Whoever caused something is named with it: "Bo's Cloudberry costs you 4 coins and 4 fertilizers".
"""

from __future__ import annotations

from collections.abc import Callable

from plowshares.core.i18n import _
from plowshares.core.scene import Event, Viewer
from plowshares.games.battle_farm.notation.log import Event as Note
from plowshares.games.battle_farm.notation.log import events_of
from plowshares.games.battle_farm.scene import bed_events, card_events, stock_events, trade_events
from plowshares.games.battle_farm.scene.steps import Step
from plowshares.games.battle_farm.state import State, Told


def events(before: State, after: State, viewer: Viewer) -> list[Event]:
    """Tell what happened between two views of the viewer, in the order it is shown."""
    if before.tobytes() == after.tobytes():
        return []
    step = Step(before, after, viewer)
    notes = events_of(after)
    found: list[Event] = []
    for i, note in enumerate(notes):
        found += _TELLERS[note.what](step, note)
        if note.what == Told.TURN and i + 1 < len(notes) and notes[i + 1].what == Told.TURN:
            found += stock_events.idle(step, note)
        if note.what == Told.LOST_COINS:
            found += stock_events.lost(step, note, notes[i + 1] if i + 1 < len(notes) else None)
    return found + list(bed_events.changes_of_value(step, notes))


def _more(step: Step, note: Note) -> list[Event]:
    return [Event("say", _("And more happened at once."))]


def _nothing(step: Step, note: Note) -> list[Event]:
    return []


_TELLERS: dict[Told, Callable[[Step, Note], list[Event]]] = {
    Told.NOTHING: _nothing,
    Told.TURN: stock_events.turn,
    Told.ROLLED: stock_events.rolled,
    Told.HARVESTED: stock_events.harvested,
    Told.GAINED_COINS: stock_events.gained_coins,
    Told.GAINED_FERTILIZERS: stock_events.gained_sacks,
    Told.PAID_COINS: stock_events.paid_coins,
    Told.PAID_FERTILIZERS: stock_events.paid_sacks,
    Told.LOST_COINS: _nothing,
    Told.LOST_FERTILIZERS: _nothing,
    Told.BOUGHT: card_events.bought,
    Told.MARKED: trade_events.marked,
    Told.PROPOSED: trade_events.proposed,
    Told.BID: trade_events.bid,
    Told.OPENED: trade_events.opened,
    Told.SOLD: trade_events.sold,
    Told.UNSOLD: trade_events.unsold,
    Told.PLANTED: card_events.planted,
    Told.PLAYED: card_events.played,
    Told.ABILITY: card_events.ability,
    Told.FERTILIZED: bed_events.fertilized,
    Told.STOLEN: card_events.stolen,
    Told.DESTROYED: bed_events.destroyed,
    Told.CHANGED: bed_events.changed,
    Told.DELAYED: bed_events.delayed,
    Told.REMODELED: bed_events.remodeled,
    Told.DREW: card_events.drew,
    Told.RETURNED: card_events.returned,
    Told.DISCARDED: card_events.discarded,
    Told.RAISED: card_events.raised,
    Told.GOT: card_events.got,
    Told.SPREAD: bed_events.spread,
    Told.RENEWED: stock_events.renewed,
    Told.FINAL: stock_events.final,
    Told.ENDED: stock_events.ended,
    Told.MORE: _more,
}
