"""Events of turns, dice, coins and fertilizers."""

from __future__ import annotations

from plowshares.core.i18n import Text, _, join
from plowshares.core.scene import Event, you_or
from plowshares.games.battle_farm.cards import NO_CARD, Card
from plowshares.games.battle_farm.notation.log import Event as Note
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.scene.faces import bed_thing
from plowshares.games.battle_farm.scene.steps import Step, bed_pick, panel_pick, tone_of
from plowshares.games.battle_farm.state import Phase, Reason

# --- the turn and its dice ---


def turn(step: Step, note: Note) -> list[Event]:
    """Announce whose turn begins."""
    n = int(step.after.round)
    mine = step.viewer.is_me(note.actor)
    heading = _("Your turn · round {n}", n=n)
    title = _("Your turn")
    if not mine:
        heading = _("{name}’s turn · round {n}", name=step.name(note.actor), n=n)
        title = _("{name}’s turn", name=step.name(note.actor))
    return [Event("turn", seat=note.actor, title=title, group=heading)]


def idle(step: Step, note: Note) -> list[Event]:
    """Tell that somebody has nothing to do in a turn."""
    they = _("{name} has nothing to do.", name=step.name(note.actor))
    return [Event("say", you_or(step.viewer, note.actor, _("You have nothing to do."), they), note.actor)]


def rolled(step: Step, note: Note) -> list[Event]:
    """Tell what a die shows, and what it allows."""
    return [Event("roll", _roll_text(step, note), seat=note.actor, art=f"die-{note.amount}", amount=note.amount)]


def _roll_text(step: Step, note: Note) -> Text:
    viewer, n, name = step.viewer, note.amount, step.name(note.actor)
    if note.card != NO_CARD:
        card = words.CARDS[note.card]
        they = _("{name} rolls a {n} for {card}.", name=name, n=n, card=card)
        return you_or(viewer, note.actor, _("You roll a {n} for {card}.", n=n, card=card), they)
    if step.after.phase == Phase.FERTILIZE:
        use = words.sacks(n)
        they = _("{name} rolls a {n}: up to {fertilizers}.", name=name, n=n, fertilizers=use)
        you = _("You roll a {n}: use up to {fertilizers}.", n=n, fertilizers=use)
        return you_or(viewer, note.actor, you, they)
    they = _("{name} rolls a {n}: up to {cards}.", name=name, n=n, cards=words.cards(n))
    return you_or(viewer, note.actor, _("You roll a {n}: buy up to {cards}.", n=n, cards=words.cards(n)), they)


# --- coins and fertilizers ---


def harvested(step: Step, note: Note) -> list[Event]:
    """Tell what a harvest pays."""
    card, coins, extra = words.CARDS[note.card], words.coins(note.value), note.amount - note.value
    name = step.name(note.actor)
    if extra:
        more = words.coins(extra)
        you = _("You harvest {card}: {coins}, and {more} for the bed.", card=card, coins=coins, more=more)
        they = _(
            "{name} harvests {card}: {coins}, and {more} for the bed.", name=name, card=card, coins=coins, more=more
        )
    else:
        you = _("You harvest {card} for {coins}.", card=card, coins=coins)
        they = _("{name} harvests {card} for {coins}.", name=name, card=card, coins=coins)
    return [
        Event(
            "gain",
            you_or(step.viewer, note.actor, you, they),
            seat=note.actor,
            thing=bed_thing(note.actor, note.bed),
            source=bed_pick(note.actor, note.bed),
            target=panel_pick(note.actor),
            art=words.art_of(note.card),
            icon=words.COIN,
            amount=note.amount,
            tone="good" if step.viewer.is_me(note.actor) else None,
            sound="harvest",
        )
    ]


def gained_coins(step: Step, note: Note) -> list[Event]:
    """Tell the coins that a card brings."""
    return [_gain(step, note, words.COIN, words.coins(note.amount))]


def gained_sacks(step: Step, note: Note) -> list[Event]:
    """Tell the fertilizers that a card brings."""
    return [_gain(step, note, words.SACK, words.sacks(note.amount))]


def _gain(step: Step, note: Note, icon: str, amount: Text) -> Event:
    card, name = words.CARDS[note.card], step.name(note.actor)
    if note.card == Card.APPLES:
        you = _("Your other Apples bring {amount} more.", amount=amount)
        they = _("{name}’s other Apples bring {amount} more.", name=name, amount=amount)
    else:
        you = _("You get {amount} from {card}.", amount=amount, card=card)
        they = _("{name} gets {amount} from {card}.", name=name, amount=amount, card=card)
    text = you_or(step.viewer, note.actor, you, they)
    mine = step.viewer.is_me(note.actor)
    return Event(
        "gain",
        text,
        seat=note.actor,
        target=panel_pick(note.actor),
        icon=icon,
        amount=note.amount,
        tone="good" if mine else None,
    )


def paid_coins(step: Step, note: Note) -> list[Event]:
    """Tell the coins that one player pays another."""
    return _paid(step, note, words.COIN, words.coins(note.amount))


def paid_sacks(step: Step, note: Note) -> list[Event]:
    """Tell the fertilizers that one player gives another."""
    return _paid(step, note, words.SACK, words.sacks(note.amount))


def _paid(step: Step, note: Note, icon: str, amount: Text) -> list[Event]:
    """Tell what one player took from another, with the card that did it; nothing if there was nothing to take."""
    if note.amount == 0:
        return []
    viewer, card = step.viewer, words.CARDS[note.card]
    taker, giver = step.name(note.actor), step.name(note.other)
    if viewer.is_me(note.actor):
        text = _("You take {amount} from {name} with {card}.", amount=amount, name=giver, card=card)
    elif viewer.is_me(note.other):
        text = _("{name} takes {amount} from you with {card}.", name=taker, amount=amount, card=card)
    else:
        text = _("{name} takes {amount} from {other} with {card}.", name=taker, amount=amount, other=giver, card=card)
    n, seat = note.amount, note.actor
    tone = tone_of(viewer.is_me(note.actor), viewer.is_me(note.other))
    return [
        Event("lose", text, seat, target=panel_pick(note.other), icon=icon, amount=n, tone=tone),
        Event("gain", seat=seat, target=panel_pick(seat), icon=icon, amount=n, together=True),
    ]


def lost(step: Step, note: Note, after: Note | None) -> list[Event]:
    """Tell what a Cloudberry took: coins, and the fertilizers that the note after them is about."""
    viewer, culprit, victim = step.viewer, int(step.before.current), note.actor
    taken = after.amount if after else 0
    amounts = [words.coins(note.amount)] if note.amount else []
    amounts += [words.sacks(taken)] if taken else []
    if not amounts:
        return []  # there was nothing to take
    values = {"card": words.CARDS[note.card], "amount": join(amounts)}
    name, other = step.name(culprit), step.name(victim)
    if viewer.is_me(victim):
        text = _("{name}’s {card} costs you {amount}.", name=name, **values)
    elif viewer.is_me(culprit):
        text = _("Your {card} costs {other} {amount}.", other=other, **values)
    else:
        text = _("{name}’s {card} costs {other} {amount}.", name=name, other=other, **values)
    place, tone = panel_pick(victim), tone_of(bad=viewer.is_me(victim))
    found = [(words.COIN, note.amount)] if note.amount else []
    found += [(words.SACK, taken)] if taken else []
    return [
        Event("lose", "" if i else text, culprit, target=place, icon=icon, amount=n, tone=tone, together=bool(i))
        for i, (icon, n) in enumerate(found)
    ]


# --- the market, the end ---


def renewed(step: Step, note: Note) -> list[Event]:
    """Tell that the market is new."""
    return [Event("say", _("The market is filled with new cards."))]


def final(step: Step, note: Note) -> list[Event]:
    """Tell that the last turns begin."""
    if step.after.reason == Reason.WIN_LIMIT:
        coins = words.coins(step.after.coins[note.actor])
        they = _("{name} has {coins}. The last turns begin.", name=step.name(note.actor), coins=coins)
        you = _("You have {coins}. The last turns begin.", coins=coins)
        return [Event("say", you_or(step.viewer, note.actor, you, they), note.actor, tone="even")]
    return [Event("say", _("The deck is used up. The last turns begin."), tone="even")]


def ended(step: Step, note: Note) -> list[Event]:
    """Tell that the match is over."""
    return [Event("result", _("The game is over."))]
