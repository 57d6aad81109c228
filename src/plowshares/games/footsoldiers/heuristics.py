"""How good a position is, and what to try first. Values are reckoned in money, roughly."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.footsoldiers.actions import FACINGS, Kind
from plowshares.games.footsoldiers.combat import find_target
from plowshares.games.footsoldiers.field import cell_of, distance, find_soldier, is_soldier_of, neighbour
from plowshares.games.footsoldiers.movement import find_stop, is_mirrored
from plowshares.games.footsoldiers.rules import is_over, winner
from plowshares.games.footsoldiers.state import NOWHERE, SEATS, Facing, Stage, State, x_of, y_of

SCALE = 60.0  # the lead in money that makes half a win
COIN = 0.6  # money not spent is worth less than what it buys
POWER = 0.4  # of a soldier, for each damage and health: a default Scout is worth 10.8
BASE = 100.0  # a whole base
HIT = 0.6  # of the damage a soldier is about to do
START, PROGRESS, INTENT = 0.7, 0.8, 0.1  # of a soldier's worth: at home, by its place on the road, by its destination
ORDER = 0.02  # a command that changes nothing is not worth giving
AHEAD = 0.01  # of facing the enemy, all else being equal
HOPE = 0.9  # of the steps a soldier will take whose destination is not decided yet


@kernel
def value(s: State, seat: int) -> float:
    """Estimate the seat's outcome; 0 for those who only watch."""
    if not 0 <= seat < SEATS:
        return 0.0
    if is_over(s):
        if winner(s) == NOBODY:
            return 0.0
        return 1.0 if winner(s) == seat else -1.0
    lead = standing(s, seat) - standing(s, 1 - seat)
    return lead / (SCALE + abs(lead))


@kernel
def standing(s: State, seat: int) -> float:
    """Return what a side has, what it is about to do, and what its command of this turn promises."""
    side = s.sides[seat]
    command = s.commands[seat]
    total = COIN * side.money + BASE * side.base_health / s.options.base_health
    for i in range(side.count):
        cell, aim, facing = int(side.cell[i]), int(side.aim[i]), int(side.facing[i])
        is_open = False
        if command.stage != Stage.FIRST and cell == command.cell:
            if command.kind == Kind.MOVE:
                is_open = command.stage == Stage.AIM
                aim = aim if is_open else int(command.aim)
            elif command.kind == Kind.FACE:
                facing = int(command.facing)
        total += rate_soldier(s, seat, int(side.type[i]), int(side.health[i]), cell, aim, facing, is_open)
    if command.stage != Stage.FIRST and command.kind != Kind.NOOP:
        total -= ORDER
        if command.kind == Kind.BUILD:
            total += rate_build(s, seat)
    return total


@kernel
def rate_build(s: State, seat: int) -> float:
    """Return what the soldier that is being built will be worth, less its price."""
    command = s.commands[seat]
    soldier_type, cell = int(command.type), int(command.cell)
    health = int(s.options.health[soldier_type])
    is_open = command.stage == Stage.AIM
    worth = rate_soldier(s, seat, soldier_type, health, cell, int(command.aim), int(command.facing), is_open)
    return worth - COIN * int(s.options.cost[soldier_type])


@kernel
def rate_soldier(
    s: State, seat: int, soldier_type: int, health: int, cell: int, aim: int, facing: int, is_open: bool
) -> float:
    """Return the worth of a soldier: its strength, its place after the next move, and what it will then hit."""
    damage, speed = int(s.options.damage[soldier_type]), int(s.options.speed[soldier_type])
    whole = max(1, int(s.road[seat, s.sides[seat].base]))
    if is_open:
        stop, intent = cell, 1.0
        ahead = max(0, int(s.road[seat, cell]) - 1)
        steps = int(s.road[seat, cell]) - HOPE * min(ahead, speed)
    else:
        stop = find_stop(s, cell, aim, speed, is_mirrored(s, seat))
        intent = nearness(float(s.road[seat, aim]), whole)
        steps = float(s.road[seat, stop])
    share = START + PROGRESS * nearness(steps, whole) + INTENT * intent
    worth = POWER * damage * health * share + rate_hit(s, seat, stop, facing, damage)
    return worth + AHEAD if facing == facing_ahead(s, seat) else worth


@kernel
def nearness(steps: float, whole: int) -> float:
    """Return 1 at the enemy base, 0 at a base's distance from it or without a way."""
    if steps < 0:
        return 0.0
    return max(0.0, 1.0 - steps / whole)


@kernel
def rate_hit(s: State, seat: int, cell: int, facing: int, damage: int) -> float:
    """Return the worth of the damage a soldier would do from a cell, as the enemies stand now."""
    target = find_target(s, seat, cell, facing)
    if target == NOWHERE:
        return 0.0
    enemy = s.sides[1 - seat]
    if target == enemy.base:
        return HIT * BASE * min(damage, enemy.base_health) / s.options.base_health
    i = find_soldier(enemy, target)
    return HIT * POWER * min(damage, int(enemy.health[i])) * int(s.options.damage[enemy.type[i]])


# What to try first


@kernel
def prior(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write how promising each decision is, whatever the position behind it."""
    for i in range(count):
        kind = kind_of(s.actions, actions[i])
        a, b, _ = fields_of(s.actions, kind, actions[i])
        match kind:
            case Kind.BUILD:
                out[i] = weigh_build(s, seat, a, cell_of(s, b))
            case Kind.MOVE:
                out[i] = weigh_move(s, seat, cell_of(s, a))
            case Kind.FACE:
                out[i] = weigh_face(s, seat, cell_of(s, a), b)
            case Kind.AIM:
                out[i] = weigh_aim(s, seat, cell_of(s, a))
            case Kind.TURN:
                out[i] = 2.0 if a == facing_ahead(s, seat) else 1.0
            case _:
                out[i] = 0.2


@kernel
def weigh_build(s: State, seat: int, soldier_type: int, cell: int) -> float:
    """Prefer strong soldiers for the money, and cells on the way to the enemy."""
    strength = float(s.options.damage[soldier_type]) * int(s.options.health[soldier_type])
    thrift = strength / (strength + int(s.options.cost[soldier_type]) + 1.0)
    home, steps = int(s.road[seat, s.sides[seat].base]), int(s.road[seat, cell])
    ahead = home - steps if steps >= 0 else 0
    reach = s.options.max_distance_from_base
    return 4.0 * thrift * (1.0 + ahead / (reach + reach))


@kernel
def weigh_move(s: State, seat: int, cell: int) -> float:
    """Prefer soldiers that stand still and hit nothing."""
    side = s.sides[seat]
    i = find_soldier(side, cell)
    if find_target(s, seat, cell, int(side.facing[i])) != NOWHERE:
        return 0.05
    speed = int(s.options.speed[side.type[i]])
    stays = find_stop(s, cell, int(side.aim[i]), speed, is_mirrored(s, seat)) == cell
    return 1.0 if stays else 0.1


@kernel
def weigh_face(s: State, seat: int, cell: int, facing: int) -> float:
    """Prefer a turn that changes the target."""
    side = s.sides[seat]
    now = find_target(s, seat, cell, int(side.facing[find_soldier(side, cell)]))
    then = find_target(s, seat, cell, facing)
    if now == then:
        return 0.02
    return 1.0 if then == s.sides[1 - seat].base else 0.3


@kernel
def weigh_aim(s: State, seat: int, cell: int) -> float:
    """Prefer the enemy base, its surroundings, enemies near the own base, and steps on the road."""
    enemy_base = s.sides[1 - seat].base
    if cell == enemy_base:
        return 30.0
    if distance(s, cell, enemy_base) == 1:
        return 6.0
    for facing in range(FACINGS):
        near = neighbour(s, cell, facing)
        if is_soldier_of(s.board[near], 1 - seat) and s.road[1 - seat, near] <= 2 * s.options.max_distance_from_base:
            return 4.0
    start = int(s.commands[seat].cell)
    steps = int(s.road[seat, cell])
    gained = int(s.road[seat, start]) - steps
    if steps >= 0 and gained > 0 and distance(s, start, cell) <= gained + 4:
        return 0.5 + 1.0 / gained
    return 0.05


@kernel
def facing_ahead(s: State, seat: int) -> int:
    """Return the direction in which the enemy base lies, mostly."""
    here, there = s.sides[seat].base, s.sides[1 - seat].base
    across, down = x_of(s, there) - x_of(s, here), y_of(s, there) - y_of(s, here)
    if abs(across) >= abs(down):
        return Facing.RIGHT.value if across > 0 else Facing.LEFT.value
    return Facing.DOWN.value if down > 0 else Facing.UP.value
