"""Making views: everything the fog covers is blanked, down to the list of what others were told (§7)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ.healths import forget_unused, is_exact
from plowshares.games.civ.pieces import FLAGS, GONE, tidy, tile_of
from plowshares.games.civ.sight import WHOLE, clear, has, is_set, look
from plowshares.games.civ.state import NEWS, NOTHING_OWED, Result, State, Terrain


@kernel
def blank_for(s: State, seat: int) -> None:
    """Turn this copy of a State into what the seat may know; after the end that is everything."""
    if s.result != Result.NONE:
        return
    if seat != SPECTATOR:
        look(s, seat, s.sight)
    cover_terrain(s, seat)
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
    if is_exact(s):
        forget_unused(s)


@kernel
def cover_terrain(s: State, seat: int) -> None:
    """Blank the terrain out of sight; it stays where it is remembered."""
    size = int(s.options.size)
    for y in range(size):
        known = s.sight[y] if seat == SPECTATOR else s.sight[y] | s.players[seat].remembered[y]
        if known == WHOLE[size]:
            continue
        row = s.terrain[y * size : (y + 1) * size]
        for x in range(size):  # to write every tile takes less time than to choose
            row[x] = row[x] if has(known, x) else Terrain.UNKNOWN.value


@kernel
def cover_units(s: State, other: int) -> None:
    """Take another player's hidden units off the board and out of the list, and the flags off the visible ones."""
    p = s.players[other]
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        if is_set(s, s.sight, tile):
            p.units[i] &= ~FLAGS
        else:
            p.units[i] = GONE
            s.holder[tile] = NOBODY
    tidy(p)


@kernel
def cover_cities(s: State, other: int) -> None:
    """Take another player's hidden cities off the board and out of the list."""
    p = s.players[other]
    kept = 0
    for i in range(p.city_count):
        tile = p.cities[i]
        p.cities[i] = 0
        if is_set(s, s.sight, tile):
            p.cities[kept] = tile
            kept += 1
        else:
            s.city[tile] = NOBODY
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
