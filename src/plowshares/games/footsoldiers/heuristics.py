"""How good a position is, and what to try first. Values are reckoned in money, roughly."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import encode, fields_of, kind_of
from plowshares.core.hooks import Blunders
from plowshares.core.jit import kernel
from plowshares.core.rng import WIDTH
from plowshares.core.seats import NOBODY
from plowshares.games.footsoldiers.actions import FACINGS, TYPES, Kind
from plowshares.games.footsoldiers.combat import find_target
from plowshares.games.footsoldiers.field import (
    cell_of,
    clear_command,
    distance,
    find_soldier,
    index_of,
    is_soldier_of,
    neighbour,
)
from plowshares.games.footsoldiers.movement import find_stop, foresee_stop, is_mirrored
from plowshares.games.footsoldiers.reach import forget_free, note_free
from plowshares.games.footsoldiers.rules import can_pay, is_near_base, is_over, winner
from plowshares.games.footsoldiers.state import NOWHERE, SEATS, Facing, Piece, Stage, State, cell_at, x_of, y_of

__all__ = ["BLUNDERS", "guess", "prior", "reconsider", "value"]

# Looking a quarter as far as `medium` costs `easy` so much here that it needs few blunders.
BLUNDERS = {"easy": Blunders(0.25, 0.6, 0.15)}

SCALE = 60.0  # the lead in money that makes half a win
COIN = 0.6  # money not spent is worth less than what it buys
POWER = 0.4  # of a soldier, for each damage and health: a default Scout is worth 10.8
BASE = 100.0  # a whole base
HIT = 0.6  # of the damage a soldier is about to do
START, PROGRESS, INTENT = 0.7, 0.8, 0.1  # of a soldier's worth: at home, by its place on the road, by its destination
ORDER = 0.02  # a command that changes nothing is not worth giving
AHEAD = 0.01  # of facing the enemy, all else being equal
HOPE = 0.9  # of the steps a soldier will take whose destination is not decided yet
# Weights of destinations: the enemy base, around it, beside enemies near the own base, steps on the road, others.
AT_BASE, AROUND_BASE, AT_RAIDER, ON_ROAD, ANYWHERE = 30.0, 6.0, 4.0, 0.5, 0.05
MOST_ON_ROAD = ON_ROAD + 1.0  # of the first step
BUILT = 4.0  # the weight of a build for its thrift, at the base …
MOST_BUILT = 1.5 * BUILT  # … and as far ahead as can be
DETOUR = 4  # steps that a destination on the road may lie aside
IDLE = 0.2  # the weight of a No-op
PASSES = 128  # draws of a guess; hardly ever are as many needed
SHIFTS = np.array([13, 7, 17], np.uint64)


@kernel
def value(s: State, seat: int) -> float:
    """Estimate the seat's outcome; 0 for those who only watch."""
    if not 0 <= seat < SEATS:
        return 0.0
    if is_over(s):
        if winner(s) == NOBODY:
            return 0.0
        return 1.0 if winner(s) == seat else -1.0
    noted = note_free(s)
    lead = standing(s, seat, noted) - standing(s, 1 - seat, noted)
    forget_free(s, noted)
    return lead / (SCALE + abs(lead))


@kernel
def standing(s: State, seat: int, noted: bool) -> float:
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
        total += rate_soldier(s, seat, int(side.type[i]), int(side.health[i]), cell, aim, facing, is_open, noted)
    if command.stage != Stage.FIRST and command.kind != Kind.NOOP:
        total -= ORDER
        if command.kind == Kind.BUILD:
            total += rate_build(s, seat, noted)
    return total


@kernel
def rate_build(s: State, seat: int, noted: bool) -> float:
    """Return what the soldier that is being built will be worth, less its price."""
    command = s.commands[seat]
    soldier_type, cell = int(command.type), int(command.cell)
    health = int(s.options.health[soldier_type])
    is_open = command.stage == Stage.AIM
    worth = rate_soldier(s, seat, soldier_type, health, cell, int(command.aim), int(command.facing), is_open, noted)
    return worth - COIN * int(s.options.cost[soldier_type])


@kernel
def rate_soldier(
    s: State, seat: int, soldier_type: int, health: int, cell: int, aim: int, facing: int, is_open: bool, noted: bool
) -> float:
    """Return the worth of a soldier: its strength, its place after the next move, and what it will then hit."""
    damage, speed = int(s.options.damage[soldier_type]), int(s.options.speed[soldier_type])
    whole = max(1, int(s.road[seat, s.sides[seat].base]))
    if is_open:
        stop, intent = cell, 1.0
        ahead = max(0, int(s.road[seat, cell]) - 1)
        steps = int(s.road[seat, cell]) - HOPE * min(ahead, speed)
    else:
        stop = find_stop(s, cell, aim, speed, is_mirrored(s, seat), noted)
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
    if s.commands[seat].stage == Stage.AIM:
        weigh_aims(s, seat, actions, count, out)
        return
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
            case Kind.TURN:
                out[i] = 2.0 if a == facing_ahead(s, seat) else 1.0
            case _:
                out[i] = IDLE


@kernel
def weigh_build(s: State, seat: int, soldier_type: int, cell: int) -> float:
    """Prefer strong soldiers for the money, and cells on the way to the enemy."""
    home, steps = int(s.road[seat, s.sides[seat].base]), int(s.road[seat, cell])
    ahead = home - steps if steps >= 0 else 0
    reach = s.options.max_distance_from_base
    return BUILT * thrift_of(s, soldier_type) * (1.0 + ahead / (reach + reach))


@kernel
def thrift_of(s: State, soldier_type: int) -> float:
    """Return how strong soldiers of a type are for their price, below 1."""
    strength = float(s.options.damage[soldier_type]) * int(s.options.health[soldier_type])
    return strength / (strength + int(s.options.cost[soldier_type]) + 1.0)


@kernel
def weigh_move(s: State, seat: int, cell: int) -> float:
    """Prefer soldiers that stand still and hit nothing."""
    side = s.sides[seat]
    i = find_soldier(side, cell)
    if find_target(s, seat, cell, int(side.facing[i])) != NOWHERE:
        return 0.05
    speed = int(s.options.speed[side.type[i]])
    stays = foresee_stop(s, cell, int(side.aim[i]), speed, is_mirrored(s, seat)) == cell
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
def weigh_aims(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write how promising destinations are."""
    is_raided = count_raiders(s, seat) > 0
    width, first = int(s.options.width), int(s.actions.first[Kind.AIM])
    row = 0
    for i in range(count):
        index = int(actions[i]) - first
        # Ascending, and mostly one after the other: to divide for each would take longer than to weigh it.
        while index >= (row + 1) * width:
            row += 1
        out[i] = weigh_aim(s, seat, cell_at(s, index - row * width, row), is_raided)


@kernel
def weigh_aim(s: State, seat: int, cell: int, is_raided: bool) -> float:
    """Prefer the enemy base, its surroundings, enemies near the own base, and steps on the road."""
    away = distance(s, cell, int(s.sides[1 - seat].base))
    if away <= 1:
        return AROUND_BASE if away == 1 else AT_BASE
    if is_raided and is_beside_raider(s, seat, cell):
        return AT_RAIDER
    start = int(s.commands[seat].cell)
    steps = int(s.road[seat, cell])
    gained = int(s.road[seat, start]) - steps
    if steps >= 0 and gained > 0 and distance(s, start, cell) <= gained + DETOUR:
        return ON_ROAD + 1.0 / gained
    return ANYWHERE


@kernel
def is_raider(s: State, seat: int, cell: int) -> bool:
    """Ask whether an enemy's soldier on its cell is near the seat's base."""
    return int(s.road[1 - seat, cell]) <= 2 * s.options.max_distance_from_base


@kernel
def count_raiders(s: State, seat: int) -> int:
    """Count the enemy's soldiers near the seat's base."""
    enemy = s.sides[1 - seat]
    raiders = 0
    for i in range(enemy.count):
        raiders += is_raider(s, seat, int(enemy.cell[i]))
    return raiders


@kernel
def is_beside_raider(s: State, seat: int, cell: int) -> bool:
    """Ask whether a cell is next to an enemy's soldier that is near the seat's base."""
    for facing in range(FACINGS):
        near = neighbour(s, cell, facing)
        if is_soldier_of(s.board[near], 1 - seat) and is_raider(s, seat, near):
            return True
    return False


@kernel
def facing_ahead(s: State, seat: int) -> int:
    """Return the direction in which the enemy base lies, mostly."""
    here, there = s.sides[seat].base, s.sides[1 - seat].base
    across, down = x_of(s, there) - x_of(s, here), y_of(s, there) - y_of(s, here)
    if abs(across) >= abs(down):
        return Facing.RIGHT.value if across > 0 else Facing.LEFT.value
    return Facing.DOWN.value if down > 0 else Facing.UP.value


# Options of a seat that has not chosen yet. Weighing all costs more than the turn itself: candidates are drawn as
# if each had the greatest weight of its sort, and taken with the share of it that they have.


@kernel
def reconsider(s: State, seat: int) -> None:
    """Take back the command of the other side, which chooses at the same time."""
    clear_command(s.commands[1 - seat])
    s.chosen[1 - seat] = False


@kernel
def guess(s: State, seat: int, bits: Any) -> int:
    """Return a decision, drawn from 64 random bits about as often as `prior` weighs it, by what the seat knows."""
    match s.commands[seat].stage:
        case Stage.AIM:
            return encode(s.actions, Kind.AIM, index_of(s, guess_aim(s, seat, shake(bits))), 0, 0)
        case Stage.TURN:
            facing = int(share_of(bits) * (FACINGS + 1))
            return encode(s.actions, Kind.TURN, facing if facing < FACINGS else facing_ahead(s, seat), 0, 0)
        case _:
            return guess_first(s, seat, shake(bits))


@kernel
def shake(bits: Any) -> Any:
    """Return other random bits; the next ones of a simple generator, which never come to 0."""
    bits = bits if bits != 0 else WIDTH
    bits ^= bits << SHIFTS[0]
    bits ^= bits >> SHIFTS[1]
    return bits ^ (bits << SHIFTS[2])


@kernel
def share_of(bits: Any) -> float:
    """Return a number from 0 on and below 1."""
    return float(bits >> WIDTH) / 4294967296.0


@kernel
def guess_aim(s: State, seat: int, bits: Any) -> int:
    """Return a destination."""
    base = int(s.sides[1 - seat].base)
    raiders = count_raiders(s, seat)
    around, beside = FACINGS * AROUND_BASE, raiders * FACINGS * AT_RAIDER
    total = AT_BASE + around + beside + MOST_ON_ROAD * s.options.width * s.options.height
    for _ in range(PASSES):
        bits = shake(bits)
        left = share_of(bits) * total - AT_BASE
        if left < 0.0:
            return base
        wanted = AROUND_BASE
        if left < around:
            cell = neighbour(s, base, int(left / AROUND_BASE))
        elif left < around + beside:
            wanted = AT_RAIDER
            place = int((left - around) / AT_RAIDER)
            cell = neighbour(s, find_raider(s, seat, place // FACINGS), place % FACINGS)
        else:
            wanted = MOST_ON_ROAD
            cell = cell_of(s, int((left - around - beside) / MOST_ON_ROAD))
        if not is_on_map(s, cell):
            continue
        weight = weigh_aim(s, seat, cell, raiders > 0)
        if weight <= wanted and share_of(bits << WIDTH) * wanted < weight:
            return cell
    return base


@kernel
def find_raider(s: State, seat: int, place: int) -> int:
    """Return the cell of one of the enemy's soldiers near the seat's base."""
    enemy = s.sides[1 - seat]
    for i in range(enemy.count):
        if is_raider(s, seat, int(enemy.cell[i])):
            if place == 0:
                return int(enemy.cell[i])
            place -= 1
    return NOWHERE


@kernel
def is_on_map(s: State, cell: int) -> bool:
    """Ask whether a cell is on the map and not in its frame."""
    return 0 <= x_of(s, cell) < s.options.width and y_of(s, cell) < s.options.height


@kernel
def guess_first(s: State, seat: int, bits: Any) -> int:
    """Return a decision that a command may begin with."""
    orders = (1 + FACINGS) * int(s.sides[seat].count)
    _, _, columns, rows = area_around(s, seat)
    builds = 0.0
    for soldier_type in range(TYPES):
        builds += MOST_BUILT * columns * rows * can_pay(s, seat, soldier_type)
    for _ in range(PASSES):
        bits = shake(bits)
        left = share_of(bits) * (IDLE + orders + builds) - IDLE
        if left < 0.0:
            break
        if left < orders:
            most = 1.0
            action, weight = guess_order(s, seat, int(left))
        else:
            most = MOST_BUILT
            action, weight = guess_build(s, seat, int((left - orders) / MOST_BUILT))
        if share_of(bits << WIDTH) * most < weight:
            return action
    return encode(s.actions, Kind.NOOP, 0, 0, 0)


@kernel
def area_around(s: State, seat: int) -> tuple[int, int, int, int]:
    """Return left and top, columns and rows of the part of the map that holds all cells to build on."""
    base = int(s.sides[seat].base)
    x, y, reach = x_of(s, base), y_of(s, base), int(s.options.max_distance_from_base)
    left, top = max(0, x - reach), max(0, y - reach)
    columns = min(int(s.options.width), x + reach + 1) - left
    return left, top, columns, min(int(s.options.height), y + reach + 1) - top


@kernel
def guess_order(s: State, seat: int, place: int) -> tuple[int, float]:
    """Return one of the orders for soldiers that are there, and its weight."""
    cell = int(s.sides[seat].cell[place // (1 + FACINGS)])
    facing = place % (1 + FACINGS) - 1
    if facing < 0:
        return encode(s.actions, Kind.MOVE, index_of(s, cell), 0, 0), weigh_move(s, seat, cell)
    return encode(s.actions, Kind.FACE, index_of(s, cell), facing, 0), weigh_face(s, seat, cell, facing)


@kernel
def guess_build(s: State, seat: int, place: int) -> tuple[int, float]:
    """Return a build around the base, and its weight: nothing if it is not legal."""
    left, top, columns, rows = area_around(s, seat)
    cell = cell_at(s, left + place % columns, top + place // columns % rows)
    if s.board[cell] != Piece.EMPTY or not is_near_base(s, seat, cell):
        return 0, 0.0
    soldier_type = place // (columns * rows)  # of those that can be paid
    for each in range(TYPES):
        soldier_type += each <= soldier_type and not can_pay(s, seat, each)
    return encode(s.actions, Kind.BUILD, soldier_type, index_of(s, cell), 0), weigh_build(s, seat, soldier_type, cell)
