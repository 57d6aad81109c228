"""The actions: take some stones."""

from __future__ import annotations

from enum import IntEnum

from plowshares.core.actions import ActionSpace, kind
from plowshares.skeleton.options import Options


class Kind(IntEnum):
    """The kinds of action."""

    TAKE = 0


KINDS = len(Kind)


def space(options: Options) -> ActionSpace:
    """Return all actions: taking 1 stone is the field 0."""
    return ActionSpace(kind("take", fewer=options.most))
