"""The State of civ: everything there is to know of a match, in one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from plowshares.core.actions import ActionTable
from plowshares.core.records import SECRET, Bool, Int8s, Int16, Int16s, Int32, Int32s, Int64s, Record
from plowshares.core.rng import Rng
from plowshares.games.civ.actions import KINDS, space
from plowshares.games.civ.options import TERRAIN_LETTERS, Options

RECIPROCAL_BITS = 20
"""Enough for exact rows: a tile index is below 2**12 and the rounding of the reciprocal below 2**6."""
NEWS = 16
"""How many reports a seat's ring holds; one action seldom makes more."""
NOTHING_OWED = 0
"""No `count` is owed. The value is the action `end`, which never owes one."""
MOST_HEALTHS = (1 << 14) - 1
"""Room for the healths of wounded armies: the highest rank that a unit can hold (8 players have 16,000 units)."""
LATTICE = 320
"""Room for the height lattice of the largest board, 17 × 17."""


class Terrain(IntEnum):
    """Terrain codes of §3.1, and what a view shows of a hidden tile (§7)."""

    OCEAN = 0
    GRASSLAND = 1
    HILLS = 2
    FOREST = 3
    MOUNTAINS = 4
    UNKNOWN = 5


class Map(IntEnum):
    """How terrain is made (§4.1)."""

    FAIR = 0
    NATURAL = 1
    FLAT = 2
    ROWS = 3


class Result(IntEnum):
    """Whether and why the match is over (§6)."""

    NONE = 0
    CONQUEST = 1
    CAP = 2


class Report(IntEnum):
    """What a report is about (§7). Placing, moving and founding show in the views themselves."""

    NONE = 0
    COMBAT = 1
    CAPTURE = 2
    HUNGER = 3


class Choices(Record):
    """The options that the rules read, as numbers; enumerations count from the first value of §2."""

    players: Int32
    size: Int32
    reciprocal: Int32  # of the size, so that finding the row of a tile takes no division
    map: Int32
    ocean_percent: Int32
    mountain_percent: Int32
    shuffle_seats: Bool
    start_workers: Int32
    start_armies: Int32
    start_food: Int32
    start_production: Int32
    start_trade: Int32
    max_rounds: Int32
    codekata_yields: Bool
    unit_food: Int32
    army_cost: Int32
    worker_cost: Int32
    city_cost: Int32
    research_cost: Int32
    research_step: Int32
    vision: Int32
    harvest_range: Int32
    capture_range: Int32
    carry_over: Bool
    spoil_quarters: Int32
    free_phases: Bool
    single_attacks: Bool
    terrain_combat: Bool
    whole_damage: Bool
    gift_cities: Bool
    loyal_garrisons: Bool
    random_starvation: Bool
    exiles: Bool
    remember_terrain: Bool
    open_stats: Bool
    score_city: Int32
    score_worker: Int32
    score_army: Int32
    unit_limit: Int32


class News(Record):
    """One report to one seat. Which numbers a kind of report uses is said in rules/reports.py."""

    kind: Int16
    tile: Int16
    actor: Int16
    other: Int16
    armies: Int16
    armies_lost: Int16
    workers_lost: Int16
    other_armies: Int16
    other_armies_lost: Int16
    other_workers_lost: Int16


class Player(Record):
    """What one player owns and has been told."""

    food: Int32
    production: Int32
    trade: Int32
    offence: Int32  # researches, not strength
    defence: Int32
    fallen: Int32  # order of elimination from 1, 0 while in play
    unit_count: Int32
    city_count: Int32
    told: Int32  # reports so far; the newest is news[(told - 1) % NEWS]
    units: Annotated[Int32s, "units"]  # numbers of pieces.py, ascending, then GONE
    cities: Annotated[Int16s, "tiles"]  # tiles ascending, then 0
    remembered: Annotated[Int64s, "side"]  # a bit for each tile whose terrain was seen, row by row
    news: Annotated[list[News], NEWS]


class State(Record):
    """A match of civ."""

    options: Choices
    actions: ActionTable
    round: Int32
    current: Int32
    result: Int32
    moving: Annotated[Bool, SECRET]  # "movement begun"
    owed: Annotated[Int32, SECRET]  # the move whose count is still to be chosen, or NOTHING_OWED
    terrain: Annotated[Int8s, "tiles", SECRET]
    city: Annotated[Int8s, "tiles", SECRET]  # owner of the city on a tile, or NOBODY
    holder: Annotated[Int8s, "tiles", SECRET]  # whose units stand on a tile, or NOBODY
    players: Annotated[list[Player], "seats", SECRET]
    rng: Annotated[Rng, SECRET]
    tops: Annotated[Int64s, "healths", SECRET]  # exact hit points of wounded armies (healths.py), descending, then 0 …
    bottoms: Annotated[Int64s, "healths", SECRET]  # … and what they are divided by
    SCRATCH = "sight"  # from here on all is zero between kernels: searches neither copy nor compare it
    sight: Annotated[Int64s, "side"]  # scratch: rows of visible tiles; zero between kernels
    scratch: Annotated[Int32s, "scratch"]  # scratch: zero between kernels


_WORDS: dict[str, tuple[str, ...]] = {
    "map": ("fair", "natural", "flat", "rows"),
    "yields": ("classic", "codekata"),
    "phases": ("strict", "free"),
    "attack_grouping": ("group", "single"),
    "city_on_enemy": ("forbid", "gift"),
    "garrison": ("defects", "loyal"),
    "starvation": ("weakest", "random"),
}
_FIELDS = {
    "yields": "codekata_yields",
    "phases": "free_phases",
    "attack_grouping": "single_attacks",
    "city_on_enemy": "gift_cities",
    "garrison": "loyal_garrisons",
    "starvation": "random_starvation",
}


def count_seats(options: Options) -> int:
    """Return how many seats a match has."""
    return options.players


def capacity(options: Options) -> dict[str, int]:
    """Return the sizes of the capacity class these options fall in."""
    side = next(size for size in (16, 32, 64) if options.size <= size)
    seats = next(count for count in (2, 4, 8) if options.players <= count)
    units = next(count for count in (256, 1024, 2048) if options.unit_limit <= count)
    sizes = {"side": side, "tiles": side * side, "seats": seats, "units": units, "kinds": KINDS}
    healths = min(seats * units + 1, MOST_HEALTHS) if options.damage_rounding == "exact" else 0
    return {**sizes, "scratch": max(units, LATTICE), "healths": healths}


def new(options: Options) -> State:
    """Return a State of the right capacity with options, action table and a given map written."""
    s = State.sized(**capacity(options)).new()
    for name in options.__struct_fields__:
        if name not in ("map_rows", "damage_rounding"):
            _write_option(s.options, name, getattr(options, name))
    s.options.whole_damage = options.damage_rounding == "down_whole"  # the size of the table says whether it is exact
    s.options.reciprocal = -(-(1 << RECIPROCAL_BITS) // options.size)
    space(options).write(s.actions)
    letters = "".join(options.map_rows)
    s.terrain[: len(letters)] = [TERRAIN_LETTERS.index(letter) for letter in letters]
    return s


def _write_option(choices: Any, name: str, value: Any) -> None:
    number = _WORDS[name].index(value) if name in _WORDS else value
    setattr(choices, _FIELDS.get(name, name), number)


def grow(s: State) -> State:
    """Return the State itself: no match of civ outgrows its capacity."""
    return s
