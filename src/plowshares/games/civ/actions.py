"""The actions of civ (§9): nine kinds; a move names tile and direction first and its count second."""

from __future__ import annotations

from enum import IntEnum

from plowshares.core.actions import ActionSpace, kind
from plowshares.games.civ.options import Options

WAYS = 4
"""Directions: 0 north, 1 east, 2 south, 3 west."""
CHOICES = 2 * WAYS
"""Direction, plus four when the weakest go first."""
KINDS = 9


class Kind(IntEnum):
    """What an action does, in the order of the rules' table."""

    END = 0
    ARMY = 1
    WORKER = 2
    CITY = 3
    RESEARCH = 4
    MOVE_WORKERS = 5
    MOVE_ARMIES = 6
    MUSTER = 7
    COUNT = 8


class Research(IntEnum):
    """The two things one can research."""

    OFFENCE = 0
    DEFENCE = 1


def space(options: Options) -> ActionSpace:
    """Return the action space of a match: 23 actions for each tile and a few hundred counts."""
    tiles = options.size * options.size
    return ActionSpace(
        kind("end"),
        kind("army", tile=tiles),
        kind("worker", tile=tiles),
        kind("city", tile=tiles),
        kind("research", what=len(Research)),
        kind("move_workers", tile=tiles, way=WAYS),
        kind("move_armies", tile=tiles, way=CHOICES),
        kind("muster", tile=tiles, way=CHOICES),
        kind("count", count=options.unit_limit + 1),
    )
