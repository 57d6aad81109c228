"""Numbers for a learner: planes over the map, seen from a seat, its own things first."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.footsoldiers.actions import Kind
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
    # Numbers of the match: the same on every cell
    MONEY = 19  # 2 planes
    HEALTH = 21  # of the bases; 2 planes
    TURNS = 23
    FIRST = 24  # 1 if the seat is first side
    CHOSEN = 25  # 1 if the command of the turn is complete; 2 planes
    STAGE = 27  # 1 for what is due: first decision, aim, turn; 3 planes
    COUNT = 30


PLANES = Plane.COUNT.value


def shape(options: Options) -> tuple[int, ...]:
    """Return planes, rows and columns."""
    plan = load_map(options.map, options.map_width, options.map_height)
    return int(Plane.COUNT), plan.height, plan.width


def dtype() -> np.dtype[Any]:
    """Return the type of the numbers."""
    return np.dtype(np.int16)


@kernel
def encode(s: State, seat: int, out: Any) -> None:
    """Write all planes. Those who only watch see them as player1, whose commands they do not know."""
    own = seat if 0 <= seat < SEATS else 0
    fill(out.reshape(out.size), 0)
    encode_ground(s, own, out)
    for turn in range(SEATS):
        encode_side(s, own ^ turn, turn, out)
    encode_command(s, own, out)
    # Numbers of the match go to whole planes, which are fastest to fill as one row each.
    encode_numbers(s, own, out.reshape((PLANES, out.shape[1] * out.shape[2])))


@kernel
def fill(out: Any, value: int) -> None:
    """Write the same number everywhere."""
    for i in range(len(out)):  # a loop from 0 over one axis compiles to the widest stores the machine has
        out[i] = value


@kernel
def encode_ground(s: State, own: int, out: Any) -> None:
    """Write rocks and roads."""
    for y in range(s.options.height):
        rocks, road, enemy_road = out[Plane.ROCK.value, y], out[Plane.ROAD.value, y], out[Plane.ROAD.value + 1, y]
        cell = cell_at(s, 0, y)
        for x in range(len(rocks)):
            rocks[x] = s.board[cell] == Piece.ROCK
            road[x] = s.road[own, cell]
            enemy_road[x] = s.road[1 - own, cell]
            cell += s.options.column


@kernel
def encode_side(s: State, seat: int, turn: int, out: Any) -> None:
    """Write a side's base and soldiers; turn is 0 for the own side."""
    side = s.sides[seat]
    out[Plane.BASE + turn, y_of(s, side.base), x_of(s, side.base)] = min(side.base_health, MOST)
    for i in range(side.count):
        cell, aim = int(side.cell[i]), int(side.aim[i])
        x, y = x_of(s, cell), y_of(s, cell)
        out[Plane.SOLDIER + 3 * turn + side.type[i], y, x] = side.health[i]
        out[Plane.FACING + side.facing[i], y, x] = 1
        out[Plane.ACROSS, y, x] = x_of(s, aim) - x
        out[Plane.DOWN, y, x] = y_of(s, aim) - y


@kernel
def encode_command(s: State, own: int, out: Any) -> None:
    """Write where the own unfinished command is about."""
    command = s.commands[own]
    if command.stage == Stage.FIRST or command.kind == Kind.NOOP:
        return
    cell, aim = int(command.cell), int(command.aim)
    out[Plane.SITE, y_of(s, cell), x_of(s, cell)] = 1
    if command.stage != Stage.AIM and command.kind != Kind.FACE:
        out[Plane.AIM, y_of(s, aim), x_of(s, aim)] = 1


@kernel
def encode_numbers(s: State, own: int, out: Any) -> None:
    """Fill the planes that are the same everywhere; all of them are zero so far."""
    for turn in range(SEATS):
        side = s.sides[own ^ turn]
        fill(out[Plane.MONEY.value + turn], min(side.money, MOST))
        fill(out[Plane.HEALTH.value + turn], min(side.base_health, MOST))
        if s.chosen[own ^ turn]:
            fill(out[Plane.CHOSEN.value + turn], 1)
    fill(out[Plane.TURNS.value], s.turns)
    if first_side(s) == own:
        fill(out[Plane.FIRST.value], 1)
    if s.commands[own].stage < Stage.DONE:
        fill(out[Plane.STAGE.value + s.commands[own].stage], 1)
