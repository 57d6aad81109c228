"""What is prepared before a look ahead: what pieces are worth here, what attacks promise, and where to go."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.stratego.board import BIT, HALF, is_movable, owner_of
from plowshares.games.stratego.heuristics.rating import (
    HIDDEN,
    SPY_NEEDED,
    WORTH,
    grow,
    is_full,
)
from plowshares.games.stratego.heuristics.tactics.sheet import UNSET, Sheet
from plowshares.games.stratego.pieces import MOST_COLUMNS, TYPES, Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import HALF_ROWS, NOWHERE, SIDES, STRIDE, Result, State

UNBEATEN = 0.5  # more for the highest rank that is left …
LOST_SPY = 0.1  # what a spy is worth when there is no marshal
RISK = 0.3  # of what may be lost by an attack on the unknown, beyond what is to be expected
STEP_TO_PREY = 0.012  # of a piece being a cell nearer to what it can take …
STEP_TO_FLAG = 0.015  # … and to a flag
MINER_TO_FLAG = 2.0  # times as much for miners
FLAG_REACH = 9  # cells from which on a flag does not attract
FAR = 18
PROMISING = 0.02  # an attack on the unknown that is expected to win less is no aim
# How much a type is drawn to prey, by type.
#                 f    b    s    2    3    4    5    6    7    8    9    m
DRAWN = np.array([0.0, 0.0, 0.3, 0.3, 0.6, 0.7, 0.8, 1.0, 1.2, 1.2, 1.2, 1.2])


@kernel
def can_look_ahead(s: State) -> bool:
    """Ask whether armies are as large as those that the values are for; smaller ones are left to the tree search."""
    return is_full(s)


@kernel
def note_world(s: State, seat: int, sheet: Sheet) -> None:
    """Count the types of the enemy's pieces in a sampled world."""
    enemy = 1 - seat
    for piece in range(first_piece(s, enemy), end_piece(s, enemy)):
        sheet.counts[piece, s.types[piece]] += 1.0
    sheet.tally[1] += 1


@kernel
def weigh_worths(s: State, sheet: Sheet) -> None:
    """Write what the types of both sides are worth, by what is left of the other side."""
    left = np.zeros((SIDES, TYPES), np.int64)
    for piece in range(s.pieces):
        if s.squares[piece] != NOWHERE:
            left[owner_of(s, piece), s.types[piece]] += 1
    for side in range(SIDES):
        highest = 0
        for type_ in range(Type.SPY.value, TYPES):
            if left[1 - side, type_] > 0:
                highest = type_
        for type_ in range(TYPES):
            unbeaten = type_ > highest and type_ > Type.CAPTAIN
            sheet.worth[side, type_] = WORTH[type_] + (UNBEATEN if unbeaten else 0.0)
            sheet.hidden[side, type_] = HIDDEN[type_]
        sheet.worth[side, Type.SPY] = WORTH[Type.SPY] + SPY_NEEDED if left[1 - side, Type.MARSHAL] > 0 else LOST_SPY


@kernel
def weigh_gains(s: State, seat: int, sheet: Sheet) -> None:
    """Write what the searcher expects to win by attacking each unknown piece, by the attacker's type."""
    enemy, noted = 1 - seat, max(1, int(sheet.tally[1]))
    for piece in range(first_piece(s, enemy), end_piece(s, enemy)):
        sheet.flag[piece] = sheet.counts[piece, Type.FLAG] / noted
        for attacker in range(Type.SPY.value, TYPES):
            gain = 0.0
            for type_ in range(TYPES):
                chance = sheet.counts[piece, type_] / noted
                if chance == 0.0 or type_ == Type.FLAG:
                    continue
                result = decide(s.options, attacker, type_)
                if result != Result.ATTACKER_FALLS:
                    gain += chance * sheet.worth[enemy, type_]
                gain += chance * sheet.hidden[enemy, type_]
                if result != Result.DEFENDER_FALLS:
                    gain -= (1.0 + RISK) * chance * sheet.worth[seat, attacker]
            sheet.gain[piece, attacker] = gain


@kernel
def prepare_lookahead(s: State, seat: int, sheet: Sheet) -> None:
    """Prepare what is the same in all worlds, after some of them were noted; `s` is one of them."""
    weigh_worths(s, sheet)
    weigh_gains(s, seat, sheet)


@kernel
def plan_world(s: State, seat: int, sheet: Sheet) -> None:
    """Write what it is worth to stand on each square, by side and type, in a world."""
    weigh_worths(s, sheet)
    sheet.base[:] = UNSET
    for side in range(SIDES):
        flag = find_flag_of(s, 1 - side)
        for type_ in range(Type.SPY.value, TYPES):
            draw_field(s, seat, side, type_, flag, sheet)


@kernel
def find_flag_of(s: State, side: int) -> int:
    """Return the square of a side's flag, or NOWHERE."""
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] == Type.FLAG:
            return int(s.squares[piece])
    return NOWHERE


@kernel
def is_prey(s: State, seat: int, side: int, type_: int, piece: int, sheet: Sheet) -> bool:
    """Ask whether a type of a side may go for an enemy piece, by what that side knows of it."""
    if s.shown[piece]:
        return bool(is_movable(s.types[piece]) and decide(s.options, type_, s.types[piece]) == Result.DEFENDER_FALLS)
    if side == seat:
        return bool(sheet.gain[piece, type_] > PROMISING)
    return bool(s.moved[piece] or type_ < Type.MAJOR)


@kernel
def draw_field(s: State, seat: int, side: int, type_: int, flag: int, sheet: Sheet) -> None:
    """Write the field of a type of a side: distances to prey and to the flag."""
    field = sheet.field[side, type_]
    field[:] = 0.0
    enemy = 1 - side
    low, high = np.int64(0), np.int64(0)
    for piece in range(first_piece(s, enemy), end_piece(s, enemy)):
        square = int(s.squares[piece])
        if square != NOWHERE and is_prey(s, seat, side, type_, piece, sheet):
            if HALF[square] == 0:
                low |= BIT[square]
            else:
                high |= BIT[square]
    add_distances(s, low, high, s.land[0], s.land[1], FAR, STEP_TO_PREY * DRAWN[type_], field)
    if flag == NOWHERE:
        return
    low = BIT[flag] if HALF[flag] == 0 else np.int64(0)
    high = BIT[flag] if HALF[flag] == 1 else np.int64(0)
    way_0, way_1 = s.land[0], s.land[1]
    weight = STEP_TO_FLAG
    if type_ == Type.MINER:
        weight *= MINER_TO_FLAG
    else:
        for piece in range(first_piece(s, enemy), end_piece(s, enemy)):
            square = int(s.squares[piece])
            if square != NOWHERE and s.types[piece] == Type.BOMB:
                if HALF[square] == 0:
                    way_0 &= ~BIT[square]
                else:
                    way_1 &= ~BIT[square]
    add_distances(s, low, high, way_0, way_1, FLAG_REACH, weight, field)


@kernel
def add_distances(s: State, low: Any, high: Any, way_0: Any, way_1: Any, reach: int, weight: float, field: Any) -> None:
    """Take a weight for every step to the nearest cell of a set off a field; all beyond the reach count alike."""
    seen_0, seen_1 = low, high
    if low == 0 and high == 0:
        return
    rest_0, rest_1 = s.land[0] & ~low, s.land[1] & ~high
    for steps in range(1, reach):
        next_0, next_1 = grow(seen_0, seen_1)
        next_0 &= way_0
        next_1 &= way_1
        lower_cells(next_0 & rest_0, 0, weight * steps, field)
        lower_cells(next_1 & rest_1, 1, weight * steps, field)
        rest_0 &= ~next_0
        rest_1 &= ~next_1
        if next_0 == seen_0 and next_1 == seen_1:
            break
        seen_0, seen_1 = next_0, next_1
    lower_cells(rest_0, 0, weight * reach, field)
    lower_cells(rest_1, 1, weight * reach, field)


@kernel
def lower_cells(cells: Any, half: int, by: float, field: Any) -> None:
    """Lower a field on a set of cells of one half."""
    for row in range(HALF_ROWS):
        part = (cells >> np.int64(row * MOST_COLUMNS)) & np.int64((1 << MOST_COLUMNS) - 1)
        square = (half * HALF_ROWS + row + 1) * STRIDE + 1
        while part != 0:
            if part & np.int64(1):
                field[square] -= by
            part >>= np.int64(1)
            square += 1
