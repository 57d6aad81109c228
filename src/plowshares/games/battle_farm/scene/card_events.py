"""Events of cards: bought, planted, played, drawn, stolen, discarded."""

from __future__ import annotations

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Event, you_or
from plowshares.games.battle_farm.cards import NO_CARD, Card
from plowshares.games.battle_farm.notation.log import Event as Note
from plowshares.games.battle_farm.notation.words import hand_of
from plowshares.games.battle_farm.rules.action_cards import SELECTION_VALUE
from plowshares.games.battle_farm.scene import effects, words
from plowshares.games.battle_farm.scene.faces import market_thing
from plowshares.games.battle_farm.scene.steps import Step, bed_pick, left_place, own_place, panel_pick, tone_of
from plowshares.games.battle_farm.state import Choice


def bought(step: Step, note: Note) -> list[Event]:
    """Tell a purchase."""
    card, coins = words.CARDS[note.card], words.coins(note.amount)
    they = _("{name} buys {card} for {coins}.", name=step.name(note.actor), card=card, coins=coins)
    you = _("You buy {card} for {coins}.", card=card, coins=coins)
    return [
        Event(
            "move",
            you_or(step.viewer, note.actor, you, they),
            seat=note.actor,
            thing=market_thing(step.before, note.bed),
            source=f"market {note.bed}",
            target=own_place(step, note.actor, note.card),
            art=words.art_of(note.card),
            sound="coin",
        )
    ]


def planted(step: Step, note: Note) -> list[Event]:
    """Tell what is planted."""
    card = words.CARDS[note.card]
    they = _("{name} plants {card}.", name=step.name(note.actor), card=card)
    thing, source = left_place(step, note.actor, note.card)
    return [
        Event(
            "move",
            you_or(step.viewer, note.actor, _("You plant {card}.", card=card), they),
            seat=note.actor,
            thing=thing,
            source=source,
            target=bed_pick(note.actor, note.bed),
            art=words.art_of(note.card),
            sound="place",
        )
    ]


def played(step: Step, note: Note) -> list[Event]:
    """Show an action card to all."""
    card, name = words.CARDS[note.card], step.name(note.actor)
    if note.amount:
        paid = words.sacks(note.amount)
        you = _("You play {card} for {fertilizers}.", card=card, fertilizers=paid)
        they = _("{name} plays {card} for {fertilizers}.", name=name, card=card, fertilizers=paid)
    else:
        you, they = _("You play {card}.", card=card), _("{name} plays {card}.", name=name, card=card)
    thing, source = left_place(step, note.actor, note.card)
    return [
        Event(
            "reveal",
            you_or(step.viewer, note.actor, you, they),
            seat=note.actor,
            thing=thing,
            source=source,
            art=words.art_of(note.card),
            detail=effects.effect(step.after, note.card),
            title=card,
            sound="play",
        )
    ]


def ability(step: Step, note: Note) -> list[Event]:
    """Show that a class card is used."""
    profession = int(step.after.profession[note.actor])
    ability = words.ABILITIES[profession]
    they = _("{name} uses {ability}.", name=step.name(note.actor), ability=ability)
    text = you_or(step.viewer, note.actor, _("You use {ability}.", ability=ability), they)
    return [
        Event(
            "reveal",
            text,
            seat=note.actor,
            source=panel_pick(note.actor),
            art=words.ABILITY_ART[profession],
            title=ability,
            detail=words.ABILITY_EFFECTS[profession],
            sound="card",
        )
    ]


def stolen(step: Step, note: Note) -> list[Event]:
    """Tell of a stolen card: which one, to those who may know."""
    viewer, thief, victim = step.viewer, step.name(note.actor), step.name(note.other)
    if viewer.is_me(note.actor):
        text = _("Your Mango steals {card} from {name}.", card=words.CARDS[note.card], name=victim)
    elif viewer.is_me(note.other):
        text = _("{name}’s Mango steals your {card}.", name=thief, card=words.CARDS[note.card])
    else:
        text = _("{name}’s Mango steals a card from {other}.", name=thief, other=victim)
    known = note.card != NO_CARD
    thing, source = left_place(step, note.other, note.card) if known else ("", panel_pick(note.other))
    return [
        Event(
            "move",
            text,
            seat=note.actor,
            thing=thing,
            source=source,
            target=own_place(step, note.actor, note.card) if known else panel_pick(note.actor),
            art=words.art_of(note.card) if known else words.HAND,
            tone="bad" if viewer.is_me(note.other) else None,
        )
    ]


def drew(step: Step, note: Note) -> list[Event]:
    """Tell of a drawn card."""
    they = _("{name} draws a card.", name=step.name(note.actor))
    if note.card == NO_CARD:
        return [Event("move", they, seat=note.actor, source="board", target=panel_pick(note.actor), art=words.HAND)]
    you = _("You draw {card}.", card=words.CARDS[note.card])
    target = own_place(step, note.actor, note.card)
    return [Event("move", you, seat=note.actor, source="board", target=target, art=words.art_of(note.card))]


def returned(step: Step, note: Note) -> list[Event]:
    """Tell of a card that goes back into the deck."""
    if note.card == NO_CARD:
        return [Event("say", _("{name} puts a card into the deck.", name=step.name(note.actor)), seat=note.actor)]
    return [Event("say", _("You put {card} into the deck.", card=words.CARDS[note.card]), seat=note.actor)]


def discarded(step: Step, note: Note) -> list[Event]:
    """Tell of a discarded card, and who is to blame."""
    thing, source = left_place(step, note.actor, note.card)
    text = _discard_text(step, note)
    art = words.art_of(note.card)
    tone = tone_of(bad=step.viewer.is_me(note.actor) and step.before.current != note.actor)
    return [Event("vanish", text, seat=note.actor, thing=thing, source=source, art=art, tone=tone)]


def _discard_text(step: Step, note: Note) -> Text:
    """Name who made the player discard, if it was another."""
    viewer, card, culprit = step.viewer, words.CARDS[note.card], int(step.before.current)
    name = step.name(note.actor)
    cause = {Choice.GARDEN_GNOME: Card.GARDEN_GNOME, Choice.THORNY_FENCE: Card.THORNY_FENCE}.get(
        Choice(step.before.pending), Card.THORNY_FENCE
    )
    if culprit == note.actor:
        return you_or(
            viewer,
            note.actor,
            _("You discard {card}.", card=card),
            _("{name} discards {card}.", name=name, card=card),
        )
    by = words.CARDS[cause]
    if viewer.is_me(note.actor):
        return _("You lose {card} to {name}’s {cause}.", name=step.name(culprit), cause=by, card=card)
    if viewer.is_me(culprit):
        return _("{name} loses {card} to your {cause}.", cause=by, name=name, card=card)
    return _("{name} loses {card} to {culprit}’s {cause}.", culprit=step.name(culprit), cause=by, name=name, card=card)


def raised(step: Step, note: Note) -> list[Event]:
    """Tell that a card in hand has gained value."""
    if note.card == NO_CARD:
        text = _("{name} makes a hand card more valuable.", name=step.name(note.actor))
        return [Event("say", text, seat=note.actor)]
    place, n = own_place(step, note.actor, note.card), _rise(step, note)
    if words.is_crop(note.card):
        text = _("Your {card} card is now worth {n}.", card=words.CARDS[note.card], n=note.value)
        return [Event("gain", text, seat=note.actor, target=place, icon=words.COIN, amount=n, tone="good")]
    text = _("Your {card} card now costs {n}.", card=words.CARDS[note.card], n=note.value)
    return [Event("gain", text, seat=note.actor, target=place, icon=words.SACK, amount=n, tone="bad")]


def _rise(step: Step, note: Note) -> int:
    """Return how much more a card is worth: Selection adds more than the points of Peppers."""
    former = (note.card, note.value - SELECTION_VALUE)
    selected = step.before.pending == Choice.SELECTION and former in hand_of(step.before, note.actor)
    return SELECTION_VALUE if selected else 1


def got(step: Step, note: Note) -> list[Event]:
    """Tell of a card taken openly."""
    card = words.CARDS[note.card]
    they = _("{name} takes {card} into their hand.", name=step.name(note.actor), card=card)
    you = _("You take {card} into your hand.", card=card)
    text = you_or(step.viewer, note.actor, you, they)
    target = own_place(step, note.actor, note.card)
    return [Event("move", text, seat=note.actor, source="board", target=target, art=words.art_of(note.card))]
