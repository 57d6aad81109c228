"""A simple player who plans a turn by rules of its own: looking ahead goes by it, and it is a yardstick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plowshares.core.actions import encode
from plowshares.core.jit import kernel
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.heuristics.growth import buy
from plowshares.games.civ.heuristics.marches import choose_count, move
from plowshares.games.civ.heuristics.sheet import new_sheet
from plowshares.games.civ.heuristics.strikes import NOTHING
from plowshares.games.civ.rules.legal import may_spend
from plowshares.games.civ.sight import look
from plowshares.games.civ.state import NOTHING_OWED, State


@kernel
def guess(s: State, seat: int, bits: Any) -> int:
    """Return what the simple player does, by what it sees; it needs no random bits."""
    look(s, seat, s.sight)
    sheet = new_sheet(s, seat)
    if s.owed != NOTHING_OWED:
        action = int(encode(s.actions, Kind.COUNT.value, choose_count(s, seat, sheet), 0, 0))
    else:
        action = buy(s, seat, sheet) if may_spend(s) else NOTHING
        if action == NOTHING:
            action = move(s, seat, sheet)
    s.sight[:] = 0
    return Kind.END.value if action == NOTHING else action


def careful(s: Any, seat: int, legal: Sequence[int], seed: int) -> int:
    """Return what the simple player does."""
    return int(guess(s, seat, np.uint64(seed)))
