"""The view with names: tiles, cities, units, and what is known of each player."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from plowshares.core.fields import ViewFields
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.games.civ import parsing, rules
from plowshares.games.civ.notation import describe_result
from plowshares.games.civ.state import Result, Terrain

Ground = Literal["ocean", "grassland", "hills", "forest", "mountains"]


class Army(msgspec.Struct, frozen=True):
    """One army; `muster` is the direction (N, E, S, W) that it is mustered in."""

    health: float
    moved: bool = False
    muster: str | None = None


class Units(msgspec.Struct, frozen=True):
    """All units on a tile, which are always one player's."""

    seat: int
    workers: int = 0
    workers_moved: int = 0
    armies: list[Army] = []


class Tile(msgspec.Struct, frozen=True):
    """A tile; `terrain` is None where the viewer has never looked."""

    cell: str
    terrain: Ground | None
    seen: bool  # the viewer sees it now
    city: int | None = None  # the seat whose city stands there
    units: Units | None = None


class Player(msgspec.Struct, frozen=True):
    """What is known of a player; numbers that the viewer may not know are None."""

    fallen: bool
    cities: list[str]  # those the viewer knows of
    food: int | None = None
    production: int | None = None
    trade: int | None = None
    offence: float | None = None
    defence: float | None = None


class View(ViewFields, frozen=True, kw_only=True):
    """What a seat knows of a match of Civ. Tiles are written `x,y`, counted from the top left."""

    round: int
    turn: int  # the current player
    size: int
    board: dict[str, Tile]
    players: list[Player]
    reason: str | None = None

    def pieces(self) -> list[Any]:
        """List the tiles where a city or units are."""
        return [tile for tile in self.board.values() if tile.city is not None or tile.units is not None]


def fields(s: Any, seat: int) -> View:
    """Return a seat's view as named fields."""
    is_over = bool(rules.is_over(s))
    return View(
        viewer=None if seat == SPECTATOR else seat,
        to_act=seats_of(rules.to_act(s)),
        over=is_over,
        round=int(s.round),
        turn=int(s.current),
        size=int(s.options.size),
        board=_board(s, seat, is_over),
        players=[_player(s, seat, each) for each in range(int(s.options.players))],
        reason=describe_result(s)[0] if is_over else None,
    )


def _board(s: Any, seat: int, is_over: bool) -> dict[str, Tile]:
    tiles = range(int(s.options.size) ** 2)
    seen = set(tiles) if is_over else parsing.seen_tiles(s, seat)
    stacks = parsing.all_stacks(s)
    found = {}
    for tile in tiles:
        name = parsing.tile_name(s, tile)
        ground: Any = Terrain(int(s.terrain[tile])).name.lower() if parsing.is_known(s, tile) else None
        units = _units(stacks[tile]) if tile in stacks else None
        found[name] = Tile(name, ground, tile in seen, parsing.owner_of_city(s, tile), units)
    return found


def _units(stack: parsing.Stack) -> Units:
    armies = [
        Army(_health(army), army.moved, parsing.WAYS[army.muster] if army.muster >= 0 else None)
        for army in stack.armies
    ]
    return Units(stack.owner, len(stack.workers), sum(each.moved for each in stack.workers), armies)


def _health(army: parsing.Army) -> float:
    return army.hp / parsing.CENTS if army.exact is None else float(army.exact)


def _player(s: Any, seat: int, other: int) -> Player:
    p = s.players[other]
    cities = [parsing.tile_name(s, tile) for tile in parsing.cities(s, other)]
    if not (s.options.open_stats or other == seat or s.result != Result.NONE):
        return Player(bool(p.fallen), cities)
    offence, defence = parsing.offence(s, other) / parsing.TENTHS, parsing.defence(s, other) / parsing.TENTHS
    return Player(bool(p.fallen), cities, int(p.food), int(p.production), int(p.trade), offence, defence)
