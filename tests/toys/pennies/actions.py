"""The actions of Pennies: lay a coin, then say how much to lay on top."""

from __future__ import annotations

from enum import IntEnum

from plowshares.core.actions import ActionSpace, kind
from tests.toys.pennies.options import Options

COINS = 6
EXTRAS = 3


class Kind(IntEnum):
    """The kinds of action."""

    LAY = 0
    ADD = 1


KINDS = len(Kind)


def space(options: Options) -> ActionSpace:
    """Return all actions; they do not depend on the options."""
    return ActionSpace(kind("lay", coin=COINS), kind("add", extra=EXTRAS))
