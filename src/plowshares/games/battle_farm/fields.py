"""The view with names: gardens, market, sale, one's own hand."""

from __future__ import annotations

from typing import Any

import msgspec

from plowshares.core.fields import ViewFields
from plowshares.core.seats import NOBODY, SPECTATOR, seats_of
from plowshares.games.battle_farm import rules
from plowshares.games.battle_farm.cards import ALL_SLUGS, BED_SLUGS, CLASS_SLUGS, NO_CARD, PRICE, SLOTS
from plowshares.games.battle_farm.notation import describe_result
from plowshares.games.battle_farm.notation.words import CHOICES, PHASES, hand_of, sale_of
from plowshares.games.battle_farm.state import Choice, Phase


class Crop(msgspec.Struct, frozen=True):
    """What grows in a bed: the card, what it is worth, and turns until it is ripe."""

    card: str
    value: int
    timer: int


class Bed(msgspec.Struct, frozen=True):
    """A bed of a garden."""

    cell: str
    seat: int
    type: str
    crop: Crop | None = None


class Card(msgspec.Struct, frozen=True):
    """A card with its value."""

    card: str
    value: int


class Offer(msgspec.Struct, frozen=True):
    """A card of the market, by its slot (`m0` …)."""

    slot: str
    card: str
    price: int


class Player(msgspec.Struct, frozen=True):
    """What is known of a player; `hand` is None for hands that the viewer cannot see."""

    profession: str
    ability_used: bool
    coins: int
    fertilizers: int
    cards: int
    hand: list[Card | None] | None = None


class View(ViewFields, frozen=True, kw_only=True):
    """What a seat knows of a match of Battle Farm. Beds are written `p0 b0`: player, bed."""

    phase: str
    round: int
    turn: int  # the current player
    final: bool  # the last turns have begun
    win_limit: int
    deck: int  # cards left
    allowance: int  # fertilizers that may still be used this turn
    board: dict[str, Bed]
    players: list[Player]
    market: list[Offer]
    sale: list[Card]
    bids: list[int | None]  # by seat; None where nothing was bid, or the viewer may not know it
    has_bid: list[bool]
    question: str | None = None  # the choice that a card asks for, and of whom
    chooser: int | None = None
    reason: str | None = None


def fields(s: Any, seat: int) -> View:
    """Return a seat's view as named fields."""
    players = range(int(s.options.players))
    is_over = bool(rules.is_over(s))
    return View(
        viewer=None if seat == SPECTATOR else seat,
        to_act=seats_of(rules.to_act(s)),
        over=is_over,
        phase=PHASES[int(s.phase)],
        round=int(s.round),
        turn=int(s.current),
        final=bool(s.final),
        win_limit=int(s.win_limit),
        deck=int(s.deck_count),
        allowance=int(s.allowance),
        board={bed.cell: bed for each in players for bed in _beds(s, each)},
        players=[_player(s, seat, each, is_over) for each in players],
        market=[_offer(slot, int(s.market[slot])) for slot in range(SLOTS) if s.market[slot] != NO_CARD],
        sale=[Card(ALL_SLUGS[card], value) for card, value in sale_of(s)],
        bids=[int(s.bid[each]) if _is_open_bid(s, seat, each) else None for each in players],
        has_bid=[bool(s.has_bid[each]) for each in players],
        question=CHOICES[int(s.pending)] if s.pending != Choice.NONE else None,
        chooser=int(s.chooser) if s.pending != Choice.NONE and s.chooser != NOBODY else None,
        reason=describe_result(s)[0] if is_over else None,
    )


def _is_open_bid(s: Any, seat: int, other: int) -> bool:
    return bool(s.has_bid[other]) and (other == seat or s.phase == Phase.DEAL)


def _offer(slot: int, card: int) -> Offer:
    return Offer(f"m{slot}", ALL_SLUGS[card], int(PRICE[card]))


def _beds(s: Any, seat: int) -> list[Bed]:
    return [
        Bed(f"p{seat} b{bed}", seat, BED_SLUGS[int(s.bed[seat, bed])], _crop(s, seat, bed))
        for bed in range(int(s.bed_count[seat]))
    ]


def _crop(s: Any, seat: int, bed: int) -> Crop | None:
    card = int(s.crop[seat, bed])
    if card == NO_CARD:
        return None
    return Crop(ALL_SLUGS[card], int(s.crop_value[seat, bed]), int(s.crop_timer[seat, bed]))


def _player(s: Any, seat: int, other: int, is_over: bool) -> Player:
    hand = [None if card == NO_CARD else Card(ALL_SLUGS[card], value) for card, value in hand_of(s, other)]
    return Player(
        CLASS_SLUGS[int(s.profession[other])],
        bool(s.used[other]),
        int(s.coins[other]),
        int(s.fertilizers[other]),
        int(s.hand_count[other]),
        hand if other == seat or is_over else None,
    )
