"""What the rules make certain before a player says done: who eats, who starves, who fights, who falls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plowshares.core.seats import SPECTATOR, has_seat
from plowshares.games.farmer_soldier import rules
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.state import PEOPLE, Phase


class Meal(NamedTuple):
    """Who eats in one field at the end of the current player's moves."""

    cell: int
    mouths: int
    food: int

    @property
    def short(self) -> int:
        """How many go hungry."""
        return max(0, self.mouths - self.food)


class Clash(NamedTuple):
    """What soldiers do in one field when the turn ends."""

    cell: int
    fights: bool  # soldiers of several players meet
    victims: int  # people who fall because only one army is there and it is not theirs
    army: int  # whose army that is, or -1


def is_moving(s: Any, seat: int) -> bool:
    """Ask whether it is the seat that moves now."""
    return seat != SPECTATOR and s.phase in (Phase.MOVE, Phase.AMOUNT) and int(s.seat) == seat


def is_asked(s: Any, seat: int) -> bool:
    """Ask whether the seat owes a decision."""
    return seat != SPECTATOR and bool(has_seat(rules.to_act(s), seat))


def food_at(s: Any, seat: int, cell: int) -> int:
    """Return the food that the seat's people may eat in a field."""
    return int(s.things[cell, 0 if s.options.common else seat, Thing.FOOD])


def people_at(s: Any, seat: int, cell: int) -> int:
    """Return how many people the seat has in a field."""
    return int(s.things[cell, seat, :PEOPLE].sum())


def meal_at(s: Any, seat: int, cell: int) -> Meal:
    """Return who will eat in a field if nothing moves any more."""
    return Meal(cell, people_at(s, seat, cell), food_at(s, seat, cell))


def meals(s: Any, seat: int) -> list[Meal]:
    """List the fields where the seat has people, in the order they are asked."""
    count = int(s.board.count)
    mouths = s.things[:count, seat, :PEOPLE].sum(axis=1)
    food = s.things[:count, 0 if s.options.common else seat, Thing.FOOD]
    return [Meal(int(cell), int(mouths[cell]), int(food[cell])) for cell in np.flatnonzero(mouths)]


def count_starving(s: Any, seat: int) -> int:
    """Return how many people of the seat will starve if nothing moves any more."""
    return sum(meal.short for meal in meals(s, seat))


def clash_at(s: Any, cell: int) -> Clash | None:
    """Say what soldiers will do in a field, as far as it does not depend on who starves before."""
    if s.holders[cell] < 2 or not s.armies[cell]:
        return None
    seats = int(s.options.seats)
    if s.armies[cell] > 1:
        return Clash(cell, True, 0, -1)
    army = next(seat for seat in range(seats) if s.things[cell, seat, Thing.SOLDIER])
    victims = sum(people_at(s, seat, cell) for seat in range(seats) if seat != army)
    return Clash(cell, False, victims, army) if victims else None


def is_guarded(s: Any, cell: int, seat: int) -> bool:
    """Ask whether soldiers of another player are in a field."""
    soldiers = s.things[cell, : int(s.options.seats), Thing.SOLDIER]
    return bool(soldiers.sum() > soldiers[seat])


def count_others(s: Any, cell: int, seat: int) -> int:
    """Return how many people of other players are in a field."""
    people = s.things[cell, : int(s.options.seats), :PEOPLE].sum()
    return int(people) - people_at(s, seat, cell)
