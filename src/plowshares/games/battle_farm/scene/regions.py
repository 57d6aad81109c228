"""The parts of the table: market or stall, every garden, the own hand; and a look at each thing in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Card, Region, Thing, Viewer
from plowshares.core.seats import SPECTATOR, has_seat
from plowshares.games.battle_farm.cards import ALL_SLUGS, NO_CARD, PRICE, PRINTED, SLOTS
from plowshares.games.battle_farm.notation.words import hand_of, sale_of
from plowshares.games.battle_farm.rules.legal import to_act
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.scene.faces import (
    Held,
    bed_looks,
    bed_thing,
    bed_tile,
    card_face,
    card_thing,
    held,
    market_thing,
)
from plowshares.games.battle_farm.state import Choice, Phase, State


def regions(s: State, viewer: Viewer, marked: Collection[str]) -> list[Region]:
    """Lay out the table: the market row first, then the gardens, then the viewer's hand, or all that lie open."""
    found = [_front(s, viewer, marked)]
    for seat in seating(s, viewer):
        found.append(_garden(s, viewer, seat, marked))
    if viewer.seat != SPECTATOR:
        found.append(_hand(s, viewer, marked))
    else:
        found += [_open_hand(s, viewer, seat, open_hand(s, seat)) for seat in seating(s, viewer) if open_hand(s, seat)]
    return found


def seating(s: State, viewer: Viewer) -> list[int]:
    """List the seats in turn order beginning after the viewer, the viewer last."""
    order = [int(s.order[place]) for place in range(s.options.players)]
    if viewer.seat in order:
        at = order.index(viewer.seat) + 1
        return order[at:] + order[:at]
    return order


def is_to_act(s: State, viewer: Viewer) -> bool:
    """Ask whether everybody waits for the viewer."""
    return viewer.seat != SPECTATOR and bool(has_seat(to_act(s), viewer.seat))


# --- the row in front: market, stall, or the cards of a question ---


def _front(s: State, viewer: Viewer, marked: Collection[str]) -> Region:
    if s.pending == Choice.LAND_ACQUISITION:
        return _row(_("Discard pile"), _discards(s, marked))
    if s.pending == Choice.POLLINATOR_PARADISE and s.pair[0] != NO_CARD:
        return _row(_("Keep one of these"), _pair(s, marked))
    if s.sale_count > 0:
        return _row(_stall_label(viewer, int(s.current)), list(_lot(s)), colour=int(s.current))
    if viewer.is_me(int(s.current)) and s.marks > 0:
        chosen = [card for card in held(s, viewer.seat) if s.marked[card.place]]
        return _row(_("Your stall"), [_on_stall(s, card) for card in chosen], colour=viewer.seat)
    deck = _("{cards} in the deck", cards=words.cards(s.deck_count))
    return _row(_("Market"), list(_market(s, viewer, marked)), note=deck)


def _row(label: Text, cards: list[Card], note: str = "", colour: int | None = None) -> Region:
    return Region(
        "board",
        "cards",
        label,
        cards=tuple(cards),
        note=note,
        heading=True,
        empty=_("No cards left"),
        cloth="meadow",
        seat=colour,
    )


def _stall_label(viewer: Viewer, seller: int) -> Text:
    return _("Your stall") if viewer.is_me(seller) else _("{name}’s stall", name=viewer.names[seller])


def _market(s: State, viewer: Viewer, marked: Collection[str]) -> Iterator[Card]:
    buying = s.phase == Phase.BUY and viewer.is_me(int(s.current)) and s.pending == Choice.NONE
    for slot in range(SLOTS):
        card = int(s.market[slot])
        if card == NO_CARD:
            continue
        pick = f"market {slot}"
        cost = int(PRICE[card])
        dear = buying and cost > int(s.coins[viewer.seat])
        face = card_face(s, card, int(PRINTED[card]), market_thing(s, slot), pick)
        tag = _tag(s, viewer, cost, buying)
        yield _changed(face, marked=pick in marked, price=words.price(cost), tag=tag, dim=dear)


def _tag(s: State, viewer: Viewer, cost: int, buying: bool) -> str:
    """Return the words on a price tag: an invitation, or what is missing."""
    if not buying:
        return ""
    short = cost - int(s.coins[viewer.seat])
    return _("{n} short", n=short) if short > 0 else _("Buy for")


def _lot(s: State) -> Iterator[Card]:
    for place, (card, value) in enumerate(sale_of(s)):
        yield card_face(s, card, value, f"sale-{place}-{ALL_SLUGS[card]}")


def _on_stall(s: State, card: Held) -> Card:
    return card_face(s, card.card, card.value, f"stall-{card.thing}")


def _discards(s: State, marked: Collection[str]) -> list[Card]:
    found = []
    for kind in range(len(s.discard)):
        if s.discard[kind]:
            pick = f"card {ALL_SLUGS[kind]}"
            face = card_face(s, kind, int(PRINTED[kind]), f"discard-{ALL_SLUGS[kind]}", pick)
            found.append(_changed(face, marked=pick in marked, count=int(s.discard[kind])))
    return found


def _pair(s: State, marked: Collection[str]) -> list[Card]:
    faces = [card_face(s, int(s.pair[i]), int(PRINTED[s.pair[i]]), f"pair-{i}", f"pair {i}") for i in range(2)]
    return [_changed(face, marked=face.pick in marked) for face in faces]


def _changed(card: Card, **values: object) -> Card:
    fields = {name: getattr(card, name) for name in card.__struct_fields__}
    return Card(**{**fields, **values})


# --- gardens and the hand ---


def _garden(s: State, viewer: Viewer, seat: int, marked: Collection[str]) -> Region:
    mine = viewer.is_me(seat)
    tiles = [bed_tile(s, viewer, seat, bed, f"bed p{seat} b{bed}" in marked) for bed in range(int(s.bed_count[seat]))]
    label = _("Your garden") if mine else _("{name}’s garden", name=viewer.names[seat])
    return Region(
        "garden" if mine else f"garden-{seat}",
        "tiles",
        label,
        cards=tuple(tiles),
        place="below" if mine else "seat",
        seat=seat,
    )


def _hand(s: State, viewer: Viewer, marked: Collection[str]) -> Region:
    hand = held(s, viewer.seat)
    cards = tuple(_hand_card(s, viewer, card, marked) for card in hand)
    return Region(
        "hand",
        "cards",
        _("Your hand"),
        cards=cards,
        place="below",
        seat=viewer.seat,
        note=words.cards(len(hand)),
        empty=_("Your hand is empty"),
        fan=True,
    )


def open_hand(s: State, seat: int) -> list[Held]:
    """List the cards of a hand that everybody may look at: in a replay, or when the match is over."""
    if any(card == NO_CARD for card, _value in hand_of(s, seat)):
        return []
    return [card._replace(thing=f"open-{seat}-{card.thing}") for card in held(s, seat)]


def _open_hand(s: State, viewer: Viewer, seat: int, hand: list[Held]) -> Region:
    return Region(
        f"hand-{seat}",
        "cards",
        _("{name}’s hand", name=viewer.names[seat]),
        cards=tuple(card_face(s, card.card, card.value, card.thing) for card in hand),
        place="below",
        seat=seat,
        note=words.cards(len(hand)),
        heading=True,
    )


def _hand_card(s: State, viewer: Viewer, card: Held, marked: Collection[str]) -> Card:
    pick = f"hand {card.place}"
    on_stall = viewer.is_me(int(s.current)) and bool(s.marked[card.place])
    face = card_face(s, card.card, card.value, card.thing, pick)
    return _changed(face, marked=pick in marked, dim=on_stall, badge=_("on your stall") if on_stall else "")


# --- a closer look ---


def things(s: State, viewer: Viewer) -> dict[str, Thing]:
    """Describe every card and bed that the viewer sees."""
    found = {market_thing(s, slot): _market_look(s, slot) for slot in range(SLOTS) if s.market[slot] != NO_CARD}
    for place, (card, value) in enumerate(sale_of(s)):
        found[f"sale-{place}-{ALL_SLUGS[card]}"] = card_thing(s, card, value)
    for seat in range(s.options.players):
        for bed in range(int(s.bed_count[seat])):
            found[bed_thing(seat, bed)] = bed_looks(s, viewer, seat, bed)
    if viewer.seat != SPECTATOR:
        found |= _own_looks(s, viewer)
    else:
        for seat in range(s.options.players):
            found |= {card.thing: card_thing(s, card.card, card.value) for card in open_hand(s, seat)}
    return found | _question_looks(s)


def _market_look(s: State, slot: int) -> Thing:
    card = int(s.market[slot])
    label = _("{card} in the market", card=words.CARDS[card])
    return card_thing(s, card, int(PRINTED[card]), label, buying=True)


def _own_looks(s: State, viewer: Viewer) -> dict[str, Thing]:
    found = {}
    for card in held(s, viewer.seat):
        look = card_thing(s, card.card, card.value, _("{card} in your hand", card=words.CARDS[card.card]))
        found[card.thing] = look
        if viewer.is_me(int(s.current)) and s.marked[card.place]:
            found[f"stall-{card.thing}"] = look
    return found


def _question_looks(s: State) -> dict[str, Thing]:
    found = {}
    if s.pending == Choice.LAND_ACQUISITION:
        for kind in range(len(s.discard)):
            if s.discard[kind]:
                found[f"discard-{ALL_SLUGS[kind]}"] = card_thing(s, kind, int(PRINTED[kind]))
    if s.pending == Choice.POLLINATOR_PARADISE and s.pair[0] != NO_CARD:
        for i in range(2):
            found[f"pair-{i}"] = card_thing(s, int(s.pair[i]), int(PRINTED[s.pair[i]]))
    return found
