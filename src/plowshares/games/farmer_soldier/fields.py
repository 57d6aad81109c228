"""The view with names: who has what where, whose turn it is, and what is asked."""

from __future__ import annotations

from typing import Any

import msgspec

from plowshares.core.fields import ViewFields
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.games.farmer_soldier import rules
from plowshares.games.farmer_soldier.notation import describe_result
from plowshares.games.farmer_soldier.positions import cell_name, common_food, owners
from plowshares.games.farmer_soldier.state import Phase


class Group(msgspec.Struct, frozen=True):
    """What one player has in a cell; `seat` is None for food that belongs to nobody."""

    cell: str
    seat: int | None
    farmers: int = 0
    soldiers: int = 0
    children: int = 0
    food: int = 0


class Player(msgspec.Struct, frozen=True):
    """What is known of a player."""

    home: str
    people: int
    living: bool


class View(ViewFields, frozen=True, kw_only=True):
    """What a seat knows of a match of Farmer Soldier."""

    phase: str
    round: int
    turn: int  # the current player
    board: dict[str, list[Group]]  # every cell that is known; without a group it is empty
    players: list[Player]
    reason: str | None = None


def fields(s: Any, seat: int) -> View:
    """Return a seat's view as named fields."""
    is_over = bool(rules.is_over(s))
    cells = {cell: cell_name(s, cell) for cell in range(int(s.board.count))}
    return View(
        viewer=None if seat == SPECTATOR else seat,
        to_act=seats_of(rules.to_act(s)),
        over=is_over,
        phase=Phase(int(s.phase)).name.lower(),
        round=int(s.round),
        turn=int(s.seat),
        board={name: _groups(s, cell, name) for cell, name in cells.items()},
        players=[
            Player(cells[int(s.homes[each])], int(s.people[each]), bool(s.living[each]))
            for each in range(int(s.options.seats))
        ],
        reason=describe_result(s)[0] if is_over else None,
    )


def _groups(s: Any, cell: int, name: str) -> list[Group]:
    groups = [Group(name, seat, *amounts) for seat, amounts in owners(s, cell)]
    food = common_food(s, cell)
    return [*groups, Group(name, None, food=food)] if food else groups
