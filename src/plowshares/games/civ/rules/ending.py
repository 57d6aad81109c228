"""Elimination, the end, scoring and ranks (§6)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.records import Floats
from plowshares.core.seats import NOBODY
from plowshares.games.civ.healths import total_hp
from plowshares.games.civ.pieces import count_armies, drop_all_units
from plowshares.games.civ.state import NOTHING_OWED, Result, State


@kernel
def count_fallen(s: State) -> int:
    """Count the eliminated players."""
    fallen = 0
    for seat in range(s.options.players):
        if s.players[seat].fallen > 0:
            fallen += 1
    return fallen


@kernel
def fall(s: State, seat: int, order: int) -> None:
    """Eliminate a player: left-over units and stores vanish."""
    p = s.players[seat]
    p.fallen = order
    drop_all_units(s, seat)
    p.food = 0
    p.production = 0
    p.trade = 0


@kernel
def has_nothing(s: State, seat: int) -> bool:
    """Ask whether a player still in play owns neither city nor unit."""
    p = s.players[seat]
    return p.fallen == 0 and p.city_count == 0 and p.unit_count == 0


@kernel
def fall_if_nothing_left(s: State, seat: int) -> None:
    """Eliminate a player of a match with `exiles` who owns nothing any more."""
    if has_nothing(s, seat):
        fall(s, seat, 1 + count_fallen(s))


@kernel
def fall_together(s: State, one: int, other: int) -> None:
    """Look at both sides of an exchange, with `exiles`; those who vanish together share the order."""
    order = 1 + count_fallen(s)
    if has_nothing(s, one):
        fall(s, one, order)
    if has_nothing(s, other):
        fall(s, other, order)


@kernel
def count_city_owners(s: State) -> int:
    """Count the players who own a city."""
    owners = 0
    for seat in range(s.options.players):
        if s.players[seat].city_count > 0:
            owners += 1
    return owners


@kernel
def end_if_conquered(s: State) -> None:
    """End the match as soon as one player alone owns cities (R43)."""
    if count_city_owners(s) == 1:
        s.result = Result.CONQUEST
        s.owed = NOTHING_OWED


@kernel
def end_by_cap(s: State) -> None:
    """End the match after the last round."""
    s.result = Result.CAP


@kernel
def score_of(s: State, seat: int) -> int:
    """Return a player's points (R45)."""
    p = s.players[seat]
    armies = count_armies(p)
    workers = int(p.unit_count) - armies
    cities = int(p.city_count)
    return (
        cities * int(s.options.score_city) + workers * int(s.options.score_worker) + armies * int(s.options.score_army)
    )


@kernel
def standing(s: State, seat: int) -> tuple[int, int, int, int, int, int]:
    """Return what players are ranked by, most important first; larger is better."""
    p = s.players[seat]
    # Later eliminations rank higher, and everybody in play above them all.
    survival = s.options.players if p.fallen == 0 else p.fallen - s.options.players
    victor = 1 if s.result == Result.CONQUEST and p.city_count > 0 else 0
    return int(survival), victor, score_of(s, seat), int(p.city_count), count_armies(p), total_hp(s, seat)


@kernel
def is_better(s: State, one: int, other: int) -> bool:
    """Ask whether one player is placed strictly better than another."""
    return standing(s, one) > standing(s, other)


@kernel
def rank_of(s: State, seat: int) -> int:
    """Return a player's rank: 1 + how many are placed strictly better."""
    rank = 1
    for other in range(s.options.players):
        if is_better(s, other, seat):
            rank += 1
    return rank


@kernel
def count_ties(s: State, seat: int) -> int:
    """Count the other players who share a player's rank."""
    ties = 0
    for other in range(s.options.players):
        if other != seat and not is_better(s, other, seat) and not is_better(s, seat, other):
            ties += 1
    return ties


@kernel
def scores(s: State, out: Floats) -> None:
    """Write each seat's points."""
    for seat in range(s.options.players):
        out[seat] = score_of(s, seat)


@kernel
def outcome(s: State, out: Floats) -> None:
    """Write utilities evenly spaced by rank from 1 to -1, ties sharing; all 0 while the match runs."""
    players = int(s.options.players)
    for seat in range(players):
        out[seat] = 0.0
        if s.result != Result.NONE:
            place = rank_of(s, seat) - 1 + 0.5 * count_ties(s, seat)
            out[seat] = 1.0 - 2.0 * place / (players - 1)


@kernel
def winner_of(s: State) -> int:
    """Return the only player of rank 1, or NOBODY if the first place is shared."""
    for seat in range(s.options.players):
        if rank_of(s, seat) == 1 and count_ties(s, seat) == 0:
            return seat
    return NOBODY
