"""The State of a match (§3)."""

from __future__ import annotations

import functools
from enum import IntEnum
from typing import Annotated, Any

from plowshares.core.actions import ActionTable
from plowshares.core.boards import NOWHERE, Board, CellSet, reindex, set_sizes, write_board
from plowshares.core.records import (
    SECRET,
    Bool,
    Int8,
    Int8s,
    Int16s,
    Int32,
    Int32s,
    Int64,
    Record,
)
from plowshares.core.rng import Rng
from plowshares.core.seats import NOBODY
from plowshares.games.farmer_soldier.actions import AMOUNTS, THINGS, Kind, space
from plowshares.games.farmer_soldier.homes import home_distance
from plowshares.games.farmer_soldier.options import MOST_CELLS, Options, home_cells

PEOPLE = 3  # farmers, soldiers and children are people; food is not

PLAN = 4  # per cell: food set aside and people who will eat, for the current player and for another

CELLS = (16, 64, 256, 1024, 4096, MOST_CELLS)
SEATS = (2, 8, 64)
SLOTS = {4: 2, 8: 4, 26: 6, 728: 6}  # and how many axes go with them
USUAL_MARKS = 4  # questions of combat per cell that there is room for before a State must grow

QUIET_BASE, QUIET_PER_STEP = 20, 4


class Phase(IntEnum):
    """What the current player (or, in combat, everybody who fights) is asked."""

    RAISE = 0
    MOVE = 1
    AMOUNT = 2
    FEED = 3
    MARK = 4
    ARM = 5
    OVER = 6


class Reason(IntEnum):
    """Why the match ended."""

    NONE = 0
    LAST_STANDING = 1
    WIPED_OUT = 2
    ROUND_CAP = 3
    QUIET = 4


class Settings(Record):
    """The options that rules read."""

    seats: Int64
    start: Annotated[Int16s, THINGS]
    # Eight bytes where there was one Int64: States of matches without the later option keep their bytes.
    seat_bonus: Int32
    alternating: Bool
    lot: Bool  # first_turn=lot
    beginner: Int8  # who has the first turn of every round
    deal_homes: Bool  # homes=lot
    food_yield: Int64
    max_stack: Int64
    round_cap: Int64
    quiet_rounds: Int64
    per_farmer: Bool  # yield_per=farmer
    looted: Bool
    common: Bool
    escort: Bool
    may_hold: Bool  # marking=may
    collide: Bool
    any_army: Bool  # civilians=any
    switch: Bool
    cap_draw: Bool


class Marker(Record):
    """How far a player has got with marking; `first` and `questions` follow from the position and are public."""

    first: Int64  # where the player's answers begin in `marks`
    questions: Int64
    answered: Int64
    cell: Int64  # the question: NOWHERE when there is none (left)
    target: Int64
    used: Int64  # marks given in that cell so far


class News(Record):
    """What the last action did, for the log."""

    starved: Annotated[Int32s, "seats", PEOPLE]
    fallen: Annotated[Int32s, "seats", PEOPLE]
    looted: Annotated[Int32s, "seats"]
    harvested: Int32
    born: Int32
    is_fresh: Bool  # something above is not 0


class State(Record):
    """All of a match."""

    options: Settings
    actions: ActionTable
    board: Board
    homes: Annotated[Int16s, "seats"]
    # the position
    things: Annotated[Int16s, "cells", "seats", THINGS]  # common food lies with seat 0
    held: Annotated[list[CellSet], "seats"]  # cells where the seat has anything
    shared: CellSet  # cells where two seats or more have anything
    holders: Annotated[Int8s, "cells"]  # how many seats have anything there
    armies: Annotated[Int8s, "cells"]  # how many seats have soldiers there
    rivalries: Int32  # ordered pairs of armies in one cell: never fewer than the questions of combat
    people: Annotated[Int32s, "seats"]
    # the turn
    phase: Int8
    seat: Int64  # the current player
    arrived: Annotated[Int16s, "cells", THINGS]
    births: Annotated[Int16s, "cells"]
    cell: Int64  # the question, or the move that waits for its amount; 0 when there is none
    slot: Int64
    what: Int64
    low: Int64
    high: Int64
    short: Int64  # people who cannot eat in the cell being asked
    chosen: Int64  # children of those who starve
    # combat
    marking: Int64  # set of seats with an open choice
    markers: Annotated[list[Marker], "seats", SECRET]
    marks: Annotated[Int16s, "marks", SECRET]  # public from the moment all are in until the next combat
    hits: Annotated[Int16s, "seats"]  # scratch, zero between calls
    lots: Annotated[Int16s, "lots"]  # scratch, zero between calls
    drawn: Annotated[Int8s, "lots"]  # scratch, zero between calls
    plan: Annotated[Int16s, "cells", PLAN]  # scratch of the heuristics, zero between calls
    # the match
    living: Annotated[Int8s, "seats"]
    count_living: Int32
    fell_at: Annotated[Int32s, "seats"]  # number of the elimination check; 0 for the living
    falls: Int32  # elimination checks so far in which somebody fell
    round: Int32
    quiet: Int32
    is_bloody: Bool  # somebody fell in combat this round
    winners: Annotated[Int8s, "seats"]
    reason: Int8
    news: News
    rng: Annotated[Rng, SECRET]


def count_seats(options: Options) -> int:
    """Return the number of players."""
    return options.players


def new(options: Options) -> Any:
    """Return a State with room for the board and for the first step."""
    return _template(options).clone()


@functools.lru_cache(maxsize=64)
def _template(options: Options) -> Any:
    grid = options.board
    cells = len(grid.places)
    if grid.is_infinite:
        cells = min(options.max_cells, cells + (options.players + 1) * grid.slots)
    s = State.sized(**sizes_for(cells, options.players, grid.slots, options.mark_overlap == "collide")).new()
    _write_settings(s.options, options)
    space(options).write(s.actions)
    write_board(s.board, grid, options.max_cells)
    s.homes[: options.players] = home_cells(options)
    for marker in s.markers:
        marker.cell, marker.target = NOWHERE, NOBODY
    return s


def sizes_for(cells: int, seats: int, slots: int, collide: bool, all_marks: bool = False) -> dict[str, int]:
    """Return the sizes of the smallest capacity class that is large enough."""
    cells = next(n for n in CELLS if n >= cells)
    seats = next(n for n in SEATS if n >= seats)
    slots = next(n for n in SLOTS if n >= slots)
    most_marks = cells * seats * (seats - 1)
    return {
        "cells": cells,
        "seats": seats,
        "slots": slots,
        "axes": SLOTS[slots],
        "index": 2 * cells,
        "marks": most_marks if all_marks else min(most_marks, USUAL_MARKS * cells),
        "lots": AMOUNTS if collide else 1,
        "kinds": len(Kind),
        **set_sizes(cells),
    }


def _write_settings(settings: Any, options: Options) -> None:
    grid = options.board
    settings.seats = options.players
    settings.start[:] = options.start_amounts
    for name in ("seat_bonus", "food_yield", "max_stack", "round_cap", "switch"):
        settings[name] = getattr(options, name)
    distance = home_distance(grid, home_cells(options))
    settings.quiet_rounds = options.quiet_rounds or QUIET_BASE + QUIET_PER_STEP * distance
    settings.lot = options.first_turn == "lot"
    settings.deal_homes = options.deals_homes
    settings.alternating = options.turn_order == "alternating"
    settings.per_farmer = options.yield_per == "farmer"
    settings.looted = options.food_rule == "looted"
    settings.common = options.food_rule == "common"
    settings.escort = options.food_escort or options.food_rule == "common"
    settings.may_hold = options.marking == "may"
    settings.collide = options.mark_overlap == "collide"
    settings.any_army = options.civilians == "any"
    settings.cap_draw = options.cap_scoring == "draw"


def grow(s: Any) -> Any:
    """Return the same State with room for more cells, or for more marks if it is those that run out."""
    cells, seats = len(s.holders), len(s.people)
    lacks_cells = min(s.board.limit, s.board.count + s.board.slots) > cells
    has_all_marks = len(s.marks) == cells * seats * (seats - 1)
    if lacks_cells or has_all_marks:
        cells = min(cells + 1, max(cells, int(s.board.limit)))
    all_marks = has_all_marks or not lacks_cells
    larger = State.sized(**sizes_for(cells, seats, len(s.board.opposite), len(s.lots) > 1, all_marks)).new()
    larger.board.neighbours[:] = NOWHERE
    _copy_into(s, larger)
    reindex(larger.board)
    return larger


def _copy_into(old: Any, new: Any) -> None:
    for name in old.dtype.names:
        part = old[name]
        if getattr(part, "shape", ()) == ():
            if part.dtype.names:
                _copy_into(part, new[name])
            else:
                new[name] = part
        elif part.dtype.names:
            for one, other in zip(part, new[name], strict=True):
                _copy_into(one, other)
        else:
            new[name][tuple(slice(n) for n in part.shape)] = part
