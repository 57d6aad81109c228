"""What battles can lead to on `micro`, for a player who knows which two pieces of the enemy move.

Which of these two is the marshal, and which of the other two the flag, only battles tell. So who is left and what is
known make up a *level*; every battle leads to a later one or ends the match.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from plowshares.games.stratego.pieces import Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.state import Result

# Pieces: our movers, the enemy's movers A and B, then those that stay: ours, and the enemy's C and D.
MARSHAL, MINER, A, B, BOMB, FLAG, C, D = range(8)
MOVERS, PIECES = 4, 8
OURS = (MARSHAL, MINER)
TYPE_OF_OURS = {MARSHAL: Type.MARSHAL, MINER: Type.MINER, BOMB: Type.BOMB, FLAG: Type.FLAG}
OPEN = -1  # not known yet
RESULTS = 2  # levels that one battle can lead to
WON, DRAWN, LOST = 1.0, 0.5, 0.0


class Level(NamedTuple):
    """Who is left, and what is known."""

    movers: tuple[bool, ...] = (True,) * MOVERS  # by piece
    bomb: bool = True  # ours is left
    enemy_bomb: bool = True
    marshal: int = OPEN  # A or B
    flag: int = OPEN  # C or D


class Battles(NamedTuple):
    """What every battle leads to: arrays by level, attacker and target."""

    levels: list[Level]  # those that can be reached, later ones first
    sure: Any  # the part of the score from matches that end with the battle
    chance: Any  # of the levels that it may lead to; 0 where there is none
    after: Any  # their numbers


def tabulate(settings: Any) -> Battles:
    """Work out all battles from the first level on."""
    found: dict[Level, dict[tuple[int, int], Counter[Level | float]]] = {}
    waiting = [Level()]
    while waiting:
        level = waiting.pop()
        if level not in found:
            found[level] = {pair: weigh_results(settings, level, *pair) for pair in list_battles(level)}
            waiting += [after for results in found[level].values() for after in results if isinstance(after, Level)]
    levels = sorted(found, key=count_left)
    numbers = {level: number for number, level in enumerate(levels)}
    shape = (len(levels), MOVERS, PIECES)
    battles = Battles(levels, np.zeros(shape), np.zeros((*shape, RESULTS)), np.zeros((*shape, RESULTS), np.int64))
    for level, rows in found.items():
        for (attacker, target), results in rows.items():
            place = (numbers[level], attacker, target)
            battles.sure[place] = sum(chance * each for each, chance in results.items() if not isinstance(each, Level))
            later = [(numbers[each], chance) for each, chance in results.items() if isinstance(each, Level)]
            for i, (number, chance) in enumerate(later):
                battles.after[(*place, i)], battles.chance[(*place, i)] = number, chance
    return battles


def count_left(level: Level) -> int:
    """Return how many pieces are left that can fall without ending the match: a battle takes at least one."""
    return sum(level.movers) + level.bomb + level.enemy_bomb


def list_battles(level: Level) -> list[tuple[int, int]]:
    """List who can attack whom."""
    left = [piece for piece in range(MOVERS) if level.movers[piece]]
    ours = [*(piece for piece in left if piece in OURS), *([BOMB] if level.bomb else []), FLAG]
    theirs = [piece for piece in left if piece not in OURS]
    theirs += [C, D] if level.enemy_bomb else [level.flag]
    return [(attacker, target) for attacker in left for target in (theirs if attacker in OURS else ours)]


def weigh_results(settings: Any, level: Level, attacker: int, target: int) -> Counter[Level | float]:
    """Return the chances of what a battle leads to: levels, or scores where the match ends."""
    marshals = (A, B) if level.marshal == OPEN else (level.marshal,)
    flags = (C, D) if level.flag == OPEN else (level.flag,)
    results: Counter[Level | float] = Counter()
    for marshal in marshals:
        for flag in flags:
            after = fight(settings, level, attacker, target, marshal, flag)
            results[after] += 1 / (len(marshals) * len(flags))  # type: ignore[assignment]  # counters hold any number
    return results


def fight(settings: Any, level: Level, attacker: int, target: int, marshal: int, flag: int) -> Level | float:
    """Return what a battle leads to if this is the enemy's marshal and that its flag."""
    attacking, attacked = (type_of(piece, marshal, flag) for piece in (attacker, target))
    if attacked == Type.FLAG:
        return WON if attacker in OURS else LOST
    result = Result(decide(settings, attacking.value, attacked.value))
    fallen = {Result.ATTACKER_FALLS: {attacker}, Result.DEFENDER_FALLS: {target}}.get(result, {attacker, target})
    movers = tuple(left and piece not in fallen for piece, left in enumerate(level.movers))
    if not any(movers[A:]):
        return WON if any(movers[:A]) else DRAWN
    if not any(movers[:A]):
        return LOST
    return Level(
        movers,
        level.bomb and BOMB not in fallen,
        level.enemy_bomb and not {C, D} & fallen,
        marshal if {A, B} & {attacker, target} else level.marshal,
        flag if {C, D} & {attacker, target} else level.flag,
    )


def type_of(piece: int, marshal: int, flag: int) -> Type:
    """Return what a piece is if this is the enemy's marshal and that its flag."""
    if piece in (A, B):
        return Type.MARSHAL if piece == marshal else Type.MINER
    if piece in (C, D):
        return Type.FLAG if piece == flag else Type.BOMB
    return TYPE_OF_OURS[piece]
