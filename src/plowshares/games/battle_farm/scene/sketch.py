"""The table for terminals: market, gardens and hand as lists, with what a command calls each of them."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator

from plowshares.core.i18n import Text, _, render
from plowshares.core.plain_text import plain
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm.cards import CARD_SLUGS, KINDS, NO_CARD, PRICE, PRINTED, SLOTS
from plowshares.games.battle_farm.cards import TIMER as RIPENING
from plowshares.games.battle_farm.notation.words import hand_of, sale_of
from plowshares.games.battle_farm.scene import effects, words
from plowshares.games.battle_farm.state import Choice, Phase, State

WIDTH = 80


def sketch(s: State, viewer: Viewer, marked: Collection[str]) -> str:
    """Draw what lies on the table; marked things have a star before them."""
    lines = [*_market(s, marked), *_sale(s, viewer), *_question(s, marked), *_gardens(s, viewer, marked)]
    if viewer.seat != SPECTATOR:
        lines += _hand(s, viewer.seat, marked)
    return "\n".join(row for line in lines for row in textwrap.wrap(line, WIDTH, subsequent_indent="      "))


def _star(pick: str, marked: Collection[str]) -> str:
    return "*" if pick in marked else " "


def _card(s: State, card: int, value: int) -> Text:
    """Return a card with what it is worth or costs, and what it does."""
    name, effect = words.CARDS[card], plain(effects.effect(s, card))
    if words.is_crop(card):
        ripe = words.turns(int(RIPENING[card]))
        return _("{name}, worth {n}, ripe in {turns}. {effect}", name=name, n=value, turns=ripe, effect=effect)
    return _("{name}, costs {sacks}. {effect}", name=name, sacks=words.sacks(value), effect=effect)


def _market(s: State, marked: Collection[str]) -> Iterator[str]:
    yield render(_("Market"))
    for slot in range(SLOTS):
        card = int(s.market[slot])
        what: str = _("empty")
        if card != NO_CARD:
            what = _("{coins}: {card}", coins=words.coins(int(PRICE[card])), card=_card(s, card, int(PRINTED[card])))
        yield f"{_star(f'market {slot}', marked)}m{slot} {render(what)}"


def _sale(s: State, viewer: Viewer) -> Iterator[str]:
    if s.sale_count == 0:
        return
    cards = ", ".join(render(words.CARDS[card]) for card, _value in sale_of(s))
    seller = int(s.current)
    mine = viewer.is_me(seller)
    yield render(
        _("You sell: {cards}", cards=cards)
        if mine
        else _("{name} sells: {cards}", name=viewer.names[seller], cards=cards)
    )
    for seat in range(s.options.players):
        if s.has_bid[seat]:
            yield f"  {render(_bid(s, viewer, seat))}"


def _bid(s: State, viewer: Viewer, seat: int) -> Text:
    coins = words.coins(int(s.bid[seat]))
    if viewer.is_me(seat):
        return _("You bid {coins}", coins=coins)
    if s.phase == Phase.DEAL:
        return _("{name} bids {coins}", name=viewer.names[seat], coins=coins)
    return _("{name} has bid", name=viewer.names[seat])


def _question(s: State, marked: Collection[str]) -> Iterator[str]:
    """Show the cards that a question is about."""
    if s.pending == Choice.LAND_ACQUISITION:
        kinds = [kind for kind in range(KINDS) if s.discard[kind]]
        named = ", ".join(f"{render(words.CARDS[kind])} ({CARD_SLUGS[kind]})" for kind in kinds)
        yield render(_("Discard pile: {cards}", cards=named))
    elif s.pending == Choice.POLLINATOR_PARADISE and s.pair[0] != NO_CARD:
        drawn = ", ".join(f"{i} {render(words.CARDS[int(s.pair[i])])}" for i in range(2))
        yield render(_("You drew: {cards}", cards=drawn))


def _gardens(s: State, viewer: Viewer, marked: Collection[str]) -> Iterator[str]:
    """List everybody's beds in the order of the turns."""
    for place in range(s.options.players):
        seat = int(s.order[place])
        mine = viewer.is_me(seat)
        yield render(_("Your garden") if mine else _("{name}’s garden", name=viewer.names[seat]))
        beds = [
            f"{_star(f'bed p{seat} b{bed}', marked)}b{bed} {_bed(s, seat, bed)}" for bed in range(s.bed_count[seat])
        ]
        yield " " + "; ".join(beds)


def _bed(s: State, seat: int, bed: int) -> str:
    kind, card = words.BEDS[int(s.bed[seat, bed])], int(s.crop[seat, bed])
    if card == NO_CARD:
        return render(_("{bed}, empty", bed=kind))
    value, turns = int(s.crop_value[seat, bed]), words.turns(int(s.crop_timer[seat, bed]))
    return render(
        _("{bed} with {crop}, worth {n}, ripe in {turns}", bed=kind, crop=words.CARDS[card], n=value, turns=turns)
    )


def _hand(s: State, seat: int, marked: Collection[str]) -> Iterator[str]:
    yield render(_("Your hand"))
    for place, (card, value) in enumerate(hand_of(s, seat)):
        aside = f" {render(_('(set aside for the sale)'))}" if seat == s.current and s.marked[place] else ""
        yield f"{_star(f'hand {place}', marked)}h{place} {render(_card(s, card, value))}{aside}"
