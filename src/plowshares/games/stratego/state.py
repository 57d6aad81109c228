"""Everything of a match in one record (§3.4)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from plowshares.core.actions import ActionTable
from plowshares.core.records import SECRET, Bool, Int8, Int8s, Int16, Int16s, Int64s, Record
from plowshares.core.rng import Rng
from plowshares.games.stratego.actions import Kind, reach_of, space
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import EMPTY, MOST_COLUMNS, MOST_PIECES, MOST_SPOTS, TYPES, VARIANTS

SIDES = 2
MOST_TWO_SQUARE = 10
CHASE_MEMORY = 128  # positions of each side that the more-squares rule remembers (§5.6)
LOG = 2 * CHASE_MEMORY  # moves of both sides that lead back to the oldest of them

# The board is stored with a wall around it, so that a step never needs a test for the edge.
STRIDE = MOST_COLUMNS + 1  # one column of wall serves both the right and the left edge
ROWS = MOST_COLUMNS + 2
SQUARES = STRIDE * ROWS
# Sets of cells are two whole numbers, one for each half of the largest board: bit 10 × row of the half + column.
HALVES = 2
HALF_ROWS = MOST_COLUMNS // HALVES
SCOUTS = HALVES  # in `movers`: after the halves of all movable pieces come those of the scouts
WALL = -2  # a lake, or outside the board
NOWHERE = -1
NONE = -1


class Side(IntEnum):
    """The two players."""

    RED = 0
    BLUE = 1


class Phase(IntEnum):
    """The parts of a match."""

    SETUP = 0
    PLAY = 1
    OVER = 2


class Scout(IntEnum):
    """How scouts attack (§5.2)."""

    EXTRA = 0
    EXTRA_FAR = 1
    LINE = 2
    ADJACENT = 3


class Reveal(IntEnum):
    """What a battle tells (§5.4)."""

    BOTH = 0
    SILENT = 1
    OUTCOME = 2


class Scoring(IntEnum):
    """The result at a limit (§6)."""

    DRAW = 0
    MATERIAL = 1


class Prepared(IntEnum):
    """How a side's set-up is made."""

    BY_HAND = 0
    RANDOM = 1
    GIVEN = 2


class Reason(IntEnum):
    """Why a match ended (§6)."""

    NOT_OVER = 0
    FLAG = 1
    MUTUAL = 2
    ARMY = 3
    BLOCKED = 4
    MOVE_CAP = 5
    NO_BATTLE = 6


class Result(IntEnum):
    """Who is removed by a battle (§5.3)."""

    ATTACKER_FALLS = 0
    DEFENDER_FALLS = 1
    BOTH_FALL = 2


class Settings(Record):
    """The options as the rules read them."""

    variant: Int8  # in the order of VARIANTS
    width: Int8
    height: Int8
    rows: Int8
    reach: Int8  # longest distance of a move
    spots: Int8  # cells of a set-up area
    scout: Int8
    battle_reveal: Int8
    two_square: Int8
    cap_scoring: Int8
    spy_takes_flag: Bool
    bomb_stays: Bool
    more_squares: Bool
    memory_aid: Bool
    no_battle_limit: Int16
    move_cap: Int16
    setup_limit: Int16
    army: Annotated[Int8s, TYPES]
    prepared: Annotated[Int8s, SIDES]
    layouts: Annotated[Int8s, SIDES, MOST_SPOTS]  # types by spot of a set-up that the options give


class Walk(Record):
    """A side's last moves, as far as they were made by one and the same piece (§5.5, §5.6)."""

    piece: Int8  # or NONE
    steps: Int8  # how many of its moves are remembered
    trail: Annotated[Int8s, MOST_TWO_SQUARE + 1]  # the squares it stood on, the last one at index steps


class Chase(Record):
    """What the more-squares rule remembers for one side (§5.6)."""

    seen: Int16  # how many positions are remembered: those after the side's last moves
    evader: Annotated[Int8s, "chase"]  # by piece


class Step(Record):
    """A move without battle."""

    piece: Int8
    start: Int8
    end: Int8


class Last(Record):
    """The last move, for logs and pictures; what it tells of types is in `types` of each view."""

    piece: Int8  # or NONE before the first move
    start: Int8
    end: Int8
    contested: Int8  # the square fought for, or NOWHERE
    defender: Int8
    result: Int8


class State(Record):
    """A match. Squares are places on the walled board, pieces are numbers (§3.4)."""

    options: Settings
    actions: ActionTable
    phase: Int8
    turn: Int8  # the side to move
    winner: Int8  # or NONE
    reason: Int8
    ply: Int16
    quiet: Int16  # plies since the last battle
    ready: Annotated[Int8s, SIDES]
    area: Annotated[Int8s, SIDES, MOST_SPOTS, SECRET]  # set-up: type by spot, or EMPTY
    reserve: Annotated[Int8s, SIDES, TYPES, SECRET]
    arranged: Annotated[Int16s, SIDES, SECRET]  # set-up actions taken
    rng: Annotated[list[Rng], SIDES, SECRET]  # the set-up generators
    board: Annotated[Int8s, SQUARES]  # piece, EMPTY or WALL
    land: Annotated[Int64s, HALVES]  # the set of land cells
    open: Annotated[Int64s, SIDES, HALVES]  # land that holds no piece of the side
    movers: Annotated[Int64s, SIDES, 2 * HALVES, SECRET]  # where the side's movable pieces, and its SCOUTS, stand
    blue: Int8  # the number of Blue's first piece
    pieces: Int8  # how many there are, both sides
    types: Annotated[Int8s, MOST_PIECES, SECRET]
    squares: Annotated[Int8s, MOST_PIECES]  # where it stands, or NOWHERE when removed
    moved: Annotated[Int8s, MOST_PIECES]
    shown: Annotated[Int8s, MOST_PIECES]  # the enemy has been told the type
    walks: Annotated[list[Walk], SIDES]
    chases: Annotated[list[Chase], SIDES]
    log: Annotated[list[Step], "chase"]  # moves since the last battle, the i-th at index i % LOG (§5.6)
    last: Last


def new(options: Options) -> Any:
    """Return a State with options and action table written. The chase memory has room only if it is used."""
    s = State.sized(kinds=len(Kind), chase=LOG if options.more_squares else 1).new()
    space(options).write(s.actions)
    _write_settings(s.options, options)
    _write_land(s.land, options)
    return s


def grow(s: Any) -> Any:
    """Return the State itself: it has all the room it can need."""
    return s


def count_seats(options: Options) -> int:
    """Return how many seats a match has."""
    return SIDES


def _write_settings(settings: Any, options: Options) -> None:
    settings.variant = list(VARIANTS).index(options.variant)
    settings.width, settings.height, settings.rows = options.size
    settings.reach = reach_of(options)
    settings.spots = settings.width * settings.rows
    settings.scout = Scout[_enum_name(options.scout)]
    settings.battle_reveal = Reveal[_enum_name(options.battle_reveal)]
    settings.cap_scoring = Scoring[_enum_name(options.cap_scoring)]
    for name in ("two_square", "no_battle_limit", "move_cap", "setup_limit"):
        settings[name] = getattr(options, name)
    for name in ("spy_takes_flag", "bomb_stays", "more_squares", "memory_aid"):
        settings[name] = getattr(options, name)
    settings.army[:] = options.army_counts
    settings.layouts[:] = EMPTY
    for side, text in enumerate((options.red_setup, options.blue_setup)):
        types = options.prepared_types(side)
        if types is not None:
            settings.prepared[side] = Prepared.GIVEN
            settings.layouts[side, : len(types)] = types
        elif text:
            settings.prepared[side] = Prepared.RANDOM


def _enum_name(word: str) -> str:
    return word.upper().replace("-", "_")


def _write_land(land: Any, options: Options) -> None:
    width, height, _ = options.size
    for cell in set(range(width * height)) - set(options.lake_cells):
        half, row = divmod(cell // width, HALF_ROWS)
        land[half] += 1 << (row * MOST_COLUMNS + cell % width)
