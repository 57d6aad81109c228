"""The actions of the game (§5.1, §5.2) as dense numbers."""

from __future__ import annotations

from enum import IntEnum

from plowshares.core.actions import ActionSpace, kind
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import NAMED_SETUPS, TYPES

DIRECTIONS = 4
STRIKES = 3


class Kind(IntEnum):
    """The kinds of action, in the order of `space`."""

    PLACE = 0
    LIFT = 1
    SWAP = 2
    FILL = 3
    CLEAR = 4
    LOAD = 5
    READY = 6
    MOVE = 7


class Strike(IntEnum):
    """Where a scout strikes after moving, seen in the direction of its move (§5.2)."""

    NONE = 0
    LEFT = 1
    RIGHT = 2


def space(options: Options) -> ActionSpace:
    """Return the action space of a match.

    It is as small as the options allow: `way` is direction × reach + distance - 1 with the longest
    distance of this board as reach (9 on 10x10, as §5.2 counts), and `strike` exists only where scouts strike.
    """
    width, height, rows = options.size
    spots = width * rows
    return ActionSpace(
        kind("place", type=TYPES, spot=spots),
        kind("lift", spot=spots),
        kind("swap", lower=spots, higher=spots),
        kind("fill"),
        kind("clear"),
        kind("load", number=max(1, len(NAMED_SETUPS[options.variant]))),
        kind("ready"),
        kind("move", cell=width * height, way=DIRECTIONS * reach_of(options), strike=strikes_of(options)),
    )


def reach_of(options: Options) -> int:
    """Return the longest distance a piece can move on this board."""
    width, height, _ = options.size
    return max(width, height) - 1


def strikes_of(options: Options) -> int:
    """Return how many values the strike has: scouts that never strike need none."""
    return STRIKES if options.scout in ("extra", "extra-far") else 1
