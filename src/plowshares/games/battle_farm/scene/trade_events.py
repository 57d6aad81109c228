"""Events of the stall: cards put up for sale, bids, and the deal."""

from __future__ import annotations

from plowshares.core.i18n import Text, _, join
from plowshares.core.scene import Event, you_or
from plowshares.games.battle_farm.cards import NO_CARD
from plowshares.games.battle_farm.notation.log import Event as Note
from plowshares.games.battle_farm.notation.words import sale_of
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.scene.steps import Step, left_place, panel_pick
from plowshares.games.battle_farm.state import State


def _names(s: State) -> Text:
    return words.lot([card for card, _value in sale_of(s)])


def marked(step: Step, note: Note) -> list[Event]:
    """Tell the seller alone what is on the stall; others do not see it yet."""
    if note.card == NO_CARD:
        return []
    thing, source = left_place(step, note.actor, note.card)
    text = _("You put {card} on your stall.", card=words.CARDS[note.card])
    art = words.art_of(note.card)
    return [Event("move", text, note.actor, thing=thing, source=source, target="board", art=art, quiet=True)]


def proposed(step: Step, note: Note) -> list[Event]:
    """Tell what is for sale."""
    cards = _names(step.after)
    you = _("You offer {cards}.", cards=cards)
    they = _("{name} offers {cards}.", name=step.name(note.actor), cards=cards)
    return [Event("appear", you_or(step.viewer, note.actor, you, they), note.actor, target="board")]


def bid(step: Step, note: Note) -> list[Event]:
    """Tell the bidder what the bid was, the others that there is one."""
    if not step.viewer.is_me(note.actor):
        return [Event("say", _("{name} has bid.", name=step.name(note.actor)), note.actor, quiet=True)]
    you = _("You bid {coins}.", coins=words.coins(note.value)) if note.value else _("You do not bid.")
    return [Event("say", you, note.actor)]


def opened(step: Step, note: Note) -> list[Event]:
    """Tell all bids, or that there is none."""
    seller = int(step.before.current)
    if note.amount == 0:
        cards = _names(step.before)
        if step.before.sale_count > words.MOST_NAMED:
            return [Event("say", _("Nobody wants the {cards}.", cards=cards))]
        you = _("Nobody wants your {cards}.", cards=cards)
        they = _("Nobody wants {name}’s {cards}.", name=step.name(seller), cards=cards)
        return [Event("say", you_or(step.viewer, seller, you, they))]
    bids = [_offer(step, seat) for seat in range(step.after.options.players) if step.after.has_bid[seat]]
    return [Event("say", _("The bids are open: {bids}.", bids=join(bids)))]


def _offer(step: Step, seat: int) -> Text:
    n = int(step.after.bid[seat])
    if step.viewer.is_me(seat):
        return _("you bid {coins}", coins=words.coins(n)) if n else _("you bid nothing")
    name = step.name(seat)
    return _("{name} bids {coins}", name=name, coins=words.coins(n)) if n else _("{name} bids nothing", name=name)


def sold(step: Step, note: Note) -> list[Event]:
    """Tell who bought the lot from whom."""
    viewer, cards, coins = step.viewer, _names(step.before), words.coins(note.amount)
    seller, buyer = step.name(note.actor), step.name(note.other)
    if viewer.is_me(note.actor):
        text = _("You sell {cards} to {name} for {coins}.", cards=cards, name=buyer, coins=coins)
    elif viewer.is_me(note.other):
        text = _("{name} sells {cards} to you for {coins}.", name=seller, cards=cards, coins=coins)
    else:
        text = _("{name} sells {cards} to {other} for {coins}.", name=seller, cards=cards, other=buyer, coins=coins)
    place = panel_pick(note.actor)
    return [
        Event("gain", text, note.actor, target=place, icon=words.COIN, amount=note.amount, sound="coin"),
        Event(
            "lose", seat=note.actor, target=panel_pick(note.other), icon=words.COIN, amount=note.amount, together=True
        ),
    ]


def unsold(step: Step, note: Note) -> list[Event]:
    """Tell that the seller keeps the cards."""
    they = _("{name} keeps the cards.", name=step.name(note.actor))
    return [Event("say", you_or(step.viewer, note.actor, _("You keep your cards."), they), note.actor)]
