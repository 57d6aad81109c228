"""What each seat may know (§7), what it may imagine, and what it must not notice."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.games.stratego.behaviour import is_believable
from plowshares.games.stratego.beliefs import deal_by_kind, draw_kind, is_own_kind, knows_kinds
from plowshares.games.stratego.board import BIT, HALF, STEP, is_movable, owner_of, row_of
from plowshares.games.stratego.pieces import EMPTY, TYPES, UNKNOWN, Type
from plowshares.games.stratego.row_beliefs import count_unknown, deal_by_row
from plowshares.games.stratego.rules.arranging import clear, fill
from plowshares.games.stratego.rules.ending import end_piece, first_piece, has_army
from plowshares.games.stratego.rules.moving import has_move
from plowshares.games.stratego.state import NOWHERE, SCOUTS, SIDES, STRIDE, WALL, Phase, Prepared, State

LEAST_ARRANGED = 2  # `fill` and `ready`: what a side that is ready has done at least
MOST_DEALS = 1000  # see deal_unseen
# Where flags are: at the back, beside walls and bombs and what may be bombs, above all if those stand in front.
# Fitted to the flags of our own set-ups in 1,900 matches on four boards (a conditional logistic regression, rounded).
FLAG_BY_ROW = np.array([30, 20, 1], np.int64)
WALL_COVER, BOMB_COVER, MAYBE_COVER, IN_FRONT = 10, 14, 3, 5
FRONT = np.array([0, 2], np.int64)  # directions, by side
BOMB_BESIDE_FLAG = 8  # bombs are beside flags, so often against elsewhere …
BOMB_BY_ROW = np.array([3, 2, 2, 1], np.int64)  # … and seldom in front
MOST_DOUBTS = 20  # after this many deals what the side did is believed, whatever its pieces are
MOST_LIKELY_DEALS = 100  # after this many deals without a movable piece, bombs are dealt like all others


@kernel
def blank_for(s: State, seat: int) -> None:
    """Hide what the seat may not know; at the end everything is public (§7)."""
    if s.phase == Phase.OVER:
        return
    for side in range(SIDES):
        s.rng[side].key = np.uint64(0)
        s.rng[side].stream = 0
        s.rng[side].count = 0
        if side != seat:
            blank_side(s, side)


@kernel
def blank_side(s: State, side: int) -> None:
    """Hide a side's set-up, and the types of its pieces that are not shown."""
    s.area[side, :] = EMPTY
    s.reserve[side, :] = 0
    s.arranged[side] = 0
    s.movers[side, :] = 0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if not s.shown[piece]:
            s.types[piece] = UNKNOWN


@kernel
def sample_for(s: State, seat: int, seed: Any) -> None:
    """Fill a view with one world that agrees with it: likely places for flag and bombs, else all that movement allows.

    What battles told without naming types (`battle_reveal` other than `both`) is not drawn upon.
    """
    if s.phase == Phase.OVER:
        return
    for side in range(SIDES):
        seed_rng(s.rng[side], seed, side)
        if side != seat and s.phase == Phase.SETUP:
            imagine_area(s, side)
        if side != seat and s.phase == Phase.PLAY:
            imagine_types(s, side)
        seed_rng(s.rng[side], seed, SIDES + side)  # what was imagined says nothing about later draws


@kernel
def imagine_area(s: State, side: int) -> None:
    """Fill the hidden area of a side at random, also where the options give it: see `imagine_types`."""
    clear(s, side)
    fill(s, side)
    s.arranged[side] = count_arranged(s, side)


@kernel
def count_arranged(s: State, side: int) -> int:
    """Return how many actions an imagined set-up took: none if prepared, else `fill` and perhaps `ready`."""
    if s.options.prepared[side] != Prepared.BY_HAND:
        return 0
    return LEAST_ARRANGED if s.ready[side] else LEAST_ARRANGED - 1


@kernel
def imagine_types(s: State, side: int) -> None:
    """Give types to a side's pieces that are not shown.

    Also where the options give the set-up: whoever loads a match that way would otherwise have it searched with
    perfect information.
    """
    s.arranged[side] = count_arranged(s, side)
    deal_unseen(s, side)


@kernel
def deal_unseen(s: State, side: int) -> None:
    """Deal types until the side could be playing: it has an army, and a move if it is to move.

    Unlikely deals are taken less often (behaviour.py). At least one of the unseen types is movable whenever one is
    needed, and there are at most 40, so a deal succeeds with a chance of 1/40 or more; the bound only keeps impossible
    views from hanging.
    """
    for attempt in range(MOST_DEALS):
        take_back_unseen(s, side)
        if attempt < MOST_LIKELY_DEALS:
            deal_likely(s, side)
        deal_movers(s, side)
        deal_flag(s, side)
        if attempt < MOST_LIKELY_DEALS:
            deal_bombs(s, side)
        deal_rest(s, side)
        s.reserve[side, :] = 0
        find_movers(s, side)
        possible = has_army(s, side) and (s.turn != side or has_move(s, side))
        if possible and (attempt >= MOST_DOUBTS or is_believable(s, side, s.rng[side])):
            break


@kernel
def deal_likely(s: State, side: int) -> None:
    """Deal types by a likely kind of set-up; flags and bombs of our own kind as those of smaller boards."""
    if not knows_kinds(s, side):
        if count_reserve(s, side, 0) == count_unknown(s, side):  # more types than pieces: where they stand says less
            deal_flag(s, side)
            deal_bombs(s, side)
            deal_by_row(s, side)
        return
    kind = draw_kind(s, side, s.rng[side])
    if is_own_kind(kind):
        deal_flag(s, side)
        deal_bombs(s, side)
    deal_by_kind(s, side, kind)


@kernel
def find_movers(s: State, side: int) -> None:
    """Note again where a side's movable pieces stand."""
    s.movers[side, :] = 0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        square = int(s.squares[piece])
        if square != NOWHERE and is_movable(s.types[piece]):
            s.movers[side, HALF[square]] += BIT[square]
            if s.types[piece] == Type.SCOUT:
                s.movers[side, SCOUTS + HALF[square]] += BIT[square]


@kernel
def take_back_unseen(s: State, side: int) -> None:
    """Collect in the reserve what the side's pieces that are not shown can be."""
    for type_ in range(TYPES):
        s.reserve[side, type_] = s.options.army[type_]
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.shown[piece]:
            s.reserve[side, s.types[piece]] -= 1
        else:
            s.types[piece] = UNKNOWN


@kernel
def deal_movers(s: State, side: int) -> None:
    """Give movable types to pieces that have moved."""
    left = count_reserve(s, side, Type.SPY.value)
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] == UNKNOWN and s.moved[piece] and left > 0:
            deal(s, side, piece, Type.SPY.value, left)
            left -= 1


@kernel
def deal_flag(s: State, side: int) -> None:
    """Give the flag, if it is unseen, to a piece on the board that has not moved, most likely in the back row."""
    if s.reserve[side, Type.FLAG] == 0:
        return
    total = 0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        total += weigh_flag(s, side, piece)
    chosen = below(s.rng[side], max(1, total))
    for piece in range(first_piece(s, side), end_piece(s, side)):
        weight = weigh_flag(s, side, piece)
        if 0 <= chosen < weight:
            s.types[piece] = Type.FLAG
            break
        chosen -= weight
    s.reserve[side, Type.FLAG] = 0


@kernel
def weigh_flag(s: State, side: int, piece: int) -> int:
    """Return how likely a piece is taken to be the flag: 0 if it cannot be, more at the back and behind bombs."""
    if not can_be_flag(s, piece):
        return 0
    square = int(s.squares[piece])
    row = row_of(square) if side == 0 else int(s.options.height) - 1 - row_of(square)
    weight = int(FLAG_BY_ROW[min(row, len(FLAG_BY_ROW) - 1)])
    for direction in range(len(STEP)):
        beside = weigh_cover(s, side, square + int(STEP[direction]))
        weight *= beside
        if beside > 1 and beside != WALL_COVER and direction == FRONT[side]:
            weight *= IN_FRONT
    return weight


@kernel
def weigh_cover(s: State, side: int, square: int) -> int:
    """Return how many times as likely a flag is beside a square as beside an open one: walls and bombs cover it."""
    other = int(s.board[square])
    if other == WALL:
        return WALL_COVER
    if other < 0 or owner_of(s, other) != side:
        return 1
    if s.types[other] == Type.BOMB and s.shown[other]:
        return BOMB_COVER
    return 1 if s.shown[other] or s.moved[other] else MAYBE_COVER


@kernel
def deal_bombs(s: State, side: int) -> None:
    """Give the unseen bombs to pieces that have not moved, most likely beside the flag."""
    flag = find_flag(s, side)
    total = 0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        total += weigh_bomb(s, side, piece, flag)
    while s.reserve[side, Type.BOMB] > 0 and total > 0:
        chosen = below(s.rng[side], total)
        for piece in range(first_piece(s, side), end_piece(s, side)):
            weight = weigh_bomb(s, side, piece, flag)
            chosen -= weight
            if chosen < 0:
                s.types[piece] = Type.BOMB
                s.reserve[side, Type.BOMB] -= 1
                total -= weight
                break


@kernel
def find_flag(s: State, side: int) -> int:
    """Return the square of a side's flag, or NOWHERE."""
    square = NOWHERE
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] == Type.FLAG:
            square = int(s.squares[piece])
    return square


@kernel
def weigh_bomb(s: State, side: int, piece: int, flag: int) -> int:
    """Return how likely a piece is taken to be a bomb: 0 if it cannot be, more beside the flag and behind the front."""
    if s.types[piece] != UNKNOWN or s.moved[piece]:
        return 0
    at = int(s.squares[piece])
    row = row_of(at) if side == 0 else int(s.options.height) - 1 - row_of(at)
    # What fell unseen may have been a bomb too.
    depth = len(BOMB_BY_ROW) - 1 if at == NOWHERE else min(row, len(BOMB_BY_ROW) - 1)
    is_beside = flag != NOWHERE and (abs(at - flag) == 1 or abs(at - flag) == STRIDE)
    return int(BOMB_BY_ROW[depth]) * (BOMB_BESIDE_FLAG if is_beside else 1)


@kernel
def can_be_flag(s: State, piece: int) -> bool:
    """Ask whether a piece may be the flag, as far as it has shown."""
    return s.types[piece] == UNKNOWN and s.squares[piece] != NOWHERE and not s.moved[piece]


@kernel
def deal_rest(s: State, side: int) -> None:
    """Give what is left to the pieces that are left."""
    left = count_reserve(s, side, Type.FLAG.value)
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] == UNKNOWN and left > 0:
            deal(s, side, piece, Type.FLAG.value, left)
            left -= 1


@kernel
def count_reserve(s: State, side: int, lowest: int) -> int:
    """Return how many pieces of the reserve have a type from this one on upwards."""
    count = 0
    for type_ in range(lowest, TYPES):
        count += int(s.reserve[side, type_])
    return count


@kernel
def deal(s: State, side: int, piece: int, lowest: int, left: int) -> None:
    """Draw one of the reserve's `left` pieces of a type or above, each equally likely."""
    chosen = below(s.rng[side], left)
    type_ = lowest
    while chosen >= s.reserve[side, type_]:
        chosen -= int(s.reserve[side, type_])
        type_ += 1
    s.types[piece] = type_
    s.reserve[side, type_] -= 1


@kernel
def disturb(s: State, seat: int, seed: Any) -> None:
    """Change what §7 hides from the seat: generators, enemy set-up, and enemy types that were not told."""
    if s.phase == Phase.OVER:
        return
    for side in range(SIDES):
        seed_rng(s.rng[side], seed, SIDES + side)
        s.rng[side].count = below(s.rng[side], 1000)
        if side == seat or s.options.prepared[side] == Prepared.GIVEN:  # the options tell everybody
            continue
        if s.options.prepared[side] == Prepared.BY_HAND:
            s.arranged[side] = below(s.rng[side], s.options.setup_limit)
        if s.phase == Phase.SETUP:
            disturb_area(s, side, s.rng[side])
        else:
            disturb_types(s, side, s.rng[side])


@kernel
def disturb_area(s: State, side: int, rng: Rng) -> None:
    """Put anything anywhere in a side's area and reserve."""
    for spot in range(s.options.spots):
        s.area[side, spot] = below(rng, TYPES + 1) - 1
    for type_ in range(TYPES):
        s.reserve[side, type_] = below(rng, 9)


@kernel
def disturb_types(s: State, side: int, rng: Rng) -> None:
    """Make anything of a side's pieces that were not shown."""
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if not s.shown[piece]:
            s.types[piece] = below(rng, TYPES)
    find_movers(s, side)
