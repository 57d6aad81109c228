"""Alpha-beta over what matters at once in one sampled world: battles, escapes, threats, and passing.

Everything else that a side could do counts as passing, so that a few plies cost little. What a side
cannot know is not used by it: attacks of the searcher on unknown pieces count as what they are expected to win, and the
enemy attacks what it does not know only with a certain chance.
"""

from __future__ import annotations

import math
from typing import Any

from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import DIRECTIONS
from plowshares.games.stratego.board import BIT, HALF, STEP, enter, leave, owner_of
from plowshares.games.stratego.heuristics.rating import (
    FEW,
    chance_to_be_taken,
    draw_chart,
    ends_of,
    fade,
    grow,
    is_hanging,
    measure_danger,
    value,
)
from plowshares.games.stratego.heuristics.tactics.sheet import (
    ALPHA,
    BEST,
    BETA,
    COUNT,
    DEPTH,
    MOST_MOVES,
    MOST_PLIES,
    NEXT,
    PASSED,
    SHARE,
    SIDE,
    STATIC,
    UNSET,
    Sheet,
)
from plowshares.games.stratego.pieces import EMPTY, Type
from plowshares.games.stratego.rules.battle import decide, march
from plowshares.games.stratego.rules.ending import check_end
from plowshares.games.stratego.rules.moving import list_moves
from plowshares.games.stratego.state import NONE, NOWHERE, Phase, Result, State

PASS = -1  # instead of an action: whatever does not matter here
LOW, HIGH = -2.0, 2.0
CERTAIN = 0.999
SOONER = 0.002  # of an end that comes a ply earlier
QUIET_PLIES = -8  # depth at which battles are not followed any further
FORKED = 0.6  # of what hangs beside what can be saved
TRAPPED = 0.6  # of what hangs and cannot get away
FLAG_KNOWN = 0.7  # of the danger to the own flag: the enemy can only guess where it is
MATERIAL = 0.6  # how much material counts: more leaves little to choose between once a side leads
HOPELESS = -0.05  # an attack on the unknown that is expected to win less is not looked at
# How likely an enemy attacks what it does not know and would take: what has moved; else with cheap or dear pieces.
MOVED, CHEAP, DEAR = 0.8, 0.4, 0.15
# What is looked at first.
PASSES, TAKES, EVADES, TRADES, TRIES, THREATENS = 1000.0, 100.0, 60.0, 40.0, 30.0, 20.0
SKIPPED = -1.0


@kernel
def copy_position(source: Any, out: Any) -> None:
    """Copy a State that is given as words."""
    for i in range(len(out)):
        out[i] = source[i]


@kernel
def look_ahead(s: State, words: Any, seat: int, depth: int, legal: Any, sheet: Sheet) -> float:
    """Return what a position is worth to a seat by some plies; `words` are those of `s`, `legal` is room for moves.

    First actions far from all enemies differ by where they lead only. So all of them share one look at the rest.
    """
    if depth >= MOST_PLIES or not is_elsewhere(s, seat):
        return look_deeper(s, words, seat, depth, legal, sheet)
    piece, start, end = int(s.last.piece), int(s.last.start), int(s.last.end)
    if sheet.base[depth] == UNSET:
        leave(s, piece)
        enter(s, piece, start)
        sheet.before[0] = evaluate(s, seat, sheet)
        sheet.base[depth] = look_deeper(s, words, seat, depth, legal, sheet)
        copy_position(sheet.stack[0], words)
        leave(s, piece)
        enter(s, piece, end)
    sheet.tally[0] += 1
    return shift(sheet.base[depth], lead_of(evaluate(s, seat, sheet)) - lead_of(sheet.before[0]))


@kernel
def is_elsewhere(s: State, seat: int) -> bool:
    """Ask whether the last move was one of the seat without a battle, more than two cells from all enemies."""
    if s.phase != Phase.PLAY or s.turn == seat or s.last.contested != NOWHERE:
        return False
    low, high = s.land[0] & ~s.open[1 - seat, 0], s.land[1] & ~s.open[1 - seat, 1]
    for _ in range(2):
        low, high = grow(low, high)
    for square in (int(s.last.start), int(s.last.end)):
        near = low if HALF[square] == 0 else high
        if near & BIT[square] != 0:
            return False
    return True


@kernel
def shift(found: float, by: float) -> float:
    """Return a value after a change of the lead that it stands for."""
    return math.tanh(lead_of(found) + by)


@kernel
def lead_of(found: float) -> float:
    """Return the lead that a value stands for."""
    return math.atanh(max(-CERTAIN, min(CERTAIN, found)))


@kernel
def look_deeper(s: State, words: Any, seat: int, depth: int, legal: Any, sheet: Sheet) -> float:
    """Return the value of a position by alpha-beta."""
    marks, bounds = sheet.marks, sheet.bounds
    open_node(s, words, seat, 0, depth, 0, LOW, HIGH, legal, sheet)
    ply = 0
    while True:
        if bounds[ply, ALPHA] < bounds[ply, BETA] and marks[ply, NEXT] < marks[ply, COUNT]:
            copy_position(sheet.stack[ply], words)
            action = next_move(ply, sheet)
            if make_move(s, seat, ply, action, sheet):
                # What counts in part only needs its exact value.
                whole = bounds[ply, SHARE] == 1.0
                low = bounds[ply, ALPHA] if whole else LOW
                high = bounds[ply, BETA] if whole else HIGH
                left, passed = marks[ply, DEPTH] - 1, 1 if action == PASS else 0
                ply += 1
                open_node(s, words, seat, ply, left, passed, low, high, legal, sheet)
        elif ply == 0:
            return float(bounds[0, BEST])
        else:
            ply -= 1
            if marks[ply, NEXT] == 1 and sheet.moves[ply, 0] == PASS:  # what other moves are compared with
                bounds[ply, STATIC] = bounds[ply + 1, BEST]
            take_in(seat, ply, bounds[ply + 1, BEST], sheet)


@kernel
def open_node(
    s: State,
    words: Any,
    seat: int,
    ply: int,
    depth: int,
    passed: int,
    low: float,
    high: float,
    legal: Any,
    sheet: Sheet,
) -> None:
    """Rate a position and list what is to be looked at in it; nothing at a leaf."""
    marks, bounds, side = sheet.marks, sheet.bounds, int(s.turn)
    sheet.tally[0] += 1
    marks[ply, COUNT], marks[ply, NEXT] = 0, 0
    marks[ply, DEPTH], marks[ply, PASSED], marks[ply, SIDE] = depth, passed, side
    bounds[ply, ALPHA], bounds[ply, BETA], bounds[ply, SHARE] = low, high, 1.0
    if s.phase != Phase.PLAY:
        bounds[ply, BEST] = rate_end(s, seat, ply) if s.phase == Phase.OVER else value(s, seat)
        return
    static = evaluate(s, seat, sheet)
    bounds[ply, STATIC] = static
    if ply == MOST_PLIES - 1 or depth <= QUIET_PLIES:
        bounds[ply, BEST] = static
        return
    bounds[ply, BEST] = LOW if side == seat else HIGH
    stands = depth <= 0 or passed == 1
    if stands:
        take_in(seat, ply, static, sheet)
        if bounds[ply, ALPHA] >= bounds[ply, BETA]:
            return
    else:
        marks[ply, COUNT] = 1
    sheet.moves[ply, 0], sheet.orders[ply, 0] = PASS, PASSES
    copy_position(words, sheet.stack[ply])
    list_relevant(s, seat, side, ply, depth, stands, legal, sheet)


@kernel
def rate_end(s: State, seat: int, ply: int) -> float:
    """Return the outcome of a match that has ended: the sooner, the more."""
    if s.winner == NONE:
        return 0.0
    return 1.0 - SOONER * ply if s.winner == seat else SOONER * ply - 1.0


@kernel
def take_in(seat: int, ply: int, found: float, sheet: Sheet) -> None:
    """Let the value of a move count at its node; only in part if it is doubtful that the enemy dares it."""
    bounds = sheet.bounds
    static, share = bounds[ply, STATIC], bounds[ply, SHARE]
    if share < 1.0:
        found = static + share * (found - static)
    if sheet.marks[ply, SIDE] == seat:
        bounds[ply, BEST] = max(bounds[ply, BEST], found)
        bounds[ply, ALPHA] = max(bounds[ply, ALPHA], found)
    else:
        bounds[ply, BEST] = min(bounds[ply, BEST], found)
        bounds[ply, BETA] = min(bounds[ply, BETA], found)


@kernel
def next_move(ply: int, sheet: Sheet) -> int:
    """Return the next move of a node, the most promising of those that are left."""
    orders, moves, first = sheet.orders[ply], sheet.moves[ply], sheet.marks[ply, NEXT]
    best = first
    for i in range(first + 1, sheet.marks[ply, COUNT]):
        if orders[i] > orders[best]:
            best = i
    action = int(moves[best])
    moves[best], orders[best] = moves[first], orders[first]
    sheet.marks[ply, NEXT] += 1
    return action


@kernel
def make_move(s: State, seat: int, ply: int, action: int, sheet: Sheet) -> bool:
    """Make a move; return whether there is a position to look at, or it has been rated at once."""
    side = int(sheet.marks[ply, SIDE])
    sheet.bounds[ply, SHARE] = 1.0
    if action == PASS:
        s.turn = 1 - side
        return True
    at, to = ends_of(s, action)
    piece, defender = int(s.board[at]), int(s.board[to])
    if defender >= 0 and not s.shown[defender]:
        if side == seat:
            take_in(seat, ply, rate_try(s, seat, piece, defender, sheet.bounds[ply, STATIC], sheet), sheet)
            return False
        sheet.bounds[ply, SHARE] = chance_to_dare(s, piece, defender)
    march(s, side, action)
    s.turn = 1 - side
    check_end(s)
    return True


@kernel
def chance_to_dare(s: State, piece: int, defender: int) -> float:
    """Return how likely an enemy piece attacks one that it does not know."""
    if s.moved[defender]:
        return MOVED
    return CHEAP if s.types[piece] <= Type.LIEUTENANT else DEAR


@kernel
def rate_try(s: State, seat: int, piece: int, defender: int, static: float, sheet: Sheet) -> float:
    """Return what the searcher can expect of an attack on an unknown piece."""
    gain = sheet.gain[defender, s.types[piece]]
    if not s.shown[piece]:
        gain -= sheet.hidden[seat, s.types[piece]]
    chance = sheet.flag[defender]
    return float(chance + (1.0 - chance) * shift(static, 0.5 * scale_of(s) * gain))


@kernel
def scale_of(s: State) -> float:
    """Return how much material counts: the same lead decides more among few."""
    count = 0
    for piece in range(s.pieces):
        count += 1 if s.squares[piece] != NOWHERE else 0
    return MATERIAL * math.sqrt(FEW / max(2, count))


@kernel
def evaluate(s: State, seat: int, sheet: Sheet) -> float:
    """Rate a position in which the side to move has not found anything better than to pass."""
    lead, turn, danger = 0.0, int(s.turn), 0.0
    sheet.chart[:] = 0
    count = draw_chart(s, sheet.chart)
    hanging, also, trapped = 0.0, 0.0, False
    for piece in range(s.pieces):
        square = int(s.squares[piece])
        if square == NOWHERE:
            continue
        side, type_ = owner_of(s, piece), int(s.types[piece])
        if type_ == Type.FLAG:
            risk = measure_danger(s, side, sheet.chart, square)
            danger += FLAG_KNOWN * risk if side == seat else -risk
            continue
        worth = sheet.worth[side, type_]
        total = worth + sheet.field[side, type_, square]
        if not s.shown[piece]:
            total += sheet.hidden[side, type_]
        lead += total if side == seat else -total
        if side == turn and type_ > Type.BOMB and is_hanging(s, side, piece):
            loss = worth * chance_to_be_taken(s, piece)
            also += min(hanging, loss)
            if loss > hanging:
                hanging, trapped = loss, not can_step(s, square)
    loss = FORKED * also + (TRAPPED * hanging if trapped else 0.0)
    lead += -loss if turn == seat else loss
    return float(fade(s)) * math.tanh(0.5 * (MATERIAL * math.sqrt(FEW / max(2, count)) * lead - danger))


@kernel
def can_step(s: State, square: int) -> bool:
    """Ask whether a cell beside a square is empty."""
    for direction in range(DIRECTIONS):
        if s.board[square + STEP[direction]] == EMPTY:
            return True
    return False


@kernel
def list_relevant(s: State, seat: int, side: int, ply: int, depth: int, stands: bool, legal: Any, sheet: Sheet) -> None:
    """Add the moves that matter at once to those of a node."""
    count = int(sheet.marks[ply, COUNT])
    moves, orders = sheet.moves[ply], sheet.orders[ply]
    last, hangs = NOWHERE, False
    for i in range(list_moves(s, side, legal)):
        at, to = ends_of(s, legal[i])
        piece, defender = int(s.board[at]), int(s.board[to])
        if at != last:
            last, hangs = at, is_hanging(s, side, piece)
        if defender >= 0 and stands and side == seat and not s.shown[defender]:
            continue  # there is nothing yet to compare it with
        if defender >= 0:
            order = order_attack(s, seat, side, piece, defender, sheet)
        elif is_step(at, to):
            order = order_step(s, seat, side, piece, to, hangs, depth, sheet)
        else:
            order = SKIPPED
        if order > SKIPPED and count < MOST_MOVES:
            moves[count], orders[count] = legal[i], order
            count += 1
    sheet.marks[ply, COUNT] = count


@kernel
def is_step(at: int, to: int) -> bool:
    """Ask whether two squares on a line are next to each other."""
    for direction in range(DIRECTIONS):
        if at + STEP[direction] == to:
            return True
    return False


@kernel
def order_attack(s: State, seat: int, side: int, piece: int, defender: int, sheet: Sheet) -> float:
    """Return when to look at an attack, SKIPPED if never."""
    type_, other = int(s.types[piece]), int(s.types[defender])
    if side == seat and not s.shown[defender]:
        gain = float(sheet.gain[defender, type_])
        return TRIES + gain if gain > HOPELESS or sheet.flag[defender] > 0.0 else SKIPPED
    result = decide(s.options, type_, other)
    if result == Result.ATTACKER_FALLS:
        return SKIPPED
    worth = float(sheet.worth[1 - side, other])
    return TAKES + worth if result == Result.DEFENDER_FALLS else TRADES + worth


@kernel
def order_step(s: State, seat: int, side: int, piece: int, to: int, hangs: bool, depth: int, sheet: Sheet) -> float:
    """Return when to look at a move without a battle, SKIPPED if it neither evades nor threatens anything."""
    if hangs and depth >= 0:
        return EVADES + float(sheet.worth[side, s.types[piece]])
    if depth <= 0:
        return SKIPPED
    for direction in range(DIRECTIONS):
        other = int(s.board[to + STEP[direction]])
        if other >= 0 and owner_of(s, other) != side and threatens(s, seat, side, piece, other, sheet):
            return THREATENS
    return SKIPPED


@kernel
def threatens(s: State, seat: int, side: int, piece: int, other: int, sheet: Sheet) -> bool:
    """Ask whether a piece would like to attack another, by what its side knows."""
    if s.shown[other]:
        return bool(decide(s.options, s.types[piece], s.types[other]) == Result.DEFENDER_FALLS)
    if side == seat:
        return bool(sheet.gain[other, s.types[piece]] > 0.0)
    return bool(s.moved[other] and decide(s.options, s.types[piece], s.types[other]) == Result.DEFENDER_FALLS)
