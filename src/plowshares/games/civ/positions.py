"""Positions as text, to begin a match from one: who owns what where, whose turn it is, and the land.

    p0: food 4, production 12, city 0,0, 2 workers 0,1, army 1,0 health 62.5; p1: city 9,9; p0 to spend; round 7

Stores and researches that are not said are 0, and the round is 1. `moved` behind units says that they have moved in
this turn; `p0 to move` instead of `to spend`, that p0 has begun to move. `fallen 1` is all that is written of an
eliminated player: its place in the order of elimination. `map GGHO…/…` gives the land row by row; without it, options
and seed make it. With `remember_terrain`, `remembers 1f/3f/…` says what a player's map shows: a number in base 16 for
each row, whose lowest bit is the leftmost tile.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import bad_position, need_between, parts_of, quote
from plowshares.core.seats import NOBODY
from plowshares.games.civ import parsing, rules, state
from plowshares.games.civ.healths import MOST_BOTTOM, army_with, hp_of, is_exact
from plowshares.games.civ.options import TERRAIN_LETTERS, Options
from plowshares.games.civ.pieces import (
    GONE,
    MOVED,
    add_city,
    add_unit,
    has_moved,
    is_army,
    new_worker,
    tile_of,
    wound_of,
)
from plowshares.games.civ.rules.legal import MOST_RESEARCHES
from plowshares.games.civ.rules.world import fold, start_tile
from plowshares.games.civ.sight import remember
from plowshares.games.civ.state import NOTHING_OWED, Map, Result, State, Terrain

STORES = ("food", "production", "trade")
RESEARCHES = ("offence", "defence")
MOST_STORED = 100_000
LEAST_IN_PLAY = 2
MOST_HEALTH = 100

_PLAYER = re.compile(r"p([0-7])\s*:(.*)", re.ASCII)
_TURN = re.compile(r"p([0-7]) to (spend|move)", re.ASCII)
_ROUND = re.compile(r"round ([0-9]{1,5})", re.ASCII)
_MAP = re.compile(r"map ([oghfm/]+)", re.ASCII)
_TILE = r"([0-9]{1,2}),([0-9]{1,2})"
_HEALTH = r"([0-9]{1,3}(?:\.[0-9]{1,2})?|[0-9]{1,19}/[1-9][0-9]{0,16})"
_CITY = re.compile(rf"city {_TILE}", re.ASCII)
_UNITS = re.compile(
    rf"(?:([0-9]{{1,4}}) )?(workers?|army|armies) {_TILE}(?: health {_HEALTH})?( moved)?",
    re.ASCII,
)
_NUMBER = re.compile(rf"({'|'.join((*STORES, *RESEARCHES, 'fallen'))}) ([0-9]{{1,6}})", re.ASCII)
_MEMORY = re.compile(r"remembers ([0-9a-f/]+)", re.ASCII)
# Between the parts of a player; the comma of a tile has no blank behind it.
_BETWEEN = re.compile(r",\s+")


# --- reading ---


def read(options: Options, text: str, seed: int) -> State:
    """Return the State of a position; raise IllegalCommand that says what is wrong."""
    s = _bare(options, seed)
    said: Counter[str] = Counter()
    for part in parts_of(text):
        said[_read_part(s, part)] += 1
    for what, count in said.items():
        if count > 1:
            raise bad_position(f"{what} is given twice: {quote(text)}")
    if "the turn" not in said:
        raise bad_position(f"write whose turn it is, '; p0 to spend': {quote(text)}")
    _check_land(s, options)
    _check_players(s, text)
    remember(s)
    return s


def _bare(options: Options, seed: int) -> State:
    """Return a State with the land and the generator of a new match, and nobody on the board."""
    made, s = state.new(options), state.new(options)
    rules.setup(made, np.uint64(seed))
    s.terrain[:] = made.terrain
    s.rng.key, s.rng.stream, s.rng.count = made.rng.key, made.rng.stream, made.rng.count
    s.city[:] = s.holder[:] = NOBODY
    for seat in range(len(s.players)):
        s.players[seat].units[:] = np.int32(GONE)
    s.round = 1
    return s


def _read_part(s: State, part: str) -> str:
    """Read one part; return what it was about."""
    if (player := _PLAYER.fullmatch(part)) and int(player[1]) < s.options.players:
        for words in filter(None, (each.strip() for each in _BETWEEN.split(player[2]))):
            _read_words(s, int(player[1]), words)
        return f"p{player[1]}"
    if (turn := _TURN.fullmatch(part)) and int(turn[1]) < s.options.players:
        s.current, s.moving = int(turn[1]), turn[2] == "move"
        return "the turn"
    if number := _ROUND.fullmatch(part):
        s.round = need_between(int(number[1]), 1, int(s.options.max_rounds), part)
        return "the round"
    if land := _MAP.fullmatch(part):
        _read_map(s, land[1].upper().split("/"))
        return "the map"
    raise bad_position(f"write 'p0: city 0,0, army 1,0; p1: …; p0 to spend; round 7', not {quote(part)}")


def _read_map(s: State, rows: list[str]) -> None:
    size = int(s.options.size)
    if len(rows) != size or any(len(row) != size for row in rows):
        raise bad_position(f"the map is not {size} rows of {size} letters: {quote('/'.join(rows))}")
    s.terrain[: size * size] = [TERRAIN_LETTERS.index(letter) for letter in "".join(rows)]


def _read_words(s: State, seat: int, words: str) -> None:
    """Read one thing that a player has."""
    p = s.players[seat]
    if number := _NUMBER.fullmatch(words):
        setattr(p, number[1], need_between(int(number[2]), 0, _most(s, number[1]), words))
    elif city := _CITY.fullmatch(words):
        tile = _tile(s, city[1], city[2], words)
        if s.city[tile] != NOBODY:
            raise bad_position(f"there are two cities on one tile: {quote(words)}")
        add_city(s, seat, tile)
    elif units := _UNITS.fullmatch(words):
        _add_units(s, seat, units, words)
    elif memory := _MEMORY.fullmatch(words):
        _read_memory(s, seat, memory[1].split("/"), words)
    else:
        raise bad_position(
            f"{quote(words)} is not of the form 'food 4', 'city 0,0', '2 workers 0,1' or 'army 1,0 health 62.5 moved'"
        )


def _most(s: State, what: str) -> int:
    if what == "fallen":
        return int(s.options.players) - LEAST_IN_PLAY
    return MOST_STORED if what in STORES else MOST_RESEARCHES


def _tile(s: State, x: str, y: str, words: str) -> int:
    if not parsing.is_on_board(s, int(x), int(y)):
        raise bad_position(f"{x},{y} is not on the board: {quote(words)}")
    return parsing.tile_at(s, int(x), int(y))


def _add_units(s: State, seat: int, found: re.Match[str], words: str) -> None:
    count, tile = int(found[1] or 1), _tile(s, found[3], found[4], words)
    if s.holder[tile] not in (NOBODY, seat):
        raise bad_position(f"units of two players stand on one tile: {quote(words)}")
    need_between(int(s.players[seat].unit_count) + count, 1, int(s.options.unit_limit), words)
    if found[2].startswith("worker") and found[5]:
        raise bad_position(f"workers have no health: {quote(words)}")
    unit = new_worker(tile)
    if not found[2].startswith("worker"):
        health = _health(s, found[5], words) * parsing.CENTS
        unit = army_with(s, tile, health.numerator, health.denominator)
    for _ in range(count):
        add_unit(s, seat, unit | MOVED if found[6] else unit)


def _health(s: State, points: str | None, words: str) -> Fraction:
    """Return the hit points of an army; raise IllegalCommand if they cannot occur with these options."""
    health = Fraction(points or MOST_HEALTH)
    finest, bounds = 1, "0.01 to 100"
    if s.options.whole_damage:
        bounds = "1 to 100 in whole points"
    if is_exact(s):
        finest, bounds = MOST_BOTTOM, f"a fraction above 0, at most 100, whose denominator is at most {MOST_BOTTOM}"
    is_whole = health.denominator == 1 or not s.options.whole_damage
    if not 0 < health <= MOST_HEALTH or (health * parsing.CENTS).denominator > finest or not is_whole:
        raise bad_position(f"the health of an army is {bounds}: {quote(words)}")
    return health


def _read_memory(s: State, seat: int, rows: list[str], words: str) -> None:
    size = int(s.options.size)
    if not s.options.remember_terrain:
        raise bad_position(f"nobody remembers land without the option remember_terrain: {quote(words)}")
    if len(rows) != size or not all(row and int(row, 16) < 1 << size for row in rows):
        raise bad_position(f"{quote(words)} is not {size} numbers in base 16, each below 2 to the power of {size}")
    s.players[seat].remembered[:size] = np.array([int(row, 16) for row in rows], np.uint64).view(np.int64)


# --- checking: everything that players may rely on (§12), since searches do ---


def _check_land(s: State, options: Options) -> None:
    size, given = int(s.options.size), s.options.map
    tiles = range(size * size)
    starts = _starts(s)
    if given == Map.FLAT and (s.terrain[: len(tiles)] != Terrain.GRASSLAND).any():
        raise bad_position("with map=flat all land is grassland; take map=natural for land of your own")
    if given == Map.ROWS and "".join(TERRAIN_LETTERS[s.terrain[tile]] for tile in tiles) != "".join(options.map_rows):
        raise bad_position("the map is not that of the option map_rows")
    if given == Map.FAIR and any(s.terrain[tile] != s.terrain[fold(s, tile)] for tile in tiles):
        raise bad_position("with map=fair the land is symmetric in all directions; take map=natural for other land")
    if given in (Map.FAIR, Map.NATURAL) and any(s.terrain[tile] != Terrain.GRASSLAND for tile in starts):
        raise bad_position(f"the land on the tiles where players begin is grassland: {_names(s, starts)}")


def _check_players(s: State, text: str) -> None:
    players = range(int(s.options.players))
    if any(s.city[tile] == NOBODY for tile in _starts(s)):
        raise bad_position(f"cities are never lost, so there is one on each of {_names(s, _starts(s))}: {quote(text)}")
    if sum(int(s.players[seat].city_count) > 0 for seat in players) < LEAST_IN_PLAY:
        raise bad_position(f"two players need cities: {quote(text)}")
    for seat in players:
        _check_player(s, seat)
    if s.players[int(s.current)].fallen:
        raise bad_position(f"p{int(s.current)} is eliminated and has no turn: {quote(text)}")


def _check_player(s: State, seat: int) -> None:
    p = s.players[seat]
    owns = int(p.city_count) + (int(p.unit_count) if s.options.exiles else 0)
    if p.fallen and (p.city_count or p.unit_count):
        raise bad_position(f"p{seat} is eliminated and owns nothing")
    if not p.fallen and not owns:
        raise bad_position(f"p{seat} owns no city; write 'p{seat}: fallen 1' if it is eliminated")


def _starts(s: State) -> list[int]:
    players = int(s.options.players)
    return [int(start_tile(int(s.options.size), players, place)) for place in range(players)]


def _names(s: State, tiles: list[int]) -> str:
    return " ".join(parsing.tile_name(s, tile) for tile in tiles)


# --- writing ---


def write(s: Any) -> str:
    """Write a position between two commands; raise IllegalCommand at other times."""
    if s.result != Result.NONE:
        raise IllegalCommand("wrong-phase", "the match is over: there is no position to play on from")
    if s.owed != NOTHING_OWED:
        raise IllegalCommand("wrong-phase", "a position is written between two commands, not within one")
    players = range(int(s.options.players))
    if any(army.muster != -1 for seat in players for army in parsing.armies(s, seat)):
        raise IllegalCommand("wrong-phase", "a position is not written while armies are mustered")
    size = int(s.options.size)
    letters = "".join(TERRAIN_LETTERS[code] for code in s.terrain[: size * size])
    return "; ".join(
        [
            *(f"p{seat}: {', '.join(_player_words(s, seat))}" for seat in players),
            f"p{int(s.current)} to {'move' if s.moving else 'spend'}",
            f"round {int(s.round)}",
            f"map {'/'.join(letters[at : at + size] for at in range(0, size * size, size))}",
        ]
    )


def _player_words(s: State, seat: int) -> list[str]:
    p = s.players[seat]
    words = [f"{name} {int(getattr(p, name))}" for name in (*STORES, *RESEARCHES, "fallen") if getattr(p, name)]
    words += [f"city {parsing.tile_name(s, tile)}" for tile in parsing.cities(s, seat)]
    units = Counter(int(unit) for unit in p.units[: p.unit_count])
    words += [_unit_words(s, unit, count) for unit, count in units.items()]
    if s.options.remember_terrain:
        rows = p.remembered[: int(s.options.size)].view(np.uint64)
        words.append(f"remembers {'/'.join(f'{int(row):x}' for row in rows)}")
    return words


def _unit_words(s: State, unit: int, count: int) -> str:
    one, many = ("army", "armies") if is_army(unit) else ("worker", "workers")
    who = one if count == 1 else f"{count} {many}"
    health = ""
    if is_army(unit) and wound_of(unit):
        health = f" health {parsing.health_text(int(hp_of(s, unit)), parsing.exact_health(s, unit))}"
    return f"{who} {parsing.tile_name(s, tile_of(unit))}{health}{' moved' if has_moved(unit) else ''}"
