"""Learners count players in turn order from themselves, as the observation does."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.layout import ActionLayout, LayoutBuilder
from plowshares.games.battle_farm.actions import space
from plowshares.games.battle_farm.cards import (
    ALL_KINDS,
    BED_COUNT,
    BEDS,
    CARD_CAP,
    CROPS,
    KINDS,
    PROFESSIONS,
    SEATS,
    SLOTS,
)
from plowshares.games.battle_farm.observation import CHOICES, PER_BED, PHASES, TABLE, general, per_seat, shape
from plowshares.games.battle_farm.options import Options, win_limit
from plowshares.games.battle_farm.state import MOST_BID, MOST_STOCK, MOST_TIMER, MOST_VALUE

__all__ = ["bounds", "key", "layout"]

PLAYER_KINDS = ("accept", "crop", "bed", "player")  # kinds of action whose first field is a player
Key = tuple[int, ...]
MOST_OF_ONE = 127  # cards of one kind: they are counted in bytes


def key(s: Any, seat: int) -> Key:
    """Return the seats in turn order from one's own."""
    order = [int(other) for other in s.order[: int(s.options.players)]]
    own = order.index(seat)
    return tuple(order[own:] + order[:own])


def layout(options: Options, order: Key) -> ActionLayout:
    """Return all actions as single ones; the first player of those that name one is oneself."""
    whole = space(options)
    builder = LayoutBuilder(whole, ())
    seats = [*order, *(seat for seat in range(SEATS) if seat not in order)]
    for kind in whole.kinds:
        if kind.name not in PLAYER_KINDS:
            builder.kind(kind.name)
            continue
        beds = range(BEDS) if len(kind.fields) > 1 else [None]
        for place, seat in enumerate(seats):
            for bed in beds:
                fields = (seat,) if bed is None else (seat, bed)
                words = f"{kind.name} {place}" if bed is None else f"{kind.name} {place} {bed}"
                builder.single(words, whole.encode(kind.name, *fields))
    return builder.build()


def bounds(options: Options) -> tuple[Any, Any]:
    """Return the least and the largest value of every entry."""
    whole = shape(options)
    kinds = ALL_KINDS if options.class_cards == "hand" else KINDS
    low, high = np.zeros(whole, np.float32), np.ones(whole, np.float32)
    write_table_bounds(options, high[PHASES + CHOICES : TABLE])
    write_card_bounds(high[TABLE + SLOTS * kinds : general(kinds)].reshape(-1, kinds))
    for seat in high[general(kinds) :].reshape(SEATS, per_seat(kinds)):
        write_seat_bounds(seat)
    return low, high


def write_table_bounds(options: Options, high: Any) -> None:
    """Write the largest values of the numbers of the table."""
    high[1] = CARD_CAP / 200.0  # the deck
    high[2] = win_limit(options) / 300.0
    high[7] = MOST_VALUE / 10.0  # points or cards left
    high[10] = CARD_CAP / 10.0  # cards put aside


def write_card_bounds(high: Any) -> None:
    """Write the largest values of discard pile, sale, known deck, drawn pair, and of the own hand with its values."""
    high[0] = MOST_OF_ONE / 8.0
    high[1] = MOST_OF_ONE / 2.0
    high[2] = MOST_OF_ONE / 2.0
    high[3] = 1.5  # both cards of a pair: 0.5 and 1
    high[4] = MOST_OF_ONE / 4.0
    high[5] = MOST_OF_ONE * (MOST_VALUE / 20.0)


def write_seat_bounds(high: Any) -> None:
    """Write the largest values of one player's entries."""
    high[1] = MOST_STOCK / 100.0
    high[2] = MOST_STOCK / 20.0
    high[3] = CARD_CAP / 10.0
    high[5:7] = MOST_STOCK / 10.0  # apples and melons harvested
    high[8] = MOST_BID / 20.0
    beds = high[10 + PROFESSIONS :][: BEDS * PER_BED].reshape(BEDS, PER_BED)
    beds[:, BED_COUNT + CROPS] = MOST_VALUE / 20.0
    beds[:, BED_COUNT + CROPS + 1] = MOST_TIMER / 5.0
    high[10 + PROFESSIONS + BEDS * PER_BED :] = MOST_OF_ONE / 4.0  # cards that are known to be in the hand
