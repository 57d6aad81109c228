"""The whole of a match in one record.

The map lies in a frame of rock: one column more on either side, and enough rows below to make
a column's length a power of two. A cell's number counts down the columns of the frame. So the order
of §5.3, by x and then by y, is the order of the numbers, neighbours need no look at the edge (above the top row
is the rock below the column before), and coordinates need no division. Actions number cells
along the rows of the map itself (§9).
"""

from __future__ import annotations

import functools
from enum import IntEnum
from typing import Annotated

import numpy as np

from plowshares.core.actions import ActionTable
from plowshares.core.jit import kernel
from plowshares.core.records import SECRET, Int8, Int8s, Int16, Int16s, Int32, Int32s, Record
from plowshares.games.footsoldiers.actions import KINDS, TYPES, space
from plowshares.games.footsoldiers.maps import ROCK, Map, count_steps, load_map
from plowshares.games.footsoldiers.options import Options

SEATS = 2
NOWHERE = -1
# Of the frame: the default map takes 552, no map more than the last. Both classes are whole words of core/simd.py.
CELL_CLASSES = (128, 576, 2304, 20_480)
SOLDIER_CLASSES = (64, 128, 1024)
REACH_CLASS = 128  # cells within the common speeds; faster soldiers may reach the whole map

TYPE_NAMES = ("Scout", "Assassin", "Tank")
FACING_NAMES = ("Down", "Left", "Up", "Right")


class Facing(IntEnum):
    """Directions, clockwise on a map whose y grows downward (R19)."""

    DOWN = 0
    LEFT = 1
    UP = 2
    RIGHT = 3


class Stage(IntEnum):
    """How far a command has come."""

    FIRST = 0  # nothing is decided yet
    AIM = 1
    TURN = 2
    DONE = 3


class Piece(IntEnum):
    """What stands on a cell. The pieces of seat 1 follow those of seat 0 in the same order."""

    SEEN = -1  # an empty cell that the search of a moving soldier has come to
    EMPTY = 0
    ROCK = 1
    BASE = 2
    SOLDIER = 3  # the first of TYPES


PIECES_OF_A_SEAT = 1 + TYPES


class Priority(IntEnum):
    """Whose command is applied first (§5.2)."""

    PARITY = 0
    PLAYER1 = 1


class Removal(IntEnum):
    """When the fallen stop being targets (§5.4)."""

    AFTER_ALL = 0
    AT_ONCE = 1


class Cap(IntEnum):
    """The result when turns run out (§6)."""

    DRAW = 0
    HEALTH = 1


class Order(IntEnum):
    """Whether player2's order of movement is turned round (§2)."""

    LITERAL = 0
    MIRRORED = 1


class Result(IntEnum):
    """How a match stands. The winner's seat is result - PLAYER1."""

    RUNNING = 0
    DRAW = 1
    PLAYER1 = 2
    PLAYER2 = 3


class Reason(IntEnum):
    """Why a match has ended (§6)."""

    NONE = 0
    BASE = 1
    TURNS = 2
    HEALTH = 3  # the turns ran out and the healthier base won
    DISQUALIFIED = 4


class Settings(Record):
    """The options that the rules read."""

    initial_money: Int32
    money_per_turn: Int32
    max_distance_from_base: Int32
    total_turns: Int32
    base_health: Int32
    width: Int32
    height: Int32
    column: Int32  # the length of a column of the frame: 2 to the power of `shift`
    shift: Int32
    build_priority: Int32
    removal: Int32
    cap_result: Int32
    order: Int32
    health: Annotated[Int16s, TYPES]
    speed: Annotated[Int16s, TYPES]
    damage: Annotated[Int16s, TYPES]
    cost: Annotated[Int32s, TYPES]


class Command(Record):
    """A command, or the part of it that is decided. What is not decided, or not needed, is 0."""

    stage: Int8
    kind: Int8
    type: Int8
    facing: Int8
    cell: Int16
    aim: Int16


class Side(Record):
    """What one player has. The soldiers are sorted by cell; behind the last all is 0."""

    money: Int32
    base_health: Int32
    base: Int32  # the cell
    count: Int32  # of soldiers
    cell: Annotated[Int16s, "soldiers"]
    type: Annotated[Int8s, "soldiers"]
    health: Annotated[Int16s, "soldiers"]
    aim: Annotated[Int16s, "soldiers"]  # the destination
    facing: Annotated[Int8s, "soldiers"]


class State(Record):
    """A match of Footsoldiers."""

    options: Settings
    actions: ActionTable
    turns: Int32  # remaining
    result: Int32
    reason: Int32
    chosen: Annotated[Int8s, SEATS]  # 1 if the command of this turn is complete
    commands: Annotated[list[Command], SEATS, SECRET]  # of this turn, each its own player's until both are in
    last: Annotated[list[Command], SEATS]  # of the turn before, for the log
    failed: Annotated[Int8s, SEATS]  # 1 if the command of the turn before was a build in conflict
    sides: Annotated[list[Side], SEATS]
    board: Annotated[Int8s, "cells"]  # a Piece on every cell
    road: Annotated[Int16s, SEATS, "cells"]  # steps past rocks from a cell to the seat's enemy base, or NOWHERE
    queue: Annotated[Int16s, "reach"]  # scratch of a search for ways, or of the words of reach.py; 0 outside of them


@kernel
def cell_at(s: State, x: int, y: int) -> int:
    """Return the cell in a column and a row of the map."""
    return ((x + 1) << s.options.shift) + y


@kernel
def x_of(s: State, cell: int) -> int:
    """Return the column of a cell."""
    return (cell >> s.options.shift) - 1


@kernel
def y_of(s: State, cell: int) -> int:
    """Return the row of a cell."""
    return cell & (s.options.column - 1)


def new(options: Options) -> State:
    """Return a State with options, actions and map written, for `setup` to begin."""
    plan = load_map(options.map, options.map_width, options.map_height)
    s = State.sized(kinds=KINDS, **sizes_for(options, plan)).new()
    space(options).write(s.actions)
    _write_settings(s.options, options)
    s.options.width, s.options.height = plan.width, plan.height
    s.options.shift = plan.height.bit_length()
    s.options.column = 1 << plan.height.bit_length()
    _write_map(s, plan)
    return s


def grow(s: State) -> State:
    """Return the State itself: its capacity is enough for the whole match (R32)."""
    return s


def count_seats(options: Options) -> int:
    """Return the number of seats, always two."""
    return SEATS


def sizes_for(options: Options, plan: Map) -> dict[str, int]:
    """Return the capacity class: the least that no match with these options can outgrow."""
    framed = (plan.width + 2) << plan.height.bit_length()
    cells = next(size for size in CELL_CLASSES if size >= framed)
    most_soldiers = min(options.total_turns, plan.width * plan.height)  # each turn adds at most one
    soldiers = next(size for size in SOLDIER_CLASSES if size >= most_soldiers)
    speed = max(options.speed.scout, options.speed.assassin, options.speed.tank)
    within = 2 * speed * (speed + 1) + 1
    return {"cells": cells, "soldiers": soldiers, "reach": REACH_CLASS if within <= REACH_CLASS else cells}


def _write_settings(settings: Settings, options: Options) -> None:
    for name in ("initial_money", "money_per_turn", "max_distance_from_base", "total_turns", "base_health"):
        setattr(settings, name, getattr(options, name))
    settings.build_priority = Priority.PLAYER1 if options.build_priority == "player1" else Priority.PARITY
    settings.removal = Removal.AT_ONCE if options.removal == "at-once" else Removal.AFTER_ALL
    settings.cap_result = Cap.HEALTH if options.cap_result == "health" else Cap.DRAW
    settings.order = Order.MIRRORED if options.order == "mirrored" else Order.LITERAL
    for name in ("health", "speed", "damage", "cost"):
        numbers = getattr(options, name)
        getattr(settings, name)[:] = (numbers.scout, numbers.assassin, numbers.tank)


def _write_map(s: State, plan: Map) -> None:
    board, roads = _frame(plan)
    s.board[:] = Piece.ROCK
    s.board[: len(board)] = board
    s.road[:] = NOWHERE
    s.road[:, : len(board)] = roads
    for seat in range(SEATS):
        s.sides[seat].base = cell_at(s, *plan.base(seat))


@functools.lru_cache(maxsize=64)
def _frame(plan: Map) -> tuple[Int8s, Int16s]:
    """Return pieces and roads of a map in its frame of rock. Not to be changed: others share them."""
    columns, column = plan.width + 2, 1 << plan.height.bit_length()
    board = np.full((columns, column), Piece.ROCK, np.int8)
    roads = np.full((SEATS, columns, column), NOWHERE, np.int16)
    for x, y in plan.cells():
        if plan.at((x, y)) != ROCK:
            board[x + 1, y] = Piece.EMPTY
    for seat in range(SEATS):
        x, y = plan.base(seat)
        board[x + 1, y] = Piece.BASE + seat * PIECES_OF_A_SEAT
        for (x, y), steps in count_steps(plan, 1 - seat).items():
            roads[seat, x + 1, y] = steps
    return board.ravel(), roads.reshape(SEATS, -1)
