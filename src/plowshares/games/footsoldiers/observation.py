"""Numbers for a learner: planes over the map, seen from a seat, its own things first.

A plane is indexed by column and then row, as cells are written (x, y). Columns are as long as in the State, a power of
two with rock below the map: so a plane is one piece of memory there and here, and is copied at once. What is one number
for the whole match stands once, behind the planes: repeated on every cell it made a third of an observation.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.footsoldiers.actions import TYPES, Kind
from plowshares.games.footsoldiers.maps import load_map
from plowshares.games.footsoldiers.movement import first_side
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.state import SEATS, Piece, Stage, State, cell_at, x_of, y_of

MOST = 32767  # what an entry holds; larger numbers, money above all, are cut to it


class Plane(IntEnum):
    """What each plane shows. Of each pair or group, the seat's own comes first, the other's `+ n` later."""

    ROCK = 0
    BASE = 1  # the health of the base on its cell; 2 planes
    SOLDIER = 3  # health by type; own 3 planes, then the other's
    FACING = 9  # 1 for the facing of the soldier on the cell; 4 planes
    ACROSS = 13  # how far to the right its destination is
    DOWN = 14  # how far down
    ROAD = 15  # steps to the enemy base past rocks, -1 without a way; own way, then the other's
    SITE = 17  # 1 on the cell of the own unfinished command
    AIM = 18  # 1 on its destination
    NUMBERS = 19  # see Number, one after another over the cells of as many planes as they need


class Number(IntEnum):
    """What stands in the planes from NUMBERS on. Of each pair, the seat's own comes first."""

    MONEY = 0  # 2 entries
    HEALTH = 2  # of the bases; 2 entries
    TURNS = 4
    FIRST = 5  # 1 if the seat is first side
    CHOSEN = 6  # 1 if the command of the turn is complete; 2 entries
    STAGE = 8  # 1 for what is due: first decision, aim, turn; 3 entries
    COUNT = 11


PLANES = Plane.NUMBERS.value  # of the map
NUMBERS = Number.COUNT.value


def shape(options: Options) -> tuple[int, ...]:
    """Return planes, columns and rows."""
    plan = load_map(options.map, options.map_width, options.map_height)
    column = 1 << plan.height.bit_length()
    return PLANES - (-NUMBERS // (plan.width * column)), plan.width, column


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int16)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write everything. Those who only watch see it as player1, whose commands they do not know."""
    own = seat if 0 <= seat < SEATS else 0
    flat = out.reshape(out.size)
    cells = out.shape[1] * out.shape[2]
    fill(flat, 0)
    encode_ground(s, own, cells, flat)
    for turn in range(SEATS):
        encode_side(s, own ^ turn, turn, cells, flat)
    encode_command(s, own, cells, flat)
    encode_numbers(s, own, PLANES * cells, flat)


@kernel
def fill(out: Any, value: int) -> None:
    """Write the same number everywhere."""
    for i in range(len(out)):  # a loop from 0 over one axis compiles to the widest stores the machine has
        out[i] = value


@kernel
def place_of(s: State, cell: int) -> int:
    """Return where a cell is in a plane, which lacks the frame's column before the first."""
    return cell - s.options.column


@kernel
def encode_ground(s: State, own: int, cells: int, out: Any) -> None:
    """Write rocks and roads."""
    first = cell_at(s, 0, 0)
    mark_rocks(s.board[first:], cells, out)
    road = out[Plane.ROAD.value * cells :]
    copy(s.road[own, first:], cells, road)
    copy(s.road[1 - own, first:], cells, road[cells:])


@kernel
def mark_rocks(pieces: Any, count: int, out: Any) -> None:
    """Mark the rocks; theirs is the first plane."""
    for i in range(count):
        out[i] = pieces[i] == Piece.ROCK


@kernel
def copy(numbers: Any, count: int, out: Any) -> None:
    """Copy so many numbers."""
    for i in range(count):
        out[i] = numbers[i]


@kernel
def encode_side(s: State, seat: int, turn: int, cells: int, out: Any) -> None:
    """Write a side's base and soldiers; turn is 0 for the own side."""
    side = s.sides[seat]
    out[(Plane.BASE + turn) * cells + place_of(s, side.base)] = min(side.base_health, MOST)
    for i in range(side.count):
        cell, aim = int(side.cell[i]), int(side.aim[i])
        place = place_of(s, cell)
        out[(Plane.SOLDIER + TYPES * turn + int(side.type[i])) * cells + place] = side.health[i]
        out[(Plane.FACING + int(side.facing[i])) * cells + place] = 1
        out[Plane.ACROSS * cells + place] = x_of(s, aim) - x_of(s, cell)
        out[Plane.DOWN * cells + place] = y_of(s, aim) - y_of(s, cell)


@kernel
def encode_command(s: State, own: int, cells: int, out: Any) -> None:
    """Write where the own unfinished command is about."""
    command = s.commands[own]
    if command.stage == Stage.FIRST or command.kind == Kind.NOOP:
        return
    out[Plane.SITE * cells + place_of(s, command.cell)] = 1
    if command.stage != Stage.AIM and command.kind != Kind.FACE:
        out[Plane.AIM * cells + place_of(s, command.aim)] = 1


@kernel
def encode_numbers(s: State, own: int, first: int, out: Any) -> None:
    """Write the numbers of the match from an entry on; all of them are zero so far."""
    for turn in range(SEATS):
        side = s.sides[own ^ turn]
        out[first + Number.MONEY + turn] = min(side.money, MOST)
        out[first + Number.HEALTH + turn] = min(side.base_health, MOST)
        out[first + Number.CHOSEN + turn] = s.chosen[own ^ turn]
    out[first + Number.TURNS] = s.turns
    out[first + Number.FIRST] = first_side(s) == own
    if s.commands[own].stage < Stage.DONE:
        out[first + Number.STAGE + int(s.commands[own].stage)] = 1
