"""What the next turns bring if nobody gives another order: the rules play a copy of the viewer's own view."""

from __future__ import annotations

from collections.abc import Iterator

from plowshares.games.footsoldiers import rules
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import Soldier
from plowshares.games.footsoldiers.scene.turns import Man, Turn, trace
from plowshares.games.footsoldiers.state import State

WAIT = int(Kind.NOOP)  # the action itself: the kind comes first and has no fields


def play_on(s: State, seat: int, actions: tuple[int, ...], turns: int) -> Iterator[Turn]:
    """Yield the turns that follow an order of a seat while everybody else, and later the seat too, waits.

    There are none if the actions are not the end of an order.
    """
    world: State = s.clone()
    world.chosen[1 - seat] = False  # what the other has ordered is unknown
    for action in actions:
        rules.decide(world, seat, action)
    for _turn in range(turns):
        if not world.chosen[seat]:
            return
        before: State = world.clone()
        rules.step(world, 1 - seat, WAIT)
        yield trace(before, world)
        if rules.is_over(world):
            return
        rules.decide(world, seat, WAIT)


def will_meet(s: State, seat: int, actions: tuple[int, ...], enemy: Soldier, turns: int) -> bool:
    """Ask whether a soldier that is built and an enemy fight before the enemy strikes the seat's castle."""
    mine, theirs = None, enemy.at
    for turn in play_on(s, seat, actions, turns):
        other = _find(turn, 1 - seat, theirs)
        man = _find(turn, seat, mine) if mine is not None else _new(turn, seat)
        if man is None or other is None:
            return False
        blows = [(hit.attacker, hit.target) for hit in turn.hits]
        if (man, other) in blows or (other, man) in blows:
            return True
        if (other, None) in blows or not man.health or not other.health:
            return False
        mine, theirs = man.end, other.end
    return False


def target_of(s: State, seat: int, actions: tuple[int, ...], cell: Cell) -> Soldier | None:
    """Return the soldier that the one on a cell strikes in this turn, as it stands then."""
    for turn in play_on(s, seat, actions, 1):
        for hit in turn.hits:
            if hit.target is not None and hit.attacker.seat == seat and hit.attacker.start == cell:
                return hit.target.soldier
    return None


def _find(turn: Turn, seat: int, start: Cell) -> Man | None:
    return next((man for man in turn.men if man.seat == seat and man.start == start), None)


def _new(turn: Turn, seat: int) -> Man | None:
    return next((man for man in turn.men if man.seat == seat and man.is_new), None)
