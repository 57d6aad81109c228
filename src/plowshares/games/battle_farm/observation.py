"""Numbers for a learner, from the seat's own view: the seat first, then the others in turn order after it."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.battle_farm.cards import (
    ALL_KINDS,
    BED_COUNT,
    BEDS,
    CROPS,
    KINDS,
    NO_CARD,
    PROFESSIONS,
    SEATS,
    SLOTS,
)
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.rules.ending import place_of
from plowshares.games.battle_farm.rules.hands import hand_start
from plowshares.games.battle_farm.rules.table import beds, hand_size, players
from plowshares.games.battle_farm.state import DECK, Choice, Phase, State

__all__ = ["dtype", "encode", "shape"]

PHASES = len(Phase)
CHOICES = len(Choice)
SCALARS = 12
PER_BED = BED_COUNT + CROPS + 2  # type, crop, value, timer
TABLE = PHASES + CHOICES + SCALARS


@kernel
def per_seat(kinds: int) -> int:
    """Return how many entries a player has: stocks and flags, class, garden, cards known in hand."""
    return 10 + PROFESSIONS + BEDS * PER_BED + kinds


@kernel
def general(kinds: int) -> int:
    """Return how many entries the table has: with market, discard pile, sale, known in the deck, drawn pair, own hand.

    Of the own hand there is how many of each kind, and their value above print.
    """
    return TABLE + (SLOTS + 4 + 2) * kinds


def shape(options: Options) -> tuple[int, ...]:
    """Return the shape of the observation; it is the same for every number of players."""
    kinds = ALL_KINDS if options.class_cards == "hand" else KINDS
    return (general(kinds) + SEATS * per_seat(kinds),)


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.float32)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write every entry of `out` from the seat's view."""
    kinds = len(s.discard)
    for i in range(general(kinds) + SEATS * per_seat(kinds)):
        out[i] = 0.0
    encode_table(s, seat, out)
    encode_cards(s, seat, out)
    encode_hand(s, seat, out)
    for i in range(players(s)):
        p = int(s.order[(place_of(s, seat) + i) % players(s)])
        encode_seat(s, seat, p, out, general(kinds) + i * per_seat(kinds))


@kernel
def encode_table(s: State, seat: int, out: Any) -> None:
    """Write phase, pending choice and the numbers of the table."""
    out[s.phase] = 1.0
    out[PHASES + s.pending] = 1.0
    at = PHASES + CHOICES
    out[at] = s.round / s.options.max_rounds
    out[at + 1] = s.deck_count / 200.0
    out[at + 2] = s.win_limit / 300.0
    out[at + 3] = s.allowance / 4.0
    out[at + 4] = 1.0 if s.current == seat else 0.0
    out[at + 5] = 1.0 if s.chooser == seat else 0.0
    out[at + 6] = 1.0 if s.final else 0.0
    out[at + 7] = s.number / 10.0
    out[at + 8] = s.queue_count / 5.0
    out[at + 9] = s.proposals / 3.0
    out[at + 10] = s.marks / 10.0
    out[at + 11] = players(s) / SEATS


@kernel
def encode_cards(s: State, seat: int, out: Any) -> None:
    """Write market, discard pile, cards on sale, cards known to be in the deck, and an own drawn pair."""
    kinds = len(s.discard)
    for slot in range(SLOTS):
        if s.market[slot] != NO_CARD:
            out[TABLE + slot * kinds + int(s.market[slot])] = 1.0
    at = TABLE + SLOTS * kinds
    for kind in range(len(s.discard)):
        out[at + kind] = s.discard[kind] / 8.0
        out[at + 2 * kinds + kind] = s.seen[seat + 1, DECK, kind] / 2.0
    for i in range(int(s.sale_count)):
        out[at + kinds + int(s.sale_card[i])] += 0.5
    for i in range(2):
        if s.pair[i] != NO_CARD:
            out[at + 3 * kinds + int(s.pair[i])] += 0.5 + 0.5 * i


@kernel
def encode_hand(s: State, seat: int, out: Any) -> None:
    """Write how many cards of each kind the seat holds, and their values."""
    kinds = len(s.discard)
    at = TABLE + SLOTS * kinds + 4 * kinds
    start = hand_start(s, seat)
    for i in range(start, start + hand_size(s, seat)):
        if s.hand_card[i] != NO_CARD:
            out[at + int(s.hand_card[i])] += 0.25
            out[at + kinds + int(s.hand_card[i])] += s.hand_value[i] / 20.0


@kernel
def encode_seat(s: State, seat: int, p: int, out: Any, at: int) -> None:
    """Write what the seat sees of one player."""
    out[at] = 1.0
    out[at + 1] = s.coins[p] / 100.0
    out[at + 2] = s.fertilizers[p] / 20.0
    out[at + 3] = s.hand_count[p] / 10.0
    out[at + 4] = 1.0 if s.used[p] else 0.0
    out[at + 5] = s.apples[p] / 10.0
    out[at + 6] = s.melons[p] / 10.0
    out[at + 7] = 1.0 if s.has_bid[p] else 0.0
    out[at + 8] = s.bid[p] / 20.0
    out[at + 9] = 1.0 if s.current == p else 0.0
    out[at + 10 + int(s.profession[p])] = 1.0
    for bed in range(beds(s, p)):
        encode_bed(s, p, bed, out, at + 10 + PROFESSIONS + bed * PER_BED)
    for kind in range(len(s.discard)):
        out[at + 10 + PROFESSIONS + BEDS * PER_BED + kind] = s.seen[seat + 1, p, kind] / 4.0


@kernel
def encode_bed(s: State, p: int, bed: int, out: Any, at: int) -> None:
    """Write one bed and its crop."""
    out[at + int(s.bed[p, bed])] = 1.0
    if s.crop[p, bed] != NO_CARD:
        out[at + BED_COUNT + int(s.crop[p, bed])] = 1.0
        out[at + BED_COUNT + CROPS] = s.crop_value[p, bed] / 20.0
        out[at + BED_COUNT + CROPS + 1] = s.crop_timer[p, bed] / 5.0
