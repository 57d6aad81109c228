"""The decisions a command is made of (§9)."""

from __future__ import annotations

from enum import IntEnum

from plowshares.core.actions import ActionSpace, kind
from plowshares.games.footsoldiers.maps import load_map
from plowshares.games.footsoldiers.options import Options

TYPES = 3
FACINGS = 4


class Kind(IntEnum):
    """Kinds of decisions, in the order of the action space."""

    NOOP = 0
    BUILD = 1
    MOVE = 2
    FACE = 3
    AIM = 4
    TURN = 5


KINDS = len(Kind)


def space(options: Options) -> ActionSpace:
    """Return the action space of a match. Actions number cells along the rows: y · width + x."""
    plan = load_map(options.map, options.map_width, options.map_height)
    cells = plan.width * plan.height
    return ActionSpace(
        kind("noop"),
        kind("build", type=TYPES, cell=cells),
        kind("move", cell=cells),
        kind("face", cell=cells, facing=FACINGS),
        kind("aim", cell=cells),
        kind("turn", facing=FACINGS),
    )
