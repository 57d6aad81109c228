"""A move and the battle that may come of it (§5.2 to §5.4)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.stratego.actions import STRIKES, Kind, Strike
from plowshares.games.stratego.board import STEP, enter, leave, square_of
from plowshares.games.stratego.pieces import RANK, Type
from plowshares.games.stratego.rules.moving import find_struck
from plowshares.games.stratego.rules.repetition import forget_repetition, remember_chase, remember_walk
from plowshares.games.stratego.state import NONE, NOWHERE, Result, Reveal, Settings, State


@kernel
def march(s: State, side: int, action: int) -> None:
    """Make a move, with the battle if there is one (§5.7: up to the counters)."""
    cell, way, strike = fields_of_move(s, action)
    at = square_of(s, cell)
    reach = int(s.options.reach)
    direction = int(way >= reach) + int(way >= 2 * reach) + int(way >= 3 * reach)  # way // reach, which takes longer
    distance = way - direction * reach + 1
    to = at + STEP[direction] * distance
    contested = to if strike == Strike.NONE else find_struck(s, to, direction, strike)
    piece, defender = int(s.board[at]), int(s.board[contested])
    note_move(s, piece, at, to)
    s.moved[piece] = 1
    if distance > 1 or strike != Strike.NONE:
        s.shown[piece] = 1  # only scouts can do that (R40)
    if defender < 0:
        walk(s, side, piece, at, to)
    else:
        fight(s, piece, defender, contested)
    s.ply += 1


@kernel
def fields_of_move(s: State, action: int) -> tuple[int, int, int]:
    """Return cell, way and strike of a move, with as few divisions as can be."""
    rest, strike = action - int(s.actions.first[Kind.MOVE]), 0
    if s.actions.last[Kind.MOVE] == STRIKES:
        rest, strike = rest // STRIKES, rest % STRIKES  # by a constant, which is a multiplication
    ways = int(s.actions.middle[Kind.MOVE])
    cell = rest // ways
    return cell, rest - cell * ways, strike


@kernel
def note_move(s: State, piece: int, at: int, to: int) -> None:
    """Let the table remember the move, so far without a battle."""
    s.last.piece = piece
    s.last.start = at
    s.last.end = to
    s.last.contested = NOWHERE
    s.last.defender = NONE
    s.last.result = NONE


@kernel
def walk(s: State, side: int, piece: int, at: int, to: int) -> None:
    """Move without a battle."""
    if s.options.more_squares:
        remember_chase(s, side, piece, at, to)
    remember_walk(s, side, piece, at, to)
    leave(s, piece)
    enter(s, piece, to)
    s.quiet += 1


@kernel
def fight(s: State, attacker: int, defender: int, contested: int) -> None:
    """Decide a battle, remove the losers, and let a winning attacker enter (§5.3)."""
    result = decide(s.options, s.types[attacker], s.types[defender])
    s.last.contested = contested
    s.last.defender = defender
    s.last.result = result
    reveal(s, attacker, defender, result)
    leave(s, attacker)
    if result != Result.ATTACKER_FALLS:
        leave(s, defender)
    if result == Result.DEFENDER_FALLS:
        enter(s, attacker, contested)
    forget_repetition(s)
    s.quiet = 0


@kernel
def decide(options: Settings, attacker: int, defender: int) -> int:
    """Return who falls when a type attacks another: the first line of the table in §5.3 that fits."""
    if attacker == Type.SPY and defender == Type.FLAG and not options.spy_takes_flag:
        return Result.ATTACKER_FALLS
    if defender == Type.FLAG:
        return Result.DEFENDER_FALLS
    if defender == Type.BOMB and attacker == Type.MINER:
        return Result.DEFENDER_FALLS
    if defender == Type.BOMB:
        return Result.ATTACKER_FALLS if options.bomb_stays else Result.BOTH_FALL
    if attacker == Type.SPY and defender == Type.MARSHAL:
        return Result.DEFENDER_FALLS
    if RANK[attacker] == RANK[defender]:
        return Result.BOTH_FALL
    return Result.DEFENDER_FALLS if RANK[attacker] > RANK[defender] else Result.ATTACKER_FALLS


@kernel
def reveal(s: State, attacker: int, defender: int, result: int) -> None:
    """Let the enemy learn types as the option says (§5.4)."""
    if s.options.battle_reveal == Reveal.OUTCOME:
        return
    s.shown[attacker] = 1
    if s.options.battle_reveal == Reveal.BOTH or result != Result.ATTACKER_FALLS:
        s.shown[defender] = 1
