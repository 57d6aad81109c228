"""How good a position is, and what to try first.

What pieces are worth follows who won from positions of people's games (piece_values.py); the way to a flag also what
decided 2,000 matches between greedy players on four boards. The rating is meant for whole worlds, where every type is
known; in a view, a piece of unknown type only counts as an average one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import DIRECTIONS, Kind, Strike
from plowshares.games.stratego.board import BIT, HALF, STEP, is_movable, owner_of, row_of, square_of
from plowshares.games.stratego.heuristics import piece_values
from plowshares.games.stratego.pieces import EMPTY, MOST_COLUMNS, MOST_SPOTS, RANK, TYPES, UNKNOWN, Type
from plowshares.games.stratego.rules.arranging import has_exit
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.rules.moving import find_struck
from plowshares.games.stratego.state import HALF_ROWS, HALVES, NONE, NOWHERE, SIDES, Phase, Result, Scoring, State

FULL_ARMY = 40
UNKNOWN_WORTH = 0.8
# What pieces are worth in full armies, by place_of their types, and how much more while the enemy does not know them.
WORTH = np.array([*piece_values.WORTH, UNKNOWN_WORTH])
HIDDEN = np.array([*piece_values.HIDDEN, 0.0])
SPY_NEEDED = piece_values.SPY_NEEDED
FEW = piece_values.FEW  # pieces of both sides at which material counts in full …
MATERIAL = 0.5  # … which is this much beside the way to a flag: more made the search passive
# The same in smaller armies, where people's games say nothing: divided by the pieces of an army.
#                      f    b    s    2    3    4    5    6    7    8    9    m     ?
FEW_WORTH = np.array([0.0, 6.0, 4.0, 3.0, 5.5, 3.0, 3.2, 3.6, 4.5, 6.0, 7.5, 10.0, 5.0])
FEW_HIDDEN = 0.1 * FEW_WORTH
HANGING = 0.9  # share of its worth that a piece loses when the enemy can take it at once …
GUESSED = 0.7  # … or this if the enemy does not know that …
DOUBTED = 0.2  # … and this if it has not moved: it may be a bomb
FORKED = 0.4  # of what hangs besides the dearest
FEW_HANGING, FEW_GUESSED = 0.7, 0.3  # the same in smaller armies, where only the dearest counts
EAGER = 0.3  # of a piece being a cell nearer to what it can attack, divided by the pieces of an army …
# … and in full armies less for cheap pieces: coming near must not outweigh being lost.
EAGERNESS = np.minimum(1.0, 2.0 * WORTH)
FADING = 0.7  # share of a lead that is lost on the way to the limit without battles
# The cost of an enemy near the flag, by its steps: where no piece that can stop it is as near, and otherwise.
OPEN = np.array([5.0, 5.0, 3.6, 2.2, 1.3, 0.8, 0.5, 0.0])
GUARDED = np.array([4.5, 4.5, 1.9, 1.1, 0.6, 0.25, 0.0, 0.0])
NEAR = len(OPEN) - 1  # steps from which on an enemy does not matter
FAR = 18  # no two cells are farther apart
# Of a chart: where pieces stand by what they are, and by what the enemy knows of them.
TRUE, KNOWN = 0, 1
# Parts of one half of a set of cells.
ONE, COLUMNS = np.int64(1), np.int64(MOST_COLUMNS)
FIRST_ROW = np.int64((1 << MOST_COLUMNS) - 1)
LAST_SHIFT = np.int64(MOST_COLUMNS * (HALF_ROWS - 1))
LAST_ROW = FIRST_ROW << LAST_SHIFT
WHOLE = np.int64((1 << MOST_COLUMNS * HALF_ROWS) - 1)
NOT_LEFT = np.int64(sum(((1 << MOST_COLUMNS) - 2) << MOST_COLUMNS * row for row in range(HALF_ROWS)))
NOT_RIGHT = NOT_LEFT >> ONE

# Weights of the kinds of action, in their order, and of moves.
KIND_WEIGHT = np.array([0.05, 0.001, 0.002, 5.0, 0.001, 20.0, 50.0, 1.0], np.float32)
WINS, PRIZE, DRAWS, LOSES, PROBES = 8.0, 10.0, 2.0, 0.05, 1.0
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
    chart = np.zeros((2, SIDES, TYPES + 1, HALVES), np.int64)
    scale = scale_of(s, draw_chart(s, chart))
    lead = rate_army(s, seat, chart, scale) - rate_army(s, 1 - seat, chart, scale)
    return fade(s) * math.tanh(0.5 * lead)


@kernel
def is_full(s: State) -> bool:
    """Ask whether armies are as large as those of people's games."""
    return count_army(s) == FULL_ARMY


@kernel
def scale_of(s: State, pieces: int) -> float:
    """Return how much material counts, by the pieces on the board: the same lead decides more among few."""
    return MATERIAL * math.sqrt(FEW / max(2, pieces)) if is_full(s) else 1.0 / count_army(s)


@kernel
def fade(s: State) -> float:
    """Return what a lead is still worth: less and less without a battle, since the limit makes it a draw."""
    limit = int(s.options.no_battle_limit)
    if limit == 0 or s.options.cap_scoring != Scoring.DRAW:
        return 1.0
    return 1.0 - FADING * int(s.quiet) / limit


@kernel
def count_army(s: State) -> int:
    """Return how many pieces an army has; at least two, its flag and a movable one."""
    count = 0
    for type_ in range(TYPES):
        count += int(s.options.army[type_])
    return max(2, count)


@kernel
def rate_army(s: State, side: int, chart: Any, scale: float) -> float:
    """Rate what a side has on the board, what is about to be lost of it, where it stands, and how safe its flag is."""
    total, hanging, also, danger = 0.0, 0.0, 0.0, 0.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.squares[piece] == NOWHERE:
            continue
        type_ = s.types[piece]
        if type_ == Type.FLAG:
            danger = measure_danger(s, side, chart, int(s.squares[piece]))
            continue
        worth = worth_of(s, type_, chart[TRUE, 1 - side])
        total += worth if s.shown[piece] else worth + hidden_worth(s, type_)
        if s.turn != side and is_hanging(s, side, piece):
            loss = worth * chance_to_be_taken(s, piece)
            also += min(hanging, loss)
            hanging = max(hanging, loss)
    if is_full(s):
        hanging += FORKED * also
    return scale * (total - hanging) - EAGER * measure_hunt(s, side, chart) / count_army(s) - danger


@kernel
def chance_to_be_taken(s: State, piece: int) -> float:
    """Return how likely the enemy takes a piece that it can take, by what it knows of it."""
    if not is_full(s):
        return FEW_HANGING if s.shown[piece] else FEW_GUESSED
    if s.shown[piece]:
        return HANGING
    return GUESSED if s.moved[piece] else DOUBTED


@kernel
def worth_of(s: State, type_: int, enemies: Any) -> float:
    """Return what a piece is worth against enemies that stand by type: a spy is worth more against a marshal."""
    if not is_full(s):
        return float(FEW_WORTH[place_of(type_)])
    worth = float(WORTH[place_of(type_)])
    if type_ == Type.SPY and may_have(enemies, Type.MARSHAL):
        worth += SPY_NEEDED
    return worth


@kernel
def hidden_worth(s: State, type_: int) -> float:
    """Return how much more a piece is worth while the enemy does not know it."""
    return float(HIDDEN[place_of(type_)]) if is_full(s) else float(FEW_HIDDEN[place_of(type_)])


@kernel
def may_have(pieces: Any, type_: int) -> bool:
    """Ask whether a side has a piece of a type on the board, or one whose type is unknown."""
    return bool((pieces[type_, 0] | pieces[type_, 1] | pieces[TYPES, 0] | pieces[TYPES, 1]) != 0)


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
def place_of(type_: int) -> int:
    """Return where a type stands in a table: the unknown one behind all others."""
    return TYPES if type_ == UNKNOWN else type_


@kernel
def draw_chart(s: State, chart: Any) -> int:
    """Write the sets of cells where each side's pieces stand: by type, and as the enemy knows it; return how many."""
    count = 0
    for piece in range(s.pieces):
        square = int(s.squares[piece])
        if square == NOWHERE:
            continue
        side, half, type_ = owner_of(s, piece), HALF[square], s.types[piece]
        place = place_of(type_)
        chart[TRUE, side, place, half] += BIT[square]
        chart[KNOWN, side, place if s.shown[piece] else TYPES, half] += BIT[square]
        count += 1
    return count


@kernel
def measure_hunt(s: State, side: int, chart: Any) -> float:
    """Return how far a side's movable pieces are from the nearest enemies they may hope to remove, added up."""
    enemies, full = chart[KNOWN, 1 - side], is_full(s)
    total = 0.0
    for type_ in range(Type.SPY.value, TYPES):
        hunters = chart[TRUE, side, type_]
        if hunters[0] == 0 and hunters[1] == 0:
            continue
        near, far = enemies[TYPES, 0], enemies[TYPES, 1]
        for other in range(TYPES):
            if decide(s.options, type_, other) == Result.DEFENDER_FALLS:
                near |= enemies[other, 0]
                far |= enemies[other, 1]
        ways = measure_ways(hunters[0], hunters[1], near, far)
        total += ways * float(EAGERNESS[type_]) if full else float(ways)
    return total


@kernel
def measure_danger(s: State, side: int, chart: Any, flag: int) -> float:
    """Return what it costs a side that enemies can reach its flag, by the one that is worst."""
    enemies = chart[TRUE, 1 - side]
    at_0, at_1 = (BIT[flag], np.int64(0)) if HALF[flag] == 0 else (np.int64(0), BIT[flag])
    worst, steps, limit, seen = 0.0, 1, NEAR, 0
    # The nearest first, as if nothing stood in their way: those farther off than the worst so far need no closer look.
    while steps < limit:
        at_0, at_1 = grow(at_0, at_1)
        for type_ in range(Type.SPY.value, TYPES):
            if ((enemies[type_, 0] & at_0) | (enemies[type_, 1] & at_1)) != 0 and (seen >> type_) & 1 == 0:
                seen |= 1 << type_
                worst = max(worst, rate_enemy(s, side, chart, flag, type_, limit))
                limit = find_limit(worst)
        steps += 1
    return worst


@kernel
def rate_enemy(s: State, side: int, chart: Any, flag: int, enemy: int, limit: int) -> float:
    """Return what it costs that a type of enemy can reach a flag in fewer steps than the limit; 0 if it cannot."""
    if enemy == Type.SPY and not s.options.spy_takes_flag:
        return 0.0
    ours, enemies = chart[TRUE, side], chart[TRUE, 1 - side, enemy]
    way_0, way_1 = s.open[side, 0], s.open[side, 1]
    for type_ in range(Type.SPY.value, enemy):
        way_0 |= ours[type_, 0]
        way_1 |= ours[type_, 1]
    if enemy == Type.MINER:
        way_0 |= ours[Type.BOMB, 0]
        way_1 |= ours[Type.BOMB, 1]
    steps = measure_approach(flag, enemies[0], enemies[1], way_0, way_1, limit)
    if steps == limit:
        return 0.0
    return float(GUARDED[steps]) if is_guarded(s, ours, flag, enemy, steps) else float(OPEN[steps])


@kernel
def is_guarded(s: State, ours: Any, flag: int, enemy: int, steps: int) -> bool:
    """Ask whether a piece that stops a type of enemy is at most `steps` steps from a flag."""
    guard_0, guard_1 = np.int64(0), np.int64(0)
    for type_ in range(enemy, TYPES):
        guard_0 |= ours[type_, 0]
        guard_1 |= ours[type_, 1]
    if enemy == Type.MARSHAL:
        guard_0 |= ours[Type.SPY, 0]
        guard_1 |= ours[Type.SPY, 1]
    return bool(measure_approach(flag, guard_0, guard_1, s.land[0], s.land[1], steps + 1) <= steps)


@kernel
def find_limit(cost: float) -> int:
    """Return from how many steps on no enemy is as bad as this."""
    limit = NEAR
    while limit > 1 and OPEN[limit - 1] <= cost:
        limit -= 1
    return limit


@kernel
def measure_approach(flag: int, from_0: Any, from_1: Any, way_0: Any, way_1: Any, limit: int) -> int:
    """Return the steps to a flag from the nearest cell of a set, over cells of another, if they are below a limit."""
    at_0, at_1 = (BIT[flag], np.int64(0)) if HALF[flag] == 0 else (np.int64(0), BIT[flag])
    for steps in range(1, limit):
        next_0, next_1 = grow(at_0, at_1)
        if (next_0 & from_0) != 0 or (next_1 & from_1) != 0:
            return steps
        next_0 &= way_0
        next_1 &= way_1
        if steps > 1 and next_0 == at_0 and next_1 == at_1:
            break
        at_0, at_1 = next_0, next_1
    return limit


@kernel
def measure_ways(from_0: Any, from_1: Any, to_0: Any, to_1: Any) -> int:
    """Return the distances from each cell of a set, given as two halves, to the nearest of another, added up."""
    total = 0
    for steps in range(1, FAR + 1):
        to_0, to_1 = grow(to_0, to_1)
        reached_0, reached_1 = (from_0 & to_0, from_1 & to_1) if steps < FAR else (from_0, from_1)
        total += steps * (count_bits(reached_0) + count_bits(reached_1))
        from_0 ^= reached_0
        from_1 ^= reached_1
        if from_0 == 0 and from_1 == 0:
            break
    return total


@kernel
def grow(low: Any, high: Any) -> tuple[Any, Any]:
    """Add to a set of cells, given as two halves, all cells beside one of them."""
    up, down = (low & LAST_ROW) >> LAST_SHIFT, (high & FIRST_ROW) << LAST_SHIFT
    return grow_half(low) | down, grow_half(high) | up


@kernel
def grow_half(cells: Any) -> Any:
    """Add to one half all cells beside one of it that are in the same half."""
    aside = ((cells & NOT_RIGHT) << ONE) | ((cells & NOT_LEFT) >> ONE)
    return cells | aside | ((cells << COLUMNS) & WHOLE) | (cells >> COLUMNS)


@kernel
def count_bits(cells: Any) -> int:
    """Return how many cells are in one half of a set."""
    count = 0
    while cells != 0:
        cells &= cells - ONE
        count += 1
    return count


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
def ends_of(s: State, action: int) -> tuple[int, int]:
    """Return the square that a move starts from, and the one where a battle would be."""
    cell, way, strike = fields_of(s.actions, Kind.MOVE, action)
    at = square_of(s, cell)
    direction = way // s.options.reach
    to = at + STEP[direction] * (way % s.options.reach + 1)
    return at, to if strike == Strike.NONE else find_struck(s, to, direction, strike)


@kernel
def weigh_move(s: State, seat: int, action: int) -> float:
    """Weigh a move by the battle it begins, or by its direction."""
    at, to = ends_of(s, action)
    defender = int(s.board[to])
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
        return WINS + PRIZE * float(WORTH[type_] if is_full(s) else FEW_WORTH[type_])
    return DRAWS if result == Result.BOTH_FALL else LOSES
