"""The view with names: soldiers, bases, money, and one's own command of this turn."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from plowshares.core.fields import ViewFields
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.games.footsoldiers import rules
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of, rocks_of
from plowshares.games.footsoldiers.notation import describe_result
from plowshares.games.footsoldiers.state import FACING_NAMES, SEATS, TYPE_NAMES


class Thing(msgspec.Struct, frozen=True):
    """What stands on a cell: a rock, a base or a soldier."""

    kind: Literal["rock", "base", "scout", "assassin", "tank"]
    cell: str
    seat: int | None = None
    health: int | None = None
    destination: str | None = None
    facing: Literal["down", "left", "up", "right"] | None = None


class Player(msgspec.Struct, frozen=True):
    """What a player has."""

    money: int
    base: str
    health: int  # of the base
    soldiers: int
    chosen: bool  # the command of this turn is complete


class View(ViewFields, frozen=True, kw_only=True):
    """What a seat knows of a match of Footsoldiers. Cells are written `x,y`, counted from the top left."""

    turns: int  # remaining
    width: int
    height: int
    board: dict[str, Thing | None]
    players: list[Player]
    reason: str | None = None


def fields(s: Any, seat: int) -> View:
    """Return a seat's view as named fields."""
    is_over = bool(rules.is_over(s))
    return View(
        viewer=None if seat == SPECTATOR else seat,
        to_act=seats_of(rules.to_act(s)),
        over=is_over,
        turns=int(s.turns),
        width=int(s.options.width),
        height=int(s.options.height),
        board=_board(s),
        players=[_player(s, each) for each in range(SEATS)],
        reason=describe_result(s)[0] if is_over else None,
    )


def _name(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"


def _board(s: Any) -> dict[str, Thing | None]:
    width, height = int(s.options.width), int(s.options.height)
    found: dict[str, Thing | None] = {_name((x, y)): None for y in range(height) for x in range(width)}
    for rock in rocks_of(s):
        found[_name(rock)] = Thing("rock", _name(rock))
    for seat in range(SEATS):
        base = _name(base_of(s, seat))
        found[base] = Thing("base", base, seat, int(s.sides[seat].base_health))
    for cell, soldier in all_soldiers(s).items():
        found[_name(cell)] = _soldier(soldier)
    return found


def _soldier(soldier: Soldier) -> Thing:
    kind: Any = TYPE_NAMES[soldier.type].lower()
    facing: Any = FACING_NAMES[soldier.facing].lower()
    return Thing(kind, _name(soldier.at), soldier.seat, soldier.health, _name(soldier.to), facing)


def _player(s: Any, seat: int) -> Player:
    side = s.sides[seat]
    base = _name(base_of(s, seat))
    return Player(int(side.money), base, int(side.base_health), int(side.count), bool(s.chosen[seat]))
