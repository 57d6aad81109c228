"""Making views: everything the fog covers is blanked, down to the list of what others were told (§7)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ.pieces import FLAGS, GONE, tidy, tile_of
from plowshares.games.civ.sight import clear, has, is_set, look
from plowshares.games.civ.state import NEWS, NOTHING_OWED, Result, State, Terrain


@kernel
def blank_for(s: State, seat: int) -> None:
    """Turn this copy of a State into what the seat may know; after the end that is everything."""
    if s.result != Result.NONE:
        return
    if seat != SPECTATOR:
        look(s, seat, s.sight)
    cover_tiles(s, seat)
    for other in range(s.options.players):
        if other != seat:
            cover_units(s, other)
            cover_cities(s, other)
            forget(s, other)
            if not s.options.open_stats:
                cover_stats(s, other)
    if seat != s.current:
        s.moving = False
        s.owed = NOTHING_OWED
    s.rng.key = np.uint64(0)
    s.rng.stream = 0
    s.rng.count = 0
    clear(s.sight)


@kernel
def cover_tiles(s: State, seat: int) -> None:
    """Blank the tiles out of sight; terrain stays where it is remembered."""
    size = int(s.options.size)
    for y in range(size):
        seen = s.sight[y]
        known = seen if seat == SPECTATOR else seen | s.players[seat].remembered[y]
        for x in range(size):
            if not has(seen, x):
                s.city[y * size + x] = NOBODY
                s.holder[y * size + x] = NOBODY
                if not has(known, x):
                    s.terrain[y * size + x] = Terrain.UNKNOWN


@kernel
def cover_units(s: State, other: int) -> None:
    """Take another player's hidden units out of the list, and the flags off the visible ones."""
    p = s.players[other]
    for i in range(p.unit_count):
        p.units[i] = p.units[i] & ~FLAGS if is_set(s, s.sight, tile_of(p.units[i])) else GONE
    tidy(p)


@kernel
def cover_cities(s: State, other: int) -> None:
    """Take another player's hidden cities out of the list."""
    p = s.players[other]
    kept = 0
    for i in range(p.city_count):
        tile = p.cities[i]
        p.cities[i] = 0
        if is_set(s, s.sight, tile):
            p.cities[kept] = tile
            kept += 1
    p.city_count = kept


@kernel
def cover_stats(s: State, other: int) -> None:
    """Blank stores and researches, which are secret without `open_stats` (R41)."""
    p = s.players[other]
    p.food = 0
    p.production = 0
    p.trade = 0
    p.offence = 0
    p.defence = 0


@kernel
def forget(s: State, other: int) -> None:
    """Blank what another player was told and remembers."""
    p = s.players[other]
    p.remembered[:] = 0
    p.told = 0
    for i in range(NEWS):
        page = p.news[i]
        page.kind = 0
        page.tile = 0
        page.actor = 0
        page.other = 0
        page.armies = 0
        page.armies_lost = 0
        page.workers_lost = 0
        page.other_armies = 0
        page.other_armies_lost = 0
        page.other_workers_lost = 0
