"""How good a position is, and what to try first.

Both work on views as well as on whole worlds: a piece of unknown type counts as an average one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import DIRECTIONS, Kind, Strike
from plowshares.games.stratego.board import STEP, is_movable, owner_of, row_of, square_of
from plowshares.games.stratego.pieces import EMPTY, MOST_SPOTS, RANK, TYPES, UNKNOWN, Type
from plowshares.games.stratego.rules.arranging import has_exit
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.rules.moving import find_struck
from plowshares.games.stratego.state import NONE, NOWHERE, SQUARES, STRIDE, Phase, Result, Scoring, State

#                  f   b   s   2   3   4   5   6   7   8    9    m
WORTH = np.array([20, 14, 18, 9, 24, 16, 22, 32, 48, 72, 110, 150], np.float64)
HIDDEN = 0.12  # what it adds to a piece's worth that the enemy does not know it
HANGING = 0.6  # share of its worth that a piece loses when the enemy can take it at once …
GUESSED = 0.25  # … of which this much counts if the enemy does not know that
EAGER = 0.5  # worth of a piece being a cell nearer to what it can attack
DECISIVE = 0.3  # share of an army's worth that is as good as half a win
FADING = 0.7  # share of a lead that is lost on the way to the limit without battles
DANGER = 30.0  # worth of an enemy beside the flag; less the farther it is
FAR = 18  # no two cells are farther apart
_ROWS, _COLUMNS = np.divmod(np.arange(SQUARES), STRIDE)
# How many steps two squares are apart.
STEPS = (abs(_ROWS[:, None] - _ROWS) + abs(_COLUMNS[:, None] - _COLUMNS)).astype(np.int8)

# Weights of the kinds of action, in their order, and of moves.
KIND_WEIGHT = np.array([0.05, 0.001, 0.002, 5.0, 0.001, 20.0, 50.0, 1.0], np.float32)
WINS, DRAWS, LOSES, PROBES = 8.0, 2.0, 0.05, 1.0
AHEAD, ASIDE, BACK = 1.5, 1.0, 0.6
# What a guarded flag, an exit and progress are worth during the set-up.
PLACED_VALUE, READY_VALUE, EXIT_VALUE, BACK_ROW_VALUE, GUARD_VALUE = 0.2, 0.3, 0.1, 0.1, 0.05


@kernel
def value(s: State, seat: int) -> float:
    """Estimate the seat's outcome, from -1 to 1."""
    if s.phase == Phase.OVER:
        if s.winner == NONE:
            return 0.0
        return 1.0 if s.winner == seat else -1.0
    if s.phase == Phase.SETUP:
        return rate_area(s, seat)
    lead = (rate_army(s, seat) - rate_army(s, 1 - seat)) / (DECISIVE * weigh_army(s))
    return fade(s) * lead / (1.0 + abs(lead))


@kernel
def fade(s: State) -> float:
    """Return what a lead is still worth: less and less without a battle, since the limit makes it a draw."""
    limit = int(s.options.no_battle_limit)
    if limit == 0 or s.options.cap_scoring != Scoring.DRAW:
        return 1.0
    return 1.0 - FADING * int(s.quiet) / limit


@kernel
def weigh_army(s: State) -> float:
    """Return the worth of a whole army."""
    total = 0.0
    for type_ in range(TYPES):
        total += WORTH[type_] * s.options.army[type_]
    return total


@kernel
def count_army(s: State) -> int:
    """Return how many pieces an army has; at least two, its flag and a movable one."""
    count = 0
    for type_ in range(TYPES):
        count += int(s.options.army[type_])
    return max(2, count)


@kernel
def rate_army(s: State, side: int) -> float:
    """Return the worth of what a side has on the board, where it stands, and what is about to be lost."""
    mean = weigh_army(s) / count_army(s)
    total, hanging = 0.0, 0.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.squares[piece] == NOWHERE:
            continue
        type_ = s.types[piece]
        worth = mean if type_ == UNKNOWN else WORTH[type_]
        total += worth if s.shown[piece] else worth * (1.0 + HIDDEN)
        if s.turn != side and is_hanging(s, side, piece):
            risk = worth if type_ != Type.FLAG else weigh_army(s)
            hanging = max(hanging, risk if s.shown[piece] else GUESSED * risk)
        if type_ == Type.FLAG:
            total -= DANGER / measure_threat(s, side, piece)
        if is_movable(type_):
            total -= EAGER * measure_hunt(s, side, piece)
    return total - HANGING * hanging


@kernel
def is_hanging(s: State, side: int, piece: int) -> bool:
    """Ask whether an enemy piece beside this one would remove it."""
    type_ = s.types[piece]
    for direction in range(DIRECTIONS):
        other = int(s.board[int(s.squares[piece]) + STEP[direction]])
        if other < 0 or owner_of(s, other) == side or not is_movable(s.types[other]) or type_ == UNKNOWN:
            continue
        if decide(s.options, s.types[other], type_) == Result.DEFENDER_FALLS:
            return True
    return False


@kernel
def measure_hunt(s: State, side: int, piece: int) -> float:
    """Return how far a piece is from the nearest enemy that it may hope to remove."""
    nearest = FAR
    at, type_ = int(s.squares[piece]), s.types[piece]
    for other in range(first_piece(s, 1 - side), end_piece(s, 1 - side)):
        if s.squares[other] == NOWHERE:
            continue
        if s.shown[other] and decide(s.options, type_, s.types[other]) != Result.DEFENDER_FALLS:
            continue
        nearest = min(nearest, STEPS[at, s.squares[other]])
    return float(nearest)


@kernel
def measure_threat(s: State, side: int, flag: int) -> float:
    """Return how far the nearest enemy is from a flag that may be able to attack it."""
    nearest = FAR
    for other in range(first_piece(s, 1 - side), end_piece(s, 1 - side)):
        if s.squares[other] != NOWHERE and (s.types[other] == UNKNOWN or is_movable(s.types[other])):
            nearest = min(nearest, STEPS[s.squares[flag], s.squares[other]])
    return float(nearest)


@kernel
def rate_area(s: State, seat: int) -> float:
    """Rate a set-up: complete, with an exit, the flag at the back and bombs around it."""
    placed, flag = 0, NOWHERE
    for spot in range(s.options.spots):
        placed += s.area[seat, spot] != EMPTY
        if s.area[seat, spot] == Type.FLAG:
            flag = spot
    total: float = PLACED_VALUE * placed / count_army(s) + READY_VALUE * s.ready[seat]
    if has_exit(s, seat):
        total += EXIT_VALUE
    return total if flag == NOWHERE else total + rate_flag(s, seat, flag)


@kernel
def rate_flag(s: State, seat: int, flag: int) -> float:
    """Rate where the flag stands in its area."""
    width = int(s.options.width)
    total = BACK_ROW_VALUE if flag < width else 0.0
    for beside in (flag - 1, flag + 1, flag + width):
        is_near = beside // width == flag // width or beside % width == flag % width
        if is_near and 0 <= beside < min(s.options.spots, MOST_SPOTS) and s.area[seat, beside] == Type.BOMB:
            total += GUARD_VALUE
    return total


@kernel
def prior(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Weigh actions: what wins a battle first, then what goes forward; in a set-up what completes it."""
    for i in range(count):
        kind = kind_of(s.actions, actions[i])
        out[i] = KIND_WEIGHT[kind]
        if kind == Kind.MOVE:
            out[i] = weigh_move(s, seat, actions[i])


@kernel
def face(s: State, seat: int, action: int) -> int:
    """Return the type of the piece that moves, which its owner knows, counted from 1; 0 if none moves."""
    if kind_of(s.actions, action) != Kind.MOVE:
        return 0
    cell, _, _ = fields_of(s.actions, Kind.MOVE, action)
    return int(s.types[s.board[square_of(s, cell)]]) + 1


@kernel
def weigh_move(s: State, seat: int, action: int) -> float:
    """Weigh a move by the battle it begins, or by its direction."""
    cell, way, strike = fields_of(s.actions, Kind.MOVE, action)
    at = square_of(s, cell)
    direction = way // s.options.reach
    to = at + STEP[direction] * (way % s.options.reach + 1)
    contested = to if strike == Strike.NONE else find_struck(s, to, direction, strike)
    defender = int(s.board[contested])
    if defender >= 0:
        return weigh_battle(s, s.types[s.board[at]], defender)
    rows = row_of(to) - row_of(at) if seat == 0 else row_of(at) - row_of(to)
    if rows == 0:
        return ASIDE
    return AHEAD if rows > 0 else BACK


@kernel
def weigh_battle(s: State, attacker: int, defender: int) -> float:
    """Weigh an attack on a known piece by its result, on an unknown one by the attacker's rank."""
    type_ = s.types[defender]
    if type_ == UNKNOWN:
        return PROBES if attacker == Type.SCOUT else PROBES * RANK[attacker] / RANK[Type.CAPTAIN]
    result = decide(s.options, attacker, type_)
    if result == Result.DEFENDER_FALLS:
        return WINS + WORTH[type_]  # type: ignore[no-any-return]  # NumPy's stubs lose the type
    return DRAWS if result == Result.BOTH_FALL else LOSES
