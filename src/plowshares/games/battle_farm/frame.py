"""Learners count players in turn order from themselves, as the observation does."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.layout import ActionLayout, LayoutBuilder
from plowshares.games.battle_farm.actions import space
from plowshares.games.battle_farm.cards import BEDS, SEATS
from plowshares.games.battle_farm.observation import shape
from plowshares.games.battle_farm.options import Options

__all__ = ["bounds", "key", "layout"]

PLAYER_KINDS = ("accept", "crop", "bed", "player")  # kinds of action whose first field is a player
Key = tuple[int, ...]


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
    """Return the least and the largest value of every entry; stocks have no bound of their own."""
    whole = shape(options)
    return np.full(whole, -np.inf, np.float32), np.full(whole, np.inf, np.float32)
