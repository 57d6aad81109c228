"""Disturbing States: changing what a seat cannot know, read off the table of §7 and not off `blank_for`."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.core.rng import below, draw, seed_rng
from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ.actions import WAYS, Kind
from plowshares.games.civ.healths import army_with
from plowshares.games.civ.pieces import (
    FLAGS,
    FULL,
    GONE,
    MOVED,
    add_city,
    add_unit,
    drop_city,
    new_worker,
    release,
    tidy,
    tile_of,
)
from plowshares.games.civ.sight import is_set, sees
from plowshares.games.civ.state import NEWS, Report, Result, State

TERRAINS = 5
DEEDS = 32  # of which seven do something


@kernel
def disturb(s: State, seat: int, seed: Any) -> None:
    """Change a full State only in what the seat cannot know; nothing is secret after the end."""
    if s.result != Result.NONE:
        return
    seed_rng(s.rng, seed, 1)  # the generator is everybody's secret, so it serves here and stays changed
    for tile in range(s.options.size * s.options.size):
        if seat == SPECTATOR or not sees(s, seat, tile):
            disturb_tile(s, seat, tile)
    for other in range(s.options.players):
        if other != seat:
            disturb_flags(s, other)
            disturb_memory(s, other)
            if not s.options.open_stats:
                disturb_stats(s, other)
    if seat != s.current:
        s.moving = below(s.rng, 2) == 1
        tile = below(s.rng, int(s.options.size))
        s.owed = encode(s.actions, Kind.MOVE_WORKERS.value, tile, below(s.rng, WAYS), 0)


@kernel
def disturb_tile(s: State, seat: int, tile: int) -> None:
    """Change the terrain of a hidden tile and, now and then, what is on it."""
    die = below(s.rng, TERRAINS * DEEDS)
    if seat == SPECTATOR or not is_set(s, s.players[seat].remembered, tile):
        s.terrain[tile] = die % TERRAINS
    other = below(s.rng, int(s.options.players))
    deed = die // TERRAINS
    if other == seat or deed > 6:
        return
    if deed < 4:
        remove_units(s, tile)
    if deed < 3 and s.players[other].unit_count < s.options.unit_limit:
        add_unit(s, other, new_worker(tile) if deed == 0 else army_with(s, tile, FULL - below(s.rng, FULL), 1))
    if deed > 4 and s.city[tile] != NOBODY:
        drop_city(s, int(s.city[tile]), tile)
    if deed == 6:
        add_city(s, other, tile)


@kernel
def remove_units(s: State, tile: int) -> None:
    """Remove whatever units stand on a tile."""
    if s.holder[tile] == NOBODY:
        return
    owner = int(s.holder[tile])
    p = s.players[owner]
    for i in range(p.unit_count):
        if tile_of(p.units[i]) == tile:
            p.units[i] = GONE
    tidy(p)
    release(s, owner, tile)


@kernel
def disturb_flags(s: State, other: int) -> None:
    """Change the moved flags and musters of another player's units."""
    p = s.players[other]
    for i in range(p.unit_count):
        die = below(s.rng, 6)
        p.units[i] = (p.units[i] & ~FLAGS) | (0 if die == 5 else MOVED + die)
    tidy(p)


@kernel
def disturb_memory(s: State, other: int) -> None:
    """Change what another player remembers and was told."""
    p = s.players[other]
    for y in range(s.options.size):
        p.remembered[y] = np.int64(draw(s.rng) >> np.uint64(1))
    p.told = below(s.rng, 100)
    page = p.news[below(s.rng, NEWS)]
    page.kind = Report.COMBAT
    page.tile = below(s.rng, int(s.options.size))
    page.actor = other
    page.armies = below(s.rng, 100)


@kernel
def disturb_stats(s: State, other: int) -> None:
    """Change stores and researches that are not public."""
    p = s.players[other]
    p.food = below(s.rng, 100)
    p.production = below(s.rng, 100)
    p.trade = below(s.rng, 100)
    p.offence = below(s.rng, 10)
    p.defence = below(s.rng, 10)
