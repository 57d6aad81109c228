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
        if note.what == Told.LOST_COINS:
            found += stock_events.lost(step, note, notes[i + 1] if i + 1 < len(notes) else None)
    return found + list(bed_events.changes_of_value(step, notes))


def _more(step: Step, note: Note) -> list[Event]:
    return [Event("say", _("And more happened at once."))]


def _nothing(step: Step, note: Note) -> list[Event]:
    return []


_TELLERS[note.what](step, note)
    return found + list(_changes_of_value(step, notes))


def _is_told_by_the_next(notes: list[Note], i: int) -> bool:
    """Ask whether a later note says the same and more: both losses, or a curse and its delay, are one sentence."""
    note = notes[i]
    after = notes[i + 1] if i + 1 < len(notes) else None
    if note.what == Told.LOST_COINS:
        return after is not None and after.what == Told.LOST_FERTILIZERS
    return False


def bed_pick(seat: _int, bed: int) -> str:
    """Return the pick of a bed."""
    return f"bed p{seat} b{bed}"


def panel_pick(seat: int) -> str:
    """Return the pick of a player's panel."""
    return f"player p{seat}"


def own_place(step: _Step, seat: _int, card: int) -> str:
    """Return where a card arrives: in the viewer's hand as a place, at another's panel."""
    if not step.viewer.is_me(seat):
        return panel_pick(seat)
    places = [held_.place for held_ in held(step.after, seat) if held_.card == card]
    return f"hand {places[-1]}" if places else panel_pick(seat)


def left_place(step: _Step, seat: _int, card: int) -> tuple[str, str]:
    """Return thing and place of a card that left a hand."""
    if not step.viewer.is_me(seat):
        return "", panel_pick(seat)
    for card_ in held(step.before, seat):
        if card_.card == card:
            return card_.thing, f"hand {card_.place}"
    return "", panel_pick(seat)


# --- the turn and its dice ---


def _turn(step: _Step, note: Note) -> list[Event]:
    n = int(step.after.round)
    mine = step.viewer.is_me(note.actor)
    heading = _("Your turn · round {n}", n=n)
    title = _("Your turn")
    if not mine:
        heading = _("{name}’s turn · round {n}", name=step.name(note.actor), n=n)
        title = _("{name}’s turn", name=step.name(note.actor))
    return [Event("turn", seat=note.actor, title=title, group=heading)]


def _rolled(step: _Step, note: Note) -> list[Event]:
    return [Event("roll", _roll_text(step, note), seat=note.actor, art=f"die-{note.amount}", amount=note.amount)]


def _roll_text(step: _Step, note: Note) -> Text:
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


def _harvested(step: _Step, note: Note) -> list[Event]:
    card, coins, extra = words.CARDS[note.card], words.coins(note.value), note.amount - note.value
    name = step.name(note.actor)
    if extra:
        more = words.coins(extra)
        you = _("You harvest {card}: {coins}, and {more} for the bed.", card=card, coins=coins, more=more)
        they = _("{name} harvests {card}: {coins}, and {more} for the bed.", name=name, card=card, coins=coins, more=more)
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


def _gained_coins(step: _Step, note: Note) -> list[Event]:
    return [_gain(step, note, words.COIN, words.coins(note.amount))]


def _gained_sacks(step: _Step, note: Note) -> list[Event]:
    return [_gain(step, note, words.SACK, words.sacks(note.amount))]


def _gain(step: _Step, note: _Note, icon: _str, amount: Text) -> Event:
    card, name = words.CARDS[note.card], step.name(note.actor)
    if note.card == Card.APPLES:
        you = _("Your earlier Apples bring {amount} more.", amount=amount)
        they = _("{name}’s earlier Apples bring {amount} more.", name=name, amount=amount)
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


def _paid_coins(step: _Step, note: Note) -> list[Event]:
    return _paid(step, note, words.COIN, words.coins(note.amount))


def _paid_sacks(step: _Step, note: Note) -> list[Event]:
    return _paid(step, note, words.SACK, words.sacks(note.amount))


def _paid(step: _Step, note: _Note, icon: _str, amount: Text) -> list[Event]:
    """Tell what one player took from another, with the card that did it."""
    viewer, card = step.viewer, words.CARDS[note.card]
    taker, giver = step.name(note.actor), step.name(note.other)
    if viewer.is_me(note.actor):
        text = _("Your {card} takes {amount} from {name}.", card=card, amount=amount, name=giver)
    elif viewer.is_me(note.other):
        text = _("{name}’s {card} costs you {amount}.", name=taker, card=card, amount=amount)
    else:
        text = _("{name}’s {card} takes {amount} from {other}.", name=taker, card=card, amount=amount, other=giver)
    tone = "good" if viewer.is_me(note.actor) else "bad" if viewer.is_me(note.other) else None
    values = {"seat": note.actor, "icon": _icon, "amount": note.amount}
    return [
        Event("lose", text, target=panel_pick(note.other), tone=tone, **values),
        Event("gain", target=panel_pick(note.actor), together=True, **values),
    ]


def _lost(step: _Step, note: Note) -> list[Event]:
    """Tell what a Cloudberry took; the coins were noted just before the fertilizers."""
    before, after, viewer = step
    culprit, victim = int(before.current), note.actor
    lost = max(int(before.coins[victim]) - int(after.coins[victim]), 0)
    coins, sacks, card = words.coins(lost), words.sacks(note.amount), words.CARDS[note.card]
    values = {"card": _card, "coins": _coins, "fertilizers": sacks}
    name, other = step.name(culprit), step.name(victim)
    if viewer.is_me(victim):
        text = _("{name}’s {card} costs you {coins} and {fertilizers}.", name=name, **values)
    elif viewer.is_me(culprit):
        text = _("Your {card} costs {other} {coins} and {fertilizers}.", other=other, **values)
    else:
        text = _("{name}’s {card} costs {other} {coins} and {fertilizers}.", name=name, other=other, **values)
    place, tone = panel_pick(victim), "bad" if viewer.is_me(victim) else None
    return [
        Event("lose", text, seat=culprit, target=place, icon=words.COIN, amount=lost, tone=tone),
        Event("lose", seat=culprit, target=place, icon=words.SACK, amount=note.amount, together=True),
    ]


# --- cards ---


def _bought(step: _Step, note: Note) -> list[Event]:
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


def _planted(step: _Step, note: Note) -> list[Event]:
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


def _played(step: _Step, note: Note) -> list[Event]:
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
            detail=words.EFFECTS[note.card],
            title=card,
            sound="card",
        )
    ]


def _ability(step: _Step, note: Note) -> list[Event]:
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


def _stolen(step: _Step, note: Note) -> list[Event]:
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


def _drew(step: _Step, note: Note) -> list[Event]:
    they = _("{name} draws a card.", name=step.name(note.actor))
    if note.card == NO_CARD:
        return [Event("move", they, seat=note.actor, source="board", target=panel_pick(note.actor), art=words.HAND)]
    you = _("You draw {card}.", card=words.CARDS[note.card])
    target = own_place(step, note.actor, note.card)
    return [Event("move", you, seat=note.actor, source="board", target=target, art=words.art_of(note.card))]


def _returned(step: _Step, note: Note) -> list[Event]:
    if note.card == NO_CARD:
        return [Event("say", _("{name} puts a card into the deck.", name=step.name(note.actor)), seat=note.actor)]
    return [Event("say", _("You put {card} into the deck.", card=words.CARDS[note.card]), seat=note.actor)]


def _discarded(step: _Step, note: Note) -> list[Event]:
    thing, source = left_place(step, note.actor, note.card)
    text = _discard_text(step, note)
    art = words.art_of(note.card)
    tone = "bad" if step.viewer.is_me(note.actor) and step.before.current != note.actor else None
    return [Event("vanish", text, seat=note.actor, thing=thing, source=source, art=art, tone=tone)]


def _discard_text(step: _Step, note: Note) -> Text:
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
        return _("{name}’s {cause} costs you {card}.", name=step.name(culprit), cause=by, card=card)
    if viewer.is_me(culprit):
        return _("Your {cause} costs {name} {card}.", cause=by, name=name, card=card)
    return _("{culprit}’s {cause} costs {name} {card}.", culprit=step.name(culprit), cause=by, name=name, card=card)


def _raised(step: _Step, note: Note) -> list[Event]:
    if note.card == NO_CARD:
        text = _("{name} makes a hand card more valuable.", name=step.name(note.actor))
        return [Event("say", text, seat=note.actor)]
    text = _("Your {card} in hand is worth {n} now.", card=words.CARDS[note.card], n=note.value)
    if not words.is_crop(note.card):
        text = _("Your {card} in hand costs {n} now.", card=words.CARDS[note.card], n=note.value)
    place = own_place(step, note.actor, note.card)
    return [Event("gain", text, seat=note.actor, target=place, icon=words.COIN, amount=1, tone="good")]


def _got(step: _Step, note: Note) -> list[Event]:
    card = words.CARDS[note.card]
    they = _("{name} takes {card} into the hand.", name=step.name(note.actor), card=card)
    you = _("You take {card} into your hand.", card=card)
    text = you_or(step.viewer, note.actor, you, they)
    target = own_place(step, note.actor, note.card)
    return [Event("move", text, seat=note.actor, source="board", target=target, art=words.art_of(note.card))]


# --- beds ---


def _fertilized(step: _Step, note: Note) -> list[Event]:
    card, timer = words.CARDS[note.card], int(step.before.crop_timer[note.actor, note.bed]) - 1
    name = step.name(note.actor)
    if timer > 0:
        turns = words.turns(timer)
        you = _("You fertilize {card}: ripe in {turns}.", card=card, turns=turns)
        they = _("{name} fertilizes {card}: ripe in {turns}.", name=name, card=card, turns=turns)
    else:
        you = _("You fertilize {card}: it is ripe.", card=card)
        they = _("{name} fertilizes {card}: it is ripe.", name=name, card=card)
    return [
        Event(
            "lose",
            you_or(step.viewer, note.actor, you, they),
            seat=note.actor,
            target=bed_pick(note.actor, note.bed),
            icon=words.SACK,
            amount=1,
            sound="rustle",
        )
    ]


def _destroyed(step: _Step, note: Note) -> list[Event]:
    viewer, card = step.viewer, words.CARDS[note.card]
    cause = words.CARDS[Card.BLUEBERRY if step.before.pending == Choice.BLUEBERRY else Card.PINEAPPLE]
    by, of = step.name(note.actor), step.name(note.other)
    if note.actor == note.other:
        they = _("{name}’s {cause} destroys the own {card}.", name=by, cause=cause, card=card)
        text = you_or(viewer, note.actor, _("Your {cause} destroys your own {card}.", cause=cause, card=card), they)
    elif viewer.is_me(note.actor):
        text = _("Your {cause} destroys {name}’s {card}.", cause=cause, name=of, card=card)
    elif viewer.is_me(note.other):
        text = _("{name}’s {cause} destroys your {card}.", name=by, cause=cause, card=card)
    else:
        text = _("{name}’s {cause} destroys {other}’s {card}.", name=by, cause=cause, other=of, card=card)
    place, thing = bed_pick(note.other, note.bed), bed_thing(note.other, note.bed)
    tone = "bad" if viewer.is_me(note.other) else None
    art = words.art_of(note.card)
    return [Event("vanish", text, seat=note.actor, thing=thing, source=place, art=art, tone=tone, sound="hit")]


_CAUSES = {
    Choice.EGGPLANT: Card.EGGPLANT,
    Choice.GARDEN_GOURMET: Card.GARDEN_GOURMET,
    Choice.FERTILIZER_FRENZY: Card.FERTILIZER_FRENZY,
    Choice.WITHER: Card.WITHER,
}


def _changed(step: _Step, note: Note) -> list[Event]:
    """Tell how the value of one crop changes, and through whom."""
    pending = Choice(step.before.pending)
    if pending == Choice.NONE:  # fertilizer on Wheat: the floating figure says enough
        text = Text()
    elif pending == Choice.EGGPLANT:
        text = _eggplant(step, note)
    else:
        text = _change_text(step, note, pending)
    verb = "gain" if note.amount >= 0 else "lose"
    mine = step.viewer.is_me(note.other)
    tone = ("good" if note.amount >= 0 else "bad") if mine else None
    place = bed_pick(note.other, note.bed)
    return [Event(verb, text, note.actor, target=place, icon=words.COIN, amount=abs(note.amount), tone=tone)]


def _change_text(step: _Step, note: _Note, pending: Choice) -> Text:
    ability = words.ABILITIES[int(step.after.profession[note.actor])]
    cause = words.CARDS[_CAUSES[pending]] if pending in _CAUSES else ability
    crop = words.whose_crop(step.viewer, note.other, note.card)
    values = {"cause": _cause, "crop": _crop, "before": note.value - note.amount, "after": note.value}
    you = _("Your {cause} changes {crop} from {before} to {after} coins.", **values)
    they = _("{name}’s {cause} changes {crop} from {before} to {after} coins.", name=step.name(note.actor), **values)
    return you_or(step.viewer, note.actor, you, they)


def _eggplant(step: _Step, note: Note) -> Text:
    crop = words.whose_crop(step.viewer, note.other, note.card)
    you = _("Your Eggplant hits {crop}: −1 value, ripe a turn later.", crop=crop)
    they = _("{name}’s Eggplant hits {crop}: −1 value, ripe a turn later.", name=step.name(note.actor), crop=crop)
    return you_or(step.viewer, note.actor, you, they)


def _delayed(step: _Step, note: Note) -> list[Event]:
    if step.before.pending == Choice.EGGPLANT:
        return []  # told with the value it took
    if note.card == NO_CARD:
        return [Event("say", _("Clouds gather over an empty bed. Nothing happens."), note.actor)]
    crop = words.whose_crop(step.viewer, note.other, note.card)
    you = _("Your Cloud Cover holds up {crop}: ripe a turn later.", crop=crop)
    they = _("{name}’s Cloud Cover holds up {crop}: ripe a turn later.", name=step.name(note.actor), crop=crop)
    text = you_or(step.viewer, note.actor, you, they)
    tone = "bad" if step.viewer.is_me(note.other) else None
    place = bed_pick(note.other, note.bed)
    return [Event("lose", text, note.actor, target=place, icon=words.TIMER, amount=1, tone=tone)]


def _remodeled(step: _Step, note: Note) -> list[Event]:
    kind = note.amount
    old = int(step.before.bed[note.other, note.bed])
    bed = words.whose_bed(step.viewer, note.other, old)
    new = _("a plain Common bed") if kind == Bed.COMMON else _("a {bed}", bed=words.BEDS[kind])
    you = _("You turn {bed} into {new}.", bed=bed, new=new)
    they = _("{name} turns {bed} into {new}.", name=step.name(note.actor), bed=bed, new=new)
    thing, place = bed_thing(note.other, note.bed), bed_pick(note.other, note.bed)
    return [Event("appear", you_or(step.viewer, note.actor, you, they), note.actor, thing=thing, target=place)]


def _spread(step: _Step, note: Note) -> list[Event]:
    name, card = step.name(note.actor), note.card
    if card == Card.FUNGUS_INFILTRATION:
        you = _("Your Fungus makes {n} crops lose 1 value.", n=note.amount)
        they = _("{name}’s Fungus makes {n} crops lose 1 value.", name=name, n=note.amount)
    elif card == Card.PEST_CONTROL:
        you = _("Every crop in your garden gains 1 value.")
        they = _("Every crop in {name}’s garden gains 1 value.", name=name)
    else:
        you = _("Your Oranges: every other growing crop gains 1 value.")
        they = _("{name}’s Oranges: every other growing crop gains 1 value.", name=name)
    return [Event("say", you_or(step.viewer, note.actor, you, they), note.actor)]


def _changes_of_value(step: _Step, notes: list[Note]) -> Iterator[Event]:
    """Let a figure float over each crop that changed together with others."""
    if not any(note.what == Told.SPREAD for note in notes):
        return
    before, after, viewer = step
    for seat in range(after.options.players):
        for bed in range(int(after.bed_count[seat])):
            change = int(after.crop_value[seat, bed]) - int(before.crop_value[seat, bed])
            same = before.crop[seat, bed] == after.crop[seat, bed] != NO_CARD
            if same and abs(change) == 1:
                verb, place = ("gain" if change > 0 else "lose"), bed_pick(seat, bed)
                yield Event(verb, target=place, icon=words.COIN, amount=1, quiet=not viewer.is_me(seat), together=True)


# --- the market, the end ---


def _renewed(step: _Step, note: Note) -> list[Event]:
    return [Event("say", _("The market is filled with new cards."))]


def _final(step: _Step, note: Note) -> list[Event]:
    if step.after.reason == Reason.WIN_LIMIT:
        coins = words.coins(step.after.coins[note.actor])
        they = _("{name} has {coins}. The last turns begin.", name=step.name(note.actor), coins=coins)
        you = _("You have {coins}. The last turns begin.", coins=coins)
        return [Event("say", you_or(step.viewer, note.actor, you, they), note.actor, tone="even")]
    return [Event("say", _("The deck is used up. The last turns begin."), tone="even")]


def _ended(step: _Step, note: Note) -> list[Event]:
    return [Event("result", _("The game is over."))]


def _more(step: _Step, note: Note) -> list[Event]:
    return [Event("say", _("And more happened at once."))]


def _nothing(step: _Step, note: Note) -> list[Event]:
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
