"""How a turn went, soldier by soldier, worked out from the position before it and the two orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from plowshares.games.footsoldiers.actions import FACINGS, Kind
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import Soldier, base_of, soldiers_of, written_of
from plowshares.games.footsoldiers.scene.walks import STEPS, Ground, find_step, ground_of, is_mirrored
from plowshares.games.footsoldiers.state import SEATS, Removal, State


@dataclass
class Man:
    """A soldier through a turn."""

    soldier: Soldier  # as the turn finds it, its order carried out
    start: Cell
    is_new: bool
    health: int
    path: list[Cell] = field(default_factory=list)

    @property
    def seat(self) -> int:
        """Whose it is."""
        return self.soldier.seat

    @property
    def end(self) -> Cell:
        """Where it stands after the march."""
        return self.path[-1] if self.path else self.start


class Hit(NamedTuple):
    """A soldier strikes another, or a castle (`target` is None)."""

    attacker: Man
    target: Man | None
    damage: int
    seat: int  # whose soldier or castle is struck


class Turn(NamedTuple):
    """What happened in a turn."""

    men: list[Man]
    hits: list[Hit]


def trace(before: State, after: State) -> Turn:
    """Work out the turn that led from one view to another."""
    men = _muster(before, after)
    ground = ground_of(before)
    for man in _in_order(before, men, moved=False):
        _march(before, ground, man, men)
    return Turn(men, _fight(before, men))


def _muster(before: State, after: State) -> list[Man]:
    """List the soldiers of both sides with their orders carried out, new ones included."""
    men = [
        Man(soldier, soldier.at, False, soldier.health)
        for seat in range(SEATS)
        for soldier in soldiers_of(before, seat)
    ]
    for seat in range(SEATS):
        if after.failed[seat]:
            continue
        order = written_of(after, after.last[seat])
        if order.kind == Kind.BUILD and order.at is not None and order.to is not None:
            kind = order.type or 0
            health = int(before.options.health[kind])
            made = Soldier(seat, kind, order.at, health, order.to, order.facing or 0)
            men.append(Man(made, order.at, True, health))
        for man in men:
            if man.seat == seat and man.start == order.at and order.kind in (Kind.MOVE, Kind.FACE):
                man.soldier = _obey(man.soldier, order.to, order.facing)
    return men


def _obey(soldier: Soldier, to: Cell | None, facing: int | None) -> Soldier:
    return soldier._replace(to=soldier.to if to is None else to, facing=soldier.facing if facing is None else facing)


def _in_order(s: State, men: list[Man], moved: bool) -> list[Man]:
    """List soldiers in the order of §5.3, by the cells before or after the march."""
    first = int(s.turns) % SEATS
    found: list[Man] = []
    for seat in (first, 1 - first):
        own = [man for man in men if man.seat == seat]
        found += sorted(own, key=lambda man: man.end if moved else man.start, reverse=is_mirrored(s, seat))
    return found


def _march(s: State, ground: Ground, man: Man, men: list[Man]) -> None:
    taken = {other.end for other in men if other is not man}
    speed = int(s.options.speed[man.soldier.type])
    path = find_step(ground, ground.blocked | taken, man.start, man.soldier.to, speed, is_mirrored(s, man.seat))
    man.path = path if len(path) > 1 else []


def _fight(s: State, men: list[Man]) -> list[Hit]:
    at_once = int(s.options.removal) == Removal.AT_ONCE
    standing = {man.end: man for man in men}
    bases = [base_of(s, seat) for seat in range(SEATS)]
    hits = []
    for man in _in_order(s, men, moved=True):
        enemy = 1 - man.seat
        for quarter in range(FACINGS):
            dx, dy = STEPS[(man.soldier.facing + quarter) % FACINGS]
            cell = (man.end[0] + dx, man.end[1] + dy)
            other = standing.get(cell)
            damage = int(s.options.damage[man.soldier.type])
            if cell == bases[enemy]:
                hits.append(Hit(man, None, damage, enemy))
                break
            if other is not None and other.seat == enemy and not (at_once and other.health == 0):
                other.health = max(0, other.health - damage)
                hits.append(Hit(man, other, damage, enemy))
                break
    return hits
