"""A slow, obvious twin of a turn's resolution, written from the rules with plain dictionaries."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import Cell, Written
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of, rocks_of
from plowshares.games.footsoldiers.state import State

STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))


@dataclass
class Field:
    """A position in plain Python."""

    width: int
    height: int
    rocks: set[Cell]
    bases: tuple[Cell, Cell]
    soldiers: dict[Cell, Soldier]
    money: list[int]
    healths: list[int]
    turns: int
    failed: list[bool]


def field_of(s: State) -> Field:
    """Copy a State into plain Python."""
    return Field(
        int(s.options.width),
        int(s.options.height),
        set(rocks_of(s)),
        (base_of(s, 0), base_of(s, 1)),
        all_soldiers(s),
        [int(side.money) for side in s.sides],
        [int(side.base_health) for side in s.sides],
        int(s.turns),
        [bool(failed) for failed in s.failed],
    )


def resolve(field: Field, commands: tuple[Written, Written], s: State) -> None:
    """Play a turn; s only tells the options."""
    apply(field, commands, s)
    move(field, s)
    attack(field, s)
    field.soldiers = {cell: soldier for cell, soldier in field.soldiers.items() if soldier.health > 0}
    for seat in range(2):
        field.money[seat] += int(s.options.money_per_turn)
    field.turns -= 1


def is_empty(field: Field, cell: Cell) -> bool:
    inside = 0 <= cell[0] < field.width and 0 <= cell[1] < field.height
    return inside and cell not in field.rocks and cell not in field.bases and cell not in field.soldiers


def apply(field: Field, commands: tuple[Written, Written], s: State) -> None:
    first = 0 if s.options.build_priority else field.turns % 2
    for seat in (first, 1 - first):
        command = commands[seat]
        field.failed[seat] = False
        if command.kind == Kind.BUILD:
            assert command.at
            assert command.to
            assert command.type is not None
            assert command.facing is not None
            if not is_empty(field, command.at):
                field.failed[seat] = True
                continue
            field.money[seat] -= int(s.options.cost[command.type])
            health = int(s.options.health[command.type])
            field.soldiers[command.at] = Soldier(seat, command.type, command.at, health, command.to, command.facing)
        elif command.kind == Kind.MOVE:
            assert command.at
            assert command.to
            field.soldiers[command.at] = field.soldiers[command.at]._replace(to=command.to)
        elif command.kind == Kind.FACE:
            assert command.at
            assert command.facing is not None
            field.soldiers[command.at] = field.soldiers[command.at]._replace(facing=command.facing)


def in_order(field: Field, s: State) -> list[Cell]:
    """List the cells of all soldiers in the order of §5.3."""
    cells: list[Cell] = []
    first = field.turns % 2
    for seat in (first, 1 - first):
        own = sorted(cell for cell, soldier in field.soldiers.items() if soldier.seat == seat)
        cells += reversed(own) if seat == 1 and s.options.order else own
    return cells


def move(field: Field, s: State) -> None:
    for cell in in_order(field, s):
        soldier = field.soldiers[cell]
        speed = int(s.options.speed[soldier.type])
        stop = find_stop(field, soldier, speed, soldier.seat == 1 and bool(s.options.order))
        del field.soldiers[cell]
        field.soldiers[stop] = soldier._replace(at=stop)


def find_stop(field: Field, soldier: Soldier, speed: int, mirrored: bool) -> Cell:
    """Search every cell within reach, and take the best."""
    steps = {soldier.at: 0}
    queue = deque([soldier.at])
    while queue:
        x, y = queue.popleft()
        for dx, dy in STEPS:
            near = (x + dx, y + dy)
            if steps[x, y] < speed and near not in steps and is_empty(field, near):
                steps[near] = steps[x, y] + 1
                queue.append(near)
    left = {cell: abs(cell[0] - soldier.to[0]) + abs(cell[1] - soldier.to[1]) for cell in steps}
    least = min(left.values())
    if left[soldier.at] == least:
        return soldier.at
    best = sorted(cell for cell in left if left[cell] == least)
    return best[-1] if mirrored else best[0]


def attack(field: Field, s: State) -> None:
    for cell in in_order(field, s):
        soldier = field.soldiers[cell]
        for quarter in range(4):
            dx, dy = STEPS[(soldier.facing + quarter) % 4]
            if strike(field, soldier, (cell[0] + dx, cell[1] + dy), s):
                break


def strike(field: Field, soldier: Soldier, target: Cell, s: State) -> bool:
    """Hit what is on a cell, if it is a target."""
    damage = int(s.options.damage[soldier.type])
    enemy = 1 - soldier.seat
    if target == field.bases[enemy]:
        field.healths[enemy] = max(0, field.healths[enemy] - damage)
        return True
    other = field.soldiers.get(target)
    if other is None or other.seat != enemy or (s.options.removal and other.health == 0):
        return False
    field.soldiers[target] = other._replace(health=max(0, other.health - damage))
    return True
