"""Cards and beds as the page shows them: cards with corner figures and texts, beds as small pictures."""

from __future__ import annotations

import functools
from typing import NamedTuple

from plowshares.core.art import use
from plowshares.core.i18n import Text, _
from plowshares.core.scene import Card, Fact, Thing, Tone, Viewer
from plowshares.core.svg import tag
from plowshares.games.battle_farm.cards import (
    ALL_SLUGS,
    BED_SLUGS,
    COLOR,
    GRADE,
    NO_CARD,
    PRICE,
    PRINTED,
    Bed,
)
from plowshares.games.battle_farm.cards import TIMER as RIPENING
from plowshares.games.battle_farm.notation.words import hand_of
from plowshares.games.battle_farm.scene import effects, words
from plowshares.games.battle_farm.state import State

BED_WIDTH, BED_HEIGHT = 120, 96
MANY = 5  # players from whom on there is little room for an opponent's bed
_GROWTH = {1: "grow-ripe", 2: "grow-3", 3: "grow-2"}


class Held(NamedTuple):
    """A card of a hand: where it is, what it is, and the id that stays the same while it is held."""

    place: int
    card: int
    value: int
    thing: str


def held(s: State, seat: int) -> list[Held]:
    """List the cards of a hand; equal cards are told apart by counting them."""
    met: dict[tuple[int, int], int] = {}
    found = []
    for place, (card, value) in enumerate(hand_of(s, seat)):
        number = met[card, value] = met.get((card, value), -1) + 1
        found.append(Held(place, card, value, f"hand-{ALL_SLUGS[card]}-{value}-{number}"))
    return found


def market_thing(s: State, slot: int) -> str:
    """Return the id of the card in a market slot."""
    return f"market-{slot}-{ALL_SLUGS[s.market[slot]]}"


def bed_thing(seat: int, bed: int) -> str:
    """Return the id of a bed."""
    return f"bed-{seat}-{bed}"


def corner(card: int, value: int) -> Fact:
    """Return the figure in a card's left corner: what a crop pays, or what an action card costs."""
    printed = int(PRINTED[card])
    if words.is_crop(card):
        tone: Tone | None = "good" if value > printed else "bad" if value < printed else None
        return Fact(words.COIN, value, _("worth {coins}", coins=words.coins(value)), tone)
    return Fact(
        words.SACK, value, _("costs {fertilizers}", fertilizers=words.sacks(value)), "bad" if value > printed else None
    )


def hourglass(turns: int) -> Fact:
    """Return the figure that says when a crop is ripe."""
    return Fact(words.TIMER, turns, _("ripe in {turns}", turns=words.turns(turns)), "good" if turns == 1 else None)


def card_face(s: State, card: int, value: int, thing: str, pick: str = "") -> Card:
    """Return a card as it is printed, with the value it has now."""
    crop = words.is_crop(card)
    grade = int(GRADE[card])
    return Card(
        thing,
        words.CARDS[card],
        art=words.art_of(card),
        tint=words.TINTS[int(COLOR[card])],
        text=effects.effect(s, card),
        left=corner(card, value),
        right=Fact(words.TIMER, int(RIPENING[card]), _("ripe in {turns}", turns=words.turns(int(RIPENING[card]))))
        if crop
        else None,
        gems=grade,
        rim=words.RIMS.get(grade, ""),
        pick=pick,
    )


def card_thing(s: State, card: int, value: int, label: Text | None = None, buying: bool = False) -> Thing:
    """Return what a look at a card says."""
    crop = words.is_crop(card)
    facts = [corner(card, value)]
    if crop:
        facts.append(hourglass(int(RIPENING[card])))
    if buying:
        facts.append(Fact("i-trade", int(PRICE[card]), _("costs {coins}", coins=words.coins(PRICE[card]))))
    about = effects.details(s, card)
    effect = effects.effect(s, card)
    text = _("{effect}. {details}", effect=effect, details=about) if about else _("{effect}.", effect=effect)
    return Thing(label or words.CARDS[card], text, tuple(facts), art=words.art_of(card))


@functools.lru_cache(maxsize=4096)
def bed_picture(kind: int, card: int, timer: int, small: bool = False) -> str:
    """Draw a bed with what grows in it, as a picture of its own."""
    view = f"0 0 {BED_WIDTH} {BED_HEIGHT}"
    shapes = bed_shapes(kind, card, timer, small)
    return tag("svg", *shapes, xmlns="http://www.w3.org/2000/svg", viewBox=view, aria_hidden="true")


def bed_shapes(kind: int, card: int, timer: int, small: bool = False) -> list[str]:
    """Draw a bed with what grows in it: a plant by its stage, and what it will be; in a `small` one only that."""
    inside = [use(f"bed-{BED_SLUGS[kind]}", 0, 0, BED_WIDTH, BED_HEIGHT)]
    if card != NO_CARD:
        inside += _plant(card, timer, small)
    if card != NO_CARD and kind == Bed.GREENHOUSE:
        inside.append(tag("path", d="M14 78L34 14h12L26 78z", fill="#fff", opacity=0.28))
    return inside


def _plant(card: int, timer: int, small: bool) -> list[str]:
    fruit = words.art_of(card)
    if timer == 1:
        return [use("grow-ripe", 8, -8, 104), use(fruit, 25, 12, 70)]
    if small:
        return [use(fruit, 25, 12, 70)]
    return [
        use(_GROWTH.get(timer, "grow-1"), 20, 2, 80),
        tag("circle", cx=94, cy=70, r=24, fill="#fffaf0", stroke="#3a2a20", stroke_width=1.5),
        use(fruit, 75, 51, 38),
    ]


def bed_tile(s: State, viewer: Viewer, seat: int, bed: int, marked: bool) -> Card:
    """Return a bed as a tile; those of many opponents are small."""
    kind, card = int(s.bed[seat, bed]), int(s.crop[seat, bed])
    timer = int(s.crop_timer[seat, bed])
    growing = card != NO_CARD
    return Card(
        bed_thing(seat, bed),
        bed_label(s, viewer, seat, bed),
        picture=bed_picture(kind, card, timer, small=int(s.options.players) >= MANY and not viewer.is_me(seat)),
        left=Fact(
            words.COIN, int(s.crop_value[seat, bed]), _("worth {coins}", coins=words.coins(s.crop_value[seat, bed]))
        )
        if growing
        else None,
        right=hourglass(timer) if growing else None,
        pick=f"bed p{seat} b{bed}",
        marked=marked,
        colour=seat,
    )


def bed_label(s: State, viewer: Viewer, seat: int, bed: int) -> Text:
    """Name a bed and what grows in it."""
    bed_name, card = words.BEDS[int(s.bed[seat, bed])], int(s.crop[seat, bed])
    if viewer.is_me(seat):
        if card == NO_CARD:
            return _("Your {bed}, empty", bed=bed_name)
        return _("Your {bed} with {crop}", bed=bed_name, crop=words.CARDS[card])
    name = viewer.names[seat]
    if card == NO_CARD:
        return _("{name}’s {bed}, empty", name=name, bed=bed_name)
    return _("{name}’s {bed} with {crop}", name=name, bed=bed_name, crop=words.CARDS[card])


def bed_looks(s: State, viewer: Viewer, seat: int, bed: int) -> Thing:
    """Return what a look at a bed says."""
    kind, card = int(s.bed[seat, bed]), int(s.crop[seat, bed])
    about = effects.bed_effect(s, kind)
    label, colour, pick = bed_label(s, viewer, seat, bed), seat, f"bed p{seat} b{bed}"
    if card == NO_CARD:
        return Thing(label, about, art=f"bed-{BED_SLUGS[kind]}", colour=colour, pick=pick)
    value, timer = int(s.crop_value[seat, bed]), int(s.crop_timer[seat, bed])
    text = _("{effect}. Ripe in {turns}. {bed}", effect=effects.effect(s, card), turns=words.turns(timer), bed=about)
    facts = (Fact(words.COIN, value, _("worth {coins}", coins=words.coins(value))), hourglass(timer))
    return Thing(label, text, facts, art=words.art_of(card), colour=colour, pick=pick)
