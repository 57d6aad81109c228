"""Reading States in plain Python: lists of pieces in canonical order, for notation, pictures and servers.

All of these work on views as well as on full States, and tell nothing that is not in them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ import healths, pieces
from plowshares.games.civ.state import State, Terrain

WAYS = "NESW"
TENTHS = 10
CENTS = 100  # of a hit point


class Army(NamedTuple):
    """One army: its tile, hit points in hundredths, whether it moved, and the direction it is mustered in or -1."""

    tile: int
    hp: int
    moved: bool
    muster: int
    exact: Fraction | None = None  # hit points, where `hp` rounds them up


class Worker(NamedTuple):
    """One worker: its tile and whether it moved."""

    tile: int
    moved: bool


class Stack(NamedTuple):
    """All units on one tile."""

    owner: int
    tile: int
    workers: tuple[Worker, ...]
    armies: tuple[Army, ...]


def tile_at(s: State, x: int, y: int) -> int:
    """Return the tile index of a column and row."""
    return y * int(s.options.size) + x


def place_of(s: State, tile: int) -> tuple[int, int]:
    """Return column and row of a tile."""
    y, x = divmod(int(tile), int(s.options.size))
    return x, y


def is_on_board(s: State, x: int, y: int) -> bool:
    """Ask whether there is a tile at a column and row."""
    return 0 <= x < s.options.size and 0 <= y < s.options.size


def tile_name(s: State, tile: int) -> str:
    """Return how a tile is written (§9)."""
    x, y = place_of(s, tile)
    return f"{x},{y}"


def cities(s: State, owner: int) -> list[int]:
    """List the tiles of a player's cities."""
    p = s.players[owner]
    return [int(tile) for tile in p.cities[: p.city_count]]


def _units(s: State, owner: int) -> list[int]:
    p = s.players[owner]
    return [int(unit) for unit in p.units[: p.unit_count]]


def workers(s: State, owner: int) -> list[Worker]:
    """List a player's workers."""
    units = [unit for unit in _units(s, owner) if not pieces.is_army(unit)]
    return [Worker(int(pieces.tile_of(unit)), bool(pieces.has_moved(unit))) for unit in units]


def armies(s: State, owner: int) -> list[Army]:
    """List a player's armies."""
    return [
        Army(
            int(pieces.tile_of(unit)),
            int(healths.hp_of(s, unit)),
            bool(pieces.has_moved(unit)),
            int(pieces.mustered_way(unit)),
            exact_health(s, unit),
        )
        for unit in _units(s, owner)
        if pieces.is_army(unit)
    ]


def exact_health(s: State, unit: int) -> Fraction | None:
    """Return the hit points of an army as a fraction where they are exact, and None where hundredths tell all."""
    if not len(s.bottoms):
        return None
    rank = pieces.wound_of(unit)
    return Fraction(int(healths.top_of(s, rank)), int(healths.bottom_of(s, rank)) * CENTS)


def stacks(s: State, owner: int) -> dict[int, Stack]:
    """Return a player's units by tile, ascending."""
    labour: dict[int, list[Worker]] = {}
    force: dict[int, list[Army]] = {}
    for worker in workers(s, owner):
        labour.setdefault(worker.tile, []).append(worker)
    for army in armies(s, owner):
        force.setdefault(army.tile, []).append(army)
    return {
        tile: Stack(owner, tile, tuple(labour.get(tile, ())), tuple(force.get(tile, ())))
        for tile in sorted(labour.keys() | force.keys())
    }


def all_stacks(s: State) -> dict[int, Stack]:
    """Return everybody's units by tile, ascending."""
    found: dict[int, Stack] = {}
    for owner in range(s.options.players):
        found.update(stacks(s, owner))
    return dict(sorted(found.items()))


def all_cities(s: State) -> dict[int, int]:
    """Return the owner of every city by tile, ascending."""
    return dict(sorted((tile, owner) for owner in range(s.options.players) for tile in cities(s, owner)))


def seen_tiles(s: State, seat: int) -> set[int]:
    """Return the tiles a seat sees now; nothing for a spectator."""
    if seat == SPECTATOR:
        return set()
    size, reach = int(s.options.size), int(s.options.vision)
    sources = {*cities(s, seat), *(int(pieces.tile_of(unit)) for unit in _units(s, seat))}
    seen: set[int] = set()
    for x, y in (place_of(s, tile) for tile in sources):
        for row in range(max(0, y - reach), min(size - 1, y + reach) + 1):
            width = reach - abs(row - y)
            seen.update(range(row * size + max(0, x - width), row * size + min(size - 1, x + width) + 1))
    return seen


def is_known(s: State, tile: int) -> bool:
    """Ask whether a view shows the terrain of a tile."""
    return bool(s.terrain[tile] != Terrain.UNKNOWN)


def hp_text(hp: int) -> str:
    """Write hit points, given in hundredths, as short as they are: 100, 37.5, 33.33."""
    return f"{hp / CENTS:.2f}".rstrip("0").rstrip(".")


def health_text(hp: int, exact: Fraction | None) -> str:
    """Write the hit points of an army in full: 37.5, or 800/13 where hundredths do not tell all."""
    return hp_text(hp) if exact is None or exact * CENTS == hp else str(exact)


def offence(s: State, seat: int) -> int:
    """Return a player's offensive strength in tenths."""
    return TENTHS + int(s.options.research_step) * int(s.players[seat].offence)


def defence(s: State, seat: int) -> int:
    """Return a player's defensive strength in tenths."""
    return TENTHS + int(s.options.research_step) * int(s.players[seat].defence)


def owner_of_units(s: State, tile: int) -> int | None:
    """Return whose units stand on a tile, or None."""
    owner = int(s.holder[tile])
    return None if owner == NOBODY else owner


def owner_of_city(s: State, tile: int) -> int | None:
    """Return whose city stands on a tile, or None."""
    owner = int(s.city[tile])
    return None if owner == NOBODY else owner
