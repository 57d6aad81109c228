"""Exact hit points (§5.5, `exact`): fractions of a hundredth, in a table of all healths on the board.

A unit is one number (`pieces.py`) without room for a fraction. With `damage_rounding=exact` its wound is therefore a
rank: 0 is a new army, and rank r > 0 stands for `tops[r - 1] / bottoms[r - 1]` hundredths of a hit point. The table is
in descending order, so a unit with more hit points is still a smaller number and lists keep their order. When a health
enters or leaves the table, all units behind it move by one rank. Without the option the table has no entries.

Fractions are in lowest terms. The table has one entry more than there can be armies, and none that no army has, once
an action is over: equal positions are equal States, and a view tells nothing about armies that it does not show.
"""

from __future__ import annotations

import math

from plowshares.core.jit import kernel
from plowshares.games.civ.pieces import (
    ARMY,
    FULL,
    GONE,
    TILE_SHIFT,
    WOUND_MASK,
    WOUND_SHIFT,
    is_army,
    new_army,
    wound_of,
)
from plowshares.games.civ.state import Player, State

MOST_BOTTOM = 1 << 49
"""The largest denominator, so that FULL times it is a 64-bit number. A loss that needs a larger one is rounded up."""


@kernel
def is_exact(s: State) -> bool:
    """Ask whether hit points are exact: by the size of the table, which the compiler knows."""
    return len(s.bottoms) > 0


@kernel
def top_of(s: State, rank: int) -> int:
    """Return the numerator of a rank's hundredths."""
    return FULL if rank == 0 else s.tops[rank - 1]


@kernel
def bottom_of(s: State, rank: int) -> int:
    """Return the denominator of a rank's hundredths."""
    return 1 if rank == 0 else s.bottoms[rank - 1]


@kernel
def hp_of(s: State, unit: int) -> int:
    """Return the hit points of an army in hundredths; exact ones are rounded up."""
    wound = wound_of(unit)
    if is_exact(s):
        return -(-top_of(s, wound) // bottom_of(s, wound))
    return FULL - wound


@kernel
def total_hp(s: State, seat: int) -> int:
    """Add up the hit points of a player's armies, in hundredths."""
    p = s.players[seat]
    total = 0
    for i in range(p.unit_count):
        if is_army(p.units[i]):
            total += hp_of(s, p.units[i])
    return total


@kernel
def army_with(s: State, tile: int, top: int, bottom: int) -> int:
    """Return an unmoved army with top / bottom hundredths, in lowest terms: whole ones unless hit points are exact."""
    if not is_exact(s):
        return new_army(tile, top // bottom)
    return (tile << TILE_SHIFT) | ARMY | (rank_for(s, top, bottom) << WOUND_SHIFT)


@kernel
def is_less(top: int, bottom: int, other_top: int, other_bottom: int) -> bool:
    """Ask whether top / bottom is less, all being positive; by continued fractions, since products may not fit."""
    flipped = False
    while True:
        whole = top // bottom
        other_whole = other_top // other_bottom
        if whole != other_whole:
            return (whole < other_whole) != flipped
        rest = top - whole * bottom
        other_rest = other_top - other_whole * other_bottom
        if rest == 0 or other_rest == 0:
            return rest != other_rest and (rest == 0) != flipped
        top, bottom, other_top, other_bottom = bottom, rest, other_bottom, other_rest
        flipped = not flipped


@kernel
def rank_for(s: State, top: int, bottom: int) -> int:
    """Return the rank of a health in lowest terms; one that no army has yet enters the table."""
    if top == FULL * bottom:
        return 0
    if s.bottoms[len(s.bottoms) - 1] != 0:
        forget_unused(s)
    place = 0
    while s.bottoms[place] != 0 and is_less(top, bottom, s.tops[place], s.bottoms[place]):
        place += 1
    if s.tops[place] != top or s.bottoms[place] != bottom:
        insert(s, place, top, bottom)
    return place + 1


@kernel
def insert(s: State, place: int, top: int, bottom: int) -> None:
    """Put a health into the table; its last entry is free."""
    last = place
    while s.bottoms[last] != 0:
        last += 1
    for i in range(last, place, -1):
        s.tops[i] = s.tops[i - 1]
        s.bottoms[i] = s.bottoms[i - 1]
    s.tops[place] = top
    s.bottoms[place] = bottom
    shift_ranks(s, place + 1, 1)


@kernel
def remove(s: State, place: int) -> None:
    """Take a health that no army has out of the table."""
    i = place
    while i + 1 < len(s.bottoms) and s.bottoms[i] != 0:
        s.tops[i] = s.tops[i + 1]
        s.bottoms[i] = s.bottoms[i + 1]
        i += 1
    s.tops[i] = 0
    s.bottoms[i] = 0
    shift_ranks(s, place + 1, -1)


@kernel
def shift_ranks(s: State, least: int, by: int) -> None:
    """Move every army of this rank or a higher one by one rank up or down."""
    for seat in range(s.options.players):
        p = s.players[seat]
        for i in range(p.unit_count):
            if has_rank(p, i) and wound_of(p.units[i]) >= least:
                p.units[i] += by << WOUND_SHIFT


@kernel
def has_rank(p: Player, i: int) -> bool:
    """Ask whether there is an army at a place of a list, and not one that has just died."""
    return p.units[i] != GONE and is_army(p.units[i])


@kernel
def forget_unused(s: State) -> None:
    """Take every health that no army has out of the table."""
    for seat in range(s.options.players):
        p = s.players[seat]
        for i in range(p.unit_count):
            if has_rank(p, i) and wound_of(p.units[i]) > 0:
                place = wound_of(p.units[i]) - 1
                s.bottoms[place] = -abs(s.bottoms[place])  # the mark of those in use
    count = 0
    while count < len(s.bottoms) and s.bottoms[count] != 0:
        count += 1
    for place in range(count - 1, -1, -1):
        if s.bottoms[place] < 0:
            s.bottoms[place] = -s.bottoms[place]
        else:
            remove(s, place)


@kernel
def hurt(s: State, seat: int, i: int, strength: int, against: int) -> None:
    """Take strength / against hundredths off the army at a place of a seat's list; at 0 it is GONE."""
    p = s.players[seat]
    rank = wound_of(p.units[i])
    top = top_of(s, rank)
    bottom = bottom_of(s, rank)
    if not is_less(strength, against, top, bottom):
        p.units[i] = GONE
        return
    common = math.gcd(strength, against)
    strength //= common
    against //= common
    shared = math.gcd(bottom, against)
    if bottom // shared > MOST_BOTTOM // against:
        strength, against, shared = -(-strength // against), 1, 1
    left = top * (against // shared) - strength * (bottom // shared)
    if left <= 0:
        p.units[i] = GONE
        return
    whole = bottom // shared * against
    common = math.gcd(left, whole)
    rank = rank_for(s, left // common, whole // common)
    p.units[i] = (p.units[i] & ~(WOUND_MASK << WOUND_SHIFT)) | (rank << WOUND_SHIFT)
