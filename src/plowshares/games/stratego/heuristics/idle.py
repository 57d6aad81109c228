"""Standing still: a player without a plan moves one piece to and fro."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.games.stratego.heuristics.rating import ends_of
from plowshares.games.stratego.heuristics.root_penalties import takes_back
from plowshares.games.stratego.state import Phase

NO_ACTION = -1


def idle(s: Any, seat: int, legal: Sequence[int]) -> int:
    """Return the move that stands stillest: the last step back, else a step of the same piece, else any quiet one."""
    if s.phase != Phase.PLAY:
        return NO_ACTION
    return min(legal, key=lambda action: _unrest(s, seat, action))


def _unrest(s: Any, seat: int, action: int) -> tuple[bool, bool, bool, int]:
    at, to = ends_of(s, action)
    piece = int(s.board[at])
    fights = int(s.board[to]) >= 0
    return fights, not takes_back(s, seat, piece, to), int(s.walks[seat].piece) != piece, action
